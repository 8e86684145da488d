"""How long the window takes to be there, against a bare one with an empty table; and what a small `score` takes.

    python tests/benchmarks/startup.py [--rounds 9] [--quick]

Also lists, by `python -X importtime`, what each of the two imports: packages that it has no use for, and the dearest.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import data
from process import ROOT, medians, python, show

# What either command is for cannot be done without these; any other package from outside Python has no business here.
USED = {
    "score": {"inspector", "numpy", "pyarrow", "click"},
    "window": {"inspector", "numpy", "pyarrow", "click", "platformdirs", "PySide6", "shiboken6", "shibokensupport"},
}
DEAREST = 6


def imported(command: list[object]) -> Counter[str]:
    """Milliseconds that each package took to import, without those that it imports in its turn."""
    run = [command[0], "-X", "importtime", *map(str, command[1:])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    lines = subprocess.run(run, capture_output=True, text=True, env=environment, check=True).stderr.splitlines()
    took = Counter()
    for line in lines:
        if line.startswith("import time:") and line.split("|")[0].split(":")[1].strip().isdigit():
            own, _, module = line.removeprefix("import time:").split("|")
            took[module.strip().split(".")[0]] += int(own) / 1000
    return took


def say_imports(name: str, took: Counter[str]) -> None:
    """Print what is not used, and what is dearest."""
    unknown_labels = sorted(took.keys() - USED[name] - sys.stdlib_module_names - {"sitecustomize", "usercustomize"})
    # Not what an editable installation starts with, nor what a library asked for and did not find.
    unknown_labels = [package for package in unknown_labels if not package.startswith("_") and find_spec(package)]
    print(f"\nimported for the {name}, and not used: {', '.join(unknown_labels) or 'none'}")
    dearest = ", ".join(f"{package} {took[package]:.0f} ms" for package, _ in took.most_common(DEAREST))
    print(f"of {sum(took.values()):.0f} ms for imports: {dearest}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="3 rounds.")
    given = parser.parse_args()
    window = Path(__file__).with_name("first_paint.py")
    score = python("-m", "inspector", "score", *data.pair("hm-full", 1000), "--metric", "map@12")
    commands = {"bare window": python(window, "bare"), "program's window": python(window, "program")}
    commands |= {"window with all parts": python(window, "ready"), "score": score}
    with tempfile.TemporaryDirectory() as home:
        # Nobody's own settings, and no edits of theirs to be offered back.
        os.environ |= {"XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home, "XDG_DATA_HOME": home}
        found = medians(3 if given.quick else given.rounds, commands)
        least = found["bare window"]
        rows = [
            [
                name,
                f"{1000 * took.seconds:.0f} ms",
                f"{took.seconds / least.seconds:.2f} ×" if "window" in name else "",
                f"{1000 * took.cpu:.0f} ms",
                f"{took.peak:.0f} MB",
            ]
            for name, took in found.items()
        ]
        show(["start to end", "time", "", "CPU", "peak memory"], rows)
        say_imports("score", imported(score))
        say_imports("window", imported(commands["program's window"]))


if __name__ == "__main__":
    main()
