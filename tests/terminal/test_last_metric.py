"""`open` without a metric takes the one last used in the window with the files, and tells a guess as a guess."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import drain
from inspector.terminal.window import _as_before
from inspector.ui.settings import Settings


def opened(monkeypatch: pytest.MonkeyPatch, folder: Path, kept: str | None) -> Evaluation:
    """The evaluation of two files whose metric was kept."""
    truth, submission = folder / "truth.csv", folder / "submission.csv"
    truth.write_text("id,label\na,x\nb,y\n")
    submission.write_text("id,label\na,x y z u v w\nb,x y z u v w\n")
    monkeypatch.setattr(Settings, "metric_of", lambda self, *files: kept if files == (truth, submission) else "f1")
    return drain(_as_before(truth, submission)).evaluation


def test_the_metric_last_used_with_the_files_is_taken(monkeypatch, tmp_path: Path) -> None:
    evaluation = opened(monkeypatch, tmp_path, "map@5")
    assert (str(evaluation.metric), evaluation.guessed) == ("map@5", False)


@pytest.mark.parametrize("kept", [None, "map@6", "gap", "gone.py", "rmse"])
def test_without_one_that_fits_the_metric_is_a_guess(monkeypatch, tmp_path: Path, kept: str | None) -> None:
    evaluation = opened(monkeypatch, tmp_path, kept)
    assert (str(evaluation.metric), evaluation.guessed) == ("map@6", True)
