"""What rows are sorted by, from its text form."""

from __future__ import annotations

from dataclasses import replace

from inspector.core.data.order import SortKey
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.rows.columns import COLUMNS


def sort_key(text: str, evaluation: Evaluation) -> SortKey:
    """`score`, or `-score` to descend; a column of the files by its own name, unless another column has it."""
    key = SortKey.parse(text)
    is_ours = key.column in {column.name for column in COLUMNS} or key.column not in evaluation.table.extra
    return key if is_ours else replace(key, column=f"extra:{key.column}")
