"""Weigh candidate readings by one another: exchanged ids and labels, copies of the truth, truths that have all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import product

import numpy as np

from inspector.core.arrays.arrow import combine_chunks, numbers
from inspector.core.files.detection.candidate import Candidate
from inspector.core.files.detection.evidence import COPIES, HITS
from inspector.core.files.detection.part import rows_together
from inspector.core.files.detection.wide import add_up
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.match import repeats
from inspector.core.files.schema.layout import Layout, id_texts
from inspector.core.files.schema.names import label_hint, normalized

# What a copy of the truth loses as a prediction; the share of labels in common from which a reading is sure.
_COPY, _SURELY = 2.0, 0.9
# How far the likeliest classes are behind their probabilities.
_MADE = 0.6
_NEARLY_ALL = 0.97
# The rows of an id that stand together tell from such a difference on.
_APART = 0.5


def compared(found: list[Candidate], submission: Sheet) -> list[Candidate]:
    """The candidates, each with a weight that takes the others into account."""
    found = _with_less_for_answers(_with_less_for_made(_with_less_for_all_right(found)))
    return _with_directions_settled(_with_less_for_copies(found), submission)


def _with_directions_settled(found: list[Candidate], submission: Sheet) -> list[Candidate]:
    """Weigh readings that exchange ids and labels by what can tell them apart, if predictions repeat both.

    A label that is known in one direction is an id that matches in the other, and unique ids of the truth tell nothing.
    What tells is that the rows of an id stand together, if names do not say otherwise.
    """
    pairs = [*_exchanged(found)]
    columns = {candidate.layouts[1].ids for pair in pairs for candidate in pair}
    repeated = {ids for ids in columns if _repeats_on_purpose(submission, ids)}
    weight = {id(candidate): candidate.weight for candidate in found}
    for pair in pairs:
        worse, better = sorted(pair, key=lambda candidate: rows_together(candidate.part, candidate.layouts))
        ahead = rows_together(better.part, better.layouts) - rows_together(worse.part, worse.layouts)
        tells_more = worse.evidence.sure > HITS > better.evidence.sure
        if ahead >= _APART and not tells_more and {candidate.layouts[1].ids for candidate in pair} <= repeated:
            ahead = max(0.0, ahead + better.choice.prior - worse.choice.prior)
            weight[id(worse)] = min(weight[id(worse)], weight[id(better)] - ahead)
    return [c.shifted(weight[id(c)] - c.weight) for c in found]


def _exchanged(found: list[Candidate]) -> Iterator[tuple[Candidate, Candidate]]:
    """Each two candidates of which one has the ids of the other as its labels, in both files.

    Not where labels share a cell: as ids, such cells are other texts.
    """
    with_columns = defaultdict[object, list[Candidate]](list)
    for candidate in (candidate for candidate in found if not candidate.splits_truth):
        yield from ((other, candidate) for other in with_columns[tuple((a.labels, a.ids) for a in candidate.layouts)])
        with_columns[tuple((layout.ids, layout.labels) for layout in candidate.layouts)].append(candidate)


def _repeats_on_purpose(sheet: Sheet, ids: tuple[int, ...]) -> bool:
    """Whether so many rows of the whole file share an id that it is no mistake."""
    coded = combine_chunks(id_texts(sheet, Layout(ids, ()))).dictionary_encode()
    return repeats(numbers(coded.indices).astype(np.int64)).are_intended


def _with_less_for_all_right(found: list[Candidate]) -> list[Candidate]:
    """Weaken truths that have all that is predicted, if another column of the truth has hits, too.

    They may list what could be predicted, or be a column that both files share, so they are not better than the other.
    """
    labelled = [c for c in found if c.kind.names_labels]
    others = [c for c in labelled if not c.evidence.all_right and min(c.evidence.lift, c.evidence.sure) > HITS]
    return [_weakened(c, others) if c.evidence.all_right else c for c in found]


def _with_less_for_made(found: list[Candidate]) -> list[Candidate]:
    """Put the likeliest class of every row behind its probabilities, where both are predicted: they tell the same."""
    labelled = [c for c in found if c.kind.names_labels]
    wide = [c for c in labelled if c.layouts[1].shape == "wide" and add_up(c.part.sheets[1], c.layouts[1].labels)]
    behind = dict[int, float]()
    for one, other in product(labelled, wide):
        is_beside = one.layouts[1].shape == "list" and one.choice == other.choice
        if is_beside and one.layouts[0] == other.layouts[0] and _tells_first(one, other):
            behind[id(one)] = min(behind.get(id(one), 0.0), other.weight - _MADE - one.weight)
    return [c.shifted(behind.get(id(c), 0.0)) for c in found]


def _tells_first(one: Candidate, wide: Candidate) -> bool:
    """Whether the single label of every row is the first of its probabilities."""
    labels, given = (c.reader.lists(1, c.layouts[1]) for c in (one, wide))
    return len(given) >= COPIES and all(labels.get(code) == given[code][:1] for code in given)


def _with_less_for_answers(found: list[Candidate]) -> list[Candidate]:
    """Weaken truths of one file that are the likeliest class of every row, if another column follows it, too.

    Such a column was made from the probabilities. What the names say counts only against it: it is asked then.
    """
    wide = [c for c in found if c.is_one_file and c.kind.names_labels and c.layouts[1].shape == "wide"]
    answers = [c for c in wide if _is_likeliest(c)]
    others = [c for c in wide if c not in answers and c.follows_truth and c.layouts[0].shape == "list"]
    if not answers or not others:
        return found
    best = max(others, key=lambda c: c.weight)
    return [c.shifted(min(0.0, _without_lead(c, best))) if c in answers else c for c in found]


def _without_lead(answer: Candidate, best: Candidate) -> float:
    """What takes the lead from a truth that is made from the probabilities: of its evidence, and of its name."""
    surplus = max(0.0, answer.evidence.weight - best.evidence.weight)
    return min(-surplus, best.weight - answer.weight)


def _is_likeliest(one: Candidate) -> bool:
    """Whether the true label of nearly every row is the one that is predicted first."""
    true, given = (one.reader.lists(which, layout) for which, layout in enumerate(one.layouts))
    rows = [code for code in given if given[code] and true.get(code)]
    return len(rows) >= COPIES and sum(given[code][0] in true[code] for code in rows) >= _NEARLY_ALL * len(rows)


def _with_less_for_copies(found: list[Candidate]) -> list[Candidate]:
    """Weaken predictions that are the truth itself, or do not follow it at all, if other columns do follow it.

    Out-of-fold files have the truth beside what is predicted. Under another name it may be a perfect prediction.
    """
    others = [c for c in found if c.follows_truth and not c.is_one_file]
    sure = [c for c in others if c.evidence.sure > _SURELY]
    return [_below(c, others) if c.evidence.copied else c if c.follows_truth else _below(c, sure) for c in found]


def _below(one: Candidate, others: list[Candidate]) -> Candidate:
    """A candidate that weighs no more than the best of those that read other columns of the submission."""
    (true, predicted), (truth, submission) = one.layouts, one.part.sheets
    names = {normalized(truth.names[i]) for i in true.labels}
    shared = {i for i in predicted.labels if normalized(submission.names[i]) in names}
    columns = shared or {*predicted.labels}
    apart = [c for c in others if not {*c.layouts[1].labels} & {*columns, *predicted.ids}]
    # A copy that takes ids for labels is no better than a prediction under likelier ids.
    others = [c for c in apart if c.choice == one.choice or (one.evidence.copied and c.choice.prior > one.choice.prior)]
    best = max((c.weight for c in others), default=None)
    if best is None:
        return one
    return one.shifted(min(0.0, best - one.weight) - _COPY * (one.evidence.copied and bool(shared)))


def _is_other(one: Candidate, than: Candidate) -> bool:
    """Whether a truth has other labels, or only those of some relevance; not if both are exchanged in one file."""
    truth, known = one.layouts[0], than.layouts[0]
    if one.is_one_file and truth.labels == than.layouts[1].labels:
        return False
    return not {*truth.labels} <= {*known.labels} or (truth.confidence is not None and known.confidence is None)


def _weakened(candidate: Candidate, others: list[Candidate]) -> Candidate:
    (truth, submission), (true, predicted) = candidate.part.sheets, candidate.layouts
    others = [c for c in others if c.choice == candidate.choice and _is_other(c, candidate)]
    best = max(others, key=lambda c: c.weight, default=None)
    if best is None:
        return candidate
    names = normalized(truth.names[true.labels[0]]), normalized(submission.names[predicted.labels[0]])
    is_shared = names[0] == names[1] and predicted.labels != best.layouts[1].labels
    surplus = max(0.0, candidate.weight - best.weight)
    return candidate.shifted(-surplus - 2 * (label_hint(names[0]) < 0 or is_shared))
