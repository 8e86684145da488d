"""The list of the current row beside that of the baseline."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLineEdit
from ui.user import Key, find, overwrite, press, text

import inspector
from inspector import Inspection
from inspector.ui.row.side_by_side import SideBySidePart, SideBySideTable
from inspector.ui.widgets.elided_label import ElidedLabel

NAME = "<b>other</b>"


@pytest.fixture
def table(window, pair: Inspection) -> SideBySideTable:
    """Beside a baseline whose first row has the same labels in another order, and one that is lost."""
    assert find(window, SideBySidePart, "sideBySide").isHidden()
    pair.go_to(0)
    pair.add(pd.DataFrame({"id": ["r01", "r09"], "label": ["b x a", "<b>x</b> &amp"]}), NAME)
    pair.baseline = NAME
    return find(window, SideBySideTable, "sideBySideTable")


def cells(table: SideBySideTable) -> list[list[str]]:
    model = table.model()
    return [[model.index(row, at).data() for at in range(model.columnCount())] for row in range(model.rowCount())]


def test_both_lists_are_shown_with_moves_scores_and_the_truth(window, table) -> None:
    assert cells(table) == [
        ["1", "b", "", "a ✓", "▲ 2"],
        ["2", "x", "lost", "b", "▼ 1"],
        ["3", "a ✓", "", "c", "new"],
    ]
    assert [table.model().headerData(at, Qt.Orientation.Horizontal) for at in (1, 3)] == [NAME, "submission"]
    assert text(window, "sideBySideScores") == f"{NAME}: 0.3333 → submission: 1.0000   ▲ +0.6667"


def test_a_row_that_one_submission_lacks_is_said_to_be_absent(window, table, pair: Inspection) -> None:
    pair.go_to(1)
    assert [row[2] + row[4] for row in cells(table)] == [""] * 3
    assert text(window, "sideBySideScores").startswith(f"{NAME}: no such row → submission: 0.5000")


def test_only_what_became_of_a_hit_is_good_or_bad(table, pair: Inspection, theme) -> None:
    def colours() -> list[list[str]]:
        model, role = table.model(), Qt.ItemDataRole.ForegroundRole
        return [[model.index(row, at).data(role).name() for at in (4, 2)] for row in range(3)]

    muted, better, worse = theme.colours.muted, theme.colours.better, theme.colours.worse
    assert colours() == [[better, muted], [muted, muted], [muted, muted]]
    pair.edit("r01", ["b"])
    assert colours() == [[muted, muted], [muted, muted], [muted, worse]]


def test_screen_reader_and_tooltip_tell_all_with_hostile_names_plain(table, pair: Inspection) -> None:
    index = table.model().index(0, 3)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "a, rank 1 in submission, up 2, right"
    pair.go_to(8)
    lost = table.model().index(1, 1)
    assert lost.data(Qt.ItemDataRole.AccessibleTextRole) == f"&amp, rank 2 in {NAME}, down 0".removesuffix(", down 0")
    assert "&lt;b&gt;other&lt;/b&gt;" in lost.data(Qt.ItemDataRole.ToolTipRole)


def test_it_follows_edits_rows_submissions_and_goes_with_the_baseline(window, table, pair: Inspection, theme) -> None:
    pair.edit("r01", ["b"])
    assert cells(table)[0] == ["1", "b", "", "b", ""]
    assert cells(table)[2] == ["3", "a ✓", "lost", "", ""]
    assert table.model().index(2, 2).data(Qt.ItemDataRole.ForegroundRole) == QColor(theme.colours.worse)
    pair.go_to(1)
    assert [line[1] for line in cells(table)] == ["", "", ""]
    pair.go_to(0)
    pair.open(NAME)
    pair.baseline = "submission"
    assert cells(table)[0][1:4:2] == ["b", "b"]
    pair.baseline = "file"
    assert find(window, SideBySidePart, "sideBySide").isHidden()


@pytest.mark.slow
def test_it_follows_what_is_typed_and_comes_back_with_escape(window, table, pair: Inspection) -> None:
    before, height, known = cells(table), table.minimumHeight(), len(pair.evaluation.table.vocab)
    edit = find(window, QLineEdit, "predictionEdit")
    overwrite(edit, "x new a b c d e f")
    assert cells(table)[:3] == [
        ["1", "b", "", "x", "▲ 1"],
        ["2", "x", "", "new", "new"],
        ["3", "a ✓", "", "a ✓", ""],
    ]
    assert text(window, "sideBySideScores") == f"{NAME}: 0.3333 → submission: 0.3333   the same"
    assert (table.minimumHeight(), len(pair.evaluation.table.vocab)) == (height, known)
    press(edit, Key.Key_Escape)
    assert cells(table) == before


@pytest.mark.slow
def test_a_draft_stays_with_another_baseline_and_no_mistake_is_listed(window, table, pair: Inspection) -> None:
    before, edit = cells(table), find(window, QLineEdit, "predictionEdit")
    overwrite(edit, "b")
    pair.rename(NAME, "renamed")
    assert cells(table)[0] == ["1", "b", "", "b", ""]
    pair.baseline = pair.add(pd.DataFrame({"id": ["r01"], "label": ["c b"]}), "third")
    assert cells(table) == [["1", "c", "lost", "b", "▲ 1"], ["2", "b", "", "", ""]]
    pair.baseline = "renamed"
    edit.setText("b\0")  # cannot be typed, but pasted
    edit.textEdited.emit("b\0")
    assert [line[3] for line in cells(table)] == [line[3] for line in before]


@pytest.mark.slow
def test_each_row_is_listed_once(window, table, pair: Inspection) -> None:
    resets = QSignalSpy(table.model().modelReset)
    for change in (lambda: pair.go_to(1), lambda: pair.edit("r02", ["q"]), lambda: pair.set_metric("map@3")):
        before = resets.count()
        change()
        assert resets.count() == before + 1


@pytest.mark.slow
def test_the_scores_follow_an_edit_of_another_row_under_gap(show, qtbot) -> None:
    truth = {"a": "x", "b": "y"}
    listed = pd.DataFrame({"id": list("ab"), "label": ["x 0.5", "q 0.4"]})
    gap = inspector.open_pair(pd.DataFrame({"id": [*truth], "label": [*truth.values()]}), listed, "gap")
    window = show(gap)
    gap.add(listed, "other")
    gap.baseline = "other"
    gap.go_to(0)
    gap.edit("b", ["q"], [0.9])
    worse = text(window, "sideBySideScores")
    assert worse == f"other: 0.5000 → submission: {gap.evaluation.scores.row[0]:.4f}   ▼ −0.2500"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(900, 600), (1280, 800)])
def test_both_lists_are_seen_without_scrolling(window, table, pair: Inspection, size: tuple[int, int], qtbot) -> None:
    window.resize(*size)
    pair.add(pd.DataFrame({"id": ["r01"], "label": ["b x a y c"]}), "five")
    pair.baseline = "five"
    assert table.model().rowCount() == 5
    qtbot.waitUntil(lambda: table.visibleRegion().boundingRect() == table.rect())
    assert table.verticalScrollBar().maximum() == 0


@pytest.mark.slow
def test_long_names_stay_beside_the_scores_cut_in_the_middle(window, table, pair: Inspection, qtbot) -> None:
    pair.rename("submission", "submission_of_monday_0.842")
    pair.rename(NAME, "submission_of_tuesday_0.866")
    label = find(window, ElidedLabel, "sideBySideScores")
    whole = "submission_of_tuesday_0.866: 0.3333 → submission_of_monday_0.842: 1.0000   ▲ +0.6667"
    width, known = label.fontMetrics().horizontalAdvance, set[str]()
    for room in range(width(whole), width("su…66: 0.3333 → su…42: 1.0000   ▲ +0.6667") - 1, -10):
        label.resize(room, label.height())
        known.add(label.visible_text)
    assert {whole, "subm….866: 0.3333 → subm….842: 1.0000   ▲ +0.6667"} <= known
    assert all("66: 0.3333 → " in text and "42: 1.0000 " in text for text in known)
    pair.rename("submission_of_monday_0.842", "submission_of_friday_0.866")
    label.resize(width("su…66: 0.3333 → su…66: 1.0000   ▲ +0.6667"), label.height())
    assert label.visible_text == "0.3333 → 1.0000   ▲ +0.6667"


@pytest.mark.slow
def test_titles_that_do_not_fit_are_cut_in_the_middle(table, pair: Inspection) -> None:
    pair.rename("submission", f"begin{'x' * 99}end")
    title = table.model().headerData(3, Qt.Orientation.Horizontal)
    assert (title[:5], title[-3:], len(title)) == ("begin", "end", 25)
    assert table.horizontalHeader().textElideMode() == Qt.TextElideMode.ElideMiddle


@pytest.mark.slow
def test_a_row_says_whether_its_change_is_by_an_edit_or_by_what_is_typed(window, table, pair: Inspection) -> None:
    """Beside the difference from another submission."""
    pair.edit("r01", ["b"])
    assert text(window, "rowScore") == "1.0000 → 0.0000   ▼ −1.0000 by your edit"
    overwrite(find(window, QLineEdit, "predictionEdit"), "a")
    assert text(window, "rowScore") == "0.0000 → 1.0000   ▲ +1.0000 by this change"


def test_the_tab_key_goes_from_the_lists_to_the_prediction(window, table) -> None:
    assert table.mapTo(window, QPoint()).y() < find(window, QLineEdit, "predictionEdit").mapTo(window, QPoint()).y()
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Tab)
    assert find(window, QLineEdit, "predictionEdit").hasFocus()


@pytest.mark.slow
def test_a_move_by_many_ranks_is_not_cut_off(table, pair: Inspection) -> None:
    labels = [f"l{number}" for number in range(150)]
    pair.add(pd.DataFrame({"id": ["r01"], "label": [" ".join(labels)]}), "long")
    pair.add(pd.DataFrame({"id": ["r01"], "label": [" ".join([*labels[140:], *labels[:140]])]}), "turned")
    pair.baseline = "long"
    pair.open("turned")
    moved = table.model().index(0, 4)
    assert moved.data() == "▲ 140"
    assert table.sizeHintForIndex(moved).width() <= table.columnWidth(4)


def test_probabilities_of_classes_stand_beside_their_labels(show) -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "class": ["cat", "dog"]})
    now, before = (
        pd.DataFrame({"id": ["a", "b"], "cat": [sure, 0.5], "dog": [1 - sure, 0.5]}) for sure in (0.25, 0.125)
    )
    pair = inspector.open_pair(truth, now, "mlogloss")
    window = show(pair)
    pair.baseline = pair.add(before, "before")
    pair.go_to(0)
    table = find(window, SideBySideTable, "sideBySideTable")
    assert [row[1:4:2] for row in cells(table)] == [["dog · 0.88", "dog · 0.75"], ["cat · 0.12 ✓", "cat · 0.25 ✓"]]
