"""The list shape: one record per id, all labels in one cell, confidences in the same or another cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, integers, text, texts
from inspector.core.arrays.offsets import owners_of
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.arrays.text import number_texts
from inspector.core.arrays.types import Floats, Ints, distinct, presence_mask
from inspector.core.data.list_text import joined, list_texts
from inspector.core.data.prediction import Prediction
from inspector.core.data.vocab import Vocab
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.formats.sheet import texts_at
from inspector.core.files.labels.cell import Grammar, confidence_sign, guess_separator
from inspector.core.files.labels.coding import dictionary_encode, encode_words, first_cells
from inspector.core.files.labels.literal import BETWEEN, Literal, literal_of
from inspector.core.files.labels.reading import Reading
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists, Shape
from inspector.core.files.schema.names import is_relevance, normalized

_SAMPLE = 1000
_NEARLY_ALL, _MANY = 0.9, 10
_NESTED = r"(?s)^\s*[\[(]\s*[({].*[)}]\s*,?\s*[\])]\s*$"
_DICT = r"""(?s)^\s*\{\s*('[^']*'|"[^"]*"|\d+)\s*:.*\}\s*$"""
# Lists converted to text at a time.
_LISTS = 1 << 16


class Listed(Shape):
    """The list shape: a list of labels per cell."""

    def lists(self, request: LabelRequest) -> Lists:
        """Read the lists and detect how they are written."""
        sheet, layout, column = request.sheet, request.layout, request.labels
        # Check a sample first: it is nearly always enough to rule a grammar out.
        head = first_cells(column, request.records, _SAMPLE)
        _refuse_nested(request, head)
        literal = None if layout.separator or sheet.separator else literal_of(head)
        if literal is not None:
            return _in_brackets(request, literal)
        separator = layout.separator or sheet.separator or guess_separator(column)
        if (keys := sheet.entries.get(layout.labels[0])) is not None and keys.score:
            return self._pairs(request, texts_at(column, request.records), Grammar(separator, separator))
        if self._sign(request, head, separator) is not None:
            cells = texts_at(column, request.records)
            if (sign := self._sign(request, cells, separator)) is not None:
                return self._pairs(request, cells, Grammar(separator, sign))
        offsets, words, indices = encode_words(column, request.records, separator)
        return Lists(offsets, words, grammar=Grammar(separator), indices=indices)

    def _pairs(self, request: LabelRequest, cells: pa.StringArray, grammar: Grammar) -> Lists:
        offsets, labels, confidences = grammar.split(cells)
        keys = request.sheet.entries.get(request.layout.labels[0])
        is_graded = keys is not None and is_relevance(normalized(keys.score))
        # A submission may be used as the truth; its confidences are then ignored.
        kept = None if request.is_truth and not is_graded else confidences
        are_by_score = keys is not None and keys.are_by_score and not request.is_truth
        if kept is None or not are_by_score or _rise(offsets, kept):
            return Lists(offsets, dictionary_encode(labels), kept, grammar)
        order, moved = _by_score(offsets, kept)
        labels, kept = (labels.take(integers(order)), kept[order]) if len(moved) else (labels, kept)
        return Lists(offsets, dictionary_encode(labels), kept, grammar, moved=moved)

    def changes(self, reading: Reading, edited: Edited) -> Patch:
        """The patch of the label cells, and of the confidence cells if there are any."""
        layout, held, added = reading.layout, edited.held, edited.added
        records = reading.entries.first[held.entries]
        return Patch(
            cells={column: Texts.sorted(records, cells) for column, cells in _cells(reading, held).items()},
            known={column: Texts.sorted(records, cells) for column, cells in layout.id_cells(held.ids).items()},
            appended={
                **layout.id_cells(added.ids),
                **{column: combine_chunks(cells) for column, cells in _cells(reading, added).items()},
            },
        )

    def refuse(self, reading: Reading, prediction: Prediction) -> None:
        """Raise InputError for a label that cannot be written to a cell and read back."""
        reading.grammar.refuse(prediction)
        if reading.literal is not None:
            reading.literal.write(prediction.labels)

    def tie_ranks(self, reading: Reading, labels: Sequence[str]) -> list[int] | None:
        """The same for all: equal scores keep the order of a list; None where lists are not in the order of scores."""
        return [0] * len(labels) if reading.moved is not None else None

    def _sign(self, request: LabelRequest, cells: pa.StringArray, separator: str) -> str | None:
        if request.layout.confidence is not None:
            return None
        return confidence_sign(cells, separator, None if request.truth is None else request.truth.names)


def _in_brackets(request: LabelRequest, literal: Literal) -> Lists:
    """The lists of cells in brackets. Raises InputError with the first line that is no list."""
    cells = texts_at(request.labels, request.records)
    try:
        offsets, labels = literal.split(cells)
    except InputError as error:
        row, broken = literal.find_broken(cells) or (None, error)
        line = None if row is None else request.sheet.line(int(request.records[row]))
        raise replace(broken, file=request.sheet.name, line=line) from None
    return Lists(offsets, dictionary_encode(labels), literal=literal)


def _by_score(offsets: Ints, scores: Floats) -> tuple[Ints, Ints]:
    """int64: the order of the labels of each list by falling score, missing ones last; and the lists not in it."""
    owner = owners_of(np.diff(offsets))
    rest = np.flatnonzero(~((scores[1:] <= scores[:-1]) | (owner[1:] != owner[:-1])))
    order = np.lexsort((-scores, owner)) if len(rest) else np.arange(len(scores))
    return order, distinct(owner[np.flatnonzero(order != np.arange(len(scores)))])


def _rise(offsets: Ints, scores: Floats) -> bool:
    """Whether nearly all of many lists are in the order of rising scores, as distances are, so that it ranks."""
    owner = owners_of(np.diff(offsets))
    rises, falls = scores[1:] > scores[:-1], scores[1:] < scores[:-1]
    rising, falling = (distinct(owner[1:][found & (owner[1:] == owner[:-1])]) for found in (rises, falls))
    only_rising = len(rising) - int(np.isin(rising, falling, assume_unique=True).sum())
    return only_rising >= _MANY and only_rising > _NEARLY_ALL * (only_rising + len(falling))


def _refuse_nested(request: LabelRequest, cells: pa.StringArray) -> None:
    """Raise InputError for lists of tuples or objects, and for objects: their scores would be read as labels."""
    found = cells.filter(pc.match_substring_regex(cells, f"{_NESTED}|{_DICT}"))
    if 2 * len(found) > len(cells):
        raise InputError(
            "the cells hold tuples or objects, not labels",
            request.sheet.name,
            found=shorten(str(found[0])),
            expected="labels alone, each with its confidence as in a:0.9 b:0.8, or a row for each label",
            hint="Or write JSON lines with the same lists, whose objects and pairs are read",
        )


def _cells(reading: Reading, edited: Edited) -> dict[int, pa.ChunkedArray]:
    """The texts of the edited lists by column."""
    lists, labels, confidence = edited.after, reading.layout.labels[0], reading.layout.confidence
    columns: dict[int, list[pa.StringArray]] = {labels: []}
    for low in range(0, len(lists), _LISTS):
        part = lists.take(np.arange(low, min(low + _LISTS, len(lists))))
        columns[labels].append(_lists(reading, part, edited.vocab))
        if confidence is not None and part.weights is not None:
            weights = joined(number_texts(part.weights), part.offsets, reading.grammar.separator)
            columns.setdefault(confidence, []).append(weights)
    return {column: pa.chunked_array(cells, pa.string()) for column, cells in columns.items()}


def _lists(reading: Reading, lists: Ragged, vocab: Vocab) -> pa.StringArray:
    """The texts of lists as label cells."""
    separator = reading.grammar.separator
    if reading.literal is not None:
        used = np.flatnonzero(presence_mask(lists.codes, len(vocab)))
        names = vocab.strings(np.where(used < len(vocab), used, BLANK)).to_pylist()
        words = texts([*map(reading.literal.word, names)])
        number = np.searchsorted(used, np.where(lists.codes < 0, len(vocab), lists.codes))
        inside = joined(words.take(integers(number)), lists.offsets, BETWEEN)
        starts, ends = zip(*map(reading.literal.around, lists.lengths.tolist()), strict=True)
        return pc.binary_join_element_wise(texts(starts), inside, texts(ends), text(""))
    if (sign := reading.grammar.sign) is not None and lists.weights is not None:
        pairs = pc.binary_join_element_wise(vocab.strings(lists.codes), number_texts(lists.weights), text(sign))
        return joined(pairs, lists.offsets, separator)
    return list_texts(vocab, lists, separator)
