"""Confusion pairs of a truth label and a wrong prediction, compared with counting row by row."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import numpy as np
import pandas as pd
import pytest
from core.strategies import any_pairs, open_lists
from hypothesis import given, settings

import inspector
from inspector.core.analysis import confusion
from inspector.core.analysis.confusion import NONE, UNLISTED, confusions, counted, pair_clause, usual_against
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics.hits import wrong_before, wrong_top
from inspector.core.query import parse
from inspector.core.task import drain

Pair = tuple[str, str]


def wrong(evaluation: Evaluation, row: int, against: str) -> list[str]:
    """The distinct wrong predictions of a row that count."""
    truth, labels = evaluation.truth(row), evaluation.labels(row)
    if against != "before":
        return [label for label in labels[:1] if label and label not in truth]
    hit = next((place for place, label in enumerate(labels) if label in truth), len(labels))
    return list(dict.fromkeys(label for label in labels[:hit] if label))


def slow_count(evaluation: Evaluation, against: str) -> dict[Pair, list[int]]:
    """The rows of every pair; classes that are no labels are in capitals."""
    rows = defaultdict(list)
    for row in range(len(evaluation.table)):
        labels = [label for label in evaluation.labels(row) if label]
        for true in evaluation.truth(row) or ["NONE"]:
            if against != "nothing" or true == "NONE":
                for label in wrong(evaluation, row, against):
                    rows[true, label].append(row)
            elif not labels:
                rows[true, "NONE"].append(row)
            elif true not in labels:
                rows[true, "UNLISTED"].append(row)
    return {pair: own for pair, own in rows.items() if against == "nothing" or pair[0] != "NONE"}


def named(evaluation: Evaluation, code: int) -> str:
    return {NONE: "NONE", UNLISTED: "UNLISTED"}.get(code) or evaluation.table.vocab.text(code)


@pytest.mark.slow
@settings(max_examples=80)
@given(any_pairs)
@pytest.mark.parametrize("against", ["top", "before", "nothing"])
def test_every_pair_has_its_rows_its_cost_and_a_filter_that_shows_them(against, lists) -> None:
    evaluation = open_lists(lists, "map(empty=skip)@3").evaluation
    wanted, costs = slow_count(evaluation, against), np.nan_to_num(evaluation.costs(evaluation.all_rows))
    found = drain(confusions(evaluation, against, "rows", 1000))
    assert found.rows.tolist() == sorted(found.rows.tolist(), reverse=True)
    assert len(found) == len(wanted)
    for true, predicted, rows, cost in zip(found.true, found.predicted, found.rows, found.cost, strict=True):
        own = wanted[named(evaluation, true), named(evaluation, predicted)]
        assert rows == len(own)
        assert cost == pytest.approx(costs[own].sum(), abs=1e-12)
        shown = parse(pair_clause(evaluation, against, int(true), int(predicted))).mask(evaluation)
        assert np.flatnonzero(shown).tolist() == own


def sets_of(evaluation: Evaluation, row: int) -> tuple[set[str], set[str]]:
    """The truth labels that a row misses, and the wrong labels that count as predicted."""
    batch, text = counted(evaluation.metric, evaluation.batch(np.array([row]))), evaluation.table.vocab.text
    predicted, truth = {text(code) for code in batch.predictions[0] if code >= 0}, set(evaluation.truth(row))
    return truth - predicted, predicted - truth


SET_METRICS = ("f1", "f1(threshold=0.5)", "precision@2", "accuracy@1", "jaccard", "map@3")


@pytest.mark.slow
@settings(max_examples=80)
@given(any_pairs)
@pytest.mark.parametrize("metric", SET_METRICS)
def test_missed_labels_are_paired_with_wrong_ones_wherever_they_stand(metric: str, lists) -> None:
    evaluation = open_lists(lists, metric).evaluation
    wanted = defaultdict(list)
    for row in range(len(evaluation.table)):
        missed, wrong = sets_of(evaluation, row)
        for pair in product(missed, wrong):
            wanted[pair].append(row)
    found = drain(confusions(evaluation, "missed", "rows", 1000))
    assert len(found) == len(wanted)
    for true, predicted, rows in zip(found.true.tolist(), found.predicted.tolist(), found.rows, strict=True):
        own = wanted[named(evaluation, true), named(evaluation, predicted)]
        assert rows == len(own)
        shown = parse(pair_clause(evaluation, "missed", true, predicted)).mask(evaluation)
        assert np.flatnonzero(shown).tolist() == own


def test_a_label_predicted_second_is_not_confused_under_sets() -> None:
    frames = [
        pd.DataFrame({"id": ["a", "b", "c"], "label": cells})
        for cells in (["frog", "frog", "frog"], ["complex frog", "complex", "frog complex"])
    ]
    evaluation = inspector.open_pair(*frames, "f1", separator=" ").evaluation
    assert usual_against(evaluation.metric) == "missed"
    found = drain(confusions(evaluation, "missed", "rows", 9))
    assert found.rows.tolist() == [1]
    assert pair_clause(evaluation, "missed", int(found.true[0]), int(found.predicted[0])) == (
        "truth:frog & !pred:frog & pred:complex"
    )
    assert usual_against(inspector.open_pair(*frames, "map@5", separator=" ").metric) == "top"


def many(rows: int = 3000) -> Evaluation:
    """Thousands of pairs, few of them frequent; every row has another cost."""
    rng = np.random.default_rng(3)
    ids = [f"r{row}" for row in range(rows)]
    truth = [[f"t{code}" for code in set((rng.zipf(1.3, 3) % 60).tolist())] for _ in ids]
    labels = [[f"t{code}" for code in (rng.zipf(1.2, 6) % 80).tolist()] for _ in ids]
    frames = [pd.DataFrame({"id": ids, "label": cells}) for cells in (truth, labels)]
    return inspector.open_pair(*frames, "ndcg@6").evaluation


@pytest.mark.slow
@pytest.mark.parametrize("against", ["top", "before"])
@pytest.mark.parametrize("by", ["rows", "cost"])
@pytest.mark.parametrize("most", [1, 10, 30])
def test_the_best_pairs_are_the_best_of_all_though_not_all_are_counted(monkeypatch, against, by, most: int) -> None:
    evaluation, looked = many(), []
    monkeypatch.setattr(confusion, "_CHUNK", 500)
    monkeypatch.setattr(confusion, "_LEADING", 10)
    plain = confusion._counted
    monkeypatch.setattr(confusion, "_counted", lambda *given: looked.append(len(given[0])) or plain(*given))
    every = drain(confusions(evaluation, against, by, 10**6))
    total, looked[:] = sum(looked), []
    best = drain(confusions(evaluation, against, by, most))
    assert len(best) == most < len(every)
    values = {"rows": (best.rows, every.rows), "cost": (best.cost, every.cost)}[by]
    assert values[0] == pytest.approx(sorted(values[1].tolist(), reverse=True)[:most], rel=1e-12)
    assert sum(looked) < total


@pytest.mark.parametrize("dense", [0, 4, 10**6])
def test_dense_and_sorted_counting_give_the_same_pairs(monkeypatch, dense: int) -> None:
    evaluation = many(300)
    plain = drain(confusions(evaluation, "before", "rows", 10**6))
    monkeypatch.setattr(confusion, "_DENSE", dense)
    found = drain(confusions(evaluation, "before", "rows", 10**6))
    for one, other in ((found.true, plain.true), (found.predicted, plain.predicted), (found.rows, plain.rows)):
        assert one.tolist() == other.tolist()
    assert found.cost == pytest.approx(plain.cost, rel=1e-12)


def test_pairs_that_cost_nothing_are_pairs_too() -> None:
    frames = [pd.DataFrame({"id": ["a", "b"], "label": cells}) for cells in (["x", "y"], ["z x", "z y"])]
    found = drain(confusions(inspector.open_pair(*frames, "hit@2").evaluation, "top", "cost", 9))
    assert (len(found), found.cost.tolist()) == (2, [0, 0])


def test_pairs_follow_an_edit() -> None:
    frames = [pd.DataFrame({"id": ["a", "b"], "label": cells}) for cells in (["x", "x"], ["y", "y"])]
    inspection = inspector.open_pair(*frames, "map@5")
    inspection.edit("b", ["new", "x"])
    found = drain(confusions(inspection.evaluation, "before", "rows", 9))
    names = {
        (named(inspection.evaluation, t), named(inspection.evaluation, p))
        for t, p in zip(found.true, found.predicted, strict=True)
    }
    assert names == {("x", "y"), ("x", "new")}


def test_a_row_that_hits_at_once_has_nothing_before() -> None:
    frames = [pd.DataFrame({"id": ["a", "b"], "label": cells}) for cells in (["x y", "x"], ["y z x", "z z x"])]
    table = inspector.open_pair(*frames, "map@5").evaluation.table
    assert wrong_before(table.truth, table.predictions).lengths.tolist() == [0, 1]
    assert wrong_top(table.truth, table.predictions).lengths.tolist() == [0, 1]
