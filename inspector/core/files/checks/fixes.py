"""The repairs of a submission, each as a patch of the file."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import combine_chunks, integers
from inspector.core.errors import InputError, shorten
from inspector.core.files.checks.pair import is_swapped
from inspector.core.files.checks.spelling import SPELLINGS, respell_as, rule_of
from inspector.core.files.detection.ids import is_index_column
from inspector.core.files.formats import columnar
from inspector.core.files.formats.detect import read_source
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels import literal
from inspector.core.files.labels.cell import Grammar, words
from inspector.core.files.labels.dispatch import read_lists
from inspector.core.files.labels.shape import LabelRequest, Lists
from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.matching.match import repeated
from inspector.core.files.schema.names import normalized


def repaired(alignment: Alignment, name: str) -> Sheet:
    """The submission after a repair, by name. Raises InputError for an unknown or inapplicable repair."""
    return rewritten(alignment, repair(alignment, name))


def repair(alignment: Alignment, name: str) -> Patch:
    """The patch of a repair, by name. Raises InputError for an unknown repair."""
    if name not in FIXES:
        raise InputError(f"unknown repair {shorten(name)}", expected=" | ".join(FIXES))
    return FIXES[name](alignment)


def rewritten(alignment: Alignment, changes: Patch) -> Sheet:
    """The patched submission. Raises InputError if the format does not support the changes."""
    sheet = alignment.submission
    if sheet is alignment.truth:
        raise InputError("a file with both truth and predictions cannot be repaired", sheet.name)
    if sheet.source is None:
        return columnar.with_changes(sheet, changes)
    with tempfile.TemporaryFile() as content:
        content.writelines(sheet.syntax.write(sheet, changes))
        content.flush()
        return read_source(sheet.source.with_content(content))


def _submitted(alignment: Alignment) -> Lists:
    """All lists of the submission, including those of unknown ids."""
    return _lists(alignment, 1, _true(alignment))


def _true(alignment: Alignment) -> Lists:
    """All lists of the truth."""
    return _lists(alignment, 0, None)


def _lists(alignment: Alignment, which: int, truth: Lists | None) -> Lists:
    sheet, entries = (alignment.truth, alignment.submission)[which], alignment.entries[which]
    layout, requested = alignment.layouts[which], np.arange(len(entries))
    return read_lists(LabelRequest(sheet, layout, entries, requested, truth))


def _ids(spelling: str) -> Callable[[Alignment], Patch]:
    def changes(alignment: Alignment) -> Patch:
        found, (_, entries) = alignment.found, alignment.entries
        unknown = combine_chunks(alignment.submission_ids.take(integers(found.unknown)))
        missing = alignment.ids.take(integers(np.flatnonzero(found.entry_of_row < 0)))
        right = respell_as(spelling, unknown, missing, distinct=True)
        layout, spelled = alignment.layouts[1], unknown.to_pylist()
        corrected = dict(zip(right.at.tolist(), right.texts.to_pylist(), strict=True))
        # Apply the same correction to ids that are not in the truth.
        rule, taken = rule_of([(spelled[at], text) for at, text in corrected.items()]), {*corrected.values(), *spelled}
        for index, text in enumerate(spelled):
            if rule is not None and index not in corrected and rule(text) not in taken:
                corrected[index] = rule(text)
        texts = ((int(found.unknown[index]), text) for index, text in corrected.items())
        new = {record: text for entry, text in texts for record in entries.records(entry)}
        cells = layout.id_cells(pa.array(new.values(), pa.string())).items()
        return Patch({column: Texts.of(dict(zip(new, part.to_pylist(), strict=True))) for column, part in cells})

    return changes


def _labels(spelling: str) -> Callable[[Alignment], Patch]:
    def changes(alignment: Alignment) -> Patch:
        lists, known = _submitted(alignment), _true(alignment).names.unique()
        unknown = lists.names.unique()
        unknown = unknown.filter(pa.compute.invert(pa.compute.is_in(unknown, value_set=known)))
        right = respell_as(spelling, unknown, known, distinct=False)
        corrected = dict(zip(unknown.take(integers(right.at)).to_pylist(), right.texts.to_pylist(), strict=True))
        if alignment.layouts[1].shape == "wide":
            names = {i: alignment.submission.names[i].strip() for i in alignment.layouts[1].labels}
            return Patch(names={i: corrected[name] for i, name in names.items() if name in corrected})
        return Patch(_respelled(alignment, lists, corrected))

    return changes


def _respelled(alignment: Alignment, lists: Lists, corrected: Mapping[str, str]) -> dict[int, Texts]:
    """The cells that contain corrected labels."""
    return {column: _respelled_column(alignment, column, lists, corrected) for column in alignment.layouts[1].labels}


def _respelled_column(alignment: Alignment, column: int, lists: Lists, corrected: Mapping[str, str]) -> Texts:
    cells = dict[int, str]()
    for record, text in enumerate(alignment.submission.columns[column].to_pylist()):
        right = _cell(text, lists, corrected)
        if right != text:
            cells[record] = right
    return Texts.of(cells)


def _cell(text: str, lists: Lists, corrected: Mapping[str, str]) -> str:
    if lists.literal is not None:
        labels = literal.split(pa.chunked_array([[text]]).chunk(0))[1].to_pylist()
        right = [corrected.get(label, label) for label in labels]
        return text if right == labels else literal.write(right, lists.literal)
    if lists.grammar is None:
        return corrected.get(text, text)
    pieces = words(text, lists.grammar.separator)
    step = 2 if lists.grammar.pairs else 1
    right = [corrected.get(piece, piece) if index % step == 0 else piece for index, piece in enumerate(pieces)]
    return text if right == pieces else lists.grammar.separator.join(right)


def _fill_missing(alignment: Alignment) -> Patch:
    missing = alignment.ids.take(integers(np.flatnonzero(alignment.found.entry_of_row < 0)))
    return Patch(appended=alignment.layouts[1].id_cells(missing))


def _drop_unknown(alignment: Alignment) -> Patch:
    entries = alignment.entries[1]
    return Patch(dropped=np.sort(entries.all_records(alignment.found.unknown)[1]))


def _keep_first(alignment: Alignment) -> Patch:
    return Patch(dropped=repeated(alignment.entries[1].codes))


def _drop_index(alignment: Alignment) -> Patch:
    sheet = alignment.submission
    return Patch(columns=tuple(i for i in range(len(sheet.names)) if not is_index_column(sheet, i)))


def _header(alignment: Alignment) -> Patch:
    """Rename and reorder the columns as in the truth; columns that the truth lacks go last."""
    expected = {normalized(name): name for name in alignment.truth.names}
    names = alignment.submission.names
    renamed = {
        i: expected[normalized(name)] for i, name in enumerate(names) if expected.get(normalized(name), name) != name
    }
    order = {normalized(name): index for index, name in enumerate(alignment.truth.names)}
    columns = tuple(sorted(range(len(names)), key=lambda i: order.get(normalized(names[i]), len(order))))
    return Patch(names=renamed, columns=columns)


def _swap_columns(alignment: Alignment) -> Patch:
    """Swap the id and label columns and their names, so that the header stays the same."""
    if not is_swapped(alignment):
        return Patch()
    names, (a, b) = alignment.submission.names, (alignment.layouts[1].id, alignment.layouts[1].labels[0])
    swap = {a: b, b: a}
    return Patch(names={a: names[b], b: names[a]}, columns=tuple(swap.get(i, i) for i in range(len(names))))


def _delimiter(_: Alignment) -> Patch:
    return Patch(delimiter=",")


def _separator(alignment: Alignment) -> Patch:
    """Separate labels as the truth does."""
    expected = _true(alignment).grammar or Grammar()
    grammar = _submitted(alignment).grammar
    layout, cells = alignment.layouts[1], dict[int, Texts]()
    for column in (layout.labels[0], layout.confidence):
        if column is not None and grammar is not None:
            numbered = enumerate(alignment.submission.columns[column].to_pylist())
            separated = [(record, text) for record, text in numbered if grammar.separator in text.strip()]
            right = {record: expected.separator.join(words(text, grammar.separator)) for record, text in separated}
            cells[column] = Texts.of(right)
    return Patch(cells)


def _drop_bom(_: Alignment) -> Patch:
    return Patch(drop_bom=True)


FIXES: dict[str, Callable[[Alignment], Patch]] = {
    **{f"ids-{name}": _ids(name) for name in SPELLINGS},
    **{f"labels-{name}": _labels(name) for name in SPELLINGS},
    "fill-missing": _fill_missing,
    "drop-unknown": _drop_unknown,
    "keep-first": _keep_first,
    "drop-index": _drop_index,
    "header": _header,
    "swap-columns": _swap_columns,
    "delimiter": _delimiter,
    "separator": _separator,
    "drop-bom": _drop_bom,
}
