"""Total losses updated under edits equal newly computed ones."""

from __future__ import annotations

import math

import hypothesis.strategies as st
import numpy as np
from core.metrics.metric_strategies import scored_pairs
from core.metrics.oracles import agree
from core.strategies import edits, open_lists
from hypothesis import given


@given(st.data())
def test_incremental_losses_equal_freshly_computed_ones(data) -> None:
    lists, metric = data.draw(scored_pairs())
    inspection = open_lists(lists, metric)
    evaluation = inspection.evaluation
    before = evaluation.total_losses()
    for _ in range(data.draw(st.integers(1, 3))):
        row, prediction = data.draw(edits(lists))
        inspection.predict(row, prediction)
        kept, fresh = evaluation.total_losses(), evaluation.losses(evaluation.all_rows)
        assert agree(kept.ordering, float(np.nansum(fresh.ordering)))
        assert agree(kept.candidates, float(np.nansum(fresh.candidates)))
        some = evaluation.all_rows[::2]
        part = evaluation.total_losses(some)
        assert agree(part.ordering, float(np.nansum(fresh.ordering[some])))
    while inspection.undo_name:
        inspection.undo()
    after = evaluation.total_losses()
    assert agree(after.ordering, before.ordering)
    assert agree(after.candidates, before.candidates)
    assert not math.isnan(after.ordering)
