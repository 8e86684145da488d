"""The steps of an explanation with what the files say of their labels: the text, and the grade in the truth."""

from __future__ import annotations

from collections.abc import Iterable

from inspector.core.data.prediction import Prediction
from inspector.core.data.table import Table
from inspector.core.metrics import Step


def told(steps: Iterable[Step], table: Table, row: int, prediction: Prediction) -> tuple[Step, ...]:
    """The steps of a row with texts and grades. A typed label may have no code; its text is in the prediction."""
    grades, otherwise = _grades(table, row)
    labels, vocab = prediction.labels, table.vocab
    return tuple(
        step._replace(
            label=labels[step.position - 1] if 0 < step.position <= len(labels) else vocab.text(step.code),
            unknown=vocab.is_unknown(step.code),
            grade=grades.get(step.code, otherwise),
        )
        for step in steps
    )


def _grades(table: Table, row: int) -> tuple[dict[int, float], float | None]:
    """The grade of each label that the truth judges, and that of all others."""
    codes, weights = table.truth[row].tolist(), table.truth.weights_of(row)
    if not table.kind.names_labels or (weights is None and table.judged is None):
        return {}, None
    relevant = dict(zip(codes, [1.0] * len(codes) if weights is None else weights.tolist(), strict=True))
    if table.judged is None:
        return relevant, None
    return dict.fromkeys(table.judged[row].tolist(), 0.0) | relevant, float("nan")
