"""Whatever a metric does, it ends as a number or a message: the program lives, and no process is left."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.host.scripts import MANY, doing, opened, processes, running

from inspector.core.arrays.cancel import Cancelled, cancel_scope
from inspector.core.data.edits import Overlay
from inspector.core.errors import InputError
from inspector.core.host.errors import HostError
from inspector.core.host.frames import Frames
from inspector.core.host.host import Host, HostScore
from inspector.core.host.rows import RowScores, score_rows
from inspector.core.task import drain

TRUTH = pd.DataFrame({"id": ["a", "b", "c"], "label": ["x", "y", "z"]})
# A process that runs a metric and is killed in the midst of it.
PROGRAM = """
import os, signal, sys, threading
from pathlib import Path
import pandas as pd
from core.host.scripts import MANY, agreed, opened
from inspector.core.host.frames import Frames
from inspector.core.host.host import Host

frame = pd.DataFrame({"id": ["a", "b"], "label": ["x", "y"]})
evaluation = opened(frame, frame).evaluation
host = Host(agreed(Path(sys.argv[1]), MANY))
host.score(Frames(evaluation.pair), evaluation.overlay, {"what": "leave(['sleep', '60'])"})
print("ready", flush=True)
host.score(Frames(evaluation.pair), evaluation.overlay, {"what": "time.sleep(60)"})
"""


@pytest.fixture(scope="module")
def frames() -> Frames:
    return Frames(opened(TRUTH, TRUTH).evaluation.pair)


@pytest.fixture(scope="module")
def warm(tmp_path_factory):
    with running(tmp_path_factory.mktemp("warm"), MANY) as host:
        yield host


def does(host: Host, frames: Frames, what: str) -> HostScore:
    return host.score(frames, Overlay.empty(), {"what": what})


def wait_until(is_so: Callable[[], object]) -> None:
    """Wait for another process, which has no signal to give."""
    end = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("np.float64(0.25)", 0.25),
        ("np.float32(0.25)", 0.25),
        ("np.int64(3)", 3.0),
        ("2", 2.0),
        ("np.array(0.5)", 0.5),
        ("submission.pop('label').size", 3.0),
        ("os.write(1, b'x' * 1000) and 4", 4.0),
        ("sys.stdout.close() or 5", 5.0),
        ("0 if os.fork() else 0", 0.0),
        ("setattr(sys, 'stdout', None) or 6", 6.0),
    ],
)
def test_a_number_of_any_type_is_the_score(warm: Host, frames: Frames, what: str, value: float) -> None:
    assert does(warm, frames, what).overall == value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "failure", "words"),
    [
        (
            "fail(ParticipantVisibleError('Label q is unknown.'))",
            "refused",
            "refuses the submission: Label q is unknown.",
        ),
        ("fail(KeyError('Id'))", "failed", "failed: KeyError: 'Id'"),
        ("fail(Unprintable())", "failed", "failed: Unprintable"),
        ("fail(SystemExit(3))", "failed", "failed: SystemExit: 3"),
        ("fail(KeyboardInterrupt())", "failed", "failed: KeyboardInterrupt"),
        ("fail(MemoryError())", "too-much", "took more than 4,096 MB of memory"),
        ("deeper(0)", "failed", "RecursionError"),
        ("__import__('no_such_package')", "failed", "Install it where this program is installed"),
        ("float('nan')", "no-number", "returned NaN. Expected: a finite number"),
        ("-np.inf", "no-number", "returned an infinite number"),
        ("10 ** 400", "no-number", "a number that is too large"),
        ("'0.5'", "no-number", "returned the text '0.5'"),
        ("None", "no-number", "returned None"),
        ("True", "no-number", "returned True"),
        ("np.bool_(True)", "no-number", "returned True"),
        ("solution", "no-number", "returned a DataFrame"),
        ("np.zeros(2)", "no-number", "returned a ndarray"),
        ("1j", "no-number", "returned a complex"),
        ("pd.NA", "no-number", "returned a NAType"),
    ],
)
def test_what_is_no_number_is_a_message(warm: Host, frames: Frames, what: str, failure: str, words: str) -> None:
    with pytest.raises(HostError) as raised:
        does(warm, frames, what)
    assert (raised.value.failure, words in str(raised.value)) == (failure, True), str(raised.value)
    assert does(warm, frames, "1").overall == 1.0


@pytest.mark.slow
def test_the_traceback_is_that_of_the_script(warm: Host, frames: Frames) -> None:
    with pytest.raises(HostError) as raised:
        does(warm, frames, "fail(ValueError('odd'))")
    text = raised.value.details
    assert "raise error" in text and text.endswith("ValueError: odd\n")
    assert "inspector/core" not in text
    assert raised.value.line == 1 + MANY[: MANY.index("    raise error")].count("\n")


def test_what_is_printed_is_kept_up_to_a_length(warm: Host, frames: Frames) -> None:
    def printed(what: str) -> str:
        with pytest.raises(HostError) as raised:
            does(warm, frames, f"{what} or fail(ValueError())")
        return raised.value.remarks

    assert printed("print('one') or print('two', file=sys.stderr)") in ("one\ntwo", "two\none")
    found = printed("print('y' * 3_000_000)")
    assert found.startswith("yyy") and "more bytes" in found and len(found) < 5_000
    assert printed("None") == ""


def test_a_row_that_gives_no_number_is_left_out(warm: Host, frames: Frames) -> None:
    into = RowScores(np.full(3, np.nan), np.zeros(3, bool))
    into.kind = "influence"
    what = {"what": "1.0 if len(solution) == 3 or 'a' in solution.id.to_list() else fail(ValueError('no a'))"}
    drain(score_rows(warm, frames, Overlay.empty(), into, np.arange(3), what))
    np.testing.assert_array_equal(into.row, [np.nan, 1.0, 1.0])
    assert (into.refused, into.why) == (1, "the metric failed: ValueError: no a")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("os._exit(3)", "ended, by itself with exit status 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "ended, by the signal SIGKILL"),
        ("os.closerange(3, 4096)", "ended, by itself with exit status"),
        ("eat()", "took more than 400 MB of memory"),
        ("[os.fork() for _ in range(3)] and eat()", "took more than 400 MB of memory"),
    ],
)
def test_a_process_that_ends_is_a_message_and_started_again(dying, frames: Frames, what: str, words: str) -> None:
    with pytest.raises(HostError) as raised:
        does(dying, frames, what)
    assert words in str(raised.value)
    assert does(dying, frames, "1").overall == 1.0


@pytest.fixture(scope="module")
def dying(tmp_path_factory):
    with running(tmp_path_factory.mktemp("dying"), MANY, seconds=20, memory=400 << 20) as host:
        yield host


def test_a_forged_answer_is_not_taken_for_the_next_one(warm: Host, frames: Frames) -> None:
    assert does(warm, frames, "forge() or 2").overall == 2.0
    assert does(warm, frames, "3").overall == 3.0


@pytest.mark.slow
def test_processes_that_outlive_a_call_end_with_it(tmp_path: Path, frames: Frames) -> None:
    with running(tmp_path, MANY) as host:
        does(host, frames, "leave(['sleep', '60'])")
        does(host, frames, "leave(['sh', '-c', 'sleep 60 & exit'])")
        wait_until(lambda: len(processes(tmp_path)) >= 4)  # the metric, its guard, and what was left


@pytest.mark.slow
def test_a_process_with_a_session_and_an_environment_of_its_own_ends_too(tmp_path: Path, frames: Frames) -> None:
    with running(tmp_path, MANY) as host:
        start = "subprocess.Popen(['sleep', '60'], env={}, start_new_session=True, stdin=subprocess.DEVNULL)"
        pid = int(does(host, frames, f"{start}.pid").overall)
        assert Path(f"/proc/{pid}").exists()
    wait_until(lambda: not Path(f"/proc/{pid}/cmdline").exists() or not Path(f"/proc/{pid}/cmdline").read_bytes())


@pytest.mark.slow
def test_a_script_that_cannot_be_loaded_is_a_message(tmp_path: Path, frames: Frames) -> None:
    with running(tmp_path, doing("return 1", "import no_such_package")) as host:
        for _ in range(2):
            with pytest.raises(HostError, match="ModuleNotFoundError: No module named 'no_such_package'"):
                does(host, frames, "")


def test_a_process_that_cannot_start_is_a_message(tmp_path: Path, frames: Frames, monkeypatch) -> None:
    files = Path("/proc/self/fd")
    before = len([*files.iterdir()])
    with running(tmp_path, MANY) as host:
        monkeypatch.setattr(sys, "executable", str(tmp_path / "no_python"))
        with pytest.raises(InputError, match="cannot be started: No such file or directory"):
            does(host, frames, "1")
    assert len([*files.iterdir()]) == before


@pytest.mark.slow
def test_files_beside_the_metric_and_its_secrets_stay_out(tmp_path: Path, frames: Frames, monkeypatch) -> None:
    (tmp_path / "beside.py").write_text("")
    monkeypatch.setenv("SECRET_KEY", "1")
    monkeypatch.chdir(tmp_path)
    with running(tmp_path, MANY) as host:
        with pytest.raises(HostError, match="No module named 'beside'"):
            does(host, frames, "__import__('beside')")
        assert does(host, frames, "len(os.environ.get('SECRET_KEY', ''))").overall == 0
        assert does(host, frames, "len(os.listdir('.'))").overall == 0


def test_a_call_nobody_wants_comes_to_its_end_before_the_next(warm: Host, frames: Frames) -> None:
    with cancel_scope(lambda: False), pytest.raises(Cancelled):
        does(warm, frames, "time.sleep(0.2) or 1")
    assert does(warm, frames, "2").overall == 2.0


def test_a_call_for_many_rows_ends_early_when_nobody_wants_it(warm: Host, frames: Frames) -> None:
    rows, count = np.zeros(5_000, np.int64), "globals().setdefault('calls', []).append(time.sleep(0.001)) or len(calls)"
    with cancel_scope(lambda: False), pytest.raises(Cancelled):
        warm.score_each(frames, Overlay.empty(), rows, {"what": count}, within=60.0)
    assert 0 < does(warm, frames, "len(globals().get('calls', []))").overall < len(rows)


@pytest.mark.slow
def test_a_call_that_takes_too_long_harms_no_other(tmp_path: Path, frames: Frames) -> None:
    with running(tmp_path, MANY, seconds=0.5) as host:
        with pytest.raises(HostError, match=r"took more than 0\.5 seconds.*INSPECTOR_METRIC_SECONDS"):
            does(host, frames, "time.sleep(60)")
        for what in ("os._exit(1)", "time.sleep(60)"):
            assert does(host, frames, "1").overall == 1.0
            with cancel_scope(lambda: False), pytest.raises(Cancelled):
                does(host, frames, what)
            assert does(host, frames, "2").overall == 2.0


def test_threads_that_call_at_once_get_their_own_answers(warm: Host, frames: Frames) -> None:
    found = dict[int, float]()

    def call(number: int) -> None:
        found[number] = does(warm, frames, f"time.sleep(0.01) or {number}").overall

    threads = [threading.Thread(target=call, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == {number: number for number in range(4)}


@pytest.mark.slow
def test_closing_ends_a_call_that_hangs(tmp_path: Path, frames: Frames) -> None:
    ended, begun = list[BaseException](), tmp_path / "begun"

    def hang(host: Host) -> None:
        try:
            does(host, frames, f"open({str(begun)!r}, 'w').close() or time.sleep(60)")
        except BaseException as error:
            ended.append(error)

    with running(tmp_path, MANY) as host:
        thread = threading.Thread(target=hang, args=[host])
        thread.start()
        wait_until(begun.exists)
        host.close()
        thread.join(10)
    assert [type(error) for error in ended] == [Cancelled]


@pytest.mark.slow
def test_a_killed_program_leaves_no_process(tmp_path: Path) -> None:
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], env=environment, stdout=subprocess.PIPE, text=True
    )
    with program:
        assert program.stdout is not None and program.stdout.readline() == "ready\n"
        assert len(processes(tmp_path)) > 2
        program.send_signal(signal.SIGKILL)
    wait_until(lambda: not [*processes(tmp_path), *tmp_path.glob("submission-inspector-*")])
