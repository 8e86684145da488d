"""How long the event loop of the window is blocked while a pair is opened, and how long a cancel takes.

    python tests/benchmarks/blocking.py [--rounds 3] [--quick] [--actions [--only TEXT]] [KIND ...]

KIND is hm by default; see data.py. A timer in the UI thread fires every 2 ms and records its delays. --actions runs
everything else that takes long with many rows: scoring, sorting, filtering, editing all rows, undo, saving, exporting,
pasting, reloading.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import data
from process import PROGRAMS, cost, python, show

SCRIPT = PROGRAMS / "window_run.py"
ACTIONS = PROGRAMS / "actions_run.py"


def run(script: Path, *arguments: object) -> Any:
    """What a script in its own process prints as JSON."""
    return json.loads(cost(python(script, *arguments)).words.splitlines()[-1])


def actions(kind: str, files: Sequence[Path], rounds: int, only: str) -> list[list[str]]:
    """For each action the medians of the longest time that the window was blocked, and of its whole time."""
    found = [run(ACTIONS, *files, data.METRICS[kind], "--only", only) for _ in range(rounds)]
    rows = []
    for same in zip(*found, strict=True):
        longest, seconds = (statistics.median(one[i] for one in same) for i in (1, 2))
        rows.append([kind, same[0][0], f"{longest:.0f} ms", f"{seconds:.2f} s"])
    return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--actions", action="store_true", help="Everything but the load.")
    parser.add_argument("--only", default="", help="Only actions with this text in their names.")
    parser.add_argument("--quick", action="store_true", help="A tenth of the rows, once.")
    given = parser.parse_args()
    rounds, rows = 1 if given.quick else given.rounds, []
    for kind in given.kinds or ("hm",):
        files = data.pair(kind, data.ROWS[kind] // 10 if given.quick else None)
        if given.actions:
            rows += actions(kind, files, rounds, given.only)
            continue
        found = [run(SCRIPT, *files, data.METRICS[kind]) for _ in range(rounds)]
        seconds = statistics.median(one["seconds"] for one in found)
        for where in ("loading", "showing"):
            gaps = [
                [gap for gap, doing in one["gaps"] if (doing == "showing") == (where == "showing")] for one in found
            ]
            longest = [statistics.median(max(some, default=0.0) for some in gaps)]
            many = statistics.median(sum(gap > 50 for gap in some) for some in gaps)
            rows.append([kind, where, f"{longest[0]:.0f} ms", f"{many:.0f}"])
        # At several moments of the load, because the time of a cancel depends on the step that runs.
        stops = [run(SCRIPT, *files, data.METRICS[kind], seconds * part) for part in (0.2, 0.4, 0.6, 0.8)]
        for end, words in (("cancelled", "until the window is free"), ("ended", "until the thread has ended")):
            rows.append([kind, f"cancelling: {words}", f"{1000 * max(one[end] for one in stops):.0f} ms", ""])
    show(["files", "while", "longest", "took" if given.actions else "over 50 ms"], rows)


if __name__ == "__main__":
    main()
