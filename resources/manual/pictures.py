"""Draws the pictures of the manual from the real program: `python resources/manual/pictures.py [NAME...]`.

Each picture is a pair, and the commands that a reader would choose. It needs no display.
"""

from __future__ import annotations

import csv
import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from PySide6.QtCore import QEventLoop, QPoint, QSize, QTimer
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication, QMenu, QWidget

import inspector
from inspector import Inspection
from inspector.core import samples
from inspector.core.host.script import Script
from inspector.ui.app import make_window
from inspector.ui.host.consent_dialog import ConsentDialog
from inspector.ui.settings import Settings
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.main_window import MainWindow

FOLDER = Path(__file__).parent / "pictures"
_SIZE = QSize(1180, 720)
_SETTLE_MS = 600
_COLOURS = 256


def _sample(name: str) -> Inspection:
    found = samples.find(name)
    truth, first, *others = found.files()
    inspection = inspector.open_pair(truth, first, found.metric)
    for path in others:
        inspection.add(path)
    return inspection


def _worst_rows() -> Inspection:
    inspection = _sample("humpback")
    inspection.narrow("rank=none & support>5")
    inspection.go_to(int(inspection.state.order.rows[2]))
    return inspection


def _numbers() -> Inspection:
    inspection = _sample("prices")
    inspection.narrow("Neighborhood:IDOTRR")
    inspection.go_to(int(inspection.state.order.rows[0]))
    return inspection


def _teach() -> Inspection:
    inspection = _sample("humpback")
    inspection.narrow("rank=3")
    row = int(inspection.state.order.rows[0])
    inspection.go_to(row)
    inspection.predict(row, inspection.evaluation.prediction(row).moved(2, 1))
    return inspection


def _rejected() -> Inspection:
    """A submission with ids that lost their ending, and with rows left out."""
    truth, submission = samples.find("humpback").files()
    folder = Path(tempfile.mkdtemp())
    with submission.open(encoding="utf-8", newline="") as given, (folder / "upload.csv").open("w", newline="") as odd:
        writer = csv.writer(odd)
        for line, (id_, labels) in enumerate(csv.reader(given)):
            if line % 500 != 499:
                writer.writerow([id_.removesuffix(".jpg") if line % 3 == 0 else id_, labels])
    return inspector.open_pair(truth, folder / "upload.csv", "map@5")


_METRIC = '''"""Root mean squared logarithmic error."""

import numpy as np
import pandas as pd


def score(solution: pd.DataFrame, submission: pd.DataFrame, row_id_column_name: str, target: str = "price") -> float:
    logs = [np.log1p(side[target]) for side in (solution, submission)]
    return float(np.sqrt(((logs[0] - logs[1]) ** 2).mean()))
'''


def _consent(window: MainWindow) -> QWidget:
    path = Path(tempfile.gettempdir()) / "contest" / "metric.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text(_METRIC, encoding="utf-8")
    return ConsentDialog(Script.read(path), "lower", window)


def _export_menu(window: MainWindow) -> QWidget:
    menus = window.findChildren(QMenu)
    return next(menu for menu in menus if menu.title().replace("&", "") == "Export")


@dataclass(frozen=True)
class Picture:
    """What is open, and the commands that are chosen; panel: one that is shown; over: what is shown on top."""

    pair: Callable[[], Inspection]
    commands: tuple[str, ...] = ()
    panel: str = ""
    over: Callable[[MainWindow], QWidget] | None = None


ALL: Mapping[str, Picture] = {
    "worst-rows": Picture(_worst_rows),
    "numbers": Picture(_numbers, panel="truthDock"),
    "why-different": Picture(lambda: _sample("plants"), ("open_rule",)),
    "compare": Picture(lambda: _sample("compare"), ("show_submissions",)),
    "teach": Picture(_teach),
    "luck": Picture(lambda: _sample("compare"), ("show_luck",)),
    "rejected-file": Picture(_rejected, panel="problemsDock"),
    "own-metric": Picture(lambda: _sample("humpback"), over=_consent),
    "hand-it-on": Picture(lambda: _sample("compare"), over=_export_menu),
    "confidence": Picture(lambda: _sample("landmark"), ("show_ladder",)),
}


def draw(picture: Picture) -> QImage:
    """The picture, after its commands have done their work; with what has popped up."""
    app = QApplication.instance() or QApplication([])
    window = make_window(Theme(app), Settings(temporary=True))
    window.theme.choose("light")
    window.create_workbench(picture.pair())
    window.resize(_SIZE)
    window.show()
    _settle(window)
    if picture.panel:
        window.bench.docks.bring(picture.panel)
    for name in picture.commands:
        window.commands.by_name[name].trigger()
        _settle(window)
    drawn = window.grab()
    over = app.activePopupWidget() if picture.over is None else picture.over(window)
    if over is not None:
        over.adjustSize()
        place = window.mapFromGlobal(over.pos()) if picture.over is None else _middle(window, over)
        with QPainter(drawn) as painter:
            painter.drawPixmap(place, over.grab())
        over.close()
    window.leave()
    window.deleteLater()
    return _with_few_colours(drawn.toImage())


def _with_few_colours(image: QImage) -> QImage:
    """The picture with its most frequent colours only, which makes a small file."""
    image = image.convertToFormat(QImage.Format.Format_RGB32)
    colours, counts = np.unique(np.frombuffer(image.constBits(), np.uint32), return_counts=True)
    table = colours[np.argsort(-counts)[:_COLOURS]].tolist()
    return image.convertToFormat(QImage.Format.Format_Indexed8, table)


def _middle(window: QWidget, over: QWidget) -> QPoint:
    return QPoint((window.width() - over.width()) // 2, (window.height() - over.height()) // 2)


def _settle(window: MainWindow) -> None:
    """Wait until no worker is busy for some time, and everything is painted."""
    loop = QEventLoop(window)  # lets other threads run, as QTest.qWait does not
    _wait(loop)
    while any(worker.is_busy for worker in window.findChildren(Worker)):
        _wait(loop)


def _wait(loop: QEventLoop) -> None:
    QTimer.singleShot(_SETTLE_MS, loop, loop.quit)
    loop.exec()


def main(names: list[str]) -> None:
    """Draw the named pictures, or all of them."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or ALL:
        draw(ALL[name]).save(str(FOLDER / f"{name}.png"), None, 0)


if __name__ == "__main__":
    main(sys.argv[1:])
