"""The notice that observers of the document receive after every change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from inspector.core.arrays.types import Ints


class Kind(Enum):
    """What a change was about."""

    LOAD = "another pair is open"
    REPAIR = "the submission was read in another way, with its edits"
    EDIT = "predictions changed, and with them scores"
    METRIC = "everything was scored under another metric"
    ORDER = "the rows are sorted or filtered in another way"
    CURRENT = "another row is the current one"
    SAVE = "the edits are on disk"


@dataclass(frozen=True, eq=False)
class Change:
    """What happened. rows: int64, the rows whose predictions changed, or None when it concerns all of them."""

    kind: Kind
    rows: Ints | None = None
