"""Cancelling a step of a long task when its result is no longer needed.

Between two steps a task is simply not continued; long steps call `cancel_check` between pieces of work.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class Cancelled(BaseException):
    """The result is no longer needed. A BaseException, so that error handlers do not report it as an error."""


_thread = threading.local()


@contextmanager
def cancel_scope(is_wanted: Callable[[], bool]) -> Iterator[None]:
    """Checks made by this thread inside the block raise Cancelled once `is_wanted()` is false."""
    outer = getattr(_thread, "is_wanted", None)
    _thread.is_wanted = is_wanted
    try:
        yield
    finally:
        _thread.is_wanted = outer


def cancel_check() -> Callable[[], None]:
    """A function that raises Cancelled once this thread's scope is cancelled; callable from any thread."""
    is_wanted = getattr(_thread, "is_wanted", None)

    def check() -> None:
        if is_wanted is not None and not is_wanted():
            raise Cancelled

    return check
