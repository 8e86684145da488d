"""Damaged files of all forms and containers: opened, edited, saved and opened anew; run separately from the tests.

    nice python tests/fuzz/mutated_files.py --files 20000 --seed 1 [--from 0] [--only NUMBER] [--keep DIR]

Each pair is drawn from its seed and number alone, so that a run can go on from any number. What the files hold is
compared with readers of the standard library where those can read them. A child process does the work, so that one
that ends or hangs is seen too. Prints each kind of finding once with its number; the exit status is 1 when there is
any.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from fuzz.mutated.drawn import drawn  # noqa: E402
from fuzz.mutated.outcome import FINE, LARGE, MUCH, Outcome, outcome  # noqa: E402

_LONGEST, _PART = 60.0, 500


def judged(seed: int, number: int) -> Outcome:
    """What happens to the pair of this seed and number, memory included."""
    Path("/proc/self/clear_refs").write_text("5")  # forget the highest memory so far
    with tempfile.TemporaryDirectory() as folder:
        found = outcome(drawn(seed, number), Path(folder))
    status = Path("/proc/self/status").read_text()
    highest = int(re.findall(r"VmHWM:\s*(\d+)", status)[0]) << 10
    return Outcome(LARGE, f"{highest >> 20} MB") if highest > MUCH and found.kind in FINE else found


def work(seed: int, first: int, end: int) -> None:
    """Judge some pairs; a line for each before and after."""
    for number in range(first, end):
        print(f"{number}\tstarted", flush=True)
        found = judged(seed, number)
        print(number, found.kind, int(found.compared), found.edits, int(found.told), repr(found.detail), sep="\t")
    sys.stdout.flush()


class Count:
    """Outcomes so far; each kind of finding is printed once."""

    def __init__(self, seed: int, keep: Path | None) -> None:
        self.seed, self.keep = seed, keep
        self.kinds, self.seen, self.sums = Counter[str](), Counter[str](), [0, 0, 0]

    def note(self, number: int, kind: str, detail: str = "''") -> None:
        self.kinds[kind] += 1
        if kind in FINE:
            return
        pair = drawn(self.seed, number)
        place = f"{kind}: {re.sub(r'[0-9]+', '0', detail)[:60]}"
        self.seen[place] += 1
        if self.seen[place] <= 3:
            print(f"--only {number}: {kind} ({pair.about}): {detail}", flush=True)
        if self.keep:
            at = self.keep / f"{number}-{kind.replace(' ', '-')}"
            at.mkdir(parents=True, exist_ok=True)
            (at / pair.truth_name).write_bytes(pair.truth)
            (at / pair.name).write_bytes(pair.submission)

    def run_part(self, first: int, end: int) -> int:
        """Judge some pairs in a child process; the number to go on with."""
        command = [sys.executable, __file__, "--seed", str(self.seed), "--work", str(first), str(end)]
        number, kind = first, ""
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            for line in self._lines(child):
                name, kind, *rest = line.rstrip("\n").split("\t", 5)
                number = int(name)
                if rest:
                    *counts, detail = rest
                    self.sums = [total + int(count) for total, count in zip(self.sums, counts, strict=True)]
                    self.note(number, kind, detail)
        if child.returncode or kind == "started":
            self.note(number, "ended the process", f"status {child.returncode}")
        return number + 1

    def _lines(self, child: subprocess.Popen[str]) -> list[str]:
        """The lines of a child, which is killed when a pair takes too long."""
        assert child.stdout is not None
        lines = list[str]()
        while True:
            timer = threading.Timer(_LONGEST, child.kill)
            timer.start()
            line = child.stdout.readline()
            timer.cancel()
            if not line:
                return lines
            lines.append(line)


def main() -> int:
    """Draw, judge and count."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--files", type=int, default=1000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--from", type=int, default=0, dest="first")
    asked.add_argument("--only", type=int, help="the number of one pair")
    asked.add_argument("--keep", type=Path, help="a folder for the files of findings")
    asked.add_argument("--work", type=int, nargs=2, help=argparse.SUPPRESS)
    given = asked.parse_args()
    if given.work:
        work(given.seed, *given.work)
        sys.stdout.flush()
        os._exit(0)
    if given.only is not None:
        print(drawn(given.seed, given.only).about, judged(given.seed, given.only), sep="\n")
        return 0
    count, at, end = Count(given.seed, given.keep), given.first, given.files
    while at < end:
        at = count.run_part(at, min(end, at + _PART))
        print(f"seed {given.seed}, {at} files: {dict(count.kinds)}", flush=True)
    compared, edits, told = count.sums
    print(f"{compared} compared with another reader, {edits} edits, {told} saved with options to open them again")
    return int(any(kind not in FINE for kind in count.kinds))


if __name__ == "__main__":
    sys.exit(main())
