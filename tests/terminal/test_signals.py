"""A signal that ends the program waits until what was being written is cleared away."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from fuzz import exits
from terminal.process import python

from inspector.core.arrays.cancel import cancel_check
from inspector.core.recovery.unsaved import find_unsaved
from inspector.core.task import Progress, Task, drain
from inspector.signals import held_back
from inspector.terminal.tasks import run_task

ENDING = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]


@pytest.fixture
def heard() -> Iterator[list[int]]:
    """What reaches the handlers of the process."""
    heard = list[int]()
    before = {number: signal.signal(number, lambda number, _: heard.append(number)) for number in ENDING}
    yield heard
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("number", ENDING)
def test_a_task_is_closed_before_the_signal_that_ends_it_is_heard(heard, number) -> None:
    told = list[object]()

    def task() -> Task[None]:
        try:
            signal.raise_signal(number)
            told.append([*heard])
            yield Progress(0.0, "Writing")
            told.append("continued")
        finally:
            told.append("closed")

    with pytest.raises(KeyboardInterrupt):
        run_task(task())
    assert (told, heard) == ([[], "closed"], [number])


def test_a_signal_cancels_a_task_inside_a_long_step(heard) -> None:
    def task() -> Task[None]:
        signal.raise_signal(signal.SIGTERM)
        cancel_check()()
        heard.append(0)
        yield Progress(0.0, "Writing")

    with pytest.raises(KeyboardInterrupt):
        run_task(task())
    assert heard == [signal.SIGTERM]


def test_an_error_of_a_task_is_raised_if_no_signal_came(heard) -> None:
    def task() -> Task[None]:
        yield Progress(0.0, "Writing")
        raise RuntimeError("an error")

    with pytest.raises(RuntimeError, match="an error"):
        run_task(task())


def test_the_first_signal_counts_and_ctrl_c_a_second_time_does_not_wait(heard) -> None:
    with held_back():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGINT):
            signal.raise_signal(number)
        assert heard == [signal.SIGINT]
    assert heard == [signal.SIGINT] * 2


def test_an_ignored_signal_stays_ignored(heard) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)  # what nohup does
    with held_back() as came:
        signal.raise_signal(signal.SIGHUP)
        assert not came()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


WAITING = """
import signal, sys
from inspector.__main__ import main
class Signals:  # when the command has been imported, before it has done anything
    def find_spec(self, name, path=None, target=None):
        if name == "inspector.terminal.text":
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Signals())
sys.argv[1:] = ["metrics"]
main()
"""


@pytest.mark.slow
def test_ctrl_c_ends_a_command_without_a_word() -> None:
    done = python("-c", WAITING)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


@pytest.mark.slow
def test_commands_that_are_ended_at_random_moments_leave_nothing(capsys) -> None:
    """A short run of the script, which does the same with all commands and the window."""
    assert exits.main(4, 0, ("rows -o", "check -o", "which", "metrics")) == 0, capsys.readouterr().out


# A window that is sent a signal when its last row is edited, or when it then asks whether to save the edits.
EDITING = """
import signal, sys, inspector
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
app, inspection = QApplication([]), inspector.open_pair(*sys.argv[1:3], "map@5")
number, asks = signal.Signals[sys.argv[3]], sys.argv[4] == "asks"
if signal.getsignal(number) is signal.SIG_IGN:  # the tests themselves run under nohup
    signal.signal(number, signal.SIG_DFL)
def edit():
    for id_ in inspection.evaluation.table.ids.to_pylist():
        inspection.edit(id_, ["edited"])
    QTimer.singleShot(0, lambda: signal.raise_signal(number))
    if asks:
        app.topLevelWidgets()[0].close()
        print("asked")
QTimer.singleShot(0, edit)
inspector.show(inspection)
print("closed")
"""


# All signals take one way through the window: each where it asks, and one of them otherwise.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("number", "asks"), [*((number, "asks") for number in ENDING), (signal.SIGTERM, "does not ask")]
)
def test_a_signal_leaves_the_edits_of_the_window_for_the_next_start(files, tmp_path, number, asks) -> None:
    done = python("-c", EDITING, *files, number.name, asks, env={**os.environ, "XDG_STATE_HOME": str(tmp_path)})
    last = "KeyboardInterrupt" if number == signal.SIGINT else ""
    assert (done.returncode, done.stderr.strip().rpartition("\n")[2]) == (-number, last)
    (unsaved,) = drain(find_unsaved(tmp_path / "submission-inspector" / "edits"))
    assert sorted(unsaved.edits.ids.to_pylist()) == ["a", "b", "c", "d"]


@pytest.mark.slow
def test_edits_that_cannot_be_left_on_disk_are_said(files, tmp_path) -> None:
    (tmp_path / "submission-inspector").touch()
    done = python("-c", EDITING, *files, "SIGTERM", "-", env={**os.environ, "XDG_STATE_HOME": str(tmp_path)})
    assert (done.returncode, "InputError" in done.stderr, "closed" in done.stdout) == (1, True, False)
    assert "unsaved edits cannot be written: Not a directory" in done.stderr
