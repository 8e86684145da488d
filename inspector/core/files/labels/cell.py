"""Parse and write cells with several labels, with or without confidences."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, integers, is_text, numbers, text, texts
from inspector.core.arrays.offsets import indices_of, offsets_of
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Floats, Ints, cumulative_count, repeat_chunked
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.separator import SEPARATORS, separator_name
from inspector.core.files.schema.contents import NUMBER, to_numbers

# What stands between a label and its confidence where that is not the separator.
SIGNS = (":", "=", "@", "^")
# Where both are in cells of their own, and are typed, pasted or copied together.
BESIDE = ":"
_SAMPLE = 1000
_CELLS_A_PART = 1 << 18
_MOSTLY, _HALF = 0.95, 0.5
_DECIMAL = "[.eE]"


@dataclass(frozen=True)
class Grammar:
    """The separator between labels, and what stands between a label and its confidence, None without confidences.

    As a rule that is the separator, as in `cat 0.9 dog 0.1`; else it is one of SIGNS, as in `cat:0.9 dog:0.1`.
    """

    separator: str = " "
    sign: str | None = None

    def __str__(self) -> str:
        words = f"separated by {separator_name(self.separator)}"
        if self.sign is None:
            return words
        return f"{words}, each followed by {'' if self.sign == self.separator else f'{self.sign!r} and '}a confidence"

    def split(self, cells: pa.Array) -> tuple[Ints, pa.StringArray, Floats | None]:
        """Split cells into offsets int64 (n + 1,), the concatenated labels and their confidences.

        Repeated separators count once. A missing or invalid confidence is NaN.
        """
        offsets, tokens = split(cells, self.separator)
        if self.sign is None:
            return offsets, tokens, None
        if self.sign != self.separator:
            labels, values = _parts(tokens, self.sign)
            return offsets, labels, to_numbers(values)
        lengths = np.diff(offsets)
        index = indices_of(lengths)
        at = np.flatnonzero(index % 2 == 0)
        last = at + 1 >= repeat_chunked(offsets[1:], lengths)[at]
        halves = offsets_of((lengths + 1) // 2)
        confidence = np.full(len(at), np.nan)
        confidence[~last] = to_numbers(tokens.take(integers(at[~last] + 1)))
        return halves, tokens.take(integers(at)), confidence

    def write(self, prediction: Prediction, typed: tuple[int, str] | None = None) -> str:
        """Write a prediction as a cell. typed: the index of a confidence, and its text as it is typed so far."""
        if self.sign is None or prediction.confidence is None:
            return self.separator.join(prediction.labels)
        values = [*map(repr, prediction.confidence)]
        if typed is not None:
            values[typed[0]] = typed[1]
        parts = zip(prediction.labels, values, strict=True)
        return self.separator.join(f"{label}{self.sign}{value}" for label, value in parts)

    def span(self, prediction: Prediction, rank: int) -> tuple[int, int] | None:
        """Where the label at a rank, from 0, begins and ends in the cell that is written; None for no label."""
        if rank >= len(prediction):
            return None
        before = Prediction(prediction.labels[:rank], prediction.confidence and prediction.confidence[:rank])
        start = len(self.write(before)) + (len(self.separator) if rank else 0)
        return start, start + len(prediction.labels[rank])

    def read(self, text: str) -> Prediction:
        """Parse a typed prediction. Raises InputError for a confidence that is not a number."""
        parts = words(text, self.separator)
        if self.sign is None:
            return Prediction(tuple(parts))
        if self.sign != self.separator:
            halves = [part.rpartition(self.sign) for part in parts]
            parts = [half for label, sign, value in halves for half in ((label, value) if sign else (value,))]
        return Prediction(tuple(parts[::2]), tuple(_confidence(parts, index) for index in range(1, len(parts) + 1, 2)))

    def refuse(self, prediction: Prediction) -> None:
        """Raise InputError for a label that cannot be written with this grammar and read back."""
        for label in prediction.labels:
            validate_label(label, self.separator)


def confidence_sign(cells: pa.Array, separator: str, truth_labels: pa.Array | None) -> str | None:
    """What stands between labels and their confidences in nearly all filled cells, as in `Grammar`; None for neither.

    truth_labels: None for the truth itself, in which a sign before a number is part of a label, as in 01:23.45. A
    number that is one of them does not count as a confidence.
    """
    offsets, tokens = split(cells, separator)
    if _alternate(offsets, tokens, texts([]) if truth_labels is None else truth_labels):
        return separator
    if truth_labels is None:
        return None
    return next((sign for sign in SIGNS if _are_scored(tokens, sign, truth_labels)), None)


def _alternate(offsets: Ints, tokens: pa.StringArray, truth_labels: pa.Array) -> bool:
    """Whether every second word is a number."""
    lengths = np.diff(offsets)
    even = (lengths > 0) & (lengths % 2 == 0)
    if not even.any() or even.sum() < _MOSTLY * (lengths > 0).sum():
        return False
    seconds = tokens.take(integers(np.flatnonzero(indices_of(lengths) % 2 == 1)))
    # Labels are often integers, confidences hardly ever.
    if flags(pc.match_substring_regex(seconds, _DECIMAL)).mean() < _HALF:
        return False
    numeric = flags(pc.match_substring_regex(seconds, NUMBER)) & ~flags(pc.is_in(seconds, value_set=truth_labels))
    return bool(numeric.mean() >= _MOSTLY)


def _are_scored(tokens: pa.StringArray, sign: str, truth_labels: pa.Array) -> bool:
    """Whether a sign and a number stand behind the label in nearly all words; in most, if these are true labels."""
    if not len(tokens) or flags(pc.match_substring(tokens, sign)).mean() < _HALF:
        return False
    labels, values = _parts(tokens, sign)
    is_scored = flags(pc.match_substring_regex(values, NUMBER)) & (numbers(pc.binary_length(labels)) > 0)
    share, is_known = is_scored.mean(), flags(pc.is_in(labels, value_set=truth_labels))
    if share < _HALF or (is_scored & flags(pc.is_in(tokens, value_set=truth_labels))).any():
        return False
    if share < _MOSTLY and not (is_scored & is_known).any():
        return False
    # Whole numbers may be part of a label, as in 12:30, but not if the label is known without them.
    are_decimal = flags(pc.match_substring_regex(values, _DECIMAL)).mean() >= _HALF * share
    return bool(are_decimal or is_known.any())


def _parts(tokens: pa.StringArray, sign: str) -> tuple[pa.StringArray, pa.StringArray]:
    """The texts before and behind the last sign in each word; of a word without it, itself and nothing."""
    pieces = pc.split_pattern(tokens, sign, max_splits=1, reverse=True)
    starts, flat = numbers(pieces.offsets)[: len(tokens)].astype(np.int64), pieces.flatten()
    has_value = numbers(pc.list_value_length(pieces)) > 1
    labels, values = flat.take(integers(starts)), flat.take(integers(starts + has_value))
    return labels, values if has_value.all() else pc.if_else(booleans(has_value), values, text(""))


def guess_separator(cells: pa.ChunkedArray) -> str:
    """Guess the separator: the one in more than half of the cells that contain any, else a space."""
    sample = cells.slice(0, _SAMPLE).to_pylist()
    with_any = sum(any(separator in cell for separator in SEPARATORS) for cell in sample)
    for separator in [separator for separator in SEPARATORS if separator != " "]:
        count = sum(separator in cell for cell in sample)
        if count and count * 2 > with_any:
            return separator
    return " "


def split(cells: pa.Array, separator: str) -> tuple[Ints, pa.StringArray]:
    """Split cells into offsets int64 (n + 1,) and the concatenated words. Repeated separators count once."""
    parts = [cells.slice(low, _CELLS_A_PART) for low in range(0, max(1, len(cells)), _CELLS_A_PART)]
    done = parallel_map(lambda part: split_piece(part, separator), parts)
    if len(done) == 1:
        return done[0]
    return join([offsets for offsets, _ in done]), pa.concat_arrays([tokens for _, tokens in done])


def split_piece(cells: pa.Array, separator: str) -> tuple[Ints, pa.StringArray]:
    """Like `split`, in a single pass without threads."""
    lists = pc.split_pattern(cells, separator)
    offsets = numbers(lists.offsets).astype(np.int64)
    tokens = lists.flatten() if separator == " " else pc.utf8_trim_whitespace(lists.flatten())
    filled = numbers(pc.binary_length(tokens)) > 0
    if filled.all():
        return offsets - offsets[0], tokens
    before = cumulative_count(filled)
    return before[offsets - offsets[0]], tokens.filter(booleans(filled))


def join(pieces: Sequence[Ints]) -> Ints:
    """Concatenate the offsets of pieces, each starting at 0; int64."""
    joined, at, start = np.empty(1 + sum(len(piece) - 1 for piece in pieces), np.int64), 0, 0
    for piece in pieces:
        np.add(piece[:-1], start, out=joined[at : at + len(piece) - 1])
        at, start = at + len(piece) - 1, start + int(piece[-1])
    joined[at] = start
    return joined


def words(text: str, separator: str) -> list[str]:
    """Split a typed text into words, as `split` does for the cells of a file."""
    return [word for piece in text.split(separator) if (word := piece if separator == " " else piece.strip())]


def to_number(text: str) -> float:
    """Parse a typed confidence. Raises InputError if it is not a number."""
    if not re.match(NUMBER, text.strip()):
        raise InputError(f"the confidence {shorten(text)} is not a number", expected="a number such as 0.637822")
    return float(text)


def validate_label(label: str, separator: str) -> None:
    """Raise InputError for a label that cannot be written with this separator, NUL for none, and read back."""
    if not label:
        raise InputError("a label cannot be empty", hint="Remove it from the list")
    trimmed = separator != " " and label != label.strip()
    if separator in label or trimmed or any(char in label for char in "\n\r\0") or not is_text(label):
        parts = "no line break" + (f", no separator ({separator_name(separator)})" if separator != "\0" else "")
        message = f"the label {shorten(label)} cannot be written to this file"
        raise InputError(message, expected=f"{parts} and no blank at either end")


def refuse_repeated(labels: Sequence[str], message: str, expected: str) -> None:
    """Raise InputError with this message if a label is there more than once."""
    label, times = next(iter(Counter(labels).most_common(1)), ("", 0))
    if times > 1:
        found, hint = f"{shorten(label)} {times} times", "Take out all but one of them"
        raise InputError(message, found=found, expected=expected, hint=hint)


def _confidence(parts: list[str], index: int) -> float:
    if index >= len(parts):
        raise InputError(f"the label {shorten(parts[-1])} has no confidence", expected="label and confidence in turn")
    return to_number(parts[index])
