"""Weights that are tried: the overall of a blend on a sample of the rows, and on all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.ensemble.alone import blend_unknown_ids
from inspector.core.ensemble.blend import Ingredients, Recipe, blend_task
from inspector.core.ensemble.generated import generated_pair
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import open_scores
from inspector.core.task import Progress, Task

# A step of a weight on so many rows takes less than a frame or two.
SAMPLE = 5_000
_SEED = 0


class Trial:
    """Weights tried on at most SAMPLE rows. rows: int64 (r,); alone: the overall of each submission on them."""

    def __init__(self, submissions: Sequence[Evaluation], method: str) -> None:
        self._like = submissions[0]
        self.rows = sample_of(self._like.all_rows)
        self._submissions, self._method = submissions, method
        # Of the submissions that took part last; they are counted again where others do.
        self._counted = tuple(range(len(submissions))), self._count(range(len(submissions)))
        self.alone = [
            one.scores.overall if self.is_whole else open_scores(one.metric, one.batch(self.rows)).overall
            for one in submissions
        ]

    @property
    def is_whole(self) -> bool:
        """Whether these are all rows."""
        return len(self.rows) == len(self._like.table)

    def overall(self, recipe: Recipe) -> float:
        """The overall of a blend on these rows."""
        if recipe.used != self._counted[0]:
            self._counted = recipe.used, self._count(recipe.used)
        return _overall(self._like, self.rows, self._counted[1].blend(recipe.of_used))

    def _count(self, used: Iterable[int]) -> Ingredients:
        return Ingredients(
            [self._submissions[at].predictions for at in used], self._method, self.rows, self._like.table.kind
        )


def sample_of(rows: Ints) -> Ints:
    """int64, ascending: the rows, or SAMPLE of them, the same ones each time."""
    if len(rows) <= SAMPLE:
        return rows
    return np.sort(np.random.default_rng(_SEED).choice(rows, SAMPLE, replace=False))


def overall_task(submissions: Sequence[Evaluation], recipe: Recipe) -> Task[float]:
    """The overall of a blend on all rows. Raises InputError."""
    like = submissions[0]
    lists = yield from blend_task([one.predictions for one in submissions], len(like.table), recipe, like.table.kind)
    yield Progress(0.9, "Scoring the blend")
    return _overall(like, like.all_rows, lists)


def blended_task(submissions: Sequence[Evaluation], recipe: Recipe, description: str) -> Task[Evaluation]:
    """A blend as a submission of the same truth, under the same metric, also of ids that the truth does not have.

    Raises InputError.
    """
    like = submissions[0]
    lists = yield from blend_task([one.predictions for one in submissions], len(like.table), recipe, like.table.kind)
    further = yield from blend_unknown_ids([one.pair for one in submissions], recipe)
    further = [part for part in further if (part[1].weights is None) == (lists.weights is None)]
    pair = yield from generated_pair(like.pair, lists, description, further)
    yield Progress(0.95, "Scoring the blend")
    return Evaluation.of(pair, like.metric)


def _overall(like: Evaluation, rows: Ints, lists: Ragged) -> float:
    """The overall of lists for some rows; rows without a label are not in the blend."""
    batch = replace(like.batch(rows, lists), submitted=lists.lengths > 0)
    return open_scores(like.metric, batch).overall
