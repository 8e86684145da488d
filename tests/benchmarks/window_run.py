"""The window off screen with a pair opened in it: how long it held still, and what memory it took. Run by others.

    python tests/benchmarks/window_run.py [TRUTH SUBMISSION METRIC [SECONDS]]

Prints what it found as JSON. With SECONDS the load is cancelled after them.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer
from PySide6.QtWidgets import QApplication

from inspector.ui.main_window import MainWindow
from inspector.ui.settings import Settings
from inspector.ui.theme import Theme

SETTLING = 1500


class Pulse(QObject):
    """Notes how long the event loop let a timer wait that would fire every few milliseconds, and during what."""

    def __init__(self) -> None:
        super().__init__()
        self.doing, self.gaps, self._last = "opening", [], time.perf_counter()
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=2)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self._last, self.doing))
        self._last = now

    def longest(self, most: int) -> list[tuple[float, str]]:
        """The longest gaps, in milliseconds."""
        return [(round(1000 * gap, 1), doing) for gap, doing in sorted(self.gaps, reverse=True)[:most]]


def wait(signal: object | None, milliseconds: int) -> None:
    """Run the event loop until a signal, or for some time."""
    loop = QEventLoop()
    if signal is not None:
        signal.connect(loop.quit)
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def memory(what: str) -> float:
    """VmRSS, or VmHWM, its peak, in MB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) * 1024 / 1e6


def main() -> None:
    """Open, wait, and print."""
    app = QApplication([])
    window = MainWindow(Theme(app), Settings(forgetful=True))
    window.show()
    wait(None, SETTLING)
    found, pulse = {}, Pulse()
    if sys.argv[1:]:
        steps = []
        window.bench.opener.worker.progressed.connect(
            lambda part, doing: (steps.append(part), setattr(pulse, "doing", doing))
        )
        window.bench.opener.worker.stopped.connect(lambda: setattr(pulse, "doing", "showing"))
        window.bench.opener.failed.connect(print)
        start = time.perf_counter()
        window.bench.opener.open(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
        wait(window.bench.opener.opened, 600_000 if len(sys.argv) < 5 else int(1000 * float(sys.argv[4])))
        found = {"seconds": time.perf_counter() - start, "steps": len(steps)}
        if len(sys.argv) > 4:
            start = time.perf_counter()
            window.bench.opener.worker.cancel()
            app.processEvents()
            found["cancelled"] = time.perf_counter() - start
            window.bench.opener.worker.close()
            found["ended"] = time.perf_counter() - start
        wait(None, SETTLING)
    gc.collect()
    found |= {"gaps": pulse.longest(12), "settled": memory("VmRSS"), "peak": memory("VmHWM")}
    print(json.dumps(found), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
