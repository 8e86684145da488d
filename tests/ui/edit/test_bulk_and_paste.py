"""Bulk edits of the selected rows: dialog, preview, one undo step; and pasting."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QComboBox, QDialog, QDialogButtonBox, QLineEdit, QPushButton, QSpinBox, QStatusBar
from ui.user import Bare, Control, Key, action, find, go_to, overwrite, press, shown, text

import inspector
from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.bulk_labels import KINDS
from inspector.ui.edit.bulk_dialog import BulkDialog
from inspector.ui.edit.paste_dialog import PasteDialog
from inspector.ui.tasks import runner
from inspector.ui.tasks.runner import ROWS_AT_ONCE


@pytest.fixture
def paste_asked(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], list[dict[str, str]]]:
    """Answers the dialog of a paste; returns the texts that it has shown."""

    def answer(agrees: bool) -> list[dict[str, str]]:
        seen: list[dict[str, str]] = []

        def run(dialog: PasteDialog) -> int:
            dialog.show()
            seen.append(
                {name: text(dialog, name) for name in ("pasteRows", "pasteWhich", "pasteLabels", "pasteOverall")}
            )
            return int(QDialog.DialogCode.Accepted if agrees else QDialog.DialogCode.Rejected)

        monkeypatch.setattr(PasteDialog, "exec", run)
        return seen

    return answer


@pytest.fixture
def paste_slowly(window, monkeypatch: pytest.MonkeyPatch, qapp) -> Callable[[], None]:
    """Pastes two rows, with a preview that is made in a worker."""

    def paste() -> None:
        monkeypatch.setitem(runner.ROWS_AT_ONCE, "edit", -1)
        select(window, ["r01", "r02"])
        qapp.clipboard().setText("b\nb\n")
        action(window, "paste").trigger()

    return paste


@pytest.fixture
def copied(pair_files: tuple[Path, Path]) -> Path:
    """The submission under another name."""
    return Path(shutil.copy(pair_files[1], pair_files[1].with_name("copy.csv")))


def select(window, ids: list[str]) -> None:
    table = go_to(window, ids[0])
    flags = QItemSelectionModel.SelectionFlag
    for id_ in ids[1:]:
        at = table.model().index(shown(table, "id").index(id_), 0)
        table.selectionModel().select(at, flags.Select | flags.Rows)


def take(dialog: BulkDialog) -> QPushButton:
    return next(button for button in dialog.findChildren(QPushButton) if button.text() == "Apply")


def enter(dialog: BulkDialog) -> None:
    """Press Enter in the dialog."""
    QGuiApplication.sendEvent(dialog, QKeyEvent(QEvent.Type.KeyPress, Key.Key_Return, Bare))


def labels(pair: Inspection) -> dict[str, list[str]]:
    return {pair.evaluation.table.id(row): pair.evaluation.labels(row) for row in range(len(pair.evaluation.table))}


@pytest.mark.slow
def test_a_label_is_put_first_in_the_selected_rows_after_a_preview(window, qtbot, pair, during) -> None:
    before, overall, said = labels(pair), pair.overall, []

    def act(dialog: BulkDialog) -> None:
        assert dialog.windowTitle() == "Edit 3 selected rows"
        assert (text(dialog, "bulkChanges"), take(dialog).isEnabled()) == ("type a label", False)
        overwrite(find(dialog, QLineEdit, "bulk_label"), "b")
        qtbot.waitUntil(lambda: text(dialog, "bulkChanges") == "changes 2 of 3 rows")
        said.append(text(dialog, "bulkOverall"))
        assert (labels(pair), pair.overall, pair.undo_name) == (before, overall, None)
        enter(dialog)
        assert not dialog.isVisible()

    during(act)
    select(window, ["r05", "r02", "r14 & <i>"])
    action(window, "bulk_put_first").trigger()
    changed = {"r05": ["b", "a", "c"], "r02": ["b", "a", "c"]}
    assert labels(pair) == before | changed
    assert said[0].startswith(f"{overall:.6f} → {pair.overall:.6f}   ▲ +")
    assert pair.undo_name == "put b first in 2 rows"
    assert find(window, QStatusBar, "").currentMessage() == "Done: put b first in 2 rows"
    action(window, "undo").trigger()
    assert (labels(pair), pair.overall) == (before, overall)
    assert find(window, QStatusBar, "").currentMessage() == ""


@pytest.mark.slow
def test_a_bulk_edit_for_a_closed_pair_does_not_change_another(window, qtbot, pair: Inspection, during, other) -> None:
    shown_after = []

    def act(dialog: BulkDialog) -> None:
        overwrite(find(dialog, QLineEdit, "bulk_label"), "b")
        qtbot.waitUntil(take(dialog).isEnabled)
        with qtbot.waitSignal(window.bench.open_controller.opened):
            window.bench.open_controller.open(*other)
        shown_after.append(dialog.isVisible())

    during(act)
    select(window, ["r05", "r06"])
    action(window, "bulk_put_first").trigger()
    assert (shown_after, pair.undo_name) == ([False], None)
    assert "the files were closed or read again" in text(window, "messageText")


def test_rows_of_a_pair_that_is_gone_are_not_those_of_another(window, qtbot, pair: Inspection, during, other) -> None:
    fresh = inspector.open_pair(*other, "map@3").state

    def act(dialog: BulkDialog) -> None:
        overwrite(find(dialog, QLineEdit, "bulk_label"), "b")
        qtbot.waitUntil(take(dialog).isEnabled)
        reject = dialog.reject
        dialog.reject = lambda: None  # a further dialog is in front of it
        pair.load(fresh)
        dialog.reject = reject
        take(dialog).click()
        assert not dialog.isVisible()

    during(act)
    select(window, ["r01", "r02"])  # the other pair has two rows, too
    action(window, "bulk_put_first").trigger()
    assert (len(pair.evaluation.overlay), pair.undo_name) == (0, None)
    assert "the files were closed or read again" in text(window, "messageText")


@pytest.mark.slow
def test_a_paste_that_takes_long_does_not_change_another_pair(window, qtbot, pair, other, paste_slowly) -> None:
    fresh = inspector.open_pair(*other, "map@3").state
    paste_slowly()
    pair.load(fresh)
    qtbot.waitUntil(lambda: "the files were closed or read again" in text(window, "messageText"))
    assert (len(pair.evaluation.overlay), pair.undo_name) == (0, None)


@pytest.mark.slow
def test_an_edit_previewed_for_one_submission_does_not_change_another(window, qtbot, pair, during, copied) -> None:
    first, second = pair.open_submission.name, pair.add(copied)
    shown_after = []

    def act(dialog: BulkDialog) -> None:
        overwrite(find(dialog, QLineEdit, "bulk_label"), "b")
        qtbot.waitUntil(take(dialog).isEnabled)
        pair.open(second)
        shown_after.append(dialog.isVisible())
        dialog.reject()

    during(act)
    select(window, ["r05", "r02"])
    action(window, "bulk_put_first").trigger()
    assert shown_after == [False]
    assert "another submission was opened meanwhile" in text(window, "messageText")
    assert not any(len(pair.find(name).evaluation.overlay) for name in (first, second))


def test_a_paste_that_takes_long_does_not_change_another_submission(window, qtbot, pair, copied, paste_slowly) -> None:
    second = pair.add(copied)
    paste_slowly()
    pair.open(second)
    qtbot.waitUntil(lambda: "another submission was opened meanwhile" in text(window, "messageText"))
    assert not len(pair.evaluation.overlay)


@pytest.mark.slow
def test_closing_the_dialog_changes_nothing(window, qtbot, pair: Inspection, during) -> None:
    def act(dialog: BulkDialog) -> None:
        qtbot.waitUntil(lambda: text(dialog, "bulkChanges").startswith("changes"))
        dialog.findChild(QDialogButtonBox).rejected.emit()

    during(act)
    find(window, QAction, "bulk_clear").trigger()
    assert pair.undo_name is None


@pytest.mark.slow
def test_a_label_that_the_file_cannot_hold_is_rejected_in_the_dialog(window, qtbot, pair: Inspection, during) -> None:
    def act(dialog: BulkDialog) -> None:
        line = find(dialog, QLineEdit, "bulk_label")
        line.setText("two words")
        qtbot.waitUntil(lambda: "cannot be written" in text(dialog, "bulkChanges"))
        assert not take(dialog).isEnabled()
        dialog.accept()
        assert dialog.isVisible()
        line.setText("<b>x</b>")
        qtbot.waitUntil(lambda: text(dialog, "bulkChanges") == "changes 1 of 1 row")
        dialog.close()

    during(act)
    go_to(window, "r01")
    action(window, "bulk_append").trigger()
    assert pair.undo_name is None


@pytest.mark.slow
def test_each_kind_shows_its_fields_and_is_one_step(window, qtbot, pair: Inspection, during) -> None:
    before = labels(pair)

    def act(kind: str, dialog: BulkDialog) -> None:
        assert find(dialog, QComboBox, "bulkKind").currentData() == kind
        fields = {name: find(dialog, QLineEdit, f"bulk_{name}") for name in ("label", "other")}
        ranks = {name: find(dialog, QSpinBox, f"bulk_{name}") for name in ("rank", "other_rank")}
        assert {name for name, field in (fields | ranks).items() if field.isVisible()} == set(KINDS[kind].takes)
        assert all(field.accessibleName() and field.toolTip() for field in (fields | ranks).values())
        fields["label"].setText("a")
        fields["other"].setText("d")
        ranks["rank"].setValue(1)
        qtbot.waitUntil(lambda: text(dialog, "bulkChanges").startswith("changes"))
        changes = int(text(dialog, "bulkChanges").split()[1])
        dialog.accept()
        assert sum(now != before[id_] for id_, now in labels(pair).items()) == changes > 0

    go_to(window, "r01").selectAll()
    for kind in KINDS:
        during(partial(act, kind))
        action(window, f"bulk_{kind}").trigger()
        pair.undo()
        assert labels(pair) == before


@pytest.mark.slow
@pytest.mark.parametrize("many", [2000, 0], ids=["at once", "beside the window"])
@pytest.mark.parametrize("selected", [["r02", "r05", "r06"], ["r06", "r05", "r02"], ["r01", "r06", "r05"]])
def test_undo_and_redo_keep_what_is_selected(window, qtbot, pair: Inspection, monkeypatch, many, selected) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "edit", many)
    select(window, selected)
    rows = set(window.bench.table.selected_rows())
    bulk_edit = BulkEdit("put_first", label="a")
    window.bench.change_queue.apply(
        3, lambda evaluation: bulk.edit(evaluation, window.bench.table.selected_rows(), bulk_edit)
    )
    for name in ("undo", "redo", "undo"):
        qtbot.waitUntil(lambda: not window.bench.change_queue.worker.is_busy)
        action(window, name).trigger()
    qtbot.waitUntil(lambda: not window.bench.change_queue.worker.is_busy)
    assert (pair.undo_name, len(rows), set(window.bench.table.selected_rows())) == (None, 3, rows)
    assert pair.current in rows


def test_undo_goes_to_a_changed_row_unless_the_current_one_changed(window, pair) -> None:
    pair.edit("r05", ["e"])
    window.bench.change_queue.apply(2, lambda evaluation: bulk.edit(evaluation, evaluation.all_rows, BulkEdit("clear")))
    go_to(window, "r08")
    action(window, "undo").trigger()
    assert pair.evaluation.table.id(pair.current) == "r08"
    action(window, "undo").trigger()
    assert pair.evaluation.table.id(pair.current) == "r05"
    assert window.bench.table.selected_rows().tolist() == [pair.current]


@pytest.mark.slow
def test_pasting_by_id_reports_its_changes_and_the_unknown_ids(window, pair: Inspection, paste_asked) -> None:
    seen = paste_asked(True)
    QGuiApplication.clipboard().setText("r02\tb\r\nr03\tc a\r\nnobody\tb\r\nr01\ta b c\r\n")
    press(window, Key.Key_V, Control)
    assert labels(pair)["r02"] == ["b"]
    assert labels(pair)["r03"] == ["c", "a"]
    said = "2 rows changed, 1 the same as before, 6 labels become 3, 1 id unknown: 'nobody'"
    assert text(window, "messageText") == f"⚠ Pasted: {said}"
    assert pair.undo_name == "paste into 2 rows"
    assert seen[0]["pasteRows"] == said
    assert seen[0]["pasteWhich"] == "those with the pasted ids, selected or not"
    assert seen[0]["pasteLabels"] == "none new: each is in the truth or the submission"
    assert seen[0]["pasteOverall"].startswith(f"{pair.evaluation.base.overall:.6f} → {pair.overall:.6f}")
    pair.undo()
    assert len(pair.evaluation.overlay) == 0


def test_lines_without_ids_fill_the_selection_or_start_at_the_current_row(window, pair, paste_asked) -> None:
    paste_asked(True)
    pair.sort(SortKey("id", descending=True))
    go_to(window, "r03")
    QGuiApplication.clipboard().setText("x y\nz\n")
    action(window, "paste").trigger()
    assert (labels(pair)["r03"], labels(pair)["r02"]) == (["x", "y"], ["z"])
    assert "2 rows changed" in find(window, QStatusBar, "").currentMessage()
    pair.undo()
    select(window, ["r01", "r05"])
    action(window, "paste").trigger()
    assert (labels(pair)["r05"], labels(pair)["r01"]) == (["x", "y"], ["z"])


@pytest.mark.slow
def test_a_row_copied_whole_goes_back_and_its_cell_to_another(window, pair: Inspection) -> None:
    pair.edit("r03", ["x"])
    before, table = labels(pair), window.bench.table
    go_to(window, "r01")
    action(window, "copy").trigger()
    go_to(window, "r03")
    action(window, "paste").trigger()
    assert labels(pair) == before
    assert text(window, "messageText") == (
        "⚠ Pasted: 0 rows changed, 1 the same as before. Lines with ids go to the rows of these ids. To paste into the"
        " selected row, copy the cell of a prediction alone (Copy cell, Ctrl+Alt+C)."
    )
    go_to(window, "r01")
    section = [column.name for column in table.model().columns].index("predictions")
    table.setCurrentIndex(table.currentIndex().siblingAtColumn(section))
    action(window, "copy_cell").trigger()
    go_to(window, "r03")
    action(window, "paste").trigger()
    assert labels(pair)["r03"] == before["r01"] != before["r03"]


def test_prose_is_pasted_only_if_the_user_agrees(window, pair: Inspection, paste_asked) -> None:
    seen, before = paste_asked(False), labels(pair)
    go_to(window, "r03")
    QGuiApplication.clipboard().setText("Dear Sir\na short letter\nfollows")
    action(window, "paste").trigger()
    assert seen[0]["pasteRows"] == "3 rows changed, 6 labels become 3"
    assert seen[0]["pasteLabels"] == "5 of 6 labels are in neither file: 'follows', 'Dear', 'Sir' …"
    assert (labels(pair), pair.undo_name) == (before, None)


def test_a_paste_says_which_rows_it_takes_and_which_it_leaves(window, pair: Inspection, paste_asked) -> None:
    seen = paste_asked(False)
    pair.sort(SortKey("id"))
    go_to(window, "r03")
    for pasted in ("x\ny\nz", "x\ny"):
        QGuiApplication.clipboard().setText(pasted)
        action(window, "paste").trigger()
    select(window, ["r01", "r02", "r05"])
    action(window, "paste").trigger()
    pair.narrow("id:r01 | id:r02", "elsewhere")
    QGuiApplication.clipboard().setText("r01,x y\nr03,\n")
    action(window, "paste").trigger()
    assert [shown["pasteWhich"] for shown in seen] == [
        "r03 and the 2 rows below it",
        "r03 and the row below it",
        "the first 2 of the 3 selected rows, in the order of the table; the other 1 gets no line and stays as it is",
        "those with the pasted ids, selected or not; the filter hides 1 of the rows that change",
    ]
    assert seen[-1]["pasteRows"] == "2 rows changed, 1 emptied, 3 labels become 2"


def test_one_row_that_the_filter_hides_is_pasted_with_a_question(window, pair: Inspection, paste_asked) -> None:
    seen, before = paste_asked(False), labels(pair)
    pair.narrow("id:r01", "elsewhere")
    QGuiApplication.clipboard().setText("r03\tc a")
    action(window, "paste").trigger()
    assert (labels(pair), len(seen)) == (before, 1)


def test_one_row_of_known_labels_is_pasted_without_a_question(window, pair: Inspection, paste_asked) -> None:
    seen = paste_asked(False)
    go_to(window, "r03")
    QGuiApplication.clipboard().setText("c a")
    action(window, "paste").trigger()
    assert (labels(pair)["r03"], seen) == (["c", "a"], [])


def test_copied_rows_with_their_titles_can_be_pasted_back(window, pair: Inspection) -> None:
    before = labels(pair)
    go_to(window, "r01").selectAll()
    action(window, "copy_with_headers").trigger()
    pair.edit("r05", ["e"])
    action(window, "paste").trigger()
    assert labels(pair) == before


def test_an_unusable_clipboard_is_rejected_in_the_message_bar(window, pair: Inspection) -> None:
    QGuiApplication.clipboard().setText("id\tlabel\nnobody\tx\n")
    action(window, "paste").trigger()
    assert "nothing in the clipboard fits" in text(window, "messageText")
    assert pair.undo_name is None


def test_pasting_into_the_label_line_stays_in_the_line(window, pair: Inspection) -> None:
    go_to(window, "r01")
    line = find(window, QLineEdit, "predictionEdit")
    overwrite(line, "")
    QGuiApplication.clipboard().setText("r02\tb")
    press(window, Key.Key_V, Control)
    assert "r02" in line.text()
    assert pair.undo_name is None


@pytest.mark.slow
def test_a_very_large_selection_shrinks_to_the_current_row_after_a_sort(sample_window, sample: Inspection) -> None:
    table = find(sample_window, type(go_to(sample_window, sample.evaluation.table.id(0))), "rowTable")
    table.selectAll()
    sample.sort(SortKey("id"))
    assert len(table.selected_rows()) == len(sample.evaluation.table)
    flags = QItemSelectionModel.SelectionFlag
    table.selectionModel().select(table.model().index(9000, 0), flags.Deselect | flags.Rows)
    assert len(table.selected_rows()) == len(sample.evaluation.table) - 1
    assert sample.state.order.row(9000) not in table.selected_rows()
    sample.sort(SortKey("score"))
    assert table.selected_rows().tolist() == [sample.current]
