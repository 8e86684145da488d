"""How long reading a pair goes on between two moments at which it can be cancelled, in every format.

    python tests/benchmarks/stops.py [--megabytes 50] [FORMAT ...]

Each format is read in a process of its own: the longest time between two checks, the time of the processors in it (less
where the machine was busy, more where threads shared the work), where that was, the whole time, and the highest memory.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path

from process import PROGRAMS, cost, python, show

sys.path.insert(0, str(PROGRAMS))
from stops_run import FORMATS


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("formats", nargs="*", metavar="FORMAT", help=", ".join(FORMATS))
    parser.add_argument("--megabytes", type=int, default=50, help="of each submission, before it is packed")
    given, rows = parser.parse_args(), list[list[str]]()
    for name in given.formats or FORMATS:
        with tempfile.TemporaryDirectory() as folder:
            ran = cost(python(PROGRAMS / "stops_run.py", name, Path(folder), given.megabytes))
        found = json.loads(ran.words.splitlines()[-1])
        times = (f"{1000 * found[kind]:.0f} ms" for kind in ("longest", "cpu"))
        rows.append([name, *times, found["at"], f"{found['seconds']:.1f} s", found["memory"]])
    show(["format", "longest", "of processors", "at", "took", "memory"], rows)


if __name__ == "__main__":
    main()
