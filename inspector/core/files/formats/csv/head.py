"""What the first lines of delimited text tell: where the header is, and which delimiter splits them alike."""

from __future__ import annotations

import re

from inspector.core.files.formats.csv.fields import fields
from inspector.core.files.io.source import BOM

NAMES = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar"}
# Used where none of the others splits a line; `::` leaves an empty column between any two.
LAST = {" ": "space", ":": "colon"}
_COMMENT = b"#"
# The first line of some spreadsheets.
_SEPARATOR = re.compile(rb'"?sep=([,;|\t])"?', re.IGNORECASE)


def leading_lines(records: list[bytes]) -> tuple[int, str | None]:
    """How many of the first records come before the header, and the delimiter that they name.

    These are comments, but not one that names the columns, as `# id,label` does, or a line such as `sep=;`.
    """
    first = records[0].removeprefix(BOM) if records else b""
    if named := _SEPARATOR.fullmatch(first):
        return 1, named[1].decode()
    lines = [first, *records[1:]]
    comments = next((at for at, line in enumerate(lines) if not line.startswith(_COMMENT)), 0)
    if not comments:
        return 0, None
    delimiter = delimiters(lines[comments:])[0]
    width = count_fields(lines[comments], delimiter)
    return next((at for at in range(comments) if _names_columns(lines[at], delimiter, width)), comments), None


def _names_columns(comment: bytes, delimiter: str, width: int) -> bool:
    """Whether a comment has a single word for each column."""
    words = [field.strip() for field in comment.removeprefix(_COMMENT).split(delimiter.encode())]
    return len(words) == width and all(len(word.split()) == 1 for word in words)


def delimiters(records: list[bytes]) -> list[str]:
    """The delimiters that split the first records alike, the likeliest first; else the one that occurs most often."""

    def fits(delimiter: str) -> bool:
        counts = {count_fields(record, delimiter) for record in records}
        return len(counts) == 1 and counts != {1}

    first = records[0].decode(errors="replace") if records else ""
    if not any(map(first.count, NAMES)):
        return list(filter(fits, LAST)) or [*NAMES]
    # A comma before a blank separates labels, or parts of a sentence.
    rank = {delimiter: (f"{delimiter} " not in first, first.count(delimiter)) for delimiter in NAMES}
    ordered = sorted(NAMES, key=lambda delimiter: rank[delimiter], reverse=True)
    return list(filter(fits, ordered)) or [max(NAMES, key=first.count)]


def count_fields(record: bytes, delimiter: str) -> int:
    """The number of fields of a record."""
    return len(fields(record, delimiter)) if b'"' in record else record.count(delimiter.encode()) + 1
