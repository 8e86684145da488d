"""How a file was understood: a value that can be shown, and is needed to write the file back."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.files.cell import separator_name
from inspector.core.files.delimited import Sheet


@dataclass(frozen=True, eq=False)
class Reading:
    """Which columns of a sheet hold ids and labels, and what stands between two labels of a cell.

    sheet: without its label column's text once that is coded; id_column, label_column: places in the header.
    """

    sheet: Sheet
    id_column: int
    label_column: int
    separator: str
    rows: int
    most_labels: int

    def __str__(self) -> str:
        """`id "Image", labels "Id", separated by spaces, up to 5 a row`."""
        words = f'{self.rows:,} rows: id "{self.id_name}", labels "{self.label_name}"'
        if self.most_labels > 1:
            return f"{words}, separated by {separator_name(self.separator)}, up to {self.most_labels} a row"
        return f"{words}, one a row"

    @property
    def id_name(self) -> str:
        """The id column's name, as the header has it."""
        return self.sheet.names[self.id_column]

    @property
    def label_name(self) -> str:
        """The label column's name, as the header has it."""
        return self.sheet.names[self.label_column]
