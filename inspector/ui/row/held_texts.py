"""Text that was typed for rows and is not applied: it waits by id for its row, also while the files are read again."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal, SignalInstance

from inspector.core.document.inspection import Inspection
from inspector.core.document.submission import Submission
from inspector.core.errors import InputError, shorten

PLAYED = InputError(
    "the steps were being played, and this row has later edits, which are made again",
    hint="Look at the row as it is now, and make the edit anew",
)
_KEPT = "The text is kept, and is there again when you go to the row"


def stays_as_shown(inspection: Inspection, row: int, about_to_edit: SignalInstance) -> bool:
    """Whether a row is as the user saw it, once all edits are made again that were being played."""
    seen = inspection.evaluation.prediction(row)
    about_to_edit.emit()
    return inspection.evaluation.prediction(row) == seen


class HeldTexts(QObject):
    """The texts of the open submission by id: those that could not be applied, and the draft in the line.

    changed: another text is held, or one no more; ended: none is held any more.
    """

    changed = Signal()
    ended = Signal()

    def __init__(self, inspection: Inspection, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._held: dict[str, str] = {}
        self._draft: dict[str, str] = {}
        # The ids of those that a crash left, until the user goes on with them.
        self._restored: set[str] = set()
        # Of the reading before, until it is known whether the same files were read again.
        self._left: dict[str, str] = {}
        self._of = self._now()

    @property
    def texts(self) -> dict[str, str]:
        """All texts by id."""
        return {**self._held, **self._draft}

    @property
    def words(self) -> str:
        """Whose text is not applied, for the user; empty for none."""
        names = ", ".join(sorted(map(shorten, self.texts)))
        return f"What was typed for {names} is not applied." if names else ""

    @property
    def first_row(self) -> int | None:
        """The first row with a text, None if there is none."""
        rows = [self._inspection.evaluation.table.row_of(id_) for id_ in self.texts]
        return min(rows, default=None)

    def set_draft(self, row: int | None, text: str = "") -> None:
        """Note the text that is in the line for a row; None for no draft."""
        self._set(self._held, {} if row is None else {self._id(row): text})

    def hold(self, row: int, text: str) -> None:
        """Keep a text that could not be applied until its row is shown."""
        self._set({**self._held, self._id(row): text}, self._draft)

    def take(self, row: int) -> str | None:
        """The text that is held for a row, which from now on is in the line; None for none.

        One that a crash left is held until the user goes on with it.
        """
        text = self._held.get(self._id(row)) if self.is_restored(row) else self._held.pop(self._id(row), None)
        if text is not None:
            self.set_draft(row, text)
        return text

    def is_restored(self, row: int) -> bool:
        """Whether the text of a row was left by a crash, and the user has not gone on with it."""
        return self._id(row) in self._restored

    def go_on(self, row: int | None) -> None:
        """From now on the text that a crash left in a row is the user's, as any that is typed there."""
        if row is not None and self.is_restored(row):
            self._restored.discard(self._id(row))
            self._set({id_: text for id_, text in self._held.items() if id_ != self._id(row)}, self._draft)

    def follow(self) -> None:
        """Keep the texts beside another state of their submission; of other files, none is held."""
        every, now = self.texts, self._now()
        is_same, self._of = self._of == now, now
        self._left = {} if is_same else every
        self._set(every if is_same else {}, {})

    def give_back(self, texts: Mapping[str, str] | None = None) -> InputError | None:
        """Hold texts of rows by id, by default those of the reading before; an error that names those without a row."""
        given, self._left = self._left if texts is None else texts, {}
        known = {id_: text for id_, text in given.items() if self._has(id_)}
        self._restored |= set() if texts is None else set(known)
        self._set({**known, **self._held}, self._draft)
        gone = [f"{shorten(text)} for {shorten(id_)}" for id_, text in given.items() if id_ not in known]
        if not gone:
            return None
        return InputError("what was typed has no row any more", found=", ".join(gone))

    def refusal(self, row: int, error: InputError) -> InputError:
        """The error for a text that cannot be applied to a row that is not shown: which, and that it is kept."""
        hint = ". ".join(filter(None, [error.hint, _KEPT]))
        return replace(error, what=f"{shorten(self._id(row))}: {error.what}", hint=hint)

    def _set(self, held: Mapping[str, str], draft: Mapping[str, str]) -> None:
        before, self._held, self._draft = self.texts, {**held}, {**draft}
        if self.texts != before:
            self.changed.emit()
            if not self.texts:
                self.ended.emit()

    def _id(self, row: int) -> str:
        return self._inspection.evaluation.table.id(row)

    def _has(self, id_: str) -> bool:
        try:
            return self._inspection.evaluation.table.row_of(id_) >= 0
        except KeyError:
            return False

    def _now(self) -> weakref.ref[Submission] | None:
        """The submission that is open, which must not be kept alive."""
        return weakref.ref(self._inspection.open_submission) if self._inspection.is_open else None
