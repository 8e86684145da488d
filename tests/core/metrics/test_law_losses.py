"""Laws of losses: what they claim can be won by editing, and nothing more, by one row and by all rows together."""

from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from core.metrics.metric_strategies import LABEL_FAMILIES, expected, scored_pairs
from core.metrics.oracles import agree
from core.strategies import NAN, Lists, open_lists, predictions
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric, parse

by_family = pytest.mark.parametrize("family", LABEL_FAMILIES)
Edits = dict[int, Prediction]


def won(lists: Lists, metric: Metric, edits: Edits, than: Edits | None = None) -> float:
    """What the oracle's overall gains by edits, on the files or on other edits; 0 where either is NaN."""
    gain = metric.improvement(expected(lists, metric, edits).overall - expected(lists, metric, than).overall)
    return 0.0 if math.isnan(gain) else gain


def best_order(lists: Lists, metric: Metric, row: int) -> Prediction:
    """The labels of a row in the order that wins most, by trying every order; confidences keep their positions."""
    given = lists.prediction(row)
    orders = [Prediction(labels, given.confidence) for labels in sorted(set(permutations(given.labels)))]
    return max(orders, key=lambda order: won(lists, metric, {row: order}))


def right(lists: Lists, metric: Metric, row: int) -> list[str]:
    """The truth labels of a row, or one of them where a GAP of rows counts only one."""
    return lists.truths[row][: 1 if metric.name == "gap" and metric.value("divisor") == "rows" else None]


def best_labels(lists: Lists, metric: Metric, row: int) -> Prediction:
    """The truth of a row, as confident as can be."""
    truth = right(lists, metric, row)
    return Prediction(tuple(truth), None if lists.confidences is None else (math.inf,) * len(truth))


def counted(evaluation: Evaluation) -> list[int]:
    """The rows that are not left out."""
    return np.flatnonzero(~np.isnan(evaluation.scores.row)).tolist()


def is_bounded(metric: Metric) -> bool:
    """Whether all overalls are from 0 to 1; a bare sum or a loss may be above, an agreement may be below."""
    is_signed = metric.name == "mcc" or getattr(metric, "adjusted", "") == "yes"
    return getattr(metric, "divisor", "") != "1" and not metric.lower_is_better and not is_signed


def best_truth(lists: Lists, metric: Metric, row: int) -> float:
    """What the truth of a row wins in its best order, because with K not all of it may count."""
    truth = right(lists, metric, row)
    sure = None if lists.confidences is None else (math.inf,) * len(truth)
    orders = [Prediction(order, sure) for order in permutations(truth)]
    return max(won(lists, metric, {row: order}) for order in (orders if metric.k else orders[:1]))


def is_cut_by_label(metric: Metric) -> bool:
    """Whether labels that weigh differently compete for the places within K or above the threshold."""
    is_cut = metric.k is not None or getattr(metric, "threshold", None) is not None
    return is_cut and getattr(metric, "average", "") in ("macro", "weighted")


def probable(lists: Lists, metric: Metric) -> Lists:
    """The pair, for padded cmAP with no confidence above the 1 of the added rows."""
    if metric.name != "cmap" or lists.confidences is None:
        return lists
    return Lists(lists.truths, lists.predictions, [[min(sure, 1.0) for sure in row] for row in lists.confidences])


def claims_all(metric: Metric) -> bool:
    """Whether the losses of a row are all that it could win, not only what a certain edit wins for sure.

    Under MCC another wrong label may win more than the right one.
    """
    by_name = getattr(metric, "ties", "") == "name-desc"
    return metric.name not in ("auc", "cmap", "mcc") and not by_name and not is_cut_by_label(metric)


def drawn(family: str, data) -> tuple[Lists, Metric, Evaluation]:
    lists, metric = data.draw(scored_pairs(family, most_labels=4, most_rows=3))
    lists = probable(lists, metric)
    return lists, metric, open_lists(lists, metric).evaluation


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=16)
def test_editing_a_row_wins_what_its_losses_claim_and_no_more(family: str, data) -> None:
    lists, metric, evaluation = drawn(family, data)
    losses = evaluation.losses(evaluation.all_rows)
    for row in counted(evaluation):
        order, cost = best_order(lists, metric, row), float(losses.cost[row])
        if not claims_all(metric):
            assert 0 <= losses.ordering[row] <= won(lists, metric, {row: order}) + 1e-12, (row, order)
            assert 0 <= cost <= best_truth(lists, metric, row) + 1e-12, row
            continue
        assert agree(float(losses.ordering[row]), won(lists, metric, {row: order})), (row, order)
        assert agree(cost, best_truth(lists, metric, row)), row
        rival = data.draw(predictions(weighted=lists.confidences is not None, most_labels=4))
        assert won(lists, metric, {row: rival}) <= cost + 1e-12


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=16)
def test_all_rows_together_win_what_the_totals_claim(family: str, data) -> None:
    lists, metric, evaluation = drawn(family, data)
    rows = counted(evaluation)
    for some in (rows, data.draw(st.lists(st.sampled_from(rows), unique=True)) if rows else []):
        orders = {row: best_order(lists, metric, row) for row in some}
        labels = {row: best_labels(lists, metric, row) for row in some}
        whole = len(some) == len(rows)
        totals = evaluation.total_losses(None if whole else np.array(some, np.int64))
        if is_cut_by_label(metric) or getattr(metric, "one_label", ""):
            continue  # other orders of the truth may win more within K
        if claims_all(metric) and metric.name != "fmax":
            assert agree(totals.ordering, won(lists, metric, orders))
            assert agree(totals.candidates, won(lists, metric, labels, orders))
        else:  # orders that win the same alone may win more together
            assert agree(totals.ordering + totals.candidates, won(lists, metric, labels))


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=16)
def test_no_loss_is_negative_or_more_than_the_overall_lacks(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    evaluation = open_lists(lists, metric).evaluation
    overall, losses, totals = evaluation.scores.overall, evaluation.all_losses(), evaluation.total_losses()
    lost = totals.ordering + totals.candidates
    assert min(totals.ordering, totals.candidates) >= 0
    assert not (losses.ordering < 0).any() and not (losses.candidates < 0).any()
    assert not (losses.cost > lost + 1e-12).any()
    if is_bounded(metric):
        assert totals.ordering <= 1 and totals.candidates <= 1
        assert math.isnan(overall) or lost <= 1 - overall + 1e-12


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=16)
def test_the_cost_of_a_row_is_its_ordering_loss_and_its_candidate_loss(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    evaluation = open_lists(lists, metric).evaluation
    losses, costs = evaluation.losses(evaluation.all_rows), evaluation.costs(evaluation.all_rows)
    assert all(map(agree, costs.tolist(), (losses.ordering + losses.candidates).tolist()))
    assert np.array_equal(losses.cost, losses.ordering + losses.candidates, equal_nan=True)
    left_out = np.isnan(evaluation.scores.row)
    for values in (costs, losses.ordering, losses.candidates):
        assert np.array_equal(np.isnan(values), left_out)
    some = np.flatnonzero(np.arange(len(lists.truths)) % 2)
    assert np.array_equal(evaluation.costs(some), costs[some], equal_nan=True)
    assert np.array_equal(evaluation.losses(some).ordering, losses.ordering[some], equal_nan=True)


def test_a_swap_that_raises_only_the_rows_own_share_is_no_loss() -> None:
    lists = Lists(
        [["a"], ["a", "b"], ["a"]],
        [["a", "a", "b", "a"], ["c", "a", "a", "b"], ["b", "a"]],
        [[0.5, 0.5, 0.9, 0.5], [0.9, 0.5, 0.5, 0.5], [0.5, 0.9]],
    )
    evaluation = open_lists(lists, "gap(divisor=labels)").evaluation
    swapped = Prediction(("a", "b"), (0.5, 0.9))
    now, then = evaluation.scores, evaluation.preview(2, swapped)
    assert [round(value * 4, 3) for value in (now.row[2], then.score)] == [0.333, 0.4]
    assert [round(value * 4, 3) for value in (now.overall, then.overall)] == [1.706, 1.269]
    assert evaluation.losses(evaluation.all_rows).ordering[2] == 0


def test_a_better_order_under_gap_wins_more_than_the_own_share() -> None:
    # Row 0 predicts wrong at rank 3 and right at rank 12; between them stand eight hits of other rows.
    truths = [["a"], [], *([["x"]] * 8)]
    lists = Lists(truths, [["b", "a"], ["p", "q"], *([["x"]] * 8)], [[0.8, 0.1], [0.9, 0.9], *([[0.5]] * 8)])
    metric = parse("gap")
    evaluation, swapped = open_lists(lists, metric).evaluation, Prediction(("a", "b"), (0.8, 0.1))
    assert evaluation.preview(0, swapped).score < evaluation.scores.row[0]
    assert agree(float(evaluation.losses(evaluation.all_rows).ordering[0]), won(lists, metric, {0: swapped}))
    # The row without truth has no share, and costs the places that its predictions take.
    assert agree(float(evaluation.costs(np.array([1]))[0]), won(lists, metric, {1: Prediction((), ())}))


BOUNDED = ["map@5", "map(divisor=m)", "ndcg@10", "recall@5", "f1", "f2(average=micro)", "f1(average=macro)", "jaccard"]


@pytest.mark.parametrize("text", [*BOUNDED, "f1(average=macro, labels=both)", "recall(average=pooled)", "gap"])
@pytest.mark.parametrize("rows", [3, 7, 10])
def test_a_pair_without_a_hit_loses_all_and_a_right_one_nothing(text: str, rows: int) -> None:
    truths = [[f"t{row % 5}"] for row in range(rows)]
    sure = [[0.5]] * rows if text == "gap" else None
    evaluation = open_lists(Lists(truths, list(truths), sure), text).evaluation
    wrong = open_lists(Lists(truths, [["w"]] * rows, sure), text).evaluation.total_losses()
    assert (wrong.ordering, wrong.candidates) == (0, evaluation.scores.overall if text == "gap" else 1)
    right = evaluation.total_losses()
    assert (right.ordering, right.candidates) == (0, 0)
    assert evaluation.costs(evaluation.all_rows).tolist() == [0] * rows


@pytest.mark.parametrize(("text", "overall"), [("gap", 1 / 4), ("gap(divisor=labels)", 1 / 6)])
def test_several_truth_labels_under_gap_lose_no_more_than_all(text: str, overall: float) -> None:
    evaluation = open_lists(Lists([["a", "b"], ["c"]], [["x"], ["c"]], [[0.9], [0.5]]), text).evaluation
    totals = evaluation.total_losses()
    assert evaluation.scores.overall == pytest.approx(overall, abs=1e-15)
    assert (totals.ordering, totals.candidates) == (0, pytest.approx(1 - overall, abs=1e-15))


def test_a_row_without_truth_costs_what_leaving_it_out_wins() -> None:
    evaluation = open_lists(Lists([["a"], [], ["b"]], [["a"], ["x"], ["c"]]), "f1(both_empty=skip)").evaluation
    costs, totals = evaluation.costs(evaluation.all_rows), evaluation.total_losses()
    assert costs.tolist() == [0, pytest.approx(1 / 2 - 1 / 3, abs=1e-15), pytest.approx(1 / 3, abs=1e-15)]
    assert agree(totals.candidates, 1 - 1 / 3)


def test_a_row_without_truth_that_the_submission_lacks_cannot_win() -> None:
    evaluation = open_lists(Lists([["a"], []], [["a"], None]), "f1(both_empty=one)").evaluation
    assert evaluation.costs(evaluation.all_rows).tolist() == [0, 0]
    assert evaluation.total_losses().candidates == 0


def test_a_confidence_without_a_label_costs_only_what_the_row_misses() -> None:
    # The last label of the vocabulary is wrong in row 0, and must not be confused with the blank of row 1.
    lists = Lists([["a"], ["b"], ["z"]], [["a", "z"], [""], ["z"]], [[0.5, 0.5], [0.5], [0.5]])
    evaluation = open_lists(lists, "f1(average=macro)").evaluation
    wanted = [pytest.approx((1 - 2 / 3) / 3, abs=1e-15), pytest.approx(1 / 3, abs=1e-15), 0]
    assert evaluation.costs(evaluation.all_rows).tolist() == wanted


def test_a_row_that_its_best_labels_would_worsen_costs_nothing() -> None:
    # A confidence above the 1 of the added rows: with no prediction at all the wrong label leaves the average.
    evaluation = open_lists(Lists([["a"], []], [None, ["a"]], [[], [math.inf]]), "cmap(labels=both)").evaluation
    assert evaluation.costs(evaluation.all_rows).tolist() == [0, 0]
    losses = evaluation.all_losses()
    assert (losses.cost.tolist(), losses.ordering.tolist()) == ([0, 0], [0, 0])


def test_a_right_label_without_a_confidence_may_stand_best_where_it_is() -> None:
    # At 0.5 it would share place 2 with a wrong one; without, it shares the last place with the other truth labels.
    lists = Lists([["a", "d", "c"]], [["x", "a", "b"]], [[0.5, NAN, 0.5]])
    evaluation = open_lists(lists, "lrap").evaluation
    assert evaluation.scores.overall == pytest.approx(3 / 5)
    assert evaluation.all_losses().ordering.tolist() == [0]
    assert evaluation.total_losses().ordering == 0


def test_a_label_of_one_wrong_row_leaves_the_macro_average() -> None:
    evaluation = open_lists(Lists([["a"], ["b"]], [["a", "x"], []]), "f1(average=macro, labels=both)").evaluation
    assert agree(evaluation.scores.overall, (1 + 0 + 0) / 3)
    wanted = [pytest.approx(1 / 2 - 1 / 3, abs=1e-15), pytest.approx(1 / 3, abs=1e-15)]
    assert evaluation.costs(evaluation.all_rows).tolist() == wanted
    assert agree(evaluation.total_losses().candidates, 1 - 1 / 3)


POOLED = {
    "f1(average=micro)": (0, 1 - 4 / 7),
    "f2(average=macro)": (0, 1 / 3),
    "recall(average=pooled)@2": (1 / 3, 1 / 3),
    "recall(average=pooled)": (0, 1 / 3),
}


@pytest.mark.parametrize(("text", "wanted"), POOLED.items())
def test_worked_values_of_pooled_losses(text: str, wanted: tuple[float, float]) -> None:
    lists = Lists([["a", "b"], ["c"]], [["x", "y", "a"], ["c"]])
    evaluation = open_lists(lists, text).evaluation
    losses, totals = evaluation.losses(evaluation.all_rows), evaluation.total_losses()
    assert losses.ordering.tolist() == [pytest.approx(wanted[0], abs=1e-15), 0]
    assert losses.candidates.tolist() == [pytest.approx(wanted[1], abs=1e-15), 0]
    assert (totals.ordering, totals.candidates) == pytest.approx(wanted, abs=1e-15)


def test_an_order_may_bring_a_wrong_label_within_k_that_no_row_had_there() -> None:
    lists = Lists([[], ["c"]], [["a", "b", "b"], ["c"]])
    evaluation = open_lists(lists, "jaccard(average=macro, labels=both, threshold=0)@1").evaluation
    assert evaluation.losses(evaluation.all_rows).ordering.tolist() == [0, 0]
    assert evaluation.scores.overall == 1 / 2
    # Without the wrong label, the average is over c alone.
    assert evaluation.costs(evaluation.all_rows).tolist() == [1 / 2, 0]
