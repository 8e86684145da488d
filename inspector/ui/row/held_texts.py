"""Text that was typed for rows and is not applied: it waits by id for its row, in the submission it was typed for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtCore import QObject, QTimer, Signal, SignalInstance

from inspector.core.arrays.types import Ints
from inspector.core.data.table import Table
from inspector.core.data.typed_texts import TypedTexts
from inspector.core.document.inspection import Inspection
from inspector.core.document.submission import Submission
from inspector.core.edits.prediction_edit import typed_prediction
from inspector.core.errors import InputError, shorten

PLAYED = InputError(
    "the steps were being played, and this row has later edits, which are made again",
    hint="Look at the row as it is now, and make the edit anew",
)
# The texts of no submission; characters of a text in a message.
_NONE, _MOST_TOLD = TypedTexts(), 300
_KEPT = "The text is kept, and is there again when you go to the row"


def stays_as_shown(inspection: Inspection, row: int, about_to_edit: SignalInstance) -> bool:
    """Whether a row is as the user saw it, once all edits are made again that were being played."""
    seen = inspection.evaluation.prediction(row)
    about_to_edit.emit()
    return inspection.evaluation.prediction(row) == seen


@dataclass(frozen=True, eq=False)
class _Asked:
    """A text whose edit was asked for: the texts of its submission, its row then, and the id of that."""

    typed: TypedTexts
    row: int
    id: str
    text: str


class HeldTexts(QObject):
    """Changes the texts of the open submission: those that wait, and the draft in the line.

    Each submission has its own, so that nothing is applied to another one. changed: another text is held, or one no
    more; ended: none of the open submission is held any more; lost: why a draft is gone with its submission; replaced:
    what was typed for which row when another prediction took its place, and what lets it wait again.
    """

    changed = Signal()
    ended = Signal()
    lost = Signal(Exception)
    replaced = Signal(str, object)

    def __init__(self, inspection: Inspection, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection = inspection
        self._typed, self._table = self._opened
        self._asked: _Asked | None = None

    @property
    def texts(self) -> dict[str, str]:
        """All texts of the open submission by id."""
        return self._now.every

    def words(self, submissions: Sequence[Submission]) -> str:
        """Whose text is not applied in some submissions, for the user; empty for none."""
        opened = self._now
        return " ".join(filter(None, (one.typed.words("" if one.typed is opened else one.name) for one in submissions)))

    @property
    def first(self) -> tuple[Submission, int] | None:
        """The first submission with a text, if possible the open one, and its first row with one; None for none."""
        inspection = self._inspection
        for one in (inspection.open_submission, *inspection.others) if inspection.is_open else ():
            rows = [row for id_ in one.typed.every if (row := _row_of(one, id_)) is not None]
            if rows:
                return one, min(rows)
        return None

    def set_draft(self, row: int | None, text: str = "") -> None:
        """Note the text that is being typed for a row; None for no draft. One that waits goes on waiting."""
        self._set(self._now, draft={} if row is None or self.waiting(row) == text else {self._id(row): text})

    def waits(self, row: int) -> bool:
        """Whether the text of a row waits, and the user has not gone on with it."""
        return self._id(row) in self._now.waiting

    def waiting(self, row: int) -> str | None:
        """The text that waits for a row; None for none."""
        return self._now.waiting.get(self._id(row))

    def go_on(self, row: int | None) -> None:
        """From now on the text that waits for a row is the user's draft, as any that is typed there."""
        if row is not None and (text := self.waiting(row)) is not None:
            self._set(self._now, waiting=_without(self._now.waiting, self._id(row)), draft={self._id(row): text})

    def build_on(self, row: int) -> None:
        """Go on with the text that waits for a row, as the user changes what it says; one that is none gives way."""
        if (text := self.waiting(row)) is None:
            return
        try:
            typed_prediction(self._inspection.evaluation, row, text)
        except InputError:
            self.give_way(row)
        self.go_on(row)

    def give_way(self, row: int) -> None:
        """Drop the text that waits for a row, as the row gets another prediction."""
        typed, id_, text = self._now, self._id(row), self.waiting(row)
        if text is not None:
            self._set(typed, waiting=_without(typed.waiting, id_))
            what = f"What was typed for {shorten(id_)} gave way to the edit: {shorten(text, _MOST_TOLD)}"
            self.replaced.emit(what, lambda: self._set(typed, waiting={**typed.waiting, id_: text}))

    def ask(self, row: int, text: str) -> None:
        """Remember what an edit is asked for; it may be refused later, perhaps with another submission open."""
        self._asked = _Asked(self._now, row, self._id(row), text)

    def settle(self, rows: Ints | None = None) -> None:
        """Forget what an edit was asked for, as it is made; rows: those that were edited, None for all."""
        if self._asked is not None and (rows is None or (self._asked.typed is self._now and self._asked.row in rows)):
            self._asked = None

    def bring_back(self) -> bool:
        """Let the text wait that an edit was asked for; whether it is of the current row."""
        asked, self._asked = self._asked, None
        if asked is None:
            return False
        self._set(asked.typed, waiting={**asked.typed.waiting, asked.id: asked.text})
        return asked.typed is self._now and asked.row == self._inspection.current

    @property
    def is_behind(self) -> bool:
        """Whether another submission or reading is open, of which the table tells before the panel knows it."""
        return self._opened != (self._typed, self._table)

    def follow(self) -> None:
        """Let the draft wait for its row: another submission is open, or another reading of the same one."""
        before, (self._typed, self._table) = self._typed, self._opened
        if before.draft and before not in [one.typed for one in self._inspection.submissions]:
            found = shorten(" ".join(before.draft.values()), _MOST_TOLD)
            hint = "Type it again: other files are open now"
            error = InputError("what was typed was not applied", found=found, hint=hint)
            QTimer.singleShot(0, self, partial(self.lost.emit, error))  # the load clears messages first
        self._set(before, waiting=before.every, draft={})

    def give_back(self, submission: Submission, texts: Mapping[str, str]) -> list[str]:
        """Let texts of a crashed session wait in their submission; the ids of those that it has no place for.

        They have no row, or the user typed something else for it since.
        """
        typed = submission.typed
        left = [
            id_ for id_ in texts if _row_of(submission, id_) is None or typed.every.get(id_, texts[id_]) != texts[id_]
        ]
        new = {id_: text for id_, text in texts.items() if id_ not in left and id_ not in typed.every}
        self._set(typed, waiting={**typed.waiting, **new})
        return left

    def drop_lost(self) -> InputError | None:
        """Drop the texts whose rows another reading of the files no longer has; an error that names them."""
        gone = list[str]()
        for one in self._inspection.submissions:
            lost = [id_ for id_ in one.typed.every if _row_of(one, id_) is None]
            gone += [f"{shorten(one.typed.every[id_])} for {shorten(id_)}" for id_ in lost]
            self._set(one.typed, waiting=_without(one.typed.waiting, *lost), draft=_without(one.typed.draft, *lost))
        return InputError("what was typed has no row any more", found=", ".join(gone)) if gone else None

    def refusal(self, row: int, error: InputError) -> InputError:
        """The error for a text that cannot be applied to a row that is not shown: which, and that it is kept."""
        hint = ". ".join(filter(None, [error.hint, _KEPT]))
        return replace(error, what=f"{shorten(self._id(row))}: {error.what}", hint=hint)

    @property
    def _opened(self) -> tuple[TypedTexts, Table | None]:
        """The texts of the open submission, and its rows."""
        inspection = self._inspection
        return (inspection.open_submission.typed, inspection.evaluation.table) if inspection.is_open else (_NONE, None)

    @property
    def _now(self) -> TypedTexts:
        if self.is_behind:
            self.follow()
        return self._typed

    def _set(
        self, typed: TypedTexts, *, waiting: Mapping[str, str] | None = None, draft: Mapping[str, str] | None = None
    ) -> None:
        before = {**typed.waiting}, typed.every
        typed.waiting = typed.waiting if waiting is None else waiting
        typed.draft = typed.draft if draft is None else draft
        if (typed.waiting, typed.every) != before:
            self.changed.emit()
            if typed is self._typed and not typed.every:
                self.ended.emit()

    def _id(self, row: int) -> str:
        return self._inspection.evaluation.table.id(row)


def _without(texts: Mapping[str, str], *ids: str) -> dict[str, str]:
    return {id_: text for id_, text in texts.items() if id_ not in ids}


def _row_of(submission: Submission, id_: str) -> int | None:
    try:
        row = submission.evaluation.table.row_of(id_)
    except KeyError:
        return None
    return row if row >= 0 else None
