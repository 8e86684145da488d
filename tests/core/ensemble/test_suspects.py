"""Suspect truths, agreement and the best of several submissions, against loops over the rows."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from core.ensemble.lists import IDS, LABELS, TRUTH, opened
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector
from inspector.core.ensemble.overview import BestOf
from inspector.core.ensemble.suspects import find_suspects, first_labels, if_truth_were, pairwise_agreement
from inspector.core.evaluation.sides import hitting

runs = st.lists(
    st.fixed_dictionaries(
        {id_: st.dictionaries(st.sampled_from(LABELS), st.sampled_from([0.9, 0.5, 0.1]), min_size=1) for id_ in IDS}
    ),
    min_size=1,
    max_size=4,
)


@pytest.mark.slow
@given(runs)
@settings(max_examples=40)
def test_suspects_are_those_of_a_loop(found: list[dict]) -> None:
    submissions = opened(found)
    suspects = find_suspects(submissions, first_labels(submissions))
    overalls = [one.scores.overall for one in submissions]
    weights = overalls if any(overalls) else [1.0] * len(submissions)
    wanted = {}
    for row in range(len(IDS)):
        wrong = Counter[str]()
        votes = Counter[str]()
        for one, weight in zip(submissions, weights, strict=True):
            label = one.labels(row)[0]
            if label not in one.truth(row):
                wrong[label] += weight / sum(weights)
                votes[label] += 1
        if sum(votes.values()) >= min(2, len(submissions)):
            wanted[row] = sum(wrong.values()) * max(wrong.values())
            rival = submissions[0].table.vocab.text(int(suspects.rival[suspects.rows == row][0]))
            assert wrong[rival] == pytest.approx(max(wrong.values()))
            assert votes[rival] == suspects.votes[suspects.rows == row][0]
            likely = wrong[rival] > 0.5 and votes[rival] >= min(2, len(submissions))
            assert suspects.likely[suspects.rows == row][0] == likely
    assert dict(zip(suspects.rows.tolist(), suspects.score.tolist(), strict=True)) == pytest.approx(wanted)
    assert (np.diff(suspects.score) <= 0).all()


def test_the_overall_with_the_rival_as_truth_is_that_of_the_changed_truth() -> None:
    run = {id_: {"b": 0.9, "a": 0.5} for id_ in IDS}
    evaluation = opened([run])[0]
    rows = np.array([0, 2])
    rival = np.full(2, evaluation.table.vocab.find("b"), np.int32)
    then, without = if_truth_were(evaluation, rows, rival)
    for number, row in enumerate(rows.tolist()):
        changed = {**TRUTH, IDS[row]: {"b": 1}}
        assert then[number] == pytest.approx(inspector.open_pair(changed, run, "map@2").overall)
        left = {id_: labels for id_, labels in TRUTH.items() if id_ != IDS[row]}
        assert without[number] == pytest.approx(inspector.open_pair(left, run, "map@2").overall)


def test_one_row_tells_nothing_of_a_pooled_overall() -> None:
    evaluation = opened([{id_: {"b": 0.9} for id_ in IDS}])[0]
    pooled = evaluation.under(inspector.core.metrics.parse("f1(average=micro)"))
    assert np.isnan(if_truth_were(pooled, np.array([0]), np.array([0], np.int32))).all()


@pytest.mark.slow
@given(runs)
@settings(max_examples=30)
def test_agreement_best_and_hits_are_those_of_loops(found: list[dict]) -> None:
    submissions = opened(found)
    first = first_labels(submissions)
    shares = pairwise_agreement(first)
    rows = range(len(IDS))
    for a, one in enumerate(submissions):
        for b, other in enumerate(submissions):
            same = sum(one.labels(row)[0] == other.labels(row)[0] for row in rows)
            assert shares[a, b] == pytest.approx(same / len(IDS))
    scores = [[float(one.scores.row[row]) for one in submissions] for row in rows]
    best = BestOf.of(submissions)
    assert best.score.tolist() == [max(row) for row in scores]
    assert best.overall == pytest.approx(sum(map(max, scores)) / len(scores))
    alone = [sum(row[s] == max(row) and row.count(max(row)) == 1 for row in scores) for s in range(len(submissions))]
    assert best.alone.tolist() == alone
    wanted = [sum(bool({*one.labels(row)[:2]} & {*one.truth(row)}) for one in submissions) for row in rows]
    assert hitting(submissions[0]).tolist() == wanted
