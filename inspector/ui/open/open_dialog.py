"""The open dialog: paths of truth and submission, metric, reading options, and a preview."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialogButtonBox, QVBoxLayout, QWidget

from inspector.core.document.load import options_under
from inspector.core.document.readings import TriedReading
from inspector.core.errors import InputError
from inspector.core.files.detection.question import AmbiguousReadingError, OneSidedFileError
from inspector.core.files.options import Options
from inspector.core.files.preview import Preview
from inspector.core.metrics import parse
from inspector.ui.open.pair_fields import PairFields
from inspector.ui.open.reading_choices import FOLD, error_text, refusal_text
from inspector.ui.open.reading_form import ReadingForm
from inspector.ui.open.reading_preview import ReadingPreview
from inspector.ui.open.reading_question import ReadingQuestion
from inspector.ui.open.repair_list import RepairList
from inspector.ui.widgets.building.build import arrange
from inspector.ui.widgets.building.buttons import flat_button, push_button
from inspector.ui.widgets.building.dialog import Dialog
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.scroll_page import ScrollPage
from inspector.ui.widgets.theme import GAP

_PAUSE_MS = 300
_NOTHING = "Nothing to show yet"
_WIDTH = 860
# Height of the window frame around a dialog.
_FRAME = 48


class OpenDialog(Dialog):
    """Lets the user choose two files, a metric and reading options.

    preview_asked: truth, submission or None, options; reply with `show_preview` or `show_error`. readings_asked: the
    possible readings of the files; reply with `show_tried`. files_changed: no reply about earlier files is wanted.
    """

    preview_asked = Signal(object, object, Options)
    files_changed = Signal()
    readings_asked = Signal(object)

    def __init__(
        self,
        truth: Path | None,
        submission: Path | None,
        options: Options | None = None,
        parent: QWidget | None = None,
        *,
        metric: str | None = None,
    ) -> None:
        super().__init__(parent, "openDialog", "Open a pair")
        self._debounce = Debounce(_PAUSE_MS, self, self.ask)
        self._fields = PairFields(truth, submission, metric, self)
        self._preview, self._form, self._fixes = ReadingPreview(self), ReadingForm(self), RepairList(self)
        self._question = ReadingQuestion(self)
        self._is_incomplete = self._metric_error = False
        self._kind: str | None = None  # of predictions, as the files were read last
        self._form.choose(options or Options())
        self._fixes.choose(options.fixes if options else ())
        self._build()
        self._fields.files_changed.connect(self._on_path_changed)
        self._fields.metric_changed.connect(self._on_metric_changed)
        for part in (self._form, self._fixes):
            part.changed.connect(self._on_choice)
        self._question.chosen.connect(self._on_chosen)
        self._set_unfolded(options is not None and replace(options, fixes=()) != Options())
        self._update_open_button()

    @property
    def truth(self) -> Path | None:
        """The path of the truth, None before it is chosen."""
        return self._fields.truth

    @property
    def submission(self) -> Path | None:
        """The path of the submission, None if the truth file holds both."""
        return self._fields.submission

    @property
    def metric_text(self) -> str | None:
        """The text of the metric, None to guess it."""
        return self._fields.metric_text

    @property
    def options(self) -> Options:
        """The reading options that the user chose."""
        return replace(self._form.options, fixes=self._fixes.fixes)

    @property
    def _options_under_metric(self) -> Options:
        """The options as opening takes them: the metric says what the files hold, one that is half typed nothing."""
        with contextlib.suppress(InputError):
            return options_under(self.metric_text, self.options)
        return self.options

    def accept(self) -> None:
        """Open the files, unless the metric is none."""
        try:
            parse(self.metric_text or "map")
        except InputError as error:
            self._metric_error = True
            self._show_error_text(error_text(error))
            self._fields.metric_line.setFocus()
        else:
            super().accept()

    def ask(self) -> None:
        """Request a preview if a truth is chosen."""
        self._debounce.stop()
        self._set_incomplete(False)
        if self.truth is None:
            self._preview.clear(_NOTHING)
            return
        self._preview.show_message("Reading…")
        options = self._options_under_metric
        self._kind = options.kind
        self.preview_asked.emit(self.truth, self.submission, options)

    def show_preview(self, preview: Preview) -> None:
        """Show the preview and the proposed repairs; a rejected pair disables Open. A sample has no repairs yet."""
        self._show_question(False)
        self._preview.show_preview(preview)
        if preview.rest is not None:
            return
        self._form.show_preview(preview)
        self._fixes.offer(preview.problems)
        self._show_error_text(refusal_text(preview))

    def show_error(self, error: Exception) -> None:
        """Show an error of the files or the reading options; or ask which of several readings is meant."""
        self._fixes.offer(())
        if isinstance(error, AmbiguousReadingError):
            self._ask_for_reading(error)
            return
        if isinstance(error, OneSidedFileError):
            self._preview.clear("Now choose the submission, or a file that has both true and predicted labels")
            self._set_incomplete(True)
            return
        self._question.forget()
        self._show_question(False)
        self._preview.clear(_NOTHING)
        self._show_error_text(error_text(error))

    def show_progress(self, _: float, words: str) -> None:
        """Show how far the possible readings are tried."""
        self._question.show_progress(words)

    def show_tried(self, tried: Sequence[TriedReading]) -> None:
        """Show what the possible readings give."""
        self._question.show_tried(tried)
        self._fit_height()

    def _ask_for_reading(self, error: AmbiguousReadingError) -> None:
        self._preview.clear(_NOTHING)
        self._question.ask(error)
        self._question.follow(self._fields.metric_line)
        self._show_question(True)
        self._show_error_text("")
        if not self._fields.is_touched:
            self._question.focus()  # nobody is typing
        self.readings_asked.emit(error.readings)

    def _show_question(self, shown: bool) -> None:
        """Show the possible readings in place of the preview, or a button that shows them again."""
        self._question.setVisible(shown)
        self._preview.setVisible(not shown)
        self._again.setVisible(not shown and self._question.is_answerable)
        self._update_open_button()

    def _build(self) -> None:
        self._error = PlainLabel(self, name="openError", selectable=True, wraps=True)
        self._error.hide()
        hint = "Shape, columns and separators: each is guessed, and each can be chosen"
        self._fold = flat_button(self, "", "readingFold", "", hint)
        self._fold.clicked.connect(lambda: self._set_unfolded(self._form.isHidden()))
        hint = "Compare the readings of these files, and take another one"
        self._again = flat_button(self, "◂ Show the possible readings again", "questionAgain", "", hint)
        self._again.clicked.connect(lambda: self._show_question(True))
        self._again.hide()
        self._column = self.lay_out(self._fields, (self._scrolled(), 1), self._buttons())

    def _scrolled(self) -> ScrollPage:
        """The part below the paths; it scrolls on low screens, so that the buttons stay visible."""
        page = QWidget()
        below = self._again, self._error, self._fixes, self._fold, self._form
        self._inner = arrange(QVBoxLayout(page), (self._question, 1), (self._preview, 1), *below, spacing=GAP)
        self._page = ScrollPage(page, self)
        return self._page

    def _buttons(self) -> QDialogButtonBox:
        hint = "The first file is the submission, the second the truth"
        swap = push_button(self, "Swap", "", hint, self._fields.swap)
        swap.setAutoDefault(False)
        buttons = self.button_box(QDialogButtonBox.StandardButton.Open | QDialogButtonBox.StandardButton.Cancel)
        buttons.addButton(swap, QDialogButtonBox.ButtonRole.ActionRole)
        self._open = buttons.button(QDialogButtonBox.StandardButton.Open)
        return buttons

    def _on_path_changed(self) -> None:
        """Reset what is known of earlier files, and request a preview after a pause in typing.

        Until then the files can be opened: Enter right after the last letter is not lost.
        """
        self.files_changed.emit()
        self._set_incomplete(False)
        self._form.forget()
        self._fixes.choose(())
        self._question.forget()
        self._show_question(False)
        self._show_error_text("")
        self._debounce.start()

    def _on_metric_changed(self) -> None:
        """Forget the error of another metric; read the files again as this one wants them, or compare the readings."""
        if self._metric_error:
            self._metric_error = False
            self._show_error_text("")
        is_of_others = self.truth is not None and self._options_under_metric.kind != self._kind
        if is_of_others or not self._question.isHidden():
            self._debounce.start()

    def _set_incomplete(self, incomplete: bool) -> None:
        """Keep Open disabled while a file is missing."""
        self._is_incomplete = incomplete
        self._update_open_button()

    def _on_choice(self) -> None:
        """Read the files as the user has chosen, which answers the question or replaces it."""
        self._question.forget()
        self._show_question(False)
        self.ask()

    def _on_chosen(self, options: Options) -> None:
        """Take one of the possible readings."""
        self._form.choose(options)
        self._show_question(False)
        self._open.setFocus()
        self.ask()

    def _set_unfolded(self, unfolded: bool) -> None:
        self._form.setVisible(unfolded)
        self._fold.setText(f"{'▾' if unfolded else '▸'} {FOLD}")
        self._fit_height()

    def _show_error_text(self, words: str) -> None:
        self._error.setText(words)
        self._error.setVisible(bool(words))
        self._update_open_button()
        self._fit_height()

    def _fit_height(self) -> None:
        """Grow the dialog to fit its content, within the screen; it never shrinks, so that nothing jumps."""
        inner, available = self._inner, self.screen().availableGeometry()
        screen = available.size()
        for layout in (self._preview.layout(), inner):  # else a summary that has just become longer is not counted
            if layout is not None:
                layout.activate()
        self._page.updateGeometry()
        self._column.activate()
        width = min(max(self.width(), _WIDTH), screen.width())
        fixed = self._column.sizeHint().height() - self._page.sizeHint().height()
        needed = fixed + inner.totalHeightForWidth(width - 4 * GAP)
        self.resize(width, min(max(self.height(), needed), screen.height() - _FRAME))
        if self.isVisible() and (below := self.frameGeometry().bottom() - available.bottom()) > 0:
            self.move(self.x(), max(available.top(), self.y() - below))

    def _update_open_button(self) -> None:
        has_files = self.truth is not None and not self._is_incomplete
        self._open.setEnabled(has_files and self._error.isHidden() and self._question.isHidden())
