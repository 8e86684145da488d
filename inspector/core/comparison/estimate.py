"""The overall of some rows with its 95 % interval, in numbers and in words."""

from __future__ import annotations

import math
from dataclasses import dataclass

from inspector.core.plural import count_of
from inspector.core.statistics.bootstrap import decimals_of

_NONE = (math.nan, math.nan)
_HUGE = 1e9
# With fewer groups, a bootstrap of groups holds the truth less often than it says.
_FEW_GROUPS = 30
_FEW_WORDS = "With so few groups it is rather too short"


@dataclass(frozen=True, kw_only=True)
class Estimate:
    """The overall of n rows with its 95 % interval, NaN where there is none, and how that was made.

    method: `bootstrap` of rows, or of whole groups where `groups` says how many; `wilson` for rows that all score 0 or
    1; `jackknife` for many rows whose draws take long; or `none`, with why. check: the normal interval, for 200 rows or
    more.
    """

    overall: float
    n: int
    ends: tuple[float, float] = _NONE
    method: str = "none"
    resamples: int = 0
    seed: int = 0
    group: str = ""
    groups: int | None = None
    check: tuple[float, float] | None = None
    why: str = ""

    @property
    def has_interval(self) -> bool:
        """Whether there is an interval."""
        return not math.isnan(self.ends[0])

    @property
    def short(self) -> str:
        """`0.3814–0.3876`; empty without an interval."""
        return self._of(self.ends, "–" if self.ends[0] >= 0 else " to ") if self.has_interval else ""

    @property
    def told(self) -> str:
        """`0.3844 (0.3814–0.3876)`: the overall with its interval; `–` for no overall."""
        if math.isnan(self.overall):
            return "–"
        overall = self._written(self.overall)
        return f"{overall} ({self.short})" if self.has_interval else overall

    @property
    def words(self) -> str:
        """What the interval is and how it was made, or why there is none."""
        if not self.has_interval:
            return f"There is no interval: {self.why}."
        normal = "" if self.check is None else f" The normal interval is {self._of(self.check)}."
        few = f" {_FEW_WORDS}." if self._has_few else ""
        return f"95 % interval of the overall: {self._of(self.ends)}. Made by {self.made}.{few}{normal}"

    @property
    def brief(self) -> str:
        """`0.3814 to 0.3876  (95 %; percentile bootstrap: ...)`, a line for the terminal."""
        few = f". {_FEW_WORDS}" if self._has_few else ""
        return f"{self._of(self.ends)}  (95 %; {self.made}{few})" if self.has_interval else f"-  ({self.why})"

    @property
    def made(self) -> str:
        """`percentile bootstrap: 25,361 rows were drawn again 10,000 times, seed 0`."""
        if self.method == "wilson":
            return f"Wilson's interval of a hit rate, because each of {count_of(self.n, 'row')} scores 0 or 1"
        what = count_of(self.n, "row")
        if self.method == "jackknife":
            return f"the jackknife: each of {what} was left out once"
        if self.groups == self.n:
            what += f", each a group of {self.group} by itself,"
        elif self.groups is not None:
            what = f"whole groups of {self.group}, {self.groups:,} with {what},"
        return f"percentile bootstrap: {what} were drawn again {self.resamples:,} times, seed {self.seed}"

    @property
    def _has_few(self) -> bool:
        return self.groups is not None and self.groups < _FEW_GROUPS

    def _of(self, ends: tuple[float, float], between: str = " to ") -> str:
        return between.join(map(self._written, ends))

    def _written(self, value: float) -> str:
        """A number as exactly as the interval warrants; a huge one with an exponent, as the overall is shown."""
        return f"{value:.3e}" if abs(value) >= _HUGE else f"{value:z,.{decimals_of(self.ends)}f}"
