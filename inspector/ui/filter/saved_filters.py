"""Filters kept in the settings: recent ones and named ones. They are stored as texts and not parsed here."""

from __future__ import annotations

from inspector.ui.settings import Settings

_MOST_RECENT = 12


class SavedFilters:
    """Recent filters, each a text; saved filters, each a name with the texts of its clauses."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def recent(self) -> list[str]:
        """The texts used last, newest first."""
        return _texts(self._settings.kept("recentFilters"))

    def remember(self, text: str) -> None:
        """Add a text to the recent ones."""
        others = [other for other in self.recent if other != text]
        self._settings.keep("recentFilters", [text, *others][:_MOST_RECENT])

    @property
    def saved(self) -> dict[str, list[str]]:
        """The saved filters, sorted by name."""
        kept = self._settings.kept("savedFilters")
        known = kept if isinstance(kept, dict) else {}
        return {name: texts for name in sorted(known, key=str.casefold) if (texts := _texts(known[name]))}

    def save(self, name: str, texts: list[str]) -> None:
        """Save a filter under a name; replaces an earlier one."""
        self._settings.keep("savedFilters", {**self.saved, name: texts})

    def remove(self, name: str) -> None:
        """Delete a saved filter."""
        self._settings.keep("savedFilters", {other: texts for other, texts in self.saved.items() if other != name})


def _texts(kept: object) -> list[str]:
    """The texts of a settings value, empty if it is not a list."""
    return [text for text in kept if isinstance(text, str)] if isinstance(kept, list) else []
