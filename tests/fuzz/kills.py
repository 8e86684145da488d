"""Kills processes that save, and processes that edit, at random moments, and looks at what they leave.

    python tests/fuzz/kills.py 100        # 100 kills each of saves, of editing, and of editing two submissions in turn

After a killed save the target is whole, old or new, and the next save leaves no draft. After a killed session every
edit that is older than a second is offered back; the age is counted to the last edit, the last sign of life, because on
a busy machine the kill itself comes late. The oldest edit that was lost is said by both clocks.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import inspector
from inspector.core.recovery.unsaved import find_unsaved
from inspector.core.task import drain

ROWS = 20_000
# The age of the oldest lost edit, in seconds, by the clock of the child and by that of the killer.
OLDEST = {"last sign of life": 0.0, "kill": 0.0}
TEXT = "id,label\n" + "".join(f"r{row},x y z w{row}\n" for row in range(ROWS))
_SAVES = """
import sys, inspector
inspection = inspector.open_pair(sys.argv[1], sys.argv[2], "map@5")
print("open", flush=True)
number = 0
while True:
    inspection.edit("r1", [f"edited{(number := number + 1)}"])
    inspection.save(sys.argv[3], overwrite=True)
"""
# Says when each edit was made; the window writes them to disk by itself.
_EDITS = """
import sys, time, inspector
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from inspector.ui.app import make_window
from inspector.ui.settings import Settings
from inspector.ui.widgets.theme import Theme
app = QApplication([])
inspection = inspector.open_pair(sys.argv[1], sys.argv[2], "map@5")
window = make_window(Theme(app), Settings(temporary=True, edits=Path(sys.argv[3])))
window.create_workbench(inspection)
window.show()
number = 0
def edit():
    global number
    number += 1
    inspection.edit(f"r{number}", ["edited"])
    print(number, time.time(), flush=True)
timer = QTimer(interval=7)
timer.timeout.connect(edit)
timer.start()
app.exec()
"""
# The same with two submissions, one of which is opened after every few edits.
_SWITCHES = (
    _EDITS.replace("window = make_window", "inspection.add(sys.argv[4])\nwindow = make_window")
    .replace(
        "    print(number,",
        "    print(inspection.open_submission.name + '-' + str(number),",
    )
    .replace("    inspection.edit(", "    number % 5 or window.bench.comparisons.step(1)\n    inspection.edit(")
)


@contextmanager
def running(code: str, *arguments: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that runs some code; killed at the end."""
    environment = {"QT_QPA_PLATFORM": "offscreen", **os.environ}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    home = Path(inspector.__file__).parents[1]
    with subprocess.Popen(command, cwd=home, env=environment, stdout=subprocess.PIPE, text=True) as child:
        try:
            yield child
        finally:
            child.kill()


def files_in(folder: Path) -> tuple[Path, Path]:
    """A truth and a submission."""
    truth, submission = folder / "truth.csv", folder / "s.csv"
    truth.write_text("id,label\n" + "".join(f"r{row},x\n" for row in range(ROWS)))
    submission.write_text(TEXT)
    return truth, submission


def killed_save(folder: Path, chance: random.Random) -> list[str]:
    """What is wrong after a save was killed."""
    truth, submission = files_in(folder)
    target = folder / chance.choice(["s.csv", "out.csv"])
    with running(_SAVES, truth, submission, target) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        time.sleep(chance.random() / 2)
        child.send_signal(signal.SIGKILL)
    wrong = []
    if target.exists() and not _is_whole(target.read_text()):
        wrong.append(f"{target.name} is half written")
    if target != submission and submission.read_text() != TEXT:
        wrong.append("the original was changed")
    inspector.open_pair(truth, submission, "map@5").save(folder / "next.csv")
    return wrong + [f"the draft {path.name} is left" for path in folder.glob(".saving-*")]


def _is_whole(text: str) -> bool:
    """Whether a text is that of the submission, with another label in r1 or without."""
    line = text.split("\n", 3)[2]
    return line.startswith("r1,") and text.replace(line, "r1,x y z w1", 1) == TEXT


def killed_session(folder: Path, chance: random.Random) -> list[str]:
    """What is wrong after an editing session was killed."""
    return _killed(folder, chance, _EDITS)


def killed_switching(folder: Path, chance: random.Random) -> list[str]:
    """What is wrong after a session was killed in which two submissions were edited in turn."""
    second = folder / "second.csv"
    second.write_text(TEXT)
    return _killed(folder, chance, _SWITCHES, second)


def _killed(folder: Path, chance: random.Random, code: str, *further: Path) -> list[str]:
    truth, submission = files_in(folder)
    with running(code, truth, submission, folder / "edits", *further) as child:
        assert child.stdout is not None
        made = [child.stdout.readline()]
        while further and not made[-1].startswith(further[0].stem):  # until the other one is edited, too
            made.append(child.stdout.readline())
        time.sleep(chance.random() * 3)
        killed = time.time()
        child.send_signal(signal.SIGKILL)
        made += child.stdout.readlines()
    found = {
        f"{unsaved.submission.path.stem}-{id_[1:]}" if further else id_[1:]
        for unsaved in drain(find_unsaved(folder / "edits"))
        for id_ in unsaved.edits.ids.to_pylist()
    }
    times = dict(line.split() for line in made if line.count(" ") == 1 and line.endswith("\n"))
    last = max(map(float, times.values()))
    missing = [float(at) for made, at in times.items() if made not in found]
    for clock, end in (("last sign of life", last), ("kill", killed)):
        OLDEST[clock] = max(OLDEST[clock], end - min(missing, default=end))
    lost = [last - at for at in missing if last - at > 1]
    wrong = [f"{len(lost)} edits are lost, the oldest {max(lost):.2f} s old"] if lost else []
    return wrong + ([] if submission.read_text() == TEXT else ["the submission was changed"])


def main(count: int, seed: int) -> int:
    """Kill `count` saves and as many sessions; returns the number of findings."""
    chance, findings = random.Random(seed), 0
    for attack in (killed_save, killed_session, killed_switching):
        for number in range(count):
            with tempfile.TemporaryDirectory() as folder:
                for wrong in attack(Path(folder), chance):
                    findings += 1
                    print(f"{attack.__name__} {number}: {wrong}", flush=True)
        print(f"{count} times {attack.__name__}: {findings} findings so far", flush=True)
    print(*(f"oldest edit that was lost: {age:.2f} s before the {clock}" for clock, age in OLDEST.items()), sep="\n")
    return findings


if __name__ == "__main__":
    sys.exit(bool(main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, int(sys.argv[2]) if len(sys.argv) > 2 else 0)))
