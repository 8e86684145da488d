"""How long a pair takes to open, with every check and its score, compared with the floor: reading and coding alone.

    python tests/benchmarks/loading.py [--rounds 5] [--quick] [KIND ...]

Each runs in a new process, in turn: the program, which sets up its process, and `open_pair` from a script,
which does not. The ratios are those of the program. KIND is hm and hm-full by default; see data.py. The numbers of
prices and classes are compared with pandas, and with polars where it is installed, which read, pair and score them with
ids as text, as the program does, and with ids as the library guesses them.
"""

from __future__ import annotations

import argparse
from importlib.util import find_spec
from pathlib import Path

import data
from process import PROGRAMS, Cost, medians, python, show

OPEN = "import sys, inspector; inspector.open_pair(*sys.argv[1:3], metric=sys.argv[3])"
# The program sets up memory, collector and threads of its process.
START = "from inspector.allocator import *; reuse_freed_memory(); use_one_blas_thread(); collect_rarely()"
PROGRAM = f"{START}; {OPEN}"


def measured(kind: str, rows: int | None, rounds: int) -> list[list[str]]:
    """The table's rows for one kind of files."""
    truth, submission = data.pair(kind, rows)
    ours = python("-c", OPEN, truth, submission, data.METRICS[kind])
    program = python("-c", PROGRAM, truth, submission, data.METRICS[kind])
    found = medians(rounds, {**floors(kind, truth, submission), "open_pair": ours, "program": program})
    figures = [[name, f"{c.seconds:.2f} s", f"{c.cpu:.2f} s", f"{c.peak:,.0f} MB"] for name, c in found.items()]
    ratios = [ratio(name, found["program"], found[name]) for name in found if name not in ("open_pair", "program")]
    return [[kind, *row] for row in [*figures, *ratios]]


def ratio(name: str, cost: Cost, other: Cost) -> list[str]:
    """The table's row for what the program costs in units of another cost."""
    figures = (cost.seconds / other.seconds, cost.cpu / other.cpu, cost.peak / other.peak)
    return [f"program ÷ {name}", *(f"{figure:.2f}" for figure in figures)]


def floors(kind: str, truth: Path, submission: Path) -> dict[str, list[object]]:
    """What the kind is compared with."""
    if kind not in ("prices", "classes"):
        return {"floor": python(PROGRAMS / "floor.py", truth, submission)}
    libraries = ["pandas", *(["polars"] if find_spec("polars") else [])]
    return {
        f"{library}, ids {ids}": python(PROGRAMS / "number_readers.py", library, ids, truth, submission)
        for library in libraries
        for ids in ("text", "guessed")
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="A tenth of the rows, 3 rounds.")
    given = parser.parse_args()
    rows = []
    for kind in given.kinds or ("hm", "hm-full"):
        size = data.ROWS[kind] // 10 if given.quick else None
        rows += measured(kind, size, 3 if given.quick else given.rounds)
    show(["files", "", "time", "CPU", "peak memory"], rows)


if __name__ == "__main__":
    main()
