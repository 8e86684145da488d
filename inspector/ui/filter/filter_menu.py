"""The menu of the filter bar: recent filters, saved ones, examples. Offers texts and knows not what they mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QInputDialog, QMenu, QWidget

from inspector.ui.filter import filter_language
from inspector.ui.filter.saved_filters import SavedFilters
from inspector.ui.widgets.formatting import menu, tip


class FilterMenu(QMenu):
    """Is filled when it opens. chosen: the texts of a filter; language_asked: the page that explains them."""

    chosen = Signal(list)
    cleared = Signal()

    def __init__(self, shelf: SavedFilters, texts: Callable[[], list[str]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("filterMenu")
        self.setToolTipsVisible(True)
        self._shelf, self._texts = shelf, texts
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """List what there is now."""
        self.clear()
        saved = self._shelf.saved
        self._group("&Recent", [(text, text, [text]) for text in self._shelf.recent])
        self._group("&Saved", [(name, " & ".join(texts), texts) for name, texts in saved.items()])
        self._group(
            "&Examples", [(f"{text}   {meaning}", meaning, [text]) for text, meaning in filter_language.EXAMPLES]
        )
        self.addSeparator()
        keep = self.addAction("Sa&ve this filter…", self._save)
        keep.setEnabled(bool(self._texts()))
        forget = self.addMenu("For&get")
        forget.setEnabled(bool(saved))
        for name in saved:
            forget.addAction(menu(name), partial(self._shelf.remove, name))
        self.addSeparator()
        self.addAction("&Clear the filter", self.cleared.emit)
        self.addAction("Filter &language", lambda: filter_language.show_language(self.window()))

    def _group(self, title: str, entries: Iterable[tuple[str, str, list[str]]]) -> None:
        """A menu of filters: what each is called, what it is, and its texts."""
        group = self.addMenu(title)
        group.setToolTipsVisible(True)
        for name, meaning, texts in entries:
            action = group.addAction(menu(name), partial(self.chosen.emit, texts))
            action.setToolTip(tip(meaning))
        group.setEnabled(not group.isEmpty())

    def _save(self) -> None:
        name, given = QInputDialog.getText(self.window(), "Save filter", "Name of this filter:")
        if given and name.strip():
            self._shelf.save(name.strip(), self._texts())
