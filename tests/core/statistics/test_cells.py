"""Pairs of scores counted as cells, against a loop over the rows."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector import InputError
from inspector.core.statistics.cells import Cells, PairCodes

score = st.sampled_from([0.0, 1 / 3, 0.5, 2 / 3, 1.0, math.nan])
pairs = st.lists(st.tuples(score, score, st.booleans()), max_size=25)


def columns(rows) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    before, after, shown = (np.array([row[place] for row in rows]) for place in range(3))
    return before.astype(float), after.astype(float), shown.astype(bool)


def loop(rows) -> Counter:
    return Counter((before, after) for before, after, shown in rows if shown and not math.isnan(before + after))


def counted(cells: Cells) -> Counter:
    return Counter(dict(zip(zip(cells.baseline, cells.open, strict=True), cells.counts.tolist(), strict=True)))


def signs(codes: PairCodes) -> np.ndarray:
    """Of each row: 1 where the open submission scores higher, -1 where lower, else 0."""
    return np.append(np.sign(codes.difference), 0)[codes.code]


@settings(max_examples=50)
@given(pairs)
def test_cells_of_a_filter_are_those_of_a_loop(rows) -> None:
    before, after, shown = columns(rows)
    cells = PairCodes.of(before, after).cells(np.flatnonzero(shown))
    assert counted(cells) == loop(rows)
    assert cells.unpaired == sum(shown) - loop(rows).total()
    assert (np.diff(cells.difference) >= 0).all()


@settings(max_examples=50)
@given(pairs)
def test_signs_say_which_side_is_better_in_each_row(rows) -> None:
    before, after, _ = columns(rows)
    codes = PairCodes.of(before, after)
    assert signs(codes).tolist() == [int(a > b) - int(a < b) for b, a in zip(before, after, strict=True)]
    assert codes.paired().tolist() == (~np.isnan(before + after)).tolist()


@settings(max_examples=40)
@given(pairs, st.data())
def test_codes_after_an_edit_are_those_of_the_edited_scores(rows, data) -> None:
    before, after, shown = columns(rows)
    codes = PairCodes.of(before, after)
    at = np.flatnonzero(shown)
    new = np.array(
        data.draw(st.lists(st.sampled_from([0.0, 1 / 3, 0.9, math.nan]), min_size=len(at), max_size=len(at)))
    )
    after[at] = new
    updated, fresh = codes.updated(at, before[at], after[at]), PairCodes.of(before, after)
    assert counted(updated.cells()) == counted(fresh.cells())
    assert signs(updated).tolist() == signs(fresh).tolist()
    found, wanted = updated.cells().differences(), fresh.cells().differences()
    assert found.values == pytest.approx(wanted.values, abs=1e-15)
    assert found.counts.tolist() == wanted.counts.tolist()


def test_a_row_edited_to_a_pair_that_another_row_has_and_to_none() -> None:
    codes = PairCodes.of(np.array([0.0, 1, 0.5]), np.array([0.0, 0.5, 1]))
    updated = codes.updated(np.array([0, 1]), np.array([0.5, 1]), np.array([1, np.nan]))
    assert counted(updated.cells()) == {(0.5, 1.0): 2}
    assert (updated.cells().unpaired, signs(updated).tolist()) == (1, [1, 0, 1])
    assert signs(codes).tolist() == [0, -1, 1]


def test_many_rows_edited_at_once_and_many_values() -> None:
    rng = np.random.default_rng(0)
    before, after = rng.random(3000), rng.random(3000)
    after[-5:] = np.nan
    codes = PairCodes.of(before, after)
    assert codes.cells().counts.tolist() == [1] * 2995
    after[:100] = before[:100]
    updated = codes.updated(np.arange(100), before[:100], after[:100])
    assert (signs(updated) == np.nan_to_num(np.sign(after - before))).all()
    assert updated.cells().unpaired == 5
    assert updated.cells().overall == pytest.approx(after[:-5].mean(), abs=1e-12)
    assert updated.cells().baseline_overall == pytest.approx(before[:-5].mean(), abs=1e-12)


def test_scores_that_rounding_tells_apart_are_the_same() -> None:
    cells = Cells.of(np.array([0.1 + 0.2, 0.5, 0.3]), np.array([0.3, 0.7, 0.5]))
    assert cells.differences().values == pytest.approx([0, 0.2], abs=1e-15)
    assert cells.differences().counts.tolist() == [1, 2]
    assert signs(PairCodes.of(np.array([0.1 + 0.2]), np.array([0.3]))).tolist() == [0]


def test_the_other_direction_has_the_same_magnitudes() -> None:
    rng = np.random.default_rng(1)
    before, after = rng.integers(0, 50, (2, 2000)) / 49
    there, back = Cells.of(before, after).differences(), Cells.of(after, before).differences()
    assert there.negated().values.tolist() == back.values.tolist()
    assert there.negated().counts.tolist() == back.counts.tolist()


def test_no_rows_have_no_overall() -> None:
    cells = Cells.of(np.array([np.nan]), np.array([1.0]))
    assert cells.unpaired == 1
    assert math.isnan(cells.overall)


def test_an_infinite_score_on_either_side_is_refused() -> None:
    for before, after in ((np.inf, 0.0), (0.0, -np.inf)):
        with pytest.raises(InputError, match="finite"):
            PairCodes.of(np.array([before]), np.array([after]))
