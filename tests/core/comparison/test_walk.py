"""Going from one row that differs from the baseline to the next, in the order shown."""

from __future__ import annotations

import inspector
from inspector import Inspection
from inspector.core.comparison.differences import next_difference
from inspector.core.data.order import SortKey

IDS = [f"q{number}" for number in range(7)]


def walked(inspection: Inspection, row: int | None, step: int) -> list[int]:
    """All rows on the way."""
    found = []
    while (row := next_difference(inspection.evaluation, inspection.state.order, row, step)) is not None:
        found.append(row)
    return found


def test_it_goes_over_all_rows_that_differ_in_the_order_shown() -> None:
    inspection = inspector.open_pair({id_: {"a": 1} for id_ in IDS}, {id_: {"a": 0.5} for id_ in IDS}, "map@2")
    assert walked(inspection, None, 1) == []
    inspection.baseline = inspection.add({id_: {"a" if at in (1, 2) else "b": 0.5} for at, id_ in enumerate(IDS)})
    inspection.sort(SortKey("id", descending=True))
    assert walked(inspection, None, 1) == [6, 5, 4, 3, 0]
    assert walked(inspection, 2, 1) == [0]
    assert walked(inspection, 0, -1) == [3, 4, 5, 6]
    inspection.narrow("id:/[1245]/")
    assert walked(inspection, 5, 1) == [4]
    assert walked(inspection, 3, -1) == []
    assert walked(inspection, 3, 1) == [5, 4]
