"""Starts every command and the window, ends each at a random moment, and looks at how it ended and what it left.

    python tests/fuzz/exits.py 200 [SEED]

A command ends with its own status or with that of the signal, without a word of Python or C++, and leaves nothing but
what it wrote. A window that is ended by a signal leaves its unsaved edits for the next start.
"""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import inspector
from inspector.core.recovery.unsaved import find_unsaved
from inspector.core.task import drain

ROWS = 20_000
PAIR = ("truth.csv", "submission.csv")
# A window from a script, which is closed after some seconds or ended by a signal; each edit is said when it is made.
_SHOW = """
import signal, sys, time, inspector
signal.signal(signal.SIGINT, signal.SIG_DFL)  # as in the program: no traceback before there is a window
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app, inspection, number = QApplication([]), inspector.open_pair("truth.csv", "submission.csv", "map@5"), 0
def edit():
    global number
    inspection.edit(f"r{(number := number + 1)}", ["edited"])
    print(number, time.time(), flush=True)
def close():
    for window in app.topLevelWidgets():
        window.close()
timer = QTimer()
timer.timeout.connect({"edits": edit, "closed": close}[sys.argv[1]])
timer.start(int(sys.argv[2]))
inspector.show(inspection)
"""


@dataclass(frozen=True, kw_only=True)
class Program:
    """A way to start the program. arguments: those of Python; status: that of its end without a signal, None for a
    window that stays; edits: whether it is a window in which rows are edited.
    """

    arguments: tuple[str, ...]
    status: int | None = 0
    seconds: float = 1.5
    edits: bool = False


def _command(*arguments: str, status: int | None = 0, seconds: float = 1.5) -> Program:
    return Program(arguments=("-m", "inspector", *arguments), status=status, seconds=seconds)


PROGRAMS = {
    "help": _command("--help", seconds=0.3),
    "metrics": _command("metrics"),
    "score": _command("score", *PAIR, "-m", "map@5"),
    "rows": _command("rows", *PAIR, "-m", "map@5"),
    "rows -o": _command("rows", *PAIR, "-m", "map@5", "-o", "out.csv"),
    "rows -o parquet": _command("rows", *PAIR, "-m", "map@5", "-o", "out.parquet"),
    "explain": _command("explain", *PAIR, "-m", "map@5", "--id", "r1"),
    "check": _command("check", *PAIR, status=1),
    "check -o": _command("check", *PAIR, "--fix", "drop-unknown", "-o", "out.csv"),
    "which": _command("which", "truth.csv", "-s", "submission.csv=0.3", "-c", "x=0.4"),
    "bad file": _command("score", "gone.csv", "submission.csv", status=2, seconds=0.5),
    "demo": _command("demo", "humpback", "--screenshot", "out.png", seconds=3),
    "screenshot": _command("open", *PAIR, "--screenshot", "out.png", seconds=3),
    "empty window": _command("open", status=None, seconds=3),
    "window": _command("open", *PAIR, status=None, seconds=4),
    "closed window": Program(arguments=("-c", _SHOW, "closed", "700"), seconds=4),
    "edits": Program(arguments=("-c", _SHOW, "edits", "7"), status=None, seconds=5, edits=True),
}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)
_ABORTS = re.compile(r"terminate called|core dumped|Fatal|Segmentation|Traceback")
# Ended while Python itself starts, or begins to import the package: before the first line of the program.
_PYTHON = re.compile(r"(?!.*/inspector/(cli|__main__|ui/|terminal/)).*KeyboardInterrupt", re.DOTALL)
_WRITTEN = {"out.csv", "out.parquet", "out.png"}


@dataclass
class Ended:
    """How a program ended. moment: of the signal, seconds since the epoch."""

    status: int
    printed: str
    errors: str
    moment: float
    wrong: list[str] = field(default_factory=list)


def files_in(folder: Path) -> None:
    """A truth and a submission, which has an unknown id."""
    (folder / "truth.csv").write_text("id,label\n" + "".join(f"r{row},x\n" for row in range(ROWS)))
    (folder / "submission.csv").write_text(
        "id,label\n" + "".join(f"r{row},x y z w{row}\n" for row in range(ROWS)) + "u,x\n"
    )


def ended(program: Program, folder: Path, number: signal.Signals | None, after: float) -> Ended:
    """Start a program in a folder that is also its user's home, and end it after some seconds."""
    home = {
        "HOME": "home",
        "TMPDIR": "tmp",
        **{f"XDG_{name}_HOME": name for name in ("CACHE", "CONFIG", "STATE", "DATA")},
    }
    for name in home.values():
        (folder / name).mkdir(exist_ok=True)
    paths = {name: str(folder / path) for name, path in home.items()}
    roots = {"PYTHONPATH": str(Path(inspector.__file__).parents[1]), "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, *program.arguments],
        cwd=folder,
        env={**os.environ, **paths, **roots},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as child:
        try:
            printed, errors = child.communicate(timeout=after if number is not None else 60)
            moment = time.time()
        except subprocess.TimeoutExpired:
            moment = time.time()
            child.send_signal(number or signal.SIGKILL)
            try:
                printed, errors = child.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                child.kill()
                printed, errors = child.communicate()
                return Ended(child.returncode, printed, errors, moment, ["it had to be killed"])
    return Ended(child.returncode, printed, errors, moment)


def findings(program: Program, folder: Path, number: signal.Signals | None, after: float) -> tuple[str, list[str]]:
    """The outcome in a few words, and what is wrong with it."""
    end = ended(program, folder, number, after)
    wrong = [*end.wrong]
    allowed = {program.status} | ({-number} if number is not None else set())
    is_early = number == signal.SIGINT and _PYTHON.match(end.errors) is not None
    if end.status not in allowed and not (is_early and end.status == 1):
        wrong.append(f"status {end.status}, expected one of {allowed}")
    if _ABORTS.search(end.errors) and not is_early:
        wrong.append(f"it says {end.errors[-2000:]}")
    if number != signal.SIGKILL:
        wrong += [f"{path} is left" for path in left_in(folder, program)]
    if program.edits:
        wrong += lost_edits(folder, end, older=1.0 if number == signal.SIGKILL else 0.0)
    return f"status {end.status}", wrong


def left_in(folder: Path, program: Program) -> list[str]:
    """What lies there besides the files that the program reads and writes."""
    files = [path.relative_to(folder) for path in folder.rglob("*") if not path.is_dir()]
    files += [path.relative_to(folder) for path in (folder / "tmp").glob("*") if path.is_dir()]
    return sorted(str(path) for path in files if not _belongs(path, program))


def _belongs(path: Path, program: Program) -> bool:
    if path.parts[0] in ("home", "CACHE", "CONFIG", "STATE"):
        is_sample = path.match("CACHE/submission-inspector/samples/*-*/*.csv")
        is_known = path.match("window.ini") or path.match("window.log") or (program.edits and path.suffix == ".jsonl")
        return (is_sample or is_known) and not path.name.startswith(".")
    return str(path) in {*PAIR, *_WRITTEN}


def lost_edits(folder: Path, end: Ended, older: float) -> list[str]:
    """Edits that are not offered at the next start though they were made some seconds before the end."""
    offered = drain(find_unsaved(folder / "STATE" / "submission-inspector" / "edits"))
    found = {id_ for unsaved in offered for id_ in unsaved.edits.ids.to_pylist()}
    made = dict(line.split() for line in end.printed.splitlines(keepends=True) if re.fullmatch(r"\d+ \S+\n", line))
    ages = [end.moment - float(at) for row, at in made.items() if f"r{row}" not in found]
    lost = [age for age in ages if age > older]
    return [f"{len(lost)} of {len(made)} edits are lost, the oldest {max(lost):.2f} s old"] if lost else []


def main(count: int, seed: int = 0, names: Sequence[str] = tuple(PROGRAMS)) -> int:
    """Start and end `count` programs in turn; returns the number of findings."""
    chance, outcomes, found = random.Random(seed), Counter[str](), 0
    for turn in range(count):
        name = names[turn % len(names)]
        program = PROGRAMS[name]
        number = chance.choice([*SIGNALS, None] if program.status is not None else SIGNALS)
        after = chance.random() * program.seconds
        with tempfile.TemporaryDirectory() as folder:
            files_in(Path(folder))
            outcome, wrong = findings(program, Path(folder), number, after)
        end = number.name if number is not None else "no signal"
        outcomes[f"{name}, {end}: {outcome}"] += 1
        for what in wrong:
            found += 1
            print(f"{turn}: {name}, {end} after {after:.2f} s: {what}", flush=True)
    for outcome, times in sorted(outcomes.items()):
        print(f"{times:5} {outcome}")
    print(f"{count} starts and ends, {found} findings")
    return found


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    sys.exit(bool(main(*(numbers or [200]))))
