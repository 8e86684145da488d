"""Compares two submissions in an off-screen window in which every panel about both is seen. Run by comparing.py.

    python tests/benchmarks/programs/comparing_window.py METRIC TRUTH SUBMISSION SUBMISSION

Prints as JSON the seconds of each gesture: until all is painted, and until every worker has come to rest.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
# As the program sets them; pyarrow and numpy read them when they are imported.
os.environ.update(ARROW_DEFAULT_MEMORY_POOL="system", NUMPY_MADVISE_HUGEPAGE="0", OPENBLAS_NUM_THREADS="1")

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

import inspector
from inspector.allocator import reuse_freed_memory
from inspector.core.query import Clause
from inspector.ui.app import make_window
from inspector.ui.settings import Settings
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.main_window import MainWindow

PANELS = ("submissionsDock", "firstHitMatrixDock", "differencesDock", "deltaDock", "rowDock", "scoreDock")
ROUNDS = 7


class Gestures:
    """A window, and the seconds of what is done in it."""

    def __init__(self, app: QApplication, window: MainWindow) -> None:
        self.app, self.window, self.bench = app, window, window.bench

    def show_panels(self) -> None:
        """Each in a window of its own, so that none covers another."""
        for name in PANELS:
            dock = self.bench.docks.by_name[name]
            dock.setFloating(True)
            dock.show()
        self.rest()

    def settle(self) -> None:
        """Process all pending paint events."""
        for _ in range(3):
            self.app.processEvents()

    def rest(self) -> None:
        """Wait until nothing runs or waits to run any more."""
        since = time.perf_counter()
        while time.perf_counter() - since < 0.02:
            # Waiting inside of Qt lets the workers have Python meanwhile.
            loop = QEventLoop()
            QTimer.singleShot(2, loop.quit)
            loop.exec()
            if any(worker.is_busy for worker in self.window.findChildren(Worker)):
                since = time.perf_counter()

    def timed(self, work: Callable[[int], object], claim: Callable[[], object]) -> list[float]:
        """The median seconds until a claim holds and all is painted, those of them that the window's thread works, and
        the seconds until all is at rest."""
        painted, worked, rested = [], [], []
        for number in range(ROUNDS):
            start, busy = time.perf_counter(), time.thread_time()
            work(number)
            while not claim():
                # Waiting inside of Qt: a loop that only asks again would take Python from the worker.
                self.app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
            self.settle()
            painted.append(time.perf_counter() - start)
            worked.append(time.thread_time() - busy)
            self.rest()
            rested.append(time.perf_counter() - start - 0.02)
        return [statistics.median(times[1:]) for times in (painted, worked, rested)]


def measured(gestures: Gestures) -> dict[str, list[float]]:
    """Each gesture with its seconds."""
    bench, pair, told = gestures.bench, gestures.bench.inspection, []
    bench.comparisons.verdict.told.connect(told.append)
    found = {}

    def edit(number: int) -> None:
        row = pair.state.order.row(number)
        pair.predict(row, pair.evaluation.prediction(row).with_labels(pair.evaluation.labels(row)[::-1]))

    def narrow(number: int) -> None:
        told.clear()
        bench.filter_controller.narrow(Clause(f"score<{0.3 + 0.1 * (number % 5):.1f}", "measured"))

    def switch(_: int) -> None:
        nonlocal opened
        opened = pair.open_submission.name
        bench.comparisons.step(1)

    opened = ""
    found["edit"] = gestures.timed(edit, lambda: True)
    found["filter and its verdict"] = gestures.timed(narrow, lambda: told)
    bench.filter_controller.clear()
    gestures.rest()
    found["switch"] = gestures.timed(switch, lambda: pair.open_submission.name != opened)
    return found


def main() -> None:
    """Open, compare, measure and print."""
    reuse_freed_memory()
    metric, truth, first, second = sys.argv[1:]
    app = QApplication([])
    pair = inspector.open_pair(truth, first, metric)
    pair.baseline = pair.add(second)
    with tempfile.TemporaryDirectory() as folder:
        window = make_window(Theme(app), Settings(temporary=True, edits=Path(folder)))
        window.resize(1600, 1000)
        window.create_workbench(pair)
        window.show()
        gestures = Gestures(app, window)
        gestures.show_panels()
        print(json.dumps(measured(gestures)), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
