"""How a file was read: for display, and for writing it back."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.arrays.types import Ints
from inspector.core.errors import quoted, shorten
from inspector.core.files.formats.entries import PAIR, EntryKeys
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import Grammar
from inspector.core.files.labels.literal import Literal
from inspector.core.files.matching.entries import Entries, score_column
from inspector.core.files.schema.layout import Layout
from inspector.core.files.schema.names import is_relevance, normalized
from inspector.core.plural import count_of


@dataclass(frozen=True, eq=False)
class OddCells:
    """The cells of a wide file that hold no number from 0 to 1, and count as 0; of numbers, those that hold none.

    rows: int64 (c,), of the table, ascending; labels: int64 (c,), the index of the label column in the layout.
    """

    rows: Ints
    labels: Ints


@dataclass(frozen=True, eq=False)
class Reading:
    """The column roles of a file and the format of its label lists.

    sheet: without column texts, except for a DataFrame; entries: its ids and their records; grammar: for typed lists,
    and for cells with lists without brackets; literal: how lists in brackets are written, None if there are none;
    odd: of a wide file; is_truth: whether it is the truth, whose rows are judged and not ranked; moved: as in
    Lists.
    """

    sheet: Sheet
    layout: Layout
    entries: Entries
    grammar: Grammar
    rows: int
    most_labels: int
    literal: Literal | None = None
    odd: OddCells | None = None
    is_truth: bool = False
    moved: Ints | None = None

    def __str__(self) -> str:
        """`1,000 rows: id "Image", labels "Id", separated by spaces, up to 5 a row`."""
        words = (
            f"{self.rows:,} row{'' if self.rows == 1 else 's'}: id {self.layout.id_words(self.sheet)}, {self._labels}"
        )
        confidence = self.layout.confidence
        role = "relevance" if self.is_truth else "confidences"
        return words if confidence is None else f"{words}, {role} {quoted(self.sheet.names[confidence])}"

    @property
    def _labels(self) -> str:
        """The label columns and the format of their lists."""
        many = f"up to {self.most_labels} a row"
        match self.layout.shape:
            case "wide":
                return f"{count_of(len(self.layout.labels), 'column')} of labels, {many}"
            case "long":
                words = f"a row for each label {quoted(self.label_name)}"
                order = "" if self.is_truth else self.order
                return ", ".join(filter(None, [words, order, f"up to {self.most_labels} an id"]))
            case "slots":
                first, last = (self.sheet.names[self.layout.labels[at]] for at in (0, -1))
                return f"a column for each rank, {quoted(first)} to {quoted(last)}, {many}"
            case "numbers":
                return self._numbers
            case "groups":
                return f"labels are the ids with the same {quoted(self.label_name)}, {many}"
        if (keys := self.sheet.entries.get(self.layout.labels[0])) is not None:
            held = f"labels {quoted(keys.label)}{self._score(keys)} of the objects"
            held = "pairs of a label and a confidence" if keys == PAIR else held
            order = "" if self.is_truth else self.order
            return ", ".join(filter(None, [f"{held} in {quoted(self.label_name)}", order, many]))
        if self.literal is not None:
            return f"labels {quoted(self.label_name)}, lists in brackets, {many}"
        if self.most_labels > 1:
            return f"labels {quoted(self.label_name)}, {self.grammar}, {many}"
        confidence = "" if self.grammar.sign is None else ", a confidence behind it"
        return f"labels {quoted(self.label_name)}, one a row{confidence}"

    def _score(self, keys: EntryKeys) -> str:
        """The key of the scores of objects, where these count."""
        if not keys.score or (self.is_truth and not is_relevance(normalized(keys.score))):
            return ""
        return f" and {'relevance' if self.is_truth else 'confidence'} {quoted(keys.score)}"

    @property
    def _numbers(self) -> str:
        """The columns of numbers."""
        first, last = (self.sheet.names[self.layout.labels[at]] for at in (0, -1))
        decimal = ", with decimal commas" if self.layout.decimal == "," else ""
        many = len(self.layout.labels)
        words = f"number {quoted(first)}" if many == 1 else f"{many} numbers a row, {quoted(first)} to {quoted(last)}"
        no, yes = self.layout.no_yes
        return words + decimal + ("" if yes == "1" else f", {shorten(yes)} is 1 and {shorten(no)} is 0")

    @property
    def order(self) -> str:
        """What orders the labels of an id where each has a row or an object; empty for the order of the file."""
        if (keys := self.sheet.entries.get(self.layout.labels[0])) is not None and self.layout.shape == "list":
            order = quoted(keys.score) if self.moved is not None else quoted(keys.rank) if keys.rank else ""
            return order and f"in the order of {order}"
        score, rank = score_column(self.sheet, self.layout), self.layout.rank
        if score is not None:
            name, label = quoted(self.sheet.names[score]), quoted(self.label_name)
            return f"in the order of {name}, equal ones by {label} from z to a, as trec_eval does"
        return "" if rank is None else f"in the order of {quoted(self.sheet.names[rank])}"

    @property
    def orders_by_score(self) -> bool:
        """Whether only scores order the labels of an id."""
        is_long = self.layout.shape == "long"
        return self.moved is not None or (is_long and score_column(self.sheet, self.layout) is not None)

    @property
    def id_name(self) -> str:
        """The name of the id column, as in the header."""
        return self.layout.id_name(self.sheet)

    @property
    def label_name(self) -> str:
        """The name of the (first) label column, as in the header."""
        return self.layout.label_name(self.sheet)

    def line(self, entry: int) -> int | None:
        """The line on which an entry begins, None if the format has no lines."""
        return self.sheet.line(min(self.entries.records(entry)))
