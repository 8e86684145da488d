"""The site's split of the truth into rows of the public score, rows of the private score, and ignored rows."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, text
from inspector.core.arrays.types import Bools, Ints

USAGES = ("public", "private", "ignored")


@dataclass(frozen=True, eq=False)
class Usage:
    """public, private: bool (n,), the rows of each part; rows in neither have an invalid value."""

    public: Bools
    private: Bools

    @cached_property
    def parts(self) -> dict[str, Ints]:
        """int64: the rows of each part."""
        return {"public": np.flatnonzero(self.public), "private": np.flatnonzero(self.private)}

    @property
    def odd(self) -> Ints:
        """int64: the rows in neither part."""
        return np.flatnonzero(~self.public & ~self.private)


def parse_usage(cells: pa.StringArray) -> Usage:
    """Parse a column of `Public` and `Private`, ignoring case."""
    return Usage(_is(cells, "public"), _is(cells, "private"))


def is_ignored(cells: pa.StringArray) -> Bools:
    """bool (n,): the rows marked `Ignored`."""
    return _is(cells, "ignored")


def _is(cells: pa.StringArray, word: str) -> Bools:
    return flags(pc.equal(pc.utf8_lower(pc.utf8_trim_whitespace(cells)), text(word)))
