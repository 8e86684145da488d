"""A host that acts in this process, and the user who answers whether it may run."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
from PySide6.QtWidgets import QDialog, QPushButton
from ui.user import find

from inspector.core.arrays.types import Floats, Ints
from inspector.core.data.edits import Overlay
from inspector.core.host.consent import Agreement
from inspector.core.host.errors import Failure, HostError
from inspector.core.host.frames import Frames
from inspector.core.host.host import Each, HostScore
from inspector.ui.window.main_window import MainWindow

TEXT = '''
def score(solution, submission, row_id_column_name, power: float = 1.0):
    """Share of <b>right</b> first labels."""
    return 0.5
'''
WAIT = 10_000


class Acting:
    """Stands in for Host: the share of rows whose first label is right, to some power; `boom` fails, as `failure` says;
    a loss where `sign` is -1.

    made: one for each process that would have been started; asked: how often the overall was asked for; gate: the
    overall waits for it; asides: how often that of a perfect prediction was asked for.
    """

    made: ClassVar[list[Acting]] = []
    gate = threading.Event()
    failure: ClassVar[Failure] = "refused"
    sign: ClassVar[float] = 1.0

    def __init__(self, agreement: Agreement, limits: object = None) -> None:
        self.script, self.asked, self.asides, self.is_closed = agreement.script, 0, 0, False
        self.made.append(self)

    def score(self, frames: Frames, overlay: Overlay, arguments: Any = None) -> HostScore:
        self.asked += 1
        assert self.gate.wait(WAIT / 1000)
        rows = np.arange(len(frames.pair.table))
        return HostScore(overall=self.score_among(frames, overlay, rows, arguments))

    def score_among(
        self, frames: Frames, overlay: Overlay, rows: Ints, arguments: Any = None, predicted: Ints | None = None
    ) -> float:
        right = self._right(frames, overlay, rows, predicted)
        return self.sign * float(right.mean() ** float((arguments or {}).get("power", 1.0)))

    def score_aside(self, frames: Frames, overlay: Overlay, other: Overlay, arguments: Any = None) -> float:
        self.asides += 1
        return self.score_among(frames, other, np.arange(len(frames.pair.table)), arguments)

    def score_each(
        self,
        frames: Frames,
        overlay: Overlay,
        rows: Ints,
        arguments: Any = None,
        *,
        is_without: bool = False,
        predicted: Ints | None = None,
        within: float = 0.0,
    ) -> Each:
        power = float((arguments or {}).get("power", 1.0))
        if not is_without:
            return Each(self.sign * self._right(frames, overlay, rows, predicted) ** power, 0, "")
        right = self._right(frames, overlay, np.arange(len(frames.pair.table)), None)
        return Each(self.sign * ((right.sum() - right[rows]) / (len(right) - 1)) ** power, 0, "")

    def close(self) -> None:
        self.is_closed = True

    def _right(self, frames: Frames, overlay: Overlay, rows: Ints, predicted: Ints | None) -> Floats:
        table = frames.pair.table
        lists, truths = overlay.over(table, rows if predicted is None else predicted), table.truth.take(rows)
        if "boom" in table.vocab.texts(lists.codes):
            raise HostError("boom is no label", self.script.path, failure=self.failure, details="Traceback: boom")
        first, true = (table.vocab.texts(side.first_codes()) for side in (lists, truths))
        return np.array([bool(a) and a == b for a, b in zip(first, true, strict=True)], np.float64)


def question(window: MainWindow) -> QDialog | None:
    return next((one for one in window.findChildren(QDialog, "consentDialog") if one.isVisible()), None)


def asked(window: MainWindow, qtbot: Any) -> QDialog:
    """The question whether a file may run, once it is asked."""
    qtbot.waitUntil(lambda: question(window) is not None, timeout=WAIT)
    dialog = question(window)
    assert dialog is not None
    return dialog


def agree(window: MainWindow, qtbot: Any) -> None:
    find(asked(window, qtbot), QPushButton, "agreeButton").click()


def settled(window: MainWindow, qtbot: Any) -> None:
    """Wait until nothing is asked any more."""
    inspection, controller = window.bench.inspection, window.bench.host_metrics.controller
    qtbot.waitUntil(
        lambda: (
            inspection.is_open
            and inspection.evaluation.scores.is_settled
            and not controller.worker.is_busy
            and inspection.directed == inspection.metric
            and not window.bench.change_queue.worker.is_busy
        ),
        timeout=WAIT,
    )


def metric_file(folder: Path, text: str = TEXT) -> Path:
    path = folder / "metric & <i>x.py"
    path.write_text(text)
    return path
