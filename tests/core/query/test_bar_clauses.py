"""The filter of a bar selects the rows that the bar counts, and the place on the GAP list is a field."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from core.strategies import any_pairs, open_lists, weighted_pairs
from hypothesis import given, settings

import inspector
from inspector import InputError
from inspector.core.evaluation.summary import Bars, first_hits, score_distribution
from inspector.core.metrics.families.gap_scores import GapScores
from inspector.core.query import Clause, chooses_by_outcome, parse
from inspector.core.query.candidates import field_names


def assert_clauses_show_the_bars(evaluation, bars: Bars) -> None:
    every = range(len(bars.counts))
    for chosen in ([0], [every[-1]], [every[-2]], [0, 1], [1, 2, 3], [0, 2, every[-1]], [*every[-3:]], [*every]):
        mask = parse(bars.clause(chosen)).mask(evaluation)
        assert np.array_equal(mask, np.isin(bars.of_row, chosen)), bars.clause(chosen)
        assert mask.sum() == bars.counts[chosen].sum()


@pytest.mark.slow
@settings(max_examples=60)
@given(any_pairs, st.sampled_from(["map(empty=skip)@3", "ndcg@5", "f1", "mrr"]))
def test_the_filter_of_a_bar_shows_its_rows(lists, metric: str) -> None:
    evaluation = open_lists(lists, metric).evaluation
    assert_clauses_show_the_bars(evaluation, score_distribution(evaluation.scores.row, evaluation.scores.top))
    assert_clauses_show_the_bars(evaluation, first_hits(evaluation.scores.first_hit, 2))


@settings(max_examples=40)
@given(weighted_pairs())
def test_bar_filters_hold_for_tiny_scores_and_best_places(lists) -> None:
    evaluation = open_lists(lists, "gap").evaluation
    assert_clauses_show_the_bars(evaluation, score_distribution(evaluation.scores.row, evaluation.scores.top))
    assert isinstance(evaluation.scores, GapScores)
    rows = evaluation.scores.ranked.row.tolist()
    for row in range(len(evaluation.table)):
        place = rows.index(row) + 1 if row in rows else 0
        for wanted in range(1, len(rows) + 1):
            assert parse(f"place={wanted}").mask(evaluation)[row] == (place == wanted)


def test_only_a_list_by_confidence_has_places() -> None:
    frame = pd.DataFrame({"id": ["a"], "label": ["x"]})
    assert not parse("place>=1").mask(inspector.open_pair(frame, frame, "map@5").evaluation).any()


@given(st.lists(st.floats(0, 1), min_size=1))
def test_only_some_rows_are_counted_in_the_same_bars(values: list[float]) -> None:
    bars = score_distribution(np.array([*values, math.nan]), 1.0)
    mask = np.arange(len(values) + 1) % 2 == 0
    half = score_distribution(np.array([*values, math.nan])[mask], 1.0)
    assert bars.count(mask).tolist() == bars.count(np.flatnonzero(mask)).tolist() == half.counts.tolist()


@pytest.mark.parametrize("score", [0.15, 0.3, 0.35, 0.7])
def test_a_score_that_reads_like_an_edge_is_in_the_bar_that_begins_there(score: float) -> None:
    bars = score_distribution(np.array([score]), 1.0)
    assert bars.clause([int(bars.of_row[0])]).startswith(f"score>={score} & ")


def test_the_highest_confidence_of_a_row_is_a_field_and_follows_edits() -> None:
    truth = pd.DataFrame({"id": list("abcd"), "label": list("xyzz")})
    listed = pd.DataFrame({"id": list("abcd"), "label": ["x 0.25 y 0.9", "q 0.9", "", "z 0.125"]})
    gap = inspector.open_pair(truth, listed, "gap")

    def shown(text: str) -> list[int]:
        return np.flatnonzero(parse(text).mask(gap.evaluation)).tolist()

    assert (shown("confidence>0.5"), shown("confidence<=0.9"), shown("confidence!=0.9")) == ([0, 1], [0, 1, 3], [3])
    gap.edit("b", ["q"], [0.5])
    assert (shown("confidence=0.9"), shown("confidence<base.confidence")) == ([0], [1])
    assert "confidence" in field_names(gap.evaluation)
    assert chooses_by_outcome((Clause("confidence>0.5"),), gap.evaluation)


def test_without_confidences_the_field_is_a_column_or_refused_in_words() -> None:
    frame = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"]})
    plain = inspector.open_pair(frame, frame, "map@5").evaluation
    assert "confidence" not in field_names(plain)
    with pytest.raises(InputError, match="'confidence' does not exist for labels without confidences"):
        parse("confidence>0.5").mask(plain)
    own = inspector.open_pair(frame.assign(confidence=["0.9", "0.1"]), frame, "map@5", truth_column="label").evaluation
    assert parse("confidence>0.5").mask(own).tolist() == [True, False]
