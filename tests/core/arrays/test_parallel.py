"""Work on pieces in threads gives what it gives one after the other, or the first error."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.arrays.parallel import parallel_map


@given(st.lists(st.integers(-9, 9)))
def test_results_are_in_the_order_of_the_pieces(pieces):
    assert parallel_map(abs, pieces) == [*map(abs, pieces)]


@given(st.lists(st.integers(-2, 9), min_size=1))
def test_the_first_piece_that_fails_is_told(pieces):
    def work(piece: int) -> float:
        if piece < 0:
            raise ValueError(piece)
        return 1 / piece

    def one_by_one():
        return [work(piece) for piece in pieces]

    try:
        expected = one_by_one()
    except (ValueError, ZeroDivisionError) as error:
        with pytest.raises(type(error)) as found:
            parallel_map(work, pieces)
        assert found.value.args == error.args
    else:
        assert parallel_map(work, pieces) == expected


def test_two_pieces_are_worked_on_at_once(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    both = threading.Barrier(2, timeout=30)
    parallel_map(lambda _: both.wait(), range(6))  # which no thread passes alone


def test_an_error_keeps_nothing_alive():
    class Held:
        pass

    held = Held()
    known = weakref.ref(held)

    def work(_: int, held: Held = held) -> None:
        raise ValueError

    gc.disable()
    try:
        with pytest.raises(ValueError):
            parallel_map(work, range(4))
        del held, work
        assert known() is None
    finally:
        gc.enable()
