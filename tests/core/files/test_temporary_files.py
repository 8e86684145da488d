"""A disk that is full while a file is unpacked or cut off: said as that, not as a damaged file."""

from __future__ import annotations

import errno
import gzip
import os
from pathlib import Path

import pytest

import inspector
from inspector.core.errors import InputError
from inspector.core.files.io import compression


def test_no_room_to_unpack_a_file_is_not_blamed_on_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,x\n")
    (tmp_path / "s.csv.gz").write_bytes(gzip.compress(b"id,label\na,x\n"))

    def copy(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(compression, "_copy", copy)
    with pytest.raises(InputError, match="a temporary file cannot be written: No space left on device"):
        inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv.gz", "map@1")
