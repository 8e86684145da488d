"""What must not happen, wherever it happens: unexpected errors of any thread, and warnings of Qt."""

from __future__ import annotations

import gc
import sys
import threading
import traceback
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
        log_file.log_error = self.note  # type: ignore[assignment]  # what the message bar shows of an unexpected error
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
        if kind != QtMsgType.QtDebugMsg and not any(known in text for known in _HARMLESS):
            self.say(f"Qt: {text[:80]}", "".join(traceback.format_stack(limit=12)))


def resident() -> float:
    """The memory of the process, in MB, once what can be freed is freed."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 1e6
