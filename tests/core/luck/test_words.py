"""The sentences: no false certainty, plain numbers, and what is said only where it matters."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import pandas as pd
import pytest

import inspector
from inspector.core.luck.luck import Luck, Placed
from inspector.core.luck.words import ordinal, percent, points, sentences


@cache
def luck() -> Luck:
    frame = pd.DataFrame({"id": range(50), "label": "a"})
    opened = inspector.open_pair(frame, frame.assign(label=["a", "b"] * 25), "map@1")
    opened.add(frame.assign(label=["a", "a", "a", "b", "b"] * 10), "other")
    return opened.luck()


@pytest.mark.parametrize(
    ("splits", "share", "said"),
    [
        (2000, 0.0, "< 0.15 %"),
        (2000, 1.0, "> 99.8 %"),
        (200, 0.0, "< 1.5 %"),
        (200, 0.01, "< 1.5 %"),
        (2000, 0.125, "12.5 %"),
        (2000, math.nan, "–"),
    ],
)
def test_splits_never_tell_that_a_chance_is_0_or_1(splits: int, share: float, said: str) -> None:
    assert percent(replace(luck(), splits=splits), share) == said


@pytest.mark.parametrize(
    ("percentile", "said"),
    [
        (81.2, "81st percentile of the splits"),
        (2.0, "2nd percentile of the splits"),
        (11.0, "11th percentile of the splits"),
        (93.4, "93rd percentile of the splits"),
        (99.7, "99th percentile of the splits"),
        (0.0, "fewer than 0.15 of 100 splits give a worse one"),
        (100.0, "fewer than 0.15 of 100 splits give a better one"),
    ],
)
def test_a_percentile_further_out_than_splits_tell_is_a_bound(percentile: float, said: str) -> None:
    assert ordinal(luck(), percentile) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.0042, "0.0042"), (0.25, "0.2500"), (0.0000312, "0.000031"), (0.0, "0"), (math.nan, "–")],
)
def test_distances_have_two_digits_that_count(value: float, said: str) -> None:
    assert points(value) == said


def test_the_sentence_is_about_a_lead_where_there_is_a_rival() -> None:
    found = luck()
    move, margin = points(found.lines[1].smallest_move), points(found.opened.margin)
    assert found.sentences[0] == (
        f"With 30 % of 50 rows public, private will be within ±{margin} of public in 95 of 100 splits; "
        f"a public lead under {move} over other means nothing."
    )
    alone = replace(found, lines=found.lines[:1])
    said = sentences(alone)[0]
    assert f"and public within ±{points(found.public_margin)} of the overall. Which lead between two" in said
    assert "means nothing" not in said


def test_the_other_one_to_select_hardly_matters_beside_a_sure_one() -> None:
    opened, other = luck().lines
    for chance, is_said in ((0.9, False), (1.0, True)):
        lines = replace(opened, first=chance), other, replace(other, name="third", first=0.0)
        found = replace(luck(), lines=lines, best_two=(opened.name, "other"))
        told = " alone is first in > 99.8 % of the splits: the other hardly matters." in " ".join(sentences(found))
        assert told == is_said


def test_a_drift_between_the_parts_is_said_only_where_it_matters() -> None:
    opened, *others = luck().lines
    for share, is_said in ((0.1, False), (0.4, True), (-0.4, True)):
        drifting = replace(luck(), lines=(replace(opened, mean_gap=share * opened.margin), *others))
        found = [sentence for sentence in sentences(drifting) if sentence.startswith("On average private is")]
        assert bool(found) == is_said
        assert not found or ("above" if share > 0 else "below") in found[0]


def test_a_score_is_placed_with_what_it_tells_of_private() -> None:
    def placed(**changes: float) -> str:
        place = Placed(public=0.6, luck=0.1, percentile=81.0, private=0.45)
        return sentences(replace(luck(), placed=replace(place, **changes)))[1]

    assert placed() == (
        "At 0.60000 public you were lucky by 0.1000: 81st percentile of the splits. "
        "If these rows are the whole leaderboard, private is about 0.45000."
    )
    assert placed(private_margin=0.02).endswith("private is about 0.45000 ± 0.0200.")
    assert "unlucky by 0.0500" in placed(luck=-0.05)
    assert "you were as expected" in placed(luck=0.0)
    assert placed(percentile=100.0).endswith("the rows of the leaderboard may be of another kind.")
