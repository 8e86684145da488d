"""What others call the metrics: contests, trec_eval, ir_measures and scikit-learn; and their names in full."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from string import digits

# Metrics under the names of contests that defined them, and of scikit-learn.
ALIASES: Mapping[str, str] = {
    "otto": "recall(divisor=min-m-k, average=pooled, group=id-end, weights=clicks:0.1 carts:0.3 orders:0.6)@20",
    "youtube8m": "gap(divisor=labels)@20",
    "plantclef": "f1(group=id-start)",
    "matthews_corrcoef": "mcc",
    "mcrmse": "rmse",
}
# Measures of trec_eval, ir_measures and scikit-learn, in small letters; {} stands for the number at the end.
_MEASURES: Mapping[str, str] = {
    "gm_map": "gmap",
    "rprec": "rprecision",
    "11pt_avg": "iprec",
    "ndcg_cut_{}": "ndcg@{}",
    "ap": "map",
    **dict.fromkeys(("average_precision_score", "auprc", "pr_auc"), "cmap(padding=0)"),
    "rr@{}": "mrr@{}",
    **dict.fromkeys(("recip_rank", "rr"), "mrr"),
    **dict.fromkeys(("p_{}", "p@{}"), "precision@{}"),
    **dict.fromkeys(("recall_{}", "r@{}"), "recall@{}"),
    **dict.fromkeys(("map_cut_{}", "ap@{}"), "map(divisor=m)@{}"),
    **dict.fromkeys(("success_{}", "success@{}"), "hit@{}"),
    **{f"iprec_at_recall_{level / 10:.2f}": f"iprec(recall={level / 10})" for level in range(11)},
    **{name: f"f1(average={how})" for how in ("macro", "micro") for name in (f"f1_{how}", f"{how}_f1", f"{how}f1")},
}
# What stands for the name: it in full, and functions of scikit-learn that give the same number without options.
_IN_FULL: Mapping[str, tuple[str, ...]] = {
    "qwk": ("quadratic weighted kappa", "quadratic kappa", "weighted kappa", "kappa"),
    "mse": ("mean squared error",),
    "rmse": ("root mean squared error", "root mean square error"),
    "rmsle": ("root mean squared log error", "root mean squared logarithmic error"),
    "mae": ("mean absolute error",),
    "medae": ("median absolute error",),
    "mape": ("mean absolute percentage error",),
    "smape": ("symmetric mean absolute percentage error",),
    "r2": ("r2 score", "r squared", "coefficient of determination"),
    "pinball": ("pinball loss", "mean pinball loss", "quantile loss"),
    "logloss": ("cross entropy", "binary cross entropy", "binary crossentropy", "mean columnwise log loss"),
    "mlogloss": ("multi logloss", "multiclass logloss", "multi class log loss", "categorical crossentropy"),
    "brier": ("brier score", "brier score loss"),
    "kl": ("kl divergence", "kldiv", "kullback leibler divergence"),
    "rocauc": ("roc auc score", "area under the roc curve", "area under the curve", "mean columnwise roc auc"),
    "accuracy": ("accuracy score", "categorization accuracy"),
    "balancedaccuracy": ("balanced accuracy score",),
    "mcc": ("matthews correlation coefficient", "matthews correlation"),
    "map": ("mean average precision",),
    "mrr": ("mean reciprocal rank", "reciprocal rank"),
    "ndcg": ("normalized discounted cumulative gain", "normalised discounted cumulative gain"),
    "hit": ("hit rate",),
    "gap": ("global average precision", "micro ap", "microap"),
    "lrap": ("label ranking average precision", "label ranking average precision score"),
    "bpref": ("binary preference",),
}


def _joined(text: str) -> str:
    return "_".join(text.lower().replace("-", " ").split())


_SHORT = {_joined(full): name for name, names in _IN_FULL.items() for full in names}


def in_full(name: str) -> tuple[str, ...]:
    """What a family is also called."""
    return _IN_FULL.get(name, ())


def in_own_words(text: str, families: Collection[str]) -> str | None:
    """The text form of a metric that others named, as in `log_loss`; None for other texts.

    families: the names of those that there are.
    """
    name = _joined(text)
    if (plain := name.replace("_", "")) != name and plain in families:
        return plain
    full, at, k = name.partition("@")
    if full in _SHORT:
        return f"{_SHORT[full]}{at}{k}"
    stem = name.rstrip(digits)
    known = ALIASES.get(name) or _MEASURES.get(name) or (stem != name and _MEASURES.get(f"{stem}{{}}"))
    return known.format(name[len(stem) :]) if known else None
