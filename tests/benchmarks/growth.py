"""How time and memory grow with the rows, from ten thousand to ten million: load, score, edit, sort, filter.

    python tests/benchmarks/growth.py [--quick] [--picture growth.png]

Rows of three labels, MAP@3, each size in a new process. Prints a table, and draws it with --picture.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

import data
from process import PROGRAMS, cost, python, show

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
WORK = ("load", "score", "sort", "filter", "edit")
COLOURS = ("#0072b2", "#00805d", "#c25200", "#a8528a", "#39424c")
TICKS = {-5: "10 µs", -4: "0.1 ms", -3: "1 ms", -2: "10 ms", -1: "0.1 s", 0: "1 s", 1: "10 s", 2: "100 s"}


def measured(rows: int) -> dict[str, float]:
    """Seconds of each kind of work, and the peak memory of the process in MB, at one size."""
    done = cost(python(PROGRAMS / "growth_run.py", *data.pair("facebook", rows)))
    return {**json.loads(done.words), "memory": done.peak}


def with_unit(seconds: float) -> str:
    """Seconds in a suitable unit."""
    return (
        f"{1e6 * seconds:.0f} µs"
        if seconds < 1e-3
        else f"{1e3 * seconds:.1f} ms"
        if seconds < 1
        else f"{seconds:.2f} s"
    )


def draw(found: dict[int, dict[str, float]], path: Path) -> None:
    """Draw with two logarithmic axes; the dashed line is linear growth."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    import numpy as np
    import pyqtgraph as pg
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage

    pg.setConfigOptions(background="#ffffff", foreground="#39424c", antialias=True)
    app = pg.mkQApp()
    plot, rows = pg.PlotWidget(), np.array(list(found))
    plot.resize(820, 440)
    plot.setLogMode(x=True, y=True)
    plot.setLabels(bottom="rows")
    plot.showGrid(x=True, y=True, alpha=0.2)
    plot.plot(rows, rows * 3e-8, pen=pg.mkPen("#7d8791", style=Qt.PenStyle.DashLine))
    lines = {work: np.array([found[size][work] for size in rows]) for work in WORK}
    for seconds, colour, symbol in zip(lines.values(), COLOURS, "ostd+", strict=True):
        plot.plot(rows, seconds, pen=pg.mkPen(colour, width=2), symbol=symbol, symbolBrush=colour, symbolPen=colour)
    # Names are at the ends of their lines, at least a line of text apart.
    height, colours = -9.0, dict(zip(WORK, COLOURS, strict=True)) | {"as the rows do": "#7d8791"}
    for work, end in sorted(
        [*((w, s[-1]) for w, s in lines.items()), ("as the rows do", rows[-1] * 3e-8)], key=lambda e: e[1]
    ):
        height = max(height + 0.3, np.log10(end))
        name = pg.TextItem(work, color=colours[work], anchor=(0, 0.5))
        name.setPos(np.log10(rows[-1]) + 0.05, height)
        plot.addItem(name)
    plot.setXRange(np.log10(rows[0]), np.log10(rows[-1]) + 0.4, padding=0.04)
    plot.getAxis("bottom").setTicks([[(np.log10(size), f"{size:,}") for size in rows.tolist()]])
    plot.getAxis("left").setTicks([list(TICKS.items())])
    plot.getAxis("left").setWidth(58)
    for side in ("bottom", "left"):
        plot.getAxis(side).setStyle(hideOverlappingLabels=False, textFillLimits=[(0, 2.0)])
    plot.show()
    app.processEvents()
    plot.grab().toImage().convertToFormat(QImage.Format.Format_Indexed8, Qt.ImageConversionFlag.ThresholdDither).save(
        str(path)
    )


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="Up to a million rows.")
    parser.add_argument("--picture", type=Path)
    given = parser.parse_args()
    found = {rows: measured(rows) for rows in (SIZES[:-1] if given.quick else SIZES)}
    table = [
        [f"{rows:,}", *(with_unit(one[work]) for work in WORK), f"{one['memory']:,.0f} MB"]
        for rows, one in found.items()
    ]
    show(["rows", *WORK, "peak memory"], table)
    if given.picture:
        draw(found, given.picture)


if __name__ == "__main__":
    main()
