"""Settings stored between runs: geometry, theme, columns, recent pairs, filters. Stores no content of a pair."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import platformdirs
from PySide6.QtCore import QByteArray, QSettings

from inspector.core.path import is_file, located
from inspector.core.samples.sample import is_sample

_MAX_RECENT, _MAX_KNOWN = 10, 100


@dataclass(frozen=True)
class RecentPair:
    """Paths of a pair that was open (equal for one file that holds both), its metric and reading options.

    options: the value of `Options.as_dict`, converted back to Options when the pair is opened; further: the other
    submissions that were compared with it, each with its options; is_guess: whether nobody chose the metric, so that
    it is guessed anew.
    """

    truth: Path
    submission: Path
    metric: str
    options: dict[str, object] = field(default_factory=dict)
    further: tuple[tuple[Path, dict[str, object]], ...] = ()
    is_guess: bool = False

    @property
    def words(self) -> str:
        """`submission.csv and 2 more against truth.csv · map@5`."""
        other = f" against {self.truth.name}" if self.truth != self.submission else ""
        return f"{self.title}{other} · {self.metric}"

    @property
    def chosen(self) -> str | None:
        """The metric that was chosen; None for a guess."""
        return None if self.is_guess else self.metric

    @property
    def title(self) -> str:
        """`submission.csv and 2 more`."""
        return self.submission.name + (f" and {len(self.further)} more" if self.further else "")

    @property
    def names(self) -> tuple[str, str]:
        """What its files are called."""
        return self.title, self.truth.name

    @property
    def files(self) -> tuple[Path, ...]:
        """The truth and all submissions."""
        return self.truth, self.submission, *(path for path, _ in self.further)

    @property
    def is_sample(self) -> bool:
        """Whether it is a built-in sample as it was made."""
        return all(is_sample(path.parent) for path in self.files)

    @property
    def still_there(self) -> RecentPair:
        """The same without further submissions whose files are gone."""
        return replace(self, further=tuple(one for one in self.further if is_file(one[0])))

    @classmethod
    def kept(
        cls, truth: str, submission: str, metric: str, options: Any = None, further: Any = (), is_guess: Any = False
    ) -> RecentPair:
        """Create a pair from a stored entry. Older versions stored less. Raises TypeError or ValueError if invalid."""
        others = tuple((Path(path), dict(about)) for path, about in further)
        return cls(Path(truth), Path(submission), str(metric), dict(options or {}), others, bool(is_guess))

    @property
    def entry(self) -> tuple[object, ...]:
        """The entry as JSON values, the arguments of `kept`."""
        others = [(str(path), about) for path, about in self.further]
        return str(self.truth), str(self.submission), self.metric, self.options, others, self.is_guess


def words_apart(pairs: Sequence[RecentPair]) -> list[str]:
    """The words of each pair, with as much of its folder as tells it from others whose files are called alike."""
    return [pair.words + _folder_apart(pair, [one for one in pairs if one.names == pair.names]) for pair in pairs]


def _folder_apart(pair: RecentPair, alike: Sequence[RecentPair]) -> str:
    """The shortest end of a pair's folder that the others do not have; empty when there is none, or no need of it."""
    parts, others = pair.submission.parent.parts, [one.submission.parent.parts for one in alike]
    for count in range(1, len(parts) + 1) if len(alike) > 1 else ():
        if sum(other[-count:] == parts[-count:] for other in others) == 1:
            return f" · in {Path(*parts[-count:])}"
    return ""


class Settings:
    """The user's settings in the folder of the operating system, or temporary ones that start empty and leave nothing.

    edits, notes, versions: folders for unsaved edits, notes of rows and versions, None for the default; temporary
    settings have no default, None. agreements: the folder for what the user agreed to run, None for temporary settings.
    """

    def __init__(
        self,
        *,
        temporary: bool = False,
        edits: Path | None = None,
        notes: Path | None = None,
        versions: Path | None = None,
    ) -> None:
        data = None if temporary else platformdirs.user_data_path("submission-inspector")
        state = None if temporary else platformdirs.user_state_path("submission-inspector")
        self.edits = edits or (state and state / "edits")
        self.notes, self.versions = notes or (data and data / "notes"), versions or (data and data / "versions")
        self.agreements = data and data / "agreements"
        user = QSettings.Scope.UserScope
        self._kept: QSettings | _Memory = (
            _Memory() if temporary else QSettings(QSettings.Format.IniFormat, user, "submission-inspector", "window")
        )

    @property
    def theme(self) -> str:
        """`system`, `light` or `dark`."""
        kept = str(self._kept.value("theme", "system"))
        return kept if kept in ("system", "light", "dark") else "system"

    @theme.setter
    def theme(self, choice: str) -> None:
        self._kept.setValue("theme", choice)

    def sync(self) -> None:
        """Write what was kept to disk now; without this it is written from the event loop, and at the end."""
        self._kept.sync()

    def bytes(self, name: str) -> QByteArray:
        """A geometry or a window state as Qt wrote it, empty when none is stored."""
        kept = self._kept.value(name)
        return kept if isinstance(kept, QByteArray) else QByteArray()

    def keep_bytes(self, name: str, value: QByteArray) -> None:
        """Store a geometry or a window state."""
        self._kept.setValue(name, value)

    def kept(self, name: str) -> object:
        """The JSON value stored under a name, None when there is none."""
        return json_value(self.text(name))

    def keep(self, name: str, value: object) -> None:
        """Store a JSON value under a name."""
        self._kept.setValue(name, json.dumps(value))

    def text(self, name: str) -> str:
        """The text stored under a name, empty when there is none."""
        return str(self._kept.value(name, ""))

    def keep_text(self, name: str, value: str) -> None:
        """Store a text under a name."""
        self._kept.setValue(name, value)

    @property
    def text_scale(self) -> float:
        """Scale of the text size; 1 is the size of the system."""
        try:
            scale = float(self.text("textScale"))
        except ValueError:
            return 1.0
        return scale if math.isfinite(scale) else 1.0

    @text_scale.setter
    def text_scale(self, scale: float) -> None:
        self.keep_text("textScale", f"{scale:.3f}")

    @property
    def recent(self) -> list[RecentPair]:
        """The last opened pairs whose files still exist, newest first."""
        return self._still_there[:_MAX_RECENT]

    @property
    def own(self) -> list[RecentPair]:
        """The same without samples, which are listed in their own places."""
        return [pair for pair in self._still_there if not pair.is_sample][:_MAX_RECENT]

    @property
    def _still_there(self) -> list[RecentPair]:
        found = dict[tuple[Path, ...], RecentPair]()
        for pair in self._known:
            if is_file(pair.truth) and is_file(pair.submission):
                found.setdefault(pair.still_there.files, pair.still_there)
        return [*found.values()]

    @property
    def written_folders(self) -> list[Path]:
        """The folders that files were last written to, newest first."""
        kept = self.kept("written")
        return [Path(str(folder)) for folder in kept] if isinstance(kept, list) else []

    def note_writing_to(self, folder: Path) -> None:
        """Add a folder at the front of those that files are written to."""
        others = [other for other in self.written_folders if other != folder]
        self.keep("written", [str(other) for other in [folder, *others][:_MAX_RECENT]])

    @property
    def _known(self) -> list[RecentPair]:
        kept = self.kept("recent")
        try:
            return [RecentPair.kept(*entry) for entry in kept] if isinstance(kept, list) else []
        except (ValueError, TypeError):
            return []

    def metric_of(self, truth: Path, submission: Path) -> str | None:
        """The metric last chosen for this pair, None when the pair is unknown or its metric was guessed."""
        files = located(truth), located(submission)
        known = (pair for pair in self._known if pair.truth == files[0] and files[1] in pair.files[1:])
        return next((pair.chosen for pair in known), None)

    def comparison_of(self, truth: Path, submission: Path | None) -> RecentPair | None:
        """The last pair or comparison with this truth, and with this submission if one is given; None if unknown."""
        wanted = {submission or truth}
        return next((one for one in self.recent if one.truth == truth and wanted <= {*one.files}), None)

    def remember(self, pair: RecentPair, before: RecentPair | None = None) -> None:
        """Add a pair at the front of the recent ones. before: what it was before submissions were added or removed."""
        gone = [one.files for one in (pair, before) if one is not None]
        pairs = [pair, *(other for other in self._known if other.files not in gone)][:_MAX_KNOWN]
        self.keep("recent", [pair.entry for pair in pairs])


class _Memory:
    """The part of QSettings that is used, without a file: a process that is killed could not remove it."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def value(self, name: str, default: Any = None) -> Any:
        return self._values.get(name, default)

    def setValue(self, name: str, value: Any) -> None:
        self._values[name] = value

    def sync(self) -> None:
        pass

    def allKeys(self) -> list[str]:
        return [*self._values]


def json_value(text: str) -> object:
    """The value of a JSON text from the settings, None for anything else."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError):  # nested more deeply than Python counts, which no value of ours is
        return None
    return value
