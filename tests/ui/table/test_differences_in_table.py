"""Rows that differ from the baseline: F4 goes to the next one, wherever the cursor is, and says when there is none."""

from __future__ import annotations

import pandas as pd
from PySide6.QtCore import Qt
from ui.user import Shift, press

from inspector import Inspection

F4 = Qt.Key.Key_F4


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
