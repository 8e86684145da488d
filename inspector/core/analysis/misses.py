"""What a row predicts in vain: its wrong first guess, and everything wrong that stands before its first hit."""

from __future__ import annotations

import numpy as np

from inspector.core.metrics import Batch
from inspector.core.metrics.hits import members
from inspector.core.ragged import Ragged


def wrong_top(batch: Batch) -> Ragged:
    """n lists: the label at rank 1 where it is wrong. A confidence without a label is no label."""
    predictions = batch.predictions
    first = np.zeros(len(predictions.codes), bool)
    first[predictions.offsets[:-1][predictions.lengths > 0]] = True
    top = Ragged(predictions.offsets, predictions.codes).keep(first)
    return top.keep(~members(batch.truth, top) & (top.codes >= 0))


def wrong_before(batch: Batch) -> Ragged:
    """n lists: the wrong labels before the first hit, each once; all that is predicted where nothing hits."""
    predictions, hits = batch.predictions, batch.hits
    ends = predictions.offsets[1:].copy()
    opening = hits.nth == 1
    ends[hits.row[opening]] = hits.place[opening]
    # +1 where a row's part begins and -1 where it ends: the running sum is 1 inside.
    steps = np.zeros(len(predictions.codes) + 1, np.int8)
    np.add.at(steps, predictions.offsets[:-1], np.int8(1))
    np.add.at(steps, ends, np.int8(-1))
    before = np.cumsum(steps[:-1], dtype=np.int8).astype(bool) & (predictions.codes >= 0)
    lists = Ragged(predictions.offsets, predictions.codes).keep(before)
    return lists.keep(~lists.repeats())
