"""The labels panel: right, wrong and missed counts of every label. A click on a label shows its rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.labels import LabelTable, label_table
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import quote
from inspector.core.task import Progress, Task
from inspector.ui.analysis.group_model import ColumnHeader, GroupColumn
from inspector.ui.analysis.group_table import AMONG, FINE, GroupTable, counts, decimals, words
from inspector.ui.tasks.signals import DocumentSignals

_HEADS = (
    ColumnHeader("label", f"A label that the truth or a prediction has {AMONG}; a click shows its rows", words=True),
    ColumnHeader("support", "Rows of the truth with the label"),
    ColumnHeader("right", "True positives: predicted, and in the truth"),
    ColumnHeader("wrong", "False positives: predicted, and not in the truth"),
    ColumnHeader("missed", "False negatives: in the truth, and not predicted"),
    ColumnHeader("precision", "right / (right + wrong)"),
    ColumnHeader("recall", "right / (right + missed)"),
    ColumnHeader("F", "F of the label, with the metric's beta"),
    ColumnHeader(
        "cost",
        "The costs of the rows with the label in their truth, added up; a row with several truth labels splits its "
        "cost among them in equal parts",
        sample=FINE,
    ),
)


class LabelsPanel(GroupTable[LabelTable]):
    """One line per label."""

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        super().__init__(signals, "labelsPanel", "Labels", _HEADS, 1, parent)
        self._codes = np.empty(0, np.int64)

    def count(self, evaluation: Evaluation, among: Bools | None) -> Task[LabelTable]:
        yield Progress(0.0, "Counting labels")
        return label_table(evaluation, among)

    def columns(self, evaluation: Evaluation, found: LabelTable) -> Sequence[GroupColumn]:
        codes, vocab = found.codes, evaluation.table.vocab
        self._codes = codes
        ranks = np.append(vocab.ranks(), -1)[codes]
        return (
            words(ranks, lambda line: vocab.text(int(codes[line]))),
            *map(counts, (found.support, found.tp, found.fp, found.fn)),
            *map(decimals, (found.precision, found.recall, found.f)),
            decimals(found.cost, evaluation.scores.fine_decimals),
        )

    def clause(self, evaluation: Evaluation, line: int) -> str:
        label = quote(evaluation.table.vocab.text(int(self._codes[line])))
        return f"truth:{label} | pred:{label}"
