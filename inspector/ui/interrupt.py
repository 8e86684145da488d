"""Ctrl+C in the terminal that started the window."""

from __future__ import annotations

import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QSocketNotifier


@contextmanager
def interruptible(parent: QObject) -> Iterator[None]:
    """Let Python handle signals while Qt waits for events in this context: each signal is an event, too."""
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
