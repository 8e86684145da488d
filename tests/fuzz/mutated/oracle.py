"""Readers of the standard library and pandas for the forms of submissions: the labels of each id, if the file is as
these readers expect it, or None."""

from __future__ import annotations

import ast
import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable
from functools import partial

import pandas as pd

Lists = dict[str, list[str]]
_SEPARATORS = {"list by bars": "|", "list by commas": ","}
_HEADERS = {"long": ["id", "label"], "long with ranks": ["id", "label", "rank"]}


def lists_of(form: str, content: bytes) -> Lists | None:
    """The labels of each id, None where this form is not known or the file is not plainly of it."""
    name, _, delimiter = form.partition(" by tabs")[0].partition(" by semicolons")[0], "", ""
    delimiter = "\t" if form.endswith(" by tabs") else ";" if form.endswith(" by semicolons") else ","
    try:
        if name.startswith("parquet"):
            return _parquet(content)
        text = content.decode()
        if name in ("JSON lines", "JSON list", "JSON by id"):
            return _json(name, text)
        if name in ("list", "one label", *_SEPARATORS):
            return _lists(_table(text, delimiter, ["id", "label"]), partial(_split, _SEPARATORS.get(name, " ")))
        if name in ("python list", "json list"):
            return _lists(_table(text, delimiter, ["id", "label"]), ast.literal_eval if name[0] == "p" else json.loads)
        if name in _HEADERS:
            return _long(_table(text, delimiter, _HEADERS[name]))
    except (ValueError, SyntaxError, KeyError, csv.Error, OSError, RecursionError, MemoryError, _OddError):
        pass
    return None


def _split(separator: str, cell: str) -> list[str]:
    """Labels between spaces as they are, others without the spaces around them."""
    return [label if separator == " " else label.strip() for label in cell.split(separator)]


class _OddError(Exception):
    """A file that is not plainly of its form."""


def _table(text: str, delimiter: str, header: list[str]) -> list[list[str]]:
    if "\0" in text or ("\r" in text and text.count("\r") != text.count("\r\n")):
        raise _OddError
    rows = [row for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True) if row]
    if not rows or rows[0] != header or len(rows) < 2 or any(len(row) != len(header) for row in rows):
        raise _OddError
    return rows[1:]


def _lists(rows: list[list[str]], split: Callable[[str], list[str]]) -> Lists:
    found = dict[str, list[str]]()
    for id_, cell in rows:
        labels = [label for label in (split(cell) if cell else []) if label]
        if id_ in found or not all(isinstance(label, str) for label in labels):
            raise _OddError
        found[id_] = labels
    if all(len(labels) % 2 == 0 and all(map(_is_number, labels[1::2])) for labels in found.values()):
        raise _OddError  # as well labels with a confidence each, and told to be read as such
    return found


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _long(rows: list[list[str]]) -> Lists:
    found = defaultdict[str, list[tuple[int, str]]](list)
    for number, (id_, label, *rank) in enumerate(rows):
        label = label.strip()  # the program reports the spaces around it
        found[id_] += [(int(rank[0]) if rank else number, label)] if label else []
    for ranked in found.values():
        if len({place for place, _ in ranked}) < len(ranked):
            raise _OddError
    return {id_: [label for _, label in sorted(ranked)] for id_, ranked in found.items()}


def _json(name: str, text: str) -> Lists:
    def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise _OddError
        return dict(pairs)

    lines = text.split("\n") if name == "JSON lines" else [text]
    values = [json.loads(line, object_pairs_hook=unique) for line in lines if line.strip()]
    if name == "JSON by id":
        return {id_: _texts(value) for id_, value in values[0].items()}
    rows = values if name == "JSON lines" else values[0]
    if any(set(row) != {"id", "labels"} for row in rows) or len({row["id"] for row in rows}) < len(rows):
        raise _OddError
    return {row["id"]: _texts(row["labels"]) for row in rows}


def _texts(value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(label, str) and label for label in value):
        raise _OddError
    return value


def _parquet(content: bytes) -> Lists:
    frame = pd.read_parquet(io.BytesIO(content))
    if list(frame.columns) != ["id", "label"] or frame["id"].duplicated().any():
        raise _OddError
    cells = [cell.split(" ") if isinstance(cell, str) else list(cell) for cell in frame["label"]]
    return {id_: [label for label in cell if label] for id_, cell in zip(frame["id"], cells, strict=True)}
