"""The interval beside the overall: what it says, what it follows, and when nothing is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QMenu
from ui.user import Alt, Control, Key, action, find, press, text

import inspector
from inspector import InputError, Inspection
from inspector.core.comparison.interval import Uncertainty, interval_task
from inspector.core.comparison.judging import DrawOptions
from inspector.core.task import Progress, drain
from inspector.ui.score.interval_groups import list_groups
from inspector.ui.settings import Settings

WHOLE, SHOWN = "overallInterval", "shownInterval"


@pytest.fixture
def drawn(qtbot):
    """Waits until the interval of a window is drawn."""

    def wait(window) -> str:
        readout = window.bench.score_bar.interval
        qtbot.waitUntil(lambda: readout._is_fresh)
        return text(window, WHOLE)

    return wait


def expected(pair: Inspection, group: str = "") -> str:
    return f"95 % {drain(interval_task(pair.evaluation, options=DrawOptions(group=group))).short}"


def test_the_interval_stands_beside_the_overall_and_says_how_it_was_made(window, pair, drawn) -> None:
    assert drawn(window) == expected(pair)
    label = find(window, QLabel, WHOLE)
    assert label.isVisible()
    made = "percentile bootstrap: 14 rows were drawn again 10,000 times, seed 0"
    assert made in label.toolTip()
    assert made in label.accessibleDescription()
    assert label.accessibleName() == "95 % interval of the overall"
    window.bench.score_bar.interval.copy()
    assert tuple(map(float, QGuiApplication.clipboard().text().split("\t"))) == pair.interval()


@pytest.mark.slow
def test_an_edit_is_followed_and_the_latest_of_several_counts(window, pair, drawn) -> None:
    before = drawn(window)
    for id_ in ("r05", "r04", "r13"):
        pair.edit(id_, pair.evaluation.truth(pair.evaluation.table.row_of(id_)))
        assert text(window, WHOLE) == before
    assert drawn(window) == expected(pair) != before
    for _ in range(3):
        action(window, "undo").trigger()
    assert drawn(window) == before


@pytest.mark.slow
def test_an_interval_of_another_overall_goes_until_the_next_one(window, pair, drawn, qtbot, monkeypatch) -> None:
    pair.narrow("truth:b | truth:c | truth:e")
    before = drawn(window)
    label, colours, real = find(window, QLabel, WHOLE), window.theme.colours, Uncertainty.task
    is_held = [True]

    def held(self, rows=None, options=None):
        while is_held:
            yield Progress(0.0, "")
        return (yield from real(self, rows, options))

    monkeypatch.setattr(Uncertainty, "task", held)
    pair.narrow("truth:b | truth:c")
    qtbot.waitUntil(lambda: colours.faint in label.styleSheet())
    assert text(window, WHOLE) == before
    pair.edit("r05", ["e"])
    assert text(window, WHOLE) == before  # a quick one replaces it without flicker
    qtbot.waitUntil(lambda: text(window, WHOLE) == "95 % …")
    assert text(window, SHOWN) == "shown …"
    assert "being worked out" in label.toolTip()
    is_held.clear()
    assert drawn(window) == expected(pair)
    assert colours.muted in label.styleSheet()


@pytest.mark.slow
def test_a_filter_adds_the_rows_shown_with_their_own_interval(window, pair, drawn) -> None:
    whole = drawn(window)
    pair.narrow("truth:b | truth:c | truth:e")
    assert drawn(window) == whole
    rows = np.sort(pair.state.order.rows)
    assert text(window, SHOWN) == f"shown {drain(interval_task(pair.evaluation, rows)).told}"
    assert "Only the rows shown: 95 % interval" in find(window, QLabel, WHOLE).toolTip()
    action(window, "sort_best").trigger()
    assert window.bench.score_bar.interval._is_fresh
    pair.edit("r05", ["e"])
    assert drawn(window) == expected(pair)
    assert text(window, SHOWN) == f"shown {drain(interval_task(pair.evaluation, rows)).told}"
    pair.filter_by(())
    drawn(window)
    assert text(window, SHOWN) == ""
    pair.narrow("score<0.5")
    drawn(window)
    assert text(window, SHOWN) == ""
    assert "The filter chooses rows by their outcome" in find(window, QLabel, WHOLE).toolTip()


@pytest.mark.slow
def test_one_switch_hides_it_and_the_next_window_remembers(show, pair, drawn, monkeypatch) -> None:
    settings = Settings(temporary=True)
    window = show(pair, settings)
    drawn(window)
    turn = action(window, "turn_interval")
    assert turn.isChecked()
    press(window, Key.Key_N, Control | Alt)
    assert not turn.isChecked()
    asked: list[object] = []
    monkeypatch.setattr(Uncertainty, "task", lambda *given: asked.append(given))
    pair.edit("r05", ["e"])
    pair.narrow("score<0.5")
    again = show(pair, settings)
    for one in (window, again):
        assert text(one, WHOLE) == text(one, SHOWN) == ""
        assert not find(one, QLabel, WHOLE).isVisible()
        assert not action(one, "turn_interval").isChecked()
        assert not one.bench.score_bar.interval._soon.isActive()
    assert asked == []


@pytest.mark.slow
def test_nothing_is_drawn_where_there_is_no_room(window, pair, drawn, qtbot) -> None:
    drawn(window)
    readout, bar = window.bench.score_bar.interval, window.bench.score_bar
    bar.resize(bar.minimumSizeHint().width() + 10, bar.height())
    assert not readout.whole.isVisible()
    pair.edit("r05", ["e"])
    assert not readout._soon.isActive()
    assert not readout._worker.is_busy
    bar.resize(2_000, bar.height())
    assert drawn(window) == expected(pair)


GROUPED = {f"q{at}-{at % 4}": {"a": 1} for at in range(16)}


@pytest.fixture
def grouped() -> Inspection:
    """Four groups of four rows that are all right or all wrong."""
    return inspector.open_pair(
        GROUPED, {id_: {"a" if at % 4 % 2 else "b": 2.0, "c": 1.0} for at, id_ in enumerate(GROUPED)}, "map@2"
    )


@pytest.mark.slow
def test_groups_are_chosen_in_the_menu_and_named_beside_the_interval(show, grouped, drawn) -> None:
    window = show(grouped)
    assert drawn(window) == expected(grouped)
    menu = window.commands.submenus["interval_groups"]
    menu.aboutToShow.emit()
    choices = {choice.text(): choice for choice in menu.actions()}
    assert [*choices] == ["Rows, one by one", "Groups of: Start of the id", "Groups of: End of the id"]
    assert choices["Rows, one by one"].isChecked()
    choices["Groups of: End of the id"].trigger()
    assert drawn(window) == f"{expected(grouped, 'id-end')} by id-end" != f"{expected(grouped)} by id-end"
    assert "whole groups of id-end, 4 with 16 rows, were drawn again" in find(window, QLabel, WHOLE).toolTip()
    menu.aboutToShow.emit()
    assert [choice.text() for choice in menu.actions() if choice.isChecked()] == ["Groups of: End of the id"]
    window.bench.score_bar.interval.choose(True, "a column of another pair")
    assert drawn(window) == expected(grouped)


def test_a_column_is_listed_as_plain_text(qapp, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("id,<b>a & b</b>,label\nr1,x,a\nr2,x,a\nr3,y,a\n")
    (tmp_path / "submission.csv").write_text("id,label\nr1,a\nr2,a\nr3,b\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@1")
    menu, chosen = QMenu(), list[str]()
    list_groups(menu, pair.evaluation.table, "", chosen.append)
    assert [choice.text() for choice in menu.actions()] == ["Rows, one by one", "Groups of <b>a && b</b>"]
    menu.actions()[1].trigger()
    assert chosen == ["<b>a & b</b>"]
    menu.deleteLater()


@pytest.mark.slow
def test_where_there_is_no_interval_the_reason_is_told(window, pair, drawn, monkeypatch) -> None:
    drawn(window)
    pair.set_metric("f1(average=macro, group=id-start)")
    assert text(window, WHOLE) == "95 % …"
    assert drawn(window) == "no interval"
    assert "all rows of every draw would have to be scored anew" in find(window, QLabel, WHOLE).toolTip()
    pair.set_metric("map@3")
    assert drawn(window) == expected(pair)

    def refuse(self, rows=None, options=None):
        raise InputError("Statistics need finite row scores")
        yield

    monkeypatch.setattr(Uncertainty, "task", refuse)
    pair.edit("r05", ["e"])
    assert drawn(window) == "no interval"
    assert "Statistics need finite row scores" in find(window, QLabel, WHOLE).toolTip()
