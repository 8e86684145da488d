"""Patching many records at once, compared with a file built field by field; the rest stays byte for byte."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

from inspector import InputError
from inspector.core.arrays.arrow import texts
from inspector.core.arrays.text import number_texts
from inspector.core.files.formats.csv import block, records
from inspector.core.files.formats.csv.patch import rewrite
from inspector.core.files.formats.csv.records import Records
from inspector.core.files.formats.csv.reformat import restructure
from inspector.core.files.formats.patch import Patch, Texts
from inspector.core.files.io.source import Source

BOM = "\ufeff"
WIDTH = 3


@dataclass(frozen=True)
class Field:
    """A text, and how it is written in the file."""

    text: str
    raw: str


@dataclass(frozen=True)
class Text:
    """A file with its header first; between: the line end, repeated for blank lines."""

    rows: list[list[Field]]
    delimiter: str
    end: str
    blank: bool = False
    final: bool = True
    bom: bool = False

    def write(self) -> bytes:
        between = self.end * (1 + self.blank)
        lines = between.join(self.delimiter.join(field.raw for field in row) for row in self.rows)
        return (BOM * self.bom + lines + self.end * self.final).encode()


def written(text: str, delimiter: str, *, always: bool = False) -> Field:
    demands = any(sign in text for sign in (delimiter, '"', "\n", "\r"))
    return Field(text, '"' + text.replace('"', '""') + '"' if demands or always else text)


@st.composite
def fields(draw: st.DrawFn, delimiter: str, quotes: bool) -> Field:
    text = draw(st.sampled_from(["x", "", "0706", "été", "a b", "x,y", "p;q", "r\ts"]))
    if not quotes:
        return Field(text.replace(delimiter, "_"), text.replace(delimiter, "_"))
    kind = draw(st.sampled_from(["plain", "plain", "quoted", "quoted", "stray", "tail"]))
    if kind == "stray":  # a quote in the middle of a field is text
        return Field('5" ' + text.replace(delimiter, "_"), '5" ' + text.replace(delimiter, "_"))
    if kind == "tail":  # so is text after a closing quote
        return Field(text + "tail", written(text, delimiter, always=True).raw + "tail")
    if kind == "quoted":
        text = "".join(draw(st.lists(st.sampled_from(["x", '"', "\n", "\r\n", "\r", delimiter]), max_size=3)))
    return written(text, delimiter, always=kind == "quoted")


@st.composite
def files(draw: st.DrawFn) -> Text:
    delimiter, quotes = draw(st.sampled_from([",", "\t", ";"])), draw(st.booleans())
    row = st.lists(fields(delimiter, quotes), min_size=WIDTH - 1, max_size=WIDTH - 1)
    ids = [written(f"r{number}", delimiter, always=quotes and draw(st.booleans())) for number in range(9)]
    rows = [[id_, *draw(row)] for id_ in ids[: draw(st.integers(1, 9))]]
    header = [Field(name, name) for name in ("id", "label", "note")]
    end = draw(st.sampled_from(["\n", "\r\n", "\r"]))
    return Text([header, *rows], delimiter, end, *(draw(st.booleans()) for _ in range(3)))


@contextmanager
def opened(content: bytes, cached: int) -> Iterator[Source]:
    """Patch a file in blocks of the given size in bytes."""
    with tempfile.TemporaryDirectory() as name, pytest.MonkeyPatch.context() as patch:
        patch.setattr(block, "_CACHED", cached)
        patch.setattr(records, "_CACHED", cached)
        path = Path(name) / "s.csv"
        path.write_bytes(content)
        yield Source.open(path)


sizes = st.sampled_from([1, 2, 5, 16, 1 << 20])
new_texts = st.sampled_from(["", "new", "naïve", 'two"quotes"', "p,q", "v;w", "t\tu", "one\ntwo"])


@given(files(), sizes)
def test_records_are_found_whatever_is_in_quotes(file: Text, cached: int) -> None:
    content = file.write()
    with opened(content, cached) as source:
        found = Records.scan(source, file.delimiter)
    wanted = [file.delimiter.join(field.raw for field in row).encode() for row in file.rows]
    wanted[0] = (BOM * file.bom).encode() + wanted[0]
    assert [content[a:b] for a, b in zip(found.starts, found.ends, strict=True)] == wanted
    assert found.open_quote is None


@pytest.mark.slow
@given(files(), sizes, st.data())
def test_only_what_is_named_changes(file: Text, cached: int, data: st.DataObject) -> None:
    count, rows = len(file.rows) - 1, [[*row] for row in file.rows]
    places = st.integers(0, count - 1)
    dropped = data.draw(st.sets(places, max_size=count - 1))
    named = data.draw(st.dictionaries(st.tuples(places, st.integers(1, WIDTH - 1)), new_texts))
    cells = {place: text for place, text in named.items() if place[0] not in dropped}
    after = sorted(data.draw(st.lists(places.filter(lambda record: record not in dropped), max_size=4)))
    added = [[written(data.draw(new_texts), file.delimiter) for _ in range(WIDTH)] for _ in range(len(after) + 2)]
    for (record, column), text in cells.items():
        was = rows[record + 1][column].raw
        rows[record + 1][column] = written(text, file.delimiter, always=was.startswith('"'))
    changes = Patch(
        {i: Texts.of({record: text for (record, at), text in cells.items() if at == i}) for i in range(1, WIDTH)},
        {0: Texts.of({record: row[0].text for record, row in enumerate(file.rows[1:])})},
        np.array(sorted(dropped), np.int64),
        np.array(after, np.int64),
        {i: texts([row[i].text for row in added[:-2]]) for i in range(WIDTH)},
        {i: texts([row[i].text for row in added[-2:]]) for i in range(WIDTH)},
    )
    with opened(file.write(), cached) as source:
        found = b"".join(rewrite(source, file.delimiter, WIDTH, changes))

    def line(row: list[Field]) -> str:
        return file.delimiter.join(field.raw for field in row)

    # A new record is directly after the line that it follows, before blank lines.
    wanted, between = "\ufeff" * file.bom, file.end * (1 + file.blank)
    for number, row in enumerate(rows):
        ends = file.end * file.final if number == count else between
        if number - 1 in dropped:
            wanted += ends.removeprefix(file.end)
            continue
        wanted += line(row) + "".join(
            file.end + line(new) for at, new in zip(after, added, strict=False) if at == number - 1
        )
        wanted += ends
    wanted += file.end * (not wanted.endswith(("\n", "\r")))
    wanted += "".join(line(row) + file.end for row in added[-2:])
    assert found.decode() == wanted


@pytest.mark.slow
@given(files(), sizes, st.data())
def test_a_record_that_holds_another_text_than_was_read_is_refused(file: Text, cached: int, data) -> None:
    rows = file.rows[1:]
    record, column = data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, WIDTH - 1))
    cells = {WIDTH - 1: Texts.of(dict.fromkeys(range(len(rows)), "new"))}
    right = {number: row[column].text for number, row in enumerate(rows)}
    with opened(file.write(), cached) as source:
        list(rewrite(source, file.delimiter, WIDTH, Patch(cells, {column: Texts.of(right)})))
        wrong = Patch(cells, {column: Texts.of(right | {record: right[record] + "?"})})
        with pytest.raises(InputError, match="not where it was read"):
            list(rewrite(source, file.delimiter, WIDTH, wrong))


@pytest.mark.slow
@given(files(), sizes, st.permutations(range(WIDTH)), st.sampled_from([None, ",", "\t"]))
def test_other_columns_and_delimiters_keep_texts_and_quotes(file: Text, cached, order, sign) -> None:
    between = sign or file.delimiter
    header, *rows = file.rows
    header = [header[0], Field("class", "class"), header[2]]

    def raw(field: Field) -> Field:
        # A quote in the middle is written in the standard way.
        return field if field.raw.startswith('"') else written(field.text, between)

    wanted = replace(file, delimiter=between, rows=[[raw(row[i]) for i in order] for row in (header, *rows)])
    with opened(file.write(), cached) as source:
        changes = Patch(names={1: "class"}, columns=tuple(order), delimiter=sign)
        found = b"".join(restructure(source, file.delimiter, WIDTH, changes))
    assert found == replace(wanted, blank=False, final=True).write()


@given(st.lists(st.floats() | st.sampled_from([-0.0, 1.0, 1e-4, 9.99e-5, 1e10 - 0.5, 1e10 + 0.5, 1e15 + 0.5, 1e16])))
def test_numbers_are_written_as_python_writes_them(values: list[float]) -> None:
    assert number_texts(np.array(values)).to_pylist() == [repr(value) for value in values]
