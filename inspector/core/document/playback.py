"""Edits shown one after the other as steps: first what is predicted, then what it scores. Rides on undo and redo."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.data.edits import Edit
from inspector.core.document.inspection import Inspection


@dataclass(frozen=True)
class Moment:
    """Where a rehearsal stands: the edit, its number from 1, how many there are, and whether its score is shown."""

    edit: Edit
    number: int
    count: int
    revealed: bool


class Playback:
    """The edits of an inspection from a mark on. It keeps the mark only; what the steps are is in the history."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._mark = 0
        self._revealed = False
        self.is_playing = False

    def mark(self) -> None:
        """Edits from now on are the steps."""
        self._mark = self._inspection.steps[1]

    def forget(self) -> None:
        """Another pair is open: every edit of it is a step."""
        self._mark, self.is_playing = 0, False

    @property
    def count(self) -> int:
        """How many steps there are."""
        return max(0, len(self._inspection.steps[0]) - self._mark)

    @property
    def moment(self) -> Moment | None:
        """What there is to be seen now, None when nothing plays."""
        edits, done = self._inspection.steps
        place = done - self._revealed
        if not self.is_playing or not self._mark <= place < len(edits):
            return None
        return Moment(edits[place], place - self._mark + 1, len(edits) - self._mark, self._revealed)

    def play(self) -> bool:
        """Take every step back and stand before the first; false when there is none."""
        while self._inspection.steps[1] > self._mark:
            self._inspection.undo()
        self.is_playing, self._revealed = self.count > 0, False
        return self.is_playing

    def go_on(self) -> None:
        """Reveal the step by making its edit, or go on to the next one; behind the last, the rehearsal ends."""
        moment = self.moment
        if moment is None:
            self.is_playing = False
        elif not moment.revealed:
            self._revealed = True
            self._inspection.redo()
        else:
            self._revealed = False
            self.is_playing = moment.number < moment.count

    def stop(self) -> None:
        """End it with every edit made, as it was before."""
        self.is_playing = False
        while self._inspection.steps[1] < len(self._inspection.steps[0]):
            self._inspection.redo()
