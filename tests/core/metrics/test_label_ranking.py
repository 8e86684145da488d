"""Label ranking average precision, compared with scikit-learn, and its worked values."""

from __future__ import annotations

import numpy as np
import pytest
from core.strategies import Lists, labels, open_lists
from hypothesis import assume, given, settings
from hypothesis import strategies as st

sklearn = pytest.importorskip("sklearn.metrics", reason="the second opinion on rankings needs scikit-learn")


@st.composite
def rankings(draw: st.DrawFn) -> Lists:
    """Rows with distinct labels and confidences above 0, some of them equal; not every row lists every label."""
    rows = draw(st.lists(st.tuples(*[st.lists(labels, max_size=5, unique=True)] * 2), min_size=1, max_size=6))
    sure = [[draw(st.sampled_from([0.1, 0.5, 0.5, 0.9])) for _ in predicted] for _, predicted in rows]
    return Lists([truth for truth, _ in rows], [predicted for _, predicted in rows], sure)


@pytest.mark.slow
@given(rankings())
@settings(max_examples=80)
def test_a_ranking_by_confidence_is_that_of_scikit_learn(lists: Lists) -> None:
    assume(len(lists.known) > 1)
    column = {label: number for number, label in enumerate(lists.known)}
    truth, scores = (np.zeros((len(lists.truths), len(column))) for _ in range(2))
    for row in range(len(lists.truths)):
        truth[row, [column[label] for label in lists.truths[row]]] = 1
        scores[row, [column[label] for label in lists.predictions[row]]] = lists.confidences[row]
    theirs = sklearn.label_ranking_average_precision_score(truth, scores)
    assert open_lists(lists, "lrap").overall == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        # Places of a and c: 2 (tied with x) and 3, so 1/2 and 2/3; d shares the last of 5 places with nothing else.
        ("lrap", ((1 / 2 + 2 / 3 + 3 / 5) / 3 + 1) / 2),
        ("lrap(unlisted=zero)", ((1 / 2 + 2 / 3) / 3 + 1) / 2),
        ("lrap(ranks=order)", ((1 + 2 / 3 + 3 / 5) / 3 + 1) / 2),
        ("lrap(empty=zero)", (1 / 2 + 2 / 3 + 3 / 5) / 3 / 2),
        ("lrap(empty=skip)", (1 / 2 + 2 / 3 + 3 / 5) / 3),
    ],
)
def test_a_worked_ranking(text: str, wanted: float) -> None:
    lists = Lists([["a", "c", "d"], []], [["a", "x", "c"], ["y"]], [[0.5, 0.5, 0.1], [0.9]])
    assert open_lists(lists, text).overall == pytest.approx(wanted, abs=1e-15)


def test_without_ties_it_is_average_precision_over_all_truth_labels() -> None:
    lists = Lists([["a", "b"], ["c"]], [["x", "b", "a"], ["y"]])
    wanted = open_lists(lists, "map(divisor=m)").overall
    assert open_lists(lists, "lrap(unlisted=zero)").overall == pytest.approx(wanted, abs=1e-15)


def test_a_place_is_explained_with_what_a_missed_label_adds() -> None:
    lists = Lists([["a", "d"]], [["x", "a", "y"]], [[0.5, 0.5, 0.1]])
    steps = open_lists(lists, "lrap").explain("01").steps
    assert [(step.label, step.verdict, step.rank, step.term) for step in steps] == [
        ("x", "miss", 2, 0.0),
        ("a", "hit", 2, 1 / 2),
        ("y", "miss", 3, 0.0),
        ("d", "missed", 0, 2 / 4),
    ]
