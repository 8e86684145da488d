"""The memory of the window with a pair open and without one, compared with the bytes of the pair's files.

    python tests/benchmarks/memory.py [--rounds 3] [--quick] [KIND ...]

KIND is hm and facebook by default; see data.py. The figures are the operating system's: resident memory once
the window has settled, and its peak on the way.
"""

from __future__ import annotations

import argparse
import json
import statistics

import data
from process import PROGRAMS, cost, python, show


def opened(rounds: int, *arguments: object) -> tuple[float, float]:
    """Settled and peak memory of a window, in MB; medians."""
    script = PROGRAMS / "window_run.py"
    found = [json.loads(cost(python(script, *arguments)).words.splitlines()[-1]) for _ in range(rounds)]
    settled, peak = (statistics.median(one[name] for one in found) for name in ("settled", "peak"))
    return settled, peak


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="A tenth of the rows, once.")
    given = parser.parse_args()
    rounds = 1 if given.quick else given.rounds
    empty, _ = opened(rounds)
    rows = [["no pair", "", f"{empty:,.0f} MB", "", ""]]
    for kind in given.kinds or ("hm", "facebook"):
        files = data.pair(kind, data.ROWS[kind] // 10 if given.quick else None)
        size = sum(path.stat().st_size for path in files) / 1e6
        # The largest files vary too little to be read several times.
        settled, peak = opened(1 if size > 450 else rounds, *files, data.METRICS[kind])
        times = f"{(settled - empty) / size:.2f} ×"
        rows.append([kind, f"{size:,.0f} MB", f"{settled:,.0f} MB", times, f"{peak:,.0f} MB"])
    show(["window with", "files", "settled", "(settled - no pair) / files", "peak"], rows)


if __name__ == "__main__":
    main()
