"""Which of two files is the truth and which the submission, told from their beginnings."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from inspector.core.files.source import Source

_LINES = 200
_TRUTH = re.compile(r"truth|train|label|solution|gold|answer|qrels|actual", re.IGNORECASE)
_SUBMISSION = re.compile(r"sub|pred|run|result|output|constant", re.IGNORECASE)


def tell_apart(one: Path, other: Path) -> tuple[Path, Path]:
    """(truth, submission): the submission names more labels a row; else names decide, else it is the larger file.

    Raises InputError when a file cannot be read.
    """
    submission = max(
        one, other, key=lambda path: (round(_labels_a_row(path), 1), named_like(path), path.stat().st_size)
    )
    return (other, one) if submission == one else (one, other)


def named_like(path: Path) -> int:
    """1 for a name like a submission's, -1 for one like a truth's, 0 for neither."""
    return bool(_SUBMISSION.search(path.stem)) - bool(_TRUTH.search(path.stem))


def _labels_a_row(path: Path) -> float:
    """Labels in the fullest column of the first lines, on average."""
    lines = Source.open(path).head().decode("utf-8", "replace").splitlines()[1 : _LINES + 1]
    delimiter = "\t" if lines and lines[0].count("\t") > lines[0].count(",") else ","
    rows = list(csv.reader(lines, delimiter=delimiter))
    counts = [max((len(re.findall(r"[^\s,;|]+", cell)) for cell in row), default=0) for row in rows]
    return sum(counts) / len(counts) if counts else 0.0
