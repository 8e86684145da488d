"""Saving under another ending: compressed as the name says, parquet as CSV; the same ending keeps the format."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zipfile
from pathlib import Path

import pyarrow as pa
import pytest
from core.files.written import NAMED, PACKINGS, opened, predictions, put

from inspector import InputError
from inspector.core.data.prediction import Prediction
from inspector.core.files.io.compression import detect_compression

ENTRIES = [("a", Prediction(("x", "y"))), ("b", Prediction(("y",))), ("c", Prediction(("z", "x")))]
KINDS = {"": None, ".gz": "gzip", ".zip": "zip", ".xz": "xz", ".bz2": "bzip2", ".zst": "zstd", ".lz4": "lz4"}


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    (tmp_path / "truth.csv").write_text("id,label\na,x\nb,y z\nc,q\n")
    return tmp_path / "truth.csv"


def unpacked(path: Path) -> bytes:
    content = path.read_bytes()
    match detect_compression(content):
        case "gzip":
            return gzip.decompress(content)
        case "xz":
            return lzma.decompress(content)
        case "bzip2":
            return bz2.decompress(content)
        case "zstd" | "lz4" as kind:
            return pa.CompressedInputStream(pa.BufferReader(content), kind).read()
        case "zip":
            with zipfile.ZipFile(path) as archive:
                return archive.read(archive.namelist()[0])
    return content


@pytest.mark.slow
@pytest.mark.parametrize("target", PACKINGS)
@pytest.mark.parametrize("source", PACKINGS)
def test_a_target_is_compressed_as_its_name_says(tmp_path: Path, truth: Path, source: str, target: str) -> None:
    inspection = opened(truth, put(tmp_path, NAMED["list"], ENTRIES, source))
    inspection.save(tmp_path / f"out.csv{target}")
    assert detect_compression((tmp_path / f"out.csv{target}").read_bytes()) == KINDS[target]
    assert unpacked(tmp_path / f"out.csv{target}") == NAMED["list"].file(ENTRIES)
    inspection.edit("a", ["q"])
    inspection.save(tmp_path / f"edited.csv{target}")
    wanted = NAMED["list"].file([("a", Prediction(("q",))), *ENTRIES[1:]])
    assert unpacked(tmp_path / f"edited.csv{target}") == wanted


@pytest.mark.parametrize("ending", ["", ".gz", ".zip"])
def test_parquet_is_packed_unpacked_and_turned_into_csv(tmp_path: Path, truth: Path, ending: str) -> None:
    inspection = opened(truth, put(tmp_path, NAMED["parquet of lists"], ENTRIES, ending))
    inspection.edit("a", ["q"])
    for other in ("", ".gz", ".zst"):
        inspection.save(tmp_path / f"out.parquet{other}")
        assert unpacked(tmp_path / f"out.parquet{other}")[:4] == b"PAR1"
        assert predictions(opened(truth, tmp_path / f"out.parquet{other}"))["a"].labels == ("q",)
    inspection.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,label\na,q\nb,y\nc,z x\n"


def test_text_is_never_written_into_a_file_that_is_called_parquet(tmp_path: Path, truth: Path) -> None:
    inspection = opened(truth, put(tmp_path, NAMED["list"], ENTRIES))
    for name in ("out.parquet", "out.parquet.gz"):
        with pytest.raises(InputError, match="cannot be saved as parquet"):
            inspection.save(tmp_path / name)
        assert not (tmp_path / name).exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "form", "packing"),
    [
        ("s.csv.zst", "list", ""),
        ("s.csv", "list", ".gz"),
        ("s.csv.gz", "list", ".xz"),
        ("s.bin", "parquet", ""),
        ("s.csv", "parquet", ""),
        ("s.parquet", "list", ""),
    ],
)
def test_a_file_with_the_wrong_ending_stays_what_it_is(
    tmp_path: Path, truth: Path, name: str, form: str, packing: str
) -> None:
    put(tmp_path, NAMED[form], ENTRIES, packing).rename(tmp_path / name)
    before, inspection = (tmp_path / name).read_bytes(), opened(truth, tmp_path / name)
    for target in (tmp_path / name, tmp_path / f"other{name[1:]}"):
        inspection.save(target, overwrite=True)
        assert target.read_bytes() == before
    inspection.edit("a", ["q"])
    for target in (tmp_path / name, tmp_path / f"other{name[1:]}"):
        inspection.save(target, overwrite=True)
        assert detect_compression(target.read_bytes()) == detect_compression(before)
        assert unpacked(target)[:4] == (b"PAR1" if form == "parquet" else b"id,l")
        assert predictions(opened(truth, target))["a"].labels == ("q",)
