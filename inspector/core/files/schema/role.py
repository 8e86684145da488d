"""Detect which of two files is the truth, and whether one file contains both, from their first rows."""

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
from inspector.core.files.schema.contents import parse_probabilities, trimmed_numbers
from inspector.core.files.schema.names import is_index, names_both, normalized

_BYTES = 1 << 18
_ROWS = 200
_TRUTH = re.compile(r"truth|train|label|solution|gold|answer|qrels|actual", re.IGNORECASE)
_SUBMISSION = re.compile(r"sub|pred|run|result|output|constant", re.IGNORECASE)


def order_pair(one: Path, other: Path) -> tuple[Path, Path]:
    """Order two files as (truth, submission).

    Decisive features come first, such as a usage column or probabilities; then the submission is the file with more
    labels per row; then file names decide; then the larger file. Raises InputError when a file cannot be read.
    """
    submission = max(one, other, key=_submission_key)
    return (other, one) if submission == one else (one, other)


def look_swapped(truth: Path, submission: Path) -> bool:
    """Whether two files look like the other side each: by a decisive feature, or by contents and names together.

    Raises InputError when a file cannot be read.
    """
    (feature, labels, name, _), (other_feature, other_labels, other_name, _) = map(_submission_key, (truth, submission))
    return feature > other_feature or (feature == other_feature and labels > other_labels and name > other_name)


def is_pair(path: Path) -> bool:
    """Whether the column names of one file identify true and predicted labels. Raises InputError."""
    sheet = _head(path)
    return sheet is not None and sheet.roles is None and names_both(sheet)


def _submission_key(path: Path) -> tuple[int, float, int, int]:
    """Sort key: greater for a file that looks more like a submission."""
    sheet = _head(path)
    feature, labels = (0, 0.0) if sheet is None else (_decisive_feature(sheet), round(_labels_per_row(sheet), 1))
    return feature, labels, role_by_name(path), path.stat().st_size


def _head(path: Path) -> Sheet | None:
    """The first rows, None for an unknown format; opening the file reports the error."""
    source = Source.open_head(path, _BYTES)
    try:
        return read_source(source)
    except InputError:
        return None


def _decisive_feature(sheet: Sheet) -> int:
    """1 for a feature that only submissions have, -1 for one that only truths have, else 0."""
    if sheet.roles is not None:
        scores = trimmed_numbers(sheet.columns[sheet.roles.score].slice(0, _ROWS).combine_chunks())
        return 1 if sheet.roles.rank is not None or (scores != np.round(scores)).any() else -1
    columns = [pc.utf8_lower(pc.utf8_trim_whitespace(column.slice(0, _ROWS))) for column in sheet.columns]
    splits = (n for n, c in zip(sheet.names, columns, strict=True) if set(c.to_pylist()) <= {*USAGES})
    if any(normalized(name) in ("usage", "split") for name in splits):
        return -1
    return int(_has_probabilities(sheet))


def _has_probabilities(sheet: Sheet) -> bool:
    """Whether most columns beside an id column contain probabilities."""
    values = [parse_probabilities(column.slice(0, _ROWS).combine_chunks()) for column in sheet.columns]
    having = sum(bool(((v >= 0) & (v <= 1)).all() and (v != np.round(v)).any()) for v in values)
    return having * 2 >= max(2, len(sheet.columns))


def role_by_name(path: Path) -> int:
    """1 for a file name typical of a submission, -1 for one typical of a truth, else 0."""
    return bool(_SUBMISSION.search(path.stem)) - bool(_TRUTH.search(path.stem))


def _labels_per_row(sheet: Sheet) -> float:
    """The mean number of labels in the longest cell of a row, or of rows per id if ids repeat."""
    columns = [column.slice(0, _ROWS).to_pylist() for column in sheet.columns]
    rows = list(zip(*columns, strict=True))
    counts = [max(len(re.findall(r"[^\s,;|]+", cell)) for cell in row) for row in rows]
    non_index = [c for name, c in zip(sheet.names, columns, strict=True) if not is_index(normalized(name))] or columns
    repeats = min(len(set(rows)) / len(set(column)) for column in non_index)
    return float(max(sum(counts) / len(counts), repeats))
