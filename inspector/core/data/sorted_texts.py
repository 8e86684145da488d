"""Different texts in the order of their letters, to find those that begin with what is typed."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import islice, takewhile

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.arrays.text_rank import text_ranks
from inspector.core.arrays.types import Ints


@dataclass(frozen=True, eq=False)
class SortedTexts:
    """Different texts, the same texts in lower case, and their order by these: int64 (t,)."""

    texts: pa.StringArray
    lowered: pa.StringArray
    order: Ints

    @classmethod
    def of(cls, cells: pa.StringArray) -> SortedTexts:
        """Sort the texts of cells, each once."""
        texts = pc.unique(cells)
        lowered = pc.utf8_lower(texts)
        return cls(texts, lowered, np.argsort(text_ranks(lowered), kind="stable"))

    def beginning(self, start: str, most: int) -> list[str]:
        """At most `most` texts that begin with another, ignoring case, the very same one first; none is empty."""

        def low(number: int) -> str:
            return str(self.lowered[int(number)])

        begun = str(pc.utf8_lower(arrow.text(start)))
        rest = self.order[bisect_left(self.order, begun or "\0", key=low) :]
        fitting = islice(takewhile(lambda number: low(number).startswith(begun), rest), most)
        spelled = takewhile(lambda number: low(number) == begun, rest)
        same = (number for number in spelled if str(self.texts[int(number)]) == start)
        found = [*dict.fromkeys([*islice(same, 1), *fitting])]
        return [str(self.texts[int(number)]) for number in found[:most]]
