"""The most frequent feature requests for similar tools, numbered by rank, tested through the real window.

Requests 3 and 8 (comparing two runs, and the noise in their difference) do not concern a single submission.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDockWidget,
    QFileDialog,
    QLineEdit,
    QListView,
    QMenu,
    QProgressBar,
    QPushButton,
    QTableView,
    QTableWidget,
    QWidget,
)
from ui.conftest import Show
from ui.user import (
    Alt,
    Control,
    Key,
    Shift,
    action,
    bring,
    click_header,
    click_row,
    find,
    go_to,
    menu_actions,
    overwrite,
    press,
    section,
    shown,
    text,
    write,
)

import inspector
from inspector import Inspection
from inspector.ui.commands.palette_dialog import PaletteDialog
from inspector.ui.edit.bulk_dialog import BulkDialog
from inspector.ui.plots.histogram import Histogram
from inspector.ui.settings import Settings
from inspector.ui.table.column_filter import ColumnFilter
from inspector.ui.widgets.formatting import plain, signed
from inspector.ui.window import palette
from inspector.ui.window.main_window import MainWindow


@pytest.fixture
def save_to(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Path]:
    """Answer the file dialog with a name; returns its path."""

    def answer(name: str) -> Path:
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / name), ""))
        return tmp_path / name

    return answer


def rows(window: MainWindow) -> QTableView:
    return find(window, QTableView, "rowTable")


def ids(window: MainWindow) -> list[object]:
    return sorted(shown(rows(window), "id"))


def chips(window: MainWindow) -> list[str]:
    boxes = find(window, QWidget, "filterChips").findChildren(QCheckBox)
    return [box.text() for box in boxes if box.isVisible()]


def panel(window: MainWindow, name: str, dock: str) -> QTableView:
    return bring(find(window, QTableView, name), find(window, QDockWidget, dock))


def open_files(window: MainWindow, qtbot, *files: Path, metric: str = "map@3") -> None:
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*files, metric)


def filter_column(window: MainWindow, qtbot, title: str, sign: str, value: str) -> None:
    """Filter a column through its header menu: a condition, a value, Enter."""
    header = rows(window).horizontalHeader()
    header.customContextMenuRequested.emit(QPoint(header.sectionViewportPosition(section(rows(window), title)) + 4, 4))
    qtbot.waitUntil(lambda: any(menu.isVisible() for menu in rows(window).findChildren(QMenu)))
    menu = next(menu for menu in rows(window).findChildren(QMenu) if menu.isVisible())
    next(entry for entry in menu.actions() if plain(entry.text()) == "Filter this column").trigger()
    menu.close()
    popup = next(popup for popup in window.findChildren(ColumnFilter) if popup.isVisible())
    popup.findChild(QComboBox).setCurrentText(sign)
    QTest.keyClicks(popup.findChild(QLineEdit), value)
    QTest.keyClick(popup.findChild(QLineEdit), Key.Key_Return)


@pytest.mark.slow
def test_01_a_filter_for_each_column_and_a_find_bar_with_a_count(window, qtbot) -> None:
    press(window, Key.Key_F, Control)
    write(window, "x")
    qtbot.waitUntil(lambda: text(window, "findCount").endswith(" of 2"))
    filter_column(window, qtbot, "truth", "is", "a")
    assert ids(window) == ["r01", "r06", "r07", "r08", "r14 & <i>"]
    filter_column(window, qtbot, "first hit", "=", "3")
    assert (chips(window), ids(window)) == (["truth:a", "rank=3"], ["r06"])


@pytest.mark.slow
def test_02_undo_and_redo_of_every_edit(window, pair: Inspection) -> None:
    before = pair.overall
    go_to(window, "r05")
    press(window, Key.Key_T, Control)
    go_to(window, "r08")
    press(window, Key.Key_Backspace, Control)
    after = pair.overall
    for _ in range(2):
        press(window, Key.Key_Z, Control)
    assert (pair.overall, len(pair.evaluation.overlay), action(window, "undo").isEnabled()) == (before, 0, False)
    for _ in range(2):
        press(window, Key.Key_Z, Control | Shift)
    assert text(window, "overallScore") == repr(after) != repr(before)


@pytest.mark.slow
def test_04_progress_and_cancel_instead_of_freezing(window, pair: Inspection, qtbot, tmp_path) -> None:
    files, before = (tmp_path / "many_truth.csv", tmp_path / "many.csv"), pair.state
    for file in files:
        file.write_text("id,label\n" + "".join(f"row{row},a{row % 5000} b c d e f g h\n" for row in range(60_000)))
    bar, worker = find(window, QProgressBar, "progressBar"), window.bench.open_controller.worker
    with qtbot.waitSignal(worker.progressed, check_params_cb=lambda fraction, doing: fraction > 0):
        window.bench.open_controller.open(*files)
    assert (worker.is_busy, bar.isVisible(), pair.state is before) == (True, True, True)
    find(window, QPushButton, "cancelButton").click()
    assert (worker.is_busy, bar.isVisible(), pair.state is before) == (False, False, True)
    worker.close()


@pytest.mark.slow
def test_05_every_reason_for_a_rejection_at_once_with_line_numbers(empty, qtbot, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na,x\nb,y\nc,z\nd,w\n")
    (tmp_path / "submission.csv").write_text("id,label\na,x\nb,\nd,y y\nq,z\n")
    problems = find(empty, QTableWidget, "problemsPanel")
    problems.setMinimumWidth(900)  # else all texts of a problem are in one column
    open_files(empty, qtbot, tmp_path / "truth.csv", tmp_path / "submission.csv")
    said = [[problems.item(line, column).text() for column in (0, 2)] for line in range(problems.rowCount())]
    for words, place in (
        ("✗ 1 of the 4 ids of the truth is missing from the submission\nc", "submission.csv"),
        ("✗ 1 of the 4 ids of the submission is unknown to the truth\nq", 'submission.csv\nline 5\ncolumn "id"'),
        ("! 1 row of the submission predicts nothing\nb", "submission.csv\nline 3"),
        ("! 1 row of the submission names a label more than once\nd", "submission.csv\nline 4"),
    ):
        assert [words, place] in said


@pytest.mark.slow
def test_06_ids_are_never_changed_by_type_guessing(empty, qtbot, tmp_path, save_to) -> None:
    odd = ["007", "1e5", "1.0", "0x1F", "NA", "true", "12345678901234567890", "2024-01-02"]
    for name in ("truth.csv", "submission.csv"):
        (tmp_path / name).write_text("id,label\n" + "".join(f"{id_},0{id_}\n" for id_ in odd))
    open_files(empty, qtbot, tmp_path / "truth.csv", tmp_path / "submission.csv")
    assert (ids(empty), set(shown(rows(empty), "score"))) == (sorted(odd), {"1.0000"})
    empty.bench.inspection.edit("007", ["08", "007"])
    target = save_to("saved.csv")
    action(empty, "save_as").trigger()
    assert target.read_text() == (tmp_path / "submission.csv").read_text().replace("007,0007", "007,08 007")


def test_07_the_score_of_every_row_can_be_exported(window, pair: Inspection, save_to) -> None:
    target = save_to("rows.csv")
    action(window, "export_rows").trigger()
    with target.open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["id"] for line in lines] == shown(rows(window), "id")
    scores = {line["id"]: float(line["score"]) for line in lines}
    assert scores == dict(zip(pair.rows()["id"], pair.rows()["score"], strict=True))


def test_09_edits_are_saved(window, pair_files, save_to) -> None:
    go_to(window, "r05")
    overwrite(find(window, QLineEdit, "predictionEdit"), "e b")
    press(window, Key.Key_Return)
    assert window.isWindowModified()
    target, before = save_to("edited.csv"), pair_files[1].read_text()
    press(window, Key.Key_S, Control | Shift)
    assert target.read_text() == before.replace("r05,a b c", "r05,e b") != before == pair_files[1].read_text()
    assert not window.isWindowModified()


def test_10_a_click_on_a_confusion_shows_its_rows(window) -> None:
    view = panel(window, "confusionTable", "confusionsDock")
    pairs = list(zip(shown(view, "true"), shown(view, "predicted"), strict=True))
    click_row(view, pairs.index(("a", "b")), "rows")
    assert ids(window) == ["r06"]
    find(window, QComboBox, "confusionAgainst").setCurrentIndex(2)
    pairs = list(zip(shown(view, "true"), shown(view, "predicted"), strict=True))
    click_row(view, pairs.index(("a", "(none)")), "rows")
    assert ids(window) == ["r07"]


@pytest.mark.slow
def test_11_several_metrics_at_once_edits_included(window, pair: Inspection) -> None:
    view = panel(window, "metricsPanel", "metricsDock")
    names = ["map@3", "f1", "f1(average=micro)", "f1(average=macro)", "precision@3", "recall@3", "hit@3", "mrr@3"]
    names += ["ndcg@3", "rprecision", "bpref", "iprec", "gmap", "jaccard", "accuracy", "lrap", "f1(average=weighted)"]
    names += [f"{name}(average={by})@3" for name in ("precision", "recall") for by in ("pooled", "macro", "weighted")]
    names += [f"jaccard(average={by})" for by in ("micro", "macro", "weighted")]
    assert shown(view, "metric")[0] == "map@3"
    assert set(shown(view, "metric")) == set(names)
    pair.edit("r05", ["e"])
    said = dict(
        zip(shown(view, "metric"), zip(shown(view, "overall"), shown(view, "by edits"), strict=True), strict=True)
    )
    for name in names:
        before, after = inspector.open_pair(*window.bench.open_controller.files(), name), said[name][0]
        was = before.overall
        before.edit("r05", ["e"])
        assert (after, said[name][1]) == (f"{before.overall:.6f}", signed(before.overall - was, 6))
    click_row(view, shown(view, "metric").index("ndcg@3"), "overall")
    assert str(pair.metric) == "ndcg@3"
    assert shown(view, "metric")[0] == "ndcg@3"


@pytest.mark.slow
def test_11_a_metric_without_k_leaves_the_k_of_the_others(window, pair: Inspection, other, qtbot) -> None:
    view = panel(window, "metricsPanel", "metricsDock")
    pair.set_metric("map@2")
    pair.set_metric("jaccard")
    assert {"map@2", "ndcg@2", "hit@2"} < set(shown(view, "metric"))
    pair.set_metric("map")
    assert "ndcg" in shown(view, "metric")
    pair.set_metric("map@2")
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*other, "f1")
    assert {"map", "ndcg"} < set(shown(view, "metric"))


@pytest.mark.slow
def test_12_failure_groups_with_counts(window) -> None:
    view = panel(window, "groupsPanel", "groupsDock")
    counted = dict(zip(shown(view, "rows that fail"), shown(view, "rows"), strict=True))
    assert counted.items() >= {"Score 0": "5", "No hit": "4", "Missing row": "1", "Empty prediction": "2"}.items()
    for place, rows_ in enumerate(shown(view, "rows")):
        click_row(view, place, "rows")
        assert len(ids(window)) == int(rows_)


@pytest.mark.slow
def test_13_filters_views_and_layout_are_kept(show: Show, pair_files, qtbot) -> None:
    settings = Settings(temporary=True)
    first = show(Inspection(), settings)
    open_files(first, qtbot, *pair_files)
    first.bench.inspection.narrow("rank=1")
    click_header(rows(first), "id")
    find(first, QDockWidget, "firstHitDock").toggleViewAction().trigger()
    seen = shown(rows(first), "id")
    assert first.close()
    second = show(Inspection(), settings)
    open_files(second, qtbot, *pair_files)
    assert (chips(second), shown(rows(second), "id")) == (["rank=1"], seen)
    hidden = [find(second, QDockWidget, name).isHidden() for name in ("firstHitDock", "scoreDock")]
    assert hidden == [True, False]


def test_14_everything_from_the_keyboard(window, pair: Inspection, monkeypatch) -> None:
    offered = {choice.text for choice in palette.choices(window.bench)} | {"Command palette"}
    assert {plain(entry.text()) for entry in window.commands.by_name.values()} <= offered
    press(window, Key.Key_L, Control)
    assert find(window, QLineEdit, "predictionEdit").hasFocus()
    press(window, Key.Key_0, Alt)
    assert rows(window).hasFocus()

    def take(dialog: PaletteDialog) -> None:
        dialog.show()
        write(dialog, "best first")
        assert find(dialog, QListView, "paletteList").model().index(0, 0).data() == "Best first"
        press(dialog, Key.Key_Return)

    monkeypatch.setattr(PaletteDialog, "exec", take)
    press(window, Key.Key_K, Control)
    assert (shown(rows(window), "score")[0], pair.state.keys[0].column) == ("1.0000", "score")


def test_15_a_range_is_copied_for_a_spreadsheet(window) -> None:
    click_row(rows(window), 2, "id")
    click_row(rows(window), 4, "id", Shift)
    press(window, Key.Key_C, Control | Shift)
    title, *lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert title[:2] == ["id", "score"]
    assert [line[0] for line in lines] == shown(rows(window), "id")[2:5]
    assert {len(line) for line in lines} == {len(title)}


def test_16_the_score_of_a_row_is_explained(window, pair: Inspection) -> None:
    go_to(window, "r08")  # a hit at rank 1, one at rank 3, and a third label that is missed
    assert shown(find(window, QTableView, "stepTable"), "predicted")[:3] == ["c", "x", "a"]
    said = re.search(r"= ([\d.e-]+) ÷ ([\d.e-]+) = ([\d.e-]+)", find(window, QWidget, "rowSum").toolTip())
    total, divisor, score = map(float, said.groups())
    assert (total, divisor, score) == (1 + 2 / 3, 3, pair.evaluation.scores.row[pair.current])
    tips = shown(find(window, QTableView, "stepTable"), "adds", Qt.ItemDataRole.ToolTipRole)[:3]
    assert [float(tip.removeprefix("<qt>").removesuffix("</qt>")) for tip in tips] == [1, 0, 2 / 3]


def test_16_ties_are_explained_too(show: Show) -> None:
    truth, submission = ({"id": list("ab"), "label": labels} for labels in (["x", "y"], ["x 0.9", "q 0.9"]))
    window = show(inspector.open_pair(pd.DataFrame(truth), pd.DataFrame(submission)))
    assert str(window.bench.inspection.metric) == "gap"
    assert text(window, "lossLedger").endswith(" · ties 0.250000–0.500000")


def test_17_width_and_order_of_columns_are_remembered(show: Show, pair: Inspection) -> None:
    settings = Settings(temporary=True)
    first = show(pair, settings)
    header = rows(first).horizontalHeader()
    header.moveSection(header.visualIndex(section(rows(first), "truth")), 0)
    header.resizeSection(section(rows(first), "id"), 222)
    assert first.close()
    view = rows(show(pair, settings))
    assert view.horizontalHeader().visualIndex(section(view, "truth")) == 0
    assert abs(view.columnWidth(section(view, "id")) - 222) <= 2


@pytest.mark.slow
def test_18_a_bulk_edit_is_one_step_and_changes_no_file(
    window, pair: Inspection, pair_files, qtbot, monkeypatch
) -> None:
    def act(dialog: BulkDialog) -> None:
        dialog.show()
        overwrite(find(dialog, QLineEdit, "bulk_label"), "zz")
        qtbot.waitUntil(lambda: text(dialog, "bulkChanges") == "changes 14 of 14 rows")
        dialog.accept()

    monkeypatch.setattr(BulkDialog, "exec", act)
    disk = pair_files[1].read_bytes()
    rows(window).selectAll()
    action(window, "bulk_put_first").trigger()
    assert {pair.evaluation.labels(row)[0] for row in range(14)} == {"zz"}
    assert (pair_files[1].read_bytes(), window.isWindowModified()) == (disk, True)
    action(window, "undo").trigger()
    assert (len(pair.evaluation.overlay), action(window, "undo").isEnabled(), window.isWindowModified()) == (
        0,
        False,
        False,
    )


def test_wish_19_figures_for_papers_as_a_drawing_and_as_counts(window, save_to) -> None:
    entry = next(entry for entry in menu_actions(window) if entry.text() == "Plot: First-hit rank…")
    drawing = save_to("plot.svg")
    entry.trigger()
    assert "<svg" in drawing.read_text(encoding="utf-8")[:1000]
    counts = save_to("plot.csv")
    entry.trigger()
    with counts.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    assert sum(int(line[1]) for line in lines[1:]) == 14


@pytest.mark.slow
def test_wish_20_a_dark_theme(window, theme) -> None:
    plot, entries = find(window, Histogram, "scoreHistogram"), window.commands.submenus["themes"].actions()
    for choice, dark in (("Dark", True), ("Light", False), ("Dark", True)):
        next(entry for entry in entries if entry.text() == choice).trigger()
        for part in (plot, rows(window).viewport(), find(window, QWidget, "rowPanel")):
            image = part.grab().toImage()
            assert (image.pixelColor(image.width() - 3, image.height() - 3).lightness() < 128) == dark, part
