"""One wish for many rows at once: label lists in, label lists out. Knows neither windows nor files.

As everywhere, a place keeps its confidence when another label takes it; a label that is taken out takes its own along;
a place that is new gets the last confidence of its row, or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.offsets import indices_of, offsets_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.types import Codes, Ints, repeat_chunked
from inspector.core.data.edits import Edit
from inspector.core.data.prediction import UNHEARD_OF, Prediction
from inspector.core.edits.normalize import normalize_for_file
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files import refuse_prediction
from inspector.core.metrics.hits import members


@dataclass(frozen=True)
class BulkEdit:
    """What is to be done to rows. kind: a key of KINDS; label, other: label texts; rank, other_rank: from 1."""

    kind: str
    label: str = ""
    other: str = ""
    rank: int = 1
    other_rank: int = 2


@dataclass(frozen=True)
class Kind:
    """A kind of bulk edit: its menu text, the fields that it takes, and its name for the undo menu."""

    title: str
    takes: tuple[str, ...]
    done: str


KINDS: Mapping[str, Kind] = {
    "put_first": Kind("Put a label first", ("label",), "put {label} first"),
    "append": Kind("Add a label at the end", ("label",), "add {label}"),
    "remove": Kind("Remove a label", ("label",), "remove {label}"),
    "replace": Kind("Replace a label", ("label", "other"), "replace {label} by {other}"),
    "truncate": Kind("Keep only the first labels", ("rank",), "keep the first {rank}"),
    "swap": Kind("Swap two ranks", ("rank", "other_rank"), "swap ranks {rank} and {other_rank}"),
    "truth_first": Kind("Put the truth first", (), "put the truth first"),
    "unrepeat": Kind("Remove repeats", (), "remove repeats"),
    "clear": Kind("Clear", (), "clear"),
}


def plan(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit, code_of: Callable[[str], int]) -> Edit:
    """The edit that a wish makes of some rows, each named once; rows that it leaves as they are drop out of it.

    code_of: gives each label of the wish its code. Raises InputError for what the file could not hold.
    """
    refuse(evaluation, bulk_edit)
    codes = {field: code_of(getattr(bulk_edit, field)) for field in _labels_of(bulk_edit)}
    rows = np.sort(rows)
    after = _without_blanks(_fulfilled(bulk_edit, evaluation.predictions(rows), evaluation.table.truth, rows, codes))
    named = {code: getattr(bulk_edit, field) for field, code in codes.items()}
    rows, after = normalize_for_file(
        evaluation, rows, after, lambda code: named.get(code) or evaluation.table.vocab.text(code)
    )
    name = KINDS[bulk_edit.kind].done.format(**vars(bulk_edit))
    where = evaluation.table.id(int(rows[0])) if len(rows) == 1 else f"{len(rows):,} rows"
    return Edit(rows, after, f"{name} in {where}")


def refuse(evaluation: Evaluation, bulk_edit: BulkEdit) -> None:
    """Raise InputError for a label that the file could not hold."""
    for field in _labels_of(bulk_edit):
        refuse_prediction(evaluation.pair.submission, Prediction((getattr(bulk_edit, field),)))


def _labels_of(bulk_edit: BulkEdit) -> list[str]:
    return [field for field in KINDS[bulk_edit.kind].takes if field in ("label", "other")]


def edit(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit) -> Edit:
    """The same, ready to be applied: new labels get their codes."""
    return plan(evaluation, rows, bulk_edit, evaluation.table.vocab.add)


@dataclass(frozen=True)
class BulkPreview:
    """What a wish would do: how many of how many rows it changes, and the overall before and after."""

    changed: int
    rows: int
    before: float
    after: float


def preview(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit) -> BulkPreview:
    """What a wish would do; nothing is changed, not even the vocabulary. Raises InputError as `plan` does."""
    strange: dict[str, int] = {}
    planned = plan(evaluation, rows, bulk_edit, lambda text: evaluation.code_for(text, strange))
    before = evaluation.scores.overall
    after = evaluation.preview_edit(planned, strange) if len(planned.rows) else before
    return BulkPreview(len(planned.rows), len(rows), before, after)


def _without_blanks(lists: Ragged) -> Ragged:
    """A label that joins a confidence without a label takes its place."""
    blank = lists.codes == BLANK
    if not blank.any():
        return lists
    return lists.keep(~blank | (repeat_chunked(lists.lengths, lists.lengths) == 1))


def _fulfilled(bulk_edit: BulkEdit, lists: Ragged, truth: Ragged, rows: Ints, codes: Mapping[str, int]) -> Ragged:
    match bulk_edit.kind:
        case "put_first":
            return put_first(lists, np.full(len(lists), codes["label"], np.int32))
        case "append":
            return append(lists, codes["label"])
        case "remove":
            return lists.keep(lists.codes != codes["label"])
        case "replace":
            return replace(lists, codes["label"], codes["other"])
        case "truncate":
            return lists.keep(indices_of(lists.lengths) < bulk_edit.rank)
        case "swap":
            return swap(lists, bulk_edit.rank, bulk_edit.other_rank)
        case "truth_first":
            return put_first(lists, wanted_first(truth.take(rows), lists))
        case "unrepeat":
            return lists.keep(~lists.repeats() | (lists.codes == BLANK))
        case "clear":
            return lists.keep(np.zeros(len(lists.codes), bool))
    raise ValueError(f"there is no kind of wish {bulk_edit.kind!r}")


def put_first(lists: Ragged, first: Codes) -> Ragged:
    """Each list with a code of its own, int32 (n,), in front and nowhere else; a code below 0 leaves it as it is."""
    kept = (lists.codes != repeat_chunked(first, lists.lengths)) | (lists.codes < 0)
    rest = Ragged(lists.offsets, lists.codes).keep(kept)
    return _relabelled(lists, _with_one_more(rest, first, at_end=False))


def append(lists: Ragged, code: int) -> Ragged:
    """Each list that lacks a code with the code behind its last."""
    having = lists.list_of(np.flatnonzero(lists.codes == code))
    last = np.full(len(lists), code, np.int32)
    last[having] = BLANK
    return _relabelled(lists, _with_one_more(Ragged(lists.offsets, lists.codes), last, at_end=True))


def replace(lists: Ragged, code: int, other: int) -> Ragged:
    """The same lists with one code exchanged for another wherever it stands."""
    return Ragged(lists.offsets, np.where(lists.codes == code, np.int32(other), lists.codes), lists.weights)


def swap(lists: Ragged, rank: int, other: int) -> Ragged:
    """The codes at two ranks, from 1, exchanged where a list has both; the weights stay."""
    starts = lists.offsets[:-1][lists.lengths >= max(rank, other)]
    codes, left, right = lists.codes.copy(), starts + rank - 1, starts + other - 1
    codes[left], codes[right] = lists.codes[right], lists.codes[left]
    return Ragged(lists.offsets, codes, lists.weights)


def wanted_first(truth: Ragged, lists: Ragged) -> Codes:
    """int32 (n,): of each truth list the first code that the other list lacks, else its first; -1 where it is empty."""
    first, _ = truth.heads()
    lacking = np.flatnonzero(~members(lists, Ragged(truth.offsets, truth.codes)))
    rows = truth.list_of(lacking)
    rows, earliest = np.unique(rows, return_index=True)
    first = first.copy()
    first[rows] = truth.codes[lacking[earliest]]
    return first


def _with_one_more(lists: Ragged, codes: Codes, *, at_end: bool) -> Ragged:
    """Each list with one code more, in front or at the end; a code below 0 is none."""
    more = codes >= 0
    offsets = offsets_of(lists.lengths + more)
    at = (offsets[1:] - 1 if at_end else offsets[:-1])[more]
    old = np.ones(int(offsets[-1]), bool)
    old[at] = False
    flat = np.empty(len(old), np.int32)
    flat[at], flat[old] = codes[more], lists.codes
    return Ragged(offsets, flat)


def _relabelled(before: Ragged, after: Ragged) -> Ragged:
    """Other codes at the same places, with the weights of the places."""
    return after if before.weights is None else Ragged(after.offsets, after.codes, place_weights(before, after.lengths))


def place_weights(before: Ragged, lengths: Ints) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """float64 (lengths.sum(),): the weights of lists that get other lengths, int64 (n,)."""
    place = indices_of(lengths)
    known = repeat_chunked(before.lengths, lengths)
    at = repeat_chunked(before.offsets[:-1], lengths) + np.minimum(place, known - 1)
    weights = np.full(len(place), UNHEARD_OF)
    if before.weights is not None:
        weights[known > 0] = before.weights[at[known > 0]]
    return weights
