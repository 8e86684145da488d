"""What speaks for a candidate reading: figures of what truth and predictions have in common, and the look of cells."""

from __future__ import annotations

import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

_FEW_CELLS = 4
# The hits of fewer rows may be chance.
_ENOUGH_ROWS = 20
_DRAWS = 4
# A lift of so many standard deviations above two is surely no chance.
_SURE = 4
# Without evidence, a sign separates labels.
_SPLIT = 0.15
# What it tells whether words keep their places in cells.
_PHRASES, _NAMES = -1.0, 0.6
# A smaller lift is no hit.
HITS = 0.1
# So many rows are not all right by chance.
COPIES = 20
_CODE, _OTHER_SIGN = re.compile(r"[\d_]"), re.compile(r"[;|\t]")
NO_LIFT = 0.0, 0.0


@dataclass(frozen=True)
class Evidence:
    """What speaks for a reading.

    known: share of predicted labels that the truth has; similar: the same, but for case, zeros and endings.
    lift: share of rows with a hit, above that of rows paired at random; sure: how far that is from chance, 0 to 1;
    top: the lift of first labels alone. graded: how much higher the relevance of first predictions is than that of
    others, in standard deviations. all_right: whether all that is predicted is right nearly everywhere, as when the
    "truth" is the list of what could be predicted; longer_truth: whether the truth has more labels than are predicted;
    copied: whether all that is predicted is the truth itself, as in an out-of-fold file that has a column of it.

    Of numbers, known is the share that is of the size of true ones, lift how much closer they are than numbers of rows
    paired at random, and top what speaks for numbers rather than classes.
    """

    known: float = 0.0
    similar: float = 0.0
    lift: float = 0.0
    sure: float = 0.0
    all_right: bool = False
    graded: float = 0.0
    longer_truth: bool = False
    top: float = 0.0
    copied: bool = False

    @property
    def is_any(self) -> bool:
        """Whether the truth has any predicted label."""
        return max(self.known, self.similar) > 0

    @property
    def shared(self) -> float:
        """What labels in common speak for the reading, whether they hit or not."""
        return 3 * max(self.known, 0.6 * self.similar)

    @property
    def weight(self) -> float:
        """The sum of what speaks for the reading."""
        return self.shared + 2 * self.lift + 2 * self.sure + self.top


def lift(given: Sequence[set[str]], right: Sequence[set[str]]) -> tuple[float, float]:
    """The share of rows with a hit above that of rows paired at random, and how far that is from chance."""
    filled = [labels for labels in given if labels]
    truths = [labels for labels, of in zip(right, given, strict=True) if of]
    hits = _hits(filled, truths) if filled else 0.0
    if not hits:
        return NO_LIFT
    chance = sum(_hits(filled, [truths[i] for i in order]) for order in _shuffled(len(truths))) / _DRAWS
    above = max(0.0, hits - chance)
    spread = math.sqrt(max(chance * (1 - chance), 1 / len(filled)) / len(filled))
    return above * min(1.0, len(filled) / _ENOUGH_ROWS), min(1.0, max(0.0, above / spread - 2) / _SURE)


@cache
def _shuffled(count: int) -> list[list[int]]:
    """Some orders of so many rows."""
    draw = random.Random(0)  # noqa: S311  # to compare with, not to keep a secret
    return [draw.sample(range(count), count) for _ in range(_DRAWS)]


def _hits(rows: Sequence[set[str]], truths: Sequence[set[str]]) -> float:
    return sum(not given.isdisjoint(right) for given, right in zip(rows, truths, strict=True)) / len(rows)


def split_hint(cells: Iterable[str], sign: str) -> float:
    """How much speaks for splitting cells at a sign: from -1, one label of several words, to 0.6, several labels.

    Words of a list are codes, or stand alone in other cells; those of a phrase hardly ever do, and have their places.
    """
    filled = [*filter(None, map(str.strip, cells))]
    several = [cell for cell in filled if sign in cell]
    if not several or sign in ";|\t":
        return 0.3
    alone = {cell for cell in filled if sign not in cell}
    if len(several) >= _ENOUGH_ROWS and (hint := _place_hint([cell.split(sign) for cell in several], sign)):
        return hint
    found = Counter(filter(None, (word.strip() for cell in several for word in cell.split(sign))))
    codes = sum(times for word, times in found.items() if word in alone or _CODE.search(word))
    share = codes / max(1, found.total())
    if sign == "," and all("," in cell and ", " not in cell for cell in several):
        share = max(share, 0.5)
    return min(1.0, len(several) / _FEW_CELLS) * 0.3 * float(np.clip((share - 0.35) / 0.15, -1, 1)) + _SPLIT


def _place_hint(cells: Sequence[Sequence[str]], sign: str) -> float:
    """Below 0 if each word keeps its place in all cells, as in `Jade, H`; above 0 if most names come first and last.

    Words come at any place of sentences, too, but hardly the parts between their commas.
    """
    # Each cell once: a list that all rows have in common says nothing.
    places = Counter((word.strip(), at) for words in {*map(tuple, cells)} for at, word in enumerate(words))
    times, of = Counter[str](), Counter(word for word, _ in places)
    for (word, _), count in places.items():
        times[word] += count
    repeated = [word for word, count in times.items() if count > 1]
    moving = sum(of[word] > 1 for word in repeated)
    if len(repeated) < 2 * _FEW_CELLS:
        return 0.0
    if not moving and len({*map(len, cells)}) == 1:
        return _PHRASES
    are_names = sign == "," and not any(map(_OTHER_SIGN.search, repeated))
    return _NAMES if are_names and 2 * moving > len(repeated) else 0.0
