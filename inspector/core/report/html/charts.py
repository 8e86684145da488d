"""Bar charts and matrices as SVG, coloured by the style sheet of the page."""

from __future__ import annotations

import math
from xml.etree.ElementTree import Element

from inspector.core.report.blocks import BarChart, Matrix
from inspector.core.report.html.elements import element

_WIDTH, _HEIGHT, _TOP, _FOOT = 560.0, 200.0, 18.0, 40.0
# Letters as wide as these fit beside each other at the size of the style sheet.
_LETTER = 6.2
_CELL, _MARGIN = 42.0, 92.0
_SHADES = 8
# A number with more letters is shortened below a bar.
_LONG = 7


def bar_chart(chart: BarChart) -> Element:
    """The counts as bars with their numbers; the outlines are the counts before."""
    highest, step = max(1, *chart.counts, *chart.before), _WIDTH / len(chart.counts)
    scale = (_HEIGHT - _TOP - _FOOT) / highest
    drawn = [_bar("bar", at, step, count * scale, f"{name}: {count:,}") for at, name, count in _numbered(chart)]
    drawn += [_bar("before", at, step, count * scale, "") for at, count in enumerate(chart.before)]
    drawn += [*_counts(chart, step, scale), *_names(chart, step)]
    base = _HEIGHT - _FOOT
    drawn.append(element("line", class_="axis", x1=0, x2=_WIDTH, y1=base, y2=base))
    return element(
        "svg", *drawn, viewBox=f"0 0 {_WIDTH:g} {_HEIGHT:g}", class_="bars", role="img", aria_label=_summary(chart)
    )


def _numbered(chart: BarChart) -> list[tuple[int, str, int]]:
    return [(at, name, count) for at, (name, count) in enumerate(zip(chart.names, chart.counts, strict=True))]


def _bar(kind: str, at: int, step: float, height: float, tip: str) -> Element:
    gap = min(3.0, step / 6)
    inside = [element("title", tip)] if tip else []
    top = _HEIGHT - _FOOT - height
    return element("rect", *inside, class_=kind, x=at * step + gap, y=top, width=step - 2 * gap, height=height)


def _counts(chart: BarChart, step: float, scale: float) -> list[Element]:
    """The number over each bar, where the numbers fit beside each other."""
    if max(len(f"{count:,}") for count in chart.counts) * _LETTER > step:
        return []
    tops = [max(pair) for pair in zip(chart.counts, chart.before or chart.counts, strict=True)]
    return [
        _text(f"{count:,}", (at + 0.5) * step, _HEIGHT - _FOOT - top * scale - 4)
        for at, (count, top) in enumerate(zip(chart.counts, tops, strict=True))
        if count
    ]


def _names(chart: BarChart, step: float) -> list[Element]:
    """The names under the bars, as many as fit; those of ranges by where they begin."""
    are_ranks = chart.names[-1] == "none"  # then the one before is "after K"
    names = [*chart.names] if are_ranks else [*map(_begin, chart.names)]
    usual = names[:-2] if are_ranks else names
    widest = max(map(len, usual), default=1) + 2  # and a space
    every = max(1, math.ceil(widest * _LETTER / step))
    shown = [_text(name, (at + 0.5) * step, _HEIGHT - _FOOT + 14) for at, name in enumerate(usual) if at % every == 0]
    return [*shown, *_ends(names[-2:], len(usual), step)] if are_ranks else shown


def _begin(name: str) -> str:
    """Where a range such as `0.5 ≤ score < 0.6` begins, as short as it can be; empty for one with an open end."""
    begin, between, _ = name.partition(" ≤ ")
    return _short(begin if between else name.rpartition(" ≥ ")[2]) if between or " ≥ " in name else ""


def _short(number: str) -> str:
    return f"{float(number):,.4g}" if len(number) > _LONG else number


def _ends(names: list[str], first: int, step: float) -> list[Element]:
    """The last two names, each on its own line where the bars are narrower than they."""
    fits = max(map(len, names)) * _LETTER < step
    return [
        _text(name, min((at + 0.5) * step, _WIDTH - len(name) * _LETTER / 2), _HEIGHT - _FOOT + 14 + (not fits) * line)
        for line, at, name in zip((12, 24), (first, first + 1), names, strict=True)
    ]


def _text(text: str, x: float, y: float, anchor: str = "middle", kind: str = "label") -> Element:
    return element("text", text, class_=kind, x=x, y=y, text_anchor=anchor)


def _summary(chart: BarChart) -> str:
    """The chart for those who cannot see it."""
    counted = ", ".join(f"{name}: {count:,}" for _, name, count in _numbered(chart) if count)
    return f"{chart.title}. {counted}"


def matrix_picture(matrix: Matrix) -> Element:
    """The counts as cells, darker with more rows on a logarithmic scale."""
    size = len(matrix.names)
    highest = max(max(line) for line in matrix.counts)
    cells = [
        part
        for line, counts in enumerate(matrix.counts)
        for column, count in enumerate(counts)
        if count
        for part in _cell(matrix, line, column, count, highest)
    ]
    side = _MARGIN + size * _CELL
    names = [
        part
        for at, name in enumerate(matrix.names)
        for part in (
            _text(name, _MARGIN - 6, _MARGIN + (at + 0.5) * _CELL + 4, "end"),
            _text(name, _MARGIN + (at + 0.5) * _CELL, _MARGIN - 6),
        )
    ]
    titles = [
        _text(f"→ {matrix.column_title}", _MARGIN, 14, "start", "axis-title"),
        _text(f"↓ {matrix.line_title}", _MARGIN, 34, "start", "axis-title"),
    ]
    label = f"{matrix.line_title}, against {matrix.column_title}"
    return element(
        "svg",
        *titles,
        *names,
        *cells,
        viewBox=f"0 0 {max(side, 560):g} {side + 4:g}",
        class_="matrix",
        style=f"max-width: {max(side, 560):g}px",
        role="img",
        aria_label=label,
    )


def _cell(matrix: Matrix, line: int, column: int, count: int, highest: int) -> list[Element]:
    shade = 1 + int((_SHADES - 1) * math.log1p(count) / math.log1p(highest))
    kind = "same" if line == column else "better" if matrix.is_ordered and column < line else "worse"
    x, y = _MARGIN + column * _CELL, _MARGIN + line * _CELL
    tip = f"{matrix.names[line]} → {matrix.names[column]}: {count:,}"
    box = element("rect", element("title", tip), class_=f"{kind} s{shade}", x=x, y=y, width=_CELL - 1, height=_CELL - 1)
    text = f"{count:,}" if count < 10_000 else f"{count / 1000:,.0f}k"
    return [box, _text(text, x + _CELL / 2, y + _CELL / 2 + 4, kind=f"count s{shade}")]
