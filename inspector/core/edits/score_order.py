"""Scores that keep labels in the order given, for files that are ordered by score when they are read again.

Where the order of equal scores would not be the one given, the later score becomes the next lower number, as that of an
added rank does. Other programs read scores in single precision, as trec_eval does, so the step is one of single
precision: 0.9, 0.8999999, 0.89999986.
"""

from __future__ import annotations

import numpy as np

from inspector.core.arrays.falling import next_lower
from inspector.core.arrays.offsets import indices_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints, distinct, repeat_chunked


def with_falling_scores(lists: Ragged, ties: Ints, kept: Ints) -> Ragged:
    """The lists with their scores lowered as little as needed.

    ties: int64 (m,), which of two labels with equal scores comes first, the lower; kept: int64 (n,), how many ranks
    each list had before: scores of added ranks fall strictly. A list whose scores rise somewhere stays as it is, since
    these scores were typed. There is no number below -inf and NaN, and a positive score stays positive.
    """
    if lists.weights is None or not len(lists.codes):
        return lists
    scores, first = lists.weights.copy(), lists.offsets[:-1]
    follows = indices_of(lists.lengths) > 0
    added = indices_of(lists.lengths) >= repeat_chunked(kept, lists.lengths)
    # Scores that differ must not become equal either.
    strict = np.append(False, (ties[1:] < ties[:-1]) | (scores[1:] < scores[:-1])) | added
    same = np.append(False, scores[1:] == scores[:-1]) & follows
    odd = distinct(lists.list_of(np.flatnonzero(same & strict)))
    odd = odd[~lists.rises()[odd]]
    for index in range(1, int(lists.lengths[odd].max(initial=0))):
        at = first[odd[lists.lengths[odd] > index]] + index
        lowered = at[(scores[at] > scores[at - 1]) | (strict[at] & (scores[at] == scores[at - 1]))]
        scores[lowered] = next_lower(scores[lowered - 1])
    return Ragged(lists.offsets, lists.codes, scores) if len(odd) else lists
