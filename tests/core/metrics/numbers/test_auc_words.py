"""What AUC says of a row: how many rows of the other class it beats, with all digits."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector

IDS = ["a", "b", "c"]


@pytest.mark.parametrize(
    ("wins", "working", "remark"),
    [
        (
            3,
            "1.5 ÷ 2000000",
            "1.5 of the 2,000,000 rows whose truth is 0 have a lower number; an equal one counts half.",
        ),
        (2_469_134, "1234567 ÷ 2000000", "1,234,567 of the 2,000,000 rows whose truth is 0 have"),
        (2_469_135, "1234567.5 ÷ 2000000", "1,234,567.5 of the 2,000,000 rows whose truth is 0 have"),
    ],
)
def test_a_row_says_what_it_beats_with_all_digits(wins: int, working: str, remark: str) -> None:
    truth, said = (pd.DataFrame({"id": IDS, "y": values}) for values in ([1, 0, 0], [0.5, 0.25, 0.75]))
    pair = inspector.open_pair(truth, said, "rocauc")
    batch = pair.evaluation.batch(np.array([0]))
    found = pair.metric.explain_in(batch, np.array([wins]), np.array([2_000_000]))
    assert found.steps[0].working == working
    assert found.remark.startswith(remark)
