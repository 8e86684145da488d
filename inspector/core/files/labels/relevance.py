"""Split the judged labels of a truth into those that are relevant and those that are not."""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.ragged import Ragged


def split_by_relevance(labels: Ragged) -> tuple[Ragged, Ragged | None]:
    """The relevant labels with their grades, and all judged ones, each label of a row once.

    Above 0, a relevance is a grade; 0 marks a label that was judged and is not relevant, below 0 one that was not
    judged, as in trec_eval. No grades where all are 1; no judged labels where all of them are relevant.
    """
    relevance = labels.weights
    if relevance is None:
        repeats = labels.repeats()
        return labels.keep(~repeats) if repeats.any() else labels, None
    relevant = labels.keep(relevance > 0)
    relevant = relevant.keep(~relevant.repeats())
    if np.all(relevant.weights == 1):
        relevant = Ragged(relevant.offsets, relevant.codes)
    judged = labels.keep(relevance >= 0)
    judged = Ragged(judged.offsets, judged.codes).keep(~judged.repeats())
    return relevant, judged if len(judged.codes) > len(relevant.codes) else None
