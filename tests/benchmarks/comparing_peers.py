"""From a truth and two submissions to a verdict, and a verdict again under a filter: this program and libraries.

    python tests/benchmarks/comparing_peers.py [--rounds 3] [--quick] [ROWS ...]

Ours is the whole program in its place: 10,000 sign-flips and a bootstrap interval. pytrec_eval scores queries for the
t-test of pairs by scipy, as PyTerrier does; ranx compares with its own test, 1,000 random swaps. Each runs in a new
process, in turn, and must find the same difference. The libraries are installed as by peers.py.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import data
from comparing import turned
from peers import installed
from process import PROGRAMS, Cost, medians, python, show

SCRIPT = PROGRAMS / "comparing_scripts.py"
# Above what ranx's walk over pairs of rows takes minutes.
PEERS, SLOW, MANY = ("pytrec_eval", "ranx"), "ranx", 500_000
NAMES = {"pytrec_eval": "pytrec_eval and scipy"}


def measured(rows: int, rounds: int, interpreter: Path, peers: list[str]) -> dict[str, Cost]:
    """The median cost of each, with this program first; what takes minutes once."""
    truth, first = data.pair("hm-full", rows)
    files = truth, first, turned(first, 1)
    ours = "submission-inspector"
    commands = {ours: python(SCRIPT, ours, *files)} | {one: [interpreter, SCRIPT, one, *files] for one in peers}
    slow = {name: commands.pop(name) for name in [SLOW] if rows > MANY and name in commands}
    return medians(rounds, commands) | medians(1, slow)


def lines(found: dict[str, Cost], rows: int) -> list[list[str]]:
    """The rows of the table: each figure with its ratio to ours. Raises SystemExit where the differences differ."""
    parts = {name: json.loads(cost.words) for name, cost in found.items()}
    (delta, _, *ours), peak = next(iter(parts.values())), next(iter(found.values())).peak
    table = []
    for name, (its_delta, p, first, part_p, again) in parts.items():
        if abs(its_delta - delta) > 1e-9:
            raise SystemExit(f"{name} finds another difference: {its_delta} instead of {delta}")
        pairs = [
            (f"{first:.2f} s", first / ours[0]),
            (f"{1000 * again:,.1f} ms", again / ours[2]),
            (f"{found[name].peak:,.0f} MB", found[name].peak / peak),
        ]
        figures = [text for figure, times in pairs for text in (figure, f"{times:.1f} ×")]
        table.append([f"{rows:,}", NAMES.get(name, name), *figures, f"{p:.4g}", f"{part_p:.4g}"])
    return table


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", type=int, metavar="ROWS")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="10,000 rows, once.")
    given = parser.parse_args()
    interpreter, peers = installed()
    peers = [peer for peer in PEERS if peer in peers]
    table = []
    for rows in given.rows or ([10_000] if given.quick else [100_000, 1_000_000]):
        table += lines(measured(rows, 1 if given.quick else given.rounds, interpreter, peers), rows)
    show(["rows", "", "files to verdict", "", "under a filter", "", "peak memory", "", "p", "p under it"], table)


if __name__ == "__main__":
    main()
