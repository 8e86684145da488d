"""What the cells of a column contain."""

from __future__ import annotations

import pandas as pd
import pytest

from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.schema.contents import numbers_rows


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        ("0 1 2", True),
        ("1 2 3", True),
        ("0", True),
        ("2 3 4", False),
        ("0 1 1", False),
        ("0 2 1", False),
        ("0 1 x", False),
        ("0 1 2 3 x 5 6 7 8 9 10", True),
        ("x 2 3 4 5 6 7 8 9 10 11", True),
        ("0 1 2 3 x 5 6 y 8 9 10", False),
        ("0.0 1.0", False),
        ("00 01", False),
        ("a b", False),
    ],
)
def test_a_column_numbers_the_rows_when_it_counts_from_0_or_1(cells: str, numbers: bool) -> None:
    frame = pd.DataFrame({"first": cells.split(), "id": "x"})
    assert numbers_rows(read_sheet(frame), 0) == numbers
