"""`score --engine`: the same numbers as in memory, and what is missing is said in words."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from inspector import InputError
from inspector.cli import cli


def score(folder: Path, *more: str) -> Result:
    files = folder / "truth.csv", folder / "submission.csv"
    files[0].write_text("id,labels\na,x y\nb,z\n")
    files[1].write_text("id,labels\na,q x\nb,z\nc,z\n")
    return CliRunner().invoke(cli, ["score", *map(str, files), *more])


def test_the_stream_prints_the_score_of_memory(tmp_path: Path) -> None:
    streamed = json.loads(score(tmp_path, "-m", "map@2", "--engine", "stream", "--json").output)
    held = json.loads(score(tmp_path, "-m", "map@2", "--json").output)
    assert streamed["overall"] == held["overall"] == 0.625
    assert (streamed["rows"], streamed["unknown_ids"], streamed["first_hit"]) == (2, 1, {"1": 1, "2": 1})


def test_the_text_says_what_was_done(tmp_path: Path) -> None:
    text = score(tmp_path, "-m", "map@2", "--engine", "stream").output
    assert "MAP@2       0.625" in text
    assert "in one pass over files sorted by id" in text
    assert "ids that the truth lacks, left out: 1" in text


def test_first_hits_at_many_ranks_are_all_counted(tmp_path: Path) -> None:
    ids = [f"r{number:02}" for number in range(30)]
    files = tmp_path / "truth.csv", tmp_path / "submission.csv"
    files[0].write_text("id,labels\n" + "".join(f"{id_},z\n" for id_ in ids))
    lists = (" ".join([*(f"x{rank}" for rank in range(number)), "z"]) for number in range(30))
    files[1].write_text("id,labels\n" + "".join(f"{id_},{cell}\n" for id_, cell in zip(ids, lists, strict=True)))
    command = ["score", *map(str, files), "-m", "mrr", "--engine", "stream"]
    text = CliRunner().invoke(cli, command).output
    line = next(line for line in text.splitlines() if line.startswith("first hit"))
    counts = dict(entry.split(": ") for entry in line.removeprefix("first hit").strip().split(", "))
    assert sum(map(int, counts.values())) == 30
    assert counts["later"] == "9"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (("--engine", "stream"), "the metric is not guessed"),
        (("--engine", "stream", "-m", "f1(average=macro)"), "it counts each label"),
        (("--engine", "stream", "-m", "rmse"), "hold lists of labels, not numbers"),
        (("--engine", "stream", "-m", "map@2", "--interval"), "--interval needs all rows in memory"),
        (("--engine", "stream", "-m", "map@2", "--sample", "x"), "--sample needs --engine spark"),
        (("--master", "local[2]"), "--master needs --engine spark"),
    ],
)
def test_what_an_engine_cannot_do_is_said(tmp_path: Path, more: tuple[str, ...], words: str) -> None:
    done = score(tmp_path, *more)
    assert done.exit_code
    assert words in (str(done.exception) if isinstance(done.exception, InputError) else done.output)


def test_without_pyspark_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    done = score(tmp_path, "-m", "map@2", "--engine", "spark")
    assert "pip install 'submission-inspector[spark]'" in str(done.exception)


def test_help_names_the_engines() -> None:
    assert "[memory|stream|spark]" in CliRunner().invoke(cli, ["score", "--help"]).output
