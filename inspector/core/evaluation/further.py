"""Scores under further metrics, beside those under the one that is in force."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache

from inspector.core.arrays.types import Floats, Ints
from inspector.core.errors import InputError, shorten
from inspector.core.metrics import Batch, Metric, Scores, open_scores, parse

# A metric: its name, choices in parentheses, and its cut-off; commas and blanks stand between several.
_METRIC = re.compile(r'[^\s,()]+(?:\s*\((?:"[^"]*"|[^)"])*\))?(?:\s*@\s*\w+)?')


@dataclass(frozen=True)
class FurtherScores:
    """The scores of all rows, edits included, by the text of each metric."""

    by_metric: Mapping[str, Scores] = field(default_factory=dict)

    @property
    def metrics(self) -> list[Metric]:
        """The further metrics."""
        return [scores.metric for scores in self.by_metric.values()]

    def of(self, metrics: Iterable[Metric], everything: Callable[[], Batch]) -> FurtherScores:
        """The scores under these metrics, and no others; those that are known are kept.

        everything: the batch of all rows. Raises InputError for a metric that does not fit.
        """
        kept, batch = self.by_metric, cache(everything)
        return FurtherScores({str(m): kept.get(str(m)) or open_scores(m, batch()) for m in metrics})

    def of_fitting(self, metrics: Iterable[Metric], everything: Callable[[], Batch]) -> FurtherScores:
        """The scores under those of the metrics that fit."""
        batch, found = cache(everything), FurtherScores(self.by_metric)
        fitting: list[Metric] = []
        for metric in metrics:
            with suppress(InputError):
                found = found.of([*fitting, metric], batch)
                fitting.append(metric)
        return found if fitting else FurtherScores()

    def rescore(self, rows: Ints, before: Batch, after: Batch) -> None:
        """Score edited rows again."""
        for scores in self.by_metric.values():
            scores.rescore(rows, before, after)

    def copy(self) -> FurtherScores:
        """A copy that later edits do not change."""
        return replace(self, by_metric={text: scores.copy() for text, scores in self.by_metric.items()})

    def row(self, metric: str) -> Floats:
        """float64 (n,): the score of each row under one of the metrics, by its text. Raises InputError."""
        if metric not in self.by_metric:
            known = ", ".join(self.by_metric) or "none yet: further metrics are chosen first"
            raise InputError(f"there is no column of scores under {metric}", expected=known)
        return self.by_metric[metric].row


def parse_metrics(text: str) -> list[Metric]:
    """The metrics of a text like `ndcg@10, map(divisor=m)@12 mrr`, each once. Raises InputError."""
    if rest := _METRIC.sub("", text).strip(", \t\n"):
        raise InputError("this cannot be read as metrics", found=shorten(rest), expected="metrics like ndcg@10 mrr")
    return [*dict.fromkeys(parse(found) for found in _METRIC.findall(text))]
