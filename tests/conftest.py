"""Checks around every test: no unexpected log record, no running thread, and no access to the user's folders."""

from __future__ import annotations

import gc
import logging
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

# Qt reads this once, when its first object is created.
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from hypothesis import HealthCheck, settings

from inspector import cli

# Else every worker rewrites the asserts of every file again at every run.
sys.dont_write_bytecode = False
# Examples write files and score tables; their time depends on the file system, so there is no deadline.
_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile(
    "default", deadline=None, max_examples=60, stateful_step_count=30, suppress_health_check=_SLOW
)
settings.register_profile(
    "thorough", deadline=None, max_examples=2000, stateful_step_count=60, suppress_health_check=_SLOW
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))


def pytest_collection_finish() -> None:
    """Keep the garbage collector from looking at imports and collected tests again and again."""
    gc.collect()
    gc.freeze()


class _LogCollector(logging.Handler):
    """Collects every record of level WARNING or above."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)


@pytest.fixture(autouse=True)
def _fail_on_warnings() -> Iterator[None]:
    """A record of level WARNING or above fails the test that caused it."""
    collector, root = _LogCollector(), logging.getLogger()
    root.addHandler(collector)
    try:
        yield
    finally:
        root.removeHandler(collector)
    lines = [f"{record.levelname} {record.name}: {record.getMessage()}" for record in collector.records]
    assert not lines, "logged during the test:\n" + "\n".join(lines)


@pytest.fixture(autouse=True)
def _fail_on_running_threads() -> Iterator[None]:
    """Threads that a test started have ended when the test has."""
    before = set(threading.enumerate())
    yield
    left = [thread.name for thread in threading.enumerate() if thread not in before and thread.is_alive()]
    assert not left, f"still running after the test: {left}"


@pytest.fixture(autouse=True, scope="session")
def _separate_user_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Samples, settings and unsaved edits go to a folder of this run, for this process and those that tests start."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(home / "cache"))
        patch.setenv("XDG_CONFIG_HOME", str(home / "config"))
        patch.setenv("XDG_STATE_HOME", str(home / "state"))
        patch.setenv("XDG_DATA_HOME", str(home / "data"))
        # Processes that tests start would each compile the whole program.
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of downloaded contest files, which may not be shipped; tests that need it are skipped without it."""
    named = os.environ.get("INSPECTOR_REAL_DATA")
    if not named:
        pytest.skip("INSPECTOR_REAL_DATA names no folder of downloaded contest files")
    return Path(named)


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "truth.csv").write_text('id,label,"what, when"\na,x,1\nb,y z,2\nc,q,3\nd,w,"4"\n')
    (tmp_path / "submission.csv").write_text("id,label\na,p x\nb,y z\nd,p q r s t w\nu,x\n")
    return str(tmp_path / "truth.csv"), str(tmp_path / "submission.csv")


@pytest.fixture
def qrels_and_run(tmp_path: Path) -> tuple[str, str]:
    """Graded judgements of three topics, and a run that lacks the last one."""
    (tmp_path / "qrels").write_text("1 0 a 1\n1 0 b 2\n1 0 c 0\n2 0 a 3\n2 0 d 1\n3 0 a 2\n")
    (tmp_path / "run").write_text("1 Q0 c 1 9 me\n1 Q0 a 2 8 me\n1 Q0 b 3 7 me\n2 Q0 x 1 9 me\n2 Q0 a 2 8 me\n")
    return str(tmp_path / "qrels"), str(tmp_path / "run")


@pytest.fixture
def ambiguous(tmp_path: Path) -> tuple[Path, Path]:
    """A truth with two label columns, for which about equally much speaks, and a submission: 40 rows."""
    labels, truth, submission = [f"w_{number}" for number in range(10)], [], []
    for number in range(40):
        left, right, one, other = (labels[(number + step) % 10] for step in (0, 3, 5, 7))
        ways = (left, one, right), (right, one, left), (left, one, other), (right, one, other)
        truth.append(f"im{number:02}.jpg,{left},{right}\n")
        submission.append(f"im{number:02}.jpg,{' '.join(ways[0 if number == 10 else number // 10])}\n")
    folder = tmp_path / "ambiguous"  # not beside the files of a pair that is open: they have the same names
    folder.mkdir()
    (folder / "truth.csv").write_text("image,left_fin,right_fin\n" + "".join(truth))
    (folder / "submission.csv").write_text("image,prediction\n" + "".join(submission))
    return folder / "truth.csv", folder / "submission.csv"


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the program in this process; returns exit status, stdout and stderr."""

    def program(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["submission-inspector", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return ended.value.code or 0, printed.out, printed.err

    return program
