"""How the tests of the core give files to the program, and how they run it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import inspector
from inspector import cli

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


@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    (tmp_path / "truth.csv").write_text('id,label,"what, when"\na,x,1\nb,y z,2\nc,q,3\nd,w,"4"\n')
    (tmp_path / "submission.csv").write_text("id,label\na,p x\nb,y z\nd,p q r s t w\nu,x\n")
    return str(tmp_path / "truth.csv"), str(tmp_path / "submission.csv")


@pytest.fixture
def run(monkeypatch, capsys):
    """Run the program in this process: its exit status, what it printed, and what it complained about."""

    def program(*args: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["submission-inspector", *map(str, args)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        printed = capsys.readouterr()
        assert "Traceback" not in printed.out + printed.err
        return ended.value.code or 0, printed.out, printed.err

    return program
