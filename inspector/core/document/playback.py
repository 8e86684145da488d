"""Plays edits back one by one: first the prediction, then its score. Based on undo and redo."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.data.edits import Edit
from inspector.core.document.inspection import Inspection


@dataclass(frozen=True)
class PlaybackPosition:
    """The position of a playback: the edit, its number from 1, the number of edits, and whether its score is shown."""

    edit: Edit
    number: int
    count: int
    revealed: bool


class Playback:
    """Plays the edits of an inspection after a mark. Stores only the mark; the edits are in the history."""

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._mark = 0
        self._revealed = False
        self.is_playing = False

    def mark(self) -> None:
        """Play edits made from now on."""
        self._mark = self._inspection.steps[1]

    def forget(self) -> None:
        """Reset for a newly opened pair: play all its edits."""
        self._mark, self.is_playing = 0, False

    @property
    def count(self) -> int:
        """The number of edits to play."""
        return max(0, len(self._inspection.steps[0]) - self._mark)

    @property
    def moment(self) -> PlaybackPosition | None:
        """The current position, None when not playing."""
        edits, done = self._inspection.steps
        index = done - self._revealed
        if not self.is_playing or not self._mark <= index < len(edits):
            return None
        return PlaybackPosition(edits[index], index - self._mark + 1, len(edits) - self._mark, self._revealed)

    def play(self) -> bool:
        """Undo all edits and start before the first; returns false when there are none."""
        while self._inspection.steps[1] > self._mark:
            self._inspection.undo()
        self.is_playing, self._revealed = self.count > 0, False
        return self.is_playing

    def advance(self) -> None:
        """Reveal the score by redoing the edit, or move to the next edit; ends after the last."""
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
        """End the playback and redo all edits."""
        self.is_playing = False
        while self._inspection.steps[1] < len(self._inspection.steps[0]):
            self._inspection.redo()
