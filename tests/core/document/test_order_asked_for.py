"""Rows are sorted, and the scores of the file copied, no earlier than needed, which no answer shows."""

from __future__ import annotations

import pytest

import inspector
from inspector import Inspection
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.document import state
from inspector.core.edits.prediction_edit import prediction_edit
from inspector.core.query import Clause
from inspector.core.task import drain

TRUTH = {"a": ["x"], "b": ["y"], "c": ["z"], "d": ["x"]}
PREDICTED = {"a": ["x"], "b": ["z"], "c": ["y", "z"], "d": ["x"]}
WORST_FIRST = [1, 2, 0, 3]


def opened() -> Inspection:
    return inspector.open_pair(TRUTH, PREDICTED, "map@2")


def test_opening_sorts_nothing(monkeypatch):
    monkeypatch.setattr(state, "sort", lambda *_: pytest.fail("sorted"))
    assert opened().overall == pytest.approx((1 + 0 + 0.5 + 1) / 4)


@pytest.mark.parametrize("in_place", [True, False])
def test_rows_stay_where_they_were_before_an_edit(in_place: bool):
    pair = opened()
    edit = pair.edit_task(lambda now: prediction_edit(now, 1, Prediction(("y",)), ""), in_place=in_place)
    assert pair.commit(drain(edit))
    assert pair.evaluation.scores.row.tolist() == [1, 1, 0.5, 1]
    assert (pair.current, pair.state.order.rows.tolist()) == (1, WORST_FIRST)


@pytest.mark.parametrize("in_place", [True, False])
def test_rows_are_in_order_until_an_edit_moves_one(in_place: bool):
    pair = opened()
    asked = [pair.state.is_in_order]

    def edit(row: int, *labels: str) -> None:
        task = pair.edit_task(lambda now: prediction_edit(now, row, Prediction(labels), ""), in_place=in_place)
        pair.commit(drain(task))
        asked.append(pair.state.is_in_order)

    edit(1, "y")  # the worst is the best now
    pair.undo()
    edit(2, "x", "y", "z")  # still the second worst
    edit(1, "y")
    pair.narrow("!id:b")
    asked.append(pair.state.is_in_order)
    pair.filter_by([])
    asked.append(pair.state.is_in_order)
    pair.sort(*pair.metric.worst_first)
    assert [*asked, pair.state.is_in_order] == [True, False, True, False, True, False, True]


def test_of_very_many_rows_only_the_keys_tell_whether_they_are_in_order(monkeypatch):
    monkeypatch.setattr(state, "_MOST_CHECKED", 3)
    pair = opened()
    pair.edit("c", ["z"])
    assert not pair.state.is_in_order
    pair.sort(SortKey("id", True))
    pair.edit("c", ["x"])
    assert pair.state.is_in_order


def test_the_first_row_stays_current_when_others_come_first():
    pair = opened()
    pair.sort(SortKey("id", descending=True))
    assert (pair.current, pair.state.order.rows.tolist()) == (1, [3, 2, 1, 0])
    pair = opened()
    pair.filter_by([Clause("score=1")])
    assert (pair.current, pair.state.order.rows.tolist()) == (1, [0, 3])


def test_an_edit_leaves_the_scores_of_the_file():
    pair = opened()
    evaluation = pair.evaluation
    assert evaluation.scores is evaluation.base
    pair.edit("b", ["y"])
    assert evaluation.base.row.tolist() == [1, 0, 0.5, 1]
    assert evaluation.scores.row.tolist() == [1, 1, 0.5, 1]
    assert evaluation.delta == pytest.approx(0.25)
    pair.undo()
    assert evaluation.scores.overall == evaluation.base.overall
