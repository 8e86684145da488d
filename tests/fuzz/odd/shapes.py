"""Writing lists of labels by id in each shape: columns of a table, TREC lines, or JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from fuzz.odd.styles import STYLES

Lists = dict[str, list[str]]
Keys = dict[str, tuple[str, ...]]


@dataclass(frozen=True)
class Column:
    """A column of a table; used: whether it belongs to the reading, so that its place may matter."""

    name: str
    cells: list[str]
    used: bool = True


@dataclass(frozen=True)
class Names:
    """The header of the used columns; slot: the beginning of the names of rank columns."""

    ids: tuple[str, ...]
    labels: str
    rank: str = "rank"
    score: str = "score"
    relevance: str = "relevance"
    slot: str = "pred_"


def listed(lists: Lists, keys: Keys, names: Names, style: str) -> list[Column]:
    """One row an id, its labels in one cell."""
    return [*_ids(keys, names, lists), Column(names.labels, [STYLES[style](labels) for labels in lists.values()])]


def with_confidence(rng: Random, lists: Lists, keys: Keys, names: Names) -> list[Column]:
    """One label an id, and its confidence in a column of its own."""
    confidence = [repr(rng.uniform(0.05, 1)) if labels else "" for labels in lists.values()]
    return [*listed(lists, keys, names, "bars"), Column(names.score, confidence)]


def in_turn(rng: Random, lists: Lists, keys: Keys, names: Names, sign: str = " ") -> list[Column]:
    """Labels and confidences in turn, separated by spaces, or each with its confidence behind a sign."""
    turns = {
        id_: [f"{label}{sign}{value:.4f}" for label, value in zip(labels, falling(rng, len(labels)), strict=True)]
        for id_, labels in lists.items()
    }
    return listed(turns, keys, names, "spaces")


def long(rng: Random, lists: Lists, keys: Keys, names: Names, ranked: bool, scored: bool) -> list[Column]:
    """One row a label, in their order unless a rank or score tells it."""
    rows = []
    for id_, labels in lists.items():
        scores = falling(rng, len(labels))
        rows += [(id_, labels[i], str(i + 1), repr(scores[i])) for i in range(len(labels))]
    if (ranked or scored) and rng.random() < 0.5:
        rng.shuffle(rows)
    ids, labels, ranks, scores = ([row[i] for row in rows] for i in range(4))
    columns = [*_ids(keys, names, ids), Column(names.labels, labels)]
    columns += [Column(names.rank, ranks)] if ranked else []
    return columns + ([Column(names.score, scores)] if scored else [])


def judged(grades: dict[str, dict[str, int]], keys: Keys, names: Names) -> list[Column]:
    """One row a judged label, with its relevance."""
    rows = [(id_, label, str(grade)) for id_, found in grades.items() for label, grade in found.items()]
    columns = [*_ids(keys, names, [row[0] for row in rows]), Column(names.labels, [row[1] for row in rows])]
    return [*columns, Column(names.relevance, [row[2] for row in rows])]


def wide(
    lists: Lists, keys: Keys, names: Names, labels: Sequence[str], rng: Random | None = None, zero: str = "0"
) -> list[Column]:
    """One column a label, with 0 and 1, or with probabilities that fall along each list; zero: for all others."""
    cells: dict[str, list[str]] = {label: [] for label in labels}
    for found in lists.values():
        shares = dict.fromkeys(found, "1") if rng is None else dict(zip(found, _shares(rng, len(found)), strict=True))
        for label, column in cells.items():
            column.append(shares.get(label, zero))
    return [*_ids(keys, names, lists), *(Column(label, column) for label, column in cells.items())]


def slots(lists: Lists, keys: Keys, names: Names, first: int) -> list[Column]:
    """One column a rank."""
    most = max(map(len, lists.values()))
    cells = ([labels[i] if i < len(labels) else "" for labels in lists.values()] for i in range(most))
    return [*_ids(keys, names, lists), *(Column(f"{names.slot}{first + i}", c) for i, c in enumerate(cells))]


def table(columns: Sequence[Column], delimiter: str, header: bool, quoted: bool, line_end: str) -> bytes:
    """The columns as a text file."""
    text = io.StringIO()
    quoting = csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(text, delimiter=delimiter, quoting=quoting, lineterminator=line_end)
    writer.writerows([[column.name for column in columns]] if header else [])
    writer.writerows(zip(*(column.cells for column in columns), strict=True))
    return text.getvalue().encode()


def objects(columns: Sequence[Column], values: dict[str, list[object]], array: bool) -> bytes:
    """The columns as JSON, one object a row; values: those of columns that are not text."""
    rows = zip(*(values.get(column.name, column.cells) for column in columns), strict=True)
    found = [dict(zip((column.name for column in columns), row, strict=True)) for row in rows]
    text = json.dumps(found, indent=1) if array else "".join(f"{json.dumps(one)}\n" for one in found)
    return text.encode()


def qrels(grades: dict[str, dict[str, int]], second: str, between: str) -> bytes:
    """TREC judgements: the second field is anything."""
    lines = [(id_, second, label, str(grade)) for id_, found in grades.items() for label, grade in found.items()]
    return "".join(between.join(line) + "\n" for line in lines).encode()


def run(rng: Random, lists: Lists, between: str, tag: str) -> bytes:
    """A TREC run."""
    lines = []
    for id_, labels in lists.items():
        scores = falling(rng, len(labels))
        lines += [(id_, "Q0", labels[i], str(i + 1), f"{20 * scores[i]:.6f}", tag) for i in range(len(labels))]
    return "".join(between.join(line) + "\n" for line in lines).encode()


def falling(rng: Random, count: int) -> list[float]:
    """Different numbers from 0 to 1, the largest first."""
    steps = rng.sample(range(1, 10_000), count)
    return [step / 10_000 for step in sorted(steps, reverse=True)]


def _shares(rng: Random, count: int) -> list[str]:
    values = falling(rng, count)
    total = sum(values) if rng.random() < 0.5 else 1
    return [repr(value / total) for value in values]


def _ids(keys: Keys, names: Names, ids: Sequence[str] | Lists) -> list[Column]:
    """The id columns; the parts of an id are in `keys`."""
    parts = [keys.get(id_, (id_,)) for id_ in ids]
    return [Column(name, [part[i] for part in parts]) for i, name in enumerate(names.ids)]
