"""The repairs by name: each a patch of one file, proven to change that file as it says and nothing else.

Only those are offered that work: each is made, read again, and must solve its problem.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from inspector.core.errors import InputError, shorten
from inspector.core.files.checks import restructuring
from inspector.core.files.checks.proof import refuse_other_reading, refuse_other_text
from inspector.core.files.checks.respelling import corrected_ids, corrected_labels
from inspector.core.files.checks.spelling import SPELLINGS
from inspector.core.files.detection.align import align
from inspector.core.files.formats import columnar
from inspector.core.files.formats.detect import read_again
from inspector.core.files.formats.patch import Patch
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.io.temporary import temporary_file
from inspector.core.files.matching.alignment import Alignment, aligned
from inspector.core.files.options import Options
from inspector.core.files.problem import Fix, Problem
from inspector.core.task import Progress, Task

# Larger files are tried when the user asks for the repair: reading them again takes as long as opening them.
_MAX_RECORDS = 200_000

Finder: TypeAlias = Callable[[Alignment], Task[Sequence[Problem]]]


@dataclass(frozen=True, eq=False)
class Repair:
    """What a repair does. which: 0 if it changes how the truth is read, which is never written, 1 for the submission.

    labels: the new text of each label that it corrects; splits: whether it changes how cells are split into labels.
    """

    which: int
    changes: Patch
    labels: Mapping[str, str] = field(default_factory=dict)
    splits: bool = False


def repair(alignment: Alignment, name: str) -> Repair:
    """A repair by name. Raises InputError for one that is unknown or cannot be made in this file."""
    if name not in FIXES:
        raise InputError(f"unknown repair {shorten(name)}", expected=" | ".join(FIXES))
    made = FIXES[name](alignment)
    if not made.changes:
        file = alignment.sheets[made.which].name
        raise InputError(f"the repair {name} finds nothing to correct", file, hint="Leave this repair out")
    return made


def repaired(alignment: Alignment, name: str, options: Options) -> Alignment:
    """The alignment after a repair by name, read again as it would be written.

    Raises InputError unless exactly the cells that the repair names differ, and all predictions are read as before.
    """
    return with_repair(alignment, repair(alignment, name), options)


def with_repair(alignment: Alignment, made: Repair, options: Options) -> Alignment:
    """The alignment after a repair, as `repaired`."""
    sheet = rewritten(alignment, made)
    truth, submission = (sheet, alignment.submission) if made.which == 0 else (alignment.truth, sheet)
    if alignment.refused == "no-common-ids":
        # Without an id in common the labels were a guess.
        again = align(truth, submission, options)
        alignment = _read_as(alignment, again)
    elif made.changes.restructures or made.splits:
        again = align(truth, submission, options)
    else:
        again = aligned(truth, submission, alignment.layouts)
    refuse_other_reading(alignment, again, made.which, made.changes, made.labels)
    return again


def _read_as(alignment: Alignment, again: Alignment) -> Alignment:
    """The alignment with the layouts of another one, but with its own ids."""
    layouts = [replace(new, ids=old.ids) for old, new in zip(alignment.layouts, again.layouts, strict=True)]
    return aligned(*alignment.sheets, (layouts[0], layouts[1]))


def rewritten(alignment: Alignment, made: Repair) -> Sheet:
    """The repaired file, read again. Raises InputError if its format cannot hold the changes."""
    sheet = alignment.sheets[made.which]
    if alignment.submission is alignment.truth:
        raise InputError("a file with both truth and predictions cannot be repaired", sheet.name)
    expected = columnar.with_changes(sheet, made.changes)
    if sheet.source is None:
        return expected
    with temporary_file() as content:
        content.writelines(sheet.syntax.write(sheet, made.changes))
        content.flush()
        again = read_again(sheet, sheet.source.with_content(content), made.changes.delimiter)
    refuse_other_text(expected, again)
    return again


def _ids(spelling: str, which: int) -> Callable[[Alignment], Repair]:
    return lambda alignment: Repair(which, corrected_ids(alignment, spelling, which))


def _labels(spelling: str, which: int) -> Callable[[Alignment], Repair]:
    return lambda alignment: Repair(which, *corrected_labels(alignment, spelling, which))


def _submission(changes: Callable[[Alignment], Patch]) -> Callable[[Alignment], Repair]:
    return lambda alignment: Repair(1, changes(alignment))


_OF_IDS = [name for name, spelling in SPELLINGS.items() if spelling.of_ids]
FIXES: dict[str, Callable[[Alignment], Repair]] = {
    **{f"ids-{name}": _ids(name, 1) for name in _OF_IDS},
    **{f"labels-{name}": _labels(name, 1) for name in SPELLINGS},
    "fill-missing": _submission(restructuring.fill_missing),
    "drop-unknown": _submission(restructuring.drop_unknown),
    "keep-first": lambda alignment: Repair(1, restructuring.keep_first(alignment, 1)),
    "drop-index": _submission(restructuring.drop_index),
    "header": _submission(restructuring.header),
    "swap-columns": _submission(restructuring.swap_columns),
    "delimiter": _submission(restructuring.delimiter),
    "separator": lambda alignment: Repair(1, restructuring.separator(alignment), splits=True),
    "drop-empty": _submission(restructuring.drop_empty),
    "drop-leading": _submission(restructuring.drop_leading),
    "drop-bom": _submission(restructuring.drop_bom),
    **{f"truth-ids-{name}": _ids(name, 0) for name in _OF_IDS},
    **{f"truth-labels-{name}": _labels(name, 0) for name in SPELLINGS},
    "truth-keep-first": lambda alignment: Repair(0, restructuring.keep_first(alignment, 0)),
}


def with_offers(
    alignment: Alignment, problems: Iterable[Problem], options: Options, find: Finder, *, tries: bool | None = None
) -> Task[tuple[Problem, ...]]:
    """The problems, without the repairs that fail.

    find: finds the problems of a repaired pair; tries: whether repairs are tried, None for those of small files.
    """
    found = tuple(problems)
    if tries is False or (tries is None and max(map(len, alignment.sheets)) > _MAX_RECORDS):
        return found
    works = dict[Fix, bool]()
    for fix in dict.fromkeys(problem.fix for problem in found if problem.fix is not None):
        yield Progress(0.9, f"Trying the repair {fix.name}")
        works[fix] = yield from _solves(alignment, fix, found, options, find)
    return tuple(
        problem if problem.fix is None or works[problem.fix] else replace(problem, fix=None) for problem in found
    )


def unblocked(alignment: Alignment, fix: Fix | None, options: Options) -> Alignment | None:
    """The alignment after the repair of what prevents scoring, None if the repair fails."""
    if fix is None:
        return None
    try:
        again = repaired(alignment, fix.name, options)
    except InputError:
        return None
    return None if (again.refused, again.in_truth) == (alignment.refused, alignment.in_truth) else again


def _solves(alignment: Alignment, fix: Fix, before: Sequence[Problem], options: Options, find: Finder) -> Task[bool]:
    """Whether a repair can be made, and leaves of the problems that propose it only what it does not claim."""
    try:
        after = yield from find(repaired(alignment, fix.name, options))
    except InputError:
        return False
    left = {(problem.kind, problem.where): problem for problem in after}
    return all(
        _is_solved(problem, left.get((problem.kind, problem.where)), fix) for problem in before if problem.fix == fix
    )


def _is_solved(problem: Problem, left: Problem | None, fix: Fix) -> bool:
    count = 0 if left is None else left.count
    if fix.unit == "ids":
        return count == problem.count - fix.recovers
    return left is None or (left.fix is None or left.fix.name != fix.name)
