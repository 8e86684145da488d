"""What a window remembers from one run to the next: its docks, its columns, its interval; and of each pair, how its
rows were ordered and filtered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QByteArray, QObject

from inspector.core.data.order import SortKey
from inspector.core.document.state import turned
from inspector.core.document.transition import Transition
from inspector.core.errors import InputError
from inspector.core.files.formats.sheet import Sheet
from inspector.core.path import located
from inspector.core.query import Clause
from inspector.core.rows.columns import COMPARED, columns_of
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.edit.queued_change import no_callback
from inspector.ui.filter.filter_controller import FilterController
from inspector.ui.score.interval_readout import IntervalReadout
from inspector.ui.settings import Settings
from inspector.ui.table.column_choice import ColumnChoice
from inspector.ui.tasks.signals import DocumentSignals

_MOST_VIEWS = 100
_INTERVAL = "interval"


class LayoutMemory(QObject):
    """Restores the docks and columns of the last run, and the order and filter that a pair had.

    report: shows an unexpected error.
    """

    def __init__(
        self,
        signals: DocumentSignals,
        settings: Settings,
        columns: ColumnChoice,
        interval: IntervalReadout,
        change_queue: ChangeQueue,
        filter_controller: FilterController,
        report: Callable[[Exception], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._inspection, self._settings, self._columns = signals.inspection, settings, columns
        self._change_queue, self._filter_controller, self._report = change_queue, filter_controller, report
        self._coming: tuple[Clause, ...] = ()
        self.layout = settings.bytes("docks")
        columns.restore(settings.text("columns"))
        columns.apply()
        interval.restore(settings.kept(_INTERVAL))
        interval.turned.connect(lambda: settings.keep(_INTERVAL, interval.kept))
        change_queue.rebased.connect(lambda _: self.restore_view())
        signals.loaded.connect(self._arrive)
        signals.ordered.connect(self._note_view)

    def keep(self, layout: QByteArray) -> None:
        """Keep the columns, and with an open pair the docks; the window is about to close."""
        self._settings.keep_text("columns", self._columns.kept())
        if self._inspection.is_open:
            self._settings.keep_bytes("docks", layout)

    @property
    def _pair(self) -> str:
        """The key of the open pair: the paths of its two files; empty where the truth has none."""
        pair = self._inspection.evaluation.pair
        return "" if pair.truth.sheet.source is None else f"{_place(pair.truth.sheet)}\n{_place(pair.submission.sheet)}"

    def _views(self) -> dict[str, object]:
        kept = self._settings.kept("views")
        return kept if isinstance(kept, dict) else {}

    def _note_view(self) -> None:
        if not self._pair:
            return
        state = self._inspection.state
        # A selection of rows has no text to restore it from; text that was being typed comes back as a chip.
        shown = state.clauses or self._coming
        clauses = [[c.text, c.source.removesuffix("typing"), c.on] for c in shown if c.rows is None]
        views = {name: view for name, view in self._views().items() if name != self._pair}
        metric = state.evaluation.metric
        # Worst first needs no words, and is so under any metric.
        keys = [] if state.keys == metric.worst_first else [str(key) for key in state.keys]
        views = {**views, self._pair: [keys, clauses, metric.lower_is_better]}
        self._settings.keep("views", dict([*views.items()][-_MOST_VIEWS:]))

    def restore_view(self) -> None:
        """Restore the order and the filter that this pair had, as far as its columns still exist."""
        inspection = self._inspection
        keys, clauses, was_loss = _view(self._views().get(self._pair))
        keys = turned(keys) if was_loss not in (None, inspection.metric.lower_is_better) else keys
        names = {shown.name for shown in columns_of(inspection.evaluation)}
        if inspection.evaluation.baseline.is_file and not len(inspection.evaluation.overlay):
            names -= COMPARED  # nothing differs, so that the rows would be in the order of the file
        if keys and keys != inspection.state.keys and names >= {key.column for key in keys}:
            self._change_queue.sort(lambda now: keys, self._go_to_first if self._is_at_first else no_callback)
        if clauses and not inspection.state.clauses:
            self._coming = clauses
            self._filter_controller.update(lambda now: now or clauses, self._arrive, self._arrive)

    @property
    def _is_at_first(self) -> bool:
        """Whether the current row is the first one, as where nobody has gone to another."""
        order = self._inspection.state.order
        return len(order) > 0 and self._inspection.current == order.row(0)

    def _go_to_first(self, _: Transition) -> None:
        if len(order := self._inspection.state.order):
            self._inspection.go_to(order.row(0))

    def _arrive(self, refused: Exception | None = None) -> None:
        """Forget the filter to restore: it is applied, or does not fit, or another pair is open."""
        self._coming = ()
        if refused is not None and not isinstance(refused, InputError):
            self._report(refused)


def _place(sheet: Sheet) -> str:
    return str(located(sheet.source.path)) if sheet.source is not None else str(sheet.name)


def _view(kept: Any) -> tuple[tuple[SortKey, ...], tuple[Clause, ...], bool | None]:
    """Sort keys and clauses from settings, and whether low scores were good, None where it was not kept; empty for
    anything malformed.
    """
    try:
        keys, clauses, was_loss = (*kept, None)[:3]
        return (
            tuple(SortKey.parse(str(key)) for key in keys),
            tuple(Clause(str(text), str(source), bool(on)) for text, source, on in clauses),
            None if was_loss is None else bool(was_loss),
        )
    except (ValueError, TypeError):
        return (), (), None
