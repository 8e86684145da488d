"""Runs the same work on several pieces in threads. Useful for work that releases the GIL, as Arrow and numpy do."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from threading import Thread
from typing import TypeVar

from inspector.core.arrays.cancel import cancel_check

Piece = TypeVar("Piece")
Result = TypeVar("Result")

_MIN_SIZE = 1 << 14


def spans(length: int, most: int) -> list[tuple[int, int]]:
    """Split a length into (start, size) pieces for all processors, of at most `most` and at least _MIN_SIZE."""
    size = min(max(-(-length // (os.cpu_count() or 1)), _MIN_SIZE), most)
    return [(low, min(size, length - low)) for low in range(0, length, size)]


def parallel_map(work: Callable[[Piece], Result], pieces: Sequence[Piece]) -> list[Result]:
    """The result of each piece, in order. Raises the error of the first piece that failed.

    This thread works too, and each takes the next piece as soon as it is free: an executor takes longer to hand a small
    piece over than to compute it.
    """
    results, errors = dict[int, Result](), dict[int, BaseException]()
    check, waiting = cancel_check(), iter(range(len(pieces)))

    def run() -> None:
        for at in waiting:  # of which each number is given out once
            try:
                check()
                results[at] = work(pieces[at])
            except BaseException as error:
                errors[at] = error
            if errors:
                return

    helpers = [Thread(target=run) for _ in range(min(os.cpu_count() or 1, len(pieces)) - 1)]
    for helper in helpers:
        helper.start()
    run()
    for helper in helpers:
        helper.join()
    try:
        if errors:
            raise errors[min(errors)]
    finally:
        errors.clear()  # each would keep itself, and what its piece held
    return [results[at] for at in range(len(pieces))]
