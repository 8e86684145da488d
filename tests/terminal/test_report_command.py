"""The command `report`: what it writes and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.report.pages import Page

import inspector


def test_a_report_of_one_submission(run, files, tmp_path) -> None:
    status, out, err = run("report", *files, "-m", "map@5", "-o", str(tmp_path / "r.html"))
    assert (status, out, err) == (0, f"Written: {tmp_path / 'r.html'}\n", "")
    page = Page.of((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert page.facts["metric"] == "map@5"
    assert "Compared with" not in str([*page.tables])


def test_the_first_submission_is_compared_with_the_one_that_is_named(run, files, tmp_path) -> None:
    truth, submission = files
    other = tmp_path / "other.csv"
    other.write_text("id,label\na,x\nb,y z\nc,q\nd,w\n")
    args = "report", truth, submission, str(other), "-m", "map@5", "--baseline", "other", "--filter", "score<1"
    assert run(*args, "-o", str(tmp_path / "r.html"))[0] == 0
    page = Page.of((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert [line[0] for line in page.tables["Compared with other"]] == ["submission", "submission", "other"]
    assert page.tables["Rows, worst first"][0][2] == "Δ"
    assert any(name.endswith("rows of the filter") for name in page.facts)
    line = dict(zip(*page.tables["Compared with other"][:2], strict=True))
    assert (line["95 % interval of Δ"], line["p"], line["verdict"]) == ("", "–", "no verdict")
    why = "The filter chooses rows by their outcome, so there is no p and no interval."
    assert page.texts.count(why) == 1 and not any("cannot tell" in text for text in page.texts)


def test_no_file_is_replaced_and_no_other_form_is_written(run, files, tmp_path) -> None:
    taken = tmp_path / "r.md"
    taken.write_text("mine")
    status, _, err = run("report", *files, "-m", "map@5", "-o", str(taken))
    assert (status, taken.read_text()) == (2, "mine")
    assert "already exists" in err
    status, _, err = run("report", *files, "-m", "map@5", "-o", str(tmp_path / "r.pdf"))
    assert status == 2
    assert ".html or .md" in err


@pytest.mark.parametrize("named", ["other.csv", "other"])
def test_a_baseline_is_also_a_file_that_is_none_of_the_submissions(run, files, tmp_path, named: str) -> None:
    (tmp_path / named).write_text("id,label\na,x\nb,y z\nc,q\nd,w\n")
    args = "report", *files, "-m", "map@5", "--baseline", str(tmp_path / named), "-o", str(tmp_path / "r.html")
    assert run(*args)[0] == 0
    page = Page.of((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert page.facts["metric"] == "map@5"
    assert [line[0] for line in page.tables["Compared with other"]] == ["submission", "submission", "other"]


def test_a_baseline_that_nobody_has_is_refused_and_nothing_written(run, files, tmp_path) -> None:
    status, out, err = run("report", *files, "-m", "map@5", "--baseline", "nonsense", "-o", str(tmp_path / "r.md"))
    assert (status, out, (tmp_path / "r.md").exists()) == (2, "", False)
    assert err == "Error: no submission has the name 'nonsense'. Expected: 'submission'.\n"


@pytest.fixture
def noted(files, monkeypatch, tmp_path) -> Path:
    """The file of the notes on the pair, as the window keeps it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    pair = inspector.open_pair(*files, "map@5")
    pair.note("a", "looks wrong")
    pair.tag(["a", "c"], ["hard"])
    return pair.keep_notes()


def test_a_report_has_the_notes_that_the_window_keeps(run, files, noted, tmp_path) -> None:
    before = noted.read_bytes()
    assert run("report", *files, "-m", "map@5", "-o", str(tmp_path / "r.html"))[0] == 0
    tables = Page.of((tmp_path / "r.html").read_text(encoding="utf-8")).tables
    assert [[line[0], *line[-2:]] for line in tables["Notes and tags"][1:]] == [
        ["a", "looks wrong", "hard"],
        ["c", "", "hard"],
    ]
    assert noted.read_bytes() == before


def test_the_filter_of_a_report_finds_rows_by_their_tags(run, files, noted, tmp_path) -> None:
    assert run("report", *files, "-m", "map@5", "--filter", "tag:hard", "-o", str(tmp_path / "r.html"))[0] == 0
    page = Page.of((tmp_path / "r.html").read_text(encoding="utf-8"))
    assert {line[0] for line in page.tables["Rows, worst first"][1:]} == {"a", "c"}


def test_damaged_notes_stop_a_report_only_where_a_filter_asks_for_them(run, files, noted, tmp_path) -> None:
    noted.write_text("{")
    args = "report", *files, "-m", "map@5", "-o", str(tmp_path / "r.html")
    status, _, said = run(*args, "--filter", "tag:hard")
    assert (status, (tmp_path / "r.html").exists()) == (2, False)
    assert "the notes cannot be read: the file is damaged" in said
    status, out, said = run(*args)
    assert (status, out) == (0, f"Written: {tmp_path / 'r.html'}\n")
    assert said.startswith("No notes are in the report: ") and "the file is damaged" in said
