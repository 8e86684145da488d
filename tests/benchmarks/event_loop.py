"""How long an event loop is blocked: the delays of a short timer, and the stacks of all threads meanwhile."""

from __future__ import annotations

import sys
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, Qt, QTimer

_LATE = 0.03


class EventLoopMonitor(QObject):
    """Records the gaps between the timeouts of a 2 ms timer, each with what the window was doing."""

    def __init__(self) -> None:
        super().__init__()
        self.doing, self.gaps, self.last = "opening", [], time.perf_counter()
        self._timer = QTimer(self, timerType=Qt.TimerType.PreciseTimer, interval=2)
        self._timer.timeout.connect(self._note)
        self._timer.start()

    def _note(self) -> None:
        now = time.perf_counter()
        self.gaps.append((now - self.last, self.doing))
        self.last = now

    def longest(self, most: int) -> list[tuple[float, str]]:
        """The longest gaps, in milliseconds."""
        return [(round(1000 * gap, 1), doing) for gap, doing in sorted(self.gaps, reverse=True)[:most]]

    def print_stacks(self) -> None:
        """Print the stack of every thread to stderr whenever the event loop is blocked."""
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        own, printed, pause = threading.get_ident(), 0.0, threading.Event()
        while True:
            pause.wait(0.004)
            late = time.perf_counter() - self.last
            if late > _LATE and self.last != printed:
                printed = self.last
                for thread, frame in sys._current_frames().items():
                    if thread != own:
                        print(f"{1000 * late:.0f} ms late, {self.doing}:", *_calls(frame), sep="\n  ", file=sys.stderr)


def _calls(frame: object) -> list[str]:
    """The last six calls of a stack, the innermost last."""
    calls = traceback.extract_stack(frame)
    return [f"{Path(call.filename).name}:{call.lineno} {call.line}" for call in calls][-6:]


def wait(signal: object | None, milliseconds: int) -> None:
    """Run the event loop until a signal, at most for some time."""
    loop = QEventLoop()
    if signal is not None:
        signal.connect(loop.quit)
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def wait_until(claim: Callable[[], bool], milliseconds: int) -> None:
    """Run the event loop until a claim has held for a quarter of a second, at most for some time."""
    end, since = time.perf_counter() + milliseconds / 1000, None
    while time.perf_counter() < end:
        wait(None, 20)
        since = (since or time.perf_counter()) if claim() else None
        if since is not None and time.perf_counter() - since > 0.25:
            return
