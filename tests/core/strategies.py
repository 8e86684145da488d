"""Small random pairs, and opening inspections from plain lists."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TypeVar

import hypothesis.strategies as st
import pyarrow as pa
from core.metrics.oracles import Row

import inspector
from inspector.core.arrays.arrow import texts
from inspector.core.data.prediction import Prediction
from inspector.core.document.load import open_task
from inspector.core.files.formats.columnar import Frame
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.alignment import aligned
from inspector.core.files.options import Options
from inspector.core.files.pair import build_pair
from inspector.core.files.schema.layout import Layout
from inspector.core.metrics import Metric
from inspector.core.task import drain

# Text that careless readers turn into numbers, missing values or code. A number with a
# fraction or an exponent could be a confidence, so these start with a letter.
HOSTILE = ["0706016001", "None", "NA", "nan", "x1e5", "x471632203e65", "<img", "=cmd", "été", "鯨", "-1", "#", "'"]
KNOWN = ["a", "b", "c", "d", *HOSTILE]
UNKNOWN = ["never", "0", "00"]
NAN = float("nan")
Value = TypeVar("Value")

# Mostly few labels, so that hits and repeats are frequent; some are hostile.
_KNOWN, _ANY = (*"abc" * 6, *KNOWN), (*"abc" * 7, *KNOWN, *UNKNOWN)
labels, any_label = st.sampled_from(_KNOWN), st.sampled_from(_ANY)
# Mostly equal confidences, some that are no number, and both zeros.
_SURE = (0.5, 0.5, 0.5, 0.9, 0.9, 0.1, 0.0, -0.0, 1e-300, 15.0, NAN, float("inf"), -float("inf"))
confidences = st.sampled_from(_SURE)


@cache
def lists_of(values: tuple[Value, ...], most: int, least: int = 0) -> st.SearchStrategy[list[Value]]:
    """Lists of some values, drawn as a text with a sign for each: one choice for Hypothesis, not two a value."""
    signs = {chr(ord("a") + number): value for number, value in enumerate(values)}
    return st.text("".join(signs), min_size=least, max_size=most).map(lambda text: [signs[sign] for sign in text])


@st.composite
def cut(
    draw: st.DrawFn, values: tuple[Value, ...], count: int, lengths: tuple[int | None, ...]
) -> list[list[Value] | None]:
    """So many lists of one of these lengths each; for a length of None there is no list."""
    chosen = draw(lists_of(lengths, count, count))
    total = sum(filter(None, chosen))
    drawn = iter(draw(lists_of(values, total, total)))
    return [None if length is None else list(islice(drawn, length)) for length in chosen]


def sure(count: int) -> st.SearchStrategy[list[float]]:
    """So many confidences."""
    return lists_of(_SURE, count, count)


@dataclass(frozen=True)
class Lists:
    """A truth and a submission as lists of labels; a prediction of None is a row that the submission lacks.

    confidences: one for each predicted label, or None for a submission without any; beside it a label may be "".
    """

    truths: list[list[str]]
    predictions: list[list[str] | None]
    confidences: list[list[float]] | None = None

    @property
    def ids(self) -> list[str]:
        """One id per row: text that looks like a number, in neither row nor numeric order."""
        return [f"0{(row * 4 + 1) % 11}" for row in range(len(self.truths))]

    @property
    def order(self) -> list[int]:
        """The rows in the order in which the submission lists them."""
        given = [row for row, labels in enumerate(self.predictions) if labels is not None]
        return sorted(given, key=lambda row: (row * 3 + 1) % 7)

    @property
    def known(self) -> list[str]:
        """The labels of both files, sorted."""
        return sorted({label for row in (*self.truths, *self.predictions) for label in row or [] if label})

    def prediction(self, row: int) -> Prediction:
        """What the submission predicts for a row."""
        given = None if self.confidences is None else tuple(self.confidences[row])
        return Prediction(tuple(self.predictions[row] or ()), given)

    def rows(self, now: dict[int, Prediction] | None = None) -> list[Row]:
        """The rows as the oracles take them, some with other predictions than the submission."""
        now = now or {}
        places = {row: place for place, row in enumerate(self.order)}
        known = self.known
        return [
            Row(self.ids[row], truth, labels, confidence, places.get(row, float("inf")), known=known)
            for row, truth in enumerate(self.truths)
            for labels, confidence in [self._given(row, now.get(row, self.prediction(row)))]
        ]

    def _given(self, row: int, prediction: Prediction) -> tuple[list[str] | None, Sequence[float]]:
        absent = self.predictions[row] is None and not prediction.labels
        return None if absent else list(prediction.labels), prediction.confidence or ()


@st.composite
def pairs(draw: st.DrawFn, most_rows: int = 6, whole: bool = False, most_labels: int = 7) -> Lists:
    """Rows with empty truths, empty predictions, repeats, unknown labels; missing rows too unless `whole`."""
    rows = draw(st.integers(1, most_rows))
    absent = () if whole else (None,) * 3
    truths = [[*dict.fromkeys(truth or ())] for truth in draw(cut(_KNOWN, rows, (*range(6),)))]
    predictions = draw(cut(_ANY, rows, (*range(most_labels + 1), *range(4), *absent)))
    if all(given is None for given in predictions):  # a submission without a common id is refused
        predictions[0] = []
    return Lists(truths, predictions)


@st.composite
def weighted_pairs(draw: st.DrawFn, most_rows: int = 6, whole: bool = False, most_labels: int = 4) -> Lists:
    """Pairs with confidences, and with rows that have one without a label."""
    plain = draw(pairs(most_rows, whole, most_labels))
    blank = [given == [] and draw(st.booleans()) for given in plain.predictions]
    predictions = [[""] if empty else given for empty, given in zip(blank, plain.predictions, strict=True)]
    lengths = [len(labels or []) for labels in predictions]
    drawn = iter(draw(sure(sum(lengths))))
    return Lists(plain.truths, predictions, [list(islice(drawn, length)) for length in lengths])


any_pairs = st.one_of(pairs(), weighted_pairs())


@st.composite
def edits(draw: st.DrawFn, lists: Lists, most_labels: int = 7) -> tuple[int, Prediction]:
    """A row of the pair and another prediction for it."""
    row = draw(st.integers(0, len(lists.truths) - 1))
    return row, draw(predictions(weighted=lists.confidences is not None, most_labels=most_labels))


@st.composite
def predictions(draw: st.DrawFn, weighted: bool, most_labels: int = 7) -> Prediction:
    """A prediction as a user might type it."""
    given = draw(lists_of(_ANY, most_labels))
    return Prediction(tuple(given), tuple(draw(sure(len(given)))) if weighted else None)


def open_lists(lists: Lists, metric: Metric | str, folder: Path | None = None) -> inspector.Inspection:
    """Open the pair from columns of known roles, or from CSV files when a folder is given."""
    names = ["id", "label", "sure"][: 2 if lists.confidences is None else 3]
    truth = list(zip(lists.ids, map(" ".join, lists.truths), strict=True))
    submission = [(lists.ids[row], *_cells(lists.prediction(row))) for row in lists.order]
    # Given explicitly, because a guess from so few cells may take a comma inside a label for a separator.
    options = Options(separator=" ", id_column="id", confidence_column=None if lists.confidences is None else "sure")
    if folder is None:
        layouts = (
            Layout((0,), (1,), separator=" "),
            Layout((0,), (1,), separator=" ", confidence=[None, 2][len(names) > 2]),
        )
        alignment = aligned(_sheet(truth, names[:2]), _sheet(submission, names), layouts)
        return inspector.Inspection(drain(open_task(build_pair(alignment, options, tries_repairs=False), metric)))
    write(folder / "truth.csv", truth, names[:2])
    write(folder / "submission.csv", submission, names)
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", metric, **options.as_dict)


def _sheet(rows: list[tuple[str, ...]], names: Sequence[str]) -> Sheet:
    """The columns as those of a DataFrame."""
    return Sheet(tuple(names), tuple(pa.chunked_array([texts(column)]) for column in zip(*rows, strict=True)), Frame())


def _cells(prediction: Prediction) -> list[str]:
    """The cells of a row of the submission after its id."""
    labels = " ".join(prediction.labels)
    return [labels] if prediction.confidence is None else [labels, " ".join(map(repr, prediction.confidence))]


def write(path: Path, rows: list[tuple[str, ...]], names: Sequence[str] = ("id", "label")) -> None:
    """A plain CSV file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([names, *rows])
    path.write_text(text.getvalue(), encoding="utf-8")


def open_text(folder: Path, submission: bytes, rows: int, separator: str = " ", name: str = "s.csv"):
    """Open the bytes of a submission on rows r0, r1, ... whose truth is x."""
    (folder / name).write_bytes(submission)
    (folder / "truth.csv").write_text("id,label\n" + "".join(f"r{row},x\n" for row in range(rows)))
    return inspector.open_pair(folder / "truth.csv", folder / name, "map@5", id_column="id", separator=separator)
