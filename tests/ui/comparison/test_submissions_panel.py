"""The submissions panel: its lines and marks, choosing with mouse and keyboard, renaming and removing."""

from __future__ import annotations

import threading
from dataclasses import replace

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDoubleSpinBox, QLineEdit, QMessageBox, QTableView, QWidget
from ui.user import Control, Key, action, click_header, click_row, find, go_to, press, section, shown, text, write

import inspector
from inspector import InputError, Inspection
from inspector.core.comparison import comparison
from inspector.core.comparison.judging import unchanged
from inspector.core.comparison.leaderboard import Leaderboard
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric
from inspector.core.query import Clause
from inspector.core.statistics.verdict import bare, words_of_p
from inspector.core.task import Progress, drain
from inspector.ui.comparison.counting import Board
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.theme import GAP
from inspector.ui.window.main_window import MainWindow


@pytest.fixture
def table(compared: MainWindow, qtbot) -> QTableView:
    """The table of the panel, with all lines counted."""
    counted(compared, qtbot)
    return find(compared, QTableView, "submissionsTable")


def counted(window: MainWindow, qtbot) -> None:
    qtbot.waitUntil(lambda: "…" not in column(window, "Δ") and "–" not in column(window, "shown")[1:])


def column(window: MainWindow, title: str) -> list[object]:
    """The cells of a column, without the number of problems."""
    cells = shown(find(window, QTableView, "submissionsTable"), title)
    return [cell.partition("  ⚠")[0] if isinstance(cell, str) else cell for cell in cells]


def names(window: MainWindow) -> list[str]:
    """The names of the lines, without the mark of edits that are not saved."""
    return [str(name).removesuffix(" *") for name in column(window, "submission")]


def marked(window: MainWindow, title: str) -> list[object]:
    """The names of the lines with a mark in a column."""
    marks = shown(find(window, QTableView, "submissionsTable"), title, Qt.ItemDataRole.AccessibleTextRole)
    return [name for name, mark in zip(names(window), marks, strict=True) if mark]


def line(window: MainWindow, name: str, *titles: str) -> list[object]:
    """Some cells of the line with a name."""
    place = names(window).index(name)
    return [column(window, title)[place] for title in titles]


def go(table: QTableView, name: str) -> None:
    """Put the cursor on the line with a name."""
    table.setFocus()
    names = [str(name).partition("  ⚠")[0].removesuffix(" *") for name in shown(table, "submission")]
    table.setCurrentIndex(table.model().index(names.index(name), section(table, "submission")))


@pytest.mark.slow
def test_a_submission_with_problems_is_marked(compared, table, three: Inspection) -> None:
    problems = {one.name: len(one.evaluation.pair.problems) for one in three.submissions}
    cells = [str(cell) for cell in shown(table, "submission")]
    assert sorted(cells[1:]) == sorted(f"{name}  ⚠ {count}" for name, count in problems.items())
    assert "⚠" not in cells[0], "the file as loaded stands below"
    said = table.model().index(1, section(table, "submission")).data(Qt.ItemDataRole.ToolTipRole)
    assert "problems in its file; open it to see them" in said


@pytest.mark.slow
def test_the_lines_hold_what_comparing_gives(compared, table, three: Inspection, qtbot) -> None:
    three.baseline = "better"
    counted(compared, qtbot)
    found = three.compare().set_index("name")
    for name in ("submission", "alike"):
        cells = [f"{int(found.loc[name, title]):,}" for title in ("better", "worse", "same", "alone")]
        assert line(compared, name, "better", "worse", "same", "alone") == cells
        assert line(compared, name, "overall") == [f"{found.loc[name, 'overall']:.6f}"]
    assert line(compared, "better", "alone") == ["2"]
    assert line(compared, "submission", "verdict") == ["cannot tell"]


@pytest.mark.slow
def test_the_baseline_stays_in_its_labelled_band_on_top(compared, table, three: Inspection, qtbot) -> None:
    assert column(compared, "submission")[0] == "submission as loaded"
    assert column(compared, "Δ")[0] == "◂  compared with this one"
    three.baseline = "alike"
    counted(compared, qtbot)
    for title in ("submission", "overall", "submission", "alone"):
        click_header(table, title)
        assert column(compared, "submission")[0] == "alike"
        assert table.columnSpan(0, section(table, "Δ")) > 4
    click_header(table, "submission")
    names = column(compared, "submission")[1:]
    assert names == sorted(names) or names == sorted(names, reverse=True)


@pytest.mark.slow
def test_keys_open_the_submissions_in_the_order_of_the_list(compared, table, three: Inspection, qtbot) -> None:
    three.baseline = "alike"
    counted(compared, qtbot)
    click_header(table, "overall")
    listed = names(compared)
    assert listed == ["alike", "better", "submission"]  # added as submission, better, alike
    opened = []
    for _ in range(3):
        press(compared, Key.Key_PageDown, Control)
        opened.append(three.open_submission.name)
    assert opened == ["alike", "better", "submission"]


@pytest.mark.slow
def test_an_edit_leaves_the_lines_of_the_list_where_they_are(compared, table, three: Inspection, qtbot) -> None:
    listed = names(compared)
    assert listed.index("better") < listed.index("submission")
    for row, truth in enumerate(three.evaluation.table.truth):
        if len(truth):
            three.edit(three.evaluation.table.id(row), three.evaluation.table.vocab.texts(truth)[:1])
    panel = find(compared, QWidget, "submissionsPanel")
    with qtbot.waitSignal(panel.filled):
        pass
    assert three.overall > three.submission("better").evaluation.scores.overall
    assert names(compared) == listed
    three.set_metric("map@2")
    with qtbot.waitSignal(panel.filled):
        pass
    listed = names(compared)
    assert listed.index("submission") < listed.index("better")


@pytest.mark.slow
def test_another_name_leaves_lines_in_the_order_of_their_figures(compared, table, three: Inspection, qtbot) -> None:
    click_header(table, "Δ")
    for number, name in enumerate(("better", "submission")):
        counted(compared, qtbot)
        before = names(compared)
        three.rename(name, new := f"{number} of many")
        with qtbot.waitSignal(find(compared, QWidget, "submissionsPanel").filled):
            pass
        assert names(compared) == [one.replace(name, new) for one in before]


@pytest.mark.slow
def test_the_file_as_loaded_is_not_waited_for_among_rows_won_alone(compared) -> None:
    assert line(compared, "submission as loaded", "alone", "shown") == ["–", "–"]


def test_equal_scores_and_noise_are_said_to_be_that(compared, table) -> None:
    assert line(compared, "alike", "Δ", "95 %", "verdict", "p") == ["±0", "–", "the same", "1"]
    assert line(compared, "better", "verdict") == ["cannot tell"]


@pytest.mark.slow
def test_the_p_is_given_as_one_of_several_as_well(compared, table, three: Inspection, qtbot) -> None:
    three.add(pd.DataFrame({"id": ["r01", "r05"], "label": ["x", "e"]}), "another")
    counted(compared, qtbot)
    wanted = three.compare().set_index("name").p_corrected
    assert wanted[["better", "another"]].notna().all()
    for name in ("better", "another"):
        assert line(compared, name, "p of several") == [bare(words_of_p(wanted[name]))]
    assert line(compared, "alike", "p of several") == ["–"]  # nothing differs


def test_what_only_rounding_tells_apart_is_called_the_same(three: Inspection) -> None:
    found = drain(Leaderboard.of({one.name: one.evaluation for one in three.others}, "open", three.evaluation).task())
    assert (
        replace(found[0], of=replace(unchanged(three.evaluation, None), delta=1e-17, better=1)).in_words == "the same"
    )


@pytest.mark.slow
def test_a_click_on_a_mark_opens_or_compares(compared, table, three: Inspection) -> None:
    click_row(table, column(compared, "submission").index("better"), "vs")
    assert (three.baseline, three.open_submission.name) == ("better", "submission")
    assert (marked(compared, "vs"), marked(compared, "open")) == (["better"], ["submission"])
    click_row(table, column(compared, "submission").index("alike"), "open")
    assert (three.baseline, three.open_submission.name) == ("better", "alike")
    assert marked(compared, "open") == ["alike"]


@pytest.mark.slow
def test_enter_opens_and_space_compares(compared, table, three: Inspection) -> None:
    go(table, "better")
    press(table, Key.Key_Space)
    assert (three.baseline, three.open_submission.name) == ("better", "submission")
    go(table, "alike")
    press(table, Key.Key_Return)
    assert (three.baseline, three.open_submission.name) == ("better", "alike")


@pytest.mark.slow
def test_a_click_on_a_name_only_selects_it(compared, table, three: Inspection) -> None:
    click_row(table, column(compared, "submission").index("better"), "submission")
    assert (three.baseline, three.open_submission.name) == ("file", "submission")
    assert three.undo_name is None


@pytest.mark.slow
def test_a_submission_is_renamed_in_its_line(compared, table, three: Inspection, qtbot) -> None:
    go(table, "better")
    press(table, Key.Key_F2)
    write(table, "stronger")
    press(table, Key.Key_Return)
    qtbot.waitUntil(lambda: "stronger" in column(compared, "submission"))
    assert three.open_submission.name == "submission"
    go(table, "stronger")
    press(table, Key.Key_F2)
    write(table, "alike")
    with qtbot.waitSignal(compared.bench.comparisons.controller.failed):
        press(table, Key.Key_Return)
    assert "the name 'alike' is taken" in text(compared, "messageText")
    assert [one.name for one in three.submissions] == ["submission", "stronger", "alike"]


@pytest.mark.slow
def test_a_submission_is_removed_and_asked_about_if_it_has_edits(compared, table, three, questions) -> None:
    go(table, "alike")
    press(table, Key.Key_Delete)
    assert [one.name for one in three.submissions] == ["submission", "better"]
    three.open("better")
    three.edit("r01", ["a"])
    three.baseline = "better"
    go(table, "better")
    questions.answer = QMessageBox.StandardButton.Cancel
    press(table, Key.Key_Delete)
    assert (len(three.submissions), questions.asked) == (2, ["'better' has edits in 1 row that are not saved."])
    questions.answer = QMessageBox.StandardButton.Discard
    press(table, Key.Key_Delete)
    assert ([one.name for one in three.submissions], three.baseline) == (["submission"], "file")
    assert not action(compared, "remove_submission").isEnabled()
    assert not table.isVisible()


@pytest.mark.slow
def test_edits_that_are_not_saved_are_marked_until_they_are(compared, three: Inspection, qtbot, tmp_path) -> None:
    for name in ("alike", "better"):
        three.open(name)
        three.edit("r01", ["x"])
    for name in ("alike", "better"):
        assert line(compared, name, "submission", "edited") == [f"{name} *", "✎ 1"]
    assert line(compared, "submission", "submission", "edited") == ["submission", ""]
    three.save(tmp_path / "saved.csv")
    assert line(compared, "better", "submission", "edited") == ["better", "✎ 1"]
    three.reset()
    qtbot.waitUntil(lambda: line(compared, "better", "submission", "edited") == ["better *", ""])


def heads(table: QTableView) -> list[str]:
    model = table.model()
    return [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]


@pytest.mark.slow
def test_figures_follow_edits_filter_and_metric(compared, table, three: Inspection, qtbot) -> None:
    three.edit("r05", ["e"])
    assert column(compared, "submission")[0] == "submission as loaded"
    counted(compared, qtbot)
    assert line(compared, "submission", "better", "edited") == ["1", "✎ 1"]
    three.narrow(Clause("id:r05"))
    qtbot.waitUntil(lambda: line(compared, "better", "shown") == ["1.000000"])
    assert line(compared, "alike", "shown") == ["0.000000"]
    assert line(compared, "submission", "better") == ["1"]
    assert "verdict (all)" in heads(table)
    three.filter_by([])
    assert "verdict" in heads(table)
    three.set_metric("recall@1")
    counted(compared, qtbot)
    assert line(compared, "better", "overall") == [f"{three.submission('better').evaluation.scores.overall:.6f}"]


@pytest.mark.slow
def test_lines_fill_one_by_one(compared, table, three: Inspection, qtbot, monkeypatch) -> None:
    judge, opened, judged = comparison.judged, threading.Event(), []

    def slow(*given):
        judged.append(given)
        yield Progress(0.0, "waiting")
        assert len(judged) < 3 or opened.wait(30)
        return (yield from judge(*given))

    monkeypatch.setattr(comparison, "judged", slow)
    with qtbot.waitSignal(compared.bench.docks.submissions._worker.stepped):
        compared.bench.docks.submissions.refresh()
    qtbot.waitUntil(lambda: sorted(column(compared, "verdict")[1:]) == ["cannot tell", "the same", "…"])
    opened.set()
    counted(compared, qtbot)
    assert "…" not in column(compared, "verdict")


@pytest.mark.slow
def test_a_submission_that_the_metric_does_not_fit_is_left_out(compared, table, three, qtbot, monkeypatch) -> None:
    under = Evaluation.under

    def refuse(evaluation: Evaluation, metric: Metric) -> Evaluation:
        if evaluation is three.submission("better").evaluation:
            raise InputError("it does not fit")
        return under(evaluation, metric)

    monkeypatch.setattr(Evaluation, "under", refuse)
    three.set_metric("recall@1")
    qtbot.waitUntil(lambda: line(compared, "alike", "verdict") == ["the same"])
    qtbot.waitUntil(lambda: line(compared, "better", "overall", "Δ", "verdict") == ["–", "–", "–"])
    place = column(compared, "submission").index("better")
    tip = table.model().index(place, section(table, "verdict")).data(Qt.ItemDataRole.ToolTipRole)
    assert "it does not fit" in tip


@pytest.mark.slow
def test_a_panel_out_of_sight_counts_nothing(compared, table, three: Inspection, qtbot) -> None:
    compared.bench.docks.by_name["submissionsDock"].hide()
    three.edit("r05", ["e"])
    assert column(compared, "Δ")[1:] == ["…"] * 3
    qtbot.wait(1)
    assert not compared.bench.docks.submissions._worker.is_busy
    compared.bench.comparisons.show_panel()
    counted(compared, qtbot)
    assert line(compared, "submission", "better") == ["1"]


@pytest.mark.slow
def test_edits_in_a_row_are_counted_once_also_when_painted(compared, three: Inspection, qtbot, monkeypatch) -> None:
    panel, boards, of = compared.bench.docks.submissions, [], Board.of
    counted(compared, qtbot)
    monkeypatch.setattr(Board, "of", lambda *given: boards.append(given) or of(*given))
    with qtbot.waitSignal(panel.filled, timeout=20_000):
        for label in "abc":
            three.edit("r04", [label])
            panel.repaint()
        assert not boards
    assert len(boards) == 1


@pytest.mark.slow
def test_the_margin_tells_equal_ones_and_is_kept(compared, table, three: Inspection, qtbot) -> None:
    three.edit("r06", ["b", "a"])
    find(compared, QDoubleSpinBox, "marginEdit").setValue(0.9)
    qtbot.waitUntil(lambda: line(compared, "submission", "verdict") == ["equal within ±0.9"])
    assert compared.settings.kept("margin") == 0.9


@pytest.mark.slow
def test_lines_are_copied_with_all_digits(compared, table, three: Inspection, qtbot) -> None:
    three.baseline = "better"
    counted(compared, qtbot)
    table.setFocus()
    table.selectAll()
    press(table, Key.Key_C, Control)
    lines = [line.split("\t") for line in QGuiApplication.clipboard().text().splitlines()]
    assert lines[0][:3] == ["", "compared with", "better"]
    assert {row[2]: row[3] for row in lines} == {
        one.name: repr(one.evaluation.scores.overall) for one in three.submissions
    }


@pytest.mark.slow
def test_the_model_keeps_to_the_rules_of_qt(compared, table, three: Inspection, qtmodeltester) -> None:
    qtmodeltester.check(table.model())
    three.baseline = "better"
    three.rename("better", "other")
    three.open("alike")
    three.remove("submission")
    qtmodeltester.check(table.model())


@pytest.mark.slow
def test_a_version_of_another_submission_is_the_marked_line_too(compared, three: Inspection, qtbot) -> None:
    three.keep("lunch")
    three.baseline = "lunch"
    three.open("better")
    assert marked(compared, "vs") == ["lunch, a version of submission"]
    counted(compared, qtbot)
    assert marked(compared, "vs") == ["lunch, a version of submission"]


@pytest.mark.slow
def test_the_line_that_keys_are_about_has_a_bar_also_beside_the_baseline(compared, table, three: Inspection) -> None:
    go(table, "submission as loaded")
    edge = table.visualRect(table.model().index(0, 0))
    picture = table.viewport().grab().toImage()
    colours = compared.theme.colours
    assert picture.pixelColor(edge.left() + 1, edge.center().y()).name() == colours.now
    assert picture.pixelColor(edge.left() + 1, edge.center().y() + edge.height()).name() != colours.now


def test_who_wins_which_rows_is_seen_without_scrolling(compared, table) -> None:
    compared.resize(1280, 800)
    header = table.horizontalHeader()
    for title in ("better", "worse", "same", "alone"):
        at = section(table, title)
        assert header.sectionViewportPosition(at) + header.sectionSize(at) <= table.viewport().width(), title


@pytest.mark.slow
def test_no_number_is_cut_however_long(show, qtbot) -> None:
    rows = range(40)
    truth = pd.DataFrame({"id": [f"r{row}" for row in rows], "price": [1e9 + row for row in rows]})
    one, other = (truth.assign(price=truth.price * factor) for factor in (1.1, 1.25))
    inspection = inspector.open_pair(truth, one, "rmse", shape="numbers")
    inspection.add(other, name="other")
    window = show(inspection)
    window.bench.docks.bring("submissionsDock")
    counted(window, qtbot)
    table = find(window, QTableView, "submissionsTable")
    place, wide = column(window, "submission").index("other"), table.fontMetrics().horizontalAdvance
    assert len(str(column(window, "overall")[place])) > len("0.000000")
    for title in ("overall", "Δ", "95 %"):
        text, at = str(column(window, title)[place]), section(table, title)
        assert wide(text) + 2 * GAP <= table.columnWidth(at), text


@pytest.mark.slow
def test_the_best_is_on_top_whether_lower_is_better_or_not(show, qtbot) -> None:
    truth = pd.DataFrame({"id": list("abcd"), "price": [1.0, 2.0, 3.0, 5.0]})
    inspection = inspector.open_pair(truth, truth.assign(price=truth.price + 0.5), "rmse", shape="numbers")
    for name, error in (("bad", 2.0), ("good", 0.25), ("fair", 1.0)):
        inspection.add(truth.assign(price=truth.price + error), name=name)
    window = show(inspection)
    window.bench.docks.bring("submissionsDock")
    counted(window, qtbot)

    def added() -> list[object]:
        return [name for name in column(window, "submission") if name in ("good", "fair", "bad")]

    for metric in ("rmse", "r2", "mae", "mse"):
        inspection.set_metric(metric)
        counted(window, qtbot)
        assert added() == ["good", "fair", "bad"], metric
    header = find(window, QTableView, "submissionsTable").horizontalHeader()
    at = section(find(window, QTableView, "submissionsTable"), "Δ")
    header.setSortIndicator(at, Qt.SortOrder.DescendingOrder)  # as a click on it does: the worst first
    assert added() == ["bad", "fair", "good"]
    inspection.set_metric("r2")
    counted(window, qtbot)
    assert added() == ["bad", "fair", "good"]


@pytest.mark.slow
def test_the_name_of_the_open_one_is_whole_once_it_is_edited(compared, table, three: Inspection) -> None:
    at = section(table, "submission")
    three.baseline = "better"  # there is no longer line of the submission as loaded then
    three.rename("submission", "one of many runs")
    before = table.columnWidth(at)
    three.edit("r01", ["x"])
    index = next(i for i in (table.model().index(row, at) for row in range(4)) if "many runs *" in i.data())
    bold = QFontMetrics(index.data(Qt.ItemDataRole.FontRole))
    assert bold.horizontalAdvance(index.data()) + GAP <= table.columnWidth(at)
    assert table.columnWidth(at) > before


def test_a_name_that_the_user_made_narrow_stays_so_while_rows_are_edited(compared, table, three: Inspection) -> None:
    three.edit("r01", ["x"])
    at = section(table, "submission")
    table.setColumnWidth(at, 60)
    three.edit("r02", ["x"])
    assert table.columnWidth(at) == 60


@pytest.mark.slow
@pytest.mark.parametrize(("title", "is_slow"), [("open", False), ("open", True), ("vs", False), ("vs", True)])
def test_a_click_that_ends_typing_is_on_the_line_below_it(compared, three, qtbot, title: str, is_slow: bool) -> None:
    three.baseline = "alike"
    counted(compared, qtbot)
    go_to(compared, "r05")
    line = find(compared, QLineEdit, "predictionEdit")
    line.setFocus()
    QTest.keyClicks(line, " zz")
    table = find(compared, QTableView, "submissionsTable")
    cell = table.visualRect(table.model().index(names(compared).index("better"), section(table, title))).center()
    place, window = table.viewport().mapTo(compared, cell), compared.windowHandle()
    QTest.mousePress(window, Qt.MouseButton.LeftButton, pos=place)
    if is_slow:  # the lines are counted meanwhile
        with qtbot.waitSignal(compared.bench.docks.submissions.findChild(Debounce).timeout):
            pass
    QTest.mouseRelease(window, Qt.MouseButton.LeftButton, pos=place)
    chosen = {"open": "better", "vs": "submission"}[title], {"open": "alike", "vs": "better"}[title]
    assert (three.open_submission.name, three.baseline) == chosen
    counted(compared, qtbot)
    assert "zz" in str(three.submission("submission").evaluation.prediction(4))
