"""The output of the terminal commands."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import fields
from pathlib import Path

import pyarrow.parquet
import pytest
from terminal.process import python

import inspector
from inspector.cli import cli
from inspector.core.files.options import Options
from inspector.terminal.options import PairArguments, ReadingOptions

SCORE_KEYS = [
    *("metric", "choices", "overall", "interval", "interval_test", "no_interval", "public", "private", "rows"),
    *("scored_rows", "first_hit", "tie_range", "problems"),
]


def test_score_prints_the_overall_the_metric_the_counts_and_the_problems(run, files) -> None:
    status, out, err = run("score", *files, "--metric", "map@5")
    assert (status, err) == (0, "")
    assert "MAP@5       0.375\n" in out
    assert "divisor=min-m-k repeats=keep-rank empty=zero missing=zero" in out
    assert "1: 1  2: 1  3: 0  4: 0  5: 0  after: 1  none: 1" in out
    assert "1 of the 4 ids of the submission is unknown to the truth, first in line 5 ('u')" in out


def test_score_json_is_one_object_with_exactly_the_documented_keys(run, files) -> None:
    status, out, _ = run("score", *files, "-m", "map(empty=skip)@5", "--json")
    printed = json.loads(out)
    assert status == 0
    assert list(printed) == SCORE_KEYS
    assert printed["choices"] == {"divisor": "min-m-k", "repeats": "keep-rank", "empty": "skip", "missing": "zero"}
    assert (printed["metric"], printed["overall"]) == ("map(empty=skip)@5", 0.375)
    assert (printed["rows"], printed["scored_rows"]) == (4, 4)
    assert printed["first_hit"] == {"1": 1, "2": 1, "3": 0, "4": 0, "5": 0, "after": 1, "none": 1}
    assert {printed[name] for name in (*SCORE_KEYS[3:8], "tie_range")} == {None}
    problem = next(problem for problem in printed["problems"] if problem["kind"] == "unknown-ids")
    assert {"kind", "where", "count", "examples", "line", "message", "fix"} <= set(problem)
    assert (problem["where"], problem["count"], problem["examples"], problem["line"]) == ("submission", 1, ["u"], 5)


def test_score_adds_the_interval_that_is_asked_for(run, files) -> None:
    opened = inspector.open_pair(*files, "map@5")
    printed = json.loads(run("score", *files, "-m", "map@5", "--interval", "--seed", "3", "--json")[1])
    assert (tuple(printed["interval"]), printed["interval_test"]) == (opened.interval(seed=3), "bootstrap")
    assert "10,000 times, seed 3)" in run("score", *files, "-m", "map@5", "--interval", "--seed", "3")[1]
    low, high = opened.interval()
    made = "95 %; percentile bootstrap: 4 rows were drawn again 10,000 times, seed 0"
    assert f"interval    {low:.4f} to {high:.4f}  ({made})\n" in run("score", *files, "-m", "map@5", "--interval")[1]
    assert "interval" not in run("score", *files, "-m", "map@5")[1]


def test_score_draws_groups_whole_and_refuses_unknown_ones(run, folder_of_groups) -> None:
    files = folder_of_groups
    low, high = json.loads(run("score", *files, "-m", "map@1", "--interval", "--json")[1])["interval"]
    printed = json.loads(run("score", *files, "-m", "map@1", "--interval", "--group", "kind", "--json")[1])
    assert printed["interval_test"] == "bootstrap"
    assert printed["interval"][1] - printed["interval"][0] > 1.5 * (high - low)
    status, _, err = run("score", *files, "-m", "map@1", "--interval", "--group", "colour")
    assert (status, "no column 'colour' to group by" in err) == (2, True)
    assert run("score", *files, "-m", "map@1", "--group", "kind")[0] == 2


def test_score_says_why_there_is_no_interval(run, tmp_path) -> None:
    for name in ("truth.csv", "submission.csv"):
        (tmp_path / name).write_text("id,label\na,x\nb,y\n")
    files = tmp_path / "truth.csv", tmp_path / "submission.csv"
    out = run("score", *files, "-m", "f1(average=macro, group=id-end)", "--interval")[1]
    assert "interval    -  (for f1(group=id-end, average=macro), all rows of every draw would have to be scored" in out
    printed = json.loads(run("score", *files, "-m", "f1(average=macro, group=id-end)", "--interval", "--json")[1])
    assert (printed["interval"], printed["interval_test"]) == (None, "none")


@pytest.fixture
def folder_of_groups(tmp_path: Path) -> tuple[Path, Path]:
    """Six groups of ten rows, each all right or all wrong."""
    rows = [(f"r{at}", f"k{at // 10}", "x" if at // 10 % 2 else "y") for at in range(60)]
    (tmp_path / "truth.csv").write_text("id,kind,label\n" + "".join(f"{id_},{kind},x\n" for id_, kind, _ in rows))
    (tmp_path / "submission.csv").write_text("id,label\n" + "".join(f"{id_},{label}\n" for id_, _, label in rows))
    return tmp_path / "truth.csv", tmp_path / "submission.csv"


@pytest.mark.parametrize("k", [18, 19, 1_000_000])
def test_first_hits_take_at_most_twenty_entries_and_none_is_lost(run, tmp_path, k: int) -> None:
    labels = [f"l{rank}" for rank in range(1, 31)]
    (tmp_path / "t.csv").write_text("id,label\n" + "".join(f"r{rank},l{rank}\n" for rank in range(1, 31)) + "s,other\n")
    (tmp_path / "s.csv").write_text("id,label\n" + "".join(f"{id_},{' '.join(labels)}\n" for id_ in ids(30)) + "s,l1\n")
    pair = tmp_path / "t.csv", tmp_path / "s.csv", "-m", f"map@{k}"
    line = next(line for line in run("score", *pair)[1].splitlines() if line.startswith("first hit"))
    entries = dict(entry.split(": ") for entry in line.removeprefix("first hit").strip().split("  "))
    known = min(k, 30)
    grouped = {} if known == 18 else {f"18 to {known}": str(known - 17)}
    ranks = {str(rank): "1" for rank in range(1, 19 if known == 18 else 18)}
    assert entries == {**ranks, **grouped, "after": str(30 - known), "none": "1"}
    assert len(entries) == 20
    printed = json.loads(run("score", *pair, "--json")[1])["first_hit"]
    assert printed == {**{str(rank): 1 for rank in range(1, known + 1)}, "after": 30 - known, "none": 1}


def ids(count: int) -> list[str]:
    return [f"r{number}" for number in range(1, count + 1)]


def test_score_of_a_run_adds_the_usual_measures_of_trec_eval(run, qrels_and_run) -> None:
    out = run("score", *qrels_and_run)[1]
    assert "metric      ndcg  (guessed; --metric overrules)" in out
    assert "trec_eval   as trec_eval -c computes it: 1 topic is not in the run and counts 0\nmap         0.2777" in out
    assert "ndcg_cut_10 0." in out
    assert "recip_rank  0.3333333333333333\n" in out
    printed = json.loads(run("score", *qrels_and_run, "-m", "map(relevant=2)", "--json")[1])
    assert list(printed) == [*SCORE_KEYS, "trec_eval"]
    assert printed["trec_eval"]["command"] == "trec_eval -c -l2"
    assert printed["trec_eval"]["map"] == printed["overall"] == pytest.approx((1 / 3 + 1 / 2) / 3, abs=1e-15)
    assert printed["choices"]["relevant"] == "2"


def test_explain_says_which_truth_labels_count(run, qrels_and_run) -> None:
    out = run("explain", *qrels_and_run, "-m", "map(relevant=2)", "--id", "1")[1]
    assert "a      low grade" in out
    assert out.endswith("Of 2 truth labels, 1 have the grade 2 or above.\n")


def test_an_undefined_overall_is_null_in_json_and_a_dash_in_text(run, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,\n")
    (tmp_path / "s.csv").write_text("id,label\na,x\n")
    pair = tmp_path / "t.csv", tmp_path / "s.csv", "-m", "map(empty=skip)@5"
    assert json.loads(run("score", *pair, "--json")[1])["overall"] is None
    assert "-  (no row is scored)" in run("score", *pair)[1]


def test_rows_are_csv_with_every_column_at_full_precision(run, files) -> None:
    status, out, _ = run("rows", *files, "-m", "map@5")
    table = list(csv.DictReader(io.StringIO(out)))
    assert status == 0
    own = ["id", "score", "first_hit_rank", "cost", "delta", "truth", "predictions", "wrong_order", "missing_labels"]
    assert list(table[0]) == [*own, "what, when"]
    assert [row["id"] for row in table] == ["a", "b", "c", "d"]
    assert [float(row["score"]) for row in table] == [0.5, 1, 0, 0]
    assert [row["first_hit_rank"] for row in table] == ["2", "1", "", "6"]
    assert [float(row["cost"]) for row in table] == [0.125, 0, 0.25, 0.25]
    assert [row["predictions"] for row in table] == ["p x", "y z", "", "p q r s t w"]
    assert [row["what, when"] for row in table] == ["1", "2", "3", "4"]


def test_rows_have_further_metrics_as_columns(run, files) -> None:
    out = run("rows", *files, "-m", "map@5", "--also", "mrr", "--also", "recall@1", "--sort", "-metric:recall@1")[1]
    assert run("rows", *files, "-m", "map@5", "--also", "mrr, recall@1", "--sort", "-metric:recall@1")[1] == out
    table = list(csv.DictReader(io.StringIO(out)))
    assert list(table[0])[1:4] == ["score", "mrr", "recall@1"]
    assert [(row["id"], float(row["mrr"]), float(row["recall@1"])) for row in table[:2]] == [
        ("b", 1, 0.5),
        ("a", 0.5, 0),
    ]
    assert run("rows", *files, "--also", "mapp")[0] == 2


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        (["--sort", "-score"], "bacd"),
        (["--sort", "score", "--sort", "-id"], "dcab"),
        (["--worst", "2"], "cd"),
        (["--worst", "0"], ""),
        (["--sort", "first_hit_rank"], "badc"),
        (["--sort", "wrong_order", "--sort", "-id"], "cbad"),
        (["--sort", "ordering_loss", "--sort", "-id"], "cbad"),
        (["--sort", "-extra:what, when"], "dcba"),
        (["--sort", "-what, when"], "dcba"),
    ],
)
def test_rows_can_be_sorted_and_cut_to_the_worst(run, files, options, ids) -> None:
    table = list(csv.DictReader(io.StringIO(run("rows", *files, "-m", "map@5", *options)[1])))
    assert [row["id"] for row in table] == list(ids)


@pytest.mark.slow
def test_rows_go_to_a_csv_or_a_parquet_file_by_its_ending(run, files, tmp_path) -> None:
    printed = run("rows", *files, "-m", "map@5")[1]
    assert run("rows", *files, "-m", "map@5", "-o", tmp_path / "o.csv") == (0, "", "")
    assert (tmp_path / "o.csv").read_text() == printed
    # in a separate process: a module loaded by another test must not hide a missing import
    done = python("-m", "inspector", "rows", *files, "-m", "map@5", "-o", str(tmp_path / "o.parquet"))
    assert (done.returncode, done.stderr) == (0, "")
    table = pyarrow.parquet.read_table(tmp_path / "o.parquet").to_pydict()
    assert (table["score"], table["first_hit_rank"]) == ([0.5, 1, 0, 0], [2, 1, None, 6])


def test_rows_refuse_the_ending_of_another_format_before_they_read(run, tmp_path) -> None:
    status, out, err = run("rows", tmp_path / "no.csv", tmp_path / "none.csv", "-o", tmp_path / "o.xlsx")
    assert (status, out) == (2, "")
    assert "o.xlsx: a table is not written as '.xlsx'. Expected: a name that ends in .csv or .parquet." in err


def test_rows_with_awkward_text_read_back_as_they_were(run, tmp_path) -> None:
    for name in ("t.csv", "s.csv"):
        (tmp_path / name).write_text('id,label\n"a ""1""",x\n"b\n2","y,z"\n"c,3",0042\n')
    out = run("rows", tmp_path / "t.csv", tmp_path / "s.csv", "-m", "map", "--separator", " ")[1]
    table = list(csv.DictReader(io.StringIO(out)))
    assert [(row["id"], row["truth"]) for row in table] == [('a "1"', "x"), ("b\n2", "y,z"), ("c,3", "0042")]


def test_explain_tells_how_gain_and_discount_make_up_ndcg(run, qrels_and_run) -> None:
    out = run("explain", *qrels_and_run, "-m", "ndcg", "--id", "1")[1].splitlines()
    assert next(line for line in out if "adds" in line).split() == ["k", "label", "rank", "how", "adds"]
    assert any("÷ log2(" in line for line in out if line.split()[:1] == ["2"])
    assert "ideal, the best " in out[-1]


def test_explain_prints_the_arithmetic_of_a_row(run, files) -> None:
    status, out, _ = run("explain", *files, "-m", "map@5", "--id", "d")
    assert status == 0
    assert "sum 0.0 / 1 (min(m = 1, K = 5)) = 0.0" in out
    assert "✓ beyond K" in out
    assert "truth: w" in out
    assert "The submission has no row with this id" in run("explain", *files, "-m", "map@5", "--id", "c")[1]


def test_explain_says_what_an_overall_is_that_is_no_mean_of_rows(run, files) -> None:
    said = "The overall is the mean of the labels, not of the rows."
    for metric, is_told in (("f1(average=macro)", True), ("f1", False)):
        assert (said in run("explain", *files, "--id", "d", "-m", metric)[1]) == is_told


def test_explain_counts_the_many_labels_beyond_k_that_are_not_right(run, tmp_path) -> None:
    (tmp_path / "qrels").write_text("1 0 d3 1\n1 0 d40 1\n1 0 d7 0\n")
    (tmp_path / "run").write_text("".join(f"1 Q0 d{rank} {rank} {99 - rank} me\n" for rank in range(1, 51)))
    out = run("explain", tmp_path / "qrels", tmp_path / "run", "-m", "ndcg@5", "--id", "1")[1]
    labels = [line.split()[1] for line in out.splitlines() if "   confidence " in line]
    assert labels == ["d1", "d2", "d3", "d4", "d5", "d40"]
    assert "      44 more labels beyond K, none of them right\n" in out
    places = {line.index(" confidence") for line in out.splitlines() if " confidence" in line and " 0.0 " in line}
    assert len(places) == 1


def test_check_exits_with_1_only_for_what_a_site_would_reject(run, files, tmp_path) -> None:
    status, out, _ = run("check", *files)
    assert (status, "missing from the submission" in out) == (1, True)
    status, out, _ = run("check", *files, "--json")
    assert (status, [problem["kind"] for problem in json.loads(out)]) == (1, ["missing-ids", "unknown-ids"])
    status, out, _ = run("check", files[0], files[0])
    assert (status, "the predictions are the truth" in out) == (0, True)
    (tmp_path / "right.csv").write_text("id,label\na,x\nb,y z\nc,q\nd,w\n")
    assert run("check", files[0], tmp_path / "right.csv") == (0, "No problems found.\n", "")
    (tmp_path / "odd.csv").write_text("id,label\na,\nb,y y\nc,q\nd,w\n")
    status, out, _ = run("check", files[0], tmp_path / "odd.csv")
    assert (status, "predicts nothing" in out, "more than once" in out) == (0, True, True)


def test_metrics_lists_every_family_with_every_value_of_its_choices(run) -> None:
    out = run("metrics")[1]
    assert "map@K" in out
    for value in ("min-m-k", "min-n-k", "keep-rank", "move-up", "skip", "error"):
        assert value in out


def test_demo_without_a_name_lists_the_samples(run) -> None:
    status, out, _ = run("demo")
    assert (status, "humpback" in out) == (0, True)


@pytest.mark.parametrize(
    ("options", "ids"),
    [
        (["--filter", "score=0"], "cd"),
        (["--filter", '"what, when">=3', "--sort", "-id"], "dc"),
        (["--filter", "truth:/[xyq]/", "--worst", "1"], "c"),
        (["--filter", ""], "abcd"),
    ],
)
def test_rows_can_be_filtered(run, files, options, ids) -> None:
    table = list(csv.DictReader(io.StringIO(run("rows", *files, "-m", "map@5", *options)[1])))
    assert [row["id"] for row in table] == list(ids)


def test_a_filter_without_files_is_rejected(run) -> None:
    status, _, said = run("open", "--filter", "score<1")
    assert (status, "needs files" in said) == (2, True)


@pytest.mark.parametrize(("expression", "place"), [("score<", 7), ("scor<1", 1)])
def test_a_wrong_filter_is_reported_with_its_position(run, files, expression, place) -> None:
    status, out, said = run("rows", *files, "-m", "map@5", "--filter", expression)
    assert (status, out) == (2, "")
    assert f"filter, character {place}: " in said


def test_every_command_on_a_pair_takes_repairs_and_the_id_column(run, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("n,id,label\n1,a.jpg,x\n2,b.jpg,y\n")
    (tmp_path / "broken.csv").write_text("file,label\na,x\nb,x\n")
    files = str(tmp_path / "truth.csv"), str(tmp_path / "broken.csv")
    options = "--id-column", "id", "--submission-id-column", "file", "--fix", "ids-extension", "-m", "map@1"
    status, out, _ = run("score", *files, *options)
    assert (status, "MAP@1       0.5\n" in out) == (0, True)
    assert run("explain", *files, *options, "--id", "b.jpg")[0] == 0
    status, _, err = run("score", *files, *options[:4], "-m", "map@1")
    assert (status, "ids-extension" in err) == (2, True)
    target = tmp_path / "repaired.csv"
    assert run("check", *files, *options, "-o", str(target))[0] == 0
    assert target.read_text() == "file,label\na.jpg,x\nb.jpg,x\n"
    assert run("check", *files, *options)[0] == 2


def test_the_typed_arguments_are_those_that_the_commands_take() -> None:
    # The kind is what the metric says of the files, not what is typed.
    assert ReadingOptions.__annotations__.keys() == {field.name for field in fields(Options)} - {
        "kind",
        "else_any",
        "by_confidence",
        "of_chances",
    }
    taken = {parameter.name for parameter in cli.commands["score"].params}
    assert PairArguments.__annotations__.keys() == taken - {
        "as_json",
        "wants_interval",
        "group",
        "seed",
        "engine",
        "master",
        "sample",
    }


def test_which_takes_every_reading_option_of_score() -> None:
    assert ReadingOptions.__annotations__.keys() <= {parameter.name for parameter in cli.commands["which"].params}


def test_which_reads_its_files_by_the_options(run, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("n,id,kind,label\n1,a,q,x/y\n2,b,q,y/z\n")
    (tmp_path / "s.csv").write_text("file,m,label\na,q,x/y\nb,q,x/z\n")
    options = ["--id-column", "id", "--submission-id-column", "file", "--separator", "/"]
    options += ["--truth-column", "label", "--submission-column", "label", "--shape", "list"]
    arguments = ["-s", f"{tmp_path / 's.csv'}=.75", "-c", "y/x=.75", *options]
    status, out, err = run("which", tmp_path / "truth.csv", *arguments)
    assert (status, err) == (0, "")
    fits = [line.split()[1:] for line in out.splitlines() if "✓" in line]
    assert ["f1", "0.000000", "0.750000", "0.750000"] in fits
    assert "✓" not in run("which", tmp_path / "truth.csv", *arguments[:-2], "--separator", ";")[1]


def test_which_reads_a_constant_prediction_by_the_options_of_the_truth(run, tmp_path) -> None:
    (tmp_path / "truth.csv").write_text("n,id,label\n1,a,x\n1,a,y\n2,b,y\n")
    options = [
        "--id-column",
        "id",
        "--submission-id-column",
        "no",
        "--confidence-column",
        "no",
        "--submission-column",
        "no",
    ]
    options += ["--truth-column", "label", "--shape", "long/list"]
    status, out, err = run("which", tmp_path / "truth.csv", "-c", "y=.8333", *options)
    assert (status, err) == (0, "")
    assert ["f1", "0.000033", "0.833333"] in [line.split()[1:] for line in out.splitlines() if "✓" in line]


def test_rows_and_repairs_are_written_over_no_input(run, files) -> None:
    before = [Path(file).read_bytes() for file in files]
    for file in files:
        status, _, err = run("rows", *files, "-o", file)
        assert (status, "was read from this file, which is never overwritten" in err) == (2, True)
        assert run("check", *files, "--fix", "drop-unknown", "-o", file)[0] == 2
    assert [Path(file).read_bytes() for file in files] == before


@pytest.mark.slow
def test_a_screenshot_into_a_missing_folder_says_so(files, tmp_path) -> None:
    done = python("-m", "inspector", *files, "--screenshot", str(tmp_path / "nowhere" / "picture.png"))
    assert (done.returncode, "No such file or directory" in done.stderr) == (2, True)


@pytest.fixture
def noted(run, files, monkeypatch, tmp_path) -> Path:
    """The file of the notes on a pair, as the window keeps it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    pair = inspector.open_pair(*files, "map@5")
    pair.note("a", "looks wrong")
    pair.tag(["a", "c"], ["hard"])
    return pair.keep_notes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("expression", "found"),
    [("tag:hard", ["a", "c"]), ("noted", ["a"]), ("!tagged", ["b", "d"]), ("note:wrong", ["a"]), ("score>0.7", ["b"])],
)
def test_rows_are_filtered_by_the_notes_that_the_window_keeps(run, files, noted, expression, found) -> None:
    before = noted.read_bytes()
    table = list(csv.DictReader(io.StringIO(run("rows", *files, "-m", "map@5", "--filter", expression)[1])))
    assert [row["id"] for row in table] == found
    assert "note" not in table[0]
    assert noted.read_bytes() == before


def test_rows_have_notes_as_columns_if_asked(run, files, noted) -> None:
    out = run("rows", *files, "-m", "map@5", "--notes", "--sort", "-note")[1]
    table = list(csv.DictReader(io.StringIO(out)))
    assert [row["note"] for row in table] == ["looks wrong", "", "", ""]
    assert {row["id"]: row["tags"] for row in table} == {"a": "hard", "b": "", "c": "hard", "d": ""}


@pytest.mark.slow
def test_damaged_notes_are_said_only_where_they_are_asked_for(run, files, noted) -> None:
    noted.write_text("{")
    for other in ("score>0.7", "truth:vintage", '!truth:"a note: tag"'):
        assert run("rows", *files, "-m", "map@5", "--filter", other)[0] == 0
    for asked in (["--notes"], ["--filter", "tag:hard"], ["--filter", "!(TAGS:hard | score>2)"], ["--filter", "NOTED"]):
        status, out, said = run("rows", *files, "-m", "map@5", *asked)
        assert (status, out) == (2, "")
        assert "the notes cannot be read: the file is damaged" in said
    assert noted.read_text() == "{"
