"""The suspects panel: both lists, going to a row, filters, agreement, the best of all, and one submission alone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QCheckBox, QLabel, QRadioButton
from ui.ensemble.conftest import IDS, add_blend
from ui.user import Key, action, click_row, find, press, shown, text

import inspector
from inspector import Inspection
from inspector.core.ensemble.overview import BestOf
from inspector.core.ensemble.suspects import find_suspects, first_labels
from inspector.core.task import drain
from inspector.ui.ensemble.agreement_table import AgreementTable
from inspector.ui.ensemble.suspects_panel import SuspectsPanel
from inspector.ui.ensemble.suspects_table import SuspectsTable


@pytest.fixture
def table(panel: SuspectsPanel) -> SuspectsTable:
    return panel.table


def turn(panel: SuspectsPanel, name: str) -> None:
    find(panel, QRadioButton, name).click()


def test_the_lists_hold_what_the_core_finds(panel, table, three: Inspection) -> None:
    submissions = [one.evaluation for one in three.submissions]
    found = find_suspects(submissions, first_labels(submissions))
    for button, lines in (("likelySuspects", found.mislabelled), ("ambiguousSuspects", found.ambiguous)):
        turn(panel, button)
        assert shown(table, "id") == [IDS[row] for row in found.rows[lines].tolist()]
        assert shown(table, "votes") == [f"{votes} of 3" for votes in found.votes[lines].tolist()]
        assert find(panel, QRadioButton, button).text().endswith(f": {len(lines)}")
    assert len(found.mislabelled) and len(found.ambiguous)
    QAbstractItemModelTester(table.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)


def test_lists_of_files_that_are_closed_do_nothing(panel, table, three: Inspection) -> None:
    panel.hide()
    two = {"r0": ["a"], "r1": ["b"]}
    three.load(inspector.open_pair(two, two, "map@2").state)
    for button in ("ambiguousSuspects", "likelySuspects"):
        turn(panel, button)
    assert not len(table.rows)
    assert not find(panel, QLabel, "bestOf").isVisibleTo(panel)
    assert not find(panel, QCheckBox, "onlySuspects").isEnabled()


def test_labels_of_files_are_shown_as_text(panel, table) -> None:
    place = shown(table, "id").index("r2")
    assert (shown(table, "truth")[place], shown(table, "rival")[place]) == ("<b>c</b>", "a")
    tips = shown(table, "truth", Qt.ItemDataRole.ToolTipRole)
    assert tips[place] == "<qt>&lt;b&gt;c&lt;/b&gt;</qt>"


def test_enter_and_a_double_click_go_to_the_row(panel, table, three: Inspection) -> None:
    table.setFocus()
    click_row(table, 1, "id")
    three.go_to(9)
    press(table, Key.Key_Return)
    assert three.evaluation.table.id(three.current) == shown(table, "id")[1]
    three.go_to(9)
    table.activated.emit(table.currentIndex())
    assert three.evaluation.table.id(three.current) == shown(table, "id")[1]
    assert three.state.clauses == ()


def test_a_list_filters_the_table_and_follows_the_switch(panel, table, three: Inspection) -> None:
    only = find(panel, QCheckBox, "onlySuspects")
    only.click()
    assert three.state.clauses[0].text == "submissions agree on another label"
    assert sorted(map(three.evaluation.table.id, three.state.order.rows.tolist())) == sorted(shown(table, "id"))
    turn(panel, "ambiguousSuspects")
    assert sorted(map(three.evaluation.table.id, three.state.order.rows.tolist())) == sorted(shown(table, "id"))
    only.click()
    assert three.state.clauses == ()
    only.click()
    three.commit(drain(three.filter_task(())))
    assert not only.isChecked()


def test_the_lists_follow_edits_switching_the_metric_and_other_filters(panel, table, three: Inspection) -> None:
    count = len(shown(table, "id"))
    for name in ("one", "<i>two</i> & all"):
        three.open(name)
        three.edit("r0", ["a"])
    assert len(shown(table, "id")) == count - 1
    before = shown(table, "if rival")
    three.set_metric("map@1")
    assert shown(table, "if rival") != before
    three.set_metric("f1(average=micro)")
    assert set(shown(table, "if rival")) == {"–"}
    three.narrow("id:r2")
    assert shown(table, "id") == ["r2"]
    three.remove("other")
    assert shown(table, "votes") == ["2 of 2"]


def test_agreement_counts_rows_and_a_number_shows_the_rows_won_alone(panel, table, three: Inspection) -> None:
    turn(panel, "submissionAgreement")
    agreement = find(panel, AgreementTable, "agreementTable")
    cells = [[agreement.item(line, column).text() for column in range(5)] for line in range(3)]
    assert cells[0][:3] == ["1  one", "", "80.0%"]
    assert cells[1] == ["2  <i>two</i> & all", "80.0%", "", "40.0%", "0"]
    best = BestOf.of([one.evaluation for one in three.submissions])
    assert [line[4] for line in cells] == [str(count) for count in best.alone.tolist()]
    assert text(panel, "bestOf").startswith(f"The best of the 3 in each row would give {best.overall:.4f}")
    agreement.setCurrentCell(2, 4)
    press(agreement, Key.Key_Return)
    assert three.state.order.rows.tolist() == best.rows_alone(2).tolist()
    assert [agreement.item(line, 4).text() for line in range(3)] == [line[4] for line in cells]


def test_one_submission_alone_is_told_that_votes_need_several(panel, table, three: Inspection) -> None:
    for name in ("other", "<i>two</i> & all"):
        three.remove(name)
    assert shown(table, "id") == []
    assert table.empty_words.startswith("Votes need several submissions")
    assert not find(panel, QRadioButton, "submissionAgreement").isEnabled()
    assert not find(panel, QCheckBox, "onlySuspects").isEnabled()


@pytest.mark.slow
def test_the_command_shows_the_panel_which_counts_only_while_it_is_seen(window, three: Inspection) -> None:
    table = find(window, SuspectsTable, "suspectsTable")
    three.edit("r0", ["c"])
    assert table.found is None
    action(window, "show_suspects").trigger()
    assert table.found is not None
    assert window.focusWidget() is table
    find(window, QCheckBox, "onlySuspects").click()
    assert len(three.state.order.rows) == len(shown(table, "id"))


def test_a_blend_has_no_vote_beside_those_that_it_was_made_of(panel, table, three: Inspection) -> None:
    before = shown(table, "id"), shown(table, "votes")
    add_blend(three)
    assert (shown(table, "id"), shown(table, "votes")) == before
    three.open("blend")
    assert (shown(table, "id"), shown(table, "votes")) == before
    assert "best of the 3" in text(panel, "bestOf")


def test_the_best_of_some_rows_is_said_to_be_of_these_and_whole(panel, table, three: Inspection) -> None:
    three.narrow("score<1")
    assert text(panel, "bestOf").startswith("In the rows shown, the best of the 3 in each row would give ")
    panel.resize(400, 300)
    words = find(panel, QLabel, "bestOf")
    assert words.height() >= words.heightForWidth(words.width())


def test_low_panel_shows_all_choices_and_a_line_of_the_list(panel, table) -> None:
    panel.setFixedSize(400, panel.minimumSizeHint().height())
    panel.show()
    only = find(panel, QCheckBox, "onlySuspects")
    assert only.parentWidget().rect().contains(only.geometry())
    assert only.mapTo(panel, only.rect().bottomLeft()).y() < table.mapTo(panel, table.rect().topLeft()).y()
    note = find(panel, QLabel, "bestOf")
    assert note.height() >= note.heightForWidth(note.width())
