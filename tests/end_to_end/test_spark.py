"""Spark as the engine, for real: two workers on this machine give the numbers of memory. Skipped without Spark."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import inspector

pytestmark = [
    pytest.mark.spark,
    pytest.mark.skipif(importlib.util.find_spec("pyspark") is None, reason="no pyspark; pip install '.[spark]'"),
    pytest.mark.skipif(shutil.which("java") is None, reason="no Java; Debian: apt install openjdk-17-jre-headless"),
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


def spark(*arguments: object) -> dict[str, object]:
    """What `score --engine spark --json` prints."""
    done = run(*arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """`score --engine spark --json` in a process of its own, because Java outlives a session."""
    package = str(Path(inspector.__file__).parents[1])
    return subprocess.run(
        [sys.executable, "-m", "inspector", "score", *map(str, arguments), "--engine", "spark", "--json"],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "PYTHONPATH": package},
    )


@pytest.mark.parametrize(
    ("name", "metric"),
    [
        ("lists", "map@3"),
        ("lists", "f1(average=micro)"),
        ("sure", "gap"),
        ("sure", "gap(divisor=labels, ties=id-desc)"),
    ],
)
def test_two_workers_give_the_numbers_of_memory(files: dict[str, Path], name: str, metric: str) -> None:
    found = spark(files["truth"], files[name], "-m", metric, "--master", "local[2]")
    wanted = inspector.open_pair(files["truth"], files[name], metric)
    assert found["overall"] == pytest.approx(wanted.overall, abs=1e-12)
    assert found["rows"] == ROWS
    assert found["first_hit"].get("none", 0) == int((wanted.evaluation.scores.first_hit == 0).sum())


def test_the_sample_opens_as_a_pair_and_says_what_it_is(files: dict[str, Path], tmp_path: Path) -> None:
    folder = tmp_path / "sample"
    spark(files["truth"], files["lists"], "-m", "map@3", "--master", "local[2]", "--sample", folder)
    opened = inspector.open_pair(folder / "truth.csv", folder / "submission.csv", "map@3")
    assert 500 <= len(opened.evaluation.table) < ROWS
    whole = inspector.open_pair(files["truth"], files["lists"], "map@3").rows().set_index("id")["score"]
    part = opened.rows().set_index("id")["score"]
    assert (part == whole[part.index]).all()
    assert "THIS IS A SAMPLE" in (folder / "SAMPLE.txt").read_text()


def test_what_a_worker_refuses_is_said_in_words(files: dict[str, Path]) -> None:
    done = run(files["truth"], files["lists"], "-m", "map(missing=error)@3", "--master", "local[2]")
    assert done.returncode == 2
    assert "absent from the submission" in done.stderr
    assert done.stderr.splitlines()[-1].startswith("Error: Spark could not score the pair. Found: ")
    assert "Traceback" not in done.stderr
