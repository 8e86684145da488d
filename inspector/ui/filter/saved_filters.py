"""Filters that are kept between runs: the last ones, and those with a name. Knows nothing of what they mean."""

from __future__ import annotations

from inspector.ui.settings import Settings

_MOST_RECENT = 12


class SavedFilters:
    """Recent filters, each a text; saved filters, each a name with the texts of its clauses."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    @property
    def recent(self) -> list[str]:
        """The texts applied last, newest first."""
        return _texts(self._settings.kept("recentFilters"))

    def remember(self, text: str) -> None:
        """Put a text in front of the recent ones."""
        others = [other for other in self.recent if other != text]
        self._settings.keep("recentFilters", [text, *others][:_MOST_RECENT])

    @property
    def saved(self) -> dict[str, list[str]]:
        """The saved filters by name, in the order of the names."""
        kept = self._settings.kept("savedFilters")
        known = kept if isinstance(kept, dict) else {}
        return {name: texts for name in sorted(known, key=str.casefold) if (texts := _texts(known[name]))}

    def save(self, name: str, texts: list[str]) -> None:
        """Keep a filter under a name, in place of what had it before."""
        self._settings.keep("savedFilters", {**self.saved, name: texts})

    def remove(self, name: str) -> None:
        """Forget a saved filter."""
        self._settings.keep("savedFilters", {other: texts for other, texts in self.saved.items() if other != name})


def _texts(kept: object) -> list[str]:
    """What a settings file holds, as far as it is a list of texts."""
    return [text for text in kept if isinstance(text, str)] if isinstance(kept, list) else []
