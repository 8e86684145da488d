"""A name for a file to be written is refused before the user is asked whether to replace the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QMessageBox
from ui.user import action, find, text

from inspector.ui.plots.histogram import Histogram

Button = QMessageBox.StandardButton
COMMANDS = {"save_as": "out.csv", "export_rows": "out.csv", "export_report": "out.html", "export_picture": "out.png"}


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What is chosen in the file dialog, one after the other and then nothing, and what was proposed there."""
    chosen, proposed = list[str](), list[str]()

    def answer(*told: object) -> tuple[str, str]:
        proposed.append(str(told[2]))
        assert QFileDialog.Option.DontConfirmOverwrite in told  # which would ask before the program can refuse
        return (chosen.pop(0) if chosen else "", "")

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    return [chosen, proposed]


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_an_open_file_is_refused_without_a_question(window, pair_files, names, tmp_path, questions, name: str) -> None:
    link = tmp_path / f"link{Path(COMMANDS[name]).suffix}"
    link.symlink_to(pair_files[0])
    names[0][:] = [str(link)]
    action(window, name).trigger()
    assert "never overwritten" in text(window, "messageText")
    assert questions.asked == []


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_a_file_is_replaced_only_if_the_user_agrees(window, names, tmp_path, questions, name: str) -> None:
    (old := tmp_path / COMMANDS[name]).write_text("old")
    names[0][:], questions.answer = [str(old)], Button.Cancel
    action(window, name).trigger()
    assert (questions.asked, old.read_text()) == ([f"{old.name} is already there."], "old")
    assert names[1][1:] == [str(old)]  # another name can be chosen from there
    names[0][:], questions.answer = [str(old)], Button.Yes
    action(window, name).trigger()
    assert old.read_bytes() != b"old"


def test_a_submission_is_saved_over_its_own_file_once_agreed(window, pair, pair_files, names, questions) -> None:
    pair.edit("r05", ["e"])
    names[0][:], questions.answer = [str(pair_files[1])], Button.Yes
    action(window, "save_as").trigger()
    assert questions.asked == ["submission.csv is already there."]
    assert "r05,e\n" in pair_files[1].read_text()


def test_a_plot_asks_before_it_replaces_a_file(window, pair_files, names, tmp_path, questions) -> None:
    (old := tmp_path / "plot.csv").write_text("old")
    histogram = find(window, Histogram, "scoreHistogram")
    names[0][:] = [str(pair_files[0])]
    histogram.save()
    assert (questions.asked, "never overwritten" in text(window, "messageText")) == ([], True)
    names[0][:], questions.answer = [str(old)], Button.Cancel
    histogram.save()
    assert old.read_text() == "old"


def test_a_file_with_a_question_of_its_own_is_asked_about_once(window, pair, names, tmp_path, questions) -> None:
    (old := tmp_path / "out.csv").write_text("old")
    old.chmod(0o444)
    names[0][:], questions.answer = [str(old)], Button.Yes
    action(window, "save_as").trigger()
    assert ["read-only" in asked for asked in questions.asked] == [True]
    assert old.read_text() != "old"
