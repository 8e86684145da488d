"""The verdict below the score: it follows what is compared and shown, and moves nothing."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QToolBar
from ui.user import action, find

from inspector import Inspection
from inspector.core.query import Clause
from inspector.ui.comparison import verdict_line
from inspector.ui.tasks.worker import Worker


@pytest.fixture(autouse=True)
def _a_short_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verdict_line, "_REST", 1)


def test_there_is_none_without_something_to_compare_with(window, pair: Inspection, better) -> None:
    bar = find(window, QToolBar, "verdictToolBar")
    assert (bar.isVisible(), action(window, "copy_verdict").isEnabled()) == (False, False)
    pair.add(better)
    assert (bar.isVisible(), action(window, "copy_verdict").isEnabled()) == (True, True)
    pair.remove("better")
    assert not bar.isVisible()


@pytest.mark.slow
def test_it_stays_off_the_stage(window, pair: Inspection, better, qtbot) -> None:
    bar = find(window, QToolBar, "verdictToolBar")
    action(window, "stage").trigger()
    pair.add(better)
    pair.open("better")
    assert not bar.isVisible()
    action(window, "stage").trigger()
    qtbot.waitUntil(bar.isVisible)


@pytest.mark.slow
def test_it_says_what_it_compares_and_follows_edits_and_filter(compared, three: Inspection, qtbot) -> None:
    line = compared.bench.comparisons.verdict
    assert line.words.startswith("submission does not differ from its file as loaded. Choose another")
    with qtbot.waitSignal(line.told) as told:
        three.baseline = "better"
    verdict = told.args[0]
    assert (verdict.better, verdict.worse) == (1, 2)
    assert line.words.startswith(verdict.words("submission", "better"))
    with qtbot.waitSignal(line.told) as told:
        three.edit("r05", ["e"])
    assert (told.args[0].better, told.args[0].worse) == (1, 1)
    with qtbot.waitSignal(line.told) as told:
        three.narrow(Clause("id:/r0[12]/"))
    assert (told.args[0].n, told.args[0].better) == (2, 1)
    assert line.words.startswith("Only the rows shown are compared. 2 rows are too few to tell whether submission is ")
    three.baseline = "submission"
    assert line.words.startswith("submission is the baseline. ")
    three.baseline = "better"
    three.narrow(Clause("id:nobody"))
    qtbot.waitUntil(lambda: line.words == "No rows are shown.")


@pytest.mark.slow
def test_an_edit_is_painted_before_its_rows_are_compared(compared, three: Inspection, qtbot) -> None:
    line = compared.bench.comparisons.verdict
    with qtbot.waitSignal(line.told):
        three.baseline = "better"
    qtbot.waitUntil(lambda: not is_busy(line))
    with qtbot.waitSignal(line.told) as told:
        three.edit("r05", ["e"])
        assert not is_busy(line)
    assert (told.args[0].better, told.args[0].worse) == (1, 1)


@pytest.mark.slow
def test_it_says_as_much_after_the_stage_as_before(compared, three: Inspection, qtbot) -> None:
    line = compared.bench.comparisons.verdict
    with qtbot.waitSignal(line.told):
        three.baseline = "better"
    compared.resize(compared.screen().size())  # as wide as the stage
    with qtbot.waitSignal(line.told):
        three.edit("r05", ["e"])
        action(compared, "stage").trigger()
    before = line.text()  # in the larger text of the stage
    assert before.endswith(" …")
    assert line.words.startswith(before.removesuffix(" …"))
    action(compared, "stage").trigger()
    qtbot.waitUntil(line.isVisible)
    assert "the same; p = 1." in line.text()


def is_busy(line) -> bool:
    return line.findChild(Worker).is_busy


@pytest.mark.slow
def test_nothing_moves_whatever_it_says(compared, three: Inspection, qtbot) -> None:
    line, heights, said = compared.bench.comparisons.verdict, set(), ""
    three.baseline = "better"
    for query in ("score<1", "id:r01", "id:nobody"):
        three.filter_by([Clause(query)])
        qtbot.waitUntil(lambda said=said: line.words not in ("", said))
        said = line.words
        heights.add((line.height(), compared.bench.docks.row.height()))
    assert len(heights) == 1


@pytest.mark.slow
def test_filters_that_stay_are_counted_and_told(compared, three: Inspection, qtbot) -> None:
    line = compared.bench.comparisons.verdict
    three.baseline = "better"
    for number, query in enumerate(("id:/[1-6]/", "id:/[2-8]/", "id:/[1-6]/"), 1):
        three.filter_by([Clause(query)])
        qtbot.waitUntil(lambda number=number: len(line._comparison.tried) == min(number, 2))
    qtbot.waitUntil(lambda: "2 filters tried so far" in line.words)
    for clauses in ([], [Clause("score<1")]):  # all rows, and rows that get no p
        with qtbot.waitSignal(line.told):
            three.filter_by(clauses)
        assert "filters tried" not in line.words
    three.baseline = "alike"
    with qtbot.waitSignal(line.told):
        three.filter_by([])
    assert "filters tried" not in line.words


@pytest.mark.slow
def test_sentences_without_room_are_left_out_of_the_line_alone(compared, three: Inspection, qtbot) -> None:
    line = compared.bench.comparisons.verdict
    with qtbot.waitSignal(line.told):
        three.baseline = "better"
    whole = line.words
    line.resize(line.fontMetrics().horizontalAdvance(whole[:60]), line.height())
    assert line.text().endswith(" …")
    assert whole.startswith(line.text().removesuffix(" …"))
    action(compared, "copy_verdict").trigger()
    assert line.accessibleDescription() == whole
    copied = QGuiApplication.clipboard().text()
    assert copied == f"Compared by map@3. {whole}"


@pytest.mark.slow
def test_the_copied_verdict_names_all_that_it_hangs_on(compared, three: Inspection, qtbot) -> None:
    line = compared.bench.comparisons.verdict
    three.open("better")
    three.edit("r05", ["x"])
    three.open("submission")
    with qtbot.waitSignal(line.told):
        three.baseline = "better"
    assert line.words.count("better as edited") == 1
    with qtbot.waitSignal(line.told):
        three.narrow(Clause("truth:a | truth:b"))
    assert line.words.startswith("Only the rows shown are compared. ")
    with qtbot.waitSignal(line.told):
        three.edit("r01", ["x"])
    action(compared, "copy_verdict").trigger()
    copied = QGuiApplication.clipboard().text()
    opening = "Compared by map@3, in the rows of the filter truth:a | truth:b"
    assert copied.startswith(f"{opening}; submission as edited, which no file holds. ")
    assert line.words.partition(". ")[2] == copied.partition("holds. ")[2]
    assert "in the rows of the filter truth:a | truth:b" in line.toolTip()


@pytest.mark.slow
def test_edits_that_are_saved_are_no_longer_told(compared, three: Inspection, tmp_path, qtbot) -> None:
    line = compared.bench.comparisons.verdict
    three.baseline = "better"
    with qtbot.waitSignal(line.told):
        three.edit("r05", ["e"])
    assert "submission as edited, which no file holds" in line.toolTip()
    three.save(tmp_path / "saved.csv")
    assert "as edited" not in line.toolTip()


@pytest.mark.slow
def test_names_of_files_are_no_markup(compared, three: Inspection, qtbot) -> None:
    three.rename("better", "<b>x</b> & y")
    with qtbot.waitSignal(compared.bench.comparisons.verdict.told):
        three.baseline = "<b>x</b> & y"
    assert (
        find(compared, QLabel, "verdictLine")
        .text()
        .startswith("These rows cannot tell whether submission is better or worse than <b>x</b> & y:")
    )
    assert "against <b>x</b> & y" in find(compared, QLabel, "scoreDelta").text()


def test_a_hidden_line_compares_nothing_until_it_is_seen(compared, three: Inspection, qtbot, monkeypatch) -> None:
    line = compared.bench.comparisons.verdict
    assert "does not differ" in line.words
    compared.bench.comparisons.bar.hide()
    with monkeypatch.context() as patch:
        patch.setattr(line._worker, "start", lambda *_: pytest.fail("it compares"))
        three.edit("r05", ["e"])
    assert line.words == ""
    compared.bench.comparisons.bar.show()
    qtbot.waitUntil(lambda: "1 row scores better" in line.words)


@pytest.mark.slow
def test_it_draws_the_groups_that_the_interval_is_drawn_by(compared, three: Inspection, qtbot) -> None:
    line, interval = compared.bench.comparisons.verdict, compared.bench.score_bar.interval
    with qtbot.waitSignal(line.told) as told:
        three.baseline = "better"
    assert (told.args[0].test, "groups" in line.words) == ("sign-flip", False)
    with qtbot.waitSignal(line.told) as told:
        interval.choose(True, "id-start")
    assert told.args[0].test == "sign-flip of groups"
    assert "The p and the interval draw whole groups of id-start." in line.words
    with qtbot.waitSignal(line.told):
        three.set_metric("f1(average=micro)")
    assert "draw rows, not groups of id-start: the overall is no mean of the rows." in line.words
    with qtbot.waitSignal(line.told):
        interval.choose(False, "")
    assert "groups" not in line.words


@pytest.mark.slow
def test_edits_against_their_own_file_are_counted_and_not_tested(compared, three: Inspection, qtbot) -> None:
    line = compared.bench.comparisons.verdict
    three.baseline = "file"
    with qtbot.waitSignal(line.told):
        three.edit("r05", ["e"])
    assert line.words.startswith("submission is above its file as loaded, +")
    assert line.words.endswith(": 1 row scores better, 0 worse, 13 the same.")
    assert line.details == []
    with qtbot.waitSignal(line.told):
        three.narrow(Clause("id:r05"))
    assert line.words.startswith("Only the rows shown are compared. submission is above its file as loaded, +")
