"""How far submissions agree, and rows whose truth looks wrong because they agree with each other and not with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Bools, Codes, Floats, Ints
from inspector.core.evaluation.evaluation import Evaluation

# From this share of all weights on, one rival label makes a row likely mislabelled; below it the row is ambiguous.
_MOSTLY = 0.5


@dataclass(frozen=True, eq=False)
class Suspects:
    """Rows that several submissions miss at rank 1, the most suspect first.

    rows: int64 (r,); rival: int32 (r,), the wrong label that most weight is for; votes: int64 (r,), the submissions
    with it in front; wrong: int64 (r,), those whose first label is not in the truth; score: float64 (r,), 0 to 1: the
    share of the weights that is wrong, times the share that is for the rival; likely: bool (r,), whether they agree on
    one rival, so that the row is likely mislabelled, and not only ambiguous; of: the number of submissions.
    """

    rows: Ints
    rival: Codes
    votes: Ints
    wrong: Ints
    score: Floats
    likely: Bools
    of: int

    @property
    def mislabelled(self) -> Ints:
        """int64: the indices of the entries that are likely mislabelled."""
        return np.flatnonzero(self.likely)

    @property
    def ambiguous(self) -> Ints:
        """int64: the indices of the entries on which the submissions disagree."""
        return np.flatnonzero(~self.likely)


def first_labels(submissions: Sequence[Evaluation]) -> Codes:
    """int32 (s, n): the first label of each row in each submission, -1 for none."""
    return np.stack([one.overlay.column(one.table, Ragged.first_codes) for one in submissions])


def pairwise_agreement(first: Codes) -> Floats:
    """float64 (s, s): the share of rows in which two submissions have the same first label, of the rows that both fill.

    Submissions that agree much add little to each other: their votes are hardly more than one. NaN without such rows.
    """
    filled = first >= 0
    both = (filled.astype(np.float64)) @ filled.T.astype(np.float64)
    same = np.array([[((a == b) & (a >= 0)).sum() for b in first] for a in first], np.float64)
    with np.errstate(invalid="ignore"):
        shares: Floats = same / both
    return shares


def find_suspects(submissions: Sequence[Evaluation], first: Codes, among: Bools | None = None) -> Suspects:
    """The suspect rows of submissions of one truth, of which each weighs as much as its overall.

    A row is suspect if at least two submissions, or the only one, have a first label that is wrong. first: their
    `first_labels`; among: bool (n,), the rows to look at, None for all.
    """
    shares = np.nan_to_num(np.array([one.scores.overall for one in submissions], np.float64)).clip(0)
    shares = shares / shares.sum() if shares.any() else np.full(len(submissions), 1 / len(submissions))
    least, wrong = min(2, len(submissions)), _wrong(submissions[0], first) & (True if among is None else among)
    rows = np.flatnonzero(wrong.sum(axis=0) >= least)
    rivals, votes, weight = _rivals(np.where(wrong[:, rows], first[:, rows], -1), shares)
    score = (shares @ wrong[:, rows]) * weight
    order = np.lexsort((rows, -score))
    likely = (weight > _MOSTLY) & (votes >= least)
    count = wrong[:, rows].sum(axis=0)
    return Suspects(
        rows[order], rivals[order], votes[order], count[order], score[order], likely[order], len(submissions)
    )


def if_truth_were(evaluation: Evaluation, rows: Ints, rivals: Codes) -> tuple[Floats, Floats]:
    """The overall if the truth of one row were its rival, and if the row were left out; float64 (r,) each.

    NaN where the overall is not the mean of the rows, so that one row does not tell.
    """
    scores = evaluation.scores
    if not scores.tells_gains:
        return np.full(len(rows), np.nan), np.full(len(rows), np.nan)
    batch = evaluation.batch(rows)
    other = replace(batch, truth=Ragged(np.arange(len(rows) + 1), rivals), judged=None)
    total, count = scores.overall * scores.counted, scores.counted
    now = np.nan_to_num(scores.row[rows])
    counts = ~np.isnan(scores.row[rows])
    then = total - now + np.nan_to_num(scores.metric.score(other))
    with np.errstate(invalid="ignore", divide="ignore"):
        return then / (count + ~counts), np.where(counts, (total - now) / (count - 1), scores.overall)


def _wrong(evaluation: Evaluation, first: Codes) -> Bools:
    """bool (s, n): where a submission has a first label that the truth of the row does not have."""
    truth = evaluation.table.truth
    owners = truth.owners()
    wrong = first >= 0
    for number, codes in enumerate(first):
        right = np.zeros(first.shape[1], bool)
        right[owners[truth.codes == codes[owners]]] = True
        wrong[number] &= ~right
    return wrong & (truth.lengths > 0)


def _rivals(rivals: Codes, shares: Floats) -> tuple[Codes, Ints, Floats]:
    """The label with most weight in each column, int32 (r,), with its votes and weight.

    rivals: int32 (s, r), -1 for none.
    """
    weight, votes = np.zeros(rivals.shape), np.zeros(rivals.shape, np.int64)
    for label, share in zip(rivals, shares, strict=True):
        same = (rivals == label) & (label >= 0)
        weight += same * share
        votes += same
    # Of equal weights, the label with more votes, then the one of the first submission.
    best = np.lexsort((-np.arange(len(rivals))[:, None] + 0 * votes, votes, weight), axis=0)[-1]
    at = best, np.arange(rivals.shape[1])
    return rivals[at], votes[at], weight[at]
