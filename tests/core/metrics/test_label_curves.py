"""Macro ROC AUC and padded cmAP, compared with scikit-learn; their worked values, edits and losses."""

from __future__ import annotations

import math

import numpy as np
import pandas as pd
import pytest
from core.strategies import Lists, labels, open_lists
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import inspector
from inspector import InputError
from inspector.core.metrics import parse

sklearn = pytest.importorskip("sklearn.metrics", reason="the second opinion on curves needs scikit-learn")


@st.composite
def probabilities(draw: st.DrawFn) -> Lists:
    """Rows with distinct labels and probabilities above 0, many of them equal; not every row lists every label."""
    rows = draw(st.lists(st.tuples(*[st.lists(labels, max_size=4, unique=True)] * 2), min_size=2, max_size=7))
    sure = [[draw(st.sampled_from([0.1, 0.5, 0.5, 0.9, 1.0])) for _ in predicted] for _, predicted in rows]
    return Lists([truth for truth, _ in rows], [predicted for _, predicted in rows], sure)


def matrices(lists: Lists) -> tuple[np.ndarray, np.ndarray]:
    """Truth and probabilities, one column for each label of both."""
    column = {label: number for number, label in enumerate(lists.known)}
    truth, scores = (np.zeros((len(lists.truths), len(column))) for _ in range(2))
    for row in range(len(lists.truths)):
        truth[row, [column[label] for label in lists.truths[row]]] = 1
        scores[row, [column[label] for label in lists.predictions[row]]] = lists.confidences[row]
    return truth, scores


@pytest.mark.slow
@given(probabilities())
@settings(max_examples=80)
def test_macro_auc_is_that_of_scikit_learn_over_the_labels_that_have_one(lists: Lists) -> None:
    truth, scores = matrices(lists)
    defined = truth.any(axis=0) & ~truth.all(axis=0)
    assume(defined.any())
    theirs = np.mean([sklearn.roc_auc_score(truth[:, at], scores[:, at]) for at in np.flatnonzero(defined)])
    assert open_lists(lists, "auc").overall == pytest.approx(theirs, abs=1e-12)


def padded_cmap(truth: np.ndarray, scores: np.ndarray, padding: int) -> float:
    """The code of the contest: rows of ones are added to both."""
    ones = np.ones((padding, truth.shape[1]))
    added = [np.concatenate([part, ones]) for part in (truth, scores)]
    return float(sklearn.average_precision_score(*added, average="macro"))


@pytest.mark.slow
@given(probabilities(), st.sampled_from([1, 5, 20]))
@settings(max_examples=80)
def test_padded_cmap_is_that_of_birdclef(lists: Lists, padding: int) -> None:
    assume(lists.known)
    theirs = padded_cmap(*matrices(lists), padding)
    assert open_lists(lists, f"cmap(padding={padding})").overall == pytest.approx(theirs, abs=1e-12)


@pytest.mark.slow
@given(probabilities())
@settings(max_examples=40)
def test_without_padding_it_is_macro_average_precision(lists: Lists) -> None:
    truth, scores = matrices(lists)
    asked = truth.any(axis=0)
    assume(asked.any())
    theirs = sklearn.average_precision_score(truth[:, asked], scores[:, asked], average="macro")
    assert open_lists(lists, "cmap(padding=0, labels=truth)").overall == pytest.approx(theirs, abs=1e-12)


def test_a_wide_file_is_ranked_by_column() -> None:
    truth = pd.DataFrame({"id": list("pqrs"), "label": ["owl", "owl tit", "tit", ""]})
    given = pd.DataFrame(
        {"row_id": list("pqrs"), "owl": [0.9, 0.2, 0.4, 0.3], "tit": [0.1, 0.8, 0.8, 0.0], "wren": [0.3, 0.1, 0.2, 0.6]}
    )
    # owl: of the pairs of p, q with r, s two of four are right. tit: all of them.
    assert inspector.open_pair(truth, given, "auc", separator=" ").overall == pytest.approx((2 / 4 + 1) / 2, abs=1e-15)
    ones = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 0, 0]])
    theirs = padded_cmap(ones, given.iloc[:, 1:].to_numpy(), 5)
    assert inspector.open_pair(truth, given, "cmap", separator=" ").overall == pytest.approx(theirs, abs=1e-15)


def test_the_place_of_each_label_is_explained() -> None:
    lists = Lists([["a"], ["a"], ["b"]], [["a", "b"], ["x"], ["a", "b"]], [[0.5, 0.9], [0.4], [0.5, 0.7]])
    auc = open_lists(lists, "auc").explain("01")
    # a: ties with row 2, one of two pairs half right; b of row 0 is wrong. Both labels are averaged.
    assert [(step.label, step.verdict, step.rank, step.term) for step in auc.steps] == [
        ("a", "hit", 2, 1 / 2 / 2),
        ("b", "miss", 1, 0.0),
    ]
    assert (auc.divisor, auc.divisor_rule) == (2, "2 labels are averaged")
    assert auc.remark == "Each label ranks 3 rows; a credit is divided by the rows with the label."
    missed = open_lists(lists, "auc").explain("05").steps[-1]
    assert (missed.label, missed.verdict, missed.term) == ("a", "missed", 0.0)


@pytest.mark.slow
@given(probabilities(), st.sampled_from(["auc", "cmap", "cmap(padding=0)"]))
@example(Lists([["a"], ["b"]], [["b", "a"], ["b"]], [[0.9, 0.2], [0.5]]), "auc")
@example(
    Lists(
        [[], ["a", "c"], [], ["c"], []],
        [["a", "b", "c"], ["c", "b"], ["a"], ["a", "c"], ["a", "b", "c"]],
        [[0.1, 0.1, 0.1], [0.5, 0.9], [0.1], [0.1, 0.5], [0.1, 0.1, 0.9]],
    ),
    "cmap",
)
@settings(max_examples=60)
def test_the_hits_first_win_at_least_the_ordering_loss(lists: Lists, metric: str) -> None:
    inspection = open_lists(lists, metric)
    losses, before = inspection.evaluation.losses(inspection.evaluation.all_rows).ordering, inspection.overall
    for row, truth in enumerate(lists.truths):
        given = inspection.evaluation.prediction(row)
        order = np.argsort([-sure for sure in given.confidence], kind="stable").tolist()
        ranked = sorted((given.labels[at] for at in order), key=lambda label: label not in truth)
        confidences = sorted(given.confidence, reverse=True)
        assert losses[row] >= 0
        inspection.edit(lists.ids[row], ranked, confidences)
        gained = inspection.overall - before
        # Under cmap a hit that comes to share the place of a wrong row may lose; then the order claims nothing.
        assert np.isnan(before) or gained >= losses[row] - 1e-12 or (losses[row] == 0 and metric != "auc")
        inspection.undo()


@pytest.mark.slow
@given(probabilities(), st.sampled_from(["auc", "cmap(labels=truth)"]))
@settings(max_examples=40)
def test_a_perfect_row_wins_at_least_its_cost_and_all_of_them_everything(lists: Lists, metric: str) -> None:
    inspection = open_lists(lists, metric)
    assume(not np.isnan(inspection.overall))
    costs, before = inspection.evaluation.costs(inspection.evaluation.all_rows), inspection.overall
    inspection.edit(lists.ids[0], lists.truths[0], [2.0] * len(lists.truths[0]))
    assert inspection.overall - before >= costs[0] - 1e-12
    for row in range(1, len(lists.truths)):
        inspection.edit(lists.ids[row], lists.truths[row], [2.0] * len(lists.truths[row]))
    if metric == "auc":
        assert inspection.overall == pytest.approx(1, abs=1e-12)
        assert costs.sum() == pytest.approx(1 - before, abs=1e-12)


def test_no_label_with_both_kinds_of_rows_has_no_auc() -> None:
    inspection = open_lists(Lists([["a"], ["a"]], [["a"], ["b"]], [[0.5], [0.5]]), "auc")
    assert np.isnan(inspection.overall)
    assert inspection.evaluation.scores.row.tolist() == [0, 0]


@pytest.mark.parametrize("padding", ["-1", "five", "1.5", "1000001", ""])
def test_padding_is_a_whole_number(padding: str) -> None:
    with pytest.raises(InputError, match="padding cannot be"):
        parse(f"cmap(padding={padding})")


@pytest.mark.parametrize("name", ["auc", "cmap"])
def test_without_confidences_it_is_refused(read, name: str) -> None:
    with pytest.raises(InputError, match=f"{name} needs a confidence"):
        read(metric=name)


def test_no_row_is_said_to_win_against_an_infinite_confidence() -> None:
    """It can tie with the wrong row at best, which is half of the pair."""
    lists = Lists([[], [], ["a"]], [[], ["a"], []], [[], [math.inf], []])
    evaluation = open_lists(lists, "auc").evaluation
    assert (evaluation.scores.overall, evaluation.costs(np.array([2])).tolist()) == (0.25, [0.5])
