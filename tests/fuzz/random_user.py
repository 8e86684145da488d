"""A user who does anything at any moment: for many steps, on six kinds of pairs; run separately from the tests.

    nice python tests/fuzz/random_user.py --steps 20000 --seed 1 [--kind lists] [--edits 3]

Every step is a gesture chosen by chance: any command of the menus, keys, fields, metrics typed by hand, docks, sizes,
themes, pictures, reloads, files changed behind the window, further windows, `inspector.show`. Dialogs are answered by
chance, while other gestures go on and workers run. After some steps everything comes to rest, and the overall, the
scores of the rows, the texts on the screen and the file saved and opened anew are compared. Prints each kind of
finding once, with the seed, and at the end counts and memory. A step that takes more than PATIENCE seconds of the
processor is a finding too. The same seed makes the same gestures; the moments at which workers end differ.
"""

from __future__ import annotations

import argparse
import faulthandler
import gc
import math
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Timer

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
HOME = Path(tempfile.mkdtemp(prefix="random-user-"))
os.environ |= {f"XDG_{name}_HOME": str(HOME / name.lower()) for name in ("CACHE", "CONFIG", "STATE", "DATA")}
sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parent)]

from inspector.allocator import reuse_freed_memory  # noqa: E402

reuse_freed_memory()  # as the program does, before pyarrow is imported

import numpy as np  # noqa: E402
import pyarrow.compute as pc  # noqa: E402
import shiboken6  # noqa: E402
from PySide6.QtCore import QCoreApplication, QEvent, QItemSelectionModel, QPoint, Qt, QTimer  # noqa: E402
from PySide6.QtGui import QAction  # noqa: E402
from PySide6.QtTest import QTest  # noqa: E402
from PySide6.QtWidgets import (  # noqa: E402
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QTableView,
    QWidget,
)
from window.answers import Answers, pictures  # noqa: E402
from window.gestures import KEYS, metric_text, words  # noqa: E402
from window.pairs import KINDS, SIZES  # noqa: E402
from window.watch import Watch, resident  # noqa: E402

import inspector  # noqa: E402
from inspector import InputError  # noqa: E402
from inspector.core.arrays.ragged import Ragged  # noqa: E402
from inspector.core.document.submission import Submission  # noqa: E402
from inspector.core.evaluation.evaluation import Evaluation  # noqa: E402
from inspector.core.files.detection.question import AmbiguousReadingError  # noqa: E402
from inspector.core.metrics import Metric  # noqa: E402
from inspector.core.rows.media import ImageSource  # noqa: E402
from inspector.core.task import drain  # noqa: E402
from inspector.ui.app import make_window  # noqa: E402
from inspector.ui.collector import collected_between_events  # noqa: E402
from inspector.ui.images.picture_viewer import PictureViewer  # noqa: E402
from inspector.ui.settings import Settings  # noqa: E402
from inspector.ui.tasks.worker import Worker  # noqa: E402
from inspector.ui.widgets.theme import Theme  # noqa: E402
from inspector.ui.widgets.visibility import is_visible  # noqa: E402
from inspector.ui.window.main_window import MainWindow  # noqa: E402

PATIENCE, LIFE, REST = 20.0, 150, 12
# This share of the pairs is opened from the start page.
STARTED_EMPTY = 0.1
# Seconds of the clock after which a step hangs: other processes may take most of the machine.
HANGING = 1800
# Workers may take longer than gestures: luck, intervals and verdicts of five submissions under GAP take 30 to 50, and
# more where other processes share a core.
LONGEST_WORK = 120.0
# Commands that the script does itself: a window that is quit is followed by a fresh one.
LEFT_OUT = {"quit"}
# These metrics average over, or rank, the labels of the files as loaded: a label that an edit brought or took away
# makes the saved file score otherwise.
AS_LOADED = {"cmap", "lrap"}


class RandomUser:
    """One window on one pair after another."""

    def __init__(self, seed: int, kinds: list[str]) -> None:
        self.random, self.kinds = Random(seed), kinds
        self.app = QApplication([])
        self.stack = ExitStack()
        self.collector = self.stack.enter_context(collected_between_events())  # as the program does
        self.watch, self.steps, self.counts = Watch(), 0, Counter[str]()
        self.folder = HOME
        self.doing_more = False
        self.theme = Theme(self.app)
        self.window: MainWindow | None = None
        self.others: list[MainWindow] = []

    def run(self, steps: int) -> None:
        """Do so many steps; every LIFE of them on a fresh pair."""
        while self.steps < steps:
            self.open()
            for number in range(LIFE):
                if not shiboken6.isValid(self.window) or not self.window.isVisible():
                    break
                self.step()
                if number % REST == REST - 1:
                    self.compare()
            self.close()

    def open(self) -> None:
        """A window on a fresh pair, or one without a pair that opens its files."""
        self.folder = Path(tempfile.mkdtemp(dir=HOME))
        self.kind = kind = self.random.choice(self.kinds)
        size = self.random.choices(SIZES, (4, 6, 4, 1))[0]
        self.watch.doing = f"open {kind} {size}"
        self.files = KINDS[kind](self.folder, self.random, size)
        self.written = self.files[1].read_bytes()
        pictures(self.folder, [f"r{number:04}" for number in range(8)])
        self.answers = Answers(self.random, self.folder, lambda: words(self.random), self.more)
        self.counts[kind] += 1
        try:
            inspection = inspector.open_pair(*self.files)
        except AmbiguousReadingError:  # the window would ask; another pair does as well
            self.open()
            return
        settings = Settings(edits=self.folder / "edits", versions=self.folder / "versions")
        if self.random.random() < STARTED_EMPTY:
            self.open_from_start_page(settings)
        else:
            self.window = self.show(inspection, settings)

    def open_from_start_page(self, settings: Settings) -> None:
        """A window without a pair, some gestures in it, and the files dropped on it."""
        self.counts["started without a pair"] += 1
        self.window = self.show(None, settings)
        for _ in range(self.random.randint(0, 5)):
            if shiboken6.isValid(self.window) and self.window.isVisible():
                self.step()
        if shiboken6.isValid(self.window) and self.window.isVisible():
            self.window.bench.open_files([*self.files])
            self.rest(self.window)

    def show(self, inspection: inspector.Inspection | None, settings: Settings) -> MainWindow:
        window = make_window(self.theme, settings)
        window.create_workbench(inspection)
        window.show()
        self.app.processEvents()
        return window

    def close(self) -> None:
        """Close every window, whatever it asks, and delete it."""
        self.watch.doing = "close"
        for window in (*self.others, self.window):
            if shiboken6.isValid(window):
                self.rest(window)
                window.bench.save_controller.maybe_save = lambda: True
                window.close()
                window.deleteLater()
        self.others.clear()
        self.window = None
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        shutil.rmtree(self.folder, ignore_errors=True)

    def alive(self) -> str:
        """What is alive between two windows: level, where nothing leaks."""
        return f"{len(gc.get_objects()):,} objects of Python, {len(self.app.allWidgets())} widgets"

    def more(self) -> None:
        """A gesture while a dialog is open."""
        if not self.doing_more:
            self.doing_more = True
            self.random.choice([self.wait, self.wait, self.undo_storm, self.look, self.reload, self.scale])()
            self.doing_more = False

    def step(self) -> None:
        """One gesture; errors that leave it are findings."""
        self.steps += 1
        gesture = self.random.choices([*GESTURES], [*GESTURES.values()])[0]
        self.watch.doing = f"step {self.steps}, {gesture.__name__}"
        self.counts[gesture.__name__] += 1
        begun = time.process_time()
        faulthandler.dump_traceback_later(HANGING, exit=True)
        long = Timer(PATIENCE, faulthandler.dump_traceback)
        long.start()
        try:
            gesture(self)
            if self.random.random() < 0.7:
                self.app.processEvents()
        except InputError as error:
            self.watch.say(f"InputError left a gesture: {error}")
        except Exception as error:  # the search goes on
            self.watch.note(error)
        faulthandler.cancel_dump_traceback_later()
        long.cancel()
        self.collector.collect()
        if (taken := time.process_time() - begun) > PATIENCE:
            self.watch.say(f"slow: {gesture.__name__}", f"{taken:.1f} s")

    # Gestures.

    def command(self) -> None:
        entries = [entry for top in self.window.menuBar().actions() for entry in _entries(top.menu())]
        entries = [entry for entry in entries if entry.isEnabled() and entry.objectName() not in LEFT_OUT]
        entry = self.random.choice(entries)
        self.watch.doing += f" {entry.objectName() or entry.text()}"
        entry.trigger()

    def key(self) -> None:
        key, modifiers = self.random.choice(KEYS)
        QTimer.singleShot(200, _close_popup)  # Qt waits for a choice from the menu of a button without Python
        if (handle := self.window.windowHandle()) is not None:
            QTest.keyClick(handle, key, modifiers)

    def metric(self) -> None:
        text = metric_text(self.random)
        self.watch.doing += f" {text}"
        line = self.window.findChild(QComboBox, "metricChooser").lineEdit()
        line.setFocus()
        line.setText(text)
        line.editingFinished.emit()

    def cut(self) -> None:
        self.window.findChild(QWidget, "cutChooser").setValue(self.random.choice([0, 1, 3, 20, 100_000]))

    def predict(self) -> None:
        line = self.window.findChild(QLineEdit, "predictionEdit")
        line.setFocus()
        line.setText(words(self.random))
        if self.random.random() < 0.8:
            line.returnPressed.emit()

    def mistype(self) -> None:
        """Type what cannot be applied; it says where it belongs: the submission by its texts, and the row by its id."""
        inspection = self.window.bench.inspection
        if inspection.is_open and inspection.current is not None:
            line = self.window.findChild(QLineEdit, "predictionEdit")
            id_ = inspection.evaluation.table.id(inspection.current)
            line.setText(f"{UNFIT}{id(inspection.open_submission.typed)}\0{id_}")
            line.textEdited.emit(line.text())
            if self.random.random() < 0.3:
                line.editingFinished.emit()

    def filter(self) -> None:
        line = self.window.findChild(QLineEdit, "filterEdit")
        line.setText(words(self.random))
        line.returnPressed.emit()

    def complete(self) -> None:
        """Begin a word in a line that completes, and do something to what it offers; then perhaps undo."""
        line = self.window.findChild(QLineEdit, self.random.choice(["predictionEdit", "filterEdit"]))
        line.setFocus()
        if self.random.random() < 0.5:
            line.clear()
        QTest.keyClicks(line, self.random.choice(BEGUN))
        for _ in range(self.random.randint(1, 5)):
            popup = QApplication.activePopupWidget()
            key, modifiers = self.random.choice(COMPLETING)
            QTest.keyClick(popup if popup is not None and not modifiers else line, key, modifiers)
            if self.random.random() < 0.3:
                self.app.processEvents()

    def note(self) -> None:
        """Type a note and keep, restore or leave it, or go on in its dialog."""
        line = self.window.findChild(QLineEdit, "noteEdit")
        line.setFocus()
        if not line.isReadOnly():
            line.selectAll()
            line.insert(words(self.random))
        ends = (lambda: QTest.keyClick(line, Qt.Key.Key_Return), lambda: QTest.keyClick(line, Qt.Key.Key_Escape))
        self.random.choice([*ends, self.window.bench.table.setFocus, self.note_dialog, lambda: None])()

    def note_dialog(self) -> None:
        """Notes of one line, of several and of none, kept or not."""
        self.window.findChild(QAction, "edit_note").trigger()
        for dialog in self.opened():
            for edit in dialog.findChildren(QPlainTextEdit, "noteText"):
                edit.insertPlainText(self.random.choice(["", "one", "two\nlines", "<b>&x", "\u202e", "x" * 3000]))
        self.end_dialogs()

    def tag(self) -> None:
        """Tag the selected rows, with typed and ticked tags; perhaps put back what was taken off."""
        self.window.findChild(QAction, "tag_rows").trigger()
        for dialog in self.opened():
            for line in dialog.findChildren(QLineEdit, "tagEdit"):
                line.insert(" ".join(self.random.choices(TAGS, k=self.random.randint(0, 3))))
                if self.random.random() < 0.5:
                    QTest.keyClick(line, Qt.Key.Key_Return)
            for tags in dialog.findChildren(QListWidget, "tagList"):
                for place in range(min(tags.count(), self.random.randint(0, 3))):
                    tags.setCurrentRow(place)
                    QTest.keyClick(tags, Qt.Key.Key_Space)
        self.end_dialogs()
        offer = self.window.findChild(QWidget, "messageOffer")
        if offer.isVisible() and self.random.random() < 0.3:
            offer.click()

    def opened(self) -> list[QDialog]:
        """The dialogs that are open while the window goes on."""
        return [dialog for dialog in self.window.findChildren(QDialog) if dialog.isVisible()]

    def end_dialogs(self) -> None:
        for dialog in self.opened():
            if self.random.random() < 0.9:
                self.random.choice([dialog.accept, dialog.accept, dialog.reject])()

    def grid(self) -> None:
        """The pictures as a grid: keys, clicks and full size, of any source."""
        dock = self.window.bench.docks.by_name["picturesDock"]
        dock.show()
        dock.raise_()
        if self.random.random() < 0.3:
            self.look()
        self.app.processEvents()
        if is_visible(dock) and not dock.is_made:
            self.watch.say("a dock in front is empty", f"{dock.geometry()} floating: {dock.isFloating()}")
        grid = dock.panel
        for _ in range(self.random.randint(1, 6)):
            spot = QPoint(self.random.randint(0, 900), self.random.randint(0, 300))
            self.random.choice(
                [
                    lambda: QTest.keyClick(grid, self.random.choice(WALKING)),
                    lambda spot=spot: QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=spot),
                    lambda spot=spot: QTest.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=spot),
                    lambda: grid.verticalScrollBar().setValue(self.random.randint(0, 5000)),
                ]
            )()
        for viewer in self.window.findChildren(PictureViewer):
            viewer.close()
        if self.random.random() < 0.5:
            dock.hide()

    def field(self) -> None:
        self.answers.fill_in(self.window, 2)

    def button(self) -> None:
        self.answers.press(self.window)

    def select(self) -> None:
        table = self.window.bench.table
        if count := table.model().rowCount():
            flags = QItemSelectionModel.SelectionFlag
            for _ in range(self.random.randint(1, 4)):
                index = table.model().index(self.random.randrange(count), 0)
                table.selectionModel().setCurrentIndex(index, flags.Rows | self.random.choice([flags.Select, FRESH]))

    def dock(self) -> None:
        dock = self.random.choice(list(self.window.bench.docks.by_name.values()))
        self.random.choice([dock.show, dock.hide, dock.raise_, dock.close, lambda: _float(dock)])()

    def scale(self) -> None:
        self.theme.set_scale(self.random.choice([0.1, 0.7, 1.0, 1.3, 2.5, 9.0]))

    def colours(self) -> None:
        self.theme.choose(self.random.choice(["light", "dark", "system"]))

    def resize(self) -> None:
        self.window.resize(self.random.choice([1, 300, 900, 1600]), self.random.choice([1, 200, 800]))

    def look(self) -> None:
        """Pictures by ids or a column, with any id."""
        if not self.window.bench.inspection.is_open:  # the panel is asked from a command that needs a pair
            return
        panel, column = self.window.bench.docks.preview, self.random.choice(["", "label", "Usage", "nope"])
        panel.chosen.emit(ImageSource(self.random.choice([None, self.folder, Path("/nowhere")]), column))
        self.window.bench.docks.by_name["previewDock"].raise_()

    def undo_storm(self) -> None:
        for _ in range(self.random.randint(1, 12)):
            self.window.findChild(QAction, self.random.choice(["undo", "redo"])).trigger()

    def reload(self) -> None:
        if self.window.bench.inspection.is_open:
            self.window.bench.open_controller.reload()

    def change_behind(self) -> None:
        """Another program writes the submission again: as it was, its first half, or nothing."""
        whole = self.written
        self.files[1].write_bytes(self.random.choice([whole, whole, whole[: len(whole) // 2], b""]))

    def write_again(self) -> None:
        """Another program writes the whole pair anew, with other rows."""
        self.files = KINDS[self.kind](self.folder, self.random, self.random.choice(SIZES[:2]))
        self.written = self.files[1].read_bytes()

    def drop(self) -> None:
        self.window.bench.open_files([self.random.choice([*self.files, self.folder]), *self.files][:2])

    def second_window(self) -> None:
        if len(self.others) < 2:
            mine = self.window.bench.inspection
            self.files[1].write_bytes(self.written)
            same = mine if self.random.random() < 0.5 and mine.is_open else inspector.open_pair(*self.files)
            self.others.append(self.show(same, Settings(temporary=True)))
            return
        other = self.others.pop()
        self.rest(other)
        other.bench.save_controller.maybe_save = lambda: True
        other.close()
        other.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # as its event loop would

    def show_from_python(self) -> None:
        """`inspector.show` on the open inspection, while this window is there; its window is closed after a moment."""
        known = set(map(shiboken6.getCppPointer, self.app.topLevelWidgets()))

        def close() -> None:
            for window in self.app.topLevelWidgets():
                if isinstance(window, MainWindow) and shiboken6.getCppPointer(window) not in known:
                    window.bench.save_controller.maybe_save = lambda: True
                    window.close()
            QApplication.exit(0)  # ends the program also where another window is open

        QTimer.singleShot(self.random.randint(1, 60), close)
        inspector.show(self.window.bench.inspection)
        self.watch.listen()
        self.theme.choose("light")

    def wait(self) -> None:
        end = time.perf_counter() + self.random.random() * 0.05
        while time.perf_counter() < end:
            self.app.processEvents()

    # Several submissions and versions.

    def add(self) -> None:
        """Add a further submission: the pair's own file, with some of its lines swapped, or one that was saved."""
        name = f"further {self.steps}{self.files[1].suffix}"
        content = self.written
        if self.kind != "parquet" and self.random.random() < 0.7:
            content = (
                content.replace(b"a", b"\0").replace(b"b", b"a").replace(b"\0", b"b")
                if self.kind == "lists"
                else content
            )
        path = self.folder / name
        path.write_bytes(content)
        if self.window.bench.inspection.is_open and len(self.window.bench.inspection.submissions) < 5:
            self.window.bench.comparisons.controller.add([path])

    def switch(self) -> None:
        """Open another submission, perhaps with an edit queued just before or behind it."""
        bench = self.window.bench
        if not bench.inspection.is_open:
            return
        if self.random.random() < 0.3:
            self.predict()
        bench.comparisons.step(self.random.choice([1, -1]))
        if self.random.random() < 0.3:
            self.predict()
        if self.random.random() < 0.2:
            bench.change_queue.undo()

    def version(self) -> None:
        """Keep a version, or do something with one."""
        bench = self.window.bench
        if not bench.inspection.is_open:
            return
        names = [version.name for version in bench.inspection.versions]
        versions = bench.comparisons.versions
        if not names or self.random.random() < 0.4:
            versions.keep()
            return
        gestures = [versions.return_to, versions.return_to, versions.compare_with, versions.rename, versions.remove]
        gestures += [versions.export_patch, versions.export_file]
        self.random.choice(gestures)(self.random.choice(names))

    def compare_with(self) -> None:
        """Compare with a submission or the file."""
        bench = self.window.bench
        if bench.inspection.is_open:
            names = ["file", *(one.name for one in bench.inspection.submissions)]
            bench.comparisons.controller.compare_with(self.random.choice(names))

    # Checks.

    def rest(self, window: MainWindow) -> None:
        """Wait until nothing runs any more; what takes long is a finding, and one that never ends another."""
        begun, is_told = time.process_time(), False
        self.app.processEvents()
        while busy := [worker.parent() for worker in window.findChildren(Worker) if worker.is_busy]:
            taken = time.process_time() - begun
            if taken > LONGEST_WORK and not is_told:
                is_told = True
                self.watch.say("slow: workers", f"{self.kind} {window.bench.inspection.metric} {busy}")
                faulthandler.dump_traceback()
            if taken > 2 * LONGEST_WORK:
                self.watch.say("a worker never ends")
                return
            self.app.processEvents()
            time.sleep(0.001)

    def compare(self) -> None:
        """The scores afresh, the texts on the screen, and the saved file opened anew."""
        if not shiboken6.isValid(self.window) or not self.window.isVisible():
            return
        self.watch.doing = f"compare after step {self.steps}"
        self.rest(self.window)
        inspection = self.window.bench.inspection
        if not inspection.is_open:
            return
        self.counts["compared"] += 1
        for one in inspection.submissions:
            self.compare_afresh(one, inspection)
        self.compare_deltas(inspection)
        self.compare_screen(inspection)
        self.compare_note(inspection)
        self.compare_typed(inspection)
        for one in inspection.submissions:
            try:
                self.compare_saved(inspection, one)
            except InputError as error:
                self.counts[f"not compared: {str(error).replace(str(self.folder), '')[:70]}"] += 1
            except Exception as error:  # the search goes on
                self.watch.note(error)

    def compare_afresh(self, one: Submission, inspection: inspector.Inspection) -> None:
        """A submission, open or not, is scored as a fresh evaluation of its edits is."""
        self.counts["submissions scored afresh"] += 1
        try:
            evaluation = one.evaluation.under(inspection.metric)
        except InputError:
            return
        afresh = Evaluation.of(evaluation.pair, inspection.metric, evaluation.overlay).scores
        if afresh.row.tobytes() != evaluation.scores.row.tobytes() or repr(afresh.overall) != repr(
            evaluation.scores.overall
        ):
            self.watch.say("the scores are not those of a fresh evaluation", f"{one.name} {inspection.metric}")
        if evaluation.table.vocab is not inspection.evaluation.table.vocab:
            self.watch.say("submissions do not share their vocabulary", one.name)

    def compare_deltas(self, inspection: inspector.Inspection) -> None:
        """Every difference is a plain one from the baseline as it is now."""
        evaluation, name = inspection.evaluation, inspection.baseline
        rows = evaluation.all_rows
        if name == "file":
            base = Evaluation.of(evaluation.pair, inspection.metric).scores.row
        else:
            other = inspection.find(name).under(inspection.metric)
            base = Evaluation.of(other.pair, inspection.metric, other.overlay).scores.row
        self.counts[f"compared with {'the file' if name == 'file' else 'another'}"] += 1
        if not np.allclose(evaluation.deltas(rows), evaluation.scores.row - base, rtol=0, atol=1e-12, equal_nan=True):
            self.watch.say("the differences are not those from the baseline", f"{name} {inspection.metric}")

    def compare_screen(self, inspection: inspector.Inspection) -> None:
        said, overall = self.window.findChild(QLabel, "overallScore").text(), inspection.overall
        if said != ("–" if math.isnan(overall) else repr(overall)):
            self.watch.say("the score bar says another overall", f"{said} {overall}")
        for name, dock in self.window.bench.docks.by_name.items():
            if is_visible(dock) and not dock.is_made:
                self.watch.say("a dock in front is empty", f"{name} {dock.geometry()} floating: {dock.isFloating()}")
        chooser = self.window.findChild(QComboBox, "metricChooser")
        # What keys typed need not be entered yet.
        if not chooser.lineEdit().isModified() and chooser.currentText() != str(inspection.metric):
            self.watch.say("the chooser says another metric", f"{chooser.currentText()} {inspection.metric}")
        table = self.window.findChild(QTableView, "rowTable")
        model, order, scores = table.model(), inspection.state.order.rows, inspection.evaluation.scores.row
        titles = [model.headerData(c, HORIZONTAL) for c in range(model.columnCount())]
        if model.rowCount() != len(order):
            self.watch.say("the table has other rows")
            return
        for pos in self.random.sample(range(len(order)), min(len(order), 20)):
            cells = {title: model.index(pos, column).data() for column, title in enumerate(titles)}
            row, score = int(order[pos]), float(scores[order[pos]])
            if cells["id"] != inspection.evaluation.table.id(row):
                self.watch.say("the table shows another id")
            decimals = len(str(cells["score"]).partition(".")[2])
            usual = f"{score:.3e}" if "e" in str(cells["score"]) else f"{score:,.{decimals}f}"
            if cells["score"] != ("–" if math.isnan(score) else usual.replace("-", "−", 1) if score < 0 else usual):
                self.watch.say("the table shows another score", f"{cells['score']} {score}")

    def compare_note(self, inspection: inspector.Inspection) -> None:
        """The line of the current row's note, unless something was typed in it, which undo may have taken back."""
        line, row = self.window.findChild(QLineEdit, "noteEdit"), inspection.current
        if row is not None and self.window.bench.docks.row.note._draft is None:
            note = inspection.notes[inspection.evaluation.table.id(row)].text
            if line.isReadOnly() == (line.text() == note):
                self.watch.say("the panel says another note", f"{line.text()[:40]!r} {note[:40]!r}")

    def compare_typed(self, inspection: inspector.Inspection) -> None:
        """Text that cannot be applied is in its own submission and row, and in none of the predictions."""
        for one in inspection.submissions:
            self.counts["texts that wait"] += len(one.typed.every)
            for id_, typed in one.typed.every.items():
                # Further letters may have been typed behind it.
                if typed.startswith(UNFIT) and not typed.startswith(f"{UNFIT}{id(one.typed)}\0{id_}"):
                    self.watch.say("a text waits in another submission or row", f"{one.name} {id_} {typed!r}")
            if any(label.startswith(UNFIT) for label in one.evaluation.table.vocab.array().to_pylist()):
                self.watch.say("a text was applied that cannot be", one.name)

    def compare_saved(self, inspection: inspector.Inspection, one: Submission) -> None:
        pair, metric = one.evaluation.pair, str(inspection.metric)
        if (truth := pair.truth.sheet.source) is not None and truth.is_replaced:
            self.counts["not compared: the truth changed on disk"] += 1
            return
        target = self.folder / f"saved{Path(pair.submission.sheet.name).suffix}"
        saved = drain(inspection.save_task(target, one, overwrite=True))
        if saved.options is None:
            self.counts["not compared: it cannot be read again alike"] += 1
            return
        options = {k: v for k, v in saved.options.as_dict.items() if k != "fixes"}
        fresh = inspector.open_pair(pair.truth.sheet.name, target, metric, **options).evaluation
        self.counts["saved and opened anew"] += 1
        old = one.evaluation.under(inspection.metric)
        if fresh.metric != old.metric:
            if _chosen(fresh.metric) != _chosen(old.metric):
                self.watch.say("the saved file opens under another metric", f"{fresh.metric} {old.metric} {one.name}")
            self.counts["opened under another usual threshold"] += 1
            fresh = fresh.under(old.metric)
        if fresh.metric != old.metric:
            return  # what is usual for it cannot be chosen for the other
        places = fresh.table.rows_of(old.table.ids)
        now, then = fresh.predictions(places), old.predictions(old.all_rows)
        now = _recoded(now, fresh, old)
        if not old.table.kind.names_labels:  # a row without a number is empty once edited, and NaN where a file has it
            now, then = (lists.keep(~np.isnan(lists.weights)) for lists in (now, then))
        for row in np.flatnonzero((places < 0) | ~now.same(then))[:1].tolist():
            words = f"{self.kind} {one.name} {old.prediction(row)} {fresh.prediction(places[row])} {options}"
            self.watch.say("a saved row has another prediction", words)
            return
        if inspection.metric.name in AS_LOADED and _labels_loaded(old) != _labels_loaded(fresh):
            self.counts["saved with other labels loaded"] += 1
            return
        same = math.isclose(fresh.scores.overall, old.scores.overall, rel_tol=1e-9, abs_tol=1e-12)
        if not same and not (math.isnan(fresh.scores.overall) and math.isnan(old.scores.overall)):
            words = f"{metric} {fresh.scores.overall} {old.scores.overall} {one.name} {options}"
            differ = ~np.isclose(fresh.scores.row[places], old.scores.row, rtol=0, atol=1e-12, equal_nan=True)
            for row in np.flatnonzero(differ)[:1].tolist():
                words += f"\n{old.table.id(row)} {fresh.scores.row[places[row]]} {old.scores.row[row]}"
                words += f" {old.prediction(row)} {old.truth(row)} {fresh.truth(places[row])}"
            self.watch.say("the saved file scores otherwise", words)


def _chosen(metric: Metric) -> Metric:
    """A metric without what is usual for the probabilities of the file as it is loaded: a threshold, or @1."""
    return metric.replace(k=None, threshold=None) if "threshold" in metric.parameters() else metric


def _recoded(lists: Ragged, evaluation: Evaluation, other: Evaluation) -> Ragged:
    """Lists of one evaluation in the codes of another; -2 for labels that it does not have."""
    found = pc.index_in(evaluation.table.vocab.array(), other.table.vocab.array()).fill_null(-2).to_numpy()
    return replace(lists, codes=np.where(lists.codes < 0, lists.codes, np.append(found, -1)[lists.codes]))


def _labels_loaded(evaluation: Evaluation) -> set[str]:
    """The labels of the truth and of the submission itself; the vocabulary also has those of further submissions."""
    vocab, loaded = evaluation.table.vocab, np.flatnonzero(evaluation.table.in_files)
    return set(vocab.texts(loaded))


def _entries(menu: QMenu) -> list[QAction]:
    menu.aboutToShow.emit()
    found = []
    for entry in menu.actions():
        found += _entries(entry.menu()) if entry.menu() else [] if entry.isSeparator() else [entry]
    return found


def _close_popup() -> None:
    if (popup := QApplication.activePopupWidget()) is not None:
        popup.close()


def _float(dock: QWidget) -> None:
    dock.setFloating(not dock.isFloating())


# Text that begins so cannot be applied.
UNFIT = "un\0fit "
BEGUN = ("a", "b", "tru", "rank>1 & pre", "truth:", "tag:", "score<", "x ", '"')
COMPLETING = [
    *((key, Qt.KeyboardModifier.NoModifier) for key in (Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Tab)),
    *((key, Qt.KeyboardModifier.NoModifier) for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Backspace)),
    *((key, Qt.KeyboardModifier.ControlModifier) for key in (Qt.Key.Key_Space, Qt.Key.Key_Z, Qt.Key.Key_Y)),
]
WALKING = [
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Return, Qt.Key.Key_Escape),
]
TAGS = ("hard", "odd", "<b>&x", "\u202eright", "é" * 60)
FRESH = QItemSelectionModel.SelectionFlag.ClearAndSelect
HORIZONTAL = Qt.Orientation.Horizontal
GESTURES: dict[Callable[[RandomUser], None], int] = {
    RandomUser.command: 30,
    RandomUser.key: 16,
    RandomUser.predict: 12,
    RandomUser.mistype: 4,
    RandomUser.metric: 8,
    RandomUser.select: 8,
    RandomUser.filter: 4,
    RandomUser.complete: 5,
    RandomUser.note: 4,
    RandomUser.tag: 3,
    RandomUser.grid: 3,
    RandomUser.field: 4,
    RandomUser.button: 4,
    RandomUser.dock: 4,
    RandomUser.undo_storm: 3,
    RandomUser.look: 3,
    RandomUser.wait: 3,
    RandomUser.resize: 2,
    RandomUser.reload: 2,
    RandomUser.cut: 2,
    RandomUser.change_behind: 1,
    RandomUser.write_again: 1,
    RandomUser.drop: 1,
    RandomUser.scale: 1,
    RandomUser.colours: 1,
    RandomUser.second_window: 1,
    RandomUser.add: 3,
    RandomUser.switch: 6,
    RandomUser.version: 5,
    RandomUser.compare_with: 2,
    RandomUser.show_from_python: 1,
}


def main() -> None:
    """Run, and print the counts and the memory after each fifth."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--steps", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--kind", choices=KINDS, action="append")
    given = asked.parse_args()
    faulthandler.enable()
    user = RandomUser(given.seed, given.kind or list(KINDS))
    for part in range(1, 6):
        user.run(given.steps * part // 5)
        print(f"seed {given.seed}: {user.steps} steps, {resident():.0f} MB, {user.alive()}", flush=True)
    print(dict(sorted(user.counts.items())))
    print(f"seed {given.seed}: {sum(user.watch.found.values())} findings of {len(user.watch.found)} kinds")
    shutil.rmtree(HOME, ignore_errors=True)
    sys.stdout.flush()
    os._exit(int(bool(user.watch.found)))


if __name__ == "__main__":
    main()
