"""One number of decimals in each column of a table."""

from __future__ import annotations

import re
from dataclasses import replace

from inspector.core.report.blocks import Block, Cell, Number, Table

# A number that is written out, with its decimals; others, such as `1.2e−07` or a share, keep their text.
_WRITTEN = re.compile(r"[+−-]?[\d,]+(?:\.(\d+))?")
_LARGE, _FEW, _MOST = 100.0, 2, 6


def aligned(block: Block) -> Block:
    """The same; in a table, the numbers of a column have as many decimals as the one with most, few if one is large."""
    if not isinstance(block, Table) or not block.lines:
        return block
    columns = map(_aligned, zip(*block.lines, strict=True))
    return replace(block, lines=tuple(zip(*columns, strict=True)))


def _aligned(cells: tuple[Cell, ...]) -> list[Cell]:
    decimals = _decimals([cell for cell in cells if isinstance(cell, Number)])
    return [_written(cell, decimals) if isinstance(cell, Number) else cell for cell in cells]


def _decimals(numbers: list[Number]) -> int:
    found = [(abs(one.value), len(match[1] or "")) for one in numbers if (match := _WRITTEN.fullmatch(one.text))]
    is_large = any(size >= _LARGE for size, _ in found)
    return min(_FEW if is_large else _MOST, max((decimals for _, decimals in found), default=0))


def _written(number: Number, decimals: int) -> Number:
    """The number with so many decimals, unless these would show nothing of it."""
    text = f"{abs(number.value):,.{decimals}f}"
    shows_nothing = number.value and not text.strip("0.,")
    if shows_nothing or not _WRITTEN.fullmatch(number.text):
        return number
    sign = "−" if number.value < 0 else "+" if number.text.startswith("+") else ""
    return Number(number.value, sign + text)
