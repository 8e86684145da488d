"""Odd pairs of files whose true reading is known: the program reads them rightly, or asks now and then."""

from __future__ import annotations

from random import Random

import pytest
from fuzz.odd.pair import odd_pair
from fuzz.odd.reading import ASKED, WRONG, outcome

PAIRS, MOST_ASKED = 80, 4


@pytest.mark.slow
def test_no_odd_pair_is_misread_and_few_are_asked_about() -> None:
    found = {number: outcome(odd_pair(Random(f"suite/{number}"))) for number in range(PAIRS)}
    wrong = {number: result for number, result in found.items() if result.kind == WRONG}
    asked = {number: result for number, result in found.items() if result.kind == ASKED}
    assert not wrong
    assert len(asked) <= MOST_ASKED, asked
