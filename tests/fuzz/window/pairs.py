"""Pairs of eight kinds, small and large, with hostile labels and ids, for the random user."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pyarrow as pa
import pyarrow.parquet

LABELS = ["a", "b", "c", "d1", "<b>x</b>", "&amp", "0706016001", "ünï", "漢字", "=1+1", "w_1", "nan", "x" * 300]
PLAIN = ["a", "b", "c", "d1", "e", "f2"]
SIZES = (3, 14, 60, 3000)

Rows = list[tuple[str, list[str], list[str]]]


def rows(random: Random, labels: list[str], size: int) -> Rows:
    """Ids with one to three true labels and up to six predicted ones."""
    return [
        (f"r{number:04}", random.sample(labels, random.randint(1, 3)), random.sample(labels, random.randint(1, 6)))
        for number in range(size)
    ]


def _cells(name: str, lines: list[str]) -> str:
    return "\n".join([name, *lines]) + "\n"


def lists(folder: Path, random: Random, size: int) -> tuple[Path, Path]:
    """Lists of labels in cells of CSV; the truth with the host's split."""
    made = rows(random, LABELS, size)
    files = folder / "truth.csv", folder / "submission.csv"
    files[0].write_text(_cells("id,label,Usage", [f"{i},{' '.join(t)},{random.choice(USAGE)}" for i, t, _ in made]))
    files[1].write_text(_cells("id,label", [f"{i},{' '.join(p)}" for i, _, p in made]))
    return files


def confidences(folder: Path, random: Random, size: int) -> tuple[Path, Path]:
    """A label and its confidence in one cell, as for GAP; some rows are empty or missing."""
    made = rows(random, PLAIN, size)
    files = folder / "truth.csv", folder / "submission.csv"
    files[0].write_text(_cells("id,landmarks", [f"{i},{' '.join(t)}" for i, t, _ in made]))
    said = [f"{i},{random.choice(p)} {random.random():.4f}" if random.random() < 0.9 else f"{i}," for i, _, p in made]
    files[1].write_text(_cells("id,landmarks", said[: max(2, size - 1)]))
    return files


def json_lines(folder: Path, random: Random, size: int) -> tuple[Path, Path]:
    """Objects a line."""
    made = rows(random, LABELS, size)
    files = folder / "truth.jsonl", folder / "submission.jsonl"
    files[0].write_text("".join(json.dumps({"id": i, "labels": t}) + "\n" for i, t, _ in made))
    files[1].write_text("".join(json.dumps({"id": i, "labels": p}) + "\n" for i, _, p in made))
    return files


def parquet(folder: Path, random: Random, size: int) -> tuple[Path, Path]:
    """Lists in a column of lists."""
    made = rows(random, LABELS, size)
    files = folder / "truth.parquet", folder / "submission.parquet"
    for path, place in zip(files, (1, 2), strict=True):
        table = pa.table({"id": [row[0] for row in made], "labels": [row[place] for row in made]})
        pa.parquet.write_table(table, path)
    return files


def runs(folder: Path, random: Random, size: int) -> tuple[Path, Path]:
    """Graded judgements, and a run."""
    made = rows(random, PLAIN, size)
    files = folder / "qrels", folder / "run"
    files[0].write_text("".join(f"{i} 0 {label} {random.randint(0, 3)}\n" for i, t, _ in made for label in t))
    files[1].write_text(
        "".join(f"{i} Q0 {label} {at + 1} {9 - at} me\n" for i, _, p in made for at, label in enumerate(p))
    )
    return files


def wide(folder: Path, random: Random, size: int) -> tuple[Path, Path]:
    """A probability for each label, in its own column."""
    made = rows(random, PLAIN, size)
    files = folder / "truth.csv", folder / "submission.csv"
    files[0].write_text(_cells(",".join(["id", *PLAIN]), [f"{i},{_flags(t)}" for i, t, _ in made]))
    files[1].write_text(
        _cells(
            ",".join(["id", *PLAIN]), [f"{i}," + ",".join(f"{random.random():.3f}" for _ in PLAIN) for i, *_ in made]
        )
    )
    return files


def numbers(folder: Path, random: Random, size: int) -> tuple[Path, Path]:
    """A price a row; some predictions are missing, and one is no number."""
    files = folder / "truth.csv", folder / "submission.csv"
    made = [(f"r{number:04}", random.lognormvariate(12, 0.4)) for number in range(size)]
    files[0].write_text(_cells("id,price", [f"{i},{price:.0f}" for i, price in made]))
    said = [f"{i},{price * random.lognormvariate(0, 0.2):.2f}" for i, price in made if random.random() < 0.95]
    files[1].write_text(_cells("id,price", said or [f"{made[0][0]},1.5"]))
    return files


def probabilities(folder: Path, random: Random, size: int) -> tuple[Path, Path]:
    """Three numbers a row that sum to 1 where they are predicted, and are 0 or 1 where they are true."""
    files, names = (folder / "truth.csv", folder / "submission.csv"), "id,cat,dog,fox"
    ids = [f"r{number:04}" for number in range(size)]
    files[0].write_text(_cells(names, [f"{i},{random.choice(('1,0,0', '0,1,0', '0,0,1'))}" for i in ids]))
    said = [(i, [random.random() for _ in range(3)]) for i in ids]
    files[1].write_text(_cells(names, [f"{i}," + ",".join(f"{x / sum(of):.4f}" for x in of) for i, of in said]))
    return files


def _flags(labels: list[str]) -> str:
    return ",".join(str(int(label in labels)) for label in PLAIN)


USAGE = ("Public", "Private")
KINDS: dict[str, Callable[[Path, Random, int], tuple[Path, Path]]] = {
    "lists": lists,
    "confidences": confidences,
    "json": json_lines,
    "parquet": parquet,
    "runs": runs,
    "wide": wide,
    "numbers": numbers,
    "probabilities": probabilities,
}
