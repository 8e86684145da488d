"""The form of reading options: one choice for each property that is otherwise guessed."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from inspector.core.files.detection.side import NONE
from inspector.core.files.formats.separator import SEPARATORS
from inspector.core.files.options import Options
from inspector.core.files.preview import FilePreview, Preview
from inspector.ui.open.reading_choices import CHOICES
from inspector.ui.open.reading_fields import (
    FIRST_LINES,
    FORMS,
    LABELS,
    NO_COLUMN,
    options_of,
    value_words,
    values_of,
)
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID

_LINES = ("", "header", "shape", "ids", "labels", "relevance, confidences", "separator", "form of labels")
# What the first entry shows when there is nothing to guess.
_NOT_NEEDED = "none needed"
_AS_OTHER = "as in the submission"


class ReadingForm(QWidget):
    """One combo box per option; its first entry is the guess. changed: the user chose an entry."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readingForm")
        self._guesses: dict[str, str] = {}
        self._boxes: dict[str, QComboBox] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(GAP)
        grid.setVerticalSpacing(GRID)
        for line, title in enumerate(_LINES):
            grid.addWidget(PlainLabel(self, title), line, 0)
        for column, title in ((1, "truth"), (2, "submission")):
            grid.addWidget(PlainLabel(self, title), 0, column)
            grid.setColumnStretch(column, 1)
        for name, line, column, title, hint in CHOICES:
            grid.addWidget(self._box(name, title, hint), line, column)
        self.forget()

    @property
    def options(self) -> Options:
        """The chosen options; None where the guess applies."""
        return options_of({name: box.currentData() for name, box in self._boxes.items()})

    def choose(self, options: Options) -> None:
        """Preselect options."""
        for name, value in values_of(options).items():
            self._fill(name, {}, value)

    def forget(self) -> None:
        """Reset every option to its guess."""
        self._guesses.clear()
        self.choose(Options())

    def show_preview(self, preview: Preview) -> None:
        """Offer the columns of the files, and show the guesses."""
        truth, submission = preview.truth, preview.submission
        for name, side in (("truth_header", truth), ("submission_header", submission)):
            self._offer(name, _header(side), FIRST_LINES)
        self._offer("truth_shape", truth.shape, FORMS)
        self._offer("submission_shape", submission.shape, {k: words for k, words in FORMS.items() if k != "groups"})
        for name, side in (("id_column", truth), ("submission_id_column", submission)):
            self._offer(name, side.id, _names(side))
        for name, side in (("truth_column", truth), ("submission_column", submission)):
            self._offer(name, _labels(side), _names(side))
        for name, side in (("relevance_column", truth), ("confidence_column", submission)):
            self._offer(name, side.confidence or NONE, NO_COLUMN | _names(side))
        self._offer("separator", submission.separator or _NOT_NEEDED, SEPARATORS)
        follows = self._boxes["separator"].currentData() is not None
        self._offer("truth_separator", _AS_OTHER if follows else truth.separator or _NOT_NEEDED, SEPARATORS)
        self._offer("truth_labels", truth.label_form, LABELS)

    def _offer(self, name: str, guess: str, choices: dict[str, str]) -> None:
        chosen = self._boxes[name].currentData()
        if chosen is None:
            self._guesses[name] = guess
        self._fill(name, choices, chosen)

    def _fill(self, name: str, choices: dict[str, str], chosen: str | None) -> None:
        box, guess = self._boxes[name], self._guesses.get(name)
        if chosen is not None and chosen not in choices:
            choices = {**choices, chosen: value_words(name, chosen)}
        with QSignalBlocker(box):
            box.clear()
            box.addItem(f"guessed: {guess}" if guess else "guessed", None)
            for value, words in choices.items():
                box.addItem(words, value)
            box.setCurrentIndex(max(0, box.findData(chosen)) if chosen is not None else 0)

    def _box(self, name: str, title: str, hint: str) -> QComboBox:
        self._boxes[name] = box = named(QComboBox(self), name, title, tip(hint))
        box.setMinimumContentsLength(12)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.activated.connect(self.changed)
        return box


def _names(side: FilePreview) -> dict[str, str]:
    return {name: name or "(no name)" for name in side.columns}


def _header(side: FilePreview) -> str:
    return _NOT_NEEDED if side.header is None else "yes" if side.header else "no"


def _labels(side: FilePreview) -> str:
    return f"{side.labels} and the others" if side.shape in ("wide", "slots") else side.labels
