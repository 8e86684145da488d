"""A cancelled step ends early; others run to the end."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from inspector.core.arrays.cancel import Cancelled, cancel_check, cancel_scope
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.ragged import Ragged
from inspector.core.files.formats.csv.reader import read_delimited
from inspector.core.files.io import source


def test_without_a_cancel_scope_nothing_is_cancelled() -> None:
    cancel_check()()
    with cancel_scope(lambda: True):
        cancel_check()()
    assert parallel_map(str, [1, 2, 3]) == ["1", "2", "3"]


def test_cancelled_parallel_work_stops_between_pieces() -> None:
    done: list[int] = []
    with cancel_scope(lambda: not done), pytest.raises(Cancelled):
        parallel_map(done.append, range(10_000))
    assert len(done) < 10_000


def test_pool_threads_inherit_the_cancel_check() -> None:
    with cancel_scope(lambda: False):
        ask = cancel_check()
    with pytest.raises(Cancelled):
        ask()
    cancel_check()()


def test_blocks_of_lists_can_be_cancelled() -> None:
    lists = Ragged(np.arange(400_001) * 3, np.zeros(1_200_000, np.int32))
    with cancel_scope(lambda: False), pytest.raises(Cancelled):
        lists.repeats()


def test_reading_is_cancelled_within_a_file(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(source, "_PIECE", 1 << 20)
    path = tmp_path / "a.csv"
    path.write_text("id,labels\n" + "row,a b c d e f\n" * 300_000)
    opened = source.Source.open(path)
    asked = [0]

    def is_wanted() -> bool:
        asked[0] += 1
        return asked[0] < 3

    with cancel_scope(is_wanted), pytest.raises(Cancelled):
        read_delimited(opened)
    assert asked[0] == 3
    assert len(read_delimited(opened)) == 300_000
