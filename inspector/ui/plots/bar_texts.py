"""What the bars of a histogram say: in one line each for screen readers, and in a tooltip."""

from __future__ import annotations

from inspector.core.arrays.types import Ints
from inspector.core.evaluation.summary import Bars
from inspector.core.plural import count_of

_HINT = "Click or drag to show only these, Ctrl+click to add bars"


def line(bars: Bars, shown: Ints | None, bar: int) -> str:
    """The name of a bar and its rows; shown: int64 (b,), the rows shown of each bar, None without a filter."""
    part = "" if shown is None else f"{int(shown[bar]):,} of "
    return f"{bars.names[bar]}: {part}{int(bars.counts[bar]):,}"


def lines(bars: Bars, shown: Ints | None, *notes: str) -> str:
    """Notes, then all bars."""
    return "; ".join([*filter(None, notes), *(line(bars, shown, bar) for bar in range(len(bars.counts)))])


def tip_text(axis: str, bars: Bars, shown: Ints | None, bar: int) -> str:
    """The range of a bar, its rows and their share, how many of them the filter shows, and what a click does."""
    name, rows = bars.names[bar], int(bars.counts[bar])
    told = [name if axis in name else f"{axis}: {name}"]
    told.append(f"{count_of(rows, 'row')}, {_share(rows, bars.counts)} of all")
    if shown is not None:
        told.append(f"{int(shown[bar]):,} of them shown, {_share(int(shown[bar]), shown)} of the rows shown")
    return "\n".join([*told, _HINT])


def _share(rows: int, counts: Ints) -> str:
    return f"{rows / max(1, int(counts.sum())):.1%}"
