"""Bar charts as SVG, coloured by the style sheet of the page."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element

from inspector.core.figures import figure
from inspector.core.report.blocks import BarChart
from inspector.core.report.html.elements import LETTER, element, text
from inspector.core.report.html.ticks import Span, are_apart, centred, ticks

_WIDTH, _HEIGHT, _TOP, _FOOT = 560.0, 200.0, 18.0, 40.0
_BASE = _HEIGHT - _FOOT
# A line of ticks below the bars, and how high a number over a bar is.
_LINE, _NUMBER = 14.0, 12.0


def caption(chart: BarChart) -> str:
    """The title, with what stands beyond the ends and what the outlines are: tooltips are not printed."""
    first = "" if chart.below is None else f" The first bar holds all below {figure(chart.below)}."
    last = "" if chart.above is None else f" The last bar holds all from {figure(chart.above)} on."
    before = f" The outlines are {chart.before_name}." if chart.before else ""
    return f"{chart.title}.{first}{last}{before}"


def bar_chart(chart: BarChart) -> Element:
    """The counts as bars with their numbers; the outlines are the counts before."""
    highest, step = max(1, *chart.counts, *chart.before), _WIDTH / len(chart.counts)
    scale = (_BASE - _TOP) / highest
    drawn = [_bar("bar", at, step, count * scale, f"{name}: {count:,}") for at, name, count in _numbered(chart)]
    drawn += [_bar("before", at, step, count * scale, "") for at, count in enumerate(chart.before)]
    drawn += [*_counts(chart, step, scale), *(_ticks(chart) if chart.edges else _ranks(chart, step))]
    drawn.append(element("line", class_="axis", x1=0, x2=_WIDTH, y1=_BASE, y2=_BASE))
    return element(
        "svg", *drawn, viewBox=f"0 0 {_WIDTH:g} {_HEIGHT:g}", class_="bars", role="img", aria_label=_summary(chart)
    )


def _numbered(chart: BarChart) -> list[tuple[int, str, int]]:
    return [(at, name, count) for at, (name, count) in enumerate(zip(chart.names, chart.counts, strict=True))]


def _bar(kind: str, at: int, step: float, height: float, tip: str) -> Element:
    gap = min(3.0, step / 6)
    inside = [element("title", tip)] if tip else []
    return element(
        "rect", *inside, class_=kind, x=at * step + gap, y=_BASE - height, width=step - 2 * gap, height=height
    )


def _counts(chart: BarChart, step: float, scale: float) -> list[Element]:
    """The number over each bar, those of the highest first, where they touch neither each other nor another bar."""
    tops = [_BASE - scale * max(pair) for pair in zip(chart.counts, chart.before or chart.counts, strict=True)]
    placed, drawn = list[tuple[Span, float]](), list[Element]()
    for at in sorted(range(len(tops)), key=tops.__getitem__):
        shown, top = f"{chart.counts[at]:,}", tops[at]
        span = centred(shown, (at + 0.5) * step, _WIDTH)
        is_free = all(are_apart(span, other) or low <= top - _NUMBER for other, low in placed)
        if chart.counts[at] and is_free and min(tops[_bars_below(span, step)]) >= top:
            placed.append((span, top))
            drawn.append(text(shown, sum(span) / 2, top - 4))
    return drawn


def _bars_below(span: Span, step: float) -> slice:
    """The bars that a text stands over; those that it only touches are none."""
    return slice(math.floor(span[0] / step + 0.1), math.ceil(span[1] / step - 0.1))


def _ticks(chart: BarChart) -> list[Element]:
    """Round numbers at their places, and the ends beyond which a bar holds all."""
    return [
        part
        for x, span, shown in ticks(chart, _WIDTH)
        for part in (
            element("line", class_="axis", x1=x, x2=x, y1=_BASE, y2=_BASE + 4),
            text(shown, sum(span) / 2, _BASE + _LINE + 2),
        )
    ]


def _ranks(chart: BarChart, step: float) -> list[Element]:
    """The ranks under their bars, as many as fit, and the two bars behind them: "after K" and "none"."""
    usual = chart.names[:-2]
    widest = max(map(len, usual), default=1) + 2  # and a space
    every = max(1, math.ceil(widest * LETTER / step))
    shown = [text(name, (at + 0.5) * step, _BASE + _LINE) for at, name in enumerate(usual) if at % every == 0]
    return [*shown, *_ends(chart.names[-2:], len(usual), step)]


def _ends(names: tuple[str, ...], first: int, step: float) -> list[Element]:
    """The last two names, each on its own line where the bars are narrower than they."""
    fits = max(map(len, names)) * LETTER < step
    return [
        text(name, sum(centred(name, (at + 0.5) * step, _WIDTH)) / 2, _BASE + _LINE + (not fits) * line)
        for line, at, name in zip((12, 24), (first, first + 1), names, strict=True)
    ]


def _summary(chart: BarChart) -> str:
    """The chart for those who cannot see it."""
    counted = ", ".join(f"{name}: {count:,}" for _, name, count in _numbered(chart) if count)
    return f"{chart.title}. {counted}"
