"""Files that another program changes while they are read or saved: it is said, and nothing is mixed."""

from __future__ import annotations

import errno
import gzip
import os
from pathlib import Path

import pandas as pd
import pytest
from terminal.process import python

import inspector
from inspector import InputError, Inspection
from inspector.core.files.io import source, temporary

LINES = [f"r{row},x y\n" for row in range(1000)]


def put(path: Path, lines: list[str]) -> None:
    """Write a submission in place, in the format of the path's ending."""
    text = "id,label\n" + "".join(lines)
    if path.suffix == ".parquet":
        rows = [line.strip().split(",") for line in lines]
        content = pd.DataFrame(rows, columns=["id", "label"]).to_parquet()
    else:
        content = gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode()
    with path.open("r+b" if path.exists() else "wb") as file:
        file.write(content)
        file.truncate()


@pytest.fixture
def none_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every file is as one that is too large for a private copy."""
    monkeypatch.setattr(source, "KEPT", 0)


def opened(folder: Path, name: str) -> Inspection:
    """A pair with an edit of its second row."""
    (folder / "truth.csv").write_text("id,label\n" + "".join(LINES))
    put(folder / name, LINES)
    inspection = inspector.open_pair(folder / "truth.csv", folder / name, "map@5")
    inspection.edit("r1", ["z"])
    return inspection


@pytest.mark.parametrize("target", ["out.csv", "out.csv.gz", "out.parquet", "s"])
@pytest.mark.parametrize("name", ["s.parquet", "s.csv"])
@pytest.mark.usefixtures("none_is_kept")
def test_a_large_source_rewritten_in_place_is_never_mixed_with_edits(tmp_path: Path, name: str, target: str) -> None:
    inspection, path = opened(tmp_path, name), tmp_path / name
    put(path, LINES[::-1])
    if target == "out.parquet" and name != "s.parquet":
        return
    with pytest.raises(InputError, match="changed on disk") as error:
        inspection.save(path if target == "s" else tmp_path / target, overwrite=True)
    assert not (tmp_path / target).exists()
    assert ("another name" in str(error.value.hint)) == (target == "s")


@pytest.mark.slow
@pytest.mark.parametrize("target", ["out.csv", "out.csv.gz", "out.txt"])
@pytest.mark.parametrize("name", ["s.parquet", "s.csv", "s.csv.gz"])
@pytest.mark.parametrize("edited", [True, False])
def test_a_source_rewritten_in_place_is_saved_under_another_name(
    tmp_path: Path, name: str, target: str, edited: bool
) -> None:
    inspection = opened(tmp_path, name)
    if not edited:
        inspection.undo()
    inspection.save(tmp_path / f"before-{target}")
    put(tmp_path / name, LINES[4:7])
    with pytest.raises(InputError, match="changed on disk"):
        inspection.save(tmp_path / name, overwrite=True)
    inspection.save(tmp_path / target)
    assert unpacked(tmp_path / target) == unpacked(tmp_path / f"before-{target}")
    assert unpacked(tmp_path / name) != unpacked(tmp_path / target)


@pytest.mark.parametrize("name", ["s.jsonl", "s.run", "quoted.csv"])
def test_every_format_is_saved_after_the_file_was_emptied(tmp_path: Path, name: str) -> None:
    (tmp_path / "truth.csv").write_text("id,label\n" + "".join(LINES))
    (tmp_path / name).write_text("".join(lines_of(name)))
    inspection = inspector.open_pair(tmp_path / "truth.csv", tmp_path / name, "map@5")
    inspection.edit("r1", ["z"], [0.5] if name == "s.run" else None)
    inspection.save(tmp_path / f"before-{name}")
    os.truncate(tmp_path / name, 0)
    inspection.save(tmp_path / f"out-{name}")
    assert (tmp_path / f"out-{name}").read_bytes() == (tmp_path / f"before-{name}").read_bytes()


def test_a_file_is_opened_without_a_copy_where_there_is_no_room(tmp_path: Path, monkeypatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(temporary.tempfile, "TemporaryFile", full)
    opened(tmp_path, "s.csv").save(tmp_path / "out.csv")
    assert b"r1,z\n" in (tmp_path / "out.csv").read_bytes()


def unpacked(path: Path) -> bytes:
    content = path.read_bytes()
    return gzip.decompress(content) if path.suffix == ".gz" else content


@pytest.mark.usefixtures("none_is_kept")
def test_a_large_source_rewritten_while_it_is_saved_is_told(tmp_path: Path, monkeypatch) -> None:
    (tmp_path / "truth.csv").write_text("id,label\n" + "".join(LINES))
    put(path := tmp_path / "s.csv", LINES)
    inspection = inspector.open_pair(tmp_path / "truth.csv", path, "map@5")
    inspection.edit("r1", ["z"])
    read = os.pread

    def meanwhile(*given: int) -> bytes:
        content = read(*given)
        put(path, [*LINES[:500], *LINES[:499:-1]])
        return content

    monkeypatch.setattr(os, "pread", meanwhile)
    with pytest.raises(InputError, match="changed on disk"):
        inspection.save(tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["s.csv", "s.jsonl", "s.run", "quoted.csv"])
@pytest.mark.parametrize("share", [0.0, 0.5])
def test_a_file_that_is_truncated_while_it_is_opened_is_told(tmp_path: Path, name: str, share: float) -> None:
    lines = lines_of(name)
    (tmp_path / name).write_text("".join(lines) * 20 if name == "s.run" else "".join(lines))
    done = python("-c", _TRUNCATED, str(tmp_path / name), str(share))
    assert (done.returncode, done.stdout, done.stderr) == (0, "changed on disk\n", "")


def lines_of(name: str) -> list[str]:
    """The lines of a file in the format of its name."""
    return {
        "s.csv": ["id,label\n", *LINES],
        "quoted.csv": ["id,label\n", *(f'"r{row}",x y\n' for row in range(1000))],
        "s.jsonl": [f'{{"id": "r{row}", "labels": ["x", "y"]}}\n' for row in range(1000)],
        "s.run": [f"r{row} Q0 x 1 0.5 me\n" for row in range(1000)],
    }[name]


# Every read of the scanned file happens after it was truncated.
_TRUNCATED = """
import os, sys
from inspector import InputError
from inspector.core.files.formats.detect import read_source
from inspector.core.files.io.source import Source
path, share = sys.argv[1], float(sys.argv[2])
source = Source.open(path)
with source.map() as data:
    os.truncate(path, int(os.stat(path).st_size * share))
    sum(data[:])
try:
    read_source(source)
except InputError as error:
    print("changed on disk" if "changed on disk" in str(error) else error)
"""
