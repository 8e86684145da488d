"""A signal is handled while Qt waits for events."""

from __future__ import annotations

import os
import signal
import time
from threading import Thread

from PySide6.QtCore import QEventLoop, QTimer

from inspector.ui.interrupt import interruptible


def test_a_signal_is_handled_while_qt_waits(qapp) -> None:
    """Without Python in the event loop, whose timer alone would end it after ten seconds."""
    loop, late = QEventLoop(), QTimer()
    late.timeout.connect(loop.quit)
    heard = list[int]()
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    sender = Thread(target=lambda: (time.sleep(0.1), os.kill(os.getpid(), signal.SIGTERM)))
    begun = time.monotonic()
    with interruptible(qapp, loop.quit):
        late.start(10_000)
        sender.start()
        loop.exec()
        assert heard == []
    sender.join()
    late.stop()
    signal.signal(signal.SIGTERM, before)
    assert (heard, time.monotonic() - begun < 8) == ([signal.SIGTERM], True)
