"""Scores that stay with their labels, for files that hold a score beside each label.

A label that keeps its order among the others keeps its score, so that moving one changes the line of that one alone.
A label that is new or moves gets a score between those of its neighbours: its own in the file or that of its rank,
where these lie between them. Above the first it is the next higher number, behind the last the next lower one, both in
single precision. Among equal scores there is none between: then those in front get the next higher number, or those
behind the next lower one, whichever are fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.falling import next_higher, next_lower
from inspector.core.arrays.offsets import indices_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Floats, Ints, repeat_chunked


def with_own_scores(before: Ragged, of_file: Ragged, after: Ragged, ties: Ints) -> tuple[Ragged, Bools]:
    """The lists `after`, with the scores that their labels had in the lists `before`; and which lists, bool (n,).

    Only lists whose scores are those of the ranks of before: others were given with their labels. A list whose scores
    rose, or were no numbers, keeps the scores of its ranks. of_file: the lists as they are in the file; ties: int64
    (m,), which of two labels with equal scores comes first, the lower.
    """
    old, new = before.weights, after.weights
    chosen = np.zeros(len(after), bool)
    if old is None or new is None or not len(before.codes) or not len(after.codes):
        return after, chosen
    places = _places(before, after)
    stays = _staying(before, after, places)
    chosen = _falls(before) & _is_by_rank(before, after) & (_count(after, stays) > 0)
    stays &= repeat_chunked(chosen, after.lengths)
    scores = np.where(stays, old[np.maximum(places, 0)], new)
    moves = np.flatnonzero(~stays & repeat_chunked(chosen, after.lengths))
    gaps = _Gaps.of(after, stays, scores, ties, moves)
    replaced = _replaced(before, after, places)[moves]
    offered = (_scores_in(of_file, after)[moves], np.ones(len(moves), bool)), (new[moves], replaced)
    scores[moves] = gaps.first_fitting(offered, gaps.spread())
    found = Ragged(after.offsets, after.codes, scores)
    return Ragged(after.offsets, after.codes, _apart(found, ties, stays)), chosen


def _apart(lists: Ragged, ties: Ints, stays: Bools) -> Floats:
    """float64 (m,): scores of which equal ones keep the order given, those of as many staying labels as possible.

    Of equal scores, labels in the order of ties are a part. The part with the most labels that stay keeps its score,
    those before it get the next higher ones, and those behind the next lower ones, within the scores around them.
    """
    if lists.weights is None:
        return np.empty(0)
    scores, owner = lists.weights, lists.owners()
    begins = np.append(True, (scores[1:] != scores[:-1]) | (owner[1:] != owner[:-1]))
    parts = begins | np.append(True, (ties[1:] < ties[:-1]) & np.isin(owner[1:], owner[stays]))
    block, part = np.cumsum(begins) - 1, np.cumsum(parts) - 1
    block_of_part = block[parts]
    order = np.lexsort((np.bincount(part, stays), block_of_part))  # of as many, the last one
    keeps = order[np.append(np.flatnonzero(np.diff(block_of_part)), len(order) - 1)]
    higher, lower = np.maximum(keeps[block] - part, 0), np.maximum(part - keeps[block], 0)
    found = _stepped(_stepped(scores, higher, higher=True), lower, higher=False)
    # The scores around each block of equal ones in its list.
    first = np.flatnonzero(begins)
    follows = np.append(False, np.diff(owner[first]) == 0)
    above = np.where(follows, scores[first - 1], np.inf)
    below = np.where(np.append(follows[1:], False), np.roll(scores[first], -1), -np.inf)
    return np.where(found == scores, scores, np.clip(found, below[block], above[block]))


def _scores_in(lists: Ragged, after: Ragged) -> Floats:
    """float64 (m,): the score of each label of `after` in the same one of the lists, NaN for none."""
    if lists.weights is None or not len(lists.codes):
        return np.full(len(after.codes), np.nan)
    places = _places(lists, after)
    return np.where(places >= 0, lists.weights[places], np.nan)


def _places(before: Ragged, after: Ragged) -> Ints:
    """int64 (m,): where in the codes of `before` each code of `after` stands in the same list, -1 for nowhere."""
    width = 2 + int(max(before.codes.max(), after.codes.max()))
    known, wanted = (lists.owners() * width + lists.codes + 1 for lists in (before, after))
    order = np.argsort(known, kind="stable")
    known = known[order]
    at = np.minimum(np.searchsorted(known, wanted), len(known) - 1)
    return np.where(known[at] == wanted, order[at], -1)


def _replaced(before: Ragged, after: Ragged, places: Ints) -> Bools:
    """bool (m,): whether the label that was at the rank of each is gone, so that it takes its place."""
    gone, index = np.ones(len(before.codes) + 1, bool), indices_of(after.lengths)
    gone[places[places >= 0]] = gone[-1] = False
    has_rank = index < repeat_chunked(before.lengths, after.lengths)
    return gone[np.where(has_rank, repeat_chunked(before.offsets[:-1], after.lengths) + index, -1)]


def _staying(before: Ragged, after: Ragged, places: Ints) -> Bools:
    """bool (m,): labels that keep their order among each other, as many of each list as a glance finds.

    Those that keep their ranks, as where two are exchanged; those behind which no earlier one stands, as where one
    moves up; or those in front of which no later one does.
    """
    found = places >= 0
    highest = np.append(-1, np.maximum.accumulate(places)[:-1])
    beyond = np.where(found, places, len(before.codes))
    lowest = np.append(np.minimum.accumulate(beyond[::-1])[::-1][1:], len(before.codes))
    same = places - repeat_chunked(before.offsets[:-1], after.lengths) == indices_of(after.lengths)
    ways = found & same, found & (places < lowest), found & (places > highest)
    best = np.argmax([_count(after, way) for way in ways], axis=0)
    return np.choose(repeat_chunked(best, after.lengths), ways)


def _count(lists: Ragged, mask: Bools) -> Ints:
    return np.bincount(lists.owners()[mask], minlength=len(lists))


def _falls(lists: Ragged) -> Bools:
    """bool (n,): the lists whose scores are finite and rise nowhere."""
    falls = ~lists.rises()
    if lists.weights is not None:
        falls[lists.owners()[~np.isfinite(lists.weights)]] = False
    return falls


def _is_by_rank(before: Ragged, after: Ragged) -> Bools:
    """bool (n,): the lists with the scores of the same ranks of `before`."""
    index, is_same = indices_of(after.lengths), np.ones(len(after), bool)
    both = index < repeat_chunked(before.lengths, after.lengths)
    at = (repeat_chunked(before.offsets[:-1], after.lengths) + index)[both]
    if before.weights is not None and after.weights is not None:
        is_same[after.owners()[both][before.weights[at] != after.weights[both]]] = False
    return is_same


@dataclass(frozen=True, eq=False)
class _Gaps:
    """Around each of g labels that move: float64 (g,), the scores of the staying labels before and behind it, infinite
    for none; int64 (g,), its distance to these two; bool (g,), whether it may have the same score as the label before
    and behind it.
    """

    above: Floats
    below: Floats
    down: Ints
    up: Ints
    ties_above: Bools
    ties_below: Bools

    @classmethod
    def of(cls, lists: Ragged, stays: Bools, scores: Floats, ties: Ints, moves: Ints) -> _Gaps:
        """The gaps of lists; which labels stay, bool (m,), with these scores, float64 (m,), and which move, int64."""
        at, size = np.arange(len(stays)), len(stays)
        owner = lists.list_of(moves)
        before = np.maximum.accumulate(np.where(stays, at, -1))[moves]
        behind = np.minimum.accumulate(np.where(stays, at, size)[::-1])[::-1][moves]
        first, end = lists.offsets[owner], lists.offsets[owner + 1]
        above = np.where(before >= first, scores[before], np.inf)
        below = np.where(behind < end, scores[np.minimum(behind, size - 1)], -np.inf)
        falls = np.append(False, ties[1:] > ties[:-1])
        down, up = moves - np.maximum(before, first - 1), np.minimum(behind, end) - moves
        return cls(above, below, down, up, falls[moves], np.append(falls, False)[moves + 1])

    def first_fitting(self, offered: Sequence[tuple[Floats, Bools]], otherwise: Floats) -> Floats:
        """For each gap, the first of the offered scores that fall between its ends, float64 (g,).

        Each offer says where equal scores do as well, bool (g,), if they keep the order.
        """
        found, starts = otherwise.copy(), np.flatnonzero(self.down == 1)
        if not len(found):
            return found
        lengths = np.diff(np.append(starts, len(found)))
        for scores, may_tie in reversed(offered):
            upper = np.where(self.down == 1, self.above, np.append(np.inf, scores[:-1]))
            fits = (scores < upper) | (may_tie & self.ties_above & (scores == upper))
            fits &= (scores > self.below) | (may_tie & self.ties_below & (scores == self.below))
            whole = repeat_chunked(np.logical_and.reduceat(fits, starts), lengths)
            found[whole] = scores[whole]
        return found

    def spread(self) -> Floats:
        """Scores at even steps between both ends, the next ones beside the only one; float64 (g,)."""
        found, (top, bottom) = np.empty(len(self.down)), (np.isinf(self.above), np.isinf(self.below))
        inner = ~top & ~bottom
        found[inner] = _even(self.above[inner], self.below[inner], self.down[inner], self.up[inner])
        found[top] = _stepped(self.below[top], self.up[top], higher=True)
        found[bottom] = _stepped(self.above[bottom], self.down[bottom], higher=False)
        return found


def _even(above: Floats, below: Floats, down: Ints, up: Ints) -> Floats:
    """Scores at even steps between two others; where these leave no room in single precision, the upper one."""
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        exact = above + (below - above) * (down / (down + up))
        step = (above - below) / (down + up)
        has_room = step > 2 * np.spacing(np.maximum(np.abs(above), np.abs(below)).astype(np.float32))
        return np.where(has_room, exact.astype(np.float32).astype("U32").astype(np.float64), above)


def _stepped(scores: Floats, steps: Ints, *, higher: bool) -> Floats:
    """Scores some steps higher or lower; none gets above 1 from below, as it may be a probability."""
    found = scores.copy()
    for step in range(int(steps.max(initial=0))):
        more = steps > step
        found[more] = (next_higher if higher else next_lower)(found[more])
    return np.where((scores <= 1) & (found > 1), 1.0, found)
