"""A long step ends early when nobody wants its result, and only then."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from inspector.core.arrays.cancel import Dropped, asking, heeding
from inspector.core.arrays.parallel import spread
from inspector.core.arrays.ragged import Ragged
from inspector.core.files.formats.csv.reader import read_delimited
from inspector.core.files.io.source import Source


def test_nobody_who_is_not_heeded_is_dropped() -> None:
    asking()()
    with heeding(lambda: True):
        asking()()
    assert spread(str, [1, 2, 3]) == ["1", "2", "3"]


def test_pieces_that_nobody_wants_any_more_are_not_worked_on() -> None:
    done: list[int] = []
    with heeding(lambda: not done), pytest.raises(Dropped):
        spread(done.append, range(10_000))
    assert len(done) < 10_000


def test_who_asks_in_a_thread_heeds_who_had_it_made() -> None:
    with heeding(lambda: False):
        ask = asking()
    with pytest.raises(Dropped):
        ask()
    asking()()


def test_blocks_of_lists_are_dropped() -> None:
    lists = Ragged(np.arange(400_001) * 3, np.zeros(1_200_000, np.int32))
    with heeding(lambda: False), pytest.raises(Dropped):
        lists.repeats()


def test_reading_is_dropped_in_the_middle_of_a_file_and_errors_stay_what_they_are(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,labels\n" + "row,a b c d e f\n" * 300_000)
    source = Source.open(path)
    asked = [0]

    def is_wanted() -> bool:
        asked[0] += 1
        return asked[0] < 3

    with heeding(is_wanted), pytest.raises(Dropped):
        read_delimited(source)
    assert asked[0] >= 3
    assert len(read_delimited(source)) == 300_000
