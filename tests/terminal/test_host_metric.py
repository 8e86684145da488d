"""A host's own metric in the terminal: naming its file is the agreement to run it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from inspector.core.host.consent import agreements_folder
from inspector.core.host.hosts import named_hosts

TEXT = '''
class ParticipantVisibleError(Exception):
    pass

def score(solution, submission, row_id_column_name, weight: float = 1.0):
    """Share of right labels.

    With a = sign and "quotes".
    """
    if (submission["label"] == "boom").any():
        raise ParticipantVisibleError("boom is no label")
    return weight * float((solution["label"] == submission["label"]).mean())
'''
LOSS = '''
def score(solution, submission, row_id_column_name):
    """Error, which is no mean."""
    return float((solution["label"] != submission["label"]).mean()) ** 0.5
'''
SHARE_OFF = """
def score(solution, submission, row_id_column_name):
    off = abs(solution["y"] - submission["y"])
    return float((off / (abs(solution["y"]) + abs(submission["y"]) + 1)).mean())
"""
ROOT = """
import numpy as np
def score(solution, submission, row_id_column_name):
    return float(np.sqrt(((solution["y"] - submission["y"]) ** 2).mean()))
"""


@pytest.fixture(scope="module", autouse=True)
def _end_processes() -> Iterator[None]:
    yield
    named_hosts().close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("host")
    for name, text in (("share.py", TEXT), ("loss.py", LOSS)):
        (folder / name).write_text(text)
    for name, labels in (("truth", "aaab"), ("first", "aabb"), ("second", "abab"), ("bad", ["a", "boom", "a", "b"])):
        rows = "".join(f"r{row},{label}\n" for row, label in enumerate(labels))
        (folder / f"{name}.csv").write_text(f"id,label\n{rows}")
    return folder


@pytest.fixture
def ask(run, folder, monkeypatch):
    """Run a command on two files under a metric."""
    monkeypatch.chdir(folder)

    def ask_metric(command: str, metric: str, *more: str, files: tuple[str, ...] = ("truth.csv", "first.csv")):
        return run(command, *files, "-m", metric, *more)

    return ask_metric


@pytest.mark.slow
def test_score_says_the_metric_with_its_path_and_its_arguments(ask, folder, monkeypatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(folder / "data"))
    status, out, err = ask("score", "file(path=share.py, weight=2)", "--json")
    found = json.loads(out)
    path = str(folder / "share.py")
    assert (status, err, found["overall"], found["metric"]) == (0, "", 1.5, f"file(weight=2, path={path})")
    assert found["choices"] == {"weight": "2", "path": path, "better": "higher"}
    assert ask("score", "share.py(weight=2)", "--json")[1] == out
    assert "losses      not known" in ask("score", "share.py")[1]
    assert not agreements_folder().exists()


@pytest.mark.slow
def test_rows_are_worst_first_where_lower_is_better(ask) -> None:
    status, out, _ = ask("rows", "loss.py", "--worst", "1")
    lines = [*csv.DictReader(io.StringIO(out))]
    assert (status, [line["id"] for line in lines], lines[0]["cost"]) == (0, ["r2"], "")
    assert float(lines[0]["score"]) == pytest.approx(4 * 0.25**0.5)


@pytest.mark.slow
def test_explain_says_what_the_score_is_and_what_the_file_says(ask) -> None:
    _, out, _ = ask("explain", "share.py", "--id", "r0")
    assert "score 1.0 (the row scored alone)" in out
    assert 'With a = sign and "quotes".' in out
    assert "influence: n·s(all)" in ask("explain", "loss.py", "--id", "r0")[1]


@pytest.mark.slow
def test_compare_tests_separable_rows_and_says_where_there_is_no_test(ask) -> None:
    files = "truth.csv", "first.csv", "second.csv"
    found = json.loads(ask("compare", "share.py", "--json", files=files)[1])["submissions"]
    assert (found[1]["overall"], found[1]["p"] is None) == (0.75, False)
    text = ask("compare", "loss.py", files=files)[1]
    assert "second and first have the same overall" in text
    assert "No row is compared" in text


def _numbers(folder: Path, rows: int = 300) -> tuple[Path, Path, Path]:
    """A truth of numbers, a good submission and a worse one."""
    random, files = np.random.default_rng(0), [folder / f"{name}.csv" for name in ("true", "good", "bad")]
    y = random.normal(10, 3, rows)
    for path, noise in zip(files, (0, 1, 3), strict=True):
        given = y + noise * random.normal(0, 1, rows)
        path.write_text("id,y\n" + "".join(f"{row},{one:.3f}\n" for row, one in enumerate(given)))
    return files[0], files[1], files[2]


@pytest.mark.slow
def test_compare_counts_no_rows_by_their_influences(run, tmp_path) -> None:
    files, path = _numbers(tmp_path), tmp_path / "rmse.py"
    path.write_text(ROOT)
    text = run("compare", *files, "-m", str(path))[1]
    assert "300 rows scored as a whole: row scores are influences, which are not compared" in text
    assert [line.split()[-6:-4] for line in text.splitlines() if line.startswith("bad ")][:1] == [["-", "-"]]
    first, again = (run("compare", *files, "-m", str(path), "--json")[1] for _ in range(2))
    found = json.loads(first)
    assert (first, found["rows"]) == (again, 300)
    counts = {(one["better"], one["worse"], one["same"], one["alone"]) for one in found["submissions"]}
    assert counts == {(None, None, None, None)}


@pytest.mark.slow
def test_a_loss_without_words_is_told_by_a_perfect_prediction(run, tmp_path) -> None:
    files, path = _numbers(tmp_path), tmp_path / "metric.py"
    path.write_text(SHARE_OFF)
    told = "better=lower, as a perfect prediction scores lower"
    text = run("compare", *files, "-m", str(path))[1]
    assert f"Assumed: {told}." in text
    assert "bad is worse than good (lower is better)" in text
    found = json.loads(run("compare", *files, "-m", str(path), "--json")[1])
    assert (found["assumed"], found["submissions"][1]["verdict"]) == (told, "worse")
    assert f"assumed     {told}\n" in run("score", *files[:2], "-m", str(path))[1]
    scored = json.loads(run("score", *files[:2], "-m", str(path), "--json")[1])
    assert (scored["assumed"], scored["choices"]["better"]) == (told, "lower")
    (_, every, _), (_, worst, err) = (
        run("rows", *files[:2], "-m", str(path), *more) for more in ((), ("--worst", "1"))
    )
    assert err == f"Assumed: {told}.\n"
    scores = [float(line["score"]) for line in csv.DictReader(io.StringIO(every))]
    assert [float(line["score"]) for line in csv.DictReader(io.StringIO(worst))] == [max(scores)]
    assert "assumed" not in json.loads(run("score", *files[:2], "-m", f"{path}(better=lower)", "--json")[1])


def test_blend_says_what_the_blend_scores(run, folder, tmp_path) -> None:
    files = folder / "first.csv", folder / "second.csv", "-o", tmp_path / "blend.csv"
    status, out, _ = run(
        "blend", "--method", "votes", "--truth", folder / "truth.csv", "-m", folder / "share.py", *files
    )
    assert status == 0
    assert [line.split()[-1] for line in out.splitlines()[-3:-1]] == ["0.75", "0.75"]
    assert 0 <= float(out.split()[-1]) <= 1


@pytest.mark.parametrize(
    ("metric", "files", "words"),
    [
        ("gone.py", ("truth.csv", "first.csv"), "there is no such file"),
        ("truth.py", ("truth.csv", "first.csv"), "there is no such file"),
        ("share.py", ("truth.csv", "bad.csv"), "boom is no label"),
        (
            "file(path=share.py, width=1)",
            ("truth.csv", "first.csv"),
            "'width' is not a choice of share.py. Expected: weight",
        ),
    ],
)
def test_what_gives_no_number_is_a_message(ask, metric: str, files: tuple[str, ...], words: str) -> None:
    status, out, err = ask("score", metric, files=files)
    assert (status, out) == (2, "")
    assert words in err
    assert "Traceback" not in err


def test_metrics_are_listed_with_the_form_of_a_file(run) -> None:
    assert "file(path=metric.py)" in run("metrics")[1]


def test_nothing_is_said_of_each_number_by_a_file_that_scores_all(run, tmp_path) -> None:
    metric = tmp_path / "mean.py"
    metric.write_text("def score(solution, submission, row_id_column_name):\n    return 0.25\n")
    (tmp_path / "t.csv").write_text("id,x,y\na,1.25,5.5\nb,2.5,3.25\n")
    (tmp_path / "s.csv").write_text("id,x,y\na,3.5,4.5\nb,2.25,9.5\n")
    status, out, err = run("score", tmp_path / "t.csv", tmp_path / "s.csv", "-m", str(metric))
    assert (status, err) == (0, "")
    assert "error       x: " in out
    assert "targets" not in out


@pytest.mark.slow
@pytest.mark.parametrize("text", [SHARE_OFF, ROOT])
def test_slices_ask_for_the_scores_of_all_rows(run, tmp_path: Path, text: str) -> None:
    (tmp_path / "metric.py").write_text(text)
    (tmp_path / "t.csv").write_text("id,y,kind\n" + "".join(f"r{at},{at + 3},{'pq'[at % 2]}\n" for at in range(20)))
    (tmp_path / "s.csv").write_text("id,y\n" + "".join(f"r{at},{at + 3 + 5 * (at % 2)}\n" for at in range(20)))
    files = tmp_path / "t.csv", tmp_path / "s.csv"
    found = json.loads(run("slices", *files, "-m", tmp_path / "metric.py", "--by", "kind", "--json")[1])["groups"]
    scores = {one["group"]: one["score"] for one in found}
    assert None not in scores.values() and scores["q"] != scores["p"]
    assert {one[name] for one in found for name in ("share_of_cost", "excess", "cost")} == {None}
    assert found[0]["group"] == max(scores, key=scores.__getitem__)  # the worse one
