"""State that the next window restores: columns, order of rows, text size, the metric of a pair."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QLabel, QMenu, QTableView, QWidget
from ui.user import Control, Key, action, find, press, section, shown

import inspector
from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.core.document import transition
from inspector.core.document.transition import filter_task
from inspector.core.query import Clause
from inspector.ui.settings import Settings
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.main_window import MainWindow


def table(window: MainWindow) -> QTableView:
    return find(window, QTableView, "rowTable")


def titles(window: MainWindow) -> list[str]:
    """The columns shown, from left to right."""
    view = table(window)
    header = view.horizontalHeader()
    places = [header.logicalIndex(place) for place in range(header.count())]
    return [str(view.model().headerData(place, 1)) for place in places if not view.isColumnHidden(place)]


def column_entry(window: MainWindow, title: str):
    menu = window.commands.submenus["columns"]
    menu.aboutToShow.emit()
    return next(entry for entry in menu.actions() if entry.text() == title)


def widen(window: MainWindow, qtbot) -> None:
    """Make room for every column, so that none hides by itself; there are differences once there were edits."""
    window.resize(1900, 800)
    pair = window.bench.inspection
    pair.edit(pair.evaluation.table.id(0), ["never"])
    pair.undo()
    qtbot.waitUntil(lambda: {"cost", "Δ score", "first hit"} <= set(titles(window)))


def test_columns_are_hidden_shown_and_reset_from_the_menu(window, qtbot) -> None:
    widen(window, qtbot)
    before = titles(window)
    assert "cost" in before
    column_entry(window, "cost").trigger()
    assert titles(window) == [title for title in before if title != "cost"]
    assert not column_entry(window, "cost").isChecked()
    column_entry(window, "cost").trigger()
    assert titles(window) == before
    column_entry(window, "truth").trigger()
    table(window).horizontalHeader().moveSection(0, 3)
    column_entry(window, "Reset columns").trigger()
    assert titles(window) == before


def test_the_last_column_cannot_be_hidden(window) -> None:
    for title in titles(window):
        column_entry(window, title).trigger()
    assert len(titles(window)) == 1


def test_the_header_offers_to_hide_its_column(window) -> None:
    header = table(window).horizontalHeader()
    place = header.viewport().rect().center()
    place.setX(header.sectionViewportPosition(section(table(window), "cost")) + 5)
    at = header.viewport().mapToGlobal(place)
    QApplication.sendEvent(header.viewport(), QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, at))
    menu = next(menu for menu in table(window).findChildren(QMenu) if menu.isVisible())
    entries = {entry.text().replace("&", ""): entry for entry in menu.actions()}
    assert {"Sort ascending", "Hide this column", "Columns"} <= set(entries)
    entries["Hide this column"].trigger()
    menu.close()
    assert "cost" not in titles(window)


@pytest.mark.slow
def test_columns_come_back_by_name(show, pair: Inspection, qtbot) -> None:
    settings = Settings(temporary=True)
    first = show(pair, settings)
    widen(first, qtbot)
    view, header = table(first), table(first).horizontalHeader()
    column_entry(first, "first hit").trigger()
    header.moveSection(header.visualIndex(section(view, "truth")), 0)
    header.resizeSection(section(view, "id"), 222)
    order = [title for title in titles(first) if title != "Δ score"]  # nothing differs when it is open again
    assert first.close()
    second = show(pair, settings)
    second.resize(first.size())  # Qt restores windows no larger than the screen, where columns are hidden
    qtbot.waitUntil(lambda: titles(second) == order)
    assert order[0] == "truth"
    assert abs(table(second).columnWidth(section(table(second), "id")) - 222) <= 2
    assert not column_entry(second, "first hit").isChecked()


@pytest.mark.slow
@pytest.mark.parametrize("garbled", ["", "no json", "[1]", '{"widths": 3, "order": [], "hidden": []}'])
def test_corrupt_column_settings_fall_back_to_the_defaults(show, pair: Inspection, garbled: str) -> None:
    settings = Settings(temporary=True)
    settings.keep_text("columns", garbled)
    settings.keep_text("views", garbled)
    settings.keep_text("textScale", garbled)
    assert titles(show(pair, settings))[:2] == ["id", "score"]
    assert settings.text_scale == 1.0


@pytest.mark.slow
def test_the_last_order_of_the_rows_is_restored(show, pair_files, qtbot) -> None:
    settings = Settings(temporary=True)
    first = show(Inspection(), settings)
    with qtbot.waitSignal(first.bench.open_controller.opened):
        first.bench.open_controller.open(*pair_files, "map@3")
    action(first, "sort_as_read").trigger()
    table(first).sort_by("truth")
    order = shown(table(first), "id")
    assert first.close()
    second = show(Inspection(), settings)
    with qtbot.waitSignal(second.bench.open_controller.opened):
        second.bench.open_controller.open(*pair_files, "map@3")
    assert shown(table(second), "id") == order
    assert [str(key) for key in second.bench.inspection.state.keys] == ["truth"]
    assert second.bench.inspection.current == second.bench.inspection.state.order.row(0)
    assert second.bench.inspection.current != second.bench.inspection.evaluation.worst_first.row(0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("asked", "loss", "gain"),
    [((), ["-score", "-cost"], ["score", "-cost"]), (("-score", "id"), ["-score", "id"], ["score", "id"])],
)
def test_the_same_end_of_the_scores_comes_first_under_another_metric(show, tmp_path, qtbot, asked, loss, gain) -> None:
    cells = {"truth": (0, 1, 2, 3, 4), "submission": (0, 1, 2, 4, 1)}
    files = [tmp_path / f"{name}.csv" for name in cells]
    for path, grades in zip(files, cells.values(), strict=True):
        path.write_text("id,grade\n" + "".join(f"r{row},{grade}\n" for row, grade in enumerate(grades)))
    settings, seen = Settings(temporary=True), []
    for metric, keys in (("rmse", asked), ("qwk", ()), ("rmse", ())):
        window = show(Inspection(), settings)
        with qtbot.waitSignal(window.bench.open_controller.opened):
            window.bench.open_controller.open(*files, metric)
        inspection = window.bench.inspection
        if keys:
            inspection.sort(*map(SortKey.parse, keys))
        inspection.narrow("!edited")
        seen.append([str(key) for key in inspection.state.keys])
        assert window.close()
    assert seen == [loss, gain, loss]


@pytest.mark.slow
def test_the_filter_of_a_pair_is_restored_for_this_pair_only(show, pair_files, tmp_path, qtbot) -> None:
    settings = Settings(temporary=True)
    first = show(Inspection(), settings)
    with qtbot.waitSignal(first.bench.open_controller.opened):
        first.bench.open_controller.open(*pair_files, "map@3")
    first.bench.inspection.narrow("rank=1")
    first.bench.inspection.narrow("truth:a", source="labelsPanel")
    first.bench.inspection.sort(SortKey("truth"))
    wanted, rows = first.bench.inspection.state.clauses, first.bench.inspection.state.order.rows.tolist()
    assert first.close()
    second = show(Inspection(), settings)
    with qtbot.waitSignal(second.bench.open_controller.opened):
        second.bench.open_controller.open(*pair_files, "map@3")
    assert second.bench.inspection.state.clauses == wanted
    assert second.bench.inspection.state.order.rows.tolist() == rows
    shutil.copy(pair_files[1], tmp_path / "another.csv")
    with qtbot.waitSignal(second.bench.open_controller.opened):
        second.bench.open_controller.open(pair_files[0], tmp_path / "another.csv", "map@3")
    assert second.bench.inspection.state.clauses == ()
    assert second.bench.inspection.state.keys == second.bench.inspection.metric.worst_first


@pytest.mark.slow
def test_a_view_belongs_to_the_files_and_not_to_names(show, pair_files, tmp_path, qtbot, monkeypatch) -> None:
    other, settings = tmp_path / "other", Settings(temporary=True)
    other.mkdir()
    (tmp_path / "link").symlink_to(tmp_path)
    for path in pair_files:
        shutil.copy(path, other)
    window = show(Inspection(), settings)

    def clauses(folder: Path, *files: Path) -> list[str]:
        monkeypatch.chdir(folder)
        with qtbot.waitSignal(window.bench.open_controller.opened):
            window.bench.open_controller.open(*files, "map@3")
        return [clause.text for clause in window.bench.inspection.state.clauses]

    names = [Path(path.name) for path in pair_files]
    assert clauses(tmp_path, *names) == []
    window.bench.inspection.narrow("rank=1")
    assert clauses(other, *names) == []
    assert clauses(other, *pair_files) == ["rank=1"]
    assert clauses(other, *(Path("..", name) for name in names)) == ["rank=1"]
    assert clauses(tmp_path / "link", *(tmp_path / "link" / name for name in names)) == ["rank=1"]
    assert [one.files for one in settings.recent] == [pair_files, tuple(other / name for name in names)]


def test_a_sort_key_and_filter_on_a_missing_column_are_not_restored(show, pair_files, qtbot) -> None:
    settings = Settings(temporary=True)
    pair = "\n".join(map(str, pair_files))
    settings.keep("views", {pair: [["extra:fold"], [["fold:1", "", True]]]})
    window = show(Inspection(), settings)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*pair_files)
    assert [str(key) for key in window.bench.inspection.state.keys] == ["score", "-cost"]
    assert window.bench.inspection.state.clauses == ()


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Blocks filters of a pair that counts as large until it is set."""
    gate = threading.Event()

    def held(*asked):
        assert gate.wait(30)
        return (yield from filter_task(*asked))

    monkeypatch.setitem(ROWS_AT_ONCE, "filter", 0)
    monkeypatch.setattr(transition, "filter_task", held)
    yield gate
    gate.set()


def remembering(pair_files: tuple[Path, Path], *clauses: list) -> Settings:
    settings = Settings(temporary=True)
    settings.keep("views", {"\n".join(map(str, pair_files)): [["truth"], list(clauses)]})
    return settings


@pytest.mark.slow
def test_a_restored_filter_runs_in_a_worker_thread(show, pair_files, qtbot, asking) -> None:
    window = show(Inspection(), remembering(pair_files, ["rank=1", "", True]))
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*pair_files, "map@3")
    inspection = window.bench.inspection
    assert (inspection.state.clauses, len(inspection.state.order)) == ((), 14)
    window.bench.filter_controller.narrow(Clause("truth:a", "labelsPanel"))
    asking.set()
    qtbot.waitUntil(lambda: len(inspection.state.clauses) == 2)
    assert [clause.text for clause in inspection.state.clauses] == ["rank=1", "truth:a"]


def test_a_filter_that_is_still_running_is_remembered(show, pair_files, qtbot, asking) -> None:
    settings = remembering(pair_files, ["rank=1", "", True])
    window = show(Inspection(), settings)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*pair_files, "map@3")
    window.bench.inspection.sort(SortKey("id"))
    asking.set()
    assert window.close()
    assert [*settings.kept("views").values()] == [[["id"], [["rank=1", "", True]], False]]


@pytest.mark.slow
def test_a_restored_filter_that_fails_is_silent_and_blocks_no_other(show, pair_files, qtbot, asking) -> None:
    window = show(Inspection(), remembering(pair_files, ["fold:1", "", True]))
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*pair_files, "map@3")
    window.bench.filter_controller.narrow(Clause("truth:a", "labelsPanel"))
    asking.set()
    inspection = window.bench.inspection
    qtbot.waitUntil(lambda: inspection.state.clauses != ())
    assert [clause.text for clause in inspection.state.clauses] == ["truth:a"]
    assert not find(window, QLabel, "filterFault").isVisible()
    inspection.filter_by(())
    inspection.sort(SortKey("id"))
    assert [*window.settings.kept("views").values()] == [[["id"], [], False]]


@pytest.mark.slow
def test_a_pair_opened_again_has_its_last_metric(show, pair_files, qtbot) -> None:
    settings = Settings(temporary=True)
    window = show(Inspection(), settings)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        window.bench.open_controller.open(*pair_files)
    window.bench.change_queue.set_metric(window.bench.inspection.metric.replace(k=2))
    other = show(Inspection(), settings)
    with qtbot.waitSignal(other.bench.open_controller.opened):
        other.bench.open_controller.open(*pair_files)
    assert str(other.bench.inspection.metric) == "map@2"


@pytest.mark.slow
def test_text_grows_and_shrinks_and_rows_and_columns_follow(show, pair: Inspection, theme) -> None:
    settings = Settings(temporary=True)
    window = show(pair, settings)
    view, score, id_ = table(window), find(window, QLabel, "overallScore"), find(window, QLabel, "rowId")

    def sizes() -> list[int]:
        return [
            *(view.rowHeight(0), view.columnWidth(0), score.sizeHint().height(), id_.fontMetrics().height()),
            *(window.menuBar().fontMetrics().height(), find(window, QTableView, "stepTable").rowHeight(0)),
        ]

    usual = sizes()
    for _ in range(4):
        press(window, Key.Key_Plus, Control)
    assert theme.scale == pytest.approx(1.1**4)
    assert all(now > before for now, before in zip(sizes(), usual, strict=True))
    assert settings.text_scale == pytest.approx(theme.scale, abs=1e-3)
    press(window, Key.Key_0, Control)
    assert (sizes(), theme.scale) == (usual, 1.0)
    press(window, Key.Key_Minus, Control)
    assert sizes()[0] <= usual[0]
    assert theme.scale < 1
    theme.set_scale(9)
    assert theme.scale == 2.5


def test_a_second_window_does_not_make_large_text_larger(theme, qapp) -> None:
    theme.set_scale(1.5)
    size = qapp.font().pointSizeF()
    second = Theme(qapp)
    second.set_scale(1.5)
    assert qapp.font().pointSizeF() == size
    shiboken6.delete(second)


@pytest.mark.slow
def test_a_width_set_by_the_user_scales_with_the_text(window, theme) -> None:
    view = table(window)
    view.horizontalHeader().resizeSection(section(view, "id"), 300)
    theme.set_scale(2.0)
    assert 520 <= view.columnWidth(section(view, "id")) <= 680
    theme.set_scale(1.0)
    assert abs(view.columnWidth(section(view, "id")) - 300) <= 4


def test_a_narrow_window_hides_the_losses_of_the_score_bar(window, theme) -> None:
    losses, problems = find(window, QLabel, "lossLedger"), window.bench.score_bar.findChild(object, "problemsButton")
    window.resize(1400, 700)
    assert losses.isVisible()
    window.resize(900, 600)
    assert (window.width(), losses.isVisible(), problems.isVisible()) == (900, False, True)
    window.resize(1400, 700)
    assert losses.isVisible()


@pytest.mark.slow
def test_a_floating_panel_is_restored_and_repaints(show, pair: Inspection, pair_files, qtbot) -> None:
    first = show(pair)
    dock = first.bench.docks.by_name["rowDock"]
    dock.setFloating(True)
    layout = first.saveState()
    dock.setFloating(False)
    settings = Settings(temporary=True)
    settings.keep_bytes("docks", layout)
    second = show(Inspection(), settings)
    with qtbot.waitSignal(second.bench.open_controller.opened):
        second.bench.open_controller.open(*pair_files, "map@3")
    qtbot.waitUntil(second.updatesEnabled)
    assert second.bench.docks.by_name["rowDock"].isFloating()
    assert all(part.updatesEnabled() for part in second.findChildren(QWidget))


@pytest.mark.slow
def test_the_list_of_submissions_does_not_come_back_with_a_single_one(show, qtbot, pair, pair_files) -> None:
    settings = Settings(temporary=True)
    first = show(pair, settings)
    first.bench.comparisons.controller.add([shutil.copy(pair_files[1], pair_files[1].with_name("more.csv"))])
    qtbot.waitUntil(first.bench.docks.by_name["submissionsDock"].isVisible)
    first.close()
    second = show(inspector.open_pair(*pair_files, "map@3"), settings)
    assert second.bench.docks.by_name["submissionsDock"].isHidden()
    assert second.bench.docks.by_name["rowDock"].isVisible()
