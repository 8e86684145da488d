"""Odd pairs of files whose true reading is known: what judges them notices every wrong reading."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest
from fuzz.odd.contents import Contents
from fuzz.odd.pair import OddPair, odd_pair
from fuzz.odd.reading import RIGHT, WRONG, outcome

QRELS = b"q1 0 a 2\nq1 0 b 0\nq2 0 b 1\n"
RUN = b"q1 Q0 b 1 2.5 t\nq1 Q0 a 2 1.5 t\nq2 Q0 b 1 3.5 t\n"
MEANT = Contents(
    ("qrels", "run"),
    ("queries", "letters"),
    {"q1": ["a"], "q2": ["b"]},
    {"q1": ["b", "a"], "q2": ["b"]},
    ["a", "b"],
    {"q1": {"a": 2, "b": 0}, "q2": {"b": 1}},
)


def judged(contents: Contents) -> tuple[str, str]:
    names = odd_pair(Random(1)).names
    found = outcome(OddPair((("truth.txt", QRELS), ("submission.txt", RUN)), contents, names, {}))
    return found.kind, found.part


def test_a_reading_as_meant_is_right() -> None:
    assert judged(MEANT) == (RIGHT, "")


@pytest.mark.parametrize(
    ("part", "change"),
    [
        ("ids", lambda c: replace(c, truth={"q1": ["a"], "q3": ["b"]})),
        ("ids", lambda c: replace(c, truth={"q1": ["a"]})),
        ("truth", lambda c: replace(c, truth=c.truth | {"q1": ["a", "b"]})),
        ("grades", lambda c: replace(c, grades=c.grades | {"q1": {"a": 1, "b": 0}})),
        ("predictions", lambda c: replace(c, predictions=c.predictions | {"q1": ["a", "b"]})),
        ("predictions", lambda c: replace(c, predictions={"q1": ["b", "a"]})),
    ],
)
def test_every_other_reading_is_wrong(part: str, change: Callable[[Contents], Contents]) -> None:
    assert judged(change(MEANT)) == (WRONG, part)


def test_any_unique_column_may_name_the_rows_of_one_file() -> None:
    lines = ["id,key,target,prediction", *(f"{row},k{row},{'ab'[row % 2]},{'aab'[row % 3]}" for row in range(40))]
    truth, predictions = (
        {f"k{row}": [of(row)] for row in range(40)} for of in (lambda r: "ab"[r % 2], lambda r: "aab"[r % 3])
    )
    contents = Contents(("one label", "one label"), ("numbers", "letters"), truth, predictions, ["a", "b"])
    pair = OddPair((("oof.csv", "\n".join(lines).encode()),), contents, odd_pair(Random(1)).names, {})
    assert outcome(pair).kind == RIGHT
    wrong = replace(contents, truth=truth | {"k3": ["a"]})
    assert outcome(replace(pair, contents=wrong)).part == "truth"


def test_a_pair_depends_on_its_seed_alone() -> None:
    assert odd_pair(Random("1/7")) == odd_pair(Random("1/7"))
    assert odd_pair(Random("1/7")) != odd_pair(Random("1/8"))
