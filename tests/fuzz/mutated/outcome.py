"""What happens to one pair: opened, compared with another reader, edited, saved and opened anew."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fuzz.mutated.drawn import Drawn
from fuzz.mutated.oracle import lists_of

import inspector
from inspector import InputError
from inspector.core.document.save import options_now

OPENED, REFUSED = "opened", "refused"
OTHER, SLOW, LARGE, MISREAD = "other exception", "slow", "large", "read otherwise than by another reader"
WRONG, LOST, LATE = "wrong after saving", "cannot be opened again", "refused only at saving"
UNREADABLE = "read otherwise"
FINE = (OPENED, REFUSED)
# Limits of one pair: seconds of the processor for all that is done with it, bytes of unpacked content that may take
# another second, and bytes of memory.
SOON, A_SECOND, MUCH = 5.0, 500_000, 2 << 30
_HOSTILE = ["a b", "a,b", "a\nb", '"', "'", "[", "", " ", "\ufeff", "\u2028", "été", "=1", "1e5", "NaN", "x" * 300]


@dataclass(frozen=True)
class Outcome:
    """A kind, and what exactly was found.

    compared: whether another reader could read the submission; edits: how many were accepted; told: whether saving told
    that the file needs further options, or will be read otherwise.
    """

    kind: str
    detail: str = ""
    compared: bool = False
    edits: int = 0
    told: bool = False


def outcome(pair: Drawn, folder: Path) -> Outcome:
    """Write the files of a pair, use them, and judge what happens."""
    (folder / pair.truth_name).write_bytes(pair.truth)
    (folder / pair.name).write_bytes(pair.submission)
    started = time.process_time()  # what else the machine does is not judged
    try:
        found = _used(pair, folder)
    except Exception as error:  # any other is a finding
        at = error.__traceback__
        while at is not None and at.tb_next is not None:
            at = at.tb_next
        place = f"{Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}" if at else ""
        return Outcome(OTHER, f"{type(error).__name__} at {place}: {str(error)[:200]}")
    allowed = SOON + len(pair.content or b"") / A_SECOND
    if (seconds := time.process_time() - started) > allowed and found.kind in FINE:
        return Outcome(SLOW, f"{seconds:.1f} s")
    return found


def _used(pair: Drawn, folder: Path) -> Outcome:
    try:
        inspection = inspector.open_pair(folder / pair.truth_name, folder / pair.name, "map@5", **pair.told)
    except InputError as error:
        said = str(error)
        return (
            Outcome(OTHER, f"a long message: {said[:200]!r}") if len(said) > 2000 or "\n" in said else Outcome(REFUSED)
        )
    if (different := _misread(pair, inspection)) is not None and different:
        return Outcome(MISREAD, different)
    inspection.save(folder / f"same-{pair.name}")
    if (folder / f"same-{pair.name}").read_bytes() != pair.submission:
        return Outcome(WRONG, "an unedited save is not identical")
    edits = _edit(pair, inspection)
    again = folder / f"again-{pair.name}"
    try:
        remark = inspection.save(again)
    except InputError as error:
        return Outcome(LATE, str(error)[:300])
    try:
        needed = options_now(inspection.evaluation.pair, inspection.saved).as_dict
        fresh = inspector.open_pair(folder / pair.truth_name, again, "map@5", **needed)
    except InputError as error:
        return Outcome(OPENED, "", False, edits, True) if UNREADABLE in remark else Outcome(LOST, str(error)[:300])
    if (wrong := difference(inspection, fresh)) and UNREADABLE not in remark:
        return Outcome(WRONG, wrong)
    return Outcome(OPENED, "", different is not None, edits, bool(remark))


def _edit(pair: Drawn, inspection: inspector.Inspection) -> int:
    """Edit a few rows; how many edits were accepted."""
    chance, table, accepted = pair.chance, inspection.evaluation.table, 0
    for _ in range(chance.randint(1, 4)):
        labels = chance.choices(pair.form.labels, k=chance.randint(0, 3))
        labels += [chance.choice(_HOSTILE)] if chance.random() < 0.2 else []
        try:
            inspection.edit(table.id(chance.randrange(len(table))), labels)
            accepted += 1
        except InputError:
            continue
    if chance.random() < 0.1:
        accepted += _emptied(inspection)
    return accepted


def _emptied(inspection: inspector.Inspection) -> int:
    """Clear every row, as far as the file can hold that."""
    accepted, table = 0, inspection.evaluation.table
    for row in range(len(table)):
        try:
            inspection.edit(table.id(row), [])
            accepted += 1
        except InputError:
            continue
    return accepted


def difference(old: inspector.Inspection, fresh: inspector.Inspection) -> str:
    """How two inspections of one submission differ: ids, labels, confidences, texts or the overall; "" if not."""
    one, other = old.evaluation, fresh.evaluation
    for row in range(len(one.table)):
        id_ = one.table.id(row)
        if row >= len(other.table) or other.table.id(row) != id_:
            return f"row {row} has another id than {id_!r}"
        if repr(one.prediction(row)) != repr(other.prediction(row)) and (one.labels(row) or other.labels(row)):
            return f"{id_!r}: {other.prediction(row)} instead of {one.prediction(row)}"[:300]
    same = math.isclose(one.scores.overall, other.scores.overall, rel_tol=1e-9, abs_tol=1e-12)
    if not same and not (math.isnan(one.scores.overall) and math.isnan(other.scores.overall)):
        return f"overall {other.scores.overall} instead of {one.scores.overall}"
    return ""


def _misread(pair: Drawn, inspection: inspector.Inspection) -> str | None:
    """How the submission is read otherwise than by another reader; None where that one cannot read it."""
    if not pair.told and not pair.name.startswith("s.json"):
        return None  # guessing is judged by odd_pairs.py
    expected = None if pair.content is None else lists_of(pair.form.name, pair.content)
    if expected is None:
        return None
    evaluation = inspection.evaluation
    for row in range(len(evaluation.table)):
        id_ = evaluation.table.id(row)
        labels: list[Any] = [*evaluation.labels(row)]
        if labels != expected.get(id_, []):
            return f"{id_!r}: {labels} instead of {expected.get(id_, [])}"[:300]
    return ""
