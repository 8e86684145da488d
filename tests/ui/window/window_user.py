"""The random user of the window: its operations, and a slow model of their effects."""

from __future__ import annotations

import os
from typing import ClassVar

import hypothesis.strategies as st
from core.edits.bulk_model import bulk_edits, edited_row
from core.metrics.metric_strategies import OF_ONE_CLASS, metrics
from core.query.query_model import QueryModel, text_of, trees
from core.strategies import Lists, any_label, open_lists, pairs
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
)
from PySide6.QtCore import QItemSelectionModel, QPoint
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QTableView,
    QToolButton,
)
from ui.conftest import sweep
from ui.user import (
    Alt,
    Bare,
    Control,
    Key,
    Left,
    Shift,
    action,
    bring,
    click_header,
    find,
    offered,
    overwrite,
    popup,
    press,
    section,
    shown,
    text,
)

from inspector.core.data.prediction import Prediction
from inspector.core.edits.bulk import BulkEdit
from inspector.ui.edit.bulk_dialog import BulkDialog
from inspector.ui.edit.paste_dialog import PasteDialog
from inspector.ui.images.picture_grid import PictureGrid
from inspector.ui.notes.tag_dialog import TagDialog
from inspector.ui.row.note_part import TagChips
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.main_window import MainWindow

TITLES = ("id", "score", "first hit", "cost", "Δ score", "truth", "predictions")
THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
places = st.integers(0, 7)
words = st.lists(any_label, max_size=6)
Flags = QItemSelectionModel.SelectionFlag


def chosen() -> str | None:
    """The suggestion that Enter takes."""
    view = popup()
    return None if view is None else view.currentIndex().data()


# These pairs have no confidences and rows of several labels, and metrics that need others are rejected.
unsure = metrics().filter(lambda metric: not metric.needs_confidence and metric.name not in OF_ONE_CLASS)


class WindowUser(RuleBasedStateMachine):
    """The model: the labels `now`, row by row, what was `done` and `undone`, the metric, and the notes and tags."""

    qtbot: ClassVar
    show: ClassVar
    theme: ClassVar[Theme]
    window: MainWindow | None = None

    @initialize(pair=pairs(), metric=unsure)
    def open(self, pair: Lists, metric) -> None:
        self.pair, self.metric = pair, metric
        self.now = {row: list(given or []) for row, given in enumerate(pair.predictions)}
        self.done: list[tuple[dict, dict]] = []
        self.undone: list[tuple[dict, dict]] = []
        self.notes: dict[int, str] = {}
        self.tags: dict[int, set[str]] = {}
        self.inspection = open_lists(pair, metric)
        self.window = type(self).show(self.inspection)
        self.table, self.steps = (find(self.window, QTableView, name) for name in ("rowTable", "stepTable"))
        self.line = find(self.window, QLineEdit, "predictionEdit")

    def teardown(self) -> None:
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            del self.window, self.table, self.steps, self.line
            sweep()

    @property
    def predicted(self) -> list[object]:
        """The predicted labels of the row panel, without the line for a new label and missed ones."""
        return shown(self.steps, "predicted")[: self.steps.model().label_count]

    @property
    def row(self) -> int:
        """The current row of the table."""
        return self.pair.ids.index(self.table.currentIndex().siblingAtColumn(0).data())

    def did(self, after: dict[int, list[str]]) -> None:
        """Model an edit; one that changes nothing is not recorded."""
        if any(self.now[row] != labels for row, labels in after.items()):
            self.done.append(({row: self.now[row] for row in after}, after))
            self.undone.clear()
            self.now |= after

    @rule(down=st.booleans(), times=st.integers(1, 4))
    def walk(self, down: bool, times: int) -> None:
        pos = self.table.currentIndex().row()
        for _ in range(times):
            press(self.window, Key.Key_Down if down else Key.Key_Up, Control)
        wanted = pos + times if down else pos - times
        assert self.table.currentIndex().row() == min(max(wanted, 0), len(self.now) - 1)

    # A line edit does not accept unprintable characters.
    @rule(tree=trees.filter(lambda tree: text_of(tree).isprintable()))
    def filter_and_show_all_again(self, tree: tuple) -> None:
        row, before = self.row, shown(self.table, "id")
        evaluation = self.inspection.evaluation
        now = {at: Prediction(tuple(labels)) for at, labels in self.now.items() if evaluation.is_edited(at)}
        model = QueryModel(self.pair, now, evaluation)
        press(self.window, Key.Key_F, Control | Shift)
        overwrite(find(self.window, QLineEdit, "filterEdit"), text_of(tree))
        if QApplication.activePopupWidget() is not None:  # Enter would take the best completion
            press(self.window, Key.Key_Escape)
        press(self.window, Key.Key_Return)
        wanted = [id_ for id_ in before if model.holds(tree, self.pair.ids.index(id_))]
        assert shown(self.table, "id") == wanted, text_of(tree)
        press(self.window, Key.Key_Escape)
        press(self.window, Key.Key_Escape)
        assert (shown(self.table, "id"), self.row) == (before, row)
        with self.qtbot.waitActive(self.window):
            self.window.activateWindow()  # without a window system, a popup that was closed may stay the active window
        assert self.table.hasFocus()

    @rule(given=words, enter=st.booleans())
    def type_a_prediction(self, given: list[str], enter: bool) -> None:
        row, overall = self.row, text(self.window, "overallScore")
        overwrite(self.line, " ".join(given))
        assert text(self.window, "overallScore") == overall
        assert self.predicted == given
        if enter:
            if QApplication.activePopupWidget() is not None:  # Enter would take the best completion
                press(self.window, Key.Key_Escape)
            press(self.window, Key.Key_Return)
            QApplication.processEvents()
            self.did({row: given})
        else:
            for _ in range(2):  # the first Esc may only close the list of completions
                press(self.window, Key.Key_Escape)
        self.come_back()

    @rule(begun=any_label.map(lambda label: label[:1]), enter=st.booleans())
    def take_a_completion_and_take_it_back(self, begun: str, enter: bool) -> None:
        before = self.line.text()
        overwrite(self.line, begun)
        # Without a window system the line loses the focus with its popup, which applies what was taken.
        if (best := offered()) and QGuiApplication.platformName() != "offscreen":
            press(self.window, Key.Key_Down if enter and chosen() is None else Key.Key_Tab)
            if enter and QApplication.activePopupWidget() is not None:
                press(self.window, Key.Key_Return)
            QApplication.processEvents()
            assert self.line.text() == best[0]
            if best[0] != begun:
                press(self.window, Key.Key_Z, Control)
            assert self.line.text() == begun, (self.line.text(), begun, best)
        for _ in range(2):  # the first Esc may only close the list of completions
            press(self.window, Key.Key_Escape)
        assert self.line.text() == before
        self.come_back()

    @rule(
        given=st.sampled_from(["", "hm", "look again", "<b>&wrong"]), end=st.sampled_from(["enter", "leave", "escape"])
    )
    def type_a_note(self, given: str, end: str) -> None:
        row, line = self.row, find(self.window, QLineEdit, "noteEdit")
        assert line.text() == self.notes.get(row, "")
        overwrite(line, given)
        if end == "leave":
            self.table.setFocus()
        else:
            press(self.window, Key.Key_Return if end == "enter" else Key.Key_Escape)
        if end != "escape":
            self.notes[row] = given
        assert line.text() == self.notes.get(row, "")

    @rule(tag=st.sampled_from(["hard", "odd", "<i>"]), end=st.sampled_from(["accept", "reject"]))
    def tag_the_row(self, tag: str, end: str) -> None:
        row = self.row
        self.table.selectRow(self.table.currentIndex().row())
        action(self.window, "tag_rows").trigger()
        dialog = next(box for box in self.window.findChildren(TagDialog) if box.isVisible())
        find(dialog, QLineEdit, "tagEdit").setText(tag)
        dialog.accept() if end == "accept" else dialog.done(0)
        self.come_back()
        if end == "accept":
            self.tags.setdefault(row, set()).add(tag)

    @precondition(lambda self: self.tags.get(self.row))
    @rule(back=st.booleans())
    def take_a_tag_off_with_its_chip(self, back: bool) -> None:
        tag = sorted(self.tags[self.row])[0]
        chips = find(self.window, TagChips, "tagChips")
        assert list(chips.tags) == sorted(self.tags[self.row])
        next(chip for chip in chips.findChildren(QToolButton) if not chip.isHidden()).click()
        if back:
            find(self.window, QPushButton, "messageOffer").click()
        else:
            self.tags[self.row].discard(tag)

    @rule(key=st.sampled_from([Key.Key_Left, Key.Key_Right, Key.Key_Home, Key.Key_End]))
    def go_on_in_the_grid_of_pictures(self, key) -> None:
        pos, last = self.table.currentIndex().row(), len(self.now) - 1
        dock, grid = self.window.bench.docks.by_name["picturesDock"], find(self.window, PictureGrid, "pictureGrid")
        dock.show()
        bring(grid, dock)
        grid.setFocus()
        press(self.window, key)
        to = {Key.Key_Left: pos - 1, Key.Key_Right: pos + 1, Key.Key_Home: 0, Key.Key_End: last}[key]
        assert self.table.currentIndex().row() == min(max(to, 0), last)
        dock.hide()

    @precondition(lambda self: self.now[self.row])
    @rule(source=places, gap=places, drop=st.booleans())
    def drag_a_label(self, source: int, gap: int, drop: bool) -> None:
        row, labels = self.row, self.now[self.row]
        source, gap = source % len(labels), gap % (len(labels) + 1)
        model, viewport = self.steps.model(), self.steps.viewport()
        self.steps.scrollToTop()
        self.steps.setFocus()
        top = self.steps.visualRect(model.index(gap, 1)).top() + 1
        QTest.mousePress(viewport, Left, Bare, self.steps.visualRect(model.index(source, 1)).center())
        QTest.mouseMove(viewport, QPoint(60, top))
        assert self.inspection.evaluation.labels(row) == labels
        if not drop:
            press(self.window, Key.Key_Escape)
        QTest.mouseRelease(viewport, Left, Bare, QPoint(60, top))
        rest = labels[:source] + labels[source + 1 :]
        to = gap - (gap > source)
        self.did({row: [*rest[:to], labels[source], *rest[to:]]} if drop else {})

    @precondition(lambda self: self.now[self.row])
    @rule(place=places, up=st.booleans())
    def move_a_label_with_the_keys(self, place: int, up: bool) -> None:
        row, labels = self.row, list(self.now[self.row])
        place %= len(labels)
        self.pick(place)
        press(self.window, Key.Key_Up if up else Key.Key_Down, Alt)
        to = min(max(place + (-1 if up else 1), 0), len(labels) - 1)
        labels.insert(to, labels.pop(place))
        self.did({row: labels})

    @rule(place=places)
    def delete_a_label(self, place: int) -> None:
        row, labels = self.row, self.now[self.row]
        place %= len(labels) + 1
        self.pick(place)
        press(self.window, Key.Key_Delete)
        self.did({row: labels[:place] + labels[place + 1 :]})

    @rule()
    def put_the_truth_first(self) -> None:
        row, labels = self.row, self.now[self.row]
        action(self.window, "put_truth_first").trigger()
        if truth := self.pair.truths[row]:
            label = next((wanted for wanted in truth if wanted not in labels), truth[0])
            self.did({row: [label, *(other for other in labels if other != label)]})

    @rule(again=st.booleans())
    def undo_or_redo(self, again: bool) -> None:
        self.table.setFocus()
        press(self.window, Key.Key_Z, Control | Shift if again else Control)
        there, back = (self.undone, self.done) if again else (self.done, self.undone)
        if there:
            back.append(there.pop())
            self.now |= back[-1][int(again)]

    @rule(every=st.booleans())
    def reset(self, every: bool) -> None:
        self.table.selectRow(self.table.currentIndex().row())
        action(self.window, "reset_all" if every else "reset_rows").trigger()
        edited = [row for row in self.now if self.now[row] != list(self.pair.predictions[row] or [])]
        self.did({row: list(self.pair.predictions[row] or []) for row in edited if every or row == self.row})

    @rule(bulk_edit=bulk_edits, below=places, enter=st.booleans())
    def bulk_edit_selected_rows(self, bulk_edit: BulkEdit, below: int, enter: bool) -> None:
        first = self.table.currentIndex().row()
        chosen = [int(row) for row in self.inspection.state.order.rows[first : first + below + 1]]
        for at in range(first, first + len(chosen)):
            index, fresh = self.table.model().index(at, 0), Flags.ClearAndSelect if at == first else Flags.Select
            self.table.selectionModel().select(index, fresh | Flags.Rows)
        self.answer_dialog(lambda dialog: self.fill_in(dialog, bulk_edit, enter))
        action(self.window, f"bulk_{bulk_edit.kind}").trigger()
        now = {row: Prediction(tuple(self.now[row])) for row in sorted(chosen)}
        after = {row: list(edited_row(bulk_edit, given, self.pair.truths[row]).labels) for row, given in now.items()}
        self.did({row: labels for row, labels in after.items() if labels != self.now[row]} if enter else {})

    def fill_in(self, dialog: BulkDialog, bulk_edit: BulkEdit, enter: bool) -> None:
        """Fill in the open dialog; the preview may arrive before or after it closes."""
        find(dialog, QLineEdit, "bulk_label").setText(bulk_edit.label)
        find(dialog, QLineEdit, "bulk_other").setText(bulk_edit.other)
        find(dialog, QSpinBox, "bulk_rank").setValue(bulk_edit.rank)
        find(dialog, QSpinBox, "bulk_other_rank").setValue(bulk_edit.other_rank)
        dialog.accept() if enter else dialog.reject()

    def answer_dialog(self, act) -> None:
        """Run a function instead of the event loop of the dialog, which would block the test."""

        def run(dialog: BulkDialog) -> None:
            dialog.show()
            act(dialog)
            dialog.close()
            self.come_back()

        BulkDialog.exec = run

    def come_back(self) -> None:
        """To the table, after a dialog, or a popup: without a window system one may stay active when it is closed."""
        self.window.activateWindow()
        self.qtbot.waitUntil(lambda: QApplication.activeWindow() is self.window)
        self.table.setFocus()
        QApplication.processEvents()

    @rule(chosen=st.dictionaries(places, st.lists(any_label, min_size=1, max_size=6), min_size=1, max_size=4))
    def paste_rows_by_their_ids(self, chosen: dict[int, list[str]]) -> None:
        after = {number % len(self.now): labels for number, labels in chosen.items()}
        lines = ["id\tlabel", *(f"{self.pair.ids[row]}\t{' '.join(labels)}" for row, labels in after.items())]
        QApplication.clipboard().setText("\n".join(lines))
        PasteDialog.exec = lambda dialog: int(QDialog.DialogCode.Accepted)
        action(self.window, "paste").trigger()
        self.did({row: after[row] for row in sorted(after) if after[row] != self.now[row]})

    @rule(title=st.sampled_from(TITLES), further=st.booleans())
    def sort(self, title: str, further: bool) -> None:
        row, header = self.row, self.table.horizontalHeader()
        # Not at the left edge, where the ids stay in sight.
        place = header.sectionPosition(section(self.table, title)) - header.viewport().width() // 2
        self.table.horizontalScrollBar().setValue(place)
        click_header(self.table, title, Control if further else Bare)
        assert self.row == row

    @rule(metric=unsure)
    def choose_a_metric(self, metric) -> None:
        overwrite(find(self.window, QComboBox, "metricChooser").lineEdit(), str(metric))
        if metric == self.metric:
            press(self.window, Key.Key_Return)
            return
        press(self.window, Key.Key_Return)
        self.metric = metric

    @precondition(lambda self: self.metric.takes_k)
    @rule(up=st.booleans())
    def turn_the_cut(self, up: bool) -> None:
        find(self.window, QSpinBox, "cutChooser").setFocus()
        k = max(0, (self.metric.k or 0) + (1 if up else -1))
        if k == (self.metric.k or 0):
            press(self.window, Key.Key_Down)
            return
        press(self.window, Key.Key_Up if up else Key.Key_Down)
        self.metric = self.metric.replace(k=k or None)

    @rule(choice=st.sampled_from(["light", "dark"]))
    def change_the_theme(self, choice: str) -> None:
        self.theme.choose(choice)

    def pick(self, place: int) -> None:
        self.steps.setFocus()
        self.steps.setCurrentIndex(self.steps.model().index(place, 1))
