"""Blends of numbers against their weighted mean, and what says that it needs labels."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector
from inspector import InputError
from inspector.core.analysis.confusion import confusions
from inspector.core.analysis.confusion_matrix import confusion_matrix
from inspector.core.analysis.labels import label_table
from inspector.core.arrays.ragged import Ragged
from inspector.core.comparison.matrix import first_hit_matrix
from inspector.core.data.numbers import values_of
from inspector.core.ensemble.blend import Recipe, mean_numbers
from inspector.core.ensemble.overview import overview_task
from inspector.core.ensemble.trial import Trial, overall_task
from inspector.core.ensemble.write import blend_files
from inspector.core.files.options import Options
from inspector.core.task import Task, drain

NUMBERS = st.floats(-1e6, 1e6) | st.just(float("nan"))


def lists(rows: list[tuple[float, float] | None]) -> Ragged:
    """Two numbers a row, none for a row that is not there."""
    lengths = [0 if row is None else 2 for row in rows]
    weights = np.array([value for row in rows if row is not None for value in row], np.float64)
    return Ragged(np.append(0, np.cumsum(lengths)), np.tile(np.array([4, 7], np.int32), sum(lengths) // 2), weights)


@settings(max_examples=40, deadline=None)
@given(
    rows=st.lists(st.tuples(*[st.none() | st.tuples(NUMBERS, NUMBERS)] * 3), min_size=1, max_size=5),
    given_weights=st.tuples(*[st.floats(0.1, 5)] * 3),
)
def test_a_blend_is_the_weighted_mean_of_those_that_have_the_number(rows, given_weights) -> None:
    shares = np.array(given_weights) / sum(given_weights)
    found = mean_numbers([lists([*one]) for one in zip(*rows, strict=True)], shares)
    for at, (row, values) in enumerate(zip(rows, values_of(found, 2), strict=True)):
        assert found.lengths[at] == (0 if all(one is None for one in row) else 2)
        for number in range(2):
            known = [(one[number], share) for one, share in zip(row, shares, strict=True) if one is not None]
            known = [(value, share) for value, share in known if not np.isnan(value)]
            total = sum(share for _, share in known)
            expected = sum(value * share for value, share in known) / total if known else np.nan
            assert values[number] == pytest.approx(expected, rel=1e-9, abs=1e-6, nan_ok=True)
    assert set(found.codes.tolist()) <= {4, 7}


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    (tmp_path / "a.csv").write_text("id,x,two y\np,1,10\nq,2,20\nr,3,30\n")
    (tmp_path / "b.csv").write_text("id,two y,x\nq,24,0.2\np,12,2\n")
    return [tmp_path / "a.csv", tmp_path / "b.csv"]


def test_files_are_blended_by_id_and_name_in_the_form_of_the_first(files, tmp_path) -> None:
    output = tmp_path / "blend.csv"
    drain(blend_files(files, Recipe("mean", (1, 3)), output, Options(shape="numbers"), {}))
    assert output.read_text() == "id,x,two y\np,1.75,11.5\nq,0.65,23\nr,3,30\n"


@pytest.mark.parametrize("method", ["votes", "borda", "rrf"])
def test_other_methods_say_that_they_blend_labels(files, tmp_path, method) -> None:
    with pytest.raises(InputError, match="blends lists of labels"):
        drain(blend_files(files, Recipe(method, (1, 1)), tmp_path / "c.csv", Options(shape="numbers"), {}))


def pair() -> inspector.Inspection:
    truth = pd.DataFrame({"id": range(50), "y": np.arange(50.0)})
    found = inspector.open_pair(truth, truth.assign(y=truth["y"] + 2), "rmse", shape="numbers")
    found.add(truth.assign(y=truth["y"] - 1), name="low", shape="numbers")
    return found


def test_the_overall_of_a_blend_is_known_before_it_is_made() -> None:
    evaluations = [one.evaluation for one in pair().submissions]
    recipe = Recipe("mean", (1, 1))
    assert drain(overall_task(evaluations, recipe)) == Trial(evaluations, "mean").overall(recipe) == 0.5


@pytest.mark.parametrize(
    "ask",
    [
        lambda one: confusions(one, "top", "rows", 5),
        lambda one: confusion_matrix(one, 5),
        first_hit_matrix,
        lambda one: overview_task(one, {"a": one}, None),
    ],
)
def test_what_is_about_labels_says_so(ask: Callable[[object], Task[object]]) -> None:
    with pytest.raises(InputError, match="need labels; these files hold numbers"):
        drain(ask(pair().evaluation))


def test_counts_of_labels_say_so() -> None:
    with pytest.raises(InputError, match="need labels; these files hold numbers"):
        label_table(pair().evaluation)
