"""Editing few of many edited rows gives the same overlay as the general path."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from core.strategies import Lists, open_lists
from hypothesis import example, given

from inspector.core.data import edits
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit

PAIR = Lists([["a"], ["b"], ["c"], ["a"], ["b"]], [["c", "a"], ["b"], ["a", "c"], [], ["a", "b", "c"]])
BULK_EDITS = [BulkEdit("put_first", "b"), BulkEdit("clear"), BulkEdit("truncate", rank=1), BulkEdit("append", "x")]
some_rows = st.lists(st.integers(0, 4), min_size=1, max_size=4, unique=True)
steps = st.lists(st.tuples(some_rows, st.sampled_from([*BULK_EDITS, None])), max_size=6)


@pytest.mark.slow
@given(steps)
# One row returns to the list of the file, a later one changes, and one between them does not.
@example([([1, 2, 4], BulkEdit("append", "x")), ([1, 4], BulkEdit("truncate", rank=1))])
def test_replacing_few_rows_equals_building_the_overlay_again(asked) -> None:
    states = open_lists(PAIR, "map@5").evaluation, open_lists(PAIR, "map@5").evaluation
    for rows, bulk_edit in asked:
        for few, evaluation in zip((0, 1000), states, strict=True):
            chosen = evaluation.all_rows[sorted(rows)]
            edit = (
                edits.Edit(chosen, evaluation.table.predictions.take(chosen), "reset")
                if bulk_edit is None
                else bulk.edit(evaluation, chosen, bulk_edit)
            )
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(edits, "_INSERT_RATIO", few)
                evaluation.apply(edit)
        one, other = (evaluation.overlay for evaluation in states)
        assert one.rows.tolist() == other.rows.tolist()
        assert one.predictions.codes.tolist() == other.predictions.codes.tolist()
        assert one.predictions.offsets.tolist() == other.predictions.offsets.tolist()
