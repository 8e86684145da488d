"""A part of both files: all records of some ids, on which candidate readings are tried."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, numbers, take_ascending
from inspector.core.arrays.parallel import parallel_map, spans
from inspector.core.arrays.types import Bools, Floats, Ints
from inspector.core.files.detection.ids.choices import IdChoice, alike, may_match
from inspector.core.files.detection.ids.columns import named_ids
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.match import repeats
from inspector.core.files.numbers.cells import meant_numbers
from inspector.core.files.schema.layout import Layout, Repeats, id_texts
from inspector.core.files.schema.names import normalized

# So many ids, from so many places of a file, are enough to judge a reading.
_IDS, _PLACES, _MOST_RECORDS = 240, 6, 20_000
# The truth's labels are known from so many more of its records.
_KNOWN_RECORDS = 6_000
# Ids looked up at a time.
_AT_ONCE = 1 << 17
_SIGN = "\x1f"
_MANY_BITS = 5
# Of large files, and of others, so many columns are tried as ids.
_LARGE = 100_000
_FEW_IDS, _MANY_IDS = 4, 40
_SURE_MATCH = 0.9
_ALIKE, _MORE_ALIKE = 0.5, 0.3


@dataclass(frozen=True, eq=False)
class Part:
    """The records of some ids that both files have.

    codes: int64, the codes of the records' ids in each file; of_truth, of_submission: share of sampled ids of each file
    that the other one has; sampled: the number of sampled ids of the truth; wide: more records of the truth, to know
    its labels from.
    """

    sheets: tuple[Sheet, Sheet]
    codes: tuple[Ints, Ints]
    of_truth: float
    of_submission: float
    sampled: int
    wide: Sheet

    @property
    def matched(self) -> float:
        """The share of ids that match; either file may cover more than the other."""
        return max(self.of_truth, self.of_submission)

    @property
    def rows(self) -> int:
        """The number of ids."""
        return self.repeats[0].of

    @cached_property
    def repeats(self) -> tuple[Repeats, Repeats]:
        """How the ids repeat in both files."""
        return repeats(self.codes[0]), repeats(self.codes[1])

    def values(self, which: int, column: int) -> Floats:
        """float64 (n,): the numbers of the ids in a column of one file, of the first record of each; NaN for none."""
        codes, numbers_of = self.codes[which], meant_numbers(self.sheets[which].columns[column])
        values = np.full(1 + max(int(found.max(initial=-1)) for found in self.codes), np.nan)
        values[codes[::-1]] = numbers_of[::-1]
        return values

    def known(self, which: int, column: int) -> Floats:
        """float64 (k,): those of these numbers that are not missing."""
        values = self.values(which, column)
        return values[np.isfinite(values)]


def parts_of(truth: Sheet, submission: Sheet, choices: Sequence[IdChoice]) -> Iterator[tuple[IdChoice, Part]]:
    """The parts of both files under possible id columns; few of them for large files."""
    is_large = max(len(truth), len(submission)) > _LARGE
    likely = (choice for choice in choices if choice is choices[0] or may_match(truth, submission, choice))
    for choice in islice(likely, _FEW_IDS if is_large else _MANY_IDS):
        part = part_of(truth, submission, choice)
        if part.matched:
            yield choice, part
        enough = max(_ALIKE, part.matched + _MORE_ALIKE)
        if choice is choices[0] and enough <= 1 and alike(truth, submission, choice) >= enough:
            return  # the ids are written differently, which can be repaired
        is_sure = part.matched > _SURE_MATCH and not part.repeats[1].records
        if is_sure and (is_large or _are_surely_ids(part, (truth, submission), choice)):
            return


def _are_surely_ids(part: Part, files: tuple[Sheet, Sheet], choice: IdChoice) -> bool:
    """Whether no other column need be tried: of a wide file that would take minutes.

    Either both files call these columns alike and have the same ids, or no other column has the name of ids.
    """
    columns = choice.truth, choice.submission
    if [*map(named_ids, files)] == [[these] for these in columns]:
        return True
    names = [[normalized(file.names[i]) for i in these] for file, these in zip(files, columns, strict=True)]
    is_same = min(part.of_truth, part.of_submission) > _SURE_MATCH and not part.repeats[0].records
    return is_same and names[0] == names[1]


def part_of(truth: Sheet, submission: Sheet, choice: IdChoice) -> Part:
    """The records of some ids, which are in the chosen columns."""
    columns = _ids(truth, choice.truth, choice.sign), _ids(submission, choice.submission, choice.sign)
    samples = [_sample(column) for column in columns]
    values = pa.concat_arrays(samples).unique()
    found = [_found(columns[0], values)]
    found.append(found[0] if columns[0].equals(columns[1]) else _found(columns[1], values))
    counts = [np.bincount(codes, minlength=len(values)) for _, codes in found]
    both = (counts[0] > 0) & (counts[1] > 0)
    shares = [_share(both, sample, values) for sample in samples]
    chosen = np.zeros(len(values), bool)
    chosen[_few(np.flatnonzero(both), np.maximum(*counts))] = True
    (known, true), (given, predicted) = ((records[chosen[codes]], codes[chosen[codes]]) for records, codes in found)
    first = _rows(truth, known)
    sheets = first, first if truth is submission else _rows(submission, given)
    wide = _rows(truth, _spread(len(truth), _KNOWN_RECORDS))
    return Part(sheets, (true, predicted), shares[0], shares[1], len(samples[0]), wide)


def _ids(sheet: Sheet, columns: tuple[int, ...], sign: str | None) -> pa.ChunkedArray:
    return id_texts(sheet, Layout(columns, (), id_sign=sign or _SIGN))


def _sample(ids: pa.ChunkedArray) -> pa.StringArray:
    """Some distinct ids, without blank ones."""
    sample = take_ascending(ids, _spread(len(ids), _IDS)).unique()
    return sample.filter(booleans(numbers(pc.binary_length(sample)) > 0))


def _found(column: pa.ChunkedArray, values: pa.StringArray) -> tuple[Ints, Ints]:
    """int64, int64: the records whose ids are among some values, and the index of each of their ids."""

    def find(span: tuple[int, int]) -> tuple[Ints, Ints]:
        index = pc.index_in(column.slice(*span), value_set=values).combine_chunks()
        at = np.flatnonzero(flags(index.is_valid()))
        return at + span[0], numbers(index.drop_null()).astype(np.int64)

    found = parallel_map(find, spans(len(column), _AT_ONCE))
    records, codes = zip(*found, strict=True) if found else ([], [])
    return np.concatenate([np.zeros(0, np.int64), *records]), np.concatenate([np.zeros(0, np.int64), *codes])


def _share(both: Bools, sample: pa.StringArray, values: pa.StringArray) -> float:
    """The share of a sample that both files have."""
    index = numbers(pc.index_in(sample, value_set=values))
    return float(both[index].mean()) if len(index) else 0.0


def _few(values: Ints, counts: Ints) -> Ints:
    """As many of the values as have not too many records; counts: of the records of each value."""
    return values[: max(1, int(np.searchsorted(np.cumsum(counts[values]), _MOST_RECORDS)))]


def _rows(sheet: Sheet, records: Ints) -> Sheet:
    if len(records) == len(sheet):
        return sheet
    return replace(
        sheet, columns=tuple(pa.chunked_array([take_ascending(column, records)]) for column in sheet.columns)
    )


def _spread(count: int, most: int) -> Ints:
    """int64, ascending: all, or runs of neighbours in several places."""
    if count <= most:
        return np.arange(count)
    run = most // _PLACES
    return np.concatenate([np.arange(run) + start for start in np.linspace(0, count - run, _PLACES).astype(np.int64)])


def uniqueness(part: Part) -> float:
    """Ids are unique, at least in one file, and there are many of them."""
    truth, submission = part.repeats
    many = min(1.0, math.log2(max(1, part.rows)) / _MANY_BITS)
    return 2.0 * (not truth.records) + 1.2 * (not submission.records) + 1.5 * many


def rows_together(part: Part, layouts: tuple[Layout, Layout]) -> float:
    """The rows of an id stand together in most long files, those of a label hardly ever."""
    sides = zip(layouts, part.codes, part.repeats, strict=True)
    repeating = [(codes, found) for layout, codes, found in sides if layout.shape == "long" and found.records]
    return sum(float((np.diff(codes) == 0).sum()) / found.records for codes, found in repeating)


def duplicates(part: Part, layouts: tuple[Layout, Layout]) -> float:
    """What speaks against a reading in which ids repeat although each should stand once."""
    sides = zip(layouts, part.repeats, strict=True)
    return float(sum(layout.shape != "long" and found.are_intended for layout, found in sides))
