"""Scores under further metrics, beside those under the one that is in force."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache

from inspector.core.arrays.types import Floats, Ints
from inspector.core.errors import InputError, shorten
from inspector.core.files.pair import Pair
from inspector.core.metrics import Batch, Metric, Scores, is_one_of_classes, of_kind, open_scores, parse
from inspector.core.metrics.families.f_score import FScore
from inspector.core.metrics.host.metric import HostMetric

# A metric: its name, choices in parentheses, and its cut-off; commas and blanks stand between several.
_METRIC = re.compile(r'[^\s,()]+(?:\s*\((?:"[^"]*"|[^)"])*\))?(?:\s*@\s*\w+)?')


class OtherKindError(InputError):
    """A metric that does not score what the files hold as they were read. metric: the one that was asked for."""

    def __init__(self, metric: Metric, pair: Pair) -> None:
        what = f"{metric.label} does not score {pair.table.kind.words}, which these files hold"
        hint = "Choose another metric, or open the files again with this one, which reads them as it needs them"
        super().__init__(what, pair.submission.sheet.name, hint=hint)
        self.metric = metric


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


def fitted(metric: Metric, pair: Pair) -> Metric:
    """The metric of its name for the kind of predictions.

    Where each label has a column of probabilities, a metric that would count them all, or names no threshold though it
    could, counts the most probable class alone if a row is of one class; else one with a threshold counts labels from
    0.5 on. Where a row may have several labels there, each column is a target: its log loss is another one than that of
    classes.

    Raises OtherKindError if it scores another kind of predictions, and InputError for a loss of columns that the truth
    does not have.
    """
    named, metric = metric, metric if pair.has_target_columns else of_kind(metric, pair.table.kind)
    if metric.kind not in (None, pair.table.kind):
        raise OtherKindError(metric, pair)
    if metric is not named and metric.scores_class_probabilities and pair.table.truth.longest > 1:
        raise _loss_of_columns(named, metric, pair)
    has_threshold = "threshold" in metric.parameters()
    is_open = not metric.argument("threshold") if has_threshold else _counts_all(metric)
    if not pair.has_class_columns or not is_open:
        return metric
    if is_one_of_classes(pair.table.truth, pair.table.predictions):
        return metric.replace(k=metric.k or 1)
    return metric.replace(threshold=0.5) if has_threshold else metric


def _are_single(pair: Pair) -> bool:
    """Whether each row has one true label at most, and one predicted one."""
    return max(pair.table.truth.longest, pair.table.predictions.longest) <= 1


def _counts_all(metric: Metric) -> bool:
    return metric.counts_all_without_k and metric.k is None


def _loss_of_columns(named: Metric, of_classes: Metric, pair: Pair) -> InputError:
    what = f"{named.label} of rows with several true labels is that of columns"
    expected, hint = "a truth with a column of 0 and 1 for each label", f"{of_classes} is that of classes"
    return InputError(what, pair.truth.sheet.name, expected=expected, hint=hint)


def assumption(named: Metric, fit: Metric, pair: Pair) -> str:
    """What `fitted` chose that the metric did not name, and why, or what else was not said; empty for nothing."""
    if named.scores_class_probabilities and not fit.scores_class_probabilities:
        return f"{fit.name}, because the files hold numbers and no classes; shape=wide reads columns as classes"
    if named.k != fit.k:
        return f"@{fit.k}, because the probabilities of a row add up to 1; threshold=0.5 counts labels from there on"
    if isinstance(fit, HostMetric):
        return fit.assumed
    if getattr(named, "threshold", None) != getattr(fit, "threshold", None):
        return "threshold=0.5, because each label has a column; threshold=0 counts them all"
    if isinstance(fit, FScore) and fit.average == "rows" and not fit.one_label and _are_single(pair):
        return "the mean over rows, which is the accuracy of one label a row; average=macro or label=NAME is another F"
    if pair.has_class_columns and _counts_all(fit):
        return f"every label above 0 is predicted, because no K is named; {fit.name}@1 counts the most probable one"
    return ""
