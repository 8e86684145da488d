"""Under a metric that is a loss, the lower score is the better one: in filters, order and bars."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.comparison.differences import Differences, difference_bars
from inspector.core.edits.paste import preview_task
from inspector.core.evaluation.sides import gains, signs
from inspector.core.metrics.families.average_precision import AveragePrecision
from inspector.core.query import parse
from inspector.core.task import drain

TRUTH = "id,label\n" + "".join(f"r{row},a\n" for row in range(6))
FIRST, SECOND = (
    "id,label\n" + "".join(f"r{row},{cell}\n" for row, cell in enumerate(cells))
    for cells in (
        ("a b", "b a", "b c a", "a b", "c b", "b a"),
        ("b a", "a b", "c b a", "a b", "a b", "b c"),
    )
)


@pytest.fixture
def pair(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> inspector.Inspection:
    """Two submissions, compared under a metric that is turned round."""
    for name, text in (("truth", TRUTH), ("first", FIRST), ("second", SECOND)):
        (tmp_path / f"{name}.csv").write_text(text)
    monkeypatch.setattr(AveragePrecision, "lower_is_better", True)
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "second.csv", "map@3")
    pair.add(tmp_path / "first.csv")
    pair.baseline = "first"
    return pair


def test_better_rows_are_those_with_the_lower_score(pair) -> None:
    evaluation = pair.evaluation
    assert gains(evaluation).tolist() == (-signs(evaluation)).tolist() == [1, -1, 0, 0, -1, 1]
    lower = evaluation.deltas(evaluation.all_rows) < 0
    assert parse("better").mask(evaluation).tolist() == lower.tolist()
    assert parse("worse").mask(evaluation).tolist() == (signs(evaluation) > 0).tolist()


def test_the_best_differences_come_first_with_their_own_signs(pair) -> None:
    found = Differences(pair.evaluation)
    assert found.better == 2
    assert found.values.tolist() == sorted(found.values.tolist())
    _, values = found.curve(10)
    assert values[0] < 0 < values[-1]


def test_the_clauses_of_places_and_bars_select_their_rows(pair) -> None:
    evaluation, found = pair.evaluation, Differences(pair.evaluation)
    for first in range(len(found.rows)):
        clause = parse(found.clause(first, first)).mask(evaluation)
        assert clause[found.rows[first]]
        assert (evaluation.deltas(np.flatnonzero(clause)) == found.values[first]).all()
    bars = difference_bars(evaluation)
    for bar in np.flatnonzero(bars.counts).tolist():
        assert parse(bars.clause([bar])).mask(evaluation).tolist() == (bars.of_row == bar).tolist()


def test_a_pasted_edit_that_lowers_the_overall_is_a_gain(pair) -> None:
    preview = drain(preview_task(pair.evaluation, "id\tlabel\nr1\tc\n", pair.evaluation.all_rows))
    assert preview.gain == preview.before - preview.after > 0


def test_the_worst_rows_are_those_with_the_highest_score(pair) -> None:
    pair.sort(*pair.metric.worst_first)
    scores = pair.evaluation.scores.row[pair.state.order.rows]
    assert scores.tolist() == sorted(scores.tolist(), reverse=True)


def test_the_last_bars_of_differences_of_a_loss_are_open() -> None:
    true = pd.DataFrame({"id": [*"abcd"], "x": [1.0, 2.0, 3.0, 4.0]})
    pair = inspector.open_pair(true, true.assign(x=[1.5, 2.5, 3.5, 4.5]), "mae", shape="numbers")
    pair.edit("a", ["x"], [900.0])
    bars = difference_bars(pair.evaluation)
    assert (bars.names[0][:3], bars.names[-1][:3], bars.counts[-1]) == ("Δ <", "Δ >", 1)
    assert parse(bars.clause([len(bars.counts) - 1])).mask(pair.evaluation).tolist() == [True, False, False, False]
