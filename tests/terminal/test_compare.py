"""The command compare: names, baseline, filter, groups, the table, JSON, and what it refuses."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from terminal.process import python

FURTHER = "p_sign", "p_wilcoxon", "equal_within", "rows_needed"
IDS = [f"{kind}_{number}" for kind in "ab" for number in range(30)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A truth, and three submissions that hit the first 30, 50 and, without the last five rows, 30 of 60 rows."""
    truth = {id_: f"w{at % 6}" for at, id_ in enumerate(IDS)}

    def write(name: str, cells: dict[str, str]) -> None:
        (tmp_path / name).write_text("id,label\n" + "".join(f"{id_},{cell}\n" for id_, cell in cells.items()))

    write("truth.csv", truth)
    for name, hits, rows in (("sub_0.5.csv", 30, 60), ("more.csv", 50, 60), ("fewer.csv", 30, 55)):
        write(name, {id_: f"{truth[id_] if at < hits else 'x'} y" for at, id_ in enumerate(IDS[:rows])})
    return tmp_path


def compared(run, folder: Path, *args: str, files: tuple[str, ...] = ("sub_0.5.csv", "more.csv", "fewer.csv")) -> dict:
    """The object that compare prints."""
    names = [folder / name for name in ("truth.csv", *files)]
    status, out, err = run("compare", *names, "-m", "map@2", "--json", *args)
    assert (status, err) == (0, "")
    return json.loads(out)


def test_json_is_one_object_with_the_documented_keys(run, folder) -> None:
    found = compared(run, folder)
    lines = found.pop("submissions")
    assert found == {
        "metric": "map@2",
        "baseline": "sub_0.5",
        "rows": 60,
        "unpaired": 5,
        "seed": 0,
        "by_outcome": False,
    }
    assert lines[0] == {
        "name": "sub_0.5",
        "problems": [],
        "overall": 0.5,
        "delta": 0.0,
        "interval": [0.0, 0.0],
        "p": 1.0,
        "better": 0,
        "worse": 0,
        "same": 60,
        "alone": 0,
        "verdict": "baseline",
    }
    documented = {"test", "resamples", "t", "p_t", "smallest_difference", "p_corrected", *FURTHER, *lines[0]}
    assert [set(line) for line in lines[1:]] == [documented, documented]
    more = lines[1]
    assert (more["name"], more["test"], more["resamples"], more["verdict"]) == ("more", "sign-flip", 10_000, "better")
    assert (more["better"], more["worse"], more["same"], more["alone"]) == (20, 0, 40, 20)
    assert more["delta"] == pytest.approx(1 / 3)
    assert more["interval"][0] < 1 / 3 < more["interval"][1]


def test_details_say_what_each_test_finds(run, folder) -> None:
    files = [folder / f"{name}.csv" for name in ("truth", "sub_0.5", "more", "fewer")]
    status, plain, _ = run("compare", *files, "--metric", "map@2")
    assert status == 0
    assert "sign test" not in plain
    status, out, _ = run("compare", *files, "--metric", "map@2", "--details")
    assert status == 0
    assert out.startswith(plain.rstrip())
    assert "Is a row as likely to be better as worse?" in out
    assert "20 better, 0 worse, p < 0.0001" in out
    lines = out.splitlines()
    first = lines.index("more")
    assert lines[first + 1].startswith("Do the overalls differ?")
    assert "fewer" not in lines  # it scores the same in all rows, where there is nothing to test


def test_a_value_that_is_not_known_is_null(run, folder) -> None:
    status, out, _ = run(
        "compare", *(folder / f"{name}.csv" for name in ("truth", "more", "fewer")), "-m", "gmap", "--json"
    )
    line = json.loads(out)["submissions"][1]
    assert (status, line["test"], line["p"], line["interval"]) == (0, "none", None, [None, None])


def test_the_table_is_aligned_and_the_verdicts_stand_below_it(run, folder) -> None:
    status, out, err = run(
        "compare", *(folder / f"{name}.csv" for name in ("truth", "sub_0.5", "more", "fewer")), "-m", "map@2"
    )
    head, blank, titles, *lines = out.splitlines()
    assert (status, err, blank) == (0, "", "")
    assert head == (
        "MAP@2 (map@2), 60 rows that all score, 5 rows missing in some of the files, compared with sub_0.5, seed 0"
    )
    assert titles.split() == ["overall", "Δ", "95", "%", "interval", "p", "better", "worse", "same", "alone", "verdict"]
    for column in ("better", "worse", "same", "alone"):
        end = titles.index(column) + len(column)
        assert all(line[end - 1].isdigit() and line[end] == " " for line in lines[1:3])
    assert [line.split()[0] + line.split()[-1] for line in lines[:3]] == [
        "sub_0.5baseline",
        "morebetter",
        "fewersame",
    ]
    assert lines[4].startswith("more is better than sub_0.5, +0.3333 (95 % +0.2")
    assert "p < 0.0001" in lines[4]
    assert lines[4].endswith("As one of several, p < 0.0001 (step-down MaxT).")
    assert lines[5] == "fewer and sub_0.5 score the same in all 60 rows. 5 rows are missing in fewer."


@pytest.mark.parametrize("named", ["more", "more.csv"])
def test_the_baseline_can_be_named(run, folder, named: str) -> None:
    found = compared(run, folder, "--baseline", named)
    assert (found["baseline"], [line["verdict"] for line in found["submissions"]]) == (
        "more",
        ["worse", "baseline", "worse"],
    )


def test_the_file_of_a_baseline_is_compared_with_though_it_is_no_argument(run, folder) -> None:
    files = [folder / name for name in ("truth.csv", "more.csv")]
    status, out, _ = run("compare", *files, "-m", "map@2", "--baseline", folder / "fewer.csv", "--json")
    found = json.loads(out)
    assert (status, found["baseline"], [line["name"] for line in found["submissions"]]) == (
        0,
        "fewer",
        ["more", "fewer"],
    )


def test_a_baseline_that_nobody_has_is_refused_with_the_names(run, folder) -> None:
    files = [folder / name for name in ("truth.csv", "more.csv", "fewer.csv")]
    status, out, err = run("compare", *files, "-m", "map@2", "--baseline", "best")
    assert (status, out) == (2, "")
    assert err == "Error: no submission has the name 'best'. Expected: 'more', 'fewer'.\n"


def test_folders_and_patterns_are_taken_and_each_file_once(run, folder) -> None:
    (folder / ".hidden").write_text("")
    for files in (("",), ("*.csv",), ("fewer.csv", "*.csv")):
        assert [line["name"] for line in compared(run, folder, files=files)["submissions"]] == [
            "fewer",
            "more",
            "sub_0.5",
        ]


def test_a_pattern_without_a_file_is_refused(run, folder) -> None:
    status, _, err = run("compare", folder / "truth.csv", folder / "*.tsv")
    assert (status, "*.tsv: there is no further file here" in err) == (2, True)


@pytest.mark.slow
def test_a_filter_compares_its_rows_by_the_scores_of_the_baseline(run, folder) -> None:
    found = compared(run, folder, "--filter", "id:/^b_/")
    assert (found["rows"], found["unpaired"], found["submissions"][1]["overall"]) == (30, 5, pytest.approx(20 / 30))
    assert compared(run, folder, "--filter", "score=0", "--baseline", "more")["rows"] == 10
    assert compared(run, folder, "--filter", "base.score=0", "--baseline", "more")["rows"] == 10
    assert compared(run, folder, "--filter", '!"better"')["rows"] == compared(run, folder)["rows"]
    names = [folder / f"{name}.csv" for name in ("truth", "sub_0.5", "more", "fewer")]
    _, out, told = run("compare", *names, "-m", "map@2", "--json", "--filter", '!truth:"what is better now"')
    assert json.loads(out)["rows"] == compared(run, folder)["rows"]
    assert told == 'filter: no row has truth "what is better now"\n'


def test_rows_chosen_by_their_outcome_have_no_p_and_no_interval(run, folder) -> None:
    found = compared(run, folder, "--filter", "score=0")
    line = found["submissions"][1]
    assert (found["by_outcome"], line["p"], line["interval"], line["verdict"]) == (
        True,
        None,
        [None, None],
        "undecided",
    )
    assert (line["better"], line["smallest_difference"], "p_corrected" in line) == (20, None, False)
    names = [folder / f"{name}.csv" for name in ("truth", "sub_0.5", "more", "fewer")]
    _, out, _ = run("compare", *names, "-m", "map@2", "--filter", "score=0")
    *_, more, fewer, why = out.partition("\n\n! ")[0].splitlines()
    assert more == "more is above sub_0.5, +0.6667: 20 rows score better, 0 worse, 10 the same."
    assert "95 %" not in fewer and "no verdict" in out
    assert why == "The filter chooses rows by their outcome, so there is no p and no interval."


def test_groups_resamples_and_seed_are_taken(run, folder) -> None:
    line = compared(run, folder, "--group", "id-start", "--resamples", "77", "--seed", "5")["submissions"][1]
    assert (line["test"], line["resamples"]) == ("sign-flip of groups", 77)
    assert compared(run, folder, "--seed", "5")["seed"] == 5
    assert compared(run, folder, "--seed", "5") == compared(run, folder, "--seed", "5")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--filter", "score<"], "filter, character 7: a value is missing"),
        (["--filter", "id:a better"], "filter, character 6: better compares two submissions"),
        (["--filter", "(delta>0)"], "filter, character 2: delta>0 compares two submissions"),
        (["--filter", "rank<base.rank"], "filter, character 1: rank<base.rank compares two submissions"),
        (["--filter", "id:a !BETTER"], "filter, character 7: BETTER compares two submissions"),
        (["--filter", "score<baseline_score"], "score<baseline_score compares two submissions"),
        (["--filter", "base.score > score"], "rows are chosen by the baseline alone"),
        (["--group", "nothing"], "no column 'nothing' to group by"),
        (["-m", "gap"], "gap needs a confidence"),
        (["-m", "f1(average=micro)", "--group", "id-start"], "no test by groups for f1(average=micro)"),
    ],
)
def test_what_cannot_be_compared_is_said_with_exit_status_2(run, folder, args: list[str], message: str) -> None:
    status, out, err = run("compare", *(folder / f"{name}.csv" for name in ("truth", "more", "fewer")), *args)
    assert (status, out, err.startswith("Error: ")) == (2, "", True)
    assert message in err


def test_a_file_of_another_truth_is_named_and_nothing_is_printed(run, folder) -> None:
    (folder / "other.csv").write_text("id,label\np,w1\nq,w2\n")
    status, out, err = run("compare", *(folder / f"{name}.csv" for name in ("truth", "more", "other", "fewer")))
    assert (status, out) == (2, "")
    assert f"{folder / 'other.csv'}: no id of the truth is in the submission" in err


def test_compare_reads_its_files_by_the_options(run, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("n,id,kind,label\n1,a,q,x/y\n2,b,q,y/z\n")
    for name, cells in (("s", ("x/y", "x/z")), ("t", ("x/y", "y/z"))):
        (tmp_path / f"{name}.csv").write_text(
            "file,m,label\n" + "".join(f"{i},q,{c}\n" for i, c in zip("ab", cells, strict=True))
        )
    options = ["--id-column", "id", "--submission-id-column", "file", "--separator", "/"]
    options += ["--truth-column", "label", "--submission-column", "label", "--shape", "list", "-m", "f1", "--json"]
    status, out, err = run("compare", *(tmp_path / f"{name}.csv" for name in ("truth", "s", "t")), *options)
    assert (status, err) == (0, "")
    assert [line["overall"] for line in json.loads(out)["submissions"]] == [0.75, 1.0]


def test_at_least_one_submission_is_needed(run, folder) -> None:
    assert run("compare", folder / "truth.csv")[0] == 2
    assert len(compared(run, folder, files=("more.csv",))["submissions"]) == 1


@pytest.mark.slow
def test_open_draws_the_window_once_all_submissions_are_added(folder) -> None:
    files = [str(folder / name) for name in ("truth.csv", "more.csv", "fewer.csv", "sub_0.5.csv")]
    done = python("-m", "inspector", "open", *files, "-m", "map@2", "--screenshot", str(folder / "all.png"))
    assert (done.returncode, done.stderr, (folder / "all.png").stat().st_size > 10_000) == (0, "", True)


def test_demo_names_the_sample_that_compares(run) -> None:
    assert "compare    Four submissions compared MAP@5: " in run("demo")[1]


def test_rows_stand_beside_those_of_a_baseline(run, folder) -> None:
    arguments = [folder / "truth.csv", folder / "more.csv", "-m", "map@2", "--sort", "delta"]
    plain = list(csv.DictReader(io.StringIO(run("rows", *arguments)[1])))
    assert not {"baseline_score", "baseline_first_hit_rank"} & {*plain[0]}
    status, out, err = run("rows", *arguments, "--baseline", folder / "fewer.csv", "--filter", "delta>0")
    found = list(csv.DictReader(io.StringIO(out)))
    assert (status, err, len(found)) == (0, "", 20)
    shown = ("id", "score", "first_hit_rank", "baseline_score", "baseline_first_hit_rank", "delta")
    assert [found[0][name] for name in shown] == ["b_0", "1", "1", "0", "", "1"]
    refused = run("rows", *arguments, "--baseline", folder / "nothing.csv")
    assert (refused[0], "nothing.csv" in refused[2]) == (2, True)


def test_what_has_no_rows_or_no_test_shows_no_numbers(run, folder) -> None:
    files = [folder / f"{name}.csv" for name in ("truth", "more", "fewer")]
    nothing = run("compare", *files, "-m", "map@2", "--filter", "id:nobody")[1].splitlines()
    assert nothing[4].split() == ["fewer", "-", "-", "-", "-", "0", "0", "0", "0", "no", "row", "in", "both"]
    assert nothing[6] == "No row is scored in both fewer and more."
    untested = run("compare", *files, "-m", "gmap")[1].splitlines()
    assert untested[4].split()[3:] == ["-", "-", "0", "20", "40", "0", "no", "test", "for", "it"]
    assert untested[6].startswith("fewer is below more, −")
    assert untested[6].endswith("; there is no test for this metric. 5 rows are missing in fewer.")


def test_a_repair_is_made_in_the_files_that_need_it(run, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na.jpg,x\nb.jpg,y\nc.jpg,z\n")
    for name, ending in (("plain", ""), ("other", ""), ("full", ".jpg")):
        lines = (f"{id_}{ending},{label} q\n" for id_, label in zip("abc", "xyw", strict=True))
        (tmp_path / f"{name}.csv").write_text("id,label\n" + "".join(lines))
    for names in (("plain", "full", "other"), ("full", "plain", "other")):
        files = [tmp_path / f"{name}.csv" for name in ("truth", *names)]
        status, out, err = run("compare", *files, "-m", "map@2", "--json", "--fix", "ids-extension")
        assert (status, err) == (0, "")
        assert [line["overall"] for line in json.loads(out)["submissions"]] == [2 / 3] * 3
        assert "ids-extension" in run("compare", *files, "-m", "map@2")[2]


@pytest.mark.slow
def test_details_name_the_draws_of_the_interval_and_those_of_the_p(run, tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(2)
    truth = pd.DataFrame({"id": range(300), "y": rng.normal(size=300)})
    truth.to_csv("t.csv", index=False)
    for name in "ab":
        truth.assign(y=truth["y"] + rng.normal(size=300)).to_csv(f"{name}.csv", index=False)
    intervals = set()
    for given, draws in (((), "10,000"), (("--resamples", "1000"), "1,000")):
        lines = run("compare", "t.csv", "a.csv", "b.csv", "-m", "rmse", "--details", *given)[1].splitlines()
        (differ,) = (line for line in lines if line.startswith("Do the overalls differ?"))
        (large,) = (line for line in lines if line.startswith("How large is the difference?"))
        assert differ.endswith(f"sign-flip, {draws} random draws, seed 0")
        assert large.endswith("bootstrap, 1,000 random draws, seed 0")
        intervals.add(" ".join(large.split()))
    assert len(intervals) == 1


def test_what_is_odd_in_a_file_is_told_beside_its_score(run, folder) -> None:
    told = {line["name"]: line["problems"] for line in compared(run, folder)["submissions"]}
    assert [len(told[name]) for name in ("sub_0.5", "more", "fewer")] == [0, 0, 1]
    (folder / "chances.csv").write_text("id,label\n" + "".join(f"{id_},0.{at}1\n" for at, id_ in enumerate(IDS)))
    names = [folder / f"{name}.csv" for name in ("truth", "more", "chances")]
    _, out, _ = run("compare", *names, "-m", "map@2")
    assert out.endswith("! chances: 0 of the 60 predicted labels are labels of the truth; no row can have a hit\n")
