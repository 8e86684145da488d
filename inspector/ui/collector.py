"""Collects Python's garbage between events, in the thread of the windows."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QAbstractEventDispatcher

# All objects are looked at, which takes a large window a few frames, at most this often, in seconds.
_FULL_EVERY = 60.0
# By generation, new objects or collections of the one below, after which it is due.
_DUE = (700, 10, 10)


class Collector:
    """Collects the generations that are due: often, as each collection is then short."""

    def __init__(self) -> None:
        self._last_full = time.monotonic()

    def collect(self) -> None:
        """Collect the oldest generation that is due, if any."""
        young, middle, old = (most < count for count, most in zip(gc.get_count(), _DUE, strict=True))
        if old and time.monotonic() - self._last_full > _FULL_EVERY:
            gc.collect()
            self._last_full = time.monotonic()
        elif young or middle:
            gc.collect(1 if middle else 0)


@contextmanager
def collected_between_events() -> Iterator[Collector]:
    """Let Python collect garbage only when Qt has no event left and waits for the next.

    Left to itself, Python collects in the middle of any call and in any thread. Widgets that only garbage holds would
    then be deleted while Qt goes through its list of widgets, or by the thread of a worker: the process crashes.
    """
    was_enabled, collector = gc.isenabled(), Collector()
    dispatcher = QAbstractEventDispatcher.instance()
    gc.disable()
    dispatcher.aboutToBlock.connect(collector.collect)
    try:
        yield collector
    finally:
        dispatcher.aboutToBlock.disconnect(collector.collect)
        if was_enabled:
            gc.enable()
