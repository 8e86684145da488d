"""What splits do to scores, in plain sentences."""

from __future__ import annotations

import math

from inspector.core.errors import shorten
from inspector.core.figures import fixed
from inspector.core.luck.luck import Luck, Placed
from inspector.core.plural import count_of

# A part that scores higher on average because it is larger is said from this share of the margin on.
_NOTABLE = 0.25
_ALONE = "Which lead between two submissions counts is told once both are loaded."


def sentences(luck: Luck) -> tuple[str, ...]:
    """What splits do, the most important first."""
    placed = _placed(luck, luck.placed) if luck.placed is not None else ""
    return tuple(filter(None, [_margin(luck), placed, _mean_gap(luck), *_several(luck)]))


def notes(luck: Luck) -> tuple[str, ...]:
    """What is assumed, how it was counted, and what was left out."""
    left_out = f"Left out, because {luck.metric} does not fit them: {', '.join(luck.refused)}." if luck.refused else ""
    return tuple(filter(None, [_assumed(luck), _counted(luck), left_out]))


def points(value: float) -> str:
    """A distance in points of the overall: two digits that count, four decimals or more; two from 1 on."""
    if math.isnan(value) or not value:
        return "–" if math.isnan(value) else "0"
    if abs(value) >= 1:
        return f"{value:,.2f}"
    return f"{value:.{max(4, 1 - math.floor(math.log10(abs(value))))}f}"


def score(value: float) -> str:
    """A score."""
    return fixed(value, 5)


def percent(luck: Luck, share: float) -> str:
    """A probability, of which splits can never tell that it is 0 or 1."""
    if math.isnan(share):
        return "–"
    if 100 * share < luck.floor:
        return f"< {luck.floor:.2g} %"
    return f"> {100 - luck.floor:.3g} %" if 100 * share > 100 - luck.floor else f"{100 * share:.1f} %"


def ordinal(luck: Luck, percentile: float) -> str:
    """`81st percentile of the splits`, and a bound where a number would claim too much."""
    number = min(99, max(1, round(percentile)))
    if _is_beyond(luck, percentile):
        which = "worse" if percentile < luck.floor else "better"
        return f"fewer than {luck.floor:.2g} of 100 splits give a {which} one"
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending} percentile of the splits"


def _is_beyond(luck: Luck, percentile: float) -> bool:
    return not luck.floor <= percentile <= 100 - luck.floor


def _margin(luck: Luck) -> str:
    where, opened, rival = _where(luck), luck.opened, luck.rival
    if math.isnan(opened.margin):
        return f"With {where} public, no split has a score in both parts."
    if not opened.deviation_public:
        return f"With {where} public, private is {score(opened.overall)} as public is: every row scores the same."
    within = f"private will be within ±{points(opened.margin)} of public in 95 of 100 splits"
    if rival is not None and rival.smallest_move:
        lead = f"a public lead under {points(rival.smallest_move)} over {rival.name}"
        return f"With {where} public, {within}; {lead} means nothing."
    near = f"and public within ±{points(luck.public_margin)} of the overall"
    return f"With {where} public, {within}, {near}. {_ALONE if rival is None else ''}".rstrip()


def _where(luck: Luck) -> str:
    """`30 % of 25,361 rows`."""
    noun = "group" if luck.groups else "row"
    size = count_of(luck.split.size, noun)
    test = " of an unseen test" if luck.question.test_rows is not None else ""
    column = f" of {shorten(luck.question.group)}" if luck.groups else ""
    return f"{100 * luck.split.share:.3g} % of {size}{column}{test}"


def _mean_gap(luck: Luck) -> str:
    mean_gap = luck.opened.mean_gap
    if math.isnan(mean_gap) or abs(mean_gap) <= _NOTABLE * luck.opened.margin:
        return ""
    way = "above" if mean_gap > 0 else "below"
    return f"On average private is {points(abs(mean_gap))} {way} public, because the parts are not equally large."


def _placed(luck: Luck, placed: Placed) -> str:
    """`At 0.84500 public you were lucky by 0.0020: 81st percentile of the splits.`"""
    lucky = (
        f"{'lucky' if placed.luck > 0 else 'unlucky'} by {points(abs(placed.luck))}" if placed.luck else "as expected"
    )
    if math.isnan(placed.percentile):
        return f"At {score(placed.public)} public: no split has a public score to compare it with."
    head = f"At {score(placed.public)} public you were {lucky}: {ordinal(luck, placed.percentile)}."
    if luck.is_real and luck.question.public is None:
        return f"{head} The real private score is {score(placed.private)}."
    if _is_beyond(luck, placed.percentile):
        return f"{head} Luck hardly explains that: the rows of the leaderboard may be of another kind."
    around = f" ± {points(placed.private_margin)}" if placed.private_margin else ""
    is_unseen = luck.question.test_rows is not None
    basis = "Going by it alone," if is_unseen else "If these rows are the whole leaderboard,"
    return f"{head} {basis} private is about {score(placed.private)}{around}."


def _several(luck: Luck) -> list[str]:
    if len(luck.lines) < 2:
        return []
    said = []
    if luck.best_two is not None and len(luck.lines) > 2:
        names = " and ".join(luck.best_two)
        said.append(f"The best two to select: {names}, whose better private score is {score(luck.best_two_score)}")
        said[-1] += " on average." + _sure(luck)
    if not math.isnan(luck.shakeup):
        which = "The shake-up of this split is" if luck.is_real else "The mean shake-up is"
        said.append(f"{which} {luck.shakeup:.3f}: |private rank − public rank| / {len(luck.lines)}.")
    return said


def _sure(luck: Luck) -> str:
    """That one is nearly always first, so that it matters little which other one is selected."""
    sure = next((line for line in luck.lines if 100 * line.first > 100 - luck.floor), None)
    if sure is None:
        return ""
    return f" {sure.name} alone is first in {percent(luck, sure.first)} of the splits: the other hardly matters."


def _assumed(luck: Luck) -> str:
    if luck.is_real:
        return "The split is that of the Usage column; a random one is assumed for everything else."
    if luck.groups:
        return "Whole groups are drawn: a random split of groups is assumed."
    return "A random split is assumed; by time or by group, parts differ more."


def _counted(luck: Luck) -> str:
    match luck.method:
        case "formula":
            return f"By formula, from the scores of {count_of(luck.rows, 'row')}."
        case "every split":
            return f"From all {luck.splits:,} splits."
        case _:
            return f"From {luck.splits:,} simulated splits, seed {luck.question.seed}."
