"""The exception for invalid user input, used by the terminal and the window alike."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(eq=False)
class InputError(Exception):
    """Invalid input: what is wrong, where, what was found and expected, and what to do.

    `what` is a sentence without the final full stop; all other parts are optional.
    `line` counts from 1 and includes the header. `options` lists reading options that may help, such as `id_column`
    or `shape=long/`; the terminal and the window present them in their own way.
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
        # A file name may contain line breaks; a message is one line.
        return " ".join(" ".join(parts).splitlines())

    @property
    def where(self) -> str:
        """The location prefix, such as `submission.csv, line 7: `; empty when unknown."""
        parts = [str(self.file)] if self.file is not None else []
        parts += [f"line {self.line:,}"] if self.line is not None else []
        return ", ".join(parts) + ": " if parts else ""


def shorten(text: str, limit: int = 60) -> str:
    """Quote file content for a message: one line, at most `limit` characters."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    return repr(shown)


def quoted(name: str) -> str:
    """Quote the name of a column for a message, in double quotes and as short as other content of files."""
    return f'"{shorten(name)[1:-1]}"'
