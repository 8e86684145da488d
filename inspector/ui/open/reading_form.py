"""The form of reading options: one choice for each property that is otherwise guessed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QWidget

from inspector.core.files import SHAPES, FilePreview, Options, Preview
from inspector.core.files.formats.separator import SEPARATORS
from inspector.ui.open.reading_choices import CHOICES
from inspector.ui.widgets.formatting import tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID

_FORMS = {name: f"{name}: {words}" for name, words in SHAPES.items()}
_LINES = ("", "shape", "ids", "labels", "confidences", "separator")


class ReadingForm(QWidget):
    """One combo box per option; its first entry is the guess. changed: the user chose an entry."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("readingForm")
        self._guesses: dict[str, str] = {}
        self._fixed: dict[str, str | None] = {}
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
        given = {name: box.currentData() for name, box in self._boxes.items()}
        shapes = given.pop("truth_shape"), given.pop("submission_shape")
        return Options(**given, shape="/".join(shape or "" for shape in shapes) if any(shapes) else None)

    def choose(self, options: Options) -> None:
        """Preselect options."""
        shapes = {"truth_shape": options.shape_of(True), "submission_shape": options.shape_of(False)}
        for name in self._boxes:
            self._fill(name, {}, shapes[name] if name in shapes else getattr(options, name))

    def forget(self) -> None:
        """Reset every option to its guess."""
        self._guesses.clear()
        self.choose(Options())

    def show_preview(self, preview: Preview) -> None:
        """Offer the columns of the files, and show the guesses."""
        truth, submission = preview.truth, preview.submission
        self._offer("truth_shape", truth.shape, _FORMS)
        self._offer("submission_shape", submission.shape, {k: words for k, words in _FORMS.items() if k != "groups"})
        self._offer("id_column", truth.id, _names(truth))
        self._offer("submission_id_column", submission.id, _names(submission))
        self._offer("truth_column", _labels(truth), _names(truth))
        self._offer("submission_column", _labels(submission), _names(submission))
        self._offer("confidence_column", submission.confidence or "none", _names(submission))
        separators = dict.fromkeys(filter(None, (truth.separator, submission.separator)))
        self._offer("separator", " / ".join(separators) or "none needed", SEPARATORS)

    def _offer(self, name: str, guess: str, choices: dict[str, str]) -> None:
        chosen = self._boxes[name].currentData()
        if chosen is None:
            self._guesses[name] = guess
        self._fill(name, choices, chosen)

    def _fill(self, name: str, choices: dict[str, str], chosen: str | None) -> None:
        box, guess = self._boxes[name], self._guesses.get(name)
        box.blockSignals(True)
        box.clear()
        box.addItem(f"guessed: {guess}" if guess else "guessed", None)
        if chosen is not None and chosen not in choices:
            choices = {**choices, chosen: chosen}
        for value, words in choices.items():
            box.addItem(words, value)
        box.setCurrentIndex(max(0, box.findData(chosen)) if chosen is not None else 0)
        box.blockSignals(False)

    def _box(self, name: str, title: str, hint: str) -> QComboBox:
        self._boxes[name] = box = QComboBox(self)
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setToolTip(tip(hint))
        box.setMinimumContentsLength(12)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.activated.connect(self.changed)
        return box


def _names(side: FilePreview) -> dict[str, str]:
    return {name: name or "(no name)" for name in side.columns}


def _labels(side: FilePreview) -> str:
    return f"{side.labels} and the others" if side.shape in ("wide", "slots") else side.labels
