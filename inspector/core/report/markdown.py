"""A report as Markdown, for an issue or a README."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from inspector.core.report.blocks import BarChart, Block, Cell, Facts, Labels, Matrix, Number, Report, Table, Words

# The lines of a table that a reader of an issue wants to scroll over.
_MOST = 20
# What could begin markup, a link, a sign or a cell within a line; within a word, `_` means nothing.
_MEANT = re.compile(r"([\\`*\[\]|~$]|#(?!\d)|<(?=[A-Za-z/!?])|&(?=#?\w+;)|(?<!\w)_|_(?!\w)|:(?=//|\w+:)|(?<=\bwww)\.)")
# Where a paragraph would become a quote, a list or a line; behind other text in a line, these mean nothing.
_BEGINS = re.compile(r"^(\d{1,9}(?=[.)](?:\s|$))|(?=>|[-+](?:[-\s]|$)))")
# Sites look for who and what is mentioned once escapes are gone; a comment keeps both parts apart.
_MENTION = re.compile(r"((?<!\w)@(?=\w)|#(?=\d))")


def markdown(report: Report) -> str:
    """The text; charts and matrices become tables, and tables are cut after _MOST lines."""
    shown = report.trimmed(_MOST)
    parts = [f"# {escaped(shown.title)}"]
    for section in shown.sections:
        parts += [f"## {escaped(section.title)}", *map(_block, section.blocks)]
    return "\n\n".join([*parts, f"_{escaped(shown.about)}_"]) + "\n"


def escaped(text: str) -> str:
    """The text, which Markdown shows as it is in a cell, a title or behind a name."""
    return _MENTION.sub(r"\1<!-- -->", _MEANT.sub(r"\\\1", text))


def paragraph(text: str) -> str:
    """The text, which Markdown shows as it is in a line of its own."""
    return _BEGINS.sub(r"\1\\", escaped(text.strip()))


def _block(block: Block) -> str:
    match block:
        case Words():
            return paragraph(block.text)
        case Facts():
            return "\n".join(f"- **{escaped(name)}**: {escaped(text)}" for name, text in block.pairs)
        case Table():
            left = f"\n\n{block.left_out:,} more {block.what} are left out." if block.left_out else ""
            return "\n".join(_lines(block.columns, block.lines)) + left
        case BarChart():
            before = [block.before_name] if block.before else []
            counts = zip(block.names, *([block.counts, block.before] if before else [block.counts]), strict=True)
            lines = [(name, *(f"{one:,}" for one in some)) for name, *some in counts if any(some)]
            return "\n".join(_lines((block.title, "rows", *before), lines))
        case Matrix():
            title = f"{block.line_title} (down), {block.column_title} (right)"
            lines = [
                (name, *(f"{count:,}" if count else "" for count in counts))
                for name, counts in zip(block.names, block.counts, strict=True)
            ]
            return "\n".join(_lines((title, *block.names), lines))


def _lines(columns: Sequence[str], lines: Sequence[Sequence[Cell]]) -> Iterator[str]:
    yield _line(columns)
    yield _line(["---"] * len(columns), escape=False)
    yield from map(_line, lines)


def _line(cells: Sequence[Cell], *, escape: bool = True) -> str:
    return "| " + " | ".join(_text(cell) if escape else str(cell) for cell in cells) + " |"


def _text(cell: Cell) -> str:
    match cell:
        case Number():
            return cell.text
        case Labels():
            more = [f"and {cell.more:,} more"] if cell.more else []
            return ", ".join([*(f"**{escaped(t)}**" if hit else escaped(t) for t, hit in cell.items), *more])
        case _:
            return escaped(cell)
