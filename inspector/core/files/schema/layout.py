"""Detect the role of each column of a file: ids, labels, confidences, ranks and the host's usage split."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, integers, texts
from inspector.core.data.usage import USAGES
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.options import Options
from inspector.core.files.schema.contents import are_probabilities, has_single_labels, is_numeric, no_yes

_SAMPLE = 1000
_WEIGHT = re.compile(r"(.*[_ ])?(conf|confs|confidences?|scores?|probs?|probability|probabilities|similarity)")
_GRADE = re.compile(r"(.*[_ ])?(rel|relevance|grade|gain)")
_RANK = re.compile(r"(.*[_ ])?(rank|ranking|position|pos|order)")
_TRUTH = re.compile(r"(.*[_ ])?(true|truth|actual|gold|target|ground_truth|expected|y)")
_PREDICTED = re.compile(r"(.*[_ ])?(pred|preds|predicted|predictions?|submission|output|y_pred|y_hat)")
_NAMED = re.compile(r".*(label|target|pred|class|tags|truth|answer).*")
_MIN_REPEATED_SHARE = 0.1
_MIN_REPEATS = 20


@dataclass(frozen=True)
class Repeats:
    """How a file's ids repeat. records: how many repeat an id; ids: how many ids are repeated; of: how many ids."""

    records: int
    ids: int
    of: int

    @property
    def are_intended(self) -> bool:
        """Whether there are too many repeats for a mistake, so that the file is long: one row per label."""
        many = self.records >= _MIN_REPEATED_SHARE * (self.records + self.of)
        return many and (self.records >= _MIN_REPEATS or (self.ids > 1 and 2 * self.ids >= self.of))


@dataclass(frozen=True)
class Layout:
    """The shape of a file and the index of each column by role.

    shape: a key of SHAPES; labels: one column, or one per label if wide, one per rank if slots; confidence: confidences
    or relevance grades; usage: the host's Public/Private split; no_yes: how a wide file writes wrong and right labels.
    """

    id: int
    labels: tuple[int, ...]
    shape: str = "list"
    confidence: int | None = None
    rank: int | None = None
    usage: int | None = None
    no_yes: tuple[str, str] = ("0", "1")

    @property
    def used(self) -> set[int | None]:
        """The columns used for scoring."""
        return {self.id, *self.labels, self.confidence, self.rank}


def ids_by_name(truth: Sheet, submission: Sheet, options: Options) -> tuple[int, int]:
    """The id columns set in the options, else the first column name in common, else the first columns."""
    if options.names_ids:
        in_truth, in_submission = options.id_column, options.submission_id_column or options.id_column
        guess = (0, 0) if in_truth and in_submission else ids_by_name(truth, submission, Options())
        return (
            find_column(truth, in_truth) if in_truth else guess[0],
            find_column(submission, in_submission) if in_submission else guess[1],
        )
    if truth.roles or submission.roles:
        return _first(truth), _first(submission)
    names = [normalized(name) for name in submission.names]
    truth_names = [normalized(name) for name in truth.names]
    # The label columns may share a name while the id columns do not.
    shared = (
        (t, names.index(name))
        for t, name in enumerate(truth_names)
        if name in names and not is_index(name) and not _names_labels(name)
    )
    return next(shared, (_first(truth), _first(submission)))


def ids_by_content(truth: Sheet, submission: Sheet) -> tuple[int, int]:
    """The pair of columns with the most common values, for a sample of the truth."""
    # Prefer columns with distinct values: the label columns share values too, but repeat them.
    pairs = list(product(_distinct(truth), _distinct(submission)))
    pairs = pairs or list(product(range(len(truth.names)), range(len(submission.names))))
    pairs = [pair for pair in pairs if not _are_labels(truth, submission, *pair)]
    return max(
        pairs or [(_first(truth), _first(submission))], key=lambda pair: _shared_values(truth, submission, *pair)
    )


def detect_layout(
    sheet: Sheet, id_column: int, other: Sheet, repeats: Repeats, options: Options, *, is_truth: bool
) -> Layout:
    """Detect the layout of a file whose id column is known."""
    if sheet.roles is not None:
        return Layout(sheet.roles.id, (sheet.roles.label,), "long", sheet.roles.score, sheet.roles.rank)
    usage = _usage(sheet) if is_truth else None
    named = options.truth_column if is_truth else options.submission_column
    shape, rest = options.shape_of(is_truth), _rest(sheet, {id_column, usage})
    wide = _wide(sheet, rest, other) if named is None and shape in (None, "wide") else ()
    if wide or shape == "wide":
        labels = wide or tuple(rest)
        return Layout(id_column, labels, "wide", usage=usage, no_yes=no_yes(sheet, labels))
    if shape == "slots":
        return Layout(id_column, tuple(rest), "slots", usage=usage)
    label = find_column(sheet, named) if named is not None else _label(sheet, rest, id_column, other, is_truth)
    free = [i for i in rest if i != label]
    weight = _weight(sheet, free, options, is_truth)
    rank = next((i for i in free if _RANK.fullmatch(normalized(sheet.names[i])) and is_numeric(sheet, i)), None)
    if shape is None:
        # A rank or score column is as good evidence for a long file as many repeats.
        intended = repeats.are_intended or (repeats.records > 0 and (rank is not None or weight is not None))
        shape = "long" if intended and has_single_labels(sheet, label) else "list"
    if shape == "groups":
        return Layout(id_column, (label,), "groups", usage=usage)
    if shape == "list":
        return Layout(id_column, (label,), "list", None if is_truth else weight, usage=usage)
    return Layout(id_column, (label,), "long", weight, rank, usage)


def find_column(sheet: Sheet, name: str) -> int:
    """The index of a column by name. Raises InputError listing the existing columns."""
    names = list(sheet.names) if name in sheet.names else [normalized(n) for n in sheet.names]
    key = name if name in sheet.names else normalized(name)
    if key not in names:
        expected = "one of " + ", ".join(map(shorten, sheet.names))
        raise InputError(f"there is no column {shorten(name)}", sheet.name, 1, expected=expected)
    return names.index(key)


def holds_both(sheet: Sheet, options: Options) -> bool:
    """Whether one file has columns of true and of predicted labels, by name or by the options."""
    named = options.truth_column, options.submission_column
    if all(named):
        return named[0] != named[1]
    return len(sheet.names) > 2 and (any(named) or any(_PREDICTED.fullmatch(normalized(name)) for name in sheet.names))


def names_both(sheet: Sheet) -> bool:
    """Whether the column names alone identify a column of true and one of predicted labels."""
    names = [normalized(name) for name in sheet.names]
    predicted = {name for name in names if _PREDICTED.fullmatch(name)}
    return bool(predicted) and any(_TRUTH.fullmatch(name) for name in names if name not in predicted)


def normalized(name: str) -> str:
    """Normalize a column name: no surrounding white space, case-folded."""
    return name.strip().casefold()


def is_index(name: str) -> bool:
    """Whether a normalized name is that of a saved DataFrame index."""
    return name in ("", "index", "level_0", "__index_level_0__") or name.startswith("unnamed:")


def _first(sheet: Sheet) -> int:
    """The first column that is not a saved index."""
    return next((i for i, name in enumerate(sheet.names) if not is_index(normalized(name))), 0)


def _rest(sheet: Sheet, taken: set[int | None]) -> list[int]:
    rest = [i for i, name in enumerate(sheet.names) if i not in taken and not is_index(normalized(name))]
    return rest or [i for i in range(len(sheet.names)) if i not in taken]


def _distinct(sheet: Sheet) -> list[int]:
    """The columns whose values are all distinct."""
    return [i for i, column in enumerate(sheet.columns) if pc.count_distinct(column).as_py() == len(column)]


def _are_labels(truth: Sheet, submission: Sheet, t: int, s: int) -> bool:
    """Whether two columns must be the labels: by name, or because both files have only one column besides the ids."""
    name, sheets = normalized(truth.names[t]), (truth, submission)
    is_only = all(len(_rest(sheet, {_first(sheet)})) == 1 for sheet in sheets) and t != _first(truth)
    return name == normalized(submission.names[s]) and (is_only or _names_labels(name))


def _names_labels(name: str) -> bool:
    return not name.endswith("id") and _NAMED.fullmatch(name) is not None


def _shared_values(truth: Sheet, submission: Sheet, t: int, s: int) -> int:
    sample = truth.columns[t].take(integers(np.arange(0, len(truth), max(1, len(truth) // _SAMPLE))))
    return int(pc.sum(pc.is_in(sample, value_set=combine_chunks(submission.columns[s]))).as_py() or 0)


def _label(sheet: Sheet, rest: list[int], id_column: int, other: Sheet, is_truth: bool) -> int:
    """The label column by name, else the first column that is not an id."""
    names = {i: normalized(sheet.names[i]) for i in rest}
    if sheet is other:
        role, other_role = (_TRUTH, _PREDICTED) if is_truth else (_PREDICTED, _TRUTH)
        matching = [i for i in rest if role.fullmatch(names[i]) and not other_role.fullmatch(names[i])]
        excluded = [i for i in rest if other_role.fullmatch(names[i])]
        left = [i for i in rest if i not in excluded] or rest
        return matching[0] if matching else left[0 if is_truth else -1]
    shared = [normalized(name) for name in other.names if normalized(name) != normalized(sheet.names[id_column])]
    candidates = [i for i in rest if not _is_auxiliary(names[i])] or rest
    return next((i for i in candidates if names[i] in shared), candidates[0])


def _is_auxiliary(name: str) -> bool:
    """Whether a name is that of a confidence or rank column."""
    return any(pattern.fullmatch(name) for pattern in (_WEIGHT, _RANK))


def _weight(sheet: Sheet, free: list[int], options: Options, is_truth: bool) -> int | None:
    if options.confidence_column is not None and not is_truth:
        return find_column(sheet, options.confidence_column)
    pattern = _GRADE if is_truth else _WEIGHT
    return next((i for i in free if pattern.fullmatch(normalized(sheet.names[i])) and is_numeric(sheet, i)), None)


def _usage(sheet: Sheet) -> int | None:
    """The column of the host's split: named so, with at least one known value in the first rows."""
    for i, name in enumerate(sheet.names):
        if normalized(name) in ("usage", "split"):
            cells = pc.utf8_lower(pc.utf8_trim_whitespace(sheet.columns[i].slice(0, _SAMPLE)))
            if pc.any(pc.is_in(cells, value_set=texts(USAGES))).as_py():
                return i
    return None


def _wide(sheet: Sheet, rest: list[int], other: Sheet) -> tuple[int, ...]:
    """The label columns of a wide file, one per label; empty if the file is not wide."""
    if any(_NAMED.fullmatch(normalized(sheet.names[i])) or _is_auxiliary(normalized(sheet.names[i])) for i in rest):
        return ()
    found = tuple(i for i in rest if are_probabilities(sheet, i))
    both = {normalized(name) for name in other.names}
    if len(found) < len(rest):
        found = tuple(i for i in found if normalized(sheet.names[i]) in both)
    return found if len(found) > 1 else ()
