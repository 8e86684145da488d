"""What is asked about splits: the public share, the size of the test, a score on the leaderboard, and groups."""

from __future__ import annotations

import math
from collections.abc import Iterable

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QGridLayout, QHBoxLayout, QSlider, QSpinBox, QWidget

from inspector.core.luck.luck import Question
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.formatting import menu, tip
from inspector.ui.widgets.input.text_line import TextLine
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID

_SHARE, _LEAST, _MOST = 30.0, 0.1, 99.9
_OWN_ROWS, _MOST_ROWS = 1, 1_000_000_000
_SHARE_HINT = "The share of the test rows whose score the leaderboard shows"
_USAGE_HINT = "The Usage column of the truth says which rows are public; type a test size to ask about another split"


class QuestionForm(QWidget):
    """asked: another question; placed: only another score on the leaderboard, for which splits stay as they are."""

    asked, placed = Signal(), Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._slider, self._share = self._make_slider(), self._make_share()
        self._rows, self._public, self._group = self._make_rows(), self._make_public(), self._make_group()
        self.setFocusProxy(self._slider)
        self._lay_out()
        self._slider.valueChanged.connect(lambda percent: self._share.setValue(percent))
        self._share.valueChanged.connect(self._follow)
        self._rows.valueChanged.connect(lambda _: self.asked.emit())
        self._public.textChanged.connect(lambda _: self.placed.emit())
        self._group.currentIndexChanged.connect(lambda _: self.asked.emit())

    @property
    def question(self) -> Question:
        """What is asked."""
        rows, public = self._rows.value(), self._typed
        return Question(
            share=self._share.value() / 100,
            test_rows=None if rows == _OWN_ROWS else rows,
            public=None if math.isnan(public) else public,
            group=str(self._group.currentData() or ""),
        )

    @property
    def trouble(self) -> str:
        """What is wrong with the typed score, empty for nothing."""
        typed = self._public.text().strip()
        return f"{typed[:20]} is no score: type a number such as 0.842." if typed and math.isnan(self._typed) else ""

    def show_columns(self, names: Iterable[str]) -> None:
        """Offer the columns of another pair, without telling of it; the chosen one stays if the pair has it."""
        before = self._group.currentData()
        with QSignalBlocker(self._group):
            self._group.clear()
            self._group.addItem("single rows", "")
            for name in names:
                self._group.addItem(f"groups of {menu(name)}", name)
            self._group.setCurrentIndex(max(0, self._group.findData(before)))

    def forget_score(self) -> None:
        """Clear the score on the leaderboard, without telling of it: it was of another metric."""
        with QSignalBlocker(self._public):
            self._public.clear()

    def fix_share(self, share: float | None) -> None:
        """Show the share of a real split, which cannot be changed; None for no real one."""
        for part in (self._slider, self._share):
            part.setEnabled(share is None)
            part.setToolTip(tip(_SHARE_HINT if share is None else _USAGE_HINT))
        if share is not None:
            with QSignalBlocker(self._slider), QSignalBlocker(self._share):
                self._slider.setValue(round(100 * share))
                self._share.setValue(100 * share)

    @property
    def _typed(self) -> float:
        """The typed score, NaN for none."""
        try:
            score = float(self._public.text().strip().replace(",", "."))
        except ValueError:
            return math.nan
        return score if math.isfinite(score) else math.nan

    def _follow(self, percent: float) -> None:
        """Move the slider to the number."""
        with QSignalBlocker(self._slider):
            self._slider.setValue(round(percent))
        self.asked.emit()

    def _lay_out(self) -> None:
        both, grid = QWidget(self), QGridLayout(self)
        arrange(QHBoxLayout(both), (self._slider, 1), self._share)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(GRID)
        grid.setColumnStretch(1, 1)
        titled: tuple[tuple[str, QWidget, QWidget], ...] = (
            ("Pu&blic share", self._share, both),
            ("&Test rows", self._rows, self._rows),
            ("&Leaderboard", self._public, self._public),
            ("&Draw", self._group, self._group),
        )
        for line, (title, field, part) in enumerate(titled):
            label = PlainLabel(self, title)
            label.setBuddy(field)
            grid.addWidget(label, line, 0)
            grid.addWidget(part, line, 1)

    def _make_slider(self) -> QSlider:
        slider = named(QSlider(Qt.Orientation.Horizontal, self), "luckSlider", "Public share in percent", _SHARE_HINT)
        slider.setRange(1, 99)
        slider.setValue(int(_SHARE))
        slider.setMinimumWidth(6 * GAP)
        return slider

    def _make_share(self) -> QDoubleSpinBox:
        number = named(QDoubleSpinBox(self), "luckShare", "Public share, as a number", _SHARE_HINT)
        number.setRange(_LEAST, _MOST)
        number.setDecimals(1)
        number.setSuffix(" %")
        number.setValue(_SHARE)
        number.setKeyboardTracking(False)
        number.lineEdit().setTextMargins(GRID, 0, 0, 0)  # the style sheet leaves no padding to a spin box
        return number

    def _make_rows(self) -> QSpinBox:
        hint = (
            "How many rows the test has, if its truth is hidden and these rows are others of the same kind; "
            "else these rows themselves are split"
        )
        number = named(QSpinBox(self), "luckRows", "Rows of the test", hint)
        number.setRange(_OWN_ROWS, _MOST_ROWS)
        number.setSpecialValueText("these rows")
        number.setGroupSeparatorShown(True)
        number.setSingleStep(1_000)
        number.setKeyboardTracking(False)
        number.lineEdit().setTextMargins(GRID, 0, 0, 0)
        return number

    def _make_public(self) -> TextLine:
        hint = "The score of the open submission on the leaderboard: how much of it is luck is told below"
        line = named(TextLine(self), "luckPublic", "Public score on the leaderboard", hint)
        line.setPlaceholderText("a public score, such as 0.842")
        line.setClearButtonEnabled(True)
        return line

    def _make_group(self) -> QComboBox:
        hint = "Rows of one group, such as the images of one patient, are public or private together"
        chooser = named(QComboBox(self), "luckGroup", "Draw single rows or groups", hint)
        chooser.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        chooser.setMinimumContentsLength(GAP)
        chooser.addItem("single rows", "")
        return chooser
