"""Every metric with every choice, the pairs that it fits, and the expected scores."""

from __future__ import annotations

from itertools import product

import hypothesis.strategies as st
from core.metrics.oracles import ORACLES, Expected
from core.strategies import Lists, pairs, weighted_pairs

from inspector.core.data.kind import LABELS
from inspector.core.data.prediction import Prediction
from inspector.core.metrics import Metric, families_of
from inspector.core.metrics.classes.agreement import ClassAgreement

LABEL_FAMILIES = families_of(LABELS)


def of_family(family: type[Metric]) -> list[Metric]:
    """The family with each combination of its choices, without k and with k around the length of a short list.

    Without `relevant`, which matters only for graded truth. What is read of a list is independent of which rows count,
    so both vary only one after the other.
    """
    cuts = (None, 1, 3, 8) if family.takes_k else (None,)
    betas = [{"beta": beta} for beta in (1.0, 2.0, 0.5)] if "beta" in family.__dataclass_fields__ else [{}]
    choices = {name: choice for name, choice in family.choices().items() if name != "relevant"}
    thresholds = [{}, {"threshold": 0.5}] if "threshold" in family.parameters() else [{}]
    every = (
        family(k=k, **beta, **threshold, **dict(zip(choices, values, strict=True)))
        for values in product(*(choice.values for choice in choices.values()))
        for beta in betas
        for threshold in thresholds
        for k in cuts
    )
    return [metric for metric in every if not reads_its_own_way(metric) or counts_all_rows(metric)]


def reads_its_own_way(metric: Metric) -> bool:
    """Whether the metric reads a list otherwise than as it stands."""
    has_order = not metric.needs_confidence and getattr(metric, "ties", "file") != "file"
    return has_order or getattr(metric, "threshold", None) is not None


def counts_all_rows(metric: Metric) -> bool:
    """Whether the choices about rows are the default ones."""
    return all(metric.is_default(name) for name in ("empty", "missing") if name in metric.choices())


# Families in which confidences decide which copy of a label counts.
BY_CONFIDENCE = ("gap", "lrap", "fmax", "auc", "cmap", "mlogloss", "mbrier")
# Families whose row scores are contributions that add up to the overall.
CONTRIBUTIONS = ("gap", "auc", "cmap")
# Families whose truth is one label a row.
OF_ONE_CLASS = [name for name, family in LABEL_FAMILIES.items() if issubclass(family, ClassAgreement)]
BY_FAMILY = {name: of_family(family) for name, family in LABEL_FAMILIES.items()}
EVERY_METRIC = [metric for family in BY_FAMILY.values() for metric in family]


def fits(metric: Metric, lists: Lists) -> bool:
    """Whether the metric can score the pair."""
    whole = None not in lists.predictions or metric.value("missing") != "error"
    is_single = metric.name not in OF_ONE_CLASS or all(len(truth) <= 1 for truth in lists.truths)
    return whole and is_single and (lists.confidences is not None or not metric.needs_confidence)


def fitting(lists: Lists, metric: Metric) -> Lists:
    """The pair, with at most one truth label in each row where the metric takes no more."""
    if metric.name not in OF_ONE_CLASS:
        return lists
    return Lists([truth[:1] for truth in lists.truths], lists.predictions, lists.confidences)


def accepting(lists: Lists) -> list[Metric]:
    """Every metric that accepts this pair, made `fitting`, and any other missing rows."""
    return [
        metric for metric in EVERY_METRIC if metric.value("missing") != "error" and fits(metric, fitting(lists, metric))
    ]


@st.composite
def metrics(draw: st.DrawFn, family: str | None = None, refusing: bool = False) -> Metric:
    """A metric of one family or of any, families equally likely; `missing=error` only when `refusing`."""
    name = family or draw(st.sampled_from(list(LABEL_FAMILIES)))
    chosen = draw(st.sampled_from(BY_FAMILY[name]))
    return chosen if refusing or chosen.value("missing") != "error" else chosen.replace(missing="zero")


POOLED = ("micro", "macro", "pooled", "weighted")


def pools(metric: Metric) -> bool:
    """Whether the overall is computed from counts over all rows."""
    return (
        metric.name in ("fmax", *OF_ONE_CLASS)
        or getattr(metric, "average", "") in POOLED
        or bool(getattr(metric, "one_label", ""))
    )


BY_ROWS = [name for name, family in BY_FAMILY.items() if not all(map(pools, family))]


@st.composite
def scored_pairs(draw: st.DrawFn, family: str | None = None, by_rows: bool = False, **shape) -> tuple[Lists, Metric]:
    """A pair and a metric that can score it, some of one label alone; by_rows: only metrics that do not pool."""
    metric = draw(metrics(family).filter(lambda metric: not (by_rows and pools(metric))))
    weighted = metric.needs_confidence or draw(st.integers(0, 3)) == 0
    lists = fitting(draw(weighted_pairs(**shape) if weighted else pairs(**shape)), metric)
    if "label" in metric.parameters() and lists.known and not by_rows and draw(st.integers(0, 3)) == 0:
        metric = metric.replace(one_label=draw(st.sampled_from(lists.known)))
    return lists, metric


def chosen(metric: Metric) -> dict[str, str]:
    """The choices of the metric as an oracle takes them."""
    choices = {name: metric.value(name) for name in metric.choices()}
    return choices | {name: metric.argument(name) for name in metric.parameters()}


def expected(lists: Lists, metric: Metric, now: dict[int, Prediction] | None = None) -> Expected:
    """The result of the oracle for the pair, with other predictions for some rows."""
    return ORACLES[metric.name](lists.rows(now), metric.k, chosen(metric))
