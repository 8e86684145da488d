"""Spark as the engine, for real: two workers on this machine give the numbers of memory. Run with -m spark."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import inspector


def has_java() -> bool:
    """Whether there is a Java that Spark takes, 17 or later."""
    if shutil.which("java") is None:
        return False
    said = subprocess.run(["java", "-version"], capture_output=True, text=True).stderr
    found = re.search(r'version "(\d+)', said)
    return found is not None and int(found[1]) >= 17


pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(importlib.util.find_spec("pyspark") is None, reason="no pyspark; pip install '.[spark]'"),
    pytest.mark.skipif(not has_java(), reason="no Java 17; Debian: apt install openjdk-17-jre-headless"),
]
ROWS = 3000


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A truth and two submissions in other orders; one has confidences, many of them equal."""
    rng, folder = np.random.default_rng(3), tmp_path_factory.mktemp("spark")
    truth = [" ".join({f"0{x}" for x in rng.integers(0, 9, rng.integers(0, 4))}) for _ in range(ROWS)]
    lists = [[f"0{x}" for x in rng.integers(0, 12, 4)] for _ in range(ROWS)]
    sure = [" ".join(f"{label} {rng.integers(0, 50) / 50}" for label in labels) for labels in lists]
    paths = {}
    for name, cells in (("truth", truth), ("lists", [*map(" ".join, lists)]), ("sure", sure)):
        rows = rng.permutation(ROWS)[: ROWS if name == "truth" else ROWS - 100]
        paths[name] = folder / f"{name}.csv"
        paths[name].write_text("id,labels\n" + "".join(f"r{row},{cells[row]}\n" for row in rows))
    return paths


# Scores several pairs in one session, which takes far longer to start than these take to score.
PROGRAM = """
import contextlib, io, json, sys
from pyspark.sql import SparkSession
from inspector import cli
given = SparkSession.builder.config("spark.ui.enabled", "false").config("spark.sql.shuffle.partitions", 4)
given.master("local[2]").getOrCreate().sparkContext.setLogLevel("OFF")
for arguments in json.load(sys.stdin):
    sys.argv, out, err = ["submission-inspector", *arguments], io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        cli.main()
    print(json.dumps([out.getvalue(), err.getvalue()]))
"""
CASES = [
    ("lists", "map@3"),
    ("lists", "f1(average=micro)"),
    ("sure", "gap"),
    ("sure", "gap(divisor=labels, ties=id-desc)"),
]
REFUSED = ("lists", "map(missing=error)@3")


@pytest.fixture(scope="module")
def answers(files: dict[str, Path]) -> dict[tuple[str, str], tuple[str, str]]:
    """What `score --engine spark --json` prints for each case, on stdout and stderr, in a session that runs already."""
    cases = [*CASES, REFUSED]
    given = [arguments(files, name, metric) for name, metric in cases]
    done = run("-c", PROGRAM, words=json.dumps(given))
    assert done.returncode == 0, done.stderr
    return dict(zip(cases, map(json.loads, done.stdout.splitlines()), strict=True))


def arguments(files: dict[str, Path], name: str, metric: str) -> list[str]:
    return ["score", str(files["truth"]), str(files[name]), "-m", metric, "--engine", "spark", "--json"]


def run(*given: object, words: str = "") -> subprocess.CompletedProcess[str]:
    """Python in a process of its own, because Java outlives a session."""
    package = str(Path(inspector.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": package, "PYSPARK_PYTHON": sys.executable}
    command = [sys.executable, *map(str, given)]
    return subprocess.run(command, input=words, capture_output=True, text=True, timeout=600, env=environment)


@pytest.mark.parametrize(("name", "metric"), CASES)
def test_two_workers_give_the_numbers_of_memory(
    files: dict[str, Path], answers: dict[tuple[str, str], tuple[str, str]], name: str, metric: str
) -> None:
    found = json.loads(answers[name, metric][0])
    wanted = inspector.open_pair(files["truth"], files[name], metric)
    assert found["overall"] == pytest.approx(wanted.overall, abs=1e-12)
    assert found["rows"] == ROWS
    assert found["first_hit"].get("none", 0) == int((wanted.evaluation.scores.first_hit == 0).sum())


def test_the_sample_opens_as_a_pair_and_says_what_it_is(files: dict[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "sample"
    done = run("-m", "inspector", *arguments(files, "lists", "map@3"), "--master", "local[2]", "--sample", folder)
    assert done.returncode == 0, done.stderr
    opened = inspector.open_pair(folder / "truth.csv", folder / "submission.csv", "map@3")
    assert 500 <= len(opened.evaluation.table) < ROWS
    whole = inspector.open_pair(files["truth"], files["lists"], "map@3").rows().set_index("id")["score"]
    part = opened.rows().set_index("id")["score"]
    assert (part == whole[part.index]).all()
    (problem,) = (problem for problem in opened.problems if problem.kind == "sample")
    assert f"{len(part):,} of {ROWS:,} rows" in problem.message
    assert f"{whole.mean():.6f}" in problem.consequence


def test_what_a_worker_refuses_is_said_in_words(answers: dict[tuple[str, str], tuple[str, str]]) -> None:
    printed, said = answers[REFUSED]
    assert not printed
    assert said.splitlines()[-1].startswith("Error: Spark could not score the pair. Found: ")
    assert "absent from the submission" in said
    assert "Traceback" not in said
