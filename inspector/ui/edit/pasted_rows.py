"""Which rows a paste changes, in words, before it does."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.edits.pasting.pasted import Pasted

_OWN_ROWS = (
    "Lines with ids go to the rows of these ids. To paste into the selected row, copy the cell of a prediction alone"
    " (Copy cell, Ctrl+Alt+C)."
)


@dataclass(frozen=True)
class Target:
    """Where lines without ids go.

    selected: the number of selected rows, 0 where the lines go to the current row and those below it; current: its id.
    """

    selected: int
    current: str = ""

    def words(self, pasted: Pasted) -> str:
        """`the first 3 of the 589 selected rows, in the order of the table; the other 586 …`."""
        if pasted.by_id:
            return "those with the pasted ids, selected or not"
        if not self.selected:
            below = pasted.matched - 1
            rows = "the row" if below == 1 else f"the {below:,} rows"
            return self.current + (f" and {rows} below it" if below else "")
        if self.selected == pasted.matched:
            return f"the {self.selected:,} selected rows, in the order of the table"
        left = self.selected - pasted.matched
        stay = "gets no line and stays as it is" if left == 1 else "get no line and stay as they are"
        first = "first" if pasted.matched == 1 else f"first {pasted.matched:,}"
        return (
            f"the {first} of the {self.selected:,} selected rows, in the order of the table; the other {left:,} {stay}"
        )


def pasted_words(pasted: Pasted) -> str:
    """`Pasted: 2 rows changed`; where rows that were copied whole only came back, how to paste into other ones."""
    said = f"Pasted: {pasted}"
    return f"{said}. {_OWN_ROWS}" if goes_back(pasted) else said


def goes_back(pasted: Pasted) -> bool:
    """Whether all lines went to the rows that their ids name, and changed nothing there."""
    return pasted.by_id and not len(pasted.edit.rows)


def hidden_words(hidden: int) -> str:
    """`the filter hides 2 of the rows that change`; empty for none."""
    return f"the filter hides {hidden:,} of the rows that change" if hidden else ""
