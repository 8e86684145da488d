"""The list of submissions that is restored: which are still to be read, and which ones those have become."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from inspector.core.document.submission import Submission
from inspector.core.files.options import Options
from inspector.core.path import is_file
from inspector.core.recovery.session import Listed, Session
from inspector.core.recovery.unsaved import UnsavedEdits
from inspector.ui.settings import Settings

# A submission that was listed, and its unsaved edits, if it has some.
Entry: TypeAlias = tuple[Listed, UnsavedEdits | None]


@dataclass(eq=False)
class Listing:
    """session: what was open; entries: those that are still to be listed; by_name: the submissions that those have
    become, by the names that they had; of_edits: the submissions that unsaved edits belong to."""

    session: Session = field(default_factory=lambda: Session(()))
    entries: list[Entry] = field(default_factory=list)
    by_name: dict[str, Submission] = field(default_factory=dict)
    of_edits: dict[UnsavedEdits, Submission] = field(default_factory=dict)

    @classmethod
    def of(cls, chosen: Sequence[UnsavedEdits], settings: Settings) -> Listing:
        """All that was listed as the newest journal has it, or an older one does not, with what has unsaved edits."""
        newest = sorted((one for one in chosen if one.session is not None), key=lambda one: one.when, reverse=True)
        session = newest[0].session if newest else None
        session = session or _remembered(chosen[0], settings)
        entries, left = list[Entry](), [*chosen]
        for listed in session.listed:
            unsaved = next((one for one in left if _is_of(one, listed)), None)
            if unsaved is not None:
                left.remove(unsaved)
                entries.append((Listed(listed.name, _path(unsaved), unsaved.options), unsaved))
            elif listed.path is not None:
                entries.append((listed, None))
        entries += [(Listed(one.generated or "", _path(one), one.options), one) for one in left]
        return cls(session, entries)

    def take_first(self) -> Entry:
        """The one to be opened with the truth: the first whose file is there, or else one that is kept without one."""
        there = [entry for entry in self.entries if entry[0].path is not None and is_file(entry[0].path)]
        kept = [entry for entry in self.entries if entry[0].path is None]
        chosen = (there or kept or self.entries)[0]
        self.entries.remove(chosen)
        return chosen

    def note(self, entry: Entry, submission: Submission) -> None:
        """Note which submission one has become."""
        listed, unsaved = entry
        if listed.name:
            self.by_name.setdefault(listed.name, submission)
        if unsaved is not None:
            self.of_edits[unsaved] = submission


def _remembered(first: UnsavedEdits, settings: Settings) -> Session:
    """What was compared with a submission when it was open last."""
    known = settings.comparison_of(first.truth.path, _path(first))
    files = [] if known is None else [(known.submission, known.options), *known.further]
    return Session(tuple(Listed("", path, Options.of(options)) for path, options in files))


def _is_of(unsaved: UnsavedEdits, listed: Listed) -> bool:
    return unsaved.submission.path == listed.path if unsaved.generated is None else unsaved.generated == listed.name


def _path(unsaved: UnsavedEdits) -> Path | None:
    return unsaved.submission.path if unsaved.generated is None else None
