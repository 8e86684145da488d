"""Which column of a file holds the ids and which the labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrow import integers, whole
from inspector.core.errors import InputError, shorten
from inspector.core.files.delimited import Sheet

_SAMPLE = 1000


@dataclass(frozen=True)
class Options:
    """What the user says about the files; None is guessed. Columns go by the names in the header."""

    id_column: str | None = None
    truth_column: str | None = None
    submission_column: str | None = None
    confidence_column: str | None = None
    separator: str | None = None


@dataclass(frozen=True)
class Layout:
    """Places in the headers: the id and the label column of the truth and of the submission, and the latter's
    confidence column where it has one of its own.
    """

    truth_id: int
    truth_label: int
    submission_id: int
    submission_label: int
    confidence: int | None = None


def by_name(truth: Sheet, submission: Sheet, options: Options) -> Layout:
    """The layout that the headers suggest: ids in the first column that both name, or in each file's first."""
    if options.id_column is not None:
        ids = _find(truth, options.id_column), _find(submission, options.id_column)
    else:
        ids = _shared_name(truth, submission)
    return _with_labels(truth, submission, ids, options)


def by_content(truth: Sheet, submission: Sheet, options: Options) -> Layout:
    """The layout in which the most ids of a sample of the truth occur in the submission."""
    # Ids are distinct; labels, which both files share too, mostly are not.
    pairs = [(t, s) for t in _distinct(truth) for s in _distinct(submission)] or [(0, 0)]
    return _with_labels(
        truth, submission, max(pairs, key=lambda pair: _shared_values(truth, submission, *pair)), options
    )


def _shared_name(truth: Sheet, submission: Sheet) -> tuple[int, int]:
    names = [_plain(name) for name in submission.names]
    own = [_plain(name) for name in truth.names]
    return next(((t, names.index(name)) for t, name in enumerate(own) if name in names and not _is_index(name)), (0, 0))


def _distinct(sheet: Sheet) -> list[int]:
    """The columns in which no text stands twice."""
    return [i for i, column in enumerate(sheet.columns) if pc.count_distinct(column).as_py() == len(column)]


def _shared_values(truth: Sheet, submission: Sheet, t: int, s: int) -> int:
    sample = truth.columns[t].take(integers(np.arange(0, len(truth), max(1, len(truth) // _SAMPLE))))
    return int(pc.sum(pc.is_in(sample, value_set=whole(submission.columns[s]))).as_py() or 0)


def _with_labels(truth: Sheet, submission: Sheet, ids: tuple[int, int], options: Options) -> Layout:
    s = _label(
        submission,
        ids[1],
        options.submission_column,
        [truth.names[i] for i in range(len(truth.names)) if i != ids[0]],
    )
    t = _label(truth, ids[0], options.truth_column, [submission.names[s]])
    confidence = None if options.confidence_column is None else _find(submission, options.confidence_column)
    return Layout(ids[0], t, ids[1], s, confidence)


def _label(sheet: Sheet, id_column: int, named: str | None, alike: list[str]) -> int:
    """The label column: the one the user names, else one named as in the other file, else the first that is no id."""
    if named is not None:
        return _find(sheet, named)
    rest = [i for i, name in enumerate(sheet.names) if i != id_column and not _is_index(_plain(name))]
    rest = rest or [i for i in range(len(sheet.names)) if i != id_column]
    wanted = [_plain(name) for name in alike]
    return next((i for i in rest if _plain(sheet.names[i]) in wanted), rest[0])


def _find(sheet: Sheet, name: str) -> int:
    names = list(sheet.names) if name in sheet.names else [_plain(n) for n in sheet.names]
    wanted = name if name in sheet.names else _plain(name)
    if wanted not in names:
        raise InputError(
            f"there is no column {shorten(name)}",
            sheet.name,
            1,
            expected="one of " + ", ".join(map(shorten, sheet.names)),
        )
    return names.index(wanted)


def _plain(name: str) -> str:
    return name.strip().casefold()


def _is_index(plain: str) -> bool:
    return plain in ("", "index", "level_0") or plain.startswith("unnamed:")
