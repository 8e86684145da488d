"""Both lists of a row: ranks moved, new and lost labels, hits and scores of both sides."""

from __future__ import annotations

import hypothesis.strategies as st
import pandas as pd
import pytest
from hypothesis import given, settings

import inspector
from inspector import Inspection
from inspector.core.comparison.side_by_side import side_by_side
from inspector.core.data.prediction import Prediction


def compared(truth: str, opened: str, baseline: str, metric: str = "map@3") -> Inspection:
    frames = [pd.DataFrame({"id": ["r", "other"], "label": [labels, "x"]}) for labels in (truth, opened, baseline)]
    inspection = inspector.open_pair(frames[0], frames[1], metric, separator=" ", id_column="id")
    inspection.baseline = inspection.add(frames[2], "base", separator=" ")
    return inspection


def told(inspection: Inspection, side: int) -> list[tuple[str, bool, int | None]]:
    lines = side_by_side(inspection.evaluation, 0).lines
    return [(line[side].mark.text, line[side].mark.hit, line[side].moved) for line in lines if line[side] is not None]


def test_labels_moved_up_and_down_came_and_went() -> None:
    inspection = compared("c", "c a n", "a b c l")
    assert told(inspection, 0) == [("c", True, 2), ("a", False, -1), ("n", False, None)]
    assert told(inspection, 1) == [("a", False, -1), ("b", False, None), ("c", True, 2), ("l", False, None)]
    found = side_by_side(inspection.evaluation, 0)
    assert (found.score, found.baseline_score, found.lines[3][0]) == (1.0, 1 / 3, None)


def test_an_edit_and_another_baseline_are_followed_and_long_lists_cut() -> None:
    inspection = compared("c", "c a n", "a b c l")
    inspection.edit("r", ["a", "b"])
    assert told(inspection, 0) == [("a", False, 0), ("b", False, 0)]
    inspection.baseline = "file"
    assert told(inspection, 1) == [("c", True, None), ("a", False, 1), ("n", False, None)]
    assert side_by_side(inspection.evaluation, 0, most=1).more == 2


def test_a_row_that_a_submission_lacks_has_no_lost_labels() -> None:
    inspection = compared("c", "c a", "a c")
    inspection.baseline = inspection.add(pd.DataFrame({"id": ["other"], "label": ["x"]}), "short", separator=" ")
    found = side_by_side(inspection.evaluation, 0)
    assert (found.absent, found.baseline_absent) == (False, True)
    assert told(inspection, 0) == [("c", True, 0), ("a", False, 0)]


def test_a_draft_stands_in_for_the_open_list_and_changes_nothing() -> None:
    inspection = compared("c", "c a n", "a b c l")
    found = side_by_side(inspection.evaluation, 0, Prediction(("new", "c", "c", "l")))
    ours = [(of.mark.text, of.mark.hit, of.mark.repeat, of.mark.unknown, of.moved) for of, _ in found.lines if of]
    assert ours == [
        ("new", False, False, True, None),
        ("c", True, False, False, 1),
        ("c", False, True, False, 1),
        ("l", False, False, False, 0),
    ]
    assert [of.moved for _, of in found.lines if of] == [None, None, 1, 0]
    assert (found.score, found.baseline_score) == (0.5, 1 / 3)
    assert inspection.evaluation.table.vocab.find("new") < 0
    assert told(inspection, 0)[0] == ("c", True, 2)


labels = st.lists(st.sampled_from("abcde"), min_size=1, max_size=6).map(" ".join)


@pytest.mark.slow
@given(labels, labels)
@settings(max_examples=40)
def test_both_sides_tell_of_the_same_moves(opened: str, baseline: str) -> None:
    inspection = compared("a", opened, baseline)
    ours, theirs = told(inspection, 0), told(inspection, 1)
    assert [text for text, _, _ in ours] == opened.split()
    assert {text: moved for text, _, moved in ours if moved is not None} == {
        text: moved for text, _, moved in theirs if moved is not None
    }
    for text, _, moved in ours:
        first = baseline.split().index(text) - opened.split().index(text) if text in baseline else None
        assert moved == first
