"""The text of a file that is one JSON value: its items, and errors with their lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from json import JSONDecodeError

import numpy as np

from inspector.core.arrays.cancel import cancel_check
from inspector.core.arrays.types import Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.json.text import Item, RepeatedKeyError, skip_blanks, walk
from inspector.core.files.io.source import Source

_BOM = "\ufeff"


@dataclass(frozen=True, eq=False)
class WholeText:
    """A file that is one JSON list or object, as text; a byte order mark is its first character."""

    source: Source
    text: str

    @classmethod
    def of(cls, source: Source) -> WholeText:
        """Decode a file. Raises InputError with the line of a byte that is not UTF-8."""
        with source.map() as data:
            try:
                return cls(source, data[:].decode())
            except UnicodeDecodeError as error:
                raise InputError("the text is not in UTF-8", source.path, source.line(error.start)) from None

    def items(self) -> Iterator[Item]:
        """The items of the list or object. Raises InputError for what is not JSON, repeats a key, or follows it."""
        start, check = skip_blanks(self.text, int(self.text.startswith(_BOM))), cancel_check()
        end = start + 1
        try:
            for item in walk(self.text, start):
                check()
                yield item
                end = item.end
        except RepeatedKeyError as error:
            raise self.error("an object has a key twice", error.pos, error.msg, "each key once") from None
        except JSONDecodeError as error:
            raise self.error(
                "the text is not JSON", error.pos, error.msg, "one object a line, or one JSON value"
            ) from None
        after = skip_blanks(self.text, skip_blanks(self.text, end) + 1)
        if after < len(self.text):
            found = shorten(self.text[after : after + 60])
            raise self.error(
                "text follows the end of the JSON value", after, found, "one object a line, or a list of them"
            )

    def error(self, what: str, at: int, found: str, expected: str, hint: str = "") -> InputError:
        """An error with the line of an offset, at most that of the last character."""
        at = min(at, max(0, len(self.text.rstrip()) - 1))
        return InputError(what, self.source.path, self.line(at), found, expected, hint)

    def line(self, at: int) -> int:
        """The line of an offset in the text."""
        return self.source.line(int(self.byte_offsets(np.array([at]))[0]))

    def shown(self, item: Item) -> str:
        """The beginning of an item's value, for messages."""
        return shorten(self.text[item.value_start : item.end][:60])

    def byte_offsets(self, offsets: Ints) -> Ints:
        """int64: the offsets in the file of ascending offsets in the text."""
        if self.text.isascii():
            return offsets
        edges = [0, *offsets.tolist()]
        return np.cumsum([len(self.text[a:b].encode()) for a, b in pairwise(edges)])
