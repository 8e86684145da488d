"""A fixture that opens a pair from the text of its files."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector

TRUTH = "id,label\na,x\nb,y z\nc,q\n"
SUBMISSION = "id,label\na,x y\nb,y\nc,z\n"


@pytest.fixture
def read(tmp_path: Path):
    """Write a truth and a submission (text or bytes) and open them."""

    def open_texts(truth=TRUTH, submission=SUBMISSION, metric="map@5", **options) -> inspector.Inspection:
        for name, text in (("truth.csv", truth), ("submission.csv", submission)):
            (tmp_path / name).write_bytes(text if isinstance(text, bytes) else text.encode())
        return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric, **options)

    return open_texts
