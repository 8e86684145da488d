"""The filter bar: a line edit, the active clauses as chips, an error note, and the number of rows shown."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from inspector.core.data.order import Filter
from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.evaluation.alone import alone
from inspector.core.evaluation.marks import named_losses
from inspector.core.query import Clause, narrowed, parse
from inspector.ui.filter.chips import ChipRow
from inspector.ui.filter.error_note import ErrorNote
from inspector.ui.filter.filter_controller import Clauses, FilterController, Refused
from inspector.ui.filter.filter_edit import FilterEdit
from inspector.ui.filter.filter_menu import FilterMenu
from inspector.ui.filter.mean_words import mean_words
from inspector.ui.filter.saved_filters import SavedFilters
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.building.build import arrange
from inspector.ui.widgets.building.buttons import flat_button
from inspector.ui.widgets.debounce import Debounce
from inspector.ui.widgets.formatting import fixed_decimals, full_precision, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, GRID, Theme

# The source of the clause being typed; it has no chip.
TYPING = "typing"
# Of what is typed, so that nobody is told of an error before the end of a word.
_ERROR_PAUSE_MS = 800
_PLACES = 4  # of the mean of the rows shown


class FilterBar(QFrame):
    """Visible while a pair is open. Typed text applies after a pause; Enter makes a chip of it."""

    left = Signal()

    def __init__(
        self,
        signals: DocumentSignals,
        filter_controller: FilterController,
        saved_filters: SavedFilters,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("filterBar")
        self._inspection = signals.inspection
        self._filter_controller, self._saved_filters = filter_controller, saved_filters
        self._edit = FilterEdit(signals.inspection, theme, self)
        self._count = _Count(signals.inspection, self)
        self._chips = ChipRow(theme, self)
        self._error_note = ErrorNote(self._edit, theme)
        self._error_note.setObjectName("filterFault")
        self._typed, self._error = "", Exception()
        self._error_pause = Debounce(_ERROR_PAUSE_MS, self, self._say)
        self._lay_out()
        self._connect(signals)
        self._reset()

    def focus_edit(self) -> None:
        """Focus the line edit and select its text."""
        self._edit.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._edit.selectAll()

    def refresh(self) -> None:
        """Show the active clauses and the number of their rows."""
        if not self._inspection.is_open:
            return
        clauses = self._inspection.state.clauses
        self._chips.show_clauses([clause for clause in clauses if clause.source != TYPING])
        typed = _typed_in(clauses)
        if self._typed and not typed and self._edit.text() == self._typed:
            self._edit.put("")  # another part of the window removed the clause
        self._typed = typed
        if self._edit.text().strip() == typed.strip():
            self._show_error(None)  # the typed text is active
        self._count.refresh()

    def _reset(self) -> None:
        """Clear the line for another pair, but not for the same that is read again; show the bar while one is open."""
        self.setVisible(self._inspection.is_open)
        self._edit.put(_typed_in(self._inspection.state.clauses) if self._inspection.is_open else "")
        self._edit.show_examples()
        self._show_error(None)
        self.refresh()

    def _lay_out(self) -> None:
        more = flat_button(self, "Filters ▾", "filterMenuButton", "Filters", "Recent and saved filters, examples")
        more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        more.setStyleSheet("QToolButton::menu-indicator { image: none; }")
        self._menu = FilterMenu(self._inspection, self._saved_filters, self._texts, self)
        more.setMenu(self._menu)
        line = arrange(QHBoxLayout(), (self._edit, 1), self._count, more, spacing=GAP)
        arrange(QVBoxLayout(self), line, self._chips, margins=(GAP, GRID, GAP, GRID), spacing=GRID)

    def _connect(self, signals: DocumentSignals) -> None:
        signals.loaded.connect(self._reset)
        for signal in (signals.ordered, signals.metric_changed):
            signal.connect(self.refresh)
        signals.metric_changed.connect(self._edit.show_examples)
        signals.edited.connect(self._count.refresh)
        self._edit.asked.connect(self._apply_typed)
        self._edit.textChanged.connect(self._error_pause.stop)
        self._edit.committed.connect(self._commit)
        self._edit.stepped_back.connect(self._step_back)
        self._edit.left.connect(self.left)
        self._chips.turned.connect(self._switch)
        self._chips.removed.connect(self._remove)
        self._menu.chosen.connect(self._choose)
        self._menu.cleared.connect(self.clear)
        self._filter_controller.failed.connect(self._show_error)

    def clear(self) -> None:
        """Empty the line, remove the chips, show all rows."""
        self._edit.put("")
        self._show_error(None)
        self._filter_controller.clear()

    def _apply_typed(self, text: str) -> None:
        """Apply the typed text; while it is invalid or half typed, the last valid one stays active."""
        if not self._is_readable(text, self._show_error_later):
            return
        if self._edit.is_unfinished:
            self._show_error(None)
        else:
            self._filter_controller.update(
                lambda now: narrowed(now, Clause(text, TYPING)),
                lambda: self._show_error(None),
                self._show_error_later,
            )

    def _commit(self, text: str) -> None:
        """Make a chip of the typed text."""
        if not text.strip():
            self._apply_typed("")
        elif self._is_readable(text, self._show_error):
            self._filter_controller.update(lambda now: _with(now, [text.strip()]), lambda: self._accept(text))

    def _accept(self, text: str) -> None:
        self._saved_filters.remember(text.strip())
        self._show_error(None)
        if self._edit.text() == text:
            self._edit.put("")

    def _is_readable(self, text: str, refused: Refused) -> bool:
        try:
            parse(text)
        except InputError as error:
            refused(error)
            return False
        return True

    def _choose(self, texts: list[str]) -> None:
        """Replace the active filter by one from the menu."""
        self._edit.put("")
        self._filter_controller.update(lambda now: _with((), texts), lambda: self._show_error(None))

    def _switch(self, clause: Clause, on: bool) -> None:
        self._filter_controller.update(
            lambda now: tuple(replace(each, on=on) if each is clause else each for each in now)
        )

    def _remove(self, clause: Clause) -> None:
        self._filter_controller.update(lambda now: tuple(each for each in now if each is not clause))

    def _step_back(self) -> None:
        """Handle Esc in an empty line: remove the chips or, if there are none, return the focus to the table."""
        if self._inspection.is_open and self._inspection.state.clauses:
            self.clear()
        else:
            self.left.emit()

    def _texts(self) -> list[str]:
        """The active expressions that can be saved; clauses of selected rows cannot."""
        clauses = self._inspection.state.clauses if self._inspection.is_open else ()
        return [clause.text for clause in clauses if clause.on and clause.rows is None]

    def _show_error_later(self, error: Exception) -> None:
        """Show an error of text that is being typed: after a pause, or at once if there is one already."""
        self._error = error
        if self._error_note.isVisible():
            self._show_error(error)
        else:
            self._error_pause.start()

    def _say(self) -> None:
        """Show the error of the typed text, unless the line still offers what can follow."""
        if self._edit.is_suggesting:
            self._error_pause.start()
        else:
            self._show_error(self._error)

    def _show_error(self, error: Exception | None) -> None:
        """Show an error below the line; None clears it."""
        self._error_pause.stop()
        message = "" if error is None else str(error).removeprefix("filter, ")
        self._error_note.show_message(message)
        self._edit.mark(error is not None)
        self._edit.setAccessibleDescription(message)


class _Count(PlainLabel):
    """The number of rows shown and their mean; their losses are computed for the tooltip only."""

    def __init__(self, inspection: Inspection, parent: QWidget) -> None:
        super().__init__(parent, name="filterCount", figures=True, quiet=True)
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._inspection = inspection

    def refresh(self, *_: object) -> None:
        """Show the current counts."""
        state = self._inspection.state
        shown, n = len(state.order), len(state.evaluation.table)
        self.setText(f"all {n:,} rows" if state.filter is None else f"{shown:,} of {n:,} · {self._mean(state.filter)}")
        self.setMinimumWidth(self._widest)

    def _mean(self, rows: Filter) -> str:
        evaluation = self._inspection.evaluation
        mean = evaluation.histograms.mean(rows)
        return mean_words(evaluation, self._inspection.state.order.rows, mean, _PLACES)

    @property
    def _widest(self) -> int:
        """The largest width that the counts can need; with it the line edit keeps its width."""
        evaluation = self._inspection.state.evaluation
        n, names = len(evaluation.table), (evaluation.scores.mean_name, evaluation.metric.label)
        longest = max(names, key=self.fontMetrics().horizontalAdvance)
        return self.fontMetrics().horizontalAdvance(f"{n:,} of {n:,} · {longest} {fixed_decimals(0.0, _PLACES)}")

    def changeEvent(self, event: QEvent) -> None:
        """Give back the width that large text needed; text that grows must not enlarge the window."""
        super().changeEvent(event)
        # The first one comes while the label is made.
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_inspection") and self._inspection.is_open:
            self.setMinimumWidth(min(self.minimumWidth(), self._widest))

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and self._inspection.is_open:
            self.setToolTip(tip(self._losses()))
        return super().event(event)

    def _losses(self) -> str:
        state = self._inspection.state
        name, value = alone(state.evaluation, state.order.rows)
        words = f"{'their mean score' if name == 'mean' else f'{name} of these alone'} is {full_precision(value)}"
        shown = f"{len(state.order):,} of {len(state.evaluation.table):,} rows are shown; {words}"
        if not state.evaluation.scores.tells_losses or not state.evaluation.table.kind.names_labels:
            return shown
        losses = named_losses(state.evaluation, state.order.rows)
        lost = " and ".join(f"{part:.6f} by {name}" for name, part in losses)
        return f"{shown}; of the overall they lose together {lost}"


def _typed_in(clauses: Clauses) -> str:
    """The clause that stands in the line, empty for none."""
    return next((clause.text for clause in clauses if clause.source == TYPING), "")


def _with(clauses: Clauses, texts: list[str]) -> Clauses:
    """The clauses with `texts` added as typed ones, without the one being typed."""
    kept = [clause for clause in clauses if clause.source != TYPING and (clause.source or clause.text not in texts)]
    return (*kept, *map(Clause, texts))
