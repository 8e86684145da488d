"""Weights tried on a sample and on all rows, against the blend as a submission."""

from __future__ import annotations

import numpy as np
import pytest
from core.ensemble.lists import opened

import inspector.core.ensemble.trial as trial
from inspector.core.ensemble.blend import Recipe
from inspector.core.ensemble.trial import Trial, blended_task, overall_task, sample_of
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import parse
from inspector.core.task import drain

RUNS = [
    {
        f"q{number}": {label: 1 / (1 + (number * 7 + at * way) % 5) for at, label in enumerate("abc")}
        for number in range(8)
    }
    for way in (1, 2, 3)
]
del RUNS[2]["q5"]


@pytest.fixture(params=["map@2", "map(missing=skip)@2", "gap", "f1(average=micro)"])
def three(request) -> list[Evaluation]:
    return [one.under(parse(request.param)) for one in opened(RUNS)]


@pytest.mark.slow
@pytest.mark.parametrize("method", ["votes", "borda", "rrf", "mean"])
def test_the_overall_of_a_trial_is_that_of_the_finished_blend(three: list[Evaluation], method: str) -> None:
    for weights in ((1, 1, 1), (0, 2, 1), (0, 0, 1)):
        recipe = Recipe(method, weights)
        made = drain(blended_task(three, recipe, "a blend"))
        assert Trial(three, method).overall(recipe) == pytest.approx(made.scores.overall, abs=1e-12)
        assert drain(overall_task(three, recipe)) == pytest.approx(made.scores.overall, abs=1e-12)


def test_a_sample_compares_the_blend_and_the_submissions_on_the_same_rows(monkeypatch) -> None:
    monkeypatch.setattr(trial, "SAMPLE", 3)
    three = opened(RUNS)
    some = Trial(three, "rrf")
    assert (some.is_whole, len(some.rows)) == (False, 3)
    assert (some.rows == sample_of(np.arange(8))).all()
    assert some.alone == pytest.approx([one.scores.row[some.rows].mean() for one in three])
    assert some.overall(Recipe("rrf", (0, 1, 0))) == pytest.approx(some.alone[1])
    assert len(np.unique(sample_of(np.arange(4)))) == 3
    assert Trial(three[:1], "votes").alone != [three[0].scores.overall]
