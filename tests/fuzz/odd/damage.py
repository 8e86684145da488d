"""One damaged line in a file: it is refused, or at most its own row is read otherwise."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from fuzz.odd.pair import OddPair
from fuzz.odd.reading import ASKED, RIGHT, WRONG, Outcome

import inspector
from inspector import InputError

# What is read of each id: its true labels and its predictions.
Read = dict[str, tuple[list[str], list[str]]]

_FIRST_CELL = r"^([^,\t;|]*[,\t;|])(.*)$"
_LAST_NUMBER = r"\d*\.\d+(?=\D*$)"
DAMAGES: dict[str, Callable[[str], str]] = {
    "no number": lambda line: re.sub(rf".{_LAST_NUMBER}", "", line, count=1),
    "a word for a number": lambda line: re.sub(_LAST_NUMBER, "none", line, count=1),
    "a whole number": lambda line: re.sub(_LAST_NUMBER, "1", line, count=1),
    "an exponent": lambda line: re.sub(_LAST_NUMBER, "5e-05", line, count=1),
    "nothing": lambda line: re.sub(_FIRST_CELL, r"\1", line),
    "nan": lambda line: re.sub(_FIRST_CELL, r"\1nan", line),
    "None": lambda line: re.sub(_FIRST_CELL, r"\1None", line),
    "cut": lambda line: line[: 2 * len(line) // 3],
    "cut early": lambda line: line[: len(line) // 3],
    "blanks around": lambda line: f" {line} ",
    "another field": lambda line: f"{line},1",
    "twice": lambda line: f"{line}\n{line}",
    "a blank line": lambda line: f"{line}\n",
    "a line of signs": lambda line: f"{line}\n#####",
    "another id": lambda line: f"zz{line}",
    "an id in upper case": lambda line: line[:6].upper() + line[6:],
    "a stray quote": lambda line: f'{line}"',
    "a quote inside": lambda line: f'{line[:-2]}"{line[-2:]}',
    "another separator": lambda line: re.sub(r"(?<=\w)[ ;|](?=\w)", "/", line, count=1),
    "a repeated separator": lambda line: re.sub(r"([ ;|])", r"\1\1", line, count=1),
    "a separator at the end": lambda line: line + next((sign for sign in "|; " if sign in line), " "),
}


def damage_outcome(pair: OddPair, rng: Random) -> Outcome:
    """Damage one line of one file of a pair that is read rightly, and compare what is read of every id."""
    name, content = rng.choice([(name, content) for name, content in pair.files if "json" not in name] or [("", b"")])
    lines, kind = content.decode().split("\n"), rng.choice([*DAMAGES])
    if len(lines) < 4 or (pair.contents.forms[0] == "groups" and name.startswith("truth")):
        return Outcome(RIGHT)  # the rows of a group are labels of each other
    at = rng.randint(2, len(lines) - 2)
    ending = "\r" if lines[at].endswith("\r") else ""
    lines[at] = DAMAGES[kind](lines[at].removesuffix("\r")) + ending
    files = tuple((one, "\n".join(lines).encode() if one == name else old) for one, old in pair.files)
    before = _read(pair)
    try:
        after = _read(replace(pair, files=files))
    except InputError as error:
        return Outcome(ASKED, kind, str(error))
    except Exception as error:  # a traceback is never right
        return Outcome(WRONG, f"traceback: {type(error).__name__}", str(error))
    changed = [id_ for id_ in before if before[id_] != after.get(id_)]
    if len(changed) <= 1:
        return Outcome(RIGHT)
    shown = [f"{id_}: {after.get(id_)} for {before.get(id_)}" for id_ in changed[:2]]
    return Outcome(WRONG, f"{kind} in {name.split('.')[0]}", f"{len(changed)} rows: {'; '.join(shown)}")


def _read(pair: OddPair) -> Read:
    """What is read of each id."""
    with tempfile.TemporaryDirectory() as folder:
        for name, content in pair.files:
            Path(folder, name).write_bytes(content)
        opened = inspector.open_pair(*(Path(folder, name) for name, _ in pair.files), metric="map@5")
        table, evaluation = opened.evaluation.table, opened.evaluation
        return {table.id(row): (sorted(evaluation.truth(row)), evaluation.labels(row)) for row in range(len(table))}
