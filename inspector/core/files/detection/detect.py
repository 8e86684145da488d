"""Choose how two files are read: the candidate for which most evidence speaks, or a question if two are close."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from inspector.core.arrays.arrow import combine_chunks, numbers
from inspector.core.errors import InputError
from inspector.core.files.detection.evidence import Evidence, Reader, split_hint
from inspector.core.files.detection.ids import IdChoice, alike, id_choices, may_match
from inspector.core.files.detection.layouts import layout_choices
from inspector.core.files.detection.part import Part, duplicates, part_of, rows_together, uniqueness
from inspector.core.files.detection.side import LayoutChoice, Side, words_of
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.match import repeats
from inspector.core.files.options import Options
from inspector.core.files.schema.layout import Layout, id_texts
from inspector.core.files.schema.names import is_weight, label_hint, normalized

# Candidates whose weights differ by less are both shown to the user.
CLOSE = 0.25
# As long as no label is in common, only names can tell.
_FAR = 0.5
# What ids and labels have in common does not tell which of them are the ids.
_EXCHANGED = 1.0
_FEWEST_ROWS, _ENOUGH_ROWS = 5, 20
_LARGE = 100_000
_FEW_IDS, _MANY_IDS = 4, 40
_SURE_MATCH = 0.9
_ALIKE, _MORE_ALIKE = 0.5, 0.3
_HITS = 0.1
_APART = 0.5
# Standard deviations that are no evidence, and the most that an order counts.
_CHANCE, _MOST_ORDER = 1.8, 0.6


@dataclass(frozen=True, eq=False)
class Candidate:
    """One way to read both files. matched: share of ids that match, in a part of the files."""

    layouts: tuple[Layout, Layout]
    choice: IdChoice
    part: Part
    reader: Reader
    evidence: Evidence
    prior: float

    @property
    def weight(self) -> float:
        """How much speaks for the candidate: ids that match, labels in common, and names."""
        return 3 * self.part.matched + self.evidence.weight + self.prior

    @property
    def is_one_file(self) -> bool:
        """Whether one file holds both truth and predictions."""
        return self.part.sheets[0] is self.part.sheets[1]

    def reads_like(self, other: Candidate) -> bool:
        """Whether both read the same ids, truth and predictions; the ids of one file with both only name its rows."""
        if self.is_one_file and all(
            a == replace(b, ids=a.ids) for a, b in zip(self.layouts, other.layouts, strict=True)
        ):
            return not any(found.records for found in (*self.part.repeats, *other.part.repeats))
        if [layout.ids for layout in self.layouts] != [layout.ids for layout in other.layouts]:
            return False
        sides = zip(self.layouts, other.layouts, strict=True)
        return all(self.reader.lists(i, a) == self.reader.lists(i, b) for i, (a, b) in enumerate(sides))


@dataclass(frozen=True)
class Detected:
    """The candidates, best first; empty if the files have no id in common."""

    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        """The candidate for which most speaks."""
        return self.candidates[0]

    @cached_property
    def rivals(self) -> tuple[Candidate, ...]:
        """Candidates that read otherwise and are close to the best."""
        if not self.candidates:
            return ()
        best = self.best
        # A few rows are no evidence; names have to do.
        rows = min(1.0, max(0, best.part.rows - _FEWEST_ROWS) / _ENOUGH_ROWS)
        margin = rows * (CLOSE if best.evidence.is_any else _FAR)
        near = [
            other
            for other in self.candidates[1:]
            if best.weight - other.weight < (max(margin, rows * _EXCHANGED) if _repeat_both(best, other) else margin)
        ]
        if not best.evidence.is_any:
            near = [other for other in near if _differs_in_columns(best, other)]
        return tuple(other for other in near if not best.reads_like(other))


def _exchanges(one: Candidate, other: Candidate) -> bool:
    """Whether the ids of one are the labels of the other, in both files: then the same ids and labels match."""
    sides = zip(one.layouts, other.layouts, strict=True)
    return all(a.ids == b.labels and a.labels == b.ids for a, b in sides)


def _repeat_both(one: Candidate, other: Candidate) -> bool:
    """Whether ids and labels are exchanged, and predictions repeat both, so that it cannot be a mistake in either."""
    return _exchanges(one, other) and all(candidate.part.repeats[1].are_intended for candidate in (one, other))


def _differs_in_columns(one: Candidate, other: Candidate) -> bool:
    return any(a.ids != b.ids or a.labels != b.labels for a, b in zip(one.layouts, other.layouts, strict=True))


def detect(truth: Sheet, submission: Sheet, options: Options) -> Detected:
    """Enumerate and weigh the ways to read both files. Raises InputError for options that do not apply to them."""
    errors: list[InputError] = []
    choices = id_choices(truth, submission, options)
    parts = _parts(truth, submission, choices)
    found = [candidate for choice, part in parts for candidate in _of(choice, part, options, errors)]
    if errors and not found:
        raise replace(errors[0], file=errors[0].file or submission.name)
    # Columns other than the likeliest are the ids only if labels are then in common.
    found = [c for c in found if c.evidence.is_any or c.choice == choices[0]]
    found = _with_directions_settled(_without_all_right(found), submission)
    return Detected(tuple(sorted(found, key=lambda candidate: -candidate.weight)))


def likeliest_ids(truth: Sheet, submission: Sheet, options: Options) -> IdChoice:
    """The id columns by name and place, for files without an id in common."""
    return id_choices(truth, submission, options)[0]


def _parts(truth: Sheet, submission: Sheet, choices: Sequence[IdChoice]) -> Iterator[tuple[IdChoice, Part]]:
    """The parts of both files under possible id columns; few of them for large files."""
    is_large = max(len(truth), len(submission)) > _LARGE
    likely = [choice for choice in choices if choice is choices[0] or may_match(truth, submission, choice)]
    for choice in likely[: _FEW_IDS if is_large else _MANY_IDS]:
        part = part_of(truth, submission, (choice.truth, choice.submission))
        if choice is choices[0] and alike(truth, submission, choice) >= max(_ALIKE, part.matched + _MORE_ALIKE):
            if part.matched:
                yield choice, part
            return  # the ids are written differently, which can be repaired
        if part.matched:
            yield choice, part
        if is_large and part.matched > _SURE_MATCH and not part.repeats[1].records:
            return


def _of(choice: IdChoice, part: Part, options: Options, errors: list[InputError]) -> Iterator[Candidate]:
    """The candidates under some id columns; errors: takes what makes others unreadable."""
    truth, submission = part.sheets
    reader = Reader(part)
    sides = (
        Side(truth, choice.truth, part.repeats[0], options, True, submission, words_of(submission)),
        Side(submission, choice.submission, part.repeats[1], options, False, truth, words_of(truth)),
    )
    prior = choice.prior + uniqueness(part)
    submitted = layout_choices(sides[1])
    for true in layout_choices(sides[0]):
        for predicted in submitted:
            if truth is submission and {*true.layout.labels} & {*predicted.layout.labels}:
                continue
            layouts = true.layout, predicted.layout
            try:
                order = _order_prior(reader, sides[1], layouts)
                evidence = reader.evidence(true.layout, predicted.layout if order is None else _unordered(layouts[1]))
            except InputError as error:
                errors.append(error)
                continue
            total = (
                prior
                + rows_together(part, layouts)
                + true.prior
                + predicted.prior
                + _split_prior(part, layouts)
                + _grade_prior(true, evidence)
                + (order or 0.0)
            )
            if truth is submission and evidence.longer_truth:
                total -= 1.5  # more labels are predicted than are right, not fewer
            yield Candidate(layouts, choice, part, reader, evidence, total - duplicates(part, layouts))


def _split_prior(part: Part, layouts: tuple[Layout, Layout]) -> float:
    """What the look of cells says about how they are split; it decides only where labels in common do not."""
    cells = [
        part.sheets[which].columns[layout.labels[0]].to_pylist()
        for which, layout in enumerate(layouts)
        if layout.shape == "list" and layout.separator is not None
    ]
    hints = [split_hint([cell for column in cells for cell in column], sign) for sign in _signs(layouts, cells)]
    return sum(hints)


def _signs(layouts: tuple[Layout, Layout], cells: list[list[str]]) -> list[str]:
    split = [layout.separator for layout in layouts if layout.shape == "list" and layout.separator is not None]
    return [sign for sign, column in zip(split, cells, strict=True) if any(sign in cell.strip() for cell in column)]


def _order_prior(reader: Reader, side: Side, layouts: tuple[Layout, Layout]) -> float | None:
    """What speaks for a column that may order the labels of a long submission, although its name does not say so.

    Any column does by chance; in its order right labels have to come first far more clearly than without it.
    """
    column = layouts[1].confidence
    if layouts[1].shape != "long" or column is None or side.given_weight is not None or is_weight(side.name(column)):
        return None
    without = max(0.0, reader.ordered(layouts[0], _unordered(layouts[1])))
    return min(_MOST_ORDER, max(0.0, (reader.ordered(*layouts) - without - _CHANCE) / 4))


def _unordered(layout: Layout) -> Layout:
    return replace(layout, confidence=None)


def _grade_prior(true: LayoutChoice, evidence: Evidence) -> float:
    """A column of whole numbers is relevance if what is predicted first has higher ones."""
    if true.layout.shape != "long" or true.layout.confidence is None:
        return 0.0
    return max(-0.5, min(0.5, 2 * (evidence.graded - 0.2)))


def _with_directions_settled(found: list[Candidate], submission: Sheet) -> list[Candidate]:
    """Weigh readings that exchange ids and labels by what can tell them apart, if predictions repeat both.

    Labels known in one direction are ids that match in the other, and that ids of the truth are unique says nothing.
    That the rows of an id stand together tells, if names do not say otherwise.
    """
    pairs = [(a, b) for a, b in combinations(found, 2) if _exchanges(a, b)]
    columns = {candidate.layouts[1].ids for pair in pairs for candidate in pair}
    repeated = {ids for ids in columns if _repeats(submission, ids)}
    weight = {id(candidate): candidate.weight for candidate in found}
    for pair in pairs:
        worse, better = sorted(pair, key=lambda candidate: rows_together(candidate.part, candidate.layouts))
        ahead = rows_together(better.part, better.layouts) - rows_together(worse.part, worse.layouts)
        if ahead >= _APART and {candidate.layouts[1].ids for candidate in pair} <= repeated:
            ahead = max(0.0, ahead + better.choice.prior - worse.choice.prior)
            weight[id(worse)] = min(weight[id(worse)], weight[id(better)] - ahead)
    return [replace(c, prior=c.prior + weight[id(c)] - c.weight) for c in found]


def _repeats(sheet: Sheet, ids: tuple[int, ...]) -> bool:
    """Whether so many rows of the whole file share an id that it is no mistake."""
    coded = combine_chunks(id_texts(sheet, Layout(ids, ()))).dictionary_encode()
    return repeats(numbers(coded.indices).astype(np.int64)).are_intended


def _without_all_right(found: list[Candidate]) -> list[Candidate]:
    """Weaken truths that have all that is predicted, if another column of the truth has hits, too.

    They may list what could be predicted, or be a column that both files share, so they are not better than the other.
    """
    others = [c for c in found if not c.evidence.all_right and min(c.evidence.lift, c.evidence.sure) > _HITS]
    return [_weakened(c, others) if c.evidence.all_right else c for c in found]


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
    return replace(candidate, prior=candidate.prior - surplus - 2 * (label_hint(names[0]) < 0 or is_shared))
