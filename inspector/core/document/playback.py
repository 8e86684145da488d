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
    """Plays the edits of an inspection that are made since a mark, and no others: what the user has undone stays so.

    Stores where they begin and end; the edits are in the history.
    """

    def __init__(self, inspection: Inspection) -> None:
        self._inspection = inspection
        self._mark = self._end = 0
        self._revealed = False
        self.is_playing = False

    def mark(self) -> None:
        """Play edits made from now on."""
        self._mark = self._inspection.steps[1]

    def forget(self) -> None:
        """Begin anew with another pair: all its edits are to be played."""
        self._mark, self.is_playing = 0, False

    @property
    def count(self) -> int:
        """The number of edits to play, or that are being played."""
        return max(0, (self._last if self.is_playing else self._inspection.steps[1]) - self._mark)

    @property
    def moment(self) -> PlaybackPosition | None:
        """The current position, None when not playing."""
        edits, done = self._inspection.steps
        index = done - self._revealed
        if not self.is_playing or not self._mark <= index < self._last:
            return None
        return PlaybackPosition(edits[index], index - self._mark + 1, self.count, self._revealed)

    def play(self) -> bool:
        """Undo the edits since the mark and start before the first; returns false when there are none."""
        self.stop()
        self._end = self._inspection.steps[1]
        while self._inspection.steps[1] > self._mark:
            self._inspection.undo()
        self.is_playing, self._revealed = self._end > self._mark, False
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
        """End the playback, if there is one, and redo the edits that it has not shown yet."""
        while self.is_playing and self._inspection.steps[1] < self._last:
            self._inspection.redo()
        self.is_playing = False

    @property
    def _last(self) -> int:
        """Where the edits being played end; a new edit, after an undo, takes the place of those that followed."""
        return min(self._end, len(self._inspection.steps[0]))
