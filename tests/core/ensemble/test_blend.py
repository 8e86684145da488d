"""Blends against the definitions written out, label by label."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.ensemble.lists import ROWS, distinct, ragged, several
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector
from inspector import InputError
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.kind import LABELS
from inspector.core.document.submission import Submission
from inspector.core.ensemble.blend import Ingredients, Recipe, blend_task
from inspector.core.ensemble.generated import generated_pair
from inspector.core.ensemble.methods import METHODS
from inspector.core.ensemble.pool import Pool
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import drain

IDS = [f"q{number}" for number in range(5)]


def points_of(method: str, label: int, row: list[int], candidates: int) -> float:
    """The points of a label from one list of distinct labels, by the definition of the method."""
    rank = row.index(label) + 1 if label in row else None
    if method == "votes":
        return 0.0 if rank is None else 1.0
    if method == "rrf":
        return 0.0 if rank is None else 1 / (60 + rank)
    if rank is None:
        return sum(range(1, candidates - len(row) + 1)) / max(1, candidates - len(row))
    return candidates - rank + 1


@pytest.mark.parametrize("method", ["votes", "borda", "rrf"])
@given(several, st.data())
@settings(max_examples=60)
def test_points_are_those_of_the_definition(method: str, lists: list[list[list[int]]], data) -> None:
    pool = Pool.of([ragged(one) for one in lists])
    points = METHODS[method].points(pool)
    for row in range(ROWS):
        rows = [distinct(one[row]) for one in lists]
        candidates = sorted({code for labels in rows for code in labels})
        at = slice(*pool.offsets[row : row + 2])
        assert pool.codes[at].tolist() == candidates
        for number, labels in enumerate(rows):
            wanted = [points_of(method, code, labels, len(candidates)) for code in candidates]
            assert points[number, at].tolist() == pytest.approx(wanted)


@given(several)
@settings(max_examples=60)
def test_a_blend_is_sorted_and_as_long_as_the_longest_list(lists: list[list[list[int]]]) -> None:
    pool = Pool.of([ragged(one) for one in lists])
    points = METHODS["rrf"].points(pool).sum(axis=0)
    blended = pool.ranked(points, pool.longest)
    for row in range(ROWS):
        rows = [distinct(one[row]) for one in lists]
        found = blended[row].tolist()
        assert len(found) == max(map(len, rows))
        score = {code: sum(points_of("rrf", code, labels, 0) for labels in rows) for labels in rows for code in labels}
        best = {code: min(labels.index(code) for labels in rows if code in labels) for code in score}
        first = {code: [code in one[: best[code] + 1] for one in rows].index(True) for code in score}
        wanted = sorted(score, key=lambda code: (-round(score[code], 12), best[code], first[code]))
        assert found == wanted[: len(found)]


@given(several, st.data())
@settings(max_examples=40)
def test_rows_side_by_side_are_sorted_like_one_after_another(lists: list[list[list[int]]], data) -> None:
    pool = Pool.of([ragged(one) for one in lists])
    points = np.array([data.draw(st.sampled_from([0.0, 1.0, 2.0, -np.inf])) for _ in pool.codes])
    with pytest.MonkeyPatch.context() as patch:
        found = []
        for most in (0, 100):
            patch.setattr("inspector.core.ensemble.pool._MOST_BLANK", most)
            found.append(pool.ranked(points, pool.longest))
    assert found[0].same(found[1]).all()


def test_equal_points_are_equal_in_whatever_order_they_are_added_up() -> None:
    lists = [[1, 0], [0], [1], [0, 1]]
    pool = Pool.of([ragged([one]) for one in lists])
    points = METHODS["rrf"].points(pool).sum(axis=0)
    assert points[0] != points[1]
    assert pool.ranked(points, pool.longest).codes.tolist() == [1, 0]


def test_confidences_are_averaged_over_all_submissions() -> None:
    lists = [Ragged.one([1, 2], [0.5, 0.8]), Ragged.one([2], [0.4])]
    pool = Pool.of(lists)
    assert pool.codes.tolist() == [1, 2]
    assert METHODS["mean"].points(pool).tolist() == [[0.5, 0.8], [0.0, 0.4]]


@pytest.fixture
def three(tmp_path: Path) -> list[Evaluation]:
    """Three submissions of five rows, in files whose labels have names of two words."""
    names = ["fin whale", "blue whale", "orca", "new_whale"]
    truth = pd.DataFrame({"Image": IDS, "Id": [names[i % 4] for i in range(5)]})
    truth.to_csv(tmp_path / "truth.csv", index=False)
    for number in range(3):
        cells = [",".join(names[(i + number + j) % 4] for j in range(2)) for i in range(5)]
        pd.DataFrame({"Image": IDS, "Id": cells}).to_csv(tmp_path / f"s{number}.csv", index=False)
    opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s0.csv", "map@2")
    for number in (1, 2):
        opened.add(tmp_path / f"s{number}.csv")
    return [one.evaluation for one in opened.submissions]


def blend_all(submissions: list[Evaluation], recipe: Recipe) -> Ragged:
    return drain(blend_task([one.predictions for one in submissions], len(IDS), recipe, LABELS))


def test_a_blend_is_a_submission_that_is_saved_and_read_again(three: list[Evaluation], tmp_path: Path) -> None:
    lists = blend_all(three, Recipe("rrf", (2, 1, 1)))
    made = Evaluation.of(drain(generated_pair(three[0].pair, lists, "a blend")), three[0].metric)
    assert all((made.codes(row) == lists[row]).all() for row in range(5))
    opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s0.csv", "map@2")
    again = drain(generated_pair(opened.evaluation.pair, lists, "a blend"))
    opened.add_submission(Submission("blend", Evaluation.of(again, opened.metric)))
    opened.open("blend")
    opened.edit(IDS[1], ["orca", "typed name"])
    opened.save(tmp_path / "blend.csv")
    read = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "blend.csv", "map@2")
    assert read.evaluation.labels(1) == ["orca", "typed name"]
    assert read.evaluation.labels(0) == made.labels(0)
    assert read.overall == opened.overall
    assert made.pair.submission.sheet.names == ("Image", "Id")


def test_a_submission_without_weight_takes_no_part(three: list[Evaluation]) -> None:
    alone = blend_all(three[:1], Recipe("votes", (1,)))
    ignored = blend_all(three, Recipe("votes", (1, 0, 0)))
    assert alone.codes.tolist() == ignored.codes.tolist()
    assert alone[0].tolist() == three[0].codes(0).tolist()


def test_weights_are_tried_on_some_rows_without_counting_again(three: list[Evaluation]) -> None:
    rows = np.array([1, 3])
    some = Ingredients([one.predictions for one in three], "borda", rows, LABELS)
    for weights in ((1, 1, 1), (5, 1, 0)):
        whole = blend_all(three, Recipe("borda", weights))
        assert [some.blend(Recipe("borda", weights))[i].tolist() for i in range(2)] == [
            whole[row].tolist() for row in rows
        ]


@pytest.mark.parametrize(
    ("method", "weights", "said"),
    [
        ("best", (1, 1, 1), "unknown method"),
        ("rrf", (0, 0, 0), "the weights cannot be used"),
        ("rrf", (1, -1, 1), "the weights cannot be used"),
        ("rrf", (1, float("nan"), 1), "the weights cannot be used"),
        ("rrf", (1, 1), "a weight for each submission"),
        ("mean", (1, 1, 1), "needs confidences in all submissions"),
    ],
)
def test_a_blend_that_cannot_be_made_is_refused(
    three: list[Evaluation], method: str, weights: tuple, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        blend_all(three, Recipe(method, weights))


def test_labels_of_a_submission_without_weight_are_no_candidates() -> None:
    lists = [Ragged.of([[1, 2]]), Ragged.of([[4, 2]]), Ragged.of([[5, 6, 7, 4]])]
    take = [lambda rows, one=one: one.take(rows) for one in lists]
    for method in ("votes", "borda", "rrf"):
        two = drain(blend_task(take[:2], 1, Recipe(method, (3, 1)), LABELS))
        three = drain(blend_task(take, 1, Recipe(method, (3, 1, 0)), LABELS))
        assert two[0].tolist() == three[0].tolist()


def test_lists_are_blended_in_the_order_in_which_they_are_scored() -> None:
    as_written = Ragged.one([1, 2], [0.1, 0.9])
    blended = drain(blend_task([as_written.take], 1, Recipe("rrf", (1,)), LABELS))
    assert blended[0].tolist() == [1, 2]


def test_the_confidences_of_a_blend_are_written_short() -> None:
    offsets, codes = np.array([0, 3]), np.array([0, 1, 2], np.int32)
    lists = [
        Ragged(offsets, codes, np.array(weights)) for weights in ([0.27206, 0.26958, 0.45836], [0.25306, 0.44694, 0.3])
    ]
    blended = Ingredients([one.take for one in lists], "mean", np.arange(1), LABELS).blend(Recipe("mean", (1.0, 1.0)))
    assert blended.weights is not None and blended.weights.tolist() == [0.37918, 0.35826, 0.26256]
