"""The confusion matrix, compared with scikit-learn and with counting row by row."""

from __future__ import annotations

from collections import defaultdict
from itertools import product

import numpy as np
import pandas as pd
import pytest
from core.strategies import any_pairs, open_lists
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics

import inspector
from inspector.core.analysis import confusion_matrix as module
from inspector.core.analysis.confusion import NONE, OTHER, RIGHT, confusions, counted
from inspector.core.analysis.confusion_matrix import ConfusionMatrix, cells_clause, confusion_matrix
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import drain

WORDS = {OTHER: "OTHER", RIGHT: "RIGHT", NONE: "NONE"}


def named(evaluation: Evaluation, code: int) -> str:
    return WORDS.get(code) or evaluation.table.vocab.text(code)


def slow_cells(evaluation: Evaluation, chosen: set[str]) -> dict[tuple[str, str], set[int]]:
    """The rows of every cell; pseudo-labels are in capitals."""
    rows = defaultdict(set)
    for row in range(len(evaluation.table)):
        truth, top = evaluation.truth(row), [*evaluation.labels(row), ""][0]
        for true in truth or ["NONE"]:
            line = true if true in chosen or not truth else "OTHER"
            if not top:
                column = "NONE"
            elif top in truth:
                column = top if top == true and top in chosen else "RIGHT"
            else:
                column = top if top in chosen else "OTHER"
            rows[line, column].add(row)
    return rows


def slow_set_cells(evaluation: Evaluation, chosen: set[str]) -> dict[tuple[str, str], set[int]]:
    """The rows of every cell where order means nothing."""
    rows, text = defaultdict(set), evaluation.table.vocab.text
    for row in range(len(evaluation.table)):
        batch = counted(evaluation.metric, evaluation.batch(np.array([row])))
        truth, predicted = set(evaluation.truth(row)), {text(code) for code in batch.predictions[0] if code >= 0}
        for label in truth & predicted:
            rows[(label, label) if label in chosen else ("OTHER", "RIGHT")].add(row)
        missed, wrong = (
            {label if label in chosen else "OTHER" for label in labels}
            for labels in (truth - predicted, predicted - truth)
        )
        if missed or wrong or not truth:
            for cell in product(missed or {"NONE"}, wrong or {"NONE"}):
                rows[cell].add(row)
    return rows


def cells(evaluation: Evaluation, matrix: ConfusionMatrix) -> dict[tuple[str, str], int]:
    """The counts of the cells that are not empty."""
    return {
        (named(evaluation, matrix.lines[line]), named(evaluation, matrix.columns[column])): count
        for (line, column), count in np.ndenumerate(matrix.counts)
        if count
    }


SLOW = {
    "map(empty=skip)@3": slow_cells,
    "f1": slow_set_cells,
    "f1(threshold=0.5)": slow_set_cells,
    "precision(threshold=0.5)@2": slow_set_cells,
}


@pytest.mark.slow
@settings(max_examples=60)
@given(any_pairs, st.integers(0, 4))
@pytest.mark.parametrize("metric", SLOW)
def test_every_cell_has_its_rows_and_a_filter_that_shows_them(metric: str, lists, most: int) -> None:
    evaluation = open_lists(lists, metric).evaluation
    matrix = drain(confusion_matrix(evaluation, most))
    wanted = SLOW[metric](evaluation, {named(evaluation, code) for code in matrix.chosen})
    assert cells(evaluation, matrix) == {cell: len(rows) for cell, rows in wanted.items()}
    for line, column in np.ndindex(matrix.counts.shape):
        clause = cells_clause(evaluation, matrix, np.array([line]), np.array([column]), "me")
        if clause.text:  # the only cell shows all rows
            own = wanted[named(evaluation, matrix.lines[line]), named(evaluation, matrix.columns[column])]
            assert np.flatnonzero(clause.mask(evaluation)).tolist() == sorted(own)


@pytest.mark.slow
@settings(max_examples=40)
@given(any_pairs, st.integers(0, 4), st.data())
@pytest.mark.parametrize("metric", SLOW)
def test_a_block_of_cells_shows_the_rows_of_all_of_them(metric: str, lists, most: int, data) -> None:
    evaluation = open_lists(lists, metric).evaluation
    matrix = drain(confusion_matrix(evaluation, most))
    wanted = SLOW[metric](evaluation, {named(evaluation, code) for code in matrix.chosen})
    sides = [
        np.array(sorted(data.draw(st.sets(st.integers(0, len(codes) - 1), min_size=1))))
        for codes in (matrix.lines, matrix.columns)
    ]
    true, predicted = (
        {named(evaluation, code) for code in codes[side]}
        for codes, side in zip((matrix.lines, matrix.columns), sides, strict=True)
    )
    own = set().union(*(rows for cell, rows in wanted.items() if cell[0] in true and cell[1] in predicted))
    clause = cells_clause(evaluation, matrix, *sides, "me")
    assert set(np.flatnonzero(clause.mask(evaluation)).tolist()) == own
    assert clause.source == "me"


@pytest.mark.slow
@settings(max_examples=60)
@given(any_pairs, st.integers(0, 4))
@pytest.mark.parametrize("metric", SLOW)
def test_a_whole_line_or_column_has_as_many_rows_as_it_says(metric: str, lists, most: int) -> None:
    evaluation = open_lists(lists, metric).evaluation
    matrix = drain(confusion_matrix(evaluation, most))
    every = np.arange(len(matrix.lines)), np.arange(len(matrix.columns))
    for number, rows in enumerate(matrix.line_rows.tolist()):
        clause = cells_clause(evaluation, matrix, np.array([number]), every[1], "me")
        assert not clause.text or clause.mask(evaluation).sum() == rows
    for number, rows in enumerate(matrix.column_rows.tolist()):
        clause = cells_clause(evaluation, matrix, every[0], np.array([number]), "me")
        assert not clause.text or clause.mask(evaluation).sum() == rows


def single(rows: int = 400, labels: int = 9) -> Evaluation:
    """One truth label and one prediction a row, three of four of them right."""
    rng = np.random.default_rng(5)
    truth = rng.zipf(1.4, rows) % labels
    predicted = np.where(rng.random(rows) < 0.75, truth, rng.integers(0, labels, rows))
    frames = [
        pd.DataFrame({"id": [f"r{row}" for row in range(rows)], "label": [f"w{c}" for c in side]})
        for side in (truth, predicted)
    ]
    return inspector.open_pair(*frames, "map@1").evaluation


def columns_of(evaluation: Evaluation) -> tuple[list[str], list[str]]:
    rows = range(len(evaluation.table))
    return [evaluation.truth(row)[0] for row in rows], [evaluation.labels(row)[0] for row in rows]


def test_one_label_a_row_gives_the_matrix_of_scikit_learn() -> None:
    evaluation = single()
    matrix = drain(confusion_matrix(evaluation, 60))
    truth, predicted = columns_of(evaluation)
    names = [named(evaluation, code) for code in matrix.lines]
    assert names == sorted({*truth, *predicted}) == [named(evaluation, code) for code in matrix.columns]
    assert matrix.counts.tolist() == metrics.confusion_matrix(truth, predicted, labels=names).tolist()
    assert matrix.labels == len(names)


def test_of_more_labels_those_that_are_confused_most_often_are_chosen() -> None:
    evaluation = single()
    whole, part = (drain(confusion_matrix(evaluation, most)) for most in (60, 4))
    off = whole.counts - np.diag(np.diag(whole.counts))
    confused = dict(zip(whole.lines.tolist(), (off.sum(axis=0) + off.sum(axis=1)).tolist(), strict=True))
    left = [count for code, count in confused.items() if code not in part.chosen]
    assert len(part.chosen) == 4
    assert min(confused[code] for code in part.chosen.tolist()) >= max(left)
    assert (part.labels, part.lines[4:].tolist(), part.columns[4:].tolist()) == (9, [OTHER], [OTHER, RIGHT])
    at = [whole.lines.tolist().index(code) for code in part.chosen]
    assert part.counts[:4, :4].tolist() == whole.counts[np.ix_(at, at)].tolist()
    assert part.counts.sum() == 400


def test_the_confusions_are_the_pairs_of_the_table_and_the_rest_is_right() -> None:
    lists = ["a", "a b", "b", "a b c", "", "c", ""], ["a", "c", "a", "b", "c", "", ""]
    frames = [pd.DataFrame({"id": [*"1234567"], "label": side}) for side in lists]
    evaluation = inspector.open_pair(*frames, "map(empty=skip)@3", separator=" ").evaluation
    matrix, pairs = drain(confusion_matrix(evaluation, 60)), drain(confusions(evaluation, "top", "rows", 99))
    labels = matrix.lines[:, None] >= 0
    wrong = {
        (line, column): count
        for (line, column), count in np.ndenumerate(matrix.counts * (~matrix.right & labels & (matrix.columns >= 0)))
        if count
    }
    listed = {
        (list(matrix.lines).index(true), list(matrix.columns).index(predicted)): rows
        for true, predicted, rows in zip(pairs.true, pairs.predicted, pairs.rows, strict=True)
    }
    assert wrong == listed
    assert cells(evaluation, matrix)["a", "RIGHT"] == cells(evaluation, matrix)["NONE", "NONE"] == 1
    assert matrix.right[matrix.counts > 0].sum() == 5
    # The line of a label adds up to the rows that have it.
    assert matrix.counts.sum(axis=1).tolist()[:3] == [3, 3, 2]


def test_only_the_given_rows_are_counted_and_edits_are_included() -> None:
    inspection = inspector.open_pair(
        *(pd.DataFrame({"id": ["1", "2"], "label": side}) for side in (["a", "b"], ["b", "a"])), "map@1"
    )
    inspection.edit("1", ["new"])
    evaluation = inspection.evaluation
    assert cells(evaluation, drain(confusion_matrix(evaluation, 60))) == {("a", "new"): 1, ("b", "a"): 1}
    among = drain(confusion_matrix(evaluation, 60, np.array([False, True])))
    assert (cells(evaluation, among), among.labels) == ({("b", "a"): 1}, 2)


@pytest.mark.parametrize(
    ("lines", "columns", "text"),
    [
        ([0], [1], "truth:a & top:b & !truth:b"),
        ([0, 1], [1], "(truth:a | truth:b) & top:b"),
        ([0], [0, 1, 2, 3], "truth:a"),
        ([0, 1, 2], [1], "top:b"),
        ([2], [0, 1, 2, 3], "truths=0"),
        ([0, 1, 2], [0, 1, 2, 3], ""),
        ([0], [3], "1 cell of the confusion matrix"),
    ],
)
def test_the_filter_of_cells_is_an_expression_where_it_is_short(lines, columns, text: str) -> None:
    frames = [pd.DataFrame({"id": [*"1234"], "label": side}) for side in (["a", "b", "", "a b"], ["", "b", "a", "b"])]
    evaluation = inspector.open_pair(*frames, "map(empty=skip)@3", separator=" ").evaluation
    matrix = drain(confusion_matrix(evaluation, 60))
    assert [named(evaluation, code) for code in matrix.lines] == ["a", "b", "NONE"]
    assert [named(evaluation, code) for code in matrix.columns] == ["a", "b", "RIGHT", "NONE"]
    assert cells_clause(evaluation, matrix, np.array(lines), np.array(columns), "").text == text


def test_a_filter_of_many_labels_holds_their_rows(monkeypatch) -> None:
    evaluation = single()
    matrix = drain(confusion_matrix(evaluation, 60))
    sides = np.arange(3), np.arange(4)
    said = cells_clause(evaluation, matrix, *sides, "")
    monkeypatch.setattr(module, "_MOST_IN_WORDS", 5)
    held = cells_clause(evaluation, matrix, *sides, "")
    assert (said.rows is None, held.rows is None) == (True, False)
    assert said.mask(evaluation).tolist() == held.mask(evaluation).tolist()


def test_a_pair_without_any_row_shown_has_an_empty_matrix() -> None:
    matrix = drain(confusion_matrix(single(), 60, np.zeros(400, bool)))
    assert (matrix.counts.shape, matrix.labels) == ((0, 0), 0)
