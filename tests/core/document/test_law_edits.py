"""Properties of editing: partial scoring, undo and preview equal scoring everything from scratch."""

from __future__ import annotations

import numpy as np
import pytest
from core.metrics.metric_strategies import LABEL_FAMILIES, expected, scored_pairs
from core.metrics.oracles import agree
from core.strategies import Lists, edits, open_lists
from hypothesis import example, given, settings
from hypothesis import strategies as st

from inspector import Inspection
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric, Scores, open_scores, parse

by_family = pytest.mark.parametrize("family", LABEL_FAMILIES)


def same_bits(left: float, right: float) -> bool:
    """Whether two numbers have the same bits or are both NaN."""
    return repr(float(left)) == repr(float(right))


def fresh(inspection: Inspection) -> Scores:
    """Score everything again from the current lists; what a row can reach depends on whether the file has it."""
    now = inspection.evaluation
    scores = open_scores(now.metric, now.batch(now.all_rows))
    scores.ceiling = Evaluation.of(now.pair, now.metric, now.overlay).scores.ceiling
    return scores


def equal(scores: Scores, other: Scores) -> None:
    assert np.array_equal(scores.row, other.row, equal_nan=True)
    assert np.array_equal(scores.first_hit, other.first_hit)
    assert np.array_equal(scores.ceiling, other.ceiling, equal_nan=True)
    assert same_bits(scores.overall, other.overall)
    assert scores.counted == other.counted
    assert scores.tie_range == other.tie_range


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=20)
def test_scoring_only_the_edited_rows_gives_what_scoring_everything_gives(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    inspection, now = open_lists(lists, metric), {}
    for _ in range(data.draw(st.integers(1, 4))):
        row, now[row] = data.draw(edits(lists))
        inspection.predict(row, now[row])
        equal(inspection.evaluation.scores, fresh(inspection))
    scores, wanted = inspection.evaluation.scores, expected(lists, metric, now)
    assert all(map(agree, scores.row.tolist(), wanted.rows))
    assert scores.first_hit.tolist() == wanted.first_hits
    assert agree(scores.overall, wanted.overall)


def test_a_label_that_no_longer_counts_changes_no_bit_of_the_mean() -> None:
    # Eight numbers are added in another order than seven.
    lists = Lists([[], ["a"], ["e"], ["f", "g", "b", "c", "h"]], [["d"], ["a", "c"], ["c"], ["c", "b"]])
    inspection = open_lists(lists, "jaccard(average=macro)")
    inspection.predict(0, Prediction(()))
    equal(inspection.evaluation.scores, fresh(inspection))


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=10)
def test_several_rows_edited_at_once_are_scored_as_one_by_one(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    inspection = open_lists(lists, metric)
    now = dict(data.draw(edits(lists)) for _ in range(3))
    vocab, lengths = inspection.evaluation.table.vocab, Ragged.empty()
    together = lengths if lists.confidences is None else Ragged(lengths.offsets, lengths.codes, np.empty(0))
    for row in sorted(now):
        together = together.append(Ragged.one([vocab.add(label) for label in now[row].labels], now[row].confidence))
    inspection.apply(Edit(np.array(sorted(now)), together, "several"))
    equal(inspection.evaluation.scores, fresh(inspection))
    inspection.undo()
    equal(inspection.evaluation.scores, inspection.evaluation.base)


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=10)
def test_undo_and_redo_restore_the_overall_to_the_last_bit(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    inspection = open_lists(lists, metric)
    overalls = [inspection.overall]
    for _ in range(data.draw(st.integers(1, 4))):
        before = inspection.generation
        inspection.predict(*data.draw(edits(lists)))
        if inspection.generation > before:
            overalls.append(inspection.overall)
    for wanted in reversed(overalls[:-1]):
        inspection.undo()
        assert same_bits(inspection.overall, wanted)
    assert np.array_equal(inspection.evaluation.scores.row, inspection.evaluation.base.row, equal_nan=True)
    for wanted in overalls[1:]:
        inspection.redo()
        assert same_bits(inspection.overall, wanted)


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=20)
def test_a_preview_equals_the_edit_and_changes_nothing(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    inspection = open_lists(lists, metric)
    if data.draw(st.booleans()):
        inspection.predict(*data.draw(edits(lists)))
    row, prediction = data.draw(edits(lists))
    scores, bits = inspection.evaluation.scores, inspection.evaluation.scores.row.tobytes()
    preview = inspection.evaluation.preview(row, prediction)
    assert (inspection.evaluation.scores, scores.row.tobytes()) == (scores, bits)
    inspection.predict(row, prediction)
    assert same_bits(preview.score, inspection.evaluation.scores.row[row])
    assert same_bits(preview.overall, inspection.overall)


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=10)
def test_a_preview_of_what_is_there_already_changes_nothing(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    inspection = open_lists(lists, metric)
    for row in range(len(lists.truths)):
        preview = inspection.evaluation.preview(row, inspection.evaluation.prediction(row))
        assert same_bits(preview.score, inspection.evaluation.scores.row[row])
        assert same_bits(preview.overall, inspection.overall)


def test_two_labels_that_no_file_has_are_previewed_as_two_wrong_labels() -> None:
    lists = Lists([["a"], ["b"]], [["a"], ["b"]])
    for text, wanted in (("f1(average=macro, labels=both)", 1 / 2), ("f1(average=micro)", 2 / 3)):
        inspection = open_lists(lists, text)
        preview = inspection.evaluation.preview(0, Prediction(("a", "new", "newer")))
        assert agree(preview.overall, wanted), text


@pytest.mark.parametrize("metric", ["gap", "gap(ties=id-desc)", "gap(ties=file)"])
def test_a_new_label_is_previewed_in_text_order_among_ties(metric: str) -> None:
    lists = Lists([["b"]], [["b"]], [[0.5]])
    for labels in (("zzz", "b"), ("b", "zzz"), ("a", "b"), ("zzz", "a", "b")):
        inspection = open_lists(lists, metric)
        prediction = Prediction(labels, (0.5,) * len(labels))
        preview = inspection.evaluation.preview(0, prediction)
        explained = inspection.evaluation.explain(0, prediction)
        inspection.predict(0, prediction)
        assert same_bits(preview.overall, inspection.overall), labels
        assert same_bits(explained.score, inspection.overall), labels


@example(first=2, then=1)
@example(first=1, then=2)
@given(first=st.integers(1, 2), then=st.integers(1, 2))
@settings(max_examples=4)
def test_missing_rows_come_last_among_ties_in_truth_order(first: int, then: int) -> None:
    lists = Lists([["a"], ["b"], ["c"]], [["a"], None, None], [[0.5], [], []])
    inspection = open_lists(lists, "gap(ties=file)")
    now = {first: Prediction(("x",), (0.5,)), then: Prediction(("c",), (0.5,))}
    for row, prediction in now.items():
        inspection.predict(row, prediction)
        equal(inspection.evaluation.scores, fresh(inspection))
    assert agree(inspection.overall, expected(lists, parse("gap(ties=file)"), now).overall)


def test_a_copy_of_the_scores_is_not_moved_by_an_edit_of_the_other() -> None:
    for name, family in LABEL_FAMILIES.items():
        metric: Metric = family()
        lists = Lists([["a"], ["b"]], [["a", "x"], ["x"]], [[0.9, 0.5], [0.5]] if metric.needs_confidence else None)
        inspection = open_lists(lists, metric)
        base = inspection.evaluation.base
        before = base.row.tolist(), base.first_hit.tolist(), base.overall
        inspection.predict(1, Prediction(("b",), (0.99,) if metric.needs_confidence else None))
        assert (base.row.tolist(), base.first_hit.tolist(), base.overall) == before, name
        assert inspection.evaluation.metric.improvement(inspection.overall - base.overall) > 0, name
        assert inspection.evaluation.scores.first_hit.tolist() != base.first_hit.tolist(), name


@pytest.mark.slow
@by_family
@given(st.data())
@settings(max_examples=10)
def test_previews_of_some_rows_leave_no_trace_in_what_another_edit_gives(family: str, data) -> None:
    lists, metric = data.draw(scored_pairs(family))
    inspection = open_lists(lists, metric)
    for _ in range(3):
        inspection.evaluation.preview(*data.draw(edits(lists)))
    inspection.predict(*data.draw(edits(lists)))
    equal(inspection.evaluation.scores, fresh(inspection))
