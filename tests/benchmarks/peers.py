"""From two CSV files to the overall and the score of every row: this program and those that do the same.

    python tests/benchmarks/peers.py [--rounds 3] [--quick] [ROWS ...]

Each runs in a fresh process, in turn, under MAP@12 (where every row has its truth). The peers are installed into a
virtual environment in a temporary folder, made at the first run; one that cannot be installed is named below the table.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import data
from process import Cost, medians, python, show

HOME = data.FOLDER / "peers"
# What each peer is installed as; pytrec_eval's own package downloads its sources from elsewhere, the fork carries them.
PACKAGES = {
    "pandas": ["pandas", "pyarrow"],
    "pytrec_eval": ["pytrec_eval", "pytrec-eval-terrier"],
    "ranx": ["ranx"],
    "ir_measures": ["ir_measures"],
}
OURS = """
import sys, time, inspector
start = time.perf_counter()
scored = inspector.open_pair(*sys.argv[1:], metric="map(divisor=m)@12")
print(scored.overall, time.perf_counter() - start)
"""


def installed() -> tuple[Path, list[str]]:
    """The Python of the peers' environment, and the peers that could be installed."""
    interpreter = HOME / "bin" / "python"
    if not interpreter.exists():
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True)
    return interpreter, [peer for peer in PACKAGES if _install(interpreter, peer)]


def _install(interpreter: Path, peer: str) -> bool:
    if _runs([interpreter, "-c", f"import {peer}"]):
        return True
    print(f"installing {peer} ...", file=sys.stderr)
    pip = [interpreter, "-m", "pip", "install", "--quiet"]
    if peer == "pandas":
        return _runs([*pip, *PACKAGES[peer]])
    return any(_runs([*pip, package]) for package in PACKAGES[peer])


def _runs(command: list[object]) -> bool:
    return not subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode


def measured(rows: int, rounds: int, interpreter: Path, peers: list[str]) -> dict[str, Cost]:
    """The median cost of each, ours first."""
    files = data.pair("hm-full", rows)
    script = Path(__file__).with_name("peer_scripts.py")
    commands = {"submission-inspector": python("-c", OURS, *files)}
    commands |= {peer: [interpreter, script, peer, *files] for peer in peers}
    return medians(rounds, commands)


def lines(found: dict[str, Cost], rows: int) -> list[list[str]]:
    """The table's rows: each cost and how many times ours it is, from files to scores and with the start of Python."""
    ours, table = next(iter(found.values())), []
    for name, cost in found.items():
        overall, scoring = map(float, cost.words.split()[:2])
        pairs = [
            (f"{scoring:.2f} s", scoring / float(ours.words.split()[1])),
            (f"{cost.seconds:.2f} s", cost.seconds / ours.seconds),
            (f"{cost.peak:,.0f} MB", cost.peak / ours.peak),
        ]
        figures = [text for figure, times in pairs for text in (figure, "" if cost is ours else f"{times:.1f} ×")]
        table.append([f"{rows:,}", NAMES.get(name, name), *figures, f"{overall:.6f}"])
    return table


NAMES = {"pandas": "pandas and a loop"}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", type=int, metavar="ROWS")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--quick", action="store_true", help="10,000 and 100,000 rows, once.")
    given = parser.parse_args()
    interpreter, peers = installed()
    sizes = given.rows or ([10_000, 100_000] if given.quick else [100_000, 1_000_000])
    table = []
    for rows in sizes:
        # The large files take the peers minutes, beside which a round more or less says nothing.
        rounds = 1 if given.quick or rows >= 1_000_000 else given.rounds
        table += lines(measured(rows, rounds, interpreter, peers), rows)
    show(["rows", "", "files to scores", "", "start to end", "", "peak memory", "", "MAP@12"], table)
    for peer in PACKAGES.keys() - set(peers):
        print(f"{peer} could not be installed here.")


if __name__ == "__main__":
    main()
