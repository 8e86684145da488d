"""Measures load, score, sort, filter and edit of one pair; prints medians in seconds as JSON. Run by growth.py.

python tests/benchmarks/growth_run.py TRUTH SUBMISSION
"""

import importlib
import json
import sys
import time

from process import usual_time

import inspector
from inspector.core.data.order import SortKey
from inspector.core.metrics import Batch, open_scores

importlib.import_module("inspector.core.document.inspection")  # the package imports it lazily
start = time.perf_counter()
pair = inspector.open_pair(*sys.argv[1:3], metric="map@3")
load = time.perf_counter() - start
state, table = pair.state, pair.evaluation.table
row = len(table) // 2
codes = iter(range(1000))


def edit() -> None:
    """Put another label into one row."""
    pair.predict(row, state.evaluation.prediction(row).replaced(0, [f"other{next(codes)}"]))


def keep_low() -> None:
    """Show the rows with a low score."""
    pair.narrow("score<0.2", source="benchmark")


edit()
found = {
    "load": load,
    "score": usual_time(
        3, lambda: open_scores(state.evaluation.metric, Batch(table.truth, table.predictions, table.submitted))
    ),
    "edit": usual_time(15, edit),
    "sort": usual_time(3, lambda: pair.sort(SortKey("score"), SortKey("cost", descending=True))),
    "filter": usual_time(3, keep_low),
}
print(json.dumps(found))
