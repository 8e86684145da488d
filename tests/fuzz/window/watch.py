"""What must not happen, wherever it happens: unexpected errors of any thread, and warnings of Qt and Python."""

from __future__ import annotations

import ctypes
import gc
import logging
import sys
import threading
import traceback
import warnings
from collections import Counter
from pathlib import Path

from PySide6.QtCore import QtMsgType, qInstallMessageHandler

from inspector.ui import log_file

_HARMLESS = ("propagateSizeHints", "does not support raise", "does not support grabbing the keyboard")


class Watch:
    """Counts findings, each kind by the place in the code where it arose, and prints the first of a kind."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self.doing = ""
        sys.excepthook = lambda kind, error, trace: self.note(error.with_traceback(trace))
        threading.excepthook = lambda args: self.note(args.exc_value or args.exc_type())
        sys.unraisablehook = lambda args: self.note(args.exc_value or args.exc_type())
        logging.getLogger().addHandler(_Heard(self))
        warnings.showwarning = lambda message, *place: self.say(f"warning: {message}", f"at {place[1:3]}")
        log_file.log_error = self.note  # type: ignore[assignment]  # what the message bar shows of an unexpected error
        self.listen()

    def listen(self) -> None:
        """Hear the messages of Qt: again after a program that has taken them over has ended."""
        qInstallMessageHandler(self._hear)

    def note(self, error: BaseException) -> None:
        """Count an unexpected error."""
        frames = traceback.extract_tb(error.__traceback__) or traceback.extract_stack()
        ours = [f for f in frames if "/inspector/" in f.filename] or list(frames)
        place = f"{type(error).__name__} at {Path(ours[-1].filename).name}:{ours[-1].lineno}"
        self.say(place, "".join(traceback.format_exception(error)))

    def say(self, what: str, more: str = "") -> None:
        """Count a finding."""
        self.found[what] += 1
        if self.found[what] == 1:
            print(f"FOUND {what}, while: {self.doing}\n{more}", flush=True)

    def _hear(self, kind: QtMsgType, context: object, text: str) -> None:
        if kind != QtMsgType.QtDebugMsg:
            self.hear(f"Qt: {text[:80]}")

    def hear(self, text: str) -> None:
        """Count a message of Qt or a warning that is logged, unless it is harmless."""
        if not any(known in text for known in _HARMLESS):
            self.say(text, "".join(traceback.format_stack(limit=12)))


class _Heard(logging.Handler):
    """What the program logs, which is where Qt's messages go while `inspector.show` runs."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.WARNING)
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        self._watch.hear(f"logged: {record.getMessage()[:80]}")


def resident() -> float:
    """The memory of the process, in MB, once what can be freed is freed.

    The program's allocator keeps freed memory for later: hundreds of MB after one large comparison, which are no leak.
    """
    gc.collect()
    if sys.platform == "linux":
        ctypes.CDLL(None).malloc_trim(0)
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
