"""Panel that shows the current row and edits its prediction by typing, dragging and deleting."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFormLayout, QWidget

from inspector.core.data.kind import LABELS, NUMBERS, Kind
from inspector.core.data.prediction import Prediction
from inspector.core.document.change import Change
from inspector.core.edits.prediction_edit import as_saved, cleared, truth_first, written_whole
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import truth_text
from inspector.core.metrics import Explanation
from inspector.ui.row.held_texts import PLAYED, HeldTexts, stays_as_shown
from inspector.ui.row.hidden_note import HiddenNote
from inspector.ui.row.label_part import LabelPart
from inspector.ui.row.note_part import NotePart
from inspector.ui.row.number_part import NumberPart
from inspector.ui.row.prediction_part import PredictionPart
from inspector.ui.row.row_form import DraftNote, fill, hint_of, in_line, row_form, selectable_label
from inspector.ui.row.score_lines import ScoreLines
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import named
from inspector.ui.widgets.label_edit import LabelEdit
from inspector.ui.widgets.theme import Theme


class RowPanel(QWidget):
    """Shows the current row, and previews scores while the user types or drags.

    Enter, a drop, and leaving the line or the row apply the edit; Escape restores the row. A draft is text that was
    typed and not applied yet. Text that cannot be applied waits, and comes back with its row and its submission.
    about_to_edit: what is shown must be the row with all its edits, as the next one is made from it.
    """

    refused = Signal(Exception)
    about_to_edit, left = Signal(), Signal()
    prediction_asked = Signal(int, Prediction, str)

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rowPanel")
        self._inspection, self._theme = signals.inspection, theme
        self._id, self._truth = selectable_label("rowId", self), selectable_label("rowTruth", self, wraps=True)
        self._scores = ScoreLines(signals.inspection, theme, self)  # before the line with the Tab key, too
        self.draft_note = DraftNote(self)
        self.hidden_note = HiddenNote(signals, lambda: self._draft_row is not None, self)
        self._edit = named(LabelEdit(signals.inspection, self), "predictionEdit", "Prediction")
        self._is_refreshed = False
        self._shown: Prediction | None = None
        self._draft_row: int | None = None
        self.held = HeldTexts(signals.inspection, self)
        parts = signals.inspection, theme, self
        labels, numbers = LabelPart(*parts), NumberPart(*parts)
        labels.tried.connect(self._try)
        self._parts: Mapping[Kind, PredictionPart] = {LABELS: labels, NUMBERS: numbers}
        self.note = NotePart(signals, theme, self)  # after the steps with the Tab key, too
        self._edit.installEventFilter(self)
        self._page = fill(self, self._form(), tuple(self._parts.values()), self._scores.formula, self.note)
        self._listen(signals)
        self._on_loaded()

    def refresh(self) -> None:
        """Show the current row; discards a draft."""
        row, self._is_refreshed = self._row, True
        self._set_draft(None)
        self.setEnabled(row is not None)
        if row is None:
            return
        evaluation, prediction = self._inspection.evaluation, self._inspection.evaluation.prediction(row)
        truth = "  ".join(evaluation.truth(row)) if evaluation.table.kind.names_labels else truth_text(evaluation, row)
        self._id.show_text(evaluation.table.id(row))
        self._truth.show_text(truth or "(none)")
        self._edit.setPlaceholderText(hint_of(evaluation, row, self._part.hint))
        waiting = self.held.waiting(row)
        self._edit.put(written_whole(evaluation, row, prediction) if waiting is None else waiting, row)
        self._preview(prediction)
        if waiting is not None:
            self._type(waiting)

    def keep_draft(self) -> None:
        """Apply text that was typed, as Enter and leaving the line do; one that waits does so until it is touched."""
        if self.held.is_behind:
            return  # it is of what was open before, where it waits
        self.note.keep()
        for part in self._parts.values():
            part.close_editors()
        if self._draft_row is not None and not self.held.waits(self._draft_row):
            self.enter(self._draft_row, self._edit.text())

    def enter(self, row: int, text: str) -> None:
        """Apply what was typed for a row, here or in the table; where it cannot be, it stays here as a draft."""
        is_as_shown = stays_as_shown(self._inspection, row, self.about_to_edit)
        try:
            if not is_as_shown:
                raise PLAYED
            prediction = self._part.read(row, text)
        except InputError as error:
            self._let_wait(row, text, error)
            return
        self.held.ask(row, text)
        self._commit(row, prediction)

    def show_waiting(self) -> None:
        """Show the text that came to wait for the current row, unless another one is being typed."""
        if self._draft_row is None:
            self.refresh()

    def bring_back(self) -> None:
        """Show typed text again that could not be applied; if its row was left, when the row is shown again."""
        if self.held.bring_back():
            self.refresh()

    def preview(self, text: str) -> None:
        """Preview the row with a typed prediction, or say why it cannot be one, instead of what is out of date."""
        row, evaluation = self._row or 0, self._inspection.evaluation
        try:
            self._preview(as_saved(evaluation, row, self._part.read(row, text)))
        except InputError as error:
            self._preview(evaluation.prediction(row))
            self._show_mistake(error)

    def put_truth_first(self) -> None:
        """Put the best truth label that is not predicted yet, or else the best one, at rank 1; set numbers to it."""
        self._change(lambda now, row: truth_first(now, row, keeps_sum=self._part.keeps_sum))

    def clear(self) -> None:
        """Clear the prediction of the current row."""
        self._change(cleared)

    def focus_edit(self) -> None:
        """Focus the line of labels and select its text."""
        self._edit.setFocus()
        self._edit.selectAll()
        self._page.ensureWidgetVisible(self._edit)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Restore the row when Escape is pressed in the line of labels."""
        is_escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if watched is self._edit and is_escape and event.type() == QEvent.Type.KeyPress:
            return self.revert()
        return super().eventFilter(watched, event)

    def revert(self) -> bool:
        """Restore the row, or leave the line where there is no draft; whether there was one."""
        has_draft = self._draft_row is not None
        self.held.go_on(self._row)
        self.refresh() if has_draft else self.left.emit()
        return has_draft

    @property
    def _row(self) -> int | None:
        return self._inspection.current if self._inspection.is_open else None

    @property
    def _part(self) -> PredictionPart:
        return self._parts[self._inspection.evaluation.table.kind]

    def _form(self) -> QFormLayout:
        named = in_line(self._id, (self.draft_note, self.hidden_note), self)
        lines = (("row", named), ("truth", self._truth), *self._scores.lines)
        form = row_form((*lines, ("predicted", self._edit)), self)
        form.insertRow(len(lines), self._scores.beside)  # in a small window all else is below the fold
        return form

    def _listen(self, signals: DocumentSignals) -> None:
        self.held.lost.connect(self.refused)
        signals.loaded.connect(self._on_loaded)
        changed = signals.metric_changed, signals.answered, signals.baseline_changed, signals.submissions_changed
        for signal in (*changed, self._theme.changed):
            signal.connect(self.show_again)
        signals.current_changed.connect(self._on_current_changed)
        signals.edited.connect(self._on_edited)
        for signal in (self._edit.textEdited, self._edit.returnPressed):
            signal.connect(lambda *_: self.held.go_on(self._row))
        self._edit.textEdited.connect(self._type)
        self._edit.editingFinished.connect(self.keep_draft)
        for part in self._parts.values():
            part.asked.connect(self._ask)
            part.typed.connect(self._show_typed)
            part.mistyped.connect(self._show_mistyped)
            part.untaken.connect(self._let_wait)
            part.left.connect(self.refresh)
            part.refused.connect(self.refused)

    def _on_loaded(self) -> None:
        """Show the part for the kind of predictions of the open pair, say what can be typed, and show the row."""
        self.held.follow()
        if self._inspection.is_open:
            for part in self._parts.values():
                part.setVisible(part is self._part)
            self._edit.setToolTip(f"{self._part.words}. Enter and leaving apply it, Esc restores the row")
        self.refresh()

    def _on_current_changed(self) -> None:
        self.keep_draft()
        if not self.held.is_behind and self._draft_row != self._row:
            self.refresh()  # else it may show a text that came back with the row

    def _on_edited(self, change: Change) -> None:
        self.held.settle(change.rows)
        if change.rows is None or self._row is None:
            return
        if self._row in change.rows:
            self.show_again()
        elif self._shown is None:
            self._scores.beside.refresh()
        elif self._inspection.evaluation.scores.tells_gains:
            self._scores.show_scores(self._row, self._shown)  # every edit changes the overall
        elif not self._part.try_again():
            self._preview(self._shown)  # other rows move its places, and what its formula counts

    def show_again(self) -> None:
        """Show the row anew, as after typing in the table; a draft stays as it was typed."""
        if self.held.is_behind:
            return  # other rows are about to be shown
        if self._draft_row is None:
            self.refresh()
        else:
            self._type(self._edit.text())

    def _type(self, text: str) -> None:
        self._set_draft(self._row, text)
        self.preview(text)

    def _set_draft(self, row: int | None, text: str = "") -> None:
        self.held.set_draft(row, text)
        self._draft_row = row
        self.draft_note.tell(is_draft=row is not None, waits=row is not None and self.held.waits(row))

    def _let_wait(self, row: int, text: str, error: InputError) -> None:
        """Say why a text cannot be applied to a row, and let it wait there."""
        self.held.ask(row, text)
        self.refused.emit(error if row == self._row else self.held.refusal(row, error))
        self.bring_back()

    def _show_typed(self, prediction: Prediction, explained: Explanation) -> None:
        """Have a prediction that is typed in the part below in the line, too: nothing is lost with the cell."""
        evaluation, row = self._inspection.evaluation, self._row or 0
        self._put_typed(written_whole(evaluation, row, prediction), is_draft=prediction != evaluation.prediction(row))
        self._try(prediction, explained)

    def _show_mistyped(self, error: InputError, text: str) -> None:
        """Have a text that is typed in the part below and cannot be taken in the line, too, and say why."""
        self._put_typed(text)
        self._show_mistake(error)

    def _put_typed(self, text: str, *, is_draft: bool = True) -> None:
        self.held.build_on(self._row or 0)
        self._edit.put(text, self._row)
        self._set_draft(self._row if is_draft else None, self._edit.text())

    def _try(self, prediction: Prediction, explained: Explanation) -> None:
        """Show what a prediction would score that is dragged, or typed in the part below."""
        self._shown = prediction
        self._scores.show_explained(self._row or 0, prediction, explained)

    def _show_mistake(self, error: InputError) -> None:
        self._shown = None
        self.draft_note.tell_mistake()
        self._scores.show_mistake(error)

    def _preview(self, prediction: Prediction) -> None:
        explained = self._inspection.evaluation.explain(self._row or 0, prediction)
        self._part.show_prediction(self._row or 0, explained, prediction)
        self._try(prediction, explained)

    def _change(self, change: Callable[[Evaluation, int], tuple[Prediction, str] | None]) -> None:
        """Ask for a change of the current row with all its edits; a draft is one of them."""
        self.keep_draft()
        self.about_to_edit.emit()
        if self._row is not None and (found := change(self._inspection.evaluation, self._row)):
            self._commit(self._row, *found)

    def _ask(self, row: int, prediction: Prediction, name: str) -> None:
        """Ask for what the part below says; what is refused is a draft, as if it had been typed in the line."""
        self.held.build_on(row)
        self.held.ask(row, written_whole(self._inspection.evaluation, row, prediction))
        self._commit(row, prediction, name)

    def _commit(self, row: int, prediction: Prediction, name: str = "") -> None:
        """Ask for another prediction of a row; any draft is settled by it."""
        if is_same := prediction == self._inspection.evaluation.prediction(row):
            self.held.settle()
        if not stays_as_shown(self._inspection, row, self.about_to_edit):
            self.refused.emit(PLAYED)
            return
        self._is_refreshed = False
        if not is_same:
            self.held.give_way(row)
        self._set_draft(None)
        self.prediction_asked.emit(row, prediction, name)
        # A rejected, empty or queued edit does not refresh the row; restore the text here.
        if not self._is_refreshed:
            self.refresh()
