"""Rows that differ from the baseline: F4 goes to the next one, wherever the cursor is, and says when there is none."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from ui.table.painting import recorded
from ui.user import Shift, find, press, section

from inspector import Inspection
from inspector.ui.table.row_table import RowTable

F4 = Qt.Key.Key_F4


def test_labels_that_the_baseline_lacks_are_dotted_and_named_in_the_tip(window, pair: Inspection) -> None:
    table = find(window, RowTable, "rowTable")
    assert dots(table, pair, "r01") == 0
    pair.edit("r01", ["a", "new", "b"])
    assert dots(table, pair, "r01") == 1
    assert dots(table, pair, "r02") == 0
    pair.baseline = pair.add(pd.DataFrame({"id": ["r01", "r02"], "label": ["new x", "b a c"]}), "<b>other</b>")
    assert (dots(table, pair, "r01"), dots(table, pair, "r02"), dots(table, pair, "r03")) == (2, 0, 3)
    index = table.model().index(pair.state.order.pos(0), section(table, "predictions"))
    assert "not in &lt;b&gt;other&lt;/b&gt;: a  b" in index.data(Qt.ItemDataRole.ToolTipRole)
    pair.baseline = pair.open_submission.name
    assert dots(table, pair, "r01") == 0


def dots(table: RowTable, pair: Inspection, id_: str) -> int:
    """How many labels of a row have a dotted line."""
    lines = recorded(table, pair.state.order.pos(pair.evaluation.table.row_of(id_))).lines
    return len(lines)


@pytest.mark.slow
def test_f4_goes_to_the_next_row_that_differs_and_says_when_there_is_none(window, pair: Inspection) -> None:
    press(window, F4)
    assert window.status.currentMessage() == "No row below has another score than in the file as loaded"
    same = pair.rows()["predictions"]
    other = pd.DataFrame({"id": pair.rows()["id"], "label": same.where(~same.index.isin([0, 4]), "zz")})
    pair.add(other, "<b>other</b>")
    pair.baseline = "<b>other</b>"
    pair.go_to(pair.state.order.row(0))
    different = [row for row in pair.state.order.rows.tolist() if pair.evaluation.deltas(pair.evaluation.all_rows)[row]]
    seen = [pair.current] if pair.current in different else []
    for _ in different[len(seen) :]:
        press(window, F4)
        seen.append(pair.current)
    assert seen == different
    press(window, F4)
    assert window.status.currentMessage() == "No row below has another score than in <b>other</b>"
    assert pair.current == different[-1]
    for row in reversed(different[:-1]):
        press(window, F4, Shift)
        assert pair.current == row
    press(window, F4, Shift)
    assert window.status.currentMessage() == "No row above has another score than in <b>other</b>"
