"""Plays edits back one by one: first the prediction, then its score. Based on undo and redo."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.data.edits import Edit
from inspector.core.document.inspection import Inspection
from inspector.core.document.submission import Submission


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
        self._played: Submission | None = None

    @property
    def is_playing(self) -> bool:
        """Whether edits are being played."""
        return self._played is not None

    def mark(self) -> None:
        """Play edits made from now on."""
        self._mark = self._inspection.steps[1]

    def forget(self) -> None:
        """Begin anew with another pair: all its edits are to be played."""
        self._mark = 0
        self.end()

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
        if self._end > self._mark:
            self._played, self._revealed = self._inspection.open_submission, False
            self._played.was_saved = self._played.is_saved
            while self._inspection.steps[1] > self._mark:
                self._inspection.undo()
        return self.is_playing

    def advance(self) -> None:
        """Reveal the score by redoing the edit, or move to the next edit; ends after the last."""
        moment = self.moment
        if moment is not None and not moment.revealed:
            self._revealed = True
            self._inspection.redo()
        elif moment is not None and moment.number < moment.count:
            self._revealed = False
        else:
            self.end()

    def back(self) -> bool:
        """Hide the score again, or return to the edit before with its score; false before the first."""
        moment = self.moment
        if moment is None or (moment.number == 1 and not moment.revealed):
            return False
        self._revealed = not moment.revealed
        if moment.revealed:
            self._inspection.undo()
        return True

    def stop(self) -> None:
        """End the playback, if there is one, and redo the edits that it has not shown yet."""
        while self.is_playing and self._inspection.steps[1] < self._last:
            self._inspection.redo()
        self.end()

    def end(self) -> None:
        """End the playback, if there is one, with the edits as they are now."""
        if self._played is not None:
            self._played.was_saved = None
        self._played = None

    @property
    def _last(self) -> int:
        """Where the edits being played end; a new edit, after an undo, takes the place of those that followed."""
        return min(self._end, len(self._inspection.steps[0]))
