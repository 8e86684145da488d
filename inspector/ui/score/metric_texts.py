"""The metrics that a user can choose from, as texts."""

from __future__ import annotations

from collections.abc import Sequence

from inspector.core.data.kind import LABELS, Kind
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import ALIASES, families_of, guessed_from, in_full, parse

_CUTS = (1, 3, 5, 10, 12, 20, 100, None)


def metric_texts(kind: Kind = LABELS, others: Sequence[str] = ()) -> list[str]:
    """Texts of the metrics of a kind of predictions: every family, with the usual values of K, and averages.

    others: those of another kind that the files can be opened again with, which come last.
    """
    families = families_of(kind).values()
    cut = [
        str(family(k=k)) for family in families for k in (_CUTS if family.takes_k and family.usually_cut else (None,))
    ]
    averaged = [
        str(family(average=average))  # type: ignore[call-arg]  # only families with this choice
        for family in families
        if (declared := family.choices().get("average"))
        for average in declared.values
        if average != declared.default
    ]
    named = [name for name in ALIASES if parse(name).name in families_of(kind)]
    return [*cut, *(["f2"] if kind.names_labels else []), *averaged, *named, *others]


def about(text: str) -> str:
    """The title of a metric, and what else it is called: `QWK (quadratic weighted kappa, kappa)`."""
    metric = parse(text)
    names = ", ".join(in_full(metric.name))
    return f"{metric.title} ({names})" if names else metric.title


def guess_texts(evaluation: Evaluation) -> tuple[str, str]:
    """What is said of a guessed metric, at length and in short; empty where it was chosen."""
    return (f"guessed from {guessed_from(evaluation.metric)} ▾", "guessed ▾") if evaluation.guessed else ("", "")
