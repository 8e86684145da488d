"""How a file was understood: a value that can be shown, and is needed to write the file back."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.files.cell import Grammar
from inspector.core.files.delimited import Sheet
from inspector.core.prediction import Prediction


@dataclass(frozen=True, eq=False)
class Reading:
    """Which columns of a sheet hold ids and labels, and how a cell is written.

    sheet: without its label column's text once that is coded; id_column, label_column: places in the header.
    """

    sheet: Sheet
    id_column: int
    label_column: int
    grammar: Grammar
    rows: int
    most_labels: int
    confidence_column: int | None = None

    def __str__(self) -> str:
        """`id "Image", labels "Id", separated by spaces, up to 5 a row`."""
        words = f'{self.rows:,} row{"" if self.rows == 1 else "s"}: id "{self.id_name}", labels "{self.label_name}"'
        if self.most_labels > 1:
            return f"{words}, {self.grammar}, up to {self.most_labels} a row{self._confidences}"
        return f"{words}, one a row{', a confidence behind it' if self.grammar.pairs else ''}{self._confidences}"

    def cells(self, prediction: Prediction) -> dict[int, str]:
        """The text of each column that holds a part of a prediction, by the column's place."""
        cells = {self.label_column: self.grammar.write(prediction)}
        if self.confidence_column is not None and prediction.confidence is not None:
            cells[self.confidence_column] = self.grammar.separator.join(map(repr, prediction.confidence))
        return cells

    @property
    def _confidences(self) -> str:
        return "" if self.confidence_column is None else f', confidences "{self.sheet.names[self.confidence_column]}"'

    @property
    def id_name(self) -> str:
        """The id column's name, as the header has it."""
        return self.sheet.names[self.id_column]

    @property
    def label_name(self) -> str:
        """The label column's name, as the header has it."""
        return self.sheet.names[self.label_column]
