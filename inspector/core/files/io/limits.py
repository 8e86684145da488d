"""How much a file may hold, so that a small one cannot take all memory. An environment variable sets each limit."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from inspector.core.errors import InputError, shorten


@dataclass(frozen=True)
class Limit:
    """A limit of one kind.

    variable: its environment variable; unit: a plural noun; least: the limit of a small file; per_byte: the limit for
    each byte of a larger file on disk.
    """

    variable: str
    unit: str
    least: int
    per_byte: int = 0

    def of(self, size: int) -> int:
        """The limit for a file of `size` bytes on disk. Raises InputError for a variable that is not a number."""
        text = os.environ.get(self.variable, "")
        if not text:
            return max(self.least, self.per_byte * size)
        if not (text.isascii() and text.isdecimal() and len(text) < 20):
            expected = f"a whole number, such as {self.least}"
            raise InputError(
                f"the environment variable {self.variable} is no limit", found=shorten(text), expected=expected
            )
        return int(text)

    def check(self, amount: int, size: int, path: Path, found: str = "") -> None:
        """Raise InputError when a file of `size` bytes on disk holds more than it may; found: the amount in words."""
        if amount > (most := self.of(size)):
            raise InputError(
                f"the file holds too many {self.unit}",
                path,
                found=found or f"{amount:,} or more",
                expected=f"at most {most:,} in a file of this size" if self.per_byte else f"at most {most:,}",
                hint=f"If the file is as it should be, set the environment variable {self.variable} to a higher number",
            )


# Text compresses about 10:1, a constant submission 100:1; a higher ratio suggests a decompression bomb.
BYTES = Limit("INSPECTOR_MAX_BYTES", "bytes once unpacked", 1 << 30, 100)
# Rows times columns. A cell takes about 80 bytes of memory, and at least one on disk unless the file is packed.
CELLS = Limit("INSPECTOR_MAX_CELLS", "cells", 25_000_000, 1)
# A column takes some kilobytes of memory, however few rows there are.
COLUMNS = Limit("INSPECTOR_MAX_COLUMNS", "columns", 200_000)
