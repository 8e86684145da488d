"""What the cells, lines and columns of a matrix say in a tooltip and to a screen reader."""

from __future__ import annotations

from inspector.ui.widgets.formatting import one_line
from inspector.ui.widgets.matrix.matrix import Axis, Matrix

_HINT = "Click to show them, drag for several"


def told(matrix: Matrix, line: int, column: int) -> str:
    """A cell with its count, or a whole line (column -1) or column (line -1)."""
    sides = [_side(axis, at) for axis, at in ((matrix.lines, line), (matrix.columns, column)) if at >= 0]
    return "\n".join([*sides, _counted(matrix, line, column)])


def tip_text(matrix: Matrix, line: int, column: int) -> str:
    """`told`, and what a click does."""
    return f"{told(matrix, line, column)}\n{_HINT}"


def _side(axis: Axis, at: int) -> str:
    hint = axis.hints.get(at)
    return f"{axis.title}: {one_line(axis.names[at])}" + (f", {hint}" if hint else "")


def _counted(matrix: Matrix, line: int, column: int) -> str:
    if line < 0 or column < 0:
        return _rows(int(matrix.totals[line] if column < 0 else matrix.column_totals[column]))
    share = f", {float(matrix.shares[line, column]):.1%} of the line" if matrix.totals[line] else ""
    return _rows(int(matrix.counts[line, column])) + share


def _rows(count: int) -> str:
    return f"{count:,} {'row' if count == 1 else 'rows'}"
