"""A metric fitted to a pair, and what it got that nobody named."""

from __future__ import annotations

from inspector.core.errors import InputError
from inspector.core.evaluation.fit.yes_or_no import assumed_of_yes_or_no, meant_of_numbers, of_yes_or_no
from inspector.core.files.pair import Pair
from inspector.core.metrics import Metric, is_one_of_classes, of_kind, parse
from inspector.core.metrics.families.f_score import FScore
from inspector.core.metrics.host.metric import HostMetric


class OtherKindError(InputError):
    """A metric that does not score what the files hold as they were read. metric: the one that was asked for."""

    def __init__(self, metric: Metric, pair: Pair) -> None:
        what = f"{metric.label} does not score {pair.table.kind.words}, which these files hold"
        hint = "Choose another metric, or open the files again with this one, which reads them as it needs them"
        super().__init__(what, pair.submission.sheet.name, hint=hint)
        self.metric = metric


def fitted(metric: Metric, pair: Pair) -> Metric:
    """The metric of its name for the kind of predictions.

    Where each label has a column of probabilities, a metric that would count them all, or names no threshold though it
    could, counts the most probable class alone if a row is of one class; else one with a threshold counts labels from
    0.5 on. Where a row may have several labels there, each column is a target: its log loss is another one than that of
    classes. Of a yes or no, where the only label is yes, rows of no count as the field counts them: `of_yes_or_no`.

    Raises OtherKindError if it scores another kind of predictions, or needs a column of no beside that of yes, and
    InputError for a loss of columns that the truth does not have.
    """
    named, metric = metric, metric if pair.has_target_columns else of_kind(metric, pair.table.kind)
    if metric.kind not in (None, pair.table.kind):
        raise OtherKindError(metric, pair)
    if meant := meant_of_numbers(metric, pair):
        raise OtherKindError(parse(meant), pair)
    if metric is not named and metric.scores_class_probabilities and pair.table.truth.longest > 1:
        raise _loss_of_columns(named, metric, pair)
    if pair.is_yes_or_no:
        metric = of_yes_or_no(metric)
    if not pair.has_class_columns or not _is_open(metric):
        return metric
    if is_one_of_classes(pair.table.truth, pair.table.predictions):
        return metric.replace(k=metric.k or 1) if metric.takes_k else metric
    return metric.replace(threshold=0.5) if "threshold" in metric.parameters() else metric


def _is_open(metric: Metric) -> bool:
    """Whether a metric, where each label has a column of probabilities, does not say which of them are predicted."""
    if "threshold" not in metric.parameters():
        return _counts_all(metric)
    return not metric.argument("threshold") and (metric.k is None or not metric.counts_all_without_k)


def _are_single(pair: Pair) -> bool:
    """Whether each row has one true label, and one predicted one at most."""
    return pair.table.truth.width == 1 and pair.table.predictions.longest <= 1


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
    if pair.is_yes_or_no:
        return assumed_of_yes_or_no(named, fit)
    if getattr(named, "threshold", None) != getattr(fit, "threshold", None):
        return "threshold=0.5, because each label has a column; threshold=0 counts them all"
    if isinstance(fit, FScore) and fit.average == "rows" and not fit.one_label and _are_single(pair):
        return "the mean over rows, which is the accuracy of one label a row; average=macro or label=NAME is another F"
    if pair.has_class_columns and _counts_all(fit):
        return f"every label above 0 is predicted, because no K is named; {fit.name}@1 counts the most probable one"
    return ""
