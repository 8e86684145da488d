"""The dialogs of the program, answered by chance instead of by a person."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QInputDialog,
    QLineEdit,
    QMenu,
    QMessageBox,
    QPushButton,
    QSpinBox,
    QToolButton,
    QWidget,
)
from window.gestures import metric_text


class Answers:
    """Fills in a dialog, lets events run while it is open, perhaps does something else, and leaves it."""

    def __init__(self, random: Random, folder: Path, words: Callable[[], str], meanwhile: Callable[[], None]) -> None:
        self._random, self._folder, self._words, self._meanwhile = random, folder, words, meanwhile
        self._depth = 0
        QDialog.exec = lambda dialog: self._run(dialog)  # type: ignore[method-assign, assignment]
        QMessageBox.exec = lambda box: self._choose(box)  # type: ignore[method-assign, assignment]
        QMenu.exec = lambda menu, *_: self._pick(menu)  # type: ignore[method-assign, assignment]
        QFileDialog.getSaveFileName = lambda *_: (self._target(), "")  # type: ignore[method-assign, assignment]
        QFileDialog.getOpenFileName = lambda *_: (self._source(), "")  # type: ignore[method-assign, assignment]
        QFileDialog.getOpenFileNames = lambda *_: (list(filter(None, [self._source()])), "")  # type: ignore[method-assign, assignment]
        QInputDialog.getItem = lambda *asked, **_: (self._random.choice(asked[3]), self._chance(0.7))  # type: ignore[method-assign, assignment]
        QFileDialog.getExistingDirectory = lambda *_: str(self._folder)  # type: ignore[method-assign, assignment]
        QInputDialog.getText = lambda *asked, **_: self._line(*asked)  # type: ignore[method-assign, assignment]
        QDesktopServices.openUrl = lambda url: isinstance(url, QUrl)  # type: ignore[method-assign, assignment]

    def fill_in(self, parent: QWidget, most: int = 4) -> None:
        """Give some of the visible fields of a window other values."""
        fields = [part for part in parent.findChildren(QWidget) if part.isVisible() and part.isEnabled()]
        fields = [part for part in fields if isinstance(part, (QLineEdit, QComboBox, QSpinBox, QCheckBox))]
        for field in self._random.sample(fields, min(len(fields), self._random.randint(0, most))):
            self._set(field)
            if self._chance(0.3):
                QApplication.processEvents()

    def press(self, parent: QWidget) -> None:
        """Press one of the visible buttons of a window."""
        buttons = [b for b in parent.findChildren(QAbstractButton) if b.isVisible() and b.isEnabled()]
        # Qt waits for the choice from a menu without Python.
        buttons = [b for b in buttons if not (isinstance(b, (QToolButton, QPushButton)) and b.menu())]
        if buttons:
            self._random.choice(buttons).click()

    def _set(self, field: QWidget) -> None:
        if isinstance(field, QSpinBox):
            field.setValue(self._random.randint(field.minimum(), min(field.maximum(), 30)))
        elif isinstance(field, QComboBox) and field.count():
            place = self._random.randrange(field.count())
            field.setCurrentIndex(place)
            field.activated.emit(place)  # as when it is picked by hand
        elif isinstance(field, QCheckBox):
            field.click()
        elif isinstance(field, QLineEdit) and not isinstance(field.parent(), (QAbstractSpinBox, QComboBox)):
            if field.objectName() == "noteEdit":  # only what is typed is kept
                field.selectAll()
                field.insert("" if field.isReadOnly() else self._words())
            else:
                field.setText(self._words())

    def _line(self, parent: QWidget, title: str, *_: str) -> tuple[str, bool]:
        """A line of text, or of metrics where these are asked for, and whether it is entered."""
        texts = [metric_text(self._random) for _ in range(self._random.randint(0, 2))]
        return " ".join(texts) if title == "Metric columns" else self._words(), self._chance(0.8)

    def _run(self, dialog: QDialog) -> int:
        if self._depth > 2:
            return 0
        self._depth += 1
        dialog.show()
        for _ in range(self._random.randint(0, 3)):
            self.fill_in(dialog)
            QApplication.processEvents()
            if self._chance(0.3):
                self._meanwhile()
            if self._chance(0.2):
                self.press(dialog)
        accepted = self._chance(0.6)
        (dialog.accept if accepted else dialog.reject)()
        dialog.hide()
        self._depth -= 1
        return dialog.result()

    def _choose(self, box: QMessageBox) -> QMessageBox.StandardButton:
        chosen = [button for button in QMessageBox.StandardButton if box.standardButtons() & button]
        if self._chance(0.3):
            self._meanwhile()  # may close the pair, and the box with it
        return self._random.choice(chosen or [QMessageBox.StandardButton.Ok])

    def _pick(self, menu: QMenu) -> None:
        entries = [entry for entry in menu.actions() if entry.isEnabled() and not entry.menu()]
        if entries and self._chance(0.7):
            self._random.choice(entries).trigger()

    def _target(self) -> str:
        return "" if self._chance(0.3) else str(self._folder / self._random.choice(TARGETS))

    def _source(self) -> str:
        found = sorted(path for path in self._folder.iterdir() if path.is_file())
        return "" if not found or self._chance(0.3) else str(self._random.choice(found))

    def _chance(self, share: float) -> bool:
        return self._random.random() < share


TARGETS = ("out.csv", "out.jsonl", "out.parquet", "out.csv.gz", "a.png", "gone/out.csv", "out", "plot.svg", "x" * 300)


def pictures(folder: Path, ids: list[str]) -> None:
    """Pictures named by ids: good, broken, and of a kind that must not be opened."""
    for number, id_ in enumerate(ids):
        path = folder / f"{id_}{('.png', '.jpg', '')[number % 3]}"
        if number % 4 == 0:
            path.write_bytes(b"<svg xmlns='http://www.w3.org/2000/svg'/>")
        elif number % 4 == 1:
            path.write_bytes(b"\x89PNG\r\n\x1a\n and no more")
        else:
            image = QImage(30 + number, 20, QImage.Format.Format_RGB32)
            image.fill(number * 1000)
            image.save(str(path), "png")
