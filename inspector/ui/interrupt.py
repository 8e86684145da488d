"""Signals that end the program while its window is open, such as Ctrl+C in the terminal that started it."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QSocketNotifier, QTimer

from inspector.signals import held_back


@contextmanager
def interruptible(parent: QObject, leave: Callable[[], object]) -> Iterator[None]:
    """Call `leave`, from the event loop, at a signal that ends the program; the signal itself waits for the end."""
    with _signals_are_events(parent), held_back(lambda: QTimer.singleShot(0, parent, leave)):
        yield


@contextmanager
def _signals_are_events(parent: QObject) -> Iterator[None]:
    """Let Python handle signals while Qt waits for events in this context."""
    received, sent = socket.socketpair()
    with received, sent:
        for end in (received, sent):
            end.setblocking(False)
        notifier = QSocketNotifier(received.fileno(), QSocketNotifier.Type.Read, parent)
        # Python handles the signal before it returns to Qt.
        notifier.activated.connect(lambda: received.recv(4096))
        before = signal.set_wakeup_fd(sent.fileno(), warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(before)
            notifier.setEnabled(False)
            notifier.deleteLater()
