"""What is kept between runs: geometry, theme, columns, recent pairs, filters. Nothing of a pair's content is kept."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtCore import QByteArray, QSettings, QTemporaryDir

_MOST_RECENT, _MOST_KNOWN = 10, 100


@dataclass(frozen=True)
class RecentPair:
    """Two files that were open, or twice the one that holds both; under which metric, and read in which way.

    options: what `Options.said` said, which is made Options again when the pair is opened.
    """

    truth: Path
    submission: Path
    metric: str
    options: dict[str, object] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """`submission.csv against truth.csv · map@5`."""
        other = f" against {self.truth.name}" if self.truth != self.submission else ""
        return f"{self.submission.name}{other} · {self.metric}"

    @classmethod
    def kept(cls, truth: str, submission: str, metric: str, options: Any = None) -> RecentPair:
        """What was kept of a pair; of older versions without options. Raises TypeError for what nobody wrote."""
        return cls(Path(truth), Path(submission), str(metric), dict(options or {}))

    @property
    def keeps(self) -> tuple[str, str, str, dict[str, object]]:
        """The same as JSON takes it."""
        return str(self.truth), str(self.submission), self.metric, self.options


class Settings:
    """The user's settings, in the place that the system has for them; forgetful ones begin empty and keep nothing."""

    def __init__(self, *, forgetful: bool = False, edits: Path | None = None) -> None:
        self._edits = edits
        self._is_forgetful = forgetful
        if forgetful:
            # Never a device such as /dev/null: QSettings puts a new file in the place of the one it writes.
            self._folder = QTemporaryDir()
            self._kept = QSettings(self._folder.filePath("window.ini"), QSettings.Format.IniFormat)
        else:
            user = QSettings.Scope.UserScope
            self._kept = QSettings(QSettings.Format.IniFormat, user, "submission-inspector", "window")

    @property
    def edits(self) -> Path | None:
        """The folder for edits that are not saved yet: the one given, None for settings that keep nothing."""
        own = None if self._is_forgetful else platformdirs.user_state_path("submission-inspector") / "edits"
        return self._edits or own

    @property
    def theme(self) -> str:
        """`system`, `light` or `dark`."""
        kept = str(self._kept.value("theme", "system"))
        return kept if kept in ("system", "light", "dark") else "system"

    @theme.setter
    def theme(self, choice: str) -> None:
        self._kept.setValue("theme", choice)

    def bytes(self, name: str) -> QByteArray:
        """A geometry or a evaluation as Qt wrote it, empty when none is kept."""
        kept = self._kept.value(name)
        return kept if isinstance(kept, QByteArray) else QByteArray()

    def keep_bytes(self, name: str, value: QByteArray) -> None:
        """Keep a geometry or a evaluation."""
        self._kept.setValue(name, value)

    def kept(self, name: str) -> object:
        """A plain value (texts, numbers, lists, dicts) kept under a name, None when there is none."""
        try:
            kept: object = json.loads(str(self._kept.value(name, "null")))
        except ValueError:
            return None
        return kept

    def keep(self, name: str, value: object) -> None:
        """Keep a plain value under a name."""
        self._kept.setValue(name, json.dumps(value))

    def text(self, name: str) -> str:
        """A text that was kept under a name, empty when none is."""
        return str(self._kept.value(name, ""))

    def keep_text(self, name: str, value: str) -> None:
        """Keep a text."""
        self._kept.setValue(name, value)

    @property
    def text_scale(self) -> float:
        """How large text is: 1 as the system has it."""
        try:
            return float(self.text("textScale") or 1.0)
        except ValueError:
            return 1.0

    @text_scale.setter
    def text_scale(self, scale: float) -> None:
        self.keep_text("textScale", f"{scale:.3f}")

    @property
    def recent(self) -> list[RecentPair]:
        """The pairs opened last, newest first; those whose files are gone are left out."""
        return [pair for pair in self._known if pair.truth.is_file() and pair.submission.is_file()][:_MOST_RECENT]

    @property
    def _known(self) -> list[RecentPair]:
        try:
            kept = json.loads(str(self._kept.value("recent", "[]")))
            return [RecentPair.kept(*entry) for entry in kept]
        except (ValueError, TypeError):
            return []

    def metric_of(self, truth: Path, submission: Path) -> str | None:
        """Under which metric this pair was seen last, None when it is not known."""
        files = truth.absolute(), submission.absolute()
        return next((pair.metric for pair in self._known if (pair.truth, pair.submission) == files), None)

    def remember(self, pair: RecentPair) -> None:
        """Put a pair in front of the recent ones."""
        others = [other for other in self._known if (other.truth, other.submission) != (pair.truth, pair.submission)]
        pairs = [pair, *others][:_MOST_KNOWN]
        self._kept.setValue("recent", json.dumps([pair.keeps for pair in pairs]))
