"""How long an edit of a number takes until everything is painted again, in milliseconds.

    python tests/benchmarks/number_edits.py [--rounds 15] [--cold] [KIND ...]

KIND is prices, yes-no and classes by default; see data.py. Before each counted edit the window rests, as under a hand,
so that what threads count after one does not slow down the next, and then makes an edit that is not counted: on a
virtual machine, memory that nobody used for a second cost up to 18 microseconds a page when it was used again (4 MB:
10 ms instead of 0.007), which says nothing of the program. --cold leaves that edit out.
"""

from __future__ import annotations

import argparse
import os
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# As the program sets them; pyarrow and numpy read them when they are imported.
os.environ.update(ARROW_DEFAULT_MEMORY_POOL="system", NUMPY_MADVISE_HUGEPAGE="0", OPENBLAS_NUM_THREADS="1")

import data
import numpy as np
from interaction import _settle, report
from PySide6.QtWidgets import QApplication

import inspector
from inspector import Inspection
from inspector.allocator import reuse_freed_memory
from inspector.ui.app import make_window
from inspector.ui.collector import collected_between_events
from inspector.ui.settings import Settings
from inspector.ui.widgets.theme import Theme

METRICS = {"prices": ["rmse"], "yes-no": ["auc", "logloss"], "classes": ["mlogloss"]}
_REST = 1.0
_rng = np.random.default_rng(0)


def nudged(pair: Inspection, row: int) -> None:
    """Change the first number of a row by a hundredth."""
    pair.predict(row, _with_first(pair, row, lambda number: 0.99 * number + 0.005 * _rng.random()))


def thrown(pair: Inspection, row: int) -> None:
    """Give a row the first number of any other one."""
    other = int(_rng.integers(len(pair.evaluation.table)))
    pair.predict(row, _with_first(pair, row, lambda _: (pair.evaluation.prediction(other).confidence or (0.5,))[0]))


def _with_first(pair: Inspection, row: int, change):
    prediction = pair.evaluation.prediction(row)
    return prediction.with_confidence(0, float(change((prediction.confidence or (0.5,))[0])))


def measured(pair: Inspection, app: QApplication, cold: bool = False):
    window = make_window(Theme(app), Settings(temporary=True))
    window.create_workbench(pair)
    window.resize(1280, 800)
    window.show()
    _settle(app)

    def rest() -> None:
        end = time.perf_counter() + _REST
        while time.perf_counter() < end:
            app.processEvents()
            time.sleep(0.005)

    for name, change in (("a nudge", nudged), ("another row's number", thrown)):

        def edit(i: int, change=change) -> None:
            change(pair, pair.state.order.row(i))
            _settle(app)

        def prepare(i: int, edit=edit) -> None:
            rest()
            if not cold:
                edit(100 + i)

        yield f"{pair.metric}: {name}", prepare, edit
    window.hide()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", choices=[*METRICS, []], metavar="KIND")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--cold", action="store_true", help="Count the first edit after each rest.")
    given = parser.parse_args()
    reuse_freed_memory()
    app = QApplication([])
    with collected_between_events():
        for kind in given.kinds or METRICS:
            for metric in METRICS[kind]:
                report(measured(inspector.open_pair(*data.pair(kind), metric), app, given.cold), given.rounds)
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
