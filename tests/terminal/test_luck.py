"""The command `luck` and the Python method: what they print and give, and what they refuse."""

from __future__ import annotations

import json
import math
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest

import inspector

ROWS = 20
ANSWERS = {"a": "x x y x x x y x x x", "b": "y x x x x y x x y x", "c": "y y x x y x x x x x"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    """A truth of 20 rows x, with the day of each, and three submissions."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("id,label,day\n" + "".join(f"r{at},x,{at // 4}\n" for at in range(ROWS)))
    for name, cells in ANSWERS.items():
        lines = [f"r{at},{label}\n" for at, label in enumerate(2 * cells.split())]
        (tmp_path / f"{name}.csv").write_text("id,label\n" + "".join(lines))
    return tmp_path


def test_one_submission_is_told_in_a_table_and_sentences(run, folder: Path) -> None:
    status, out, err = run("luck", "t.csv", "a.csv", "-m", "map@1", "--share", "0.5", "--public", "0.9")
    assert (status, err) == (0, "")
    found = inspector.open_pair("t.csv", "a.csv", "map@1").luck(share=0.5, public=0.9)
    lines = out.splitlines()
    assert lines[0] == "MAP@1 (map@1), 10 rows public, 10 private"
    assert lines[2].split() == ["overall", "public", "±", "private", "±"]
    assert lines[3].split()[:2] == ["a", "0.80000"]
    assert lines[5:] == [*found.sentences, *found.notes]
    assert lines[5].startswith("With 50 % of 20 rows public, private will be within ±0.4000 of public in 95 of 100")
    assert lines[6].startswith("At 0.90000 public you were lucky by 0.1000: ")
    assert "If these rows are the whole leaderboard, private is about 0.70000." in lines[6]
    assert "random split is assumed" in out


def test_of_several_submissions_the_first_and_the_best_two_are_told(run, folder: Path) -> None:
    status, out, _ = run("luck", "t.csv", "a.csv", "b.csv", "c.csv", "-m", "map@1", "--json")
    found = json.loads(out)
    assert status == 0
    names, chances = zip(*((line["name"], line["first"]) for line in found["submissions"]), strict=True)
    assert names == ("a", "b", "c")
    assert sum(chances) == pytest.approx(1)
    assert found["best_two"][0] == "a"
    assert (found["method"], found["splits"], "public_score" in found) == ("simulated", 2000, False)
    assert found["submissions"][0]["smallest_move"] is None
    assert 0 < found["submissions"][1]["smallest_move"] < 1
    table = run("luck", "t.csv", "*.csv", "-m", "map@1")[1]
    assert "lead that counts  first on private  reversed on public  reversed on private" in table
    assert "The best two to select: a and " in table
    assert "The mean shake-up is " in table
    assert "Reversed: in how many splits it and a stand the other way round than by the overall." in table


def test_groups_are_drawn_whole_and_a_filter_chooses_rows(run, folder: Path) -> None:
    args = "luck", "t.csv", "a.csv", "-m", "map@1", "--share", "0.4"
    grouped = json.loads(run(*args, "--group", "day", "--json")[1])
    assert (grouped["groups"], grouped["public"], grouped["method"], grouped["splits"]) == (5, 2, "every split", 10)
    assert "40 % of 5 groups of 'day' public" in run(*args, "--group", "day")[1]
    assert json.loads(run(*args, "--filter", "day<3", "--json")[1])["rows"] == 12
    unseen = json.loads(run(*args, "--test-rows", "1000", "--json")[1])
    assert (unseen["public"], unseen["private"], unseen["test_rows"]) == (400, 600, 1000)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["--share", "0.01"], "leaves no public row"),
        (["--share", "30"], "is no split"),
        (["--share", "nan"], "is no split"),
        (["--group", "site"], "no column 'site' to group by"),
        (["--filter", "id:r1 & id:r2"], "0 scored rows cannot be split"),
        (["--test-rows", "1"], "Invalid value"),
        (["--public", "nan"], "no score"),
    ],
)
def test_what_cannot_be_split_is_refused_in_words(run, folder: Path, wrong: list[str], said: str) -> None:
    status, out, err = run("luck", "t.csv", "a.csv", "-m", "map@1", *wrong)
    assert (status, out) == (2, "")
    assert said in err


def test_python_gives_a_frozen_value(folder: Path) -> None:
    opened = inspector.open_pair("t.csv", "a.csv", "map@1")
    opened.add("b.csv")
    found = opened.luck(share=0.25, public=0.6, seed=3)
    assert (found.rows, found.split.public, found.opened.name, found.rival.name) == (20, 5, "a", "b")
    assert found.opened.deviation_public == pytest.approx(
        math.sqrt(0.8 * 0.2 * 20 / 19 * found.split.of_public), rel=0.05
    )
    # From Python 3.13 on, a dataclass that holds NaN does not equal itself.
    assert repr(found) == repr(opened.luck(share=0.25, public=0.6, seed=3))
    with pytest.raises(FrozenInstanceError):
        found.rows = 3
    opened.narrow("day<3")
    assert opened.luck().rows == 12
    opened.set_metric("f1(average=micro)")
    assert opened.luck().metric == "f1(average=micro)"


def test_what_is_odd_in_a_file_is_told_beside_its_chances(run, folder: Path) -> None:
    (folder / "odd.csv").write_text("id,label\n" + "".join(f"r{at},0.{at}1\n" for at in range(ROWS)))
    given = "luck", "t.csv", "a.csv", "odd.csv", "-m", "map@1"
    told = {line["name"]: line["problems"] for line in json.loads(run(*given, "--json")[1])["submissions"]}
    assert told["a"] == [] and "no row can have a hit" not in told["odd"]
    assert f"! odd: {told['odd'][0]}; no row can have a hit\n" in run(*given)[1]
