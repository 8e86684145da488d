"""Whether the program reads an odd pair as it was meant."""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from fuzz.odd.pair import OddPair

import inspector
from inspector import InputError

RIGHT, ASKED, WRONG = "right", "asked", "wrong"


@dataclass(frozen=True)
class Outcome:
    """What became of a pair; part: what is read wrongly, or the question; said: the problems that are reported."""

    kind: str
    part: str = ""
    detail: str = ""
    said: tuple[str, ...] = ()


def outcome(pair: OddPair) -> Outcome:
    """Write the files, open them, and compare ids, true labels (with their grades) and predictions."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in pair.files:
            Path(folder, name).write_bytes(content)
        try:
            opened = inspector.open_pair(*(Path(folder, name) for name, _ in pair.files), metric="map@5")
        except InputError as error:
            what = re.sub(r"'[^']*'|[\d,]+", "…", error.what)
            return Outcome(ASKED, what, str(error).replace(folder, ""))
        except Exception as error:  # a traceback is never right
            return Outcome(WRONG, f"traceback: {type(error).__name__}", str(error))
    return _compared(pair, opened)


def _compared(pair: OddPair, opened: inspector.Inspection) -> Outcome:
    contents, table, evaluation = pair.contents, opened.evaluation.table, opened.evaluation
    said = tuple(problem.kind for problem in opened.problems)
    rows = {table.id(row): row for row in range(len(table))}
    of = {id_: next((text for text in _texts(contents.keys.get(id_, (id_,)), rows)), None) for id_ in contents.truth}
    if None in of.values() and len(pair.files) == 1 and len(rows) == len(of):
        of = dict(zip(of, rows, strict=True))  # one file: any unique column names its rows, which are the same
    if None in of.values() or len({*of.values()}) != len(rows):
        return Outcome(WRONG, "ids", f"{[*rows][:3]} for {[*contents.truth][:3]}", said)
    for id_, right in contents.truth.items():
        row = rows[str(of[id_])]
        weights, labels = table.truth.weights_of(row), evaluation.truth(row)
        grades = dict(zip(labels, [1.0] * len(labels) if weights is None else weights.tolist(), strict=True))
        grades = {label: grade for label, grade in grades.items() if grade > 0}
        meant = {label: float(contents.grades.get(id_, {}).get(label, 1)) for label in right}
        if {*grades} != {*meant}:
            return Outcome(WRONG, "truth", f"{id_}: {sorted(grades)[:6]} for {sorted(meant)[:6]}", said)
        if grades != meant:
            return Outcome(WRONG, "grades", f"{id_}: {grades} for {meant}", said)
        predicted, wanted = evaluation.labels(row), contents.predictions.get(id_, [])
        if predicted != wanted:
            return Outcome(WRONG, "predictions", f"{id_}: {predicted[:6]} for {wanted[:6]}", said)
    return Outcome(RIGHT, said=said)


def _texts(parts: tuple[str, ...], rows: dict[str, int]) -> list[str]:
    """The ids that consist of these parts, however they are joined."""
    if len(parts) == 1:
        return [parts[0]] if parts[0] in rows else []
    patterns = [r"(\W{0,3}|_)".join(map(re.escape, order)) for order in permutations(parts)]
    return [text for text in rows if any(re.fullmatch(pattern, text) for pattern in patterns)]
