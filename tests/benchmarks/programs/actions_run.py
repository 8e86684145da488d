"""Runs one action after the other in an off-screen window, and measures how long each blocks it. Run by blocking.py.

    python tests/benchmarks/actions_run.py TRUTH SUBMISSION METRIC [--only TEXT]

Prints, as JSON, for each action the longest time in milliseconds that the event loop was blocked, and the seconds
that the action took in all. With BLOCKED_WHERE in the environment, prints stack traces to stderr while it is blocked.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
# As the program sets them; pyarrow and numpy read them when they are imported.
os.environ.update(ARROW_DEFAULT_MEMORY_POOL="system", NUMPY_MADVISE_HUGEPAGE="0", OPENBLAS_NUM_THREADS="1")

from event_loop import EventLoopMonitor, wait, wait_until
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog

from inspector.allocator import reuse_freed_memory
from inspector.core.metrics import parse
from inspector.core.query import Clause
from inspector.ui.app import make_window
from inspector.ui.edit.bulk_dialog import BulkDialog
from inspector.ui.settings import Settings
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.main_window import MainWindow

PASTED = 100_000
Action = tuple[str, Callable[[], object]]


class User:
    """Triggers the actions of a window; dialogs are answered at once."""

    def __init__(self, window: MainWindow, folder: Path) -> None:
        self.window, self.folder = window, folder
        self.trigger = lambda name: window.commands.by_name[name].trigger()

    def actions(self) -> Iterator[Action]:
        """Every action that takes long with many rows."""
        window = self.window
        for name in ("slicesDock", "labelsDock", "confusionsDock", "groupsDock", "labelBarsDock", "precisionDock"):
            yield f"show the panel {name.removesuffix('Dock')}", window.bench.docks.by_name[name].raise_
        for name in ("rowDock", "firstHitDock", "scoreDock"):
            window.bench.docks.by_name[name].raise_()
        yield "metric: recall@12", lambda: window.bench.change_queue.set_metric(parse("recall@12"))
        yield "metric: f1", lambda: window.bench.change_queue.set_metric(parse("f1"))
        yield "metric: f1(average=micro)", lambda: window.bench.change_queue.set_metric(parse("f1(average=micro)"))
        yield (
            "metric: back, a choice changed",
            lambda: window.bench.change_queue.set_metric(parse("map(divisor=m)@12")),
        )
        for name in ("id", "score", "first_hit_rank", "cost", "delta", "truth", "predictions"):
            yield f"sort by {name}", lambda name=name: window.bench.table.sort_by(name)
        yield "sort by wrong_order", lambda: window.bench.table.sort_by("wrong_order")
        yield "sort worst first", lambda: self.trigger("sort_worst")
        for text in ("score<0.2", "rank>2", "rank=none", "7a3", "truth:0", "truth~0..5", "edited"):
            yield f"filter {text}", lambda text=text: window.bench.filter_controller.narrow(Clause(text, "measured"))
        yield "show all", window.bench.filter_controller.clear
        yield "brush in a histogram", lambda: window.bench.docks.by_name["scoreDock"].panel.brush(0.1, 0.5, False)
        yield "export the rows shown", lambda: self.named("rows.csv", "export_rows")
        yield "show all again", window.bench.filter_controller.clear
        yield "export all rows", lambda: self.named("all.csv", "export_rows")
        yield "select all", window.bench.table.selectAll
        yield "put the truth first in all rows", lambda: self.bulk_edit("bulk_truth_first")
        yield "sort by score, all edited", lambda: window.bench.table.sort_by("score")
        yield "metric: f2 with all edited", lambda: window.bench.change_queue.set_metric(parse("f2"))
        yield "metric: map@12 with all edited", lambda: window.bench.change_queue.set_metric(parse("map@12"))
        yield "filter edited, all edited", lambda: window.bench.filter_controller.narrow(Clause("edited", "measured"))
        yield "show all, all edited", window.bench.filter_controller.clear
        yield "undo the bulk edit", lambda: self.trigger("undo")
        yield "redo the bulk edit", lambda: self.trigger("redo")
        yield "edit one row, all edited", lambda: self.trigger("clear_row")
        yield "undo that", lambda: self.trigger("undo")
        yield "save as, all rows edited", lambda: self.named("saved.csv", "save_as")
        yield "reset all edits", lambda: self.trigger("reset_all")
        yield "undo the reset", lambda: self.trigger("undo")
        yield "reload with all rows edited", window.bench.open_controller.reload
        yield "reset all edits again", lambda: self.trigger("reset_all")
        self.fill_clipboard()
        yield f"paste {PASTED:,} rows", lambda: self.trigger("paste")
        yield "undo the paste", lambda: self.trigger("undo")
        yield "edit one row", lambda: self.trigger("put_truth_first")
        yield "save as, one row edited", lambda: self.named("one.csv", "save_as")
        yield "select all and clear", lambda: (window.bench.table.selectAll(), self.bulk_edit("bulk_clear"))
        yield "open another pair", lambda: window.bench.open_controller.open_sample("hm")

    def named(self, name: str, action: str) -> None:
        """Trigger an action that asks for the name of a file."""
        QFileDialog.getSaveFileName = lambda *_: (str(self.folder / name), "")
        self.trigger(action)

    def bulk_edit(self, action: str) -> None:
        """Trigger an action that opens the bulk dialog, and accept the dialog as soon as its button is enabled."""
        timer = QTimer(self.window, interval=20)

        def accept() -> None:
            dialog = self.window.findChild(BulkDialog)
            button = dialog and dialog.findChild(QDialogButtonBox).buttons()[0]
            if button and button.isEnabled():
                timer.stop()
                button.click()

        timer.timeout.connect(accept)
        timer.start()
        self.trigger(action)

    def fill_clipboard(self) -> None:
        """Copy rows by id, each with two labels."""
        table = self.window.bench.inspection.evaluation.table
        label = table.vocab.text(0), table.vocab.text(1)
        ids = table.ids.slice(0, PASTED).to_pylist()
        QApplication.clipboard().setText("".join(f"{id_}\t{label[0]}\t{label[1]}\n" for id_ in ids))


def measured(
    window: MainWindow, folder: Path, monitor: EventLoopMonitor, only: str
) -> Iterator[tuple[str, float, float]]:
    """Each action: its name, the longest gap in milliseconds, and the seconds until every worker is idle."""
    workers = window.findChildren(Worker)
    for name, do in User(window, folder).actions():
        if only and only not in name:
            continue
        start = monitor.last = time.perf_counter()
        monitor.gaps, monitor.doing = [], name
        QTimer.singleShot(0, do)
        wait(None, 30)
        wait_until(lambda: not any(worker.is_busy for worker in workers), 300_000)
        yield name, monitor.longest(1)[0][0], round(time.perf_counter() - start - 0.25, 2)


def main() -> None:
    """Open the pair, run every action, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs=2, type=Path)
    parser.add_argument("metric")
    parser.add_argument("--only", default="", help="only actions with this text in their names")
    given = parser.parse_args()
    reuse_freed_memory()
    app = QApplication([])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        window = make_window(Theme(app), Settings(temporary=True, edits=folder / "edits"))
        window.show()
        window.bench.open_controller.failed.connect(print)
        window.bench.open_controller.open(*given.files, given.metric)
        wait(window.bench.open_controller.opened, 600_000)
        wait(None, 1500)
        monitor = EventLoopMonitor()
        if "BLOCKED_WHERE" in os.environ:
            monitor.print_stacks()
        print(json.dumps(list(measured(window, folder, monitor, given.only))), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
