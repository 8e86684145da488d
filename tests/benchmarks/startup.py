"""How long the window takes to start, compared with a bare one with an empty table; and how long a small `score` takes.

    python tests/benchmarks/startup.py [--rounds 9] [--quick]

Also lists, by `python -X importtime`, the packages that each imports without need, and the slowest ones.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from importlib.util import find_spec

import data
from process import PROGRAMS, ROOT, medians, python, show

# The packages that each command needs; it should import no other one from outside the standard library.
USED = {
    "score": {"inspector", "numpy", "pyarrow", "click"},
    "window": {"inspector", "numpy", "pyarrow", "click", "platformdirs", "PySide6", "shiboken6", "shibokensupport"},
}
SLOWEST = 6


def imported(command: list[object]) -> Counter[str]:
    """Milliseconds that the import of each package took, without the packages that it imports."""
    run = [command[0], "-X", "importtime", *map(str, command[1:])]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    lines = subprocess.run(run, capture_output=True, text=True, env=environment, check=True).stderr.splitlines()
    took = Counter()
    for line in lines:
        if line.startswith("import time:") and line.split("|")[0].split(":")[1].strip().isdigit():
            own, _, module = line.removeprefix("import time:").split("|")
            took[module.strip().split(".")[0]] += int(own) / 1000
    return took


def print_imports(name: str, took: Counter[str]) -> None:
    """Print the unused and the slowest packages."""
    unused = sorted(took.keys() - USED[name] - sys.stdlib_module_names - {"sitecustomize", "usercustomize"})
    # Without the finder of an editable installation and optional packages that are not installed.
    unused = [package for package in unused if not package.startswith("_") and find_spec(package)]
    print(f"\nimported for the {name}, and not used: {', '.join(unused) or 'none'}")
    slowest = ", ".join(f"{package} {took[package]:.0f} ms" for package, _ in took.most_common(SLOWEST))
    print(f"of {sum(took.values()):.0f} ms for imports: {slowest}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--quick", action="store_true", help="3 rounds.")
    given = parser.parse_args()
    window = PROGRAMS / "first_paint.py"
    score = python("-m", "inspector", "score", *data.pair("hm-full", 1000), "--metric", "map@12")
    commands = {"bare window": python(window, "bare"), "program's window": python(window, "program")}
    commands |= {"window with all parts": python(window, "ready"), "score": score}
    with tempfile.TemporaryDirectory() as home:
        # Without the settings and the unsaved edits of the user.
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
        print_imports("score", imported(score))
        print_imports("window", imported(commands["program's window"]))


if __name__ == "__main__":
    main()
