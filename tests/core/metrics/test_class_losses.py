"""Losses of class probabilities against scikit-learn, and what an edit of them does."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sk

import inspector
from inspector import InputError, Inspection
from inspector.core.analysis.numbers.outcomes import outcomes
from inspector.core.data.order import SortKey
from inspector.core.evaluation.class_probabilities import true_probabilities
from inspector.core.metrics.hits import find_hits
from inspector.core.query import parse
from inspector.core.query.candidates import field_names
from inspector.core.report.rows import arithmetic
from inspector.core.rows.columns import columns_of
from inspector.terminal.text import score_equation
from inspector.ui.row.formula import formula

CLASSES = ["cat", "dog", "eel"]


@pytest.fixture(scope="module")
def pair() -> tuple[pd.DataFrame, pd.DataFrame]:
    chance = np.random.default_rng(3)
    ids = [f"r{number}" for number in range(200)]
    sure = chance.dirichlet([0.4] * 3, 200)
    submission = pd.DataFrame(sure, columns=CLASSES)
    submission.insert(0, "id", ids)
    return pd.DataFrame({"id": ids, "label": chance.choice(CLASSES, 200)}), submission


@pytest.mark.parametrize("metric", ["mlogloss", "logloss", "mbrier", "brier"])
def test_class_losses_are_those_of_scikit_learn(pair, metric: str) -> None:
    truth, submission = pair
    inspection = inspector.open_pair(truth, submission, metric)
    sure = submission[CLASSES].to_numpy()
    if "log" in metric:
        wanted = sk.log_loss(truth.label, sure, labels=CLASSES)
    else:
        wanted = ((sure - (truth.label.to_numpy()[:, None] == np.array(CLASSES))) ** 2).sum(axis=1).mean()
    assert inspection.evaluation.scores.overall == pytest.approx(wanted, abs=1e-12)
    assert inspection.evaluation.metric.lower_is_better


@pytest.mark.parametrize("metric", ["mlogloss", "mbrier"])
def test_a_class_loss_rises_with_an_edit_and_undo_restores_it(pair, metric: str) -> None:
    inspection = inspector.open_pair(*pair, metric)
    before = inspection.evaluation.scores
    overall, rows, top = before.overall, before.row.copy(), before.top
    best = int(np.argmin(rows))
    wrong = next(label for label in CLASSES if label != pair[0].label[best])
    inspection.edit(pair[0].id[best], [wrong], [1.0])
    assert inspection.evaluation.scores.overall > overall
    assert inspection.evaluation.scores.top == inspection.evaluation.scores.row.max() > top
    inspection.undo()
    assert inspection.evaluation.scores.overall == overall
    assert np.array_equal(inspection.evaluation.scores.row, rows)
    assert inspection.evaluation.scores.top == top


@pytest.mark.parametrize("metric", ["mlogloss", "mbrier", "accuracy@1"])
def test_rows_are_found_by_the_probability_of_their_true_class(pair, metric: str) -> None:
    truth, submission = pair
    found, wanted = inspector.open_pair(*pair, metric), submission[CLASSES].to_numpy()
    wanted = wanted[np.arange(len(wanted)), [CLASSES.index(label) for label in truth.label]]
    for text, rows in (("p_true<0.01", wanted < 0.01), ("p_true>=0.3 & p_true<0.6", (wanted >= 0.3) & (wanted < 0.6))):
        assert parse(text).mask(found.evaluation).tolist() == rows.tolist()
    if metric != "accuracy@1":
        found.sort(SortKey("p_true"))
        assert found.state.order.rows.tolist() == np.argsort(wanted, kind="stable").tolist()
        assert found.rows().p_true.tolist() == pytest.approx(wanted.tolist(), abs=1e-15)


def test_lists_without_probabilities_have_none_of_a_true_class() -> None:
    lists = pd.DataFrame({"id": ["q", "r"], "label": ["a b", "b"]})
    found = inspector.open_pair(lists, lists, "map@2")
    assert "p_true" not in field_names(found.evaluation)
    assert np.isnan(true_probabilities(found.evaluation, np.arange(2))).all()
    with pytest.raises(InputError, match="no column 'p_true'"):
        found.sort(SortKey("p_true"))


@pytest.mark.parametrize("metric", ["mlogloss", "mbrier", "mlogloss(sums=as-they-are)"])
def test_the_best_order_of_ranked_classes_scores_like_that_of_any(pair, metric: str) -> None:
    scores, batch = (of := inspector.open_pair(*pair, metric).evaluation).scores, of.batch(of.all_rows)
    best = scores.metric.best_order(batch)
    found = find_hits(best.truth, best.predictions)
    assert (found.rank == 1).all()
    assert np.array_equal(best.hits.index, found.index)
    assert np.array_equal(scores.metric.score(best), scores.metric.score(batch.hits_most_confident()))


def test_a_class_loss_needs_probabilities(pair) -> None:
    with pytest.raises(InputError, match="confidence"):
        inspector.open_pair(pair[0], pair[0], "mlogloss")


def test_probabilities_that_add_up_to_1_suggest_the_log_loss(pair) -> None:
    truth, submission = pair
    inspection = inspector.open_pair(truth, submission)
    assert str(inspection.metric) == "mlogloss"
    assert inspection.evaluation.guessed
    loose = submission.assign(cat=submission.cat / 2)
    assert str(inspector.open_pair(truth, loose).metric) == "map@3"


@pytest.mark.parametrize(("choice", "rule"), [("", "divided by that"), ("(sums=as-they-are)", "counts as it is")])
def test_probabilities_with_another_sum_are_told_of(pair, choice: str, rule: str) -> None:
    inspection = inspector.open_pair(*pair, f"mlogloss{choice}")
    inspection.edit("r3", ["cat", "dog"], [0.9, 1.0])
    row = inspection.evaluation.table.row_of("r3")
    remark = inspection.evaluation.explain(row, inspection.evaluation.prediction(row)).remark
    assert "add up to 1.9" in remark
    assert rule in remark


PERFECT, UNSURE = (1.0, 0.0, 0.0, 0.0), (0.7, 0.1, 0.1, 0.1)


@pytest.mark.parametrize(
    ("metric", "sure", "words"),
    [
        ("mlogloss", PERFECT, "−log(1 − 2.22e-16) = 2.2204e-16"),
        ("mlogloss(clip=1e-15)", PERFECT, "−log(1 − 1e-15) = 9.992e-16"),
        ("mlogloss", (1 - 2**-40, 2**-40, 0.0, 0.0), "−log(1 − 9.095e-13) = 9.0949e-13"),
        ("mlogloss", UNSURE, "−log(0.7) = 0.35667"),
        ("mlogloss", (0.0, 1.0, 0.0, 0.0), "−log(2.220446049e-16) = 36.044"),
        ("mbrier", PERFECT, "0"),
        ("mbrier", UNSURE, "(1 − 0.7)² + 0.1² + 0.1² + 0.1² = 0.12"),
    ],
)
def test_a_loss_is_worked_out_in_a_report_without_a_divisor(metric: str, sure: tuple[float, ...], words: str) -> None:
    explained = of_one_row(metric, sure).explain("a")
    assert arithmetic(explained) == words
    assert formula(explained).count("=") == 1 + words.count("=")
    assert "÷" not in formula(explained)
    assert score_equation(explained) == f"sum {explained.score!r}"


def test_a_row_that_is_left_out_says_why() -> None:
    inspection = of_one_row("mlogloss(missing=skip)", PERFECT)
    assert "left out" in arithmetic(inspection.explain("d"))


@pytest.mark.parametrize(
    ("metric", "share"), [("mlogloss", 0.7 / 1.4), ("mlogloss(sums=as-they-are)", 0.7), ("map@3", 0.7)]
)
def test_the_highest_probability_is_taken_as_it_is_scored(metric: str, share: float) -> None:
    inspection = of_one_row(metric, (0.25, 0.7, 0.25, 0.2))
    _, likely = outcomes(inspection.evaluation, 0)
    assert likely[:3].tolist() == [share, UNSURE[0], UNSURE[0]]
    assert outcomes(inspection.evaluation, 0, np.arange(1))[1].tolist() == [share]
    assert parse("confidence>0.6").mask(inspection.evaluation)[0] == (share > 0.6)


def of_one_row(metric: str, sure: tuple[float, ...]) -> Inspection:
    """Row a with the probabilities of its true class and of others, beside others; row d is missing."""
    classes, others = ["cat", "dog", "eel", "fox"], [("b", *UNSURE), ("c", *UNSURE)]
    truth = pd.DataFrame({"id": list("abcd"), "label": classes})
    return inspector.open_pair(truth, pd.DataFrame([("a", *sure), *others], columns=["id", *classes]), metric)


@pytest.mark.parametrize(("metric", "title"), [("mlogloss", "p(true class)"), ("map@3", "hits")])
def test_class_losses_show_a_probability_in_place_of_hits(pair, metric: str, title: str) -> None:
    evaluation = inspector.open_pair(*pair, metric).evaluation
    shown = [column.title for column in columns_of(evaluation) if column.strip or column.class_probabilities]
    assert shown == [title]


@pytest.mark.parametrize(("metric", "title"), [("mlogloss", "true rank"), ("map@3", "first hit")])
def test_the_first_hit_of_a_class_loss_is_the_true_class(pair, metric: str, title: str) -> None:
    evaluation = inspector.open_pair(*pair, metric).evaluation
    assert [column.title for column in columns_of(evaluation) if column.name == "first_hit_rank"] == [title]


def test_the_same_end_of_the_scores_stays_first(pair) -> None:
    found = inspector.open_pair(*pair, "mlogloss")
    found.sort(SortKey("score", descending=True), SortKey("id", descending=True))
    found.set_metric("accuracy")
    assert found.state.keys == (SortKey("score"), SortKey("id", descending=True))
    found.set_metric("f1")
    assert found.state.keys == (SortKey("score"), SortKey("id", descending=True))
    found.set_metric("mbrier")
    assert found.state.keys == (SortKey("score", descending=True), SortKey("id", descending=True))
