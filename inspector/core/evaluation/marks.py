"""What became of each predicted label, at a glance: for a cell, where the whole arithmetic would be too much."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from inspector.core.evaluation.evaluation import Evaluation


class LabelMark(NamedTuple):
    """A predicted label: hit: it earns credit; repeat: it stood earlier in the row; beyond: behind the cut-off;
    strange: it was only typed, neither file has it.
    """

    text: str
    hit: bool
    repeat: bool
    beyond: bool
    strange: bool


def marks(evaluation: Evaluation, row: int, most: int) -> Iterator[LabelMark]:
    """The first `most` predicted labels of a row with what became of them, one by one: few of many may fit a cell."""
    vocab, truth, k = evaluation.table.vocab, set(evaluation.table.truth[row].tolist()), evaluation.metric.k
    moves_up = "repeats" in evaluation.metric.choices() and evaluation.metric.value("repeats") == "move-up"
    seen: set[int] = set()
    rank = 0
    for code in evaluation.codes(row)[:most].tolist():
        repeat = code in seen
        seen.add(code)
        rank += not (repeat and moves_up)
        beyond = k is not None and rank > k
        yield LabelMark(vocab.text(code), code in truth and not repeat, repeat, beyond, vocab.is_unknown(code))
