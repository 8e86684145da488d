"""The outcomes of predictions, for table cells: of each label, and as hit strips, painted many rows at a time.

Both are much cheaper than the explanation of a row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from inspector.core.arrays.types import Ints
from inspector.core.data.prediction import Prediction
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Batch
from inspector.core.metrics.sets import SetMetric
from inspector.core.metrics.strip import Frame, Strips

# From this probability on, two decimals tell it, and from the next they would round it to 1.
_TELLING, _NEARLY, _MOST = 0.01, 0.995, 0.9999


class LabelMark(NamedTuple):
    """A predicted label. hit: earns credit; repeat: occurred earlier in the row; beyond: beyond the cut-off, or not
    read by the metric; unknown: unknown to both files because the user typed it; share: its probability where the
    metric scores those of classes, else empty.
    """

    text: str
    hit: bool
    repeat: bool
    beyond: bool
    unknown: bool
    share: str = ""


def marks(evaluation: Evaluation, row: int, most: int, draft: Prediction | None = None) -> Iterator[LabelMark]:
    """The first `most` predicted labels of a row with their outcome; lazy, because few may fit a cell.

    Numbers have no outcome; several are named. draft: another prediction of the row.
    """
    if not evaluation.table.kind.names_labels:
        numbers = _numbers(evaluation, evaluation.prediction(row) if draft is None else draft)
        yield from (LabelMark(text, False, False, False, False) for text in numbers[:most])
        return
    vocab, truth, k = evaluation.table.vocab, evaluation.relevant(row), evaluation.metric.k
    moves_up = "repeats" in evaluation.metric.choices() and evaluation.metric.value("repeats") == "move-up"
    batch = None if draft is None else evaluation.batch_with(row, draft)
    now = evaluation.overlay.find(row, evaluation.table)
    found, weights = now if batch is None else (batch.predictions.codes, batch.predictions.weights)
    codes, order = found.tolist(), _read_order(evaluation, row, batch)
    outcomes, seen, rank = dict[int, tuple[bool, bool]](), set[int](), 0
    for index in range(min(most, len(codes))) if order is None else order:
        repeat = codes[index] in seen
        seen.add(codes[index])
        rank += not (repeat and moves_up)
        outcomes[index] = repeat, k is not None and rank > k
    shares = weights if evaluation.metric.scores_class_probabilities else None
    for index, code in enumerate(codes[:most]):
        repeat, beyond = outcomes.get(index, (False, True))
        share = "" if shares is None else short_share(shares[index])
        text = vocab.text(code) if draft is None else draft.labels[index]
        yield LabelMark(text, code in truth and not repeat, repeat, beyond, vocab.is_unknown(code), share)


def strips(evaluation: Evaluation, rows: Ints, cells: int) -> Strips:
    """The codes of `metrics.strip` for some rows, uint8 (r, c); c is the same for all rows of the table.

    cells: how many cells of full width there is room for. More of them than that are narrow.
    """
    table = evaluation.table
    frame = Frame.of(table.truth, (table.predictions, evaluation.overlay.predictions), cells)
    if not table.kind.names_labels:
        frame = replace(frame, far=table.far_off_by_logs if evaluation.metric.by_logs else table.far_off)
    return evaluation.scores.strips(rows, evaluation.batch(rows), frame)


def named_losses(evaluation: Evaluation, rows: Ints | None = None) -> list[tuple[str, float]]:
    """What some rows, None for all, lose of the overall, by why; of a set nothing by its order, as it has none."""
    losses, metric = evaluation.total_losses(rows), evaluation.metric
    by_order, by_choice = zip(metric.loss_names, (losses.ordering, losses.candidates), strict=True)
    is_set = isinstance(metric, SetMetric) and metric.counts_all
    return [by_choice] if is_set else [by_order, by_choice]


def short_share(value: float | np.float64) -> str:
    """A probability in a few digits, such as `0.35` and `0.0002`; `1.00` is certain, `0.9999` is all that is nearly."""
    if value < _TELLING:
        return f"{value:.1g}"
    return f"{min(value, _MOST):.4f}" if _NEARLY <= value < 1 else f"{value:.2f}"


def _numbers(evaluation: Evaluation, prediction: Prediction) -> list[str]:
    """The numbers of a prediction."""
    write = evaluation.pair.submission.grammar.write
    values = [write(Prediction((), (value,))) for value in prediction.confidence or ()]
    named = zip(prediction.labels, values, strict=True)
    return values if len(values) == 1 else [f"{name} {value}" for name, value in named]


def _read_order(evaluation: Evaluation, row: int, batch: Batch | None) -> list[int] | None:
    """The predicted labels of a row that count, by index and in the metric's order; None for all as they stand.

    batch: of the row, with another prediction; None for the current one.
    """
    if evaluation.table.predictions.weights is None:
        return None
    origin = evaluation.metric.read(evaluation.batch(np.array([row])) if batch is None else batch).origin
    return None if origin is None else origin.tolist()
