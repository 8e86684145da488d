"""Whether the event loop of a window turns: how long it let a timer wait, and what every thread did meanwhile."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

_LATE = 0.03


class Pulse(QObject):
    """Notes how long the event loop let a timer wait that would fire every few milliseconds, and during what."""

    def __init__(self) -> None:
        super().__init__()
        self.doing, self.gaps, self.last = "opening", [], time.perf_counter()
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=2)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self.last, self.doing))
        self.last = now

    def longest(self, most: int) -> list[tuple[float, str]]:
        """The longest gaps, in milliseconds."""
        return [(round(1000 * gap, 1), doing) for gap, doing in sorted(self.gaps, reverse=True)[:most]]

    def tell_where(self) -> None:
        """Print to stderr where every thread is whenever the event loop is late."""
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        own, told, pause = threading.get_ident(), 0.0, threading.Event()
        while True:
            pause.wait(0.004)
            late = time.perf_counter() - self.last
            if late > _LATE and self.last != told:
                told = self.last
                for thread, frame in sys._current_frames().items():
                    if thread != own:
                        print(f"{1000 * late:.0f} ms late, {self.doing}:", *_places(frame), sep="\n  ", file=sys.stderr)


def _places(frame: object) -> list[str]:
    """The last calls that belong to the program, the innermost last."""
    calls = traceback.extract_stack(frame)
    return [f"{Path(call.filename).name}:{call.lineno} {call.line}" for call in calls][-6:]


def wait(signal: object | None, milliseconds: int) -> None:
    """Run the event loop until a signal, or for some time."""
    loop = QEventLoop()
    if signal is not None:
        signal.connect(loop.quit)
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_until(claim: Callable[[], bool], milliseconds: int) -> None:
    """Run the event loop until something has held for a while."""
    end, since = time.perf_counter() + milliseconds / 1000, None
    while time.perf_counter() < end:
        wait(None, 20)
        since = (since or time.perf_counter()) if claim() else None
        if since is not None and time.perf_counter() - since > 0.25:
            return
