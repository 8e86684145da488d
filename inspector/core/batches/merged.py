"""The join of two files that are sorted by id, a block at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, flags
from inspector.core.errors import InputError


@dataclass
class Join:
    """The rows of the truth with what the submission predicts; `unknown`: how many ids only the submission has."""

    truth: Iterator[pa.RecordBatch]
    submission: Iterator[pa.RecordBatch]
    unknown: int = 0

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Columns id, truth, prediction and submitted. Raises InputError where ids are of two types."""
        truth, given = next(self.truth, None), next(self.submission, None)
        while truth is not None:
            if given is None:
                yield _joined(truth, truth.slice(0, 0))
                truth = next(self.truth, None)
                continue
            left, right = truth.column("id"), given.column("id")
            _refuse_two_types(left.type, right.type)
            limit = left[-1] if bool(pc.less(left[-1], right[-1]).as_py()) else right[-1]
            near, beside = _up_to(left, limit), _up_to(right, limit)
            joined = _joined(truth.slice(0, near), given.slice(0, beside))
            self.unknown += beside - int(flags(joined.column("submitted")).sum())
            if near:
                yield joined
            truth = truth.slice(near) if near < len(left) else next(self.truth, None)
            given = given.slice(beside) if beside < len(right) else next(self.submission, None)
        while given is not None:
            self.unknown += given.num_rows
            given = next(self.submission, None)


def _up_to(ids: pa.Array, limit: pa.Scalar) -> int:
    """How many ids are not above a limit."""
    return int(flags(pc.less_equal(ids, limit)).sum())


def _joined(truth: pa.RecordBatch, given: pa.RecordBatch) -> pa.RecordBatch:
    if given.num_rows:
        found = pc.index_in(truth.column("id"), value_set=given.column("id"))
        cells, submitted = given.column("cell").take(found), found.is_valid()
    else:
        cells, submitted = pa.nulls(truth.num_rows, pa.string()), booleans(np.zeros(truth.num_rows, bool))
    return pa.record_batch(
        {"id": truth.column("id"), "truth": truth.column("cell"), "prediction": cells, "submitted": submitted}
    )


def _refuse_two_types(truth: pa.DataType, given: pa.DataType) -> None:
    if truth != given:
        found = f"{truth} in the truth, {given} in the submission"
        raise InputError("the ids of both files are of different types", found=found, expected="the same type")
