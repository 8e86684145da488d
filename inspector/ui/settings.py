"""What is kept between runs: geometry, theme, recent pairs, filters. Nothing of a pair's content is kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QByteArray, QSettings, QTemporaryDir

_MOST_RECENT = 10


@dataclass(frozen=True)
class RecentPair:
    """Two files that were open, and under which metric."""

    truth: Path
    submission: Path
    metric: str


class Settings:
    """The user's settings, in the place that the system has for them; forgetful ones begin empty and keep nothing."""

    def __init__(self, *, forgetful: bool = False) -> None:
        if forgetful:
            # Never a device such as /dev/null: QSettings puts a new file in the place of the one it writes.
            self._folder = QTemporaryDir()
            self._kept = QSettings(self._folder.filePath("window.ini"), QSettings.Format.IniFormat)
        else:
            user = QSettings.Scope.UserScope
            self._kept = QSettings(QSettings.Format.IniFormat, user, "submission-inspector", "window")

    @property
    def theme(self) -> str:
        """`system`, `light` or `dark`."""
        kept = str(self._kept.value("theme", "system"))
        return kept if kept in ("system", "light", "dark") else "system"

    @theme.setter
    def theme(self, choice: str) -> None:
        self._kept.setValue("theme", choice)

    def bytes(self, name: str) -> QByteArray:
        """A geometry or a state as Qt wrote it, empty when none is kept."""
        kept = self._kept.value(name)
        return kept if isinstance(kept, QByteArray) else QByteArray()

    def keep_bytes(self, name: str, value: QByteArray) -> None:
        """Keep a geometry or a state."""
        self._kept.setValue(name, value)

    def kept(self, name: str) -> Any:
        """A plain value (texts, numbers, lists, dicts) kept under a name, None when there is none."""
        try:
            return json.loads(str(self._kept.value(name, "null")))
        except ValueError:
            return None

    def keep(self, name: str, value: Any) -> None:
        """Keep a plain value under a name."""
        self._kept.setValue(name, json.dumps(value))

    @property
    def recent(self) -> list[RecentPair]:
        """The pairs opened last, newest first; those whose files are gone are left out."""
        try:
            kept = json.loads(str(self._kept.value("recent", "[]")))
            pairs = [RecentPair(Path(truth), Path(submission), str(metric)) for truth, submission, metric in kept]
        except (ValueError, TypeError):
            return []
        return [pair for pair in pairs if pair.truth.is_file() and pair.submission.is_file()]

    def remember(self, pair: RecentPair) -> None:
        """Put a pair in front of the recent ones."""
        others = [other for other in self.recent if (other.truth, other.submission) != (pair.truth, pair.submission)]
        pairs = [pair, *others][:_MOST_RECENT]
        self._kept.setValue("recent", json.dumps([(str(p.truth), str(p.submission), p.metric) for p in pairs]))
