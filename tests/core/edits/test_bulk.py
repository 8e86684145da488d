"""Bulk edits of many rows, compared with the slow model row by row."""

from __future__ import annotations

from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pandas as pd
import pytest
from core.edits.bulk_model import bulk_edits, edited_row, same
from core.metrics.metric_strategies import fits, metrics
from core.strategies import Lists, any_pairs, open_lists
from hypothesis import assume, given

import inspector
from inspector import InputError
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.prediction import Prediction
from inspector.core.edits import bulk, bulk_labels
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.prediction_edit import truth_first
from inspector.core.evaluation.evaluation import Evaluation


@st.composite
def situations(draw: st.DrawFn) -> tuple[Lists, list[int], BulkEdit]:
    pair = draw(any_pairs)
    return pair, draw(st.lists(st.sampled_from(range(len(pair.truths))), unique=True)), draw(bulk_edits)


@pytest.mark.slow
@given(situations())
def test_a_bulk_edit_equals_the_edits_row_by_row_and_is_one_undo_step(situation) -> None:
    pair, rows, bulk_edit = situation
    inspection = open_lists(pair, "map@3")
    evaluation, before = inspection.evaluation, [pair.prediction(row) for row in range(len(pair.truths))]
    wanted = {row: edited_row(bulk_edit, before[row], pair.truths[row]) for row in rows}
    edit = bulk.edit(evaluation, np.array(rows, np.int64), bulk_edit)
    assert edit.rows.tolist() == sorted(row for row in rows if not same(wanted[row], before[row]))
    inspection.apply(edit)
    for row, was in enumerate(before):
        assert same(evaluation.prediction(row), wanted.get(row, was))
    assert inspection.undo_name == (edit.name if len(edit.rows) else None)
    inspection.undo()
    assert all(same(evaluation.prediction(row), was) for row, was in enumerate(before))
    assert len(evaluation.overlay) == 0


@pytest.mark.slow
@given(situations(), metrics())
def test_a_bulk_preview_equals_the_edit_and_changes_nothing(situation, metric) -> None:
    pair, rows, bulk_edit = situation
    assume(fits(metric, pair))
    inspection = open_lists(pair, metric)
    evaluation, chosen = inspection.evaluation, np.array(rows, np.int64)
    bits = evaluation.scores.row.tobytes(), repr(evaluation.scores.overall), len(evaluation.table.vocab)
    seen = bulk.preview(evaluation, chosen, bulk_edit)
    assert bits == (evaluation.scores.row.tobytes(), repr(evaluation.scores.overall), len(evaluation.table.vocab))
    edit = bulk.edit(evaluation, chosen, bulk_edit)
    assert (seen.changed, seen.rows) == (len(edit.rows), len(rows))
    assert repr(seen.before) == repr(inspection.overall)
    inspection.apply(edit)
    assert repr(seen.after) == repr(inspection.overall)


@pytest.mark.parametrize("label", ["", "two words", "line\nbreak", "half \ud800"])
def test_a_label_that_the_file_cannot_hold_is_rejected_before_any_change(read, label: str) -> None:
    inspection = read()
    known = len(inspection.evaluation.table.vocab)
    for kind in ("put_first", "append", "replace"):
        with pytest.raises(InputError):
            bulk.edit(inspection.evaluation, np.arange(3), BulkEdit(kind, label, label))
        with pytest.raises(InputError):
            bulk.preview(inspection.evaluation, np.arange(3), BulkEdit(kind, label, label))
    assert len(inspection.evaluation.table.vocab) == known
    assert inspection.undo_name is None


def test_the_undo_menu_says_what_was_done_and_to_how_many(read) -> None:
    inspection = read()
    inspection.apply(bulk.edit(inspection.evaluation, np.arange(3), BulkEdit("put_first", "q")))
    assert inspection.undo_name == "put q first in 3 rows"
    inspection.apply(bulk.edit(inspection.evaluation, np.arange(3), BulkEdit("remove", "x")))
    assert inspection.undo_name == "remove x in a"
    assert [inspection.evaluation.labels(row) for row in range(3)] == [["q", "y"], ["q", "y"], ["q", "z"]]


def ragged(*lists: list[int], weights: list[float] | None = None) -> Ragged:
    plain = Ragged.of(lists)
    return plain if weights is None else Ragged(plain.offsets, plain.codes, np.array(weights))


def as_lists(lists: Ragged) -> list[list[int]]:
    return [lists[row].tolist() for row in range(len(lists))]


def test_append_adds_only_missing_codes_below_the_last_weight_or_one() -> None:
    lists = ragged([1, 2], [], [3, 1], [2], weights=[0.5, 0.25, 0.75, 0.125, 0.0625])
    after = bulk_labels.append(lists, 1)
    assert as_lists(after) == [[1, 2], [1], [3, 1], [2, 1]]
    assert after.weights.tolist() == [0.5, 0.25, 1.0, 0.75, 0.125, 0.0625, 0.062499996]


def test_put_first_moves_the_code_and_keeps_the_weights_in_position() -> None:
    lists = ragged([1, 2, 1], [], [3], weights=[0.5, 0.25, 0.125, 0.75])
    after = bulk_labels.put_first(lists, np.array([1, 2, 2], np.int32))
    assert as_lists(after) == [[1, 2], [2], [2, 3]]
    assert after.weights.tolist() == [0.5, 0.25, 1.0, 0.75, 0.74999994]


def test_an_exchange_moves_two_codes_alone() -> None:
    lists = ragged([1, 2, 3], [], [3], [2, 1], [2, -1], weights=[0.5, 0.25, 0.125, 0.75, 0.5, 0.25, 0.5, 0.25])
    after = bulk_labels.exchange_first(lists, np.array([3, 2, 2, 2, -1], np.int32))
    assert as_lists(after) == [[3, 2, 1], [2], [2], [2, 1], [2]]
    assert after.weights.tolist() == [0.5, 0.25, 0.125, 1.0, 0.75, 0.5, 0.25, 0.5]


def test_the_true_class_takes_the_highest_probability_and_gives_its_own() -> None:
    shares = {"a": [0.05, 0.2, 1.0], "b": [0.6, 0.5, 0.0], "c": [0.35, 0.3, 0.0]}
    truth, ids = pd.DataFrame({"id": ["q", "r", "s"], "label": ["a", "b", "c"]}), ["q", "r", "s"]
    pair = inspector.open_pair(truth, pd.DataFrame({"id": ids, **shares}), "mlogloss")
    wanted = [{"a": 0.6, "b": 0.05, "c": 0.35}, {"a": 0.2, "b": 0.5, "c": 0.3}, {"c": 1.0}]
    alone = [(truth_first(pair.evaluation, row) or (pair.evaluation.prediction(row), ""))[0] for row in range(3)]
    assert [dict(zip(found.labels, found.confidence or (), strict=True)) for found in alone] == wanted
    pair.apply(bulk.edit(pair.evaluation, np.arange(3), BulkEdit("truth_first")))
    now = [pair.evaluation.prediction(row) for row in range(3)]
    assert [dict(zip(found.labels, found.confidence or (), strict=True)) for found in now] == wanted


@pytest.mark.parametrize("metric", ["map@5", "ndcg@5", "mrr"])
def test_hits_put_first_win_all_that_a_wrong_order_costs(metric: str) -> None:
    draw = np.random.default_rng(5)
    graded = {f"q{row}": {f"d{at}": int(draw.integers(1, 4)) for at in draw.permutation(9)[:3]} for row in range(40)}
    given = {row: {f"d{at}": 1.0 - place / 10 for place, at in enumerate(draw.permutation(9)[:8])} for row in graded}
    pair = inspector.open_pair(graded, given, metric)
    before, rows = pair.overall, np.arange(40)
    wins = pair.evaluation.scores.total_losses(None, lambda: pair.evaluation.batch(rows))[0]
    pair.apply(bulk.edit(pair.evaluation, rows, BulkEdit("hits_first")))
    assert wins > 0.1
    assert pair.overall == pytest.approx(before + wins)
    assert bulk.preview(pair.evaluation, rows, BulkEdit("hits_first")).changed == 0


def test_a_right_label_keeps_its_probability_beside_another() -> None:
    truth = pd.DataFrame({"id": ["q", "r"], "label": ["a b", "c"]})
    shares = pd.DataFrame({"id": ["q", "r"], "a": [0.9, 0.1], "b": [0.0, 0.2], "c": [0.4, 0.3]})
    pair = inspector.open_pair(truth, shares, "mlogloss")
    alone, _ = truth_first(pair.evaluation, 0) or (Prediction(()), "")
    pair.apply(bulk.edit(pair.evaluation, np.arange(1), BulkEdit("truth_first")))
    assert {*alone.labels} == {*pair.evaluation.prediction(0).labels} == {"a", "b", "c"}


def test_ties_keep_their_order_when_many_rows_are_replaced_at_once(read) -> None:
    ids = [f"r{number}" for number in range(40)]
    truth = "id,label\n" + "".join(f"{id_},x\n" for id_ in ids)
    submission = "id,label\n" + "".join(f"{id_},{'x' if n % 3 else 'y'} 0.5 z 0.5\n" for n, id_ in enumerate(ids))
    inspection = read(truth, submission, "gap")
    for bulk_edit in (
        BulkEdit("replace", "x", "y"),
        BulkEdit("put_first", "x"),
        BulkEdit("truncate", rank=1),
        BulkEdit("remove", "y"),
    ):
        for rows in (np.arange(0, 40, 2), np.arange(25)):
            inspection.apply(bulk.edit(inspection.evaluation, rows, bulk_edit))
            afresh = Evaluation.of(inspection.evaluation.pair, inspection.metric, inspection.evaluation.overlay).scores
            assert inspection.evaluation.scores.row.tolist() == afresh.row.tolist()
            assert inspection.overall == afresh.overall


def test_the_truth_that_is_put_first_is_of_the_highest_grade(tmp_path: Path) -> None:
    (tmp_path / "qrels").write_text("q 0 good 1\nq 0 best 3\nq 0 other 1\n")
    (tmp_path / "run").write_text("q Q0 good 1 9 me\nq Q0 wrong 2 8 me\nq Q0 best 3 7 me\n")
    pair = inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "ndcg@5")
    before = pair.overall
    prediction, name = truth_first(pair.evaluation, 0) or (None, "")
    assert (prediction and prediction.labels, name) == (("best", "good", "wrong"), "put best at rank 1 of q")
    assert pair.evaluation.preview(0, prediction).overall > before
    pair.apply(bulk.edit(pair.evaluation, np.array([0]), BulkEdit("truth_first")))
    assert pair.evaluation.labels(0) == ["best", "good", "wrong"]
