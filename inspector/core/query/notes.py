"""Finds rows by their notes and tags."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pyarrow as pa

from inspector.core.arrays import arrow
from inspector.core.arrays.types import Bools

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation

TextTest: TypeAlias = Callable[[pa.StringArray], pa.BooleanArray]


def noted(evaluation: Evaluation) -> Bools:
    """bool (n,): the rows with a note."""
    return _rows(evaluation, evaluation.notes.texts)


def tagged(evaluation: Evaluation) -> Bools:
    """bool (n,): the rows with a tag."""
    return _rows(evaluation, (id_ for id_, note in evaluation.notes.by_id.items() if note.tags))


def with_note(evaluation: Evaluation, test: TextTest) -> Bools:
    """bool (n,): the rows whose note passes a test."""
    texts = evaluation.notes.texts
    passes = arrow.flags(test(arrow.texts([*texts.values()])))
    return _rows(evaluation, (id_ for id_, found in zip(texts, passes.tolist(), strict=True) if found))


def with_tag(evaluation: Evaluation, test: TextTest) -> Bools:
    """bool (n,): the rows with a tag that passes a test."""
    tags = [*evaluation.notes.tags]
    passes = arrow.flags(test(arrow.texts(tags)))
    wanted = {tag for tag, found in zip(tags, passes.tolist(), strict=True) if found}
    by_id = evaluation.notes.by_id if wanted else {}
    return _rows(evaluation, (id_ for id_, note in by_id.items() if not wanted.isdisjoint(note.tags)))


def _rows(evaluation: Evaluation, ids: Iterable[str]) -> Bools:
    """bool (n,): the rows with these ids; others may be those of another reading of the files."""
    mask = np.zeros(len(evaluation.table), bool)
    if named := [*ids]:
        rows = evaluation.table.rows_of(arrow.texts(named))
        mask[rows[rows >= 0]] = True
    return mask
