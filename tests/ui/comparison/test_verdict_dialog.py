"""The verdict in detail: opened, read, copied, and what is said where there is none."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QTableWidget
from ui.user import action, find

from inspector import Inspection
from inspector.ui.comparison.verdict_dialog import VerdictDialog
from inspector.ui.widgets.plain_label import PlainLabel


@pytest.mark.slow
def test_details_are_those_of_the_verdict_in_the_line(compared, three: Inspection, qtbot) -> None:
    line = compared.bench.comparisons.verdict
    with qtbot.waitSignal(line.told):
        three.baseline = "better"
    action(compared, "verdict_details").trigger()
    dialog = find(compared, VerdictDialog, "verdictDialog")
    assert find(dialog, PlainLabel, "verdictWords").text() == line.whole
    table = find(dialog, QTableWidget, "verdictDetails")
    told = [[table.item(row, column).text() for column in range(3)] for row in range(table.rowCount())]
    assert told == [[one.question, one.answer, one.test] for one in line.details]
    assert told[0][0] == "Do the overalls differ?"
    qtbot.waitUntil(lambda: table.rowHeight(0) < 2 * table.fontMetrics().height())
    find(dialog, QPushButton, "copyDetails").click()
    copied = QGuiApplication.clipboard().text().split("\n")
    assert copied[:3] == [line.whole, "", "question\tanswer\ttest"]
    assert [text.split("\t") for text in copied[3:]] == told
    with qtbot.waitSignal(dialog.destroyed):
        dialog.reject()


def test_without_a_verdict_the_message_says_why(compared, three: Inspection) -> None:
    line = compared.bench.comparisons.verdict
    three.baseline = three.open_submission.name
    action(compared, "verdict_details").trigger()
    assert line.details == []
    assert not compared.findChildren(VerdictDialog)
    assert "is the baseline" in line.words
