"""One damaged line of a file spoils no other row."""

from __future__ import annotations

from random import Random

import pytest
from fuzz.odd.damage import damage_outcome
from fuzz.odd.pair import odd_pair
from fuzz.odd.reading import RIGHT, WRONG, outcome

PAIRS = 40


@pytest.mark.slow
def test_one_damaged_line_spoils_no_other_row() -> None:
    pairs = {number: odd_pair(Random(f"suite/{number}")) for number in range(PAIRS)}
    clean = {number: pair for number, pair in pairs.items() if outcome(pair).kind == RIGHT}
    found = {number: damage_outcome(pair, Random(f"damage/{number}")) for number, pair in clean.items()}
    assert {number: result for number, result in found.items() if result.kind == WRONG} == {}
    assert sum(result.kind == RIGHT for result in found.values()) > PAIRS / 3, "most damages are refused"
