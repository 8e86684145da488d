"""What a row predicts in vain: its wrong first guess, and everything wrong that stands before its first hit."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.blocks import Block, in_blocks
from inspector.core.arrays.ragged import Ragged, repeated
from inspector.core.arrays.types import Bools
from inspector.core.metrics import Batch
from inspector.core.metrics.hits import block_members, members


def wrong_top(batch: Batch) -> Ragged:
    """n lists: the label at rank 1 where it is wrong. A confidence without a label is no label."""
    first, _ = batch.predictions.heads()
    top = Ragged(np.arange(len(first) + 1), first)
    return top.keep(~members(batch.truth, top) & (first >= 0))


def wrong_before(batch: Batch) -> Ragged:
    """n lists: the wrong labels before the first hit, each once; all that is predicted where nothing hits."""
    before = in_blocks(batch.predictions, lambda block: _in_vain(batch.truth, block))
    lists = batch.predictions.keep(before)
    return Ragged(lists.offsets, lists.codes)


def _in_vain(truth: Ragged, block: Block) -> Bools:
    """bool, of the block's shape: true for each label that no hit stands before, at its first place in the row."""
    reached = block_members(truth, block)
    np.logical_or.accumulate(reached, axis=1, out=reached)
    return ~(reached | repeated(block.codes)) & (block.codes >= 0)
