"""The menu of the filter bar: recent filters, saved filters, examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from inspector.core.document.inspection import Inspection
from inspector.ui.filter import filter_language
from inspector.ui.filter.saved_filters import SavedFilters
from inspector.ui.widgets.formatting import menu, tip


class FilterMenu(QMenu):
    """Filled when it opens. chosen: the clause texts of a filter; cleared: the filter is to be removed."""

    chosen = Signal(list)
    cleared = Signal()

    def __init__(
        self, inspection: Inspection, saved_filters: SavedFilters, texts: Callable[[], list[str]], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("filterMenu")
        self.setToolTipsVisible(True)
        self._inspection, self._saved_filters, self._current_texts = inspection, saved_filters, texts
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Fill the menu with the current filters."""
        self.clear()
        saved = self._saved_filters.saved
        self._group("&Recent", [(text, text, [text]) for text in self._saved_filters.recent])
        self._group("&Saved", [(name, " & ".join(texts), texts) for name, texts in saved.items()])
        examples = filter_language.examples(self._inspection)
        self._group("&Examples", [(f"{text}   {meaning}", meaning, [text]) for text, meaning in examples])
        self.addSeparator()
        save = self.addAction("Sa&ve this filter…", self._save)
        save.setEnabled(bool(self._current_texts()))
        forget = self.addMenu("For&get")
        forget.setEnabled(bool(saved))
        for name in saved:
            forget.addAction(menu(name), partial(self._saved_filters.remove, name))
        self.addSeparator()
        self.addAction("&Clear the filter", self.cleared.emit)
        self.addAction("Filter &language", lambda: filter_language.show_language(self.window()))

    def _group(self, title: str, entries: Iterable[tuple[str, str, list[str]]]) -> None:
        """Add a submenu of filters, each a name, a tooltip and its clause texts."""
        group = self.addMenu(title)
        group.setToolTipsVisible(True)
        for name, meaning, texts in entries:
            action = group.addAction(menu(name), partial(self.chosen.emit, texts))
            action.setToolTip(tip(meaning))
        group.setEnabled(not group.isEmpty())

    def _save(self) -> None:
        name, is_accepted = QInputDialog.getText(self.window(), "Save filter", "Name of this filter:")
        if is_accepted and name.strip():
            self._saved_filters.save(name.strip(), self._current_texts())
