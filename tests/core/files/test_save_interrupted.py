"""Interrupted saves, by a killed process or a full disk: the old file stays complete."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from core.strategies import open_text as opened

import inspector
from inspector import InputError

ROWS = 40_000
BIG = b"id,label\n" + b"".join(b"r%d,x y z w%d\n" % (row, row) for row in range(ROWS))

# Saves in a loop, so that the kill always interrupts a save; prints a line after the first one.
CHILD = """
import sys, inspector
from pathlib import Path
truth, submission, target = sys.argv[1:]
inspection = inspector.open_pair(truth, submission, "map@5")
inspection.edit("r1", ["edited"])
print("open", flush=True)
while True:
    inspection.save(target, overwrite=True)
"""


def drafts(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.name.startswith(".saving-")]


@contextmanager
def saving(folder: Path, target: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that saves an edited submission over the target in a loop."""
    home = Path(inspector.__file__).parents[1]
    args = [sys.executable, "-c", CHILD, str(folder / "truth.csv"), str(folder / "s.csv"), str(target)]
    child = subprocess.Popen(args, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert child.stdout is not None
        assert child.stdout.readline() == "open\n"
        yield child
    finally:
        child.kill()
        child.communicate(timeout=30)


def grown(folder: Path, size: int) -> bool:
    """Whether a draft in the folder has this size; it may be renamed meanwhile."""
    for draft in drafts(folder):
        with suppress(FileNotFoundError):
            return draft.stat().st_size >= size
    return False


@pytest.mark.slow
@pytest.mark.parametrize("share", [0.0, 0.3, 0.9])
@pytest.mark.parametrize("name", ["s.csv", "other.csv", "other.csv.xz"])
def test_a_process_killed_in_the_middle_of_a_save_leaves_a_whole_file(tmp_path: Path, name: str, share: float) -> None:
    opened(tmp_path, BIG, 3)
    target, edited = tmp_path / name, BIG.replace(b"r1,x y z w1\n", b"r1,edited\n")
    with saving(tmp_path, target) as child:
        while not grown(tmp_path, int(share * (len(BIG) if name.endswith("csv") else 1000))):
            assert child.poll() is None, child.communicate()
        os.kill(child.pid, signal.SIGKILL)
        child.wait(timeout=30)
    if name == "s.csv":
        assert target.read_bytes() in (BIG, edited)
    else:
        assert (tmp_path / "s.csv").read_bytes() == BIG
        if target.exists():  # complete, or missing
            again = inspector.open_pair(tmp_path / "truth.csv", target, "map@5")
            assert again.evaluation.pair.submission.rows == ROWS
            assert again.evaluation.labels(1) == ["edited"]


@contextmanager
def little_disk(folder: Path, kibibytes: int) -> Iterator[Path]:
    """A file system of this size; skips the test where mounting is not allowed."""
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs", str(folder)], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def check_nothing_is_lost(inspection: inspector.Inspection, target: Path, before: bytes | None) -> None:
    """Saving to a full target fails with a message and changes nothing."""
    with pytest.raises(InputError, match="cannot be written"):
        inspection.save(target, overwrite=True)
    assert (target.read_bytes() if target.exists() else None) == before
    assert drafts(target.parent) == []
    assert (inspection.evaluation.labels(1), inspection.is_saved) == (["edited"], False)


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    with little_disk(tmp_path / "disk", len(BIG) * 3 // 2 // 1024) as disk:
        inspection = opened(disk, BIG, 3)
        inspection.edit("r1", ["edited"])
        check_nothing_is_lost(inspection, disk / "s.csv", BIG)
        check_nothing_is_lost(inspection, disk / "other.csv", None)
        inspection.save(tmp_path / "elsewhere.csv")
        assert inspection.is_saved
        inspection.save(disk / "packed.csv.gz")  # a small file fits
        del inspection


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["", ".gz", ".zip", ".xz", ".bz2", ".zst", ".lz4"])
def test_a_file_that_may_not_grow_loses_nothing(tmp_path: Path, ending: str) -> None:
    inspection = opened(tmp_path, BIG, 3)
    inspection.edit("r1", ["edited"])
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    # Without this the signal would end the process.
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    try:
        check_nothing_is_lost(inspection, tmp_path / f"other.csv{ending}", None)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)
    inspection.save(tmp_path / f"other.csv{ending}")
    assert inspector.open_pair(tmp_path / "truth.csv", tmp_path / f"other.csv{ending}").evaluation.labels(1) == [
        "edited"
    ]


def test_a_disk_that_is_full_of_unpacked_bytes_is_an_error_that_says_so(tmp_path: Path, monkeypatch) -> None:
    import gzip

    (tmp_path / "disk").mkdir()
    (tmp_path / "truth.csv").write_text("id,label\nr1,x\n")
    (tmp_path / "s.csv.gz").write_bytes(gzip.compress(BIG))
    with little_disk(tmp_path / "disk", 100) as disk:
        monkeypatch.setattr(tempfile, "tempdir", str(disk))
        with pytest.raises(InputError, match="a temporary file cannot be written: No space left"):
            inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv.gz")


@pytest.mark.slow
def test_readers_of_a_file_being_replaced_see_a_whole_one(tmp_path: Path) -> None:
    opened(tmp_path, BIG, 3)
    edited = BIG.replace(b"r1,x y z w1\n", b"r1,edited\n")
    with saving(tmp_path, tmp_path / "s.csv") as child:
        seen = {len((tmp_path / "s.csv").read_bytes()) for _ in range(2000)}
        assert child.poll() is None
    assert seen <= {len(BIG), len(edited)}
    assert len(edited) in seen
