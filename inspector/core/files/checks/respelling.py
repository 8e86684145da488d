"""Correct ids and labels that the two files spell differently, in the file that is odd."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, combine_chunks, flags, integers
from inspector.core.arrays.types import Bools, Ints
from inspector.core.files.checks.oddity import Odd, has_form_of, odd_texts
from inspector.core.files.checks.spelling import Respelled, respell, rule_of
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.labels.cell import words
from inspector.core.files.labels.dispatch import read_lists
from inspector.core.files.labels.shape import LabelRequest, Lists
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Fix


def odd_ids(alignment: Alignment, spelling: str | None = None) -> Odd | None:
    """The ids that the files spell differently, by the likeliest spelling or the given one; None if there are none."""
    missing, unknown = alignment.found.entry_of_row < 0, alignment.found.unknown
    if not missing.any() or not len(unknown):
        return None
    given = entry_ids(alignment, 1, unknown)
    return _odd(spelling, given, _only(alignment.ids, missing), _only(alignment.ids, ~missing), distinct=True)


def odd_labels(known: pa.StringArray, predicted: pa.StringArray, spelling: str | None = None) -> Odd | None:
    """The labels that the files spell differently, as `odd_ids`; their indices are into these distinct labels."""
    in_both, in_truth = _are_in(predicted, known), _are_in(known, predicted)
    unknown = np.flatnonzero(~in_both)
    odd = _odd(spelling, _only(predicted, ~in_both), known, _only(known, in_truth), distinct=False)
    if odd is None:
        return None
    right = odd.submission
    return Odd(odd.truth, Respelled(right.spelling, unknown[right.at], right.of, right.texts))


def _odd(
    spelling: str | None, unknown: pa.StringArray, known: pa.StringArray, common: pa.StringArray, *, distinct: bool
) -> Odd | None:
    right = respell(unknown, known, distinct=distinct, name=spelling)
    return None if right is None else odd_texts(right, unknown, common)


def spelling_fix(kind: str, odd: Odd, which: int) -> Fix | None:
    """The repair of the `ids` or `labels` of one file, None if that file is right."""
    right, other = odd[which], ("submission", "truth")[which]
    if not len(right):
        return None
    name, words = f"{kind}-{right.spelling.name}", f"{right.spelling.words.format(other)} in the {kind}"
    if which == 0:
        name, words = f"truth-{name}", f"{words} of the truth, while it is read"
    return Fix(name, words, len(right), kind)


def corrected_ids(alignment: Alignment, spelling: str, which: int) -> Patch:
    """The patch of the ids that a spelling corrects in one file.

    Ids that the other file lacks are corrected in the same way, or the file would have ids of two kinds.
    """
    odd, entries = odd_ids(alignment, spelling), alignment.entries[which]
    if odd is None or not len(odd[which]):
        return Patch()
    right = odd[which]
    alone = (np.flatnonzero(alignment.found.entry_of_row < 0), alignment.found.unknown)[which]
    spelled = entry_ids(alignment, which, alone)
    new = dict(zip(right.at.tolist(), right.texts.to_pylist(), strict=True))
    new |= _likewise(right, spelled, new)
    texts = {record: text for at, text in new.items() for record in entries.records(int(alone[at]))}
    return Patch(_id_cells(alignment, which, texts))


def _id_cells(alignment: Alignment, which: int, ids: Mapping[int, str]) -> dict[int, Texts]:
    """The cells that the new ids of some records change."""
    sheet, found = alignment.sheets[which], dict[int, Texts]()
    for column, cells in alignment.layouts[which].id_cells(pa.array(ids.values(), pa.string())).items():
        new = dict(zip(ids, cells.to_pylist(), strict=True))
        found[column] = Texts.of({at: text for at, text in new.items() if str(sheet.columns[column][at]) != text})
    return found


def entry_ids(alignment: Alignment, which: int, entries: Ints) -> pa.StringArray:
    """The ids of some entries of one file."""
    ids = (alignment.ids, alignment.submission_ids)[which].take(integers(entries))
    return combine_chunks(ids) if isinstance(ids, pa.ChunkedArray) else ids


def _likewise(right: Respelled, spelled: pa.StringArray, new: Mapping[int, str]) -> dict[int, str]:
    """The other texts, by index, as the rule has them that explains all corrections."""
    rule = rule_of([(str(spelled[at]), text) for at, text in new.items()])
    if rule is None:
        return {}
    others = np.flatnonzero(~has_form_of(right.spelling.name, spelled, right.texts))
    taken, found = {*spelled.to_pylist(), *right.texts.to_pylist()}, dict[int, str]()
    for at in others.tolist():
        text = rule(str(spelled[at]))
        if at not in new and text not in taken:
            found[at] = text
            taken.add(text)
    return found


def corrected_labels(alignment: Alignment, spelling: str, which: int) -> tuple[Patch, Mapping[str, str]]:
    """The patch of the labels that a spelling corrects in one file, and the new text of each of these labels."""
    labels = scored_labels(alignment)
    odd = odd_labels(*labels, spelling)
    if odd is None:
        return Patch(), {}
    right = odd[which]
    corrected = dict(zip(labels[which].take(integers(right.at)).to_pylist(), right.texts.to_pylist(), strict=True))
    layout, sheet = alignment.layouts[which], alignment.sheets[which]
    if layout.shape == "wide":
        labels_of = zip(layout.labels, layout.names_of(sheet), strict=True)
        headers = {
            i: sheet.names[i].strip().replace(name, corrected[name]) for i, name in labels_of if name in corrected
        }
        return Patch(names=headers), corrected
    return Patch(_respelled(alignment, which, corrected)), corrected


def scored_labels(alignment: Alignment) -> tuple[pa.StringArray, pa.StringArray]:
    """The distinct labels of the truth, and those predicted for its ids."""
    truth = all_lists(alignment, 0)
    layout, requested = alignment.layouts[1], alignment.found.entry_of_row
    submission, entries = alignment.submission, alignment.entries[1]
    predicted = read_lists(LabelRequest(submission, layout, entries, requested, truth))
    return truth.names.unique(), predicted.names.unique()


def all_lists(alignment: Alignment, which: int) -> Lists:
    """All lists of one file; of the submission, also those of unknown ids."""
    truth = None if which == 0 else all_lists(alignment, 0)
    entries, layout, sheet = alignment.entries[which], alignment.layouts[which], alignment.sheets[which]
    return read_lists(LabelRequest(sheet, layout, entries, np.arange(len(entries)), truth))


def _respelled(alignment: Alignment, which: int, corrected: Mapping[str, str]) -> dict[int, Texts]:
    """The cells that contain corrected labels."""
    sheet, lists = alignment.sheets[which], all_lists(alignment, which)
    columns = {column: enumerate(sheet.columns[column].to_pylist()) for column in alignment.layouts[which].labels}
    return {
        column: Texts.of({record: new for record, old in cells if (new := _cell(old, lists, corrected)) != old})
        for column, cells in columns.items()
    }


def _cell(text: str, lists: Lists, corrected: Mapping[str, str]) -> str:
    if lists.literal is not None:
        labels = lists.literal.split(pa.array([text], pa.string()))[1].to_pylist()
        right = [corrected.get(label, label) for label in labels]
        return text if right == labels else lists.literal.write(right)
    if lists.grammar is None:
        label = text.strip()
        return text.replace(label, corrected[label]) if label in corrected else text
    separator, sign = lists.grammar.separator, lists.grammar.sign
    pieces = words(text, separator)
    if sign is not None and sign != separator:
        halves = [piece.rpartition(sign) if sign in piece else (piece, "", "") for piece in pieces]
        right = [f"{corrected.get(label, label)}{between}{value}" for label, between, value in halves]
    else:
        step = 1 if sign is None else 2
        right = [corrected.get(piece, piece) if index % step == 0 else piece for index, piece in enumerate(pieces)]
    return text if right == pieces else separator.join(right)


def _are_in(texts: pa.StringArray, others: pa.StringArray) -> Bools:
    return flags(pc.is_in(texts, value_set=others))


def _only(texts: pa.StringArray, kept: Bools) -> pa.StringArray:
    return texts.filter(booleans(kept))
