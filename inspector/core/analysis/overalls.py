"""The overall under all metrics at once: an edit that gains under one metric may lose under another."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from inspector.core.analysis.trec_eval import trec_eval
from inspector.core.data.numbers import FROM_0_TO_1, Limits
from inspector.core.errors import InputError
from inspector.core.evaluation.batches import batch_of
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.fit.fitted import fitted
from inspector.core.evaluation.fit.yes_or_no import meant_of_numbers
from inspector.core.metrics import Metric, families_of, open_scores
from inspector.core.task import Progress, Task


@dataclass(frozen=True)
class Overall:
    """The overall under a metric, with edits and as loaded; NaN when no row is scored.

    measure: what trec_eval calls the metric, for its usual measures of qrels and a run, else empty.
    """

    metric: Metric
    now: float
    base: float
    measure: str = ""


def overalls(evaluation: Evaluation, k: int | None) -> Task[list[Overall]]:
    """A task that scores all applicable metrics, the current one first, the others cut at k.

    Further metrics that the user chose come next, then, for qrels and a run, trec_eval's usual measures.
    """
    usual = trec_eval(evaluation)
    names = {} if usual is None else {metric: name for name, metric in usual.metrics.items()}
    current = evaluation.metric
    found = [Overall(current, evaluation.scores.known_overall, evaluation.base.overall, names.get(current, ""))]
    chosen = evaluation.further.metrics
    others = [metric for metric in dict.fromkeys([*chosen, *names, *_others(evaluation, k)]) if metric != current]
    for number, metric in enumerate(others):
        yield Progress(number / len(others), f"Scoring {metric}")
        try:
            found.append(replace(_scored(evaluation, metric), measure=names.get(metric, "")))
        except InputError:
            continue  # does not apply to these files
    return found


def _scored(evaluation: Evaluation, metric: Metric) -> Overall:
    known = evaluation.further.by_metric.get(str(metric))
    if known is not None and not known.tells_losses:  # a host's metric, which is asked elsewhere
        return Overall(metric, known.overall, math.nan)
    base = open_scores(metric, batch_of(evaluation.table)).overall
    if not len(evaluation.overlay):
        return Overall(metric, base, base)
    return Overall(metric, open_scores(metric, evaluation.batch(evaluation.all_rows)).overall, base)


def _others(evaluation: Evaluation, k: int | None) -> Iterator[Metric]:
    """The default metric of each applicable family, cut at k if it usually is, with each value of `average`.

    Sets have the threshold of the current metric; of columns of probabilities not all labels are predicted. A loss of
    probabilities applies where all numbers are such.
    """
    are_probabilities = not _are_beyond(evaluation, FROM_0_TO_1)
    threshold = getattr(evaluation.metric, "threshold", None)
    for family in families_of(evaluation.table.kind).values():
        if family.needs_confidence and evaluation.table.predictions.weights is None:
            continue
        if family.limits is not None and family.limits.high == 1 and not are_probabilities:
            continue
        plain = family(k=k if family.takes_k and family.usually_cut else None)
        if meant_of_numbers(plain, evaluation.pair):
            continue
        if "threshold" in family.parameters():
            plain = plain.replace(threshold=threshold)
        if "threshold" in family.parameters() or plain.counts_all_without_k:
            plain = fitted(plain, evaluation.pair)
        averages = plain.choices()["average"].values if "average" in plain.choices() else ()
        yield from [plain.replace(average=average) for average in averages] or [plain]


def _are_beyond(evaluation: Evaluation, limits: Limits) -> bool:
    """Whether any number of the files, true or predicted, is outside of limits; labels are not."""
    table = evaluation.table
    if table.kind.names_labels:
        return False
    sides = (side.weights for side in (table.truth, table.predictions))
    return any(weights is not None and bool(limits.are_beyond(weights).any()) for weights in sides)
