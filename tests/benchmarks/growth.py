"""How cost grows with the rows: load, score, edit, sort, filter, memory, from ten thousand rows to ten million.

    python tests/benchmarks/growth.py [--quick] [--picture growth.png]

Rows of three labels, MAP@3, each size in a fresh process. Prints a table; draws it where a picture is asked for.
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

import data
from process import cost, python, show

SIZES = (10_000, 100_000, 1_000_000, 10_000_000)
WORK = ("load", "score", "sort", "filter", "edit")


def measured(rows: int) -> dict[str, float]:
    """Seconds of each work, and the process's peak memory in MB, at one size."""
    done = cost(python(Path(__file__).with_name("growth_run.py"), *data.pair("facebook", rows)))
    return {**json.loads(done.words), "memory": done.peak}


def told(seconds: float) -> str:
    """Seconds with a unit that fits."""
    return f"{1e6 * seconds:.0f} µs" if seconds < 1e-3 else f"{1e3 * seconds:.1f} ms" if seconds < 1 else f"{seconds:.2f} s"


def draw(found: dict[int, dict[str, float]], path: Path) -> None:
    """Both axes logarithmic: what grows with the rows rises as the dashed line does, what does not lies flat."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    import numpy as np
    import pyqtgraph as pg
    from PySide6.QtCore import Qt

    pg.setConfigOptions(background="#fbfcfd", foreground="#39424c", antialias=True)
    app = pg.mkQApp()
    plot = pg.PlotWidget()
    plot.resize(820, 440)
    plot.setLogMode(x=True, y=True)
    plot.setLabels(bottom="rows", left="seconds")
    plot.showGrid(x=True, y=True, alpha=0.2)
    rows, colours = list(found), ("#0072b2", "#009e73", "#d55e00", "#cc79a7", "#56606b")
    for work, colour, symbol in zip(WORK, colours, "ostd+", strict=True):
        seconds = [found[size][work] for size in rows]
        plot.plot(rows, seconds, pen=pg.mkPen(colour, width=2), symbol=symbol, symbolBrush=colour, symbolPen=colour)
        name = pg.TextItem(work, color=colour, anchor=(0, 0.5))
        name.setPos(np.log10(rows[-1]) + 0.05, np.log10(seconds[-1]))
        plot.addItem(name)
    ends = np.array([rows[0], rows[-1]])
    plot.plot(ends, ends * 1e-8, pen=pg.mkPen("#9aa4ae", width=1, style=Qt.PenStyle.DashLine))
    plot.setXRange(np.log10(rows[0]), np.log10(rows[-1]) + 0.35, padding=0.02)
    for side, values, name in (
        ("bottom", rows, lambda value: f"{value:,}"),
        ("left", [10.0**power for power in range(-5, 3)], lambda value: told(value).replace(".0", "").replace(".00", "")),
    ):
        plot.getAxis(side).setTicks([[(np.log10(value), name(value)) for value in values]])
    plot.show()
    app.processEvents()
    picture = plot.grab().toImage()
    picture.convertToFormat(picture.Format.Format_Indexed8).save(str(path))


def main() -> None:
    """Measure, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="Up to a million rows.")
    parser.add_argument("--picture", type=Path)
    given = parser.parse_args()
    found = {rows: measured(rows) for rows in (SIZES[:-1] if given.quick else SIZES)}
    table = [[f"{rows:,}", *(told(one[work]) for work in WORK), f"{one['memory']:,.0f} MB"] for rows, one in found.items()]
    show(["rows", *WORK, "peak memory"], table)
    if given.picture:
        draw(found, given.picture)


if __name__ == "__main__":
    main()
