r"""The filter language: an expression is parsed once and evaluates to a mask over all rows.

    new_whale   "two words"     the text occurs in the id, a truth label or a predicted label; ignores case
    score<0.2   cost>=0.001     numbers: score, rank, cost, found (truth labels within K), delta, truths, preds,
                                wrong_order, missing_labels,
                                support (truth rows with the row's rarest truth label), place (the best place of the
                                row's predictions among all by confidence, for GAP), confidence (the highest one of
                                the row's predictions, where they have any; over their sum if the metric divides
                                by it), influence (what the overall would be lower by without the row, for MCC
                                and balanced accuracy)
    ladder>0    inversion   for GAP: what the row's most confident wrong prediction costs all right ones below it, and
                            what exchanging its confidence with the least confident right one would win
    rank=none   rank=after      no hit at all; the first hit is beyond K
    truth:w_1   pred:w_1        has exactly this label; top:w_1 has it at rank 1; id:0a1.jpg is exactly this id;
                                before:w_1 has it, wrongly, before the first hit; counted:w_1 has it among those that
                                count under a metric with a threshold, under F, Jaccard and accuracy with @K, and under
                                metrics of classes, which count the most probable one
    error>100   predicted<0 where predictions are numbers: prediction - truth of the row's number that is furthest off;
                                true is the true number; of several numbers a row error.NAME, true.NAME, ...,
                                and furthest:NAME has that number furthest off
    id:/^0a/    pred:/^w_1/     matches a regular expression (RE2); likewise truth, top and extra columns
    species:whale   age>30      an extra column of the files, as text, or as numbers if its cells are numbers
    date>=2017-08-22            or as dates, if nearly all its filled cells are dates or times in ISO form: 2017-08,
                                2017-08-22, "2017-08-22 10:05", "2017-08-22T10:05:01Z"; a shorter value stands for all
                                times that begin with it, so that date<=2017-08 includes all of August
    note:word   tag:hard        its note contains the text, ignoring case; it has exactly this tag
    delta>0     base.score<0.5  the difference to the baseline (the file as loaded, or what was chosen), and its own
                                score, rank, cost, found, preds, place, confidence, pred and top, or error and
                                predicted
    rank<base.rank              two fields of numbers, compared without rounding errors
    better  worse  same         scores better than in the baseline (higher, or lower where the metric is a loss), worse,
                                or the same
    agree=3     hits<2          of the loaded submissions: how many have the first label of the open one, itself
                                included; how many have a hit within K
    mrr<0.5     metric:mrr      the score under a further metric that has been given
    edited  noted  tagged       has edits; has a note; has a tag
    empty  repeats  missing  problem
                                predicts no label; predicts a label twice; is not in the submission; any of
                                the last three, an invalid confidence, or a row that a check names
    a b    a & b   a | b   !a   both, both, either, not; `!` binds tightest, `|` loosest; parentheses group
    a and b    a or b   not a   the same in words, of any case; as values and as names of columns these are text

Text with spaces or any of `& | ! ( ) " < > = :`, and the text and, or or not, needs double quotes, in which `\` escapes
the next character; `quote` adds them. A quoted word such as `"edited"` is plain text. `=` and `:` mean the same, except
that `:` compares an extra column as text; `!=` is the opposite of `=`. Rows without a number satisfy no comparison with
a number, not even `!=`, and rows without a date none by `<`, `<=`, `>` or `>=` with a date.
An extra column with the name of a built-in field is written as `"extra:score"`.
"""

from __future__ import annotations

from inspector.core.query.clause import (
    Clause,
    chooses_by_outcome,
    filter_of,
    fitting,
    narrowed,
    parse,
    refuse_both_sides,
)
from inspector.core.query.error import QueryError
from inspector.core.query.expression import Query, containing, quote
from inspector.core.query.fields import ABOUT_NOTES, field_of
from inspector.core.query.near.near_hint import near_hint

__all__ = [
    "ABOUT_NOTES",
    "Clause",
    "Query",
    "QueryError",
    "chooses_by_outcome",
    "containing",
    "field_of",
    "filter_of",
    "fitting",
    "narrowed",
    "near_hint",
    "parse",
    "quote",
    "refuse_both_sides",
]
