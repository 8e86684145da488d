"""Lines of a panel, such as one for each label, as an Arrow table to copy or to export."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from inspector.core.arrays.arrow import floats, integers, texts
from inspector.core.arrays.types import Floats, Ints
from inspector.core.rows.copying import Copied, tab_separated
from inspector.core.rows.export import formula_cells, formula_warning, unique_names
from inspector.core.task import Progress, Task


def lines_table(titles: Sequence[str], columns: Sequence[Sequence[str] | Ints | Floats]) -> pa.Table:
    """A table of columns, each of texts, int64 or float64 (l,); NaN becomes null, and equal titles get numbers."""
    return pa.table([_column(values) for values in columns], names=unique_names(titles))


def copy_lines_task(table: pa.Table, headers: bool) -> Task[Copied]:
    """Copy a table as tab-separated lines; headers: whether to put the titles first."""
    yield Progress(0.0, f"Copying {len(table):,} lines")
    return Copied(bytearray(tab_separated(table, headers)), formula_warning(formula_cells(table)))


def _column(values: Any) -> pa.Array:
    if not isinstance(values, np.ndarray):
        return texts(values)
    return floats(values) if values.dtype.kind == "f" else integers(values)
