"""The notice that goes up after something has changed. A value; knows neither sender nor receivers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from inspector.core.arrays.types import Ints


class Kind(Enum):
    """What a change was about."""

    LOAD = "another pair is open"
    REPAIR = "the submission is read in another way, with its edits"
    EDIT = "predictions changed, and with them scores"
    METRIC = "every score was made again under another rule"
    ORDER = "the rows stand in another order"
    CURRENT = "another row is the current one"
    SAVE = "the edits are on disk"


@dataclass(frozen=True, eq=False)
class Change:
    """What happened. rows: int64, the rows whose lists changed, or None when the notice is about all of them;
    revision: grows with every notice, never goes back; origin: whoever asked for it, who need not answer itself.
    """

    kind: Kind
    revision: int
    rows: Ints | None = None
    origin: object = None
