"""From two CSV files to the overall and the score of every row: this program and comparable libraries.

    python tests/benchmarks/peers.py [--rounds 3] [--quick] [ROWS ...]

Each runs in a new process, in turn, under MAP@12 (where every row has its truth), after its scores of 1,000 rows were
compared with ours. The first run installs the peers into a virtual environment in a temporary folder; those that cannot
be installed are named below the table. From a million rows on, peers that take minutes run once.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import data
from process import PROGRAMS, Cost, cost, medians, python, show

HOME = data.FOLDER / "peers"
# The packages of each peer; pytrec_eval downloads its sources while it is built, the fork includes them.
PACKAGES = {
    "pandas": ["pandas", "pyarrow"],
    "pytrec_eval": ["pytrec_eval", "pytrec-eval-terrier"],
    "ranx": ["ranx"],
    "ir_measures": ["ir_measures"],
}
OURS = """
import sys, time, inspector
inspector.Inspection  # a lazy import, done before the clock starts as for the peers
start = time.perf_counter()
scored = inspector.open_pair(*sys.argv[1:], metric="map(divisor=m)@12")
print(scored.overall, time.perf_counter() - start)
"""
ROW_SCORES = """
import json, pathlib, sys, inspector
evaluation = inspector.open_pair(*sys.argv[1:3], metric="map(divisor=m)@12").evaluation
ids, scores = evaluation.table.ids.to_pylist(), evaluation.scores.row.tolist()
pathlib.Path(sys.argv[3]).write_text(json.dumps(dict(zip(ids, scores))))
"""
SCRIPT = PROGRAMS / "peer_scripts.py"
QUICK = ("submission-inspector", "pandas")


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


def refuse_unequal(interpreter: Path, peers: list[str]) -> None:
    """Exit when a peer scores a row of a small pair differently."""
    files = data.pair("hm-full", 1000)
    with tempfile.TemporaryDirectory() as folder:
        ours = _row_scores(python("-c", ROW_SCORES, *files), Path(folder, "ours.json"))
        for peer in peers:
            theirs = _row_scores([interpreter, SCRIPT, peer, *files], Path(folder, f"{peer}.json"))
            if theirs.keys() != ours.keys() or any(abs(theirs[id_] - ours[id_]) > 1e-9 for id_ in ours):
                raise SystemExit(f"{peer} scores rows differently")


def _row_scores(command: list[object], path: Path) -> dict[str, float]:
    cost([*command, path])
    return json.loads(path.read_text())


def measured(rows: int, rounds: int, interpreter: Path, peers: list[str]) -> dict[str, Cost]:
    """The median cost of each peer, with this program first."""
    files = data.pair("hm-full", rows)
    commands = {"submission-inspector": python("-c", OURS, *files)}
    commands |= {peer: [interpreter, SCRIPT, peer, *files] for peer in peers}
    slow = [name for name in commands if rows >= 1_000_000 and name not in QUICK]
    found = medians(rounds, {name: command for name, command in commands.items() if name not in slow})
    return found | medians(1, {name: commands[name] for name in slow})


def lines(found: dict[str, Cost], rows: int) -> list[list[str]]:
    """The rows of the table: each cost and its ratio to ours, from files to scores and with the start of Python."""
    ours, table = next(iter(found.values())), []
    for name, its in found.items():
        overall, scoring = map(float, its.words.split()[:2])
        pairs = [
            (f"{scoring:.2f} s", scoring / float(ours.words.split()[1])),
            (f"{its.seconds:.2f} s", its.seconds / ours.seconds),
            (f"{its.cpu:.2f} s", its.cpu / ours.cpu),
            (f"{its.peak:,.0f} MB", its.peak / ours.peak),
        ]
        figures = [text for figure, times in pairs for text in (figure, "" if its is ours else f"{times:.1f} ×")]
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
    refuse_unequal(interpreter, peers)
    sizes = given.rows or ([10_000, 100_000] if given.quick else [100_000, 1_000_000])
    table = []
    for rows in sizes:
        table += lines(measured(rows, 1 if given.quick else given.rounds, interpreter, peers), rows)
    show(["rows", "", "files to scores", "", "start to end", "", "CPU", "", "peak memory", "", "MAP@12"], table)
    for peer in PACKAGES.keys() - set(peers):
        print(f"{peer} could not be installed here.")


if __name__ == "__main__":
    main()
