"""Tell the forms of JSON apart, and read the file."""

from __future__ import annotations

from itertools import islice
from json import JSONDecodeError

from inspector.core.files.formats.csv.records import Records
from inspector.core.files.formats.json.document_reader import kind_of, read_json_document
from inspector.core.files.formats.json.objects import read_json_lines, read_json_list
from inspector.core.files.formats.json.text import RepeatedKeyError, parse, walk
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.source import BOM, Source

_SAMPLE = 50


def read_json(source: Source) -> Sheet:
    """Read JSON lines, a list of objects, or one object by id. Raises InputError."""
    if source.head().removeprefix(BOM).lstrip()[:1] == b"[":
        return read_json_list(source)
    lines = Records.lines(source, 2)
    with source.map() as data:
        first = data[int(lines.starts[0]) : int(lines.ends[0])].decode("utf-8-sig", "replace")
    is_lines = _is_object(first) if len(lines) > 1 else _is_record(first)
    return read_json_lines(source) if is_lines else read_json_document(source)


def _is_object(line: str) -> bool:
    """Whether a line is a complete object."""
    try:
        return line.rstrip().endswith("}") and isinstance(parse(line), dict)
    except RepeatedKeyError:
        return True  # which the reader of lines names with its line
    except JSONDecodeError:
        return False


def _is_record(text: str) -> bool:
    """Whether the text of an object begins like a row with an id and other values, not like ids with their labels."""
    try:
        items = [*islice(walk(text, text.index("{")), _SAMPLE)]
    except ValueError:
        return False
    kinds = {kind_of(item.value) for item in items if item.value is not None}
    return len(kinds) > 1 or (kinds == {"label"} and any(_is_id(item.key) for item in items))


def _is_id(key: str) -> bool:
    """Whether a key is the name of an id."""
    return key.casefold() == "id" or key.casefold().endswith(("_id", "-id", " id"))
