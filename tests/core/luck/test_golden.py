"""Enumerated splits and published shake-ups."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inspector.core.luck.parts import Parts
from inspector.core.luck.split import Split
from inspector.core.luck.split_scores import SplitScores, drawn, shakeup
from inspector.core.task import drain

CASES: dict[str, Any] = json.loads((Path(__file__).parent / "golden.json").read_text(encoding="utf-8"))
SPLITS, EXPECTED = (CASES["split_enumeration"][part] for part in ("inputs", "expected"))
SCORES = np.array([SPLITS["row_scores_A"], SPLITS["row_scores_B"]])
SPLIT = Split.of(10, 0.3)


def mean(scores: np.ndarray) -> Parts:
    return Parts(lambda times: times @ scores / times.sum(axis=1), 2000)


@pytest.fixture(scope="module")
def every() -> SplitScores:
    return drain(drawn([*map(mean, SCORES)], SPLIT, 10, 1, seed=0))


def test_few_splits_are_each_taken_once(every: SplitScores) -> None:
    assert every.is_every
    assert len(every) == 120
    assert every.public[0].var() == pytest.approx(EXPECTED["var_public"], abs=1e-12)
    assert every.private[0].var() == pytest.approx(EXPECTED["var_private"], abs=1e-12)
    assert every.gaps[0].var() == pytest.approx(EXPECTED["var_gap"], abs=1e-12)
    assert np.corrcoef(every.public[0], every.private[0])[0, 1] == pytest.approx(-1, abs=1e-12)


def test_the_formulas_are_what_all_splits_give() -> None:
    assert SPLIT.public == SPLITS["n_public"]
    variance = SCORES[0].var(ddof=1)
    assert variance * SPLIT.of_public == pytest.approx(EXPECTED["var_public_formula"], abs=1e-12)
    assert variance * SPLIT.of_private == pytest.approx(EXPECTED["var_private_formula"], abs=1e-12)
    assert variance * SPLIT.of_gap == pytest.approx(EXPECTED["var_gap_formula"], abs=1e-12)


def test_one_of_two_leads_in_so_many_splits(every: SplitScores) -> None:
    b_behind, a_behind = every.behind(1, 0), every.behind(0, 1)
    assert b_behind == pytest.approx((EXPECTED["p_B_worse_public"], EXPECTED["p_B_worse_private"]), abs=1e-12)
    assert a_behind == pytest.approx((EXPECTED["p_B_better_public"], EXPECTED["p_B_better_private"]), abs=1e-12)
    assert 1 - b_behind[0] - a_behind[0] == pytest.approx(EXPECTED["p_tie_public"], abs=1e-12)
    level = 1 - EXPECTED["p_B_better_private"] - EXPECTED["p_B_worse_private"]
    assert every.first()[1] == pytest.approx(EXPECTED["p_B_better_private"] + level / 2, abs=1e-12)


def test_the_shakeup_is_the_mean_change_of_ranks_by_teams() -> None:
    inputs, expected = CASES["shakeup_formula"]["inputs"], CASES["shakeup_formula"]["expected"]
    found = shakeup(np.array(inputs["public"]), np.array(inputs["private"]))
    assert found == pytest.approx(expected["shakeup"], abs=1e-12)
    assert math.isnan(shakeup(np.empty(0, np.int64), np.empty(0, np.int64)))
