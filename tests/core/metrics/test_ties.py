"""The order of equal confidences in rankings: a choice of every ranking metric, with the range that it spans."""

from __future__ import annotations

from itertools import chain, groupby, permutations, product
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.metrics.metric_strategies import LABEL_FAMILIES, chosen, metrics, scored_pairs
from core.metrics.oracles import ORACLES, Row, agree
from core.strategies import Lists, edits, open_lists, weighted_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector

RANKED = [name for name, family in LABEL_FAMILIES.items() if "ties" in family.choices() and not family.needs_confidence]
# Of four labels of equal confidence, c and d are right.
TIED = Lists([["c", "d"]], [["a", "b", "c", "d"]], [[0.5, 0.5, 0.5, 0.5]])


@pytest.mark.parametrize(
    ("ties", "wanted"),
    [("file", (1 / 3 + 2 / 4) / 2), ("name-desc", 1), ("best", 1), ("worst", (1 / 3 + 2 / 4) / 2)],
)
def test_a_worked_map_under_each_order_of_ties(ties: str, wanted: float) -> None:
    assert open_lists(TIED, f"map(ties={ties})").overall == pytest.approx(wanted, abs=1e-15)


def test_the_range_of_ties_is_shown_and_only_where_ties_matter() -> None:
    assert open_lists(TIED, "map").evaluation.tie_range() == (pytest.approx((1 / 3 + 2 / 4) / 2), 1)
    assert open_lists(TIED, "recall").evaluation.tie_range() is None  # all four are read in any order
    assert open_lists(TIED, "f1").evaluation.tie_range() is None
    without = Lists(TIED.truths, TIED.predictions, [[0.9, 0.8, 0.7, 0.6]])
    assert open_lists(without, "map").evaluation.tie_range() is None
    assert open_lists(Lists(TIED.truths, TIED.predictions), "map").evaluation.tie_range() is None


def orders(row: Row) -> list[Row]:
    """The row under every order of its equal confidences."""
    pairs = list(zip(row.predicted or [], row.confidence, strict=True))
    groups = [list(group) for _, group in groupby(pairs, key=lambda pair: pair[1])]
    lists = [list(chain(*order)) for order in product(*map(permutations, groups))]
    return [Row(row.id, row.truth, [label for label, _ in pairs], [sure for _, sure in pairs]) for pairs in lists]


@pytest.mark.slow
@pytest.mark.parametrize("family", RANKED)
@given(st.data())
@settings(max_examples=25)
def test_best_and_worst_are_those_of_trying_every_order(family: str, data) -> None:
    lists, metric = data.draw(weighted_pairs(most_rows=2, most_labels=4)), data.draw(metrics(family))
    # With the number of hits as the divisor, a late hit lowers the score, so that fewer hits within K can be better.
    metric = metric.replace(divisor="m") if getattr(metric, "divisor", "") == "hits" else metric
    sure = [sorted(np.nan_to_num(row).tolist(), reverse=True) for row in lists.confidences or []]
    unique = [None if labels is None else list(dict.fromkeys(labels)) for labels in lists.predictions]
    lists = Lists(lists.truths, unique, [s[: len(p or [])] for s, p in zip(sure, unique, strict=True)])
    plain = {**chosen(metric), "ties": "file"}
    for row in lists.rows():
        if row.predicted is None or (not row.truth and metric.value("empty") == "skip"):
            continue
        scores = [ORACLES[family]([order], metric.k, plain).rows[0] for order in orders(row)]
        at = lists.ids.index(row.id)
        for ties, wanted in (("best", max(scores)), ("worst", min(scores))):
            assert agree(open_lists(lists, metric.replace(ties=ties)).evaluation.scores.row[at], wanted), ties


@pytest.mark.slow
@pytest.mark.parametrize("family", RANKED)
@given(st.data())
@settings(max_examples=15)
def test_the_range_after_edits_is_that_of_the_edited_files(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family, most_labels=4))
    inspection = open_lists(lists, metric)
    first = inspection.evaluation.tie_range()
    for _ in range(3):
        inspection.predict(*data.draw(edits(lists, most_labels=4)))
    evaluation = inspection.evaluation
    fresh = evaluation.under(metric.replace(missing="skip")).under(metric)
    assert evaluation.tie_range() == (evaluation if fresh is evaluation else fresh).tie_range()
    for _ in range(3):
        inspection.undo()
    assert inspection.evaluation.tie_range() == first


@given(st.integers(2, 6), st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_descending_names_are_the_order_of_trec_eval(documents: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    names = [f"d{number}" for number in rng.permutation(documents)]
    scores = rng.integers(1, 3, documents).astype(float)
    relevant = [name for name in names if rng.random() < 0.5] or names[:1]
    listed = np.argsort(-scores, kind="stable")
    lists = Lists([relevant], [[names[i] for i in listed]], [[float(scores[i]) for i in listed]])
    # trec_eval sorts by score, then by name, both descending.
    ranked = [name for _, name in sorted(zip(scores, names, strict=True), reverse=True)]
    hits = [ranked.index(name) + 1 for name in sorted(relevant, key=ranked.index)]
    wanted = sum(nth / rank for nth, rank in enumerate(hits, start=1)) / len(relevant)
    assert agree(open_lists(lists, "map(ties=name-desc, divisor=m)").overall, wanted)


def test_ties_of_a_wide_file_are_broken_by_the_choice(tmp_path: Path) -> None:
    truth = pd.DataFrame({"id": ["1", "2"], "label": ["b", "c"]})
    wide = pd.DataFrame({"id": ["1", "2"], "a": [0.5, 0.2], "b": [0.5, 0.2], "c": [0.1, 0.2]})
    inspection = inspector.open_pair(truth, wide, "mrr")
    assert inspection.overall == (1 / 2 + 1 / 3) / 2  # equal numbers in the order of the header
    assert inspection.evaluation.tie_range() == ((1 / 2 + 1 / 3) / 2, 1)
    inspection.set_metric("mrr(ties=best)")
    assert inspection.overall == 1
    inspection.set_metric("mrr(ties=name-desc)")
    assert inspection.overall == 1


def test_an_explained_row_has_the_ranks_of_its_tie_order() -> None:
    steps = open_lists(TIED, "map(ties=name-desc)@2").explain("01").steps
    assert [(step.label, step.rank, step.verdict) for step in steps] == [
        ("a", 4, "beyond K"),
        ("b", 3, "beyond K"),
        ("c", 2, "hit"),
        ("d", 1, "hit"),
    ]
