"""The worst-first order of rows: under GAP, confident mistakes come first among equal costs."""

from __future__ import annotations

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import inspector
from inspector import InputError, Inspection
from inspector.core.data.order import SortKey
from inspector.core.rows.columns import columns_of, find_column

TRUTH = pd.DataFrame({"id": list("abcdef"), "label": ["x", "y", "z", "x", "y", "z"]})
SUBMISSION = pd.DataFrame({"id": list("abcdef"), "label": ["q 0.2", "y 0.9", "", "q 0.95", "q 0.5 r 0.1", "z 0.1"]})
UNDER_GAP = (SortKey("score"), SortKey("cost", True), SortKey("place"))
ELSEWHERE = UNDER_GAP[:2]


@pytest.fixture
def pair() -> Inspection:
    return inspector.open_pair(TRUTH, SUBMISSION, "gap")


def order(pair: Inspection) -> str:
    return "".join(pair.evaluation.table.id(row) for row in pair.state.order.rows.tolist())


def test_under_gap_confident_mistakes_come_first(pair) -> None:
    assert pair.state.keys == UNDER_GAP
    assert order(pair) == "deacfb"


def test_worst_first_is_kept_under_another_metric_and_back(pair) -> None:
    pair.set_metric("map@5")
    assert pair.state.keys == ELSEWHERE
    pair.set_metric("gap")
    assert (pair.state.keys, order(pair)) == (UNDER_GAP, "deacfb")


def test_a_chosen_order_is_kept_for_columns_that_the_next_metric_has(pair) -> None:
    pair.sort(SortKey("place", True), SortKey("id", True))
    pair.set_metric("map@5")
    assert (pair.state.keys, order(pair)) == ((SortKey("id", True),), "fedcba")
    pair.set_metric("gap")
    assert pair.state.keys == (SortKey("id", True),)


def test_only_a_metric_with_one_list_has_places(pair) -> None:
    assert "place" in [shown.name for shown in columns_of(pair.evaluation)]
    assert pair.rows()["place"].tolist()[:2] == [4, 2]
    pair.set_metric("map@5")
    assert "place" not in [shown.name for shown in columns_of(pair.evaluation)]
    assert "place" not in pair.rows()
    with pytest.raises(InputError, match="place"):
        pair.sort(SortKey("place"))


def test_an_edit_moves_the_places(pair) -> None:
    places = find_column("place").values
    assert places(pair.evaluation, pair.evaluation.all_rows).tolist() == [4, 2, 0, 1, 3, 6]
    pair.edit("d", ["q"], [0.15])
    assert places(pair.evaluation, pair.evaluation.all_rows).tolist() == [3, 1, 0, 4, 2, 6]
    pair.undo()
    assert places(pair.evaluation, pair.evaluation.all_rows).tolist() == [4, 2, 0, 1, 3, 6]


@pytest.mark.slow
@given(st.lists(st.sampled_from(["", "x 0.5", "q 0.5", "q 0.9 x 0.3", "r 0.1 q 0.9"]), min_size=1, max_size=8))
def test_a_place_is_the_best_rank_that_the_explanation_of_a_row_gives(cells) -> None:
    ids = [f"{row}" for row in range(len(cells))]
    try:
        pair = inspector.open_pair(
            pd.DataFrame({"id": ids, "label": "x"}), pd.DataFrame({"id": ids, "label": cells}), "gap"
        )
    except InputError:  # no cell has a confidence
        return
    for row, place in enumerate(find_column("place").values(pair.evaluation, pair.evaluation.all_rows).tolist()):
        ranks = [step.rank for step in pair.evaluation.explain(row).steps if step.rank]
        assert place == min(ranks, default=0)


@pytest.mark.parametrize(("options", "ids"), [(["--worst", "3"], "dea"), (["--sort", "-place"], "cfaebd")])
def test_the_terminal_sorts_the_same_way(run, tmp_path, options, ids) -> None:
    TRUTH.to_csv(tmp_path / "t.csv", index=False)
    SUBMISSION.to_csv(tmp_path / "s.csv", index=False)
    table = list(
        csv.DictReader(io.StringIO(run("rows", tmp_path / "t.csv", tmp_path / "s.csv", "-m", "gap", *options)[1]))
    )
    assert "".join(row["id"] for row in table) == ids
    assert {row["id"]: row["place"] for row in table}.get("d") == "1"
