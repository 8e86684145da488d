"""Signals that end a program, held back until what it was writing is cleared away."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def held_back(then: Callable[[], object] = lambda: None) -> Iterator[Callable[[], bool]]:
    """Hold back Ctrl+C, SIGTERM and SIGHUP in this context, and raise the first one anew at its end.

    then: called when it comes, between any two steps of Python, so that it should only note it. Yields a function that
    says whether one came. Ctrl+C a second time is not held back, and signals that the process ignores stay ignored.
    Only for the main thread, which handles all signals.
    """
    came = list[int]()
    before = {number: signal.getsignal(number) for number in _ENDING}
    before = {number: handler for number, handler in before.items() if handler not in (signal.SIG_IGN, None)}

    def receive(number: int, _: object) -> None:
        came.append(number)
        if number == signal.SIGINT:
            signal.signal(number, before[signal.SIGINT])
        if len(came) == 1:
            then()

    for number in before:
        signal.signal(number, receive)
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if came:
        signal.raise_signal(came[0])
