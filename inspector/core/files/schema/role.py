"""Which of two files is the truth and which the submission, and whether one is both; told from their beginnings."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pyarrow.compute as pc

from inspector.core.data.usage import USAGES
from inspector.core.errors import InputError
from inspector.core.files.formats.detect import read_source
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.source import Source
from inspector.core.files.schema.contents import shares
from inspector.core.files.schema.layout import is_index, names_both, plain

_BYTES = 1 << 18
_ROWS = 200
_TRUTH = re.compile(r"truth|train|label|solution|gold|answer|qrels|actual", re.IGNORECASE)
_SUBMISSION = re.compile(r"sub|pred|run|result|output|constant", re.IGNORECASE)


def tell_apart(one: Path, other: Path) -> tuple[Path, Path]:
    """(truth, submission): what only one of the two has decides, such as a host's split or probabilities; then the
    submission names more labels a row; else names decide, else it is the larger file.

    Raises InputError when a file cannot be read.
    """
    submission = max(one, other, key=_likeness)
    return (other, one) if submission == one else (one, other)


def is_pair(path: Path) -> bool:
    """Whether the columns of one file are named as true and as predicted labels. Raises InputError."""
    sheet = _beginning(path)
    return sheet is not None and sheet.roles is None and names_both(sheet)


def _likeness(path: Path) -> tuple[int, float, int, int]:
    """How much a file is like a submission; the first difference decides."""
    sheet = _beginning(path)
    signs, labels = (0, 0.0) if sheet is None else (_signs(sheet), round(_labels_a_row(sheet), 1))
    return signs, labels, named_like(path), path.stat().st_size


def _beginning(path: Path) -> Sheet | None:
    """The first rows, None for a file that is none of what is known here; whoever opens it hears why."""
    source = Source.beginning(path, _BYTES)
    try:
        return read_source(source)
    except InputError:
        return None


def _signs(sheet: Sheet) -> int:
    """1 for what only a submission has, -1 for what only a truth has, 0 for neither."""
    if sheet.roles is not None:
        return 1 if sheet.roles.rank is not None else -1
    columns = [pc.utf8_lower(pc.utf8_trim_whitespace(column.slice(0, _ROWS))) for column in sheet.columns]
    splits = (n for n, c in zip(sheet.names, columns, strict=True) if set(c.to_pylist()) <= {*USAGES})
    if any(plain(name) in ("usage", "split") for name in splits):
        return -1
    return int(_fractions(sheet))


def _fractions(sheet: Sheet) -> bool:
    """Whether most columns hold probabilities."""
    values = [shares(column.slice(0, _ROWS).combine_chunks()) for column in sheet.columns]
    having = sum(bool(((v >= 0) & (v <= 1)).all() and (v != np.round(v)).any()) for v in values)
    return having * 2 > len(sheet.columns)


def named_like(path: Path) -> int:
    """1 for a name like a submission's, -1 for one like a truth's, 0 for neither."""
    return bool(_SUBMISSION.search(path.stem)) - bool(_TRUTH.search(path.stem))


def _labels_a_row(sheet: Sheet) -> float:
    """Labels in the fullest cell of a row, on average; where ids repeat, rows an id."""
    columns = [column.slice(0, _ROWS).to_pylist() for column in sheet.columns]
    rows = list(zip(*columns, strict=True))
    counts = [max(len(re.findall(r"[^\s,;|]+", cell)) for cell in row) for row in rows]
    fresh = [c for name, c in zip(sheet.names, columns, strict=True) if not is_index(plain(name))] or columns
    repeats = min(len(set(rows)) / len(set(column)) for column in fresh)
    return float(max(sum(counts) / len(counts), repeats))
