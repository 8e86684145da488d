"""The methods of blending: how many points a candidate gets from each submission."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from inspector.core.arrays.types import Floats
from inspector.core.ensemble.pool import Pool

# How far the first ranks are ahead of later ones; smaller is further.
_RRF_K = 60


@dataclass(frozen=True)
class Method:
    """A method. title, words: what it is called, and does; needs_confidences: whether every submission must have them;
    of_numbers: what it does with numbers, empty where it blends lists of labels alone.

    points(pool): float64 (s, u), what each candidate gets from each submission, before the weights of the submissions.
    """

    title: str
    words: str
    points: Callable[[Pool], Floats]
    needs_confidences: bool = False
    of_numbers: str = ""


def _votes(pool: Pool) -> Floats:
    """1 from each submission that lists the label."""
    return (pool.ranks > 0).astype(np.float64)


def _borda(pool: Pool) -> Floats:
    """c − rank + 1 of the c candidates of the row; those that a submission does not list share its remaining points.

    Source: J. Aslam, M. Montague: Models for Metasearch, SIGIR 2001.
    """
    row = pool.row_of_each()
    candidates = np.diff(pool.offsets)[row]
    listed = np.stack([np.bincount(row[ranks > 0], minlength=len(pool.longest))[row] for ranks in pool.ranks])
    shared: Floats = (candidates - listed + 1) / 2
    return np.where(pool.ranks > 0, candidates - pool.ranks + 1.0, shared)


def _reciprocal_ranks(pool: Pool) -> Floats:
    """1 ÷ (60 + rank) from each submission that lists the label.

    Source: G. Cormack, C. Clarke, S. Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank
    Learning Methods, SIGIR 2009.
    """
    return np.where(pool.ranks > 0, 1.0 / (_RRF_K + np.maximum(pool.ranks, 1)), 0.0)


METHODS: Mapping[str, Method] = {
    "votes": Method("Votes", "a vote from each submission that lists the label", _votes),
    "borda": Method("Borda", "points by rank: of n candidates n for the first, n − 1 for the second and so on", _borda),
    "rrf": Method("Reciprocal ranks", f"1 ÷ ({_RRF_K} + rank) from each submission", _reciprocal_ranks),
    "mean": Method(
        "Mean", "of the confidences", lambda pool: pool.confidences, needs_confidences=True, of_numbers="of the numbers"
    ),
}
