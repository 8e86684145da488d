"""The panel of truth against prediction where both are few whole numbers, such as grades."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from PySide6.QtWidgets import QHBoxLayout, QWidget

from inspector.core.analysis.numbers.levels import level_counts, levels
from inspector.core.analysis.numbers.outcomes import as_scored, has_numbers, rounds
from inspector.core.arrays.types import Bools, Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause
from inspector.core.task import Progress, Task
from inspector.ui.plots.matrix.counted_matrix import CountedMatrix
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.matrix.matrix import HIT, WORSE, Axis, Matrix
from inspector.ui.widgets.theme import Theme

_TRUTH, _PREDICTION = "truth", "prediction"
_NONE = "This plot is for grades: a few whole numbers in truth and predictions, or predictions that the metric rounds"
_MEANING = (
    "A cell counts the rows with the true number of its line and the predicted number of its column. On the diagonal "
    "the prediction is right; the farther from it, the farther off. Click or drag to show the rows of cells; a name "
    "stands for its line or column."
)


@dataclass(frozen=True, eq=False)
class Levels:
    """values: int64 (l,), None for other numbers; counts: int64 (l, l), lines are the truth; are_rounded: whether
    predictions are, as the metric does it.
    """

    values: Ints | None
    counts: Ints
    are_rounded: bool = False


class LevelMatrixPanel(CountedMatrix[Levels]):
    """True against predicted levels, of the first number of each row."""

    def __init__(self, signals: DocumentSignals, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(signals, theme, "levelMatrix", "Levels", Matrix.empty(_TRUTH, _PREDICTION), parent)
        self.arrange(QHBoxLayout())

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[Levels]:
        yield Progress(0.0, "Counting levels")
        sides = as_scored(evaluation) if has_numbers(evaluation) else (np.array([np.nan]),) * 2
        found = levels(*sides) if has_numbers(evaluation) else None
        if found is None:
            return Levels(None, np.zeros((0, 0), np.int64))
        truth, predicted = sides if among is None else (side[among] for side in sides)
        return Levels(found, level_counts(truth, predicted, found), rounds(evaluation.metric))

    def drawn(self, found: Levels) -> Matrix:
        if found.values is None:
            return Matrix.empty(_TRUTH, _PREDICTION)
        same = np.eye(len(found.values), dtype=bool)
        names = tuple(map(str, found.values.tolist()))
        return Matrix(Axis(_TRUTH, names), Axis(_PREDICTION, names), found.counts, np.where(same, HIT, WORSE), same)

    def words(self, found: Levels) -> tuple[str, str]:
        if found.values is None:
            return _NONE, _MEANING
        right, rows = int(np.trace(found.counts)), int(found.counts.sum())
        near = right + sum(int(np.trace(found.counts, side)) for side in (-1, 1))
        return f"{right / max(1, rows):.1%} right, {near / max(1, rows):.1%} at most one level off", _MEANING

    def clause(self, found: Levels, lines: Ints, columns: Ints) -> Clause:
        assert found.values is not None  # noqa: S101
        predicted = _rounded_text if found.are_rounded else _text
        sides = (("true", found.values[lines], _text), ("predicted", found.values[columns], predicted))
        parts = [text(field, values) for field, values, text in sides if len(values) < len(found.values)]
        return Clause(" & ".join(parts), self.objectName())

    def sides(self, found: Levels) -> tuple[Ints, Ints]:
        values = np.empty(0, np.int64) if found.values is None else found.values
        return values, values


def _rounded_text(field: str, values: Ints) -> str:
    """The filter for the numbers that are rounded to levels that follow each other, halves to the even one."""
    low, high = int(values.min()), int(values.max())
    above, below = ">" if low % 2 else ">=", "<" if high % 2 else "<="
    return f"{field}{above}{low - 0.5:g} & {field}{below}{high + 0.5:g}"


def _text(field: str, values: Ints) -> str:
    """The filter for levels that follow each other."""
    low, high = int(values.min()), int(values.max())
    return f"{field}={low}" if low == high else f"{field}>={low} & {field}<={high}"
