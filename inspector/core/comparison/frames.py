"""Comparisons as tables and pandas DataFrames, and row scores of other programs compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import floats
from inspector.core.arrays.types import Floats, Ranks
from inspector.core.comparison.comparison import Comparison
from inspector.core.comparison.leaderboard import Line
from inspector.core.errors import InputError
from inspector.core.evaluation.numbers import errors
from inspector.core.statistics.cells import Cells
from inspector.core.statistics.judge import judge
from inspector.core.statistics.verdict import Verdict

if TYPE_CHECKING:
    import pandas as pd


def lines_frame(lines: Sequence[Line]) -> pd.DataFrame:
    """The fields of each line."""
    import pandas as pd

    return pd.DataFrame([line.fields for line in lines])


def differences_frame(comparison: Comparison) -> pd.DataFrame:
    """`differences_table` as a pandas DataFrame."""
    frame: pd.DataFrame = differences_table(comparison).to_pandas(integer_object_nulls=False)
    return frame


def differences_table(comparison: Comparison) -> pa.Table:
    """Each row in both submissions, in the order of the truth; no first hit is null. Numbers have errors instead."""
    opened, baseline = comparison.opened, comparison.baseline
    outcomes: dict[str, pa.Array] = {
        "first_hit_rank": _ranks(opened.scores.first_hit),
        "baseline_first_hit_rank": _ranks(baseline.scores.first_hit),
    }
    if not opened.table.kind.names_labels:
        sides = {"error": opened, "baseline_error": baseline}
        outcomes = {name: floats(errors(side, side.all_rows)) for name, side in sides.items()}
    return pa.table(
        {
            "id": opened.table.ids,
            "score": floats(opened.scores.row),
            "baseline_score": floats(opened.scores.comparable(baseline.scores, slice(None))),
            "delta": floats(comparison.differences()),
            **outcomes,
        }
    )


def paired(baseline: Any, opened: Any, *, resamples: int, seed: int) -> Verdict:
    """The verdict on two arrays of row scores, paired by position; NaN is not scored.

    Raises InputError for scores that are no numbers, infinite, or not as many.
    """
    before, after = _scores(baseline), _scores(opened)
    if len(before) != len(after):
        raise InputError(
            "row scores are paired by their position",
            found=f"{len(before):,} and {len(after):,} of them",
            expected="as many of both, in the same order of rows",
        )
    return judge(Cells.of(before, after), resamples=resamples, seed=seed)


def _scores(values: Any) -> Floats:
    try:
        scores = np.asarray(values, np.float64)
    except (TypeError, ValueError):
        raise InputError(
            "row scores have to be numbers", expected="two arrays of floats, NaN for a row not scored"
        ) from None
    if scores.ndim != 1:
        raise InputError(
            "row scores have to be in one line", found=f"{scores.ndim} dimensions", expected="one number a row"
        )
    return scores


def _ranks(ranks: Ranks) -> pa.Array:
    return floats(np.where(ranks == 0, np.nan, ranks)).cast(pa.int32())
