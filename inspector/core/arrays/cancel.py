"""Ending a step of a long task early, when nobody wants its result any more. Knows neither tasks nor threads.

Between two steps a task is simply not continued; inside a long one, whatever works piece by piece asks here.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Cancelled(BaseException):
    """Nobody wants the result. No error: it must pass by everything that turns errors into words."""


_here = threading.local()


@contextmanager
def cancel_scope(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """Whatever asks inside, in this thread, ends with Cancelled once this is false."""
    before = getattr(_here, "is_wanted", None)
    _here.is_wanted = is_wanted
    try:
        yield
    finally:
        _here.is_wanted = before


def cancel_check() -> Callable[[], None]:
    """What to call, from whatever thread, where the work that this one does may end early; it raises Cancelled then."""
    is_wanted = getattr(_here, "is_wanted", None)

    def ask() -> None:
        if is_wanted is not None and not is_wanted():
            raise Cancelled

    return ask
