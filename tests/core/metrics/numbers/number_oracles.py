"""What scikit-learn and scipy say of pairs of numbers, column by column and without missing numbers."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from scipy.special import rel_entr
from sklearn import metrics as sk

from inspector.core.arrays.types import Floats
from inspector.core.metrics import Metric

Column = Callable[[Floats, Floats, Floats | None, Metric], float]
NAN = float("nan")
LEAST = {"eps": float(np.finfo(np.float64).eps), "1e-15": 1e-15, "none": 0.0}


def scored(metric: Metric, truth: Floats, predicted: Floats) -> Floats:
    """Predictions as the choice `missing` has them."""
    return np.nan_to_num(predicted) if metric.value("missing") == "zero" else predicted


def by_column(of: Column) -> Callable[[Metric, Floats, Floats, Floats], float]:
    """The mean over columns, each over the rows that have both numbers; columns without any are left out."""

    def overall(metric: Metric, truth: Floats, predicted: Floats, weights: Floats) -> float:
        found = []
        for y, p in zip(truth.T, scored(metric, truth, predicted).T, strict=True):
            known = ~np.isnan(y + p)
            if getattr(metric, "zeros", "") == "skip":
                known &= y != 0
            share = weights[known] if getattr(metric, "weight", "") else None
            if known.any():
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found.append(of(y[known], p[known], share, metric))
        return float(np.nanmean(found)) if len(found) and not np.isnan(found).all() else NAN

    return overall


def together(of: Column, each: Column) -> Callable[[Metric, Floats, Floats, Floats], float]:
    """One value over the numbers of all columns where the metric says so, else the mean over columns."""

    def overall(metric: Metric, truth: Floats, predicted: Floats, weights: Floats) -> float:
        if metric.value("columns") == "each":
            return by_column(each)(metric, truth, predicted, weights)
        predicted, shares = scored(metric, truth, predicted), np.repeat(weights[:, None], truth.shape[1], axis=1)
        known = ~np.isnan(truth + predicted)
        share = shares[known] if getattr(metric, "weight", "") else None
        return of(truth[known], predicted[known], share, metric) if known.any() else NAN

    return overall


def of_sklearn(function: Callable[..., Any], **more: Any) -> Column:
    return lambda y, p, w, metric: float(function(y, p, sample_weight=w, **more))


def log_loss(y: Floats, p: Floats, w: Floats | None, metric: Metric) -> float:
    if metric.value("clip") == "eps":
        return float(sk.log_loss(y, p, sample_weight=w, labels=[0, 1]))
    least = LEAST[metric.value("clip")]
    with np.errstate(divide="ignore", invalid="ignore"):
        lost = [-np.log(min(max(right, least), 1 - least)) for right in np.where(y == 1, p, 1 - p)]
    return float(np.average(lost, weights=w))


def smape(y: Floats, p: Floats, w: Floats | None, metric: Metric) -> float:
    size = (np.abs(y) + np.abs(p)) / 2
    lost = [0 if not half else abs(a - b) / half for a, b, half in zip(p, y, size, strict=True)]
    return float(np.average(lost, weights=w)) * {"percent": 100, "share": 1, "half": 0.5}[metric.value("scale")]


def auc(y: Floats, p: Floats, w: Floats | None, metric: Metric) -> float:
    return float(sk.roc_auc_score(y, p)) if len(set(y)) == 2 else NAN


def kappa(y: Floats, p: Floats, w: Floats | None, metric: Metric) -> float:
    y, p = y.astype(int), np.round(p).astype(int)
    every = range(min(*y, *p), max(*y, *p) + 1)
    return float(sk.cohen_kappa_score(y, p, weights="quadratic", labels=list(every))) if len(every) > 1 else NAN


def rmsle(y: Floats, p: Floats, w: Floats | None, metric: Metric) -> float:
    return float(sk.root_mean_squared_log_error(y, np.maximum(p, 0), sample_weight=w))


def r_squared(y: Floats, p: Floats, w: Floats | None, metric: Metric) -> float:
    if len(y) == 1:  # scikit-learn refuses
        return float(y[0] == p[0])
    return float(sk.r2_score(y, p, sample_weight=w))


def r_squared_of(metric: Metric, truth: Floats, predicted: Floats, weights: Floats) -> float:
    """R²; of all columns together by its own sums, which is `variance_weighted`."""
    if metric.value("columns") == "each":
        return by_column(r_squared)(metric, truth, predicted, weights)
    lost = spread = known = right = 0.0
    for y, p in zip(truth.T, scored(metric, truth, predicted).T, strict=True):
        both = ~np.isnan(y + p)
        w = weights[both] if getattr(metric, "weight", "") else np.ones(int(both.sum()))
        if both.any():
            known += 1
            lost += (off := float((w * (y - p)[both] ** 2).sum()))
            right += not off
            spread += float((w * (y[both] - np.average(y[both], weights=w)) ** 2).sum())
    # Without any variance, scikit-learn takes the mean of the columns.
    return NAN if not known else 1 - lost / spread if spread > 1e-9 else right / known


def divergence(metric: Metric, truth: Floats, predicted: Floats, weights: Floats) -> float:
    predicted, least = scored(metric, truth, predicted), LEAST[metric.value("clip")]
    rows = []
    for y, p, w in zip(truth, predicted, weights, strict=True):
        if np.isnan(y + p).any():
            continue
        if metric.value("sums") == "scale" and p.sum() > 0:
            p = p / p.sum()
        p = np.clip(p, least, 1 - least)
        rows.append((sum(rel_entr(a, b) + b - b for a, b in zip(y, p, strict=True)), w))
    found = [row for row, _ in rows]
    return (
        float(np.average(found, weights=[w for _, w in rows] if getattr(metric, "weight", "") else None))
        if rows
        else NAN
    )


Overall = Callable[[Metric, Floats, Floats, Floats], float]
ORACLES: Mapping[str, Overall] = {
    "mae": by_column(of_sklearn(sk.mean_absolute_error)),
    "mse": by_column(of_sklearn(sk.mean_squared_error)),
    "rmse": together(of_sklearn(sk.root_mean_squared_error), of_sklearn(sk.root_mean_squared_error)),
    "rmsle": together(rmsle, rmsle),
    "r2": r_squared_of,
    "medae": by_column(of_sklearn(sk.median_absolute_error)),
    "mape": by_column(of_sklearn(sk.mean_absolute_percentage_error)),
    "smape": by_column(smape),
    "pinball": by_column(lambda y, p, w, m: sk.mean_pinball_loss(y, p, sample_weight=w, alpha=m.quantile)),
    "rocauc": by_column(auc),
    "logloss": by_column(log_loss),
    "brier": by_column(lambda y, p, w, m: sk.mean_squared_error(y, p, sample_weight=w)),
    "kl": divergence,
    "qwk": by_column(kappa),
}
