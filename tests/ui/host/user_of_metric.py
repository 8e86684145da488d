"""A user who works under a host's metric."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ui.host.acting import agree, settled

from inspector.core.data.prediction import Prediction
from inspector.core.metrics import parse
from inspector.ui.window.main_window import MainWindow


def hosted_by(window: MainWindow, metric: Path, qtbot: Any) -> MainWindow:
    """The window under a metric that the user agreed to."""
    window.bench.change_queue.set_metric(parse(str(metric)))
    agree(window, qtbot)
    settled(window, qtbot)
    return window


def predict(window: MainWindow, id_: str, *labels: str) -> None:
    """Type another prediction for a row."""
    row = window.bench.inspection.evaluation.table.row_of(id_)
    window.bench.change_queue.predict(row, Prediction(labels))
