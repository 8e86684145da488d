"""Where the texts of a bar chart stand: ticks at round numbers, and at the ends that hold what lies beyond."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from inspector.core.figures import figure
from inspector.core.report.blocks import BarChart
from inspector.core.report.html.elements import LETTER
from inspector.core.round_numbers import round_ticks

Span: TypeAlias = tuple[float, float]

_GAP = 2  # letters


def ticks(chart: BarChart, width: float) -> Iterator[tuple[float, Span, str]]:
    """The place of each tick, from where to where its text stands, and the text; the ends first, as many as fit."""
    first, last, taken = chart.edges[0], chart.edges[-1], list[Span]()
    for at, shown in _texts(chart, width):
        x = (at - first) / (last - first) * width
        span = centred(shown, x, width)
        if all(are_apart(span, other) for other in taken):
            taken.append((span[0] - LETTER, span[1] + LETTER))
            yield x, span, shown


def _texts(chart: BarChart, width: float) -> list[tuple[float, str]]:
    low, high = chart.below, chart.above
    ends = [] if high is None else [(high, f"≥{figure(high)}")]
    ends += [] if low is None else [(low, f"<{figure(low)}")]
    begin, end = chart.edges[0] if low is None else low, chart.edges[-1] if high is None else high
    widest = max(len(figure(value)) for value in (begin, end)) + _GAP
    return [*ends, *((value, figure(value)) for value in round_ticks(begin, end, width / widest / LETTER))]


def centred(shown: str, x: float, width: float) -> Span:
    """From where to where a text in the middle of x stands, moved so that it is within the width."""
    half = len(shown) * LETTER / 2
    x = min(max(x, half), width - half)
    return x - half, x + half


def are_apart(one: Span, other: Span) -> bool:
    """Whether two spans do not overlap."""
    return one[1] <= other[0] or other[1] <= one[0]
