"""Opens a truth with several submissions, and prints as JSON what they and their comparison cost. Run by other scripts.

python tests/benchmarks/programs/submissions_run.py METRIC TRUTH SUBMISSION...
"""

from __future__ import annotations

import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

import inspector
from inspector.allocator import reuse_freed_memory
from inspector.core.comparison.comparison import Comparison
from inspector.core.task import drain


def resident() -> float:
    """The memory of this process that is not a file's, in MB."""
    gc.collect()
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon")) * 1024 / 1e6


def timed(work: Callable[[], object], rounds: int = 1) -> float:
    """The seconds of the fastest round."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def opening(metric: str, truth: str, first: str, *others: str) -> tuple[inspector.Inspection, list[list[float]]]:
    """The inspection, and the seconds and the memory of each submission."""
    opened: list[inspector.Inspection] = []
    first_cost = [timed(lambda: opened.append(inspector.open_pair(truth, first, metric))), resident()]
    return opened[0], [first_cost, *([timed(lambda path=path: opened[0].add(path)), resident()] for path in others)]


def comparing(pair: inspector.Inspection) -> dict[str, float]:
    """The seconds of a switch, a filter's verdict, and an edit that the comparison follows."""
    names = [one.name for one in pair.submissions]
    pair.baseline = names[1]
    found = {"switch": timed(lambda: pair.open(names[1])), "switch back": timed(lambda: pair.open(names[0]))}
    comparison = Comparison.of(pair.evaluation)
    found["code a pair once"] = timed(lambda: comparison.codes)
    for text in ("score<0.5", "rank>3"):
        pair.narrow(text, "only")
        rows = pair.shown_rows
        found[f"verdict on {len(rows):,} rows"] = timed(lambda rows=rows: drain(comparison.verdict_task(rows)), 3)
    pair.narrow("", "only")
    found["verdict on all rows"] = timed(lambda: drain(comparison.verdict_task()), 3)
    board = drain(pair.leaderboard_task())
    found[f"lines of {len(names)}"] = timed(lambda: drain(board.task()))
    found["the same for another filter"] = timed(lambda: drain(board.task(rows)))
    edited = pair.shown_rows if pair.shown_rows is not None else pair.evaluation.all_rows
    ids = [pair.evaluation.table.id(int(row)) for row in edited[:6]]

    def edit() -> None:
        nonlocal comparison
        id_ = ids.pop()
        pair.edit(id_, list(reversed(pair.evaluation.prediction(pair.evaluation.table.row_of(id_)).labels)))
        comparison = comparison.follow(pair.evaluation, pair.evaluation.overlay.rows[-1:])

    found["an edit, followed"] = timed(edit, 5)
    return found


def main() -> None:
    """Open, compare and print."""
    reuse_freed_memory()
    pair, costs = opening(*sys.argv[1:])
    print(json.dumps({"opening": costs, **(comparing(pair) if len(costs) > 1 else {})}))


if __name__ == "__main__":
    main()
