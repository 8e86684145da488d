"""The change notification that observers of the document receive."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from inspector.core.arrays.types import Ints


class ChangeKind(Enum):
    """The kind of a change."""

    LOAD = "another pair is open"
    REPAIR = "the submission was read in another way, with its edits"
    EDIT = "predictions changed, and with them scores"
    METRIC = "everything was scored under another metric"
    ANSWERED = "a host's metric answered: there are other scores of the same predictions"
    ORDER = "the rows are sorted or filtered in another way"
    CURRENT = "another row is the current one"
    SAVE = "the edits are on disk"
    NOTES = "notes or tags of rows changed"
    FURTHER = "the rows are scored under other further metrics"
    SWITCH = "another submission is the open one"
    BASELINE = "the open submission is compared with something else"
    SUBMISSIONS = "submissions were added, removed or renamed"


@dataclass(frozen=True, eq=False)
class Change:
    """A change of the document.

    rows: int64, the rows whose predictions changed; None for all of them, and for kinds that change no predictions.
    """

    kind: ChangeKind
    rows: Ints | None = None
