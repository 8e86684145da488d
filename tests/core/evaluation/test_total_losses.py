"""Total losses updated under edits equal newly computed ones."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from core.metrics.metric_strategies import scored_pairs
from core.strategies import Lists, edits, open_lists
from hypothesis import given

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import parse


def fresh(evaluation: Evaluation) -> Evaluation:
    """The same pair and edits, scored anew."""
    return Evaluation.of(evaluation.pair, evaluation.metric, evaluation.overlay)


@pytest.mark.slow
@given(st.data())
def test_incremental_losses_equal_freshly_computed_ones(data) -> None:
    lists, metric = data.draw(scored_pairs())
    inspection = open_lists(lists, metric)
    evaluation = inspection.evaluation
    before = evaluation.total_losses()
    for _ in range(data.draw(st.integers(1, 3))):
        inspection.predict(*data.draw(edits(lists)))
        anew = fresh(evaluation)
        assert repr(evaluation.total_losses()) == repr(anew.total_losses())
        assert evaluation.all_losses().cost.tobytes() == anew.all_losses().cost.tobytes()
        some = evaluation.all_rows[::2]
        assert repr(evaluation.total_losses(some)) == repr(anew.total_losses(some))
    while inspection.undo_name:
        inspection.undo()
    assert repr(evaluation.total_losses()) == repr(before)


def test_an_order_that_is_worse_for_all_rows_wins_nothing() -> None:
    lists = Lists([[], [], [], ["a"], []], [[], [], [], ["a"], [*"bbca"]], None)
    found = open_lists(lists, parse("precision(ties=best, average=macro)@3")).evaluation.total_losses()
    assert (found.ordering, found.candidates) == (0.0, 0.0)
