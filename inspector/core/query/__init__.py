r"""Which rows, in a line of text: an expression is parsed once and answered with a mask over all rows.

    new_whale   "two words"     the text stands in the id, in a truth label or in a prediction; case is ignored
    score<0.2   cost>=0.001     numbers: score, rank, cost, delta, truths, preds, by_order, by_labels,
                                support (rows of the truth that have the row's rarest truth label), place (the first
                                of the row's predictions among all by confidence, for GAP)
    rank=none   rank=after      no hit at all; the first hit stands behind K
    truth:w_1   pred:w_1        has exactly this label; top:w_1 has it at rank 1; id:0a1.jpg is exactly this id;
                                before:w_1 has it, wrongly, before the first hit
    id:/^0a/    pred:/^w_1/     a pattern (RE2) is found in it; so with truth, top and every further column
    species:whale   age>30      a further column of the files, as text or, where its cells are numbers, as a number
    edited  empty  repeats  missing  problem
                                has edits; predicts no label; predicts a label twice; is not in the submission; any of
                                the last three, or a confidence that is no number
    a b    a & b   a | b   !a   both, both, one of them, not; `!` binds most, `|` least; parentheses group

Text with spaces or any of `& | ! ( ) " < > = :` stands in double quotes, where `\` takes the sign behind it as it is;
`quote` does that. In quotes a word like `edited` is only text. `=` and `:` mean the same but for a further column,
which `:` takes as text; `!=` is its opposite. A row without a number satisfies no comparison with a number, not even
`!=`. A further column called like a field of ours is reached as `"extra:score"`.
"""

from __future__ import annotations

from inspector.core.query.clause import Clause, filter_of, narrowed, parse
from inspector.core.query.error import QueryError
from inspector.core.query.expression import Query, containing, quote
from inspector.core.query.fields import field_of

__all__ = ["Clause", "Query", "QueryError", "containing", "field_of", "filter_of", "narrowed", "parse", "quote"]
