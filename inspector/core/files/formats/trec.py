"""TREC files: relevance judgements (qrels) and runs, separated by white space, without a header."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from operator import itemgetter

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags, integers, numbers
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.csv.lines import read_lines, unreadable_line
from inspector.core.files.formats.csv.records import Bytes, Records
from inspector.core.files.formats.patch import Cells, Patch, each_row, row_count
from inspector.core.files.formats.sheet import Roles, Sheet, Syntax
from inspector.core.files.io.limits import CELLS
from inspector.core.files.io.source import Source
from inspector.core.plural import count_of

_QRELS = ("topic", "iteration", "document", "relevance")
_SHORT_QRELS = ("topic", "document", "relevance")
_RUN = ("topic", "Q0", "document", "rank", "score", "tag")
# The second field or the tag is the same in all lines of a run; five numbers as labels of an id look alike otherwise.
_SAME = (_RUN.index("Q0"), _RUN.index("tag"))
_SAMPLE_LINES = 20
# One line in so many may lack a field.
_ODD = 10
_HIGHEST_GRADE = 1000
# So many further lines with too few fields are named.
_NAMED = 3
_BLANKS = np.frombuffer(b" \t\v\f\r", np.uint8)
_NOTHING: tuple[int, Cells] = -1, {}


@dataclass(frozen=True, eq=False)
class Trec(Syntax):
    """Lines of white-space-separated fields; lines whose first field begins with `#` are comments."""

    source: Source
    names: tuple[str, ...]

    @property
    def description(self) -> str:
        """`a TREC run` or `TREC qrels`."""
        return "a TREC run" if self.is_run else "TREC qrels"

    @property
    def is_run(self) -> bool:
        """Whether the file is a run, not qrels."""
        return self.names == _RUN

    def line(self, record: int) -> int:
        """The line, from 1, on which a record begins."""
        with self.source.map() as data:
            starts, _ = self._spans(data)
        return self.source.line(int(starts[record]))

    def text(self, record: int) -> str:
        """The line of a record, its fields a blank apart."""
        with self.source.map() as data:
            starts, ends = self._spans(data)
            line = bytes(data[int(starts[record]) : int(ends[record])])
        return " ".join(line.decode(errors="replace").split())

    def refuse(self, sheet: Sheet, changes: Patch) -> None:
        """Raise InputError for a text with white space."""
        changed = (cells.array for cells in changes.cells.values())
        for cells in chain(changed, changes.inserted.values(), changes.appended.values()):
            odd = cells.filter(pc.match_substring_regex(cells, r"^$|[\s\x01]"))
            for text in odd.slice(0, 1).to_pylist():
                _refuse_blanks(text)

    def write(self, sheet: Sheet, changes: Patch) -> Iterator[bytes]:
        """The patched file; unchanged fields and all white space stay."""
        self.source.raise_if_lost()
        with self.source.map() as data:
            starts, ends = self._spans(data)
            at, dropped, given = 0, {*changes.dropped.tolist()}, changes.cells_by_record()
            upcoming, cells = next(given, _NOTHING)
            after = zip(changes.after.tolist(), each_row(changes.inserted), strict=True)
            new = {record: [cells for _, cells in rows] for record, rows in groupby(after, key=itemgetter(0))}
            for record in changes.touched.tolist():
                start, end = int(starts[record]), int(ends[record])
                yield data[at:start]
                line = data[start:end]
                if record == upcoming:
                    line = _replaced(line, cells)
                    upcoming, cells = next(given, _NOTHING)
                if record not in dropped:
                    yield line
                for row in new.get(record, ()):
                    yield b"\n" + _replaced(line, row)
                at = end if record not in dropped else min(end + 1, len(data))
            yield data[at:]
            if row_count(changes.appended) and data[-1:] != b"\n":
                yield b"\n"
            for cells in each_row(changes.appended):
                yield _replaced(data[int(starts[-1]) : int(ends[-1])], cells) + b"\n"

    def _spans(self, data: Bytes) -> tuple[Ints, Ints]:
        """(starts, ends) of the lines that are read: not those that are blank or comments, also behind blanks."""
        lines = Records.lines(self.source)
        first = np.frombuffer(data, np.uint8)[lines.starts]
        kept = first != ord("#")
        for line in np.flatnonzero(np.isin(first, _BLANKS)).tolist():
            kept[line] = data[int(lines.starts[line]) : int(lines.ends[line])].strip()[:1] not in (b"", b"#")
        return lines.starts[kept], lines.ends[kept]


def looks_like_trec(head: bytes) -> tuple[str, ...] | None:
    """The field names if the first lines are TREC, else None.

    The second field of qrels may be any word, as for trec_eval; some have only three fields. A few odd lines, of which
    the first is not a header, are errors in a file that is TREC.
    """
    texts = [line for line in head.splitlines()[: 2 * _SAMPLE_LINES] if line.strip()[:1] not in (b"", b"#")]
    texts = texts[:_SAMPLE_LINES]
    names = _fields_of(texts)
    if names or not texts or not any(map(_is_number, texts[0].split())):
        return names
    if 2 * sum(_is_of_marked_run(text.split()) for text in texts) > len(texts):
        return _RUN
    return next((names for names in (_RUN, _QRELS) if _are_nearly_all(texts, names)), None)


def _fields_of(texts: list[bytes]) -> tuple[str, ...] | None:
    """The names of the fields that all of these lines have."""
    lines = [line.split() for line in texts]
    if lines and all(map(_is_of_marked_run, lines)):
        return _RUN
    if not lines or _is_delimited(texts):
        return None
    are_six = all(len(line) == len(_RUN) for line in lines)
    if are_six and all(map(_ranks_and_scores, lines)) and any(len({line[at] for line in lines}) == 1 for at in _SAME):
        return _RUN
    names = _QRELS if len(lines[0]) == len(_QRELS) else _SHORT_QRELS
    if names is _SHORT_QRELS and any(b"\t" in line for line in texts):
        return None  # a table without a header, whose last column may be anything
    return names if all(len(line) == len(names) and _is_grade(line[-1]) for line in lines) else None


def _are_nearly_all(texts: list[bytes], names: tuple[str, ...]) -> bool:
    """Whether but few of these lines, all of them with fewer fields, are no lines of one run or of qrels.

    A second field that is the same in all others tells them from lists of labels.
    """
    whole = [text for text in texts if len(text.split()) == len(names)]
    are_short = all(len(text.split()) <= len(names) for text in texts)
    is_same = len({text.split()[1] for text in whole}) == 1
    return are_short and is_same and _ODD * (len(texts) - len(whole)) <= len(texts) and _fields_of(whole) == names


def _is_of_marked_run(line: list[bytes]) -> bool:
    """Whether fields are those of a run after a Q0; there may then be more than six."""
    is_marked = len(line) >= len(_RUN) and line[1].upper() == b"Q0"
    return is_marked and _ranks_and_scores(line)


def _ranks_and_scores(line: list[bytes]) -> bool:
    """Whether fields of a line as of a run are a rank and a score."""
    return re.fullmatch(rb"-?\d+", line[3]) is not None and _is_number(line[4])


def _is_grade(field: bytes) -> bool:
    """Whether a field may be relevance; times and prices are larger numbers."""
    return _is_number(field) and abs(float(field)) <= _HIGHEST_GRADE


def _is_delimited(lines: list[bytes]) -> bool:
    """Whether commas or tabs separate the fields of all lines, or another sign the ids from the rest."""
    tabs = {len(line.split(b"\t")) for line in lines}
    if len(tabs) == 1 and tabs != {1} and any(len(line.split()) not in tabs for line in lines):
        return True
    starts = [line.split()[:2] for line in lines]
    is_same = len({start[-1] for start in starts}) == 1
    if not is_same and any(all(sign in start[0] for start in starts) for sign in (b"|", b";")):
        return True
    commas = {line.count(b",") for line in lines}
    return commas != {0} and len(commas) == 1 and len(lines) > 1


def read_trec(source: Source, names: tuple[str, ...]) -> Sheet:
    """Read a file with these field names. Raises InputError with the first line that has too few fields."""
    syntax = Trec(source, names)
    lists = pc.ascii_split_whitespace(_lines(source, len(names)))
    offsets = numbers(lists.offsets).astype(np.int64)
    _refuse_short(syntax, np.diff(offsets), len(names))
    words = lists.flatten()
    columns = [words.take(integers(offsets[:-1] + i)) for i in range(len(names))]
    label, last = names.index("document"), len(names) - 1
    roles = Roles(0, label, names.index("score"), names.index("rank")) if syntax.is_run else Roles(0, label, last)
    return Sheet(names, tuple(pa.chunked_array([column]) for column in columns), syntax, roles=roles)


def _lines(source: Source, width: int) -> pa.StringArray:
    """Every non-empty line that is not a comment, trimmed."""
    pieces, rows = list[pa.StringArray](), 0
    try:
        for lines in read_lines(source):
            rows += len(lines)
            CELLS.check(rows * width, source.size_on_disk, source.path)
            pieces.append(pc.ascii_trim_whitespace(lines))
    except pa.ArrowInvalid as error:
        raise unreadable_line(source, str(error)) from None
    lines = pa.concat_arrays(pieces)
    kept = ~flags(pc.starts_with(lines, "#")) & (numbers(pc.binary_length(lines)) > 0)
    return lines if kept.all() else lines.filter(booleans(kept))


def _refuse_short(syntax: Trec, counts: Ints, least: int) -> None:
    short = np.flatnonzero(counts < least)
    if len(short):
        record, others = int(short[0]), [f"{syntax.line(int(other)):,}" for other in short[1 : 1 + _NAMED]]
        more = f" and {len(short) - 1 - _NAMED:,} more" if len(short) > 1 + _NAMED else ""
        raise InputError(
            "the line has too few fields",
            syntax.source.path,
            syntax.line(record),
            f"{shorten(syntax.text(record))}, {count_of(int(counts[record]), 'field')}",
            f"the {least} fields of {syntax.description}: {' '.join(syntax.names)}",
            hint=f"Others that have too few: {', '.join(others)}{more}" if others else "",
        )


def _replaced(line: bytes, cells: Cells) -> bytes:
    """The line with new texts in some fields."""
    for column, (start, end) in reversed([*enumerate(field.span() for field in re.finditer(rb"\S+", line))]):
        if column in cells:
            _refuse_blanks(cells[column])
            line = line[:start] + cells[column].encode() + line[end:]
    return line


def _refuse_blanks(text: str) -> None:
    if not text or re.search(r"[\s\x01]", text):
        raise InputError(f"{shorten(text)} cannot be a field of a TREC file", expected="text without white space")


def _is_number(field: bytes) -> bool:
    return re.fullmatch(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", field) is not None
