"""Whether the window lives while a pair is opened: how long its event loop stood still, and what a cancel takes.

    python tests/benchmarks/stillness.py [--rounds 3] [--quick] [--deeds [--only WORDS]] [KIND ...]

KIND is hm when none is named; see data.py. A timer in the window's thread fires every 2 ms and notes when it could not.
--deeds does everything else that takes its time with many rows, one after the other: scoring, sorting, filtering,
editing all rows, undo, saving, exporting, pasting, reloading.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import data
from process import cost, python, show

SCRIPT = Path(__file__).with_name("window_run.py")
DEEDS = Path(__file__).with_name("deeds_run.py")


def run(script: Path, *arguments: object) -> Any:
    """What a window found out about itself."""
    return json.loads(cost(python(script, *arguments)).words.splitlines()[-1])


def deeds(kind: str, files: Sequence[Path], rounds: int, only: str) -> list[list[str]]:
    """For each deed the medians of the longest time the window stood still, and of the time until all was at rest."""
    found = [run(DEEDS, *files, data.METRICS[kind], "--only", only) for _ in range(rounds)]
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
    parser.add_argument("--deeds", action="store_true", help="Everything but the load.")
    parser.add_argument("--only", default="", help="Only the deeds that have this in their names.")
    parser.add_argument("--quick", action="store_true", help="A tenth of the rows, once.")
    given = parser.parse_args()
    rounds, rows = 1 if given.quick else given.rounds, []
    for kind in given.kinds or ("hm",):
        files = data.pair(kind, data.ROWS[kind] // 10 if given.quick else None)
        if given.deeds:
            rows += deeds(kind, files, rounds, given.only)
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
        # At several moments of the load: half of what a cancel takes is luck.
        stops = [run(SCRIPT, *files, data.METRICS[kind], seconds * part) for part in (0.2, 0.4, 0.6, 0.8)]
        for end, words in (("cancelled", "until the window is free of it"), ("ended", "until its thread has ended")):
            rows.append([kind, f"cancelling: {words}", f"{1000 * max(one[end] for one in stops):.0f} ms", ""])
    show(["files", "while", "longest", "took" if given.deeds else "over 50 ms"], rows)


if __name__ == "__main__":
    main()
