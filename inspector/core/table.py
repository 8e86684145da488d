"""Truth and submission aligned row by row. Frozen: edits lie on top of it, in an Overlay."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core import arrow
from inspector.core.arrays import Bools
from inspector.core.ragged import Ragged
from inspector.core.vocab import Vocab


@dataclass(frozen=True, eq=False)
class Table:
    """n rows, one for each id of the truth, in the order of the truth file.

    ids: Arrow strings (n,); truth, predictions: ragged codes (n); submitted: bool (n,), false where the submission
    has no row with that id; vocab: the text of the codes; extra: further columns of the files, Arrow strings (n,).
    """

    ids: pa.StringArray
    truth: Ragged
    predictions: Ragged
    submitted: Bools
    vocab: Vocab = field(default_factory=Vocab)
    extra: Mapping[str, pa.StringArray] = field(default_factory=dict)

    @classmethod
    def empty(cls) -> Table:
        """A table without rows: what an inspection holds before it has loaded a pair."""
        return cls(arrow.texts([]), Ragged.empty(), Ragged.empty(), np.zeros(0, bool))

    def __len__(self) -> int:
        return len(self.ids)

    def id(self, row: int) -> str:
        """The id of a row, as it was written."""
        return str(self.ids[row])

    def row_of(self, id_: str) -> int:
        """The row with this id. Raises KeyError naming the id when the truth has none."""
        row = int(pc.index(self.ids, arrow.text(id_)).as_py())
        if row < 0:
            raise KeyError(id_)
        return row
