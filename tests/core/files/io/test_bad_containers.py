"""Truncated, damaged and encrypted containers, archives of several files and bombs: one clear error each."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import resource
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from core.files.written import PACKINGS, zipped

import inspector
from inspector import InputError
from inspector.core.files.io import compression

TEXT = b"id,label\n" + b"".join(b"r%d,x%d y\n" % (row, row * 7919) for row in range(3000))


@pytest.fixture
def refused(tmp_path: Path):
    """Write a submission, open it, and return the error that this must give."""

    def open_bytes(content: bytes, name: str = "s.csv") -> InputError:
        (tmp_path / "truth.csv").write_text("id,label\nr1,x\nr2,y\n")
        (tmp_path / name).write_bytes(content)
        before = sorted(tmp_path.rglob("*"))
        with pytest.raises(InputError) as caught:
            inspector.open_pair(tmp_path / "truth.csv", tmp_path / name)
        assert caught.value.file == tmp_path / name
        assert sorted(tmp_path.rglob("*")) == before
        return caught.value

    return open_bytes


@pytest.mark.parametrize("ending", [ending for ending in PACKINGS if ending])
@pytest.mark.parametrize("share", [0.001, 0.1, 0.5, 0.99])
def test_a_packed_file_that_is_cut_off_is_refused(refused, ending: str, share: float) -> None:
    whole = PACKINGS[ending](TEXT, "s.csv")
    error = refused(whole[: max(8, int(share * len(whole)))], f"s.csv{ending}")
    # A zip file has its table of contents at the end, so a part of one is not a zip file at all.
    expected = "the zip file is damaged" if ending == ".zip" else "truncated"
    assert error.what.endswith(expected)


@pytest.mark.parametrize("ending", [ending for ending in PACKINGS if ending])
def test_a_packed_file_with_a_wrong_byte_is_refused(refused, ending: str) -> None:
    whole = bytearray(PACKINGS[ending](TEXT, "s.csv"))
    if ending == ".zst":
        pytest.skip("a frame of Zstandard need not carry a checksum, and those that Arrow writes do not")
    middle = len(whole) // 2
    whole[middle : middle + 4] = bytes(255 - byte for byte in whole[middle : middle + 4])
    assert "damaged" in str(refused(bytes(whole), f"s.csv{ending}"))


def archive(*members: tuple[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members:
            file.writestr(name, content)
    return out.getvalue()


def test_an_archive_of_several_files_is_refused_with_their_names(refused) -> None:
    error = refused(archive(("a.csv", TEXT), ("b.csv", TEXT)), "s.zip")
    assert error.found == "2 files: 'a.csv', 'b.csv'"
    assert "no file" in refused(archive(), "s.zip").found
    assert "no file" in refused(archive(("folder/", b"")), "s.zip").found


@pytest.mark.parametrize(
    "members",
    [
        [("s.csv", TEXT)],
        [("folder/", b""), ("folder/s.csv", TEXT)],
        [("__MACOSX/._s.csv", b"x"), ("any.csv", TEXT), (".DS_Store", b"y")],
        [("readme.txt", b"hello"), ("s.csv", TEXT)],
    ],
    ids=["plain", "in a folder", "beside litter", "named like the archive"],
)
def test_the_one_file_of_an_archive_is_read(tmp_path: Path, members: list) -> None:
    (tmp_path / "truth.csv").write_text("id,label\nr1,x\nr2,y\n")
    (tmp_path / "s.csv.zip").write_bytes(archive(*members))
    inspection = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv.zip")
    assert inspection.evaluation.labels(0) == ["x7919", "y"]
    name = next(name for name, content in members if content is TEXT)
    inspection.edit("r1", ["q"])
    inspection.save(tmp_path / "s.csv.zip", overwrite=True)
    with zipfile.ZipFile(tmp_path / "s.csv.zip") as file:
        assert file.namelist() == [name]


@pytest.mark.parametrize("name", ["../../escaped.csv", "/tmp/escaped.csv", "..\\escaped.csv", "C:\\escaped.csv"])
def test_a_member_name_of_an_archive_is_never_used_as_a_path(tmp_path: Path, name: str) -> None:
    home = tmp_path / "a" / "b"
    home.mkdir(parents=True)
    (home / "truth.csv").write_text("id,label\nr1,x\nr2,y\n")
    (home / "s.zip").write_bytes(archive((name, TEXT)))
    inspection = inspector.open_pair(home / "truth.csv", home / "s.zip")
    inspection.edit("r1", ["q"])
    inspection.save(home / "out.csv")
    inspection.save(home / "out.zip")
    assert not list(tmp_path.rglob("*escaped*"))
    assert not Path("/tmp/escaped.csv").exists()


def encrypted() -> bytes:
    """An archive whose member is marked as encrypted, as archivers mark it."""
    data = bytearray(archive(("s.csv", TEXT)))
    for signature, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + flags] |= 1
    return bytes(data)


def test_an_encrypted_archive_is_refused_as_such(refused) -> None:
    assert "encrypted" in refused(encrypted(), "s.zip").what


@pytest.mark.parametrize("ending", [ending for ending in PACKINGS if ending])
def test_a_file_that_unpacks_to_too_much_is_rejected_early(refused, monkeypatch, ending: str) -> None:
    monkeypatch.setenv("INSPECTOR_MAX_BYTES", str(1 << 20))
    monkeypatch.setattr(compression, "_STEP", 1 << 16)
    bomb = PACKINGS[ending](b"id,label\n" + b"r1,x\n" * 300_000, "s.csv")
    error = refused(bomb, f"s.csv{ending}")
    assert error.what == "the file holds too many bytes once unpacked"
    assert error.expected == "at most 1,048,576 in a file of this size"
    assert "INSPECTOR_MAX_BYTES" in error.hint


@pytest.mark.slow
def test_a_decompression_bomb_takes_neither_memory_nor_time(tmp_path: Path) -> None:
    """A small file of 27 GB unpacked, opened by a process with a limit of 1 GiB."""
    (tmp_path / "truth.csv").write_text("id,label\nr1,x\n")
    block = bz2.compress(b"\n" * (1 << 24))
    (tmp_path / "bomb.bz2").write_bytes(block * 1600)
    code = (
        "import inspector\n"
        f"try: inspector.open_pair({str(tmp_path / 'truth.csv')!r}, {str(tmp_path / 'bomb.bz2')!r})\n"
        "except inspector.InputError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=Path(inspector.__file__).parents[1],
        env={**os.environ, "INSPECTOR_MAX_BYTES": str(1 << 26)},
        capture_output=True,
        text=True,
        timeout=30,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (1 << 30, 1 << 30)),
    )
    assert "too many bytes once unpacked" in done.stdout, done.stderr


@pytest.mark.parametrize("ending", [ending for ending in PACKINGS if ending])
def test_files_that_are_cut_off_leave_no_memory_behind(refused, ending: str) -> None:
    content = PACKINGS[ending](TEXT, "s.csv")[:-30]
    refused(content, f"s.csv{ending}")
    before = room()
    for _ in range(20):
        refused(content, f"s.csv{ending}")
    assert room() - before < 20 * compression._STEP // 4


def room() -> int:
    """The size of the address space of the process in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()


@pytest.mark.parametrize("error", [MemoryError(), IndexError("odd"), OSError(28, "No space left on device")])
def test_any_failure_while_unpacking_is_one_error(refused, monkeypatch, error: Exception) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr(compression, "_copy", fail)
    words = {MemoryError: "not enough memory", IndexError: "damaged", OSError: "No space left"}[type(error)]
    assert words in str(refused(gzip.compress(TEXT), "s.csv.gz"))


@pytest.mark.parametrize("layers", [gzip.compress, bz2.compress, lzma.compress, lambda data: zipped(data, "s.csv.gz")])
def test_a_packed_file_inside_a_packed_file_is_rejected(refused, layers) -> None:
    assert "text" in str(refused(layers(gzip.compress(TEXT)), "s.csv.gz.gz"))


def test_a_name_in_an_archive_that_is_not_utf8_is_named_as_the_cause(refused) -> None:
    content = bytearray(zipped(TEXT, "ab.csv").replace(b"ab.csv", b"a\xff.csv"))
    content[content.find(b"PK\x01\x02") + 9] |= 8  # the flag for names in UTF-8
    assert "a name in the archive is not in UTF-8" in str(refused(bytes(content), "s.zip"))
