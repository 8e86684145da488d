"""What a window remembers from one run to the next: its docks, its columns; and of each pair, how its rows
were ordered and filtered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from inspector.core.data.order import SortKey
from inspector.core.errors import InputError
from inspector.core.query import Clause
from inspector.core.rows.columns import columns_of
from inspector.ui.settings import Settings
from inspector.ui.tasks.signals import DocumentSignals

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench

_MOST_VIEWS = 100


class LayoutMemory(QObject):
    """Puts a window into the state of last time, and keeps the state that it has."""

    def __init__(self, bench: Workbench, signals: DocumentSignals, settings: Settings) -> None:
        super().__init__(bench)
        self._bench, self._settings = bench, settings
        self._coming: tuple[Clause, ...] = ()
        self.layout = settings.bytes("docks")
        bench.table.columns_shown.restore(settings.text("columns"))
        bench.table.columns_shown.apply()
        bench.open_controller.opened.connect(self._show_as_last_time)
        bench.edit_queue.rebased.connect(lambda _: self._show_as_last_time())
        signals.loaded.connect(self._arrive)
        signals.ordered.connect(self._note_view)

    def keep(self) -> None:
        """The window is about to close."""
        bench, settings = self._bench, self._settings
        settings.keep_text("columns", bench.table.columns_shown.kept())
        if bench.inspection.is_open:
            settings.keep_bytes("docks", bench.stage.layout or bench.window.saveState())

    @property
    def _pair(self) -> str:
        """What a pair is known by: its two files."""
        pair = self._bench.inspection.evaluation.pair
        return f"{pair.truth.sheet.name}\n{pair.submission.sheet.name}"

    def _views(self) -> dict[str, object]:
        kept = self._settings.kept("views")
        return kept if isinstance(kept, dict) else {}

    def _note_view(self) -> None:
        state = self._bench.inspection.state
        # Rows picked by hand have no text that could pick them again; what was being typed comes back as a chip.
        shown = state.clauses or self._coming
        clauses = [[c.text, c.source.removesuffix("typing"), c.on] for c in shown if c.rows is None]
        views = {name: view for name, view in self._views().items() if name != self._pair}
        views = {**views, self._pair: [[str(key) for key in state.keys], clauses]}
        self._settings.keep("views", dict([*views.items()][-_MOST_VIEWS:]))

    def _show_as_last_time(self) -> None:
        """The order and the filter that this pair had last time, as far as its files still allow them."""
        inspection = self._bench.inspection
        keys, clauses = _view(self._views().get(self._pair))
        names = {shown.name for shown in columns_of(inspection.evaluation)}
        if keys and keys != inspection.state.keys and names >= {key.column for key in keys}:
            self._bench.edit_queue.sort(lambda now: keys)
        if clauses and not inspection.state.clauses:
            self._coming = clauses
            self._bench.filter_controller.update(lambda now: now or clauses, self._arrive, self._arrive)

    def _arrive(self, refused: Exception | None = None) -> None:
        """The filter of last time is in force, or was of another pair, or these files cannot be asked for it."""
        self._coming = ()
        if refused is not None and not isinstance(refused, InputError):
            self._bench.news.report(refused)


def _view(kept: Any) -> tuple[tuple[SortKey, ...], tuple[Clause, ...]]:
    """Keys and clauses; none for what nobody wrote."""
    try:
        keys, clauses = kept
        return (
            tuple(SortKey.parse(str(key)) for key in keys),
            tuple(Clause(str(text), str(source), bool(on)) for text, source, on in clauses),
        )
    except (ValueError, TypeError):
        return (), ()
