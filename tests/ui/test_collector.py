"""Garbage is collected between events, in the thread of the windows, and nowhere else."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
import weakref
from collections.abc import Iterator
from threading import Thread

import pytest

from inspector.allocator import collect_rarely
from inspector.ui.collector import collected_between_events

# Restyles a window while widgets become garbage, which Qt has in its list of all widgets.
RESTYLED = """
import gc
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QWidget
from inspector.ui import app
from inspector.ui.window.main_window import MainWindow
class Held(QWidget):
    def __init__(self):
        super().__init__()
        self.itself = self
class Littering(QWidget):
    def changeEvent(self, event):
        for _ in range(20):
            Held()
        super().changeEvent(event)
def restyle():
    window = next(one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow))
    littering = Littering(window)
    gc.set_threshold(150, 1, 1)
    for number in range(50):
        window.theme.set_scale(1 + number / 50)
    print(gc.isenabled())
    window.close()
application = QApplication([])
QTimer.singleShot(0, restyle)
app.run()
print(gc.isenabled())
"""


class Cycle:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def _thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def litter() -> weakref.ref[Cycle]:
    found = weakref.ref(Cycle())
    for _ in range(1500):
        Cycle()
    return found


@pytest.mark.slow
def test_a_window_is_restyled_while_widgets_are_garbage() -> None:
    done = subprocess.run([sys.executable, "-c", RESTYLED], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout.split()) == (0, ["False", "True"]), done.stderr


def test_garbage_stays_until_no_event_is_left(qtbot) -> None:
    with collected_between_events():
        found = litter()
        thread = Thread(target=litter)
        thread.start()
        thread.join()
        assert found() is not None
        qtbot.wait(1)
        assert found() is None
    assert gc.isenabled()


def test_the_window_collects_often_where_the_program_does_not(qtbot) -> None:
    collect_rarely()
    with collected_between_events():
        found = litter()
        qtbot.wait(1)
        assert found() is None


def test_one_inside_another_leaves_it_to_the_outer(qtbot) -> None:
    with collected_between_events():
        with collected_between_events():
            pass
        assert not gc.isenabled()
        found = litter()
        qtbot.wait(1)
        assert found() is None
    assert gc.isenabled()


def test_all_objects_are_looked_at_once_in_a_while(qapp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc, "get_count", lambda: (0, 0, 11))
    begun = time.monotonic()
    with collected_between_events() as collects:
        held = Cycle()
        found = weakref.ref(held)
        gc.collect(1)  # the oldest generation has it now
        del held
        collects.collect()
        assert found() is not None
        monkeypatch.setattr(time, "monotonic", lambda: begun + 61)
        collects.collect()
        assert found() is None
