"""What the metric's process answers is taken as a number only if it is one."""

from __future__ import annotations

import math
import os
import resource
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.host.scripts import doing, running

import inspector
from inspector.core.host.errors import HostError
from inspector.core.host.frames import Frames
from inspector.core.host.host import number_of, numbers_of

PATH = Path("metric.py")


@pytest.mark.parametrize("value", ["0.9", [1], None, True, {}, math.nan, math.inf, -math.inf, 10**400])
def test_an_answer_that_is_no_finite_number_is_an_error(value: object) -> None:
    with pytest.raises(HostError, match="no number"):
        number_of(value, PATH)


@pytest.mark.parametrize("value", [None, [], [1.0, 2.0, 3.0, 4.0], ["1"], [True], [[1.0]], 5, [10**400]])
def test_row_scores_that_are_no_numbers_or_too_many_are_an_error(value: object) -> None:
    with pytest.raises(HostError, match="no number"):
        numbers_of(value, 3, PATH)


def test_numbers_are_taken_as_they_are() -> None:
    assert number_of(3, PATH) == 3.0
    np.testing.assert_array_equal(numbers_of([1, 0.5, math.nan], 3, PATH), [1.0, 0.5, math.nan])


@pytest.mark.slow
def test_a_program_with_many_open_files_is_answered_too(tmp_path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2_048:
        pytest.skip("no more than 2,048 files may be open here")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2_048), hard))
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1_100)]
    try:
        frame = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"]})
        pair = inspector.open_pair(frame, frame, "map@1").evaluation
        with running(tmp_path, doing("return 0.5")) as host:
            assert host.score(Frames(pair.pair), pair.overlay).overall == 0.5
    finally:
        for file in files:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
