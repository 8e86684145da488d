"""The one family of errors that a user may see. Knows nothing of where it is shown."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(eq=False)
class InputError(Exception):
    """Something the user gave cannot be used: says what, where, what was expected, and what to do.

    `what` is a whole sentence without its full stop; every other part may be absent.
    `line` counts from 1, the header included. `options` are choices of how to read the files that would help, such as
    `id_column` or `shape=long/`; the terminal and the window each know how such a choice is made there.
    """

    what: str
    file: Path | str | None = None
    line: int | None = None
    found: str = ""
    expected: str = ""
    hint: str = ""
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        parts = [f"{self.where}{self.what}."]
        if self.found:
            parts.append(f"Found: {self.found}.")
        if self.expected:
            parts.append(f"Expected: {self.expected}.")
        if self.hint:
            parts.append(self.hint if self.hint.endswith("?") else f"{self.hint}.")
        # What files are called may go over several lines; a message is one.
        return " ".join(" ".join(parts).splitlines())

    @property
    def where(self) -> str:
        """`submission.csv, line 7: `, as much of it as is known."""
        place = [str(self.file)] if self.file is not None else []
        place += [f"line {self.line:,}"] if self.line is not None else []
        return ", ".join(place) + ": " if place else ""


def shorten(text: str, limit: int = 60) -> str:
    """Text of a file as it may stand in a message: one line, quoted, at most `limit` characters."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    return repr(shown)
