"""Choose how two files are read: the candidate for which most evidence speaks, or a question if two are close."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from inspector.core.data.kind import LABELS, NUMBERS
from inspector.core.errors import InputError
from inspector.core.files.detection.candidate import Candidate, are_rather_classes
from inspector.core.files.detection.comparison import compared
from inspector.core.files.detection.evidence import HITS
from inspector.core.files.detection.ids.choices import IdChoice, id_choices
from inspector.core.files.detection.layouts import layout_choices
from inspector.core.files.detection.numbers.answers import no_probabilities
from inspector.core.files.detection.numbers.choices import follows_exactly, no_numbers, number_choices
from inspector.core.files.detection.part import Part, parts_of
from inspector.core.files.detection.reader import Reader
from inspector.core.files.detection.side import LayoutChoice, Side
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.dispatch import kind_of
from inspector.core.files.options import Options
from inspector.core.files.schema.layout import Layout
from inspector.core.files.schema.names import (
    id_hint,
    is_beside,
    is_predicted,
    is_probability,
    is_true,
    label_hint,
    names_both,
    normalized,
)

# Candidates whose weights differ by less are both shown to the user.
CLOSE = 0.25
# As long as no label is in common, only names can tell.
_FAR = 0.5
# Two readings that exchange ids and labels have as much in common, so that one has to be further ahead of the other.
_EXCHANGED = 1.0
_FEWEST_ROWS, _ENOUGH_ROWS = 5, 20
# The share of labels in common from which a reading is sure.
_SURELY = 0.9


@dataclass(frozen=True)
class Detected:
    """The candidates, best first; empty if the files have no id in common."""

    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        """The candidate for which most speaks."""
        return self.candidates[0]

    @property
    def weight(self) -> float:
        """How much speaks for the best candidate, 0 without any."""
        return self.best.weight if self.candidates else 0.0

    @cached_property
    def rivals(self) -> tuple[Candidate, ...]:
        """Candidates that read otherwise and are close to the best."""
        if len(self.candidates) < 2:
            return ()
        best = self.best
        # A few rows are no evidence; names have to do.
        rows = min(1.0, max(0, best.part.rows - _FEWEST_ROWS) / _ENOUGH_ROWS)
        margin = rows * (CLOSE if best.evidence.is_any else _FAR)
        near = [
            other
            for other in self.candidates[1:]
            if best.weight - other.weight < (max(margin, rows * _EXCHANGED) if _repeat_both(best, other) else margin)
            or _are_both_sure(best, other)
            or _are_of_two_models(best, other)
        ]
        if not best.evidence.is_any:
            near = [other for other in near if best.differs_in_columns(other)]
        return tuple(other for other in near if not best.reads_like(other))


def _are_of_two_models(best: Candidate, other: Candidate) -> bool:
    """Whether two columns are named as predictions and both follow the same truth, neither as the answers to it."""
    (true, predicted), (again, instead) = best.layouts, other.layouts
    columns = [*predicted.labels, *instead.labels]
    if (true.ids, true.labels) != (again.ids, again.labels) or len(columns) != 2 or predicted.used & {*instead.labels}:
        return False
    names = [normalized(best.part.sheets[1].names[column]) for column in columns]
    are_alike = all(map(is_predicted, names)) and label_hint(names[0]) == label_hint(names[1])
    follow = min(best.evidence.sure, other.evidence.sure) > HITS
    return are_alike and follow and not any(map(best.side.is_no_or_yes, columns))


def _repeat_both(one: Candidate, other: Candidate) -> bool:
    """Whether ids and labels are exchanged, and predictions repeat both, so that it cannot be a mistake in either.

    Where the ids of one are the labels of the other, in both files, the same ids and labels match.
    """
    sides = zip(one.layouts, other.layouts, strict=True)
    are_exchanged = all(a.ids == b.labels and a.labels == b.ids for a, b in sides)
    return are_exchanged and all(candidate.part.repeats[1].are_intended for candidate in (one, other))


def _are_both_sure(best: Candidate, other: Candidate) -> bool:
    """Whether predictions follow the labels of either by no chance, and only how closely tells them apart."""
    read, instead = ([layout.used for layout in one.layouts] for one in (best, other))
    if best.kind is not other.kind or read == instead:
        return False
    if not (best.kind.names_labels or follows_exactly(best.part, best.layouts)):
        return False
    ahead = best.prior + best.evidence.shared - other.prior - other.evidence.shared
    return min(best.evidence.sure, other.evidence.sure) > _SURELY and ahead < CLOSE


def detect(truth: Sheet, submission: Sheet, options: Options, known: Layout | None = None) -> Detected:
    """Enumerate and weigh the ways to read both files. Raises InputError for options that do not apply to them.

    known: the layout of the truth, where it was read before.
    """
    choices = id_choices(truth, submission, options)
    if known is not None:
        choices = [choice for choice in choices if choice.truth == known.ids]
    parts = [*parts_of(truth, submission, choices)]
    found = _found(parts, choices, submission, options, known)
    has_ids = any(choice == choices[0] for choice, _ in parts)
    if options.else_any and has_ids:
        options = replace(options, kind=None, else_any=False)
        others = _found(parts, choices, submission, options, known)
        found = others if not found or (others and are_rather_classes(others, found)) else found
    if has_ids and not found and _held(options, known) == NUMBERS.words:
        raise no_numbers(truth, submission)
    if len(found) > 1:
        found = sorted(compared(found, submission), key=lambda candidate: -candidate.weight)
    return Detected(tuple(found))


def _found(
    parts: Sequence[tuple[IdChoice, Part]],
    choices: Sequence[IdChoice],
    submission: Sheet,
    options: Options,
    known: Layout | None,
) -> list[Candidate]:
    """The candidates that can be read."""
    found = [candidate for choice, part in parts for candidate in _candidates(choice, part, options, known)]
    # Columns other than the likeliest are the ids only if labels are then in common, or numbers near; so is that one
    # where a file seems to have no ids but the numbers of its rows.
    sure = None if any(choice.counts_rows for choice in choices) else choices[0]
    found = _of_named_predictions(_with_a_name(found, options), options)
    readable = _with_both_names(_readable(found, submission), options)
    return [c for c in readable if c.choice == sure or c.tells_ids]


def _is_of_predictions(name: str) -> bool:
    return is_predicted(name) or is_probability(name)


def _named(found: list[Candidate], options: Options) -> list[tuple[Candidate, int]]:
    """Candidates of one file that names truth and prediction, each with how many of the two it reads; else none."""
    if not found or not found[0].is_one_file or options.names_labels or not names_both(found[0].part.sheets[0]):
        return []
    names = [*map(normalized, found[0].part.sheets[0].names)]
    are_true = {i for i, name in enumerate(names) if is_true(name)}
    are_predicted = {i for i, name in enumerate(names) if _is_of_predictions(name)}
    sides = are_true, are_predicted
    return [
        (c, sum(not one.isdisjoint(layout.labels) for one, layout in zip(sides, c.layouts, strict=True))) for c in found
    ]


def _with_a_name(found: list[Candidate], options: Options) -> list[Candidate]:
    """Without those of one file that read no column named as true or predicted, if it has both: features are alike."""
    return [c for c, read in _named(found, options) if read] or found


def _of_named_predictions(found: list[Candidate], options: Options) -> list[Candidate]:
    """Those of one file whose labels are in a column named as predicted, if it has any: no feature is predicted then.

    Columns of numbers stay, as those of probabilities have the names of classes.
    """
    if not found or not found[0].is_one_file or options.names_labels:
        return found
    names = enumerate(map(normalized, found[0].part.sheets[0].names))
    named = {i for i, name in names if _is_of_predictions(name) and not (id_hint(name) > 0 or is_beside(name))}
    return [c for c in found if _are_numbers(c) or named & c.layouts[1].used - {*c.layouts[1].ids}] if named else found


def _are_numbers(one: Candidate) -> bool:
    return not one.kind.names_labels or one.layouts[1].shape == "wide"


def _with_both_names(found: list[Candidate], options: Options) -> list[Candidate]:
    """Those of one file that read a true and a predicted column by name, if any can: features may follow each other."""
    named = [c for c, read in _named(found, options) if read > 1]
    return named if any(c.evidence.is_any or not c.kind.names_labels for c in named) else found


def _readable(found: list[Candidate], submission: Sheet) -> list[Candidate]:
    """The candidates whose cells can be read so; a single one is not tried. Raises InputError if none can be read."""
    if len(found) < 2:
        return found
    errors, readable = list[InputError](), list[Candidate]()
    for candidate in found:
        try:
            if candidate.evidence:
                readable.append(candidate)
        except InputError as error:
            errors.append(error)
    if errors and not readable:
        raise replace(errors[0], file=errors[0].file or submission.name)
    return readable


def _candidates(choice: IdChoice, part: Part, options: Options, known: Layout | None) -> Iterator[Candidate]:
    """The candidates under some id columns."""
    truth, submission = part.sheets
    reader = Reader(part)
    sides = (
        Side(truth, choice.truth, part.repeats[0], options, True, submission, choice.submission),
        Side(submission, choice.submission, part.repeats[1], options, False, truth, choice.truth),
    )
    held = _held(options, known)
    submitted = [] if held == NUMBERS.words else layout_choices(sides[1])
    if choice.counts_rows:  # the number of a row may stand beside what is predicted for it, and beside no list of ids
        submitted = [predicted for predicted in submitted if predicted.layout.shape == "wide"]
    true_ones = [LayoutChoice(known, 0.0)] if known else layout_choices(sides[0]) if submitted else []
    explicit = held == NUMBERS.words
    # Answers beside the probabilities that they were made from are labels where labels are wanted, and nothing else.
    others = frozenset[int]() if held == LABELS.words else no_probabilities(*sides, part)
    told = sides[0], replace(sides[1], left_out=others)
    of_numbers = [] if held == LABELS.words else [*number_choices(*told, part, submitted, known, explicit=explicit)]
    asked = {true.layout.labels for true, _ in of_numbers}
    targets = {frozenset(true.layout.labels) for true, _ in of_numbers if len(true.layout.labels) > 1}
    for true, predicted in product(true_ones, submitted):
        is_apart = truth is not submission or not {*true.layout.labels} & {*predicted.layout.labels}
        is_answer = true.layout.labels in asked and {*predicted.layout.labels} <= others
        if is_apart and not is_answer and not _are_targets(true.layout, predicted.layout, targets):
            yield Candidate(choice, reader, sides[1], true, _without_truth(predicted, true, sides))
    for true, predicted in of_numbers:
        yield Candidate(choice, reader, sides[1], true, predicted)


def _are_targets(true: Layout, predicted: Layout, targets: Set[frozenset[int]]) -> bool:
    """Whether both have a column for each label that is a target by itself; targets: the columns of the truth."""
    return true.shape == predicted.shape == "wide" and frozenset(true.labels) in targets


def _without_truth(predicted: LayoutChoice, true: LayoutChoice, sides: tuple[Side, Side]) -> LayoutChoice:
    """The predictions without confidences that are the true labels, as a `score` may be that stands beside them."""
    column = predicted.layout.confidence
    if column is None or sides[1].given_weight is not None:
        return predicted
    is_true = sides[1].name(column) in {sides[0].name(label) for label in true.layout.labels}
    return replace(predicted, layout=replace(predicted.layout, confidence=None)) if is_true else predicted


def _held(options: Options, known: Layout | None) -> str | None:
    """What the files are known to hold, the words of a kind; None to detect it."""
    return options.held if known is None else kind_of(known).words
