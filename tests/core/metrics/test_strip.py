"""The hit strips of rows, compared with plain Python and with the explanation of each row."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
import pytest
from core.metrics.metric_strategies import EVERY_METRIC, fits
from core.metrics.test_graded import batch_of, rows
from core.strategies import Lists, open_lists, pairs, weighted_pairs
from hypothesis import given

from inspector.core.arrays.ragged import Ragged
from inspector.core.evaluation.marks import strips
from inspector.core.metrics import Batch, parse
from inspector.core.metrics.ranking import RankingMetric
from inspector.core.metrics.sets import SetMetric
from inspector.core.metrics.strip import AXIS, EMPTY, HIT, LEVELS, MISS, MISSED, Frame, strip_text

RANKED = [m for m in EVERY_METRIC if isinstance(m, RankingMetric) and not m.needs_confidence]
SETS = [m for m in EVERY_METRIC if isinstance(m, SetMetric)]


def shown(lists: Lists, metric, cells: int = 99) -> list[list[int]]:
    evaluation = open_lists(lists, metric).evaluation
    return strips(evaluation, evaluation.all_rows, cells).tolist()


def filled(codes: list[int]) -> list[int]:
    """Without the empty cells at the end."""
    while codes and codes[-1] == EMPTY:
        codes = codes[:-1]
    return codes


@pytest.mark.slow
@given(st.data())
def test_a_ranked_strip_has_the_hits_of_the_explanation(data) -> None:
    lists = data.draw(st.one_of(pairs(), weighted_pairs()))
    metric = data.draw(st.sampled_from([m for m in RANKED if fits(m, lists)]))
    opened = open_lists(lists, metric)
    found = strips(opened.evaluation, opened.evaluation.all_rows, 99).tolist()
    for id_, strip in zip(lists.ids, found, strict=True):
        steps = sorted((s for s in opened.explain(id_).steps if s.rank), key=lambda step: step.rank)
        near = [s for s in steps if metric.k is None or s.rank <= metric.k]
        assert filled(strip) == [HIT if step.rel else MISS for step in near], (metric, id_)


@pytest.mark.slow
@given(st.data())
def test_a_strip_of_a_set_counts_right_wrong_and_missed(data) -> None:
    lists = data.draw(pairs())
    metric = data.draw(st.sampled_from([m for m in SETS if fits(m, lists)]))
    for row, strip in enumerate(shown(lists, metric)):
        named = list(dict.fromkeys(lists.predictions[row] or []))
        truth, predicted = set(lists.truths[row]), set(named[: metric.k])
        right, wrong, missed = len(truth & predicted), len(predicted - truth), len(truth - predicted)
        assert filled(strip) == [HIT] * right + [MISS] * wrong + [MISSED] * missed


@pytest.mark.slow
@given(weighted_pairs())
def test_a_strip_of_places_has_one_tick_where_the_place_is(lists: Lists) -> None:
    evaluation = open_lists(lists, "gap").evaluation
    places, listed = evaluation.scores.places.tolist(), evaluation.scores.ranked
    for place, strip in zip(places, strips(evaluation, evaluation.all_rows, 6).tolist(), strict=True):
        if not place:
            assert strip == [EMPTY] * 12
            continue
        tick = int(12 * (place - 1) / len(listed))
        assert strip[tick] == (HIT if listed.hit[place - 1] else MISS)
        assert {*strip[:tick], *strip[tick + 1 :]} == {AXIS}


@given(rows, st.sampled_from(["ndcg", "ndcg(gain=exp2, repeats=move-up)@3"]))
def test_a_cell_is_filled_by_the_grade_of_its_label(given_rows, text: str) -> None:
    batch, metric = batch_of(given_rows), parse(text)
    best = max((grade for truth, _ in given_rows for grade in truth.values()), default=1.0)
    found = metric.strips(batch, Frame.of(batch.truth, [batch.predictions], 50)).tolist()
    for (truth, predicted), strip in zip(given_rows, found, strict=True):
        listed, wanted = predicted or [], []
        for place, label in enumerate(listed):
            again = label in listed[:place]
            if again and metric.repeats == "move-up":
                continue
            grade = 0.0 if again else truth.get(label, 0.0)
            wanted.append(MISS + math.ceil(LEVELS * max(grade, best / LEVELS) / max(best, 1.0)) if grade else MISS)
        assert filled(strip) == wanted[: metric.k]


@pytest.mark.parametrize("cells", [1, 3, 7, 25, 400])
def test_long_lists_share_cells_and_lose_no_hit(cells: int) -> None:
    predictions = Ragged.of([range(100), range(100, 150), []])
    batch = Batch(Ragged.of([[0, 99], [120], [7]]), predictions, np.array([True, True, False]))
    found = parse("map@100").strips(batch, Frame.of(batch.truth, [predictions], cells))
    width = min(100, 4 * cells)
    assert found.shape == (3, width)
    assert [np.flatnonzero(strip == HIT).tolist() for strip in found] == [[0, width - 1], [20 * width // 100], []]
    assert [int((strip != EMPTY).sum()) for strip in found] == [width, -(-50 * width // 100), 0]


@pytest.mark.parametrize(("metric", "cells"), [("map", 9), ("map", 1), ("map@20", 9), ("map@20", 2), ("recall@3", 1)])
def test_a_hit_of_an_edit_stands_at_its_rank_beyond_the_longest_list(metric: str, cells: int) -> None:
    opened = open_lists(Lists([["a"], ["b"]], [["c"], ["c"]]), metric)
    opened.edit(opened.evaluation.table.id(0), ["x", "y", "a"])
    edited, other = (filled(strip) for strip in strips(opened.evaluation, opened.evaluation.all_rows, cells).tolist())
    assert (edited, other) == ([MISS, MISS, HIT], [MISS])


def test_sets_larger_than_the_strip_show_their_shares() -> None:
    strip = Frame(10, 400, 200).by_count(np.array([100, 0]), np.array([300, 1]), np.array([100, 1]))
    assert strip_text(strip[0]) == "✓✓······__"
    assert strip_text(strip[1]) == "·_"


@pytest.mark.parametrize(
    ("metric", "texts"),
    [
        ("map@3", ["·✓·", "···", ""]),
        ("recall(repeats=move-up)@3", ["·✓✓", "·", ""]),
        ("f1", ["✓✓·", "·_", "_"]),
        ("f1(label=a)", ["✓", "", "_"]),
        ("accuracy", ["✓✓·", "·_", "_"]),
    ],
)
def test_a_strip_as_text(metric: str, texts: list[str]) -> None:
    lists = Lists([["a", "b"], ["b"], ["a"]], [["c", "a", "a", "b"], ["x", "x", "x"], None])
    assert [strip_text(np.array(strip)) for strip in shown(lists, metric)] == texts


def test_strips_by_confidence_read_the_list_as_the_metric_does() -> None:
    lists = Lists([["a", "b"], ["c"]], [["x", "a"], ["c", "y"]], [[0.1, 0.9], [0.2, 0.8]])
    assert [strip_text(np.array(strip)) for strip in shown(lists, "lrap")] == ["✓·", "·✓"]
    assert [strip_text(np.array(strip)) for strip in shown(lists, "fmax")] == ["✓_", "✓·"]
    assert [strip_text(np.array(strip)) for strip in shown(lists, "f1(threshold=0.5)")] == ["✓_", "·_"]


@pytest.mark.parametrize("metric", ["map@3", "f1", "lrap", "ndcg", "accuracy"])
def test_an_empty_table_has_empty_strips(metric: str) -> None:
    nothing = Ragged.empty()
    batch = Batch(nothing, nothing, np.zeros(0, bool))
    assert len(parse(metric).strips(batch, Frame.of(nothing, [nothing], 5))) == 0


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("precision@3", "A cell for each rank"),
        ("precision(average=macro)@3", "A cell for each rank"),
        ("precision(label=a)@3", "A cell for each label"),
        ("recall(label=a)", "A cell for each label"),
        ("f1", "A cell for each label"),
        ("f1(label=a)", "A cell for each label"),
        ("fmax", "A cell for each label"),
        ("gap", "The row's best place"),
    ],
)
def test_the_words_say_what_the_cells_are(metric: str, words: str) -> None:
    assert parse(metric).strip_words.startswith(words)
