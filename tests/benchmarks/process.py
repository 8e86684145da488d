"""Time, CPU and peak memory of a process, their medians over several runs, and a table of them."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What is measured in a process of its own.
PROGRAMS = Path(__file__).parent / "programs"


@dataclass(frozen=True)
class Cost:
    """seconds: from start to end; cpu: seconds of all cores; peak: largest resident memory in MB; words: its output."""

    seconds: float
    cpu: float
    peak: float
    words: str = ""


def cost(command: Sequence[object]) -> Cost:
    """Run a command to its end. Raises CalledProcessError when it fails."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (ROOT, PROGRAMS.parent)))}
    # An installed package has its bytecode, so a checkout must have it too.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.perf_counter()
    child = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True, env=environment)
    words = child.stdout.read()
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.perf_counter() - start
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, child.args)
    return Cost(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024 / 1e6, words)


def medians(rounds: int, commands: Mapping[str, Sequence[object]]) -> dict[str, Cost]:
    """The median cost of each command; they take turns, so that whatever else the machine does hits all of them."""
    found = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            found[name].append(cost(command))
    return {name: median(costs) for name, costs in found.items()}


def usual_time(rounds: int, work: Callable[[], object]) -> float:
    """The median time of some rounds, in seconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def median(costs: Sequence[Cost]) -> Cost:
    """The median of each figure, with the output of the run in the middle."""
    figures = [statistics.median(getattr(one, field.name) for one in costs) for field in fields(Cost)[:3]]
    return Cost(*figures, sorted(costs, key=lambda one: one.seconds)[len(costs) // 2].words)


def python(*arguments: object) -> list[object]:
    """A command that runs this Python."""
    return [sys.executable, *arguments]


def show(title: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table in Markdown."""
    widths = [max(len(row[i]) for row in [title, *rows]) for i in range(len(title))]
    for row in [title, ["-" * (width - 1) + ":" for width in widths], *rows]:
        print("| " + " | ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) + " |")
