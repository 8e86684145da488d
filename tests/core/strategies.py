"""Small random pairs, metrics with every choice, and the way from plain lists to an open inspection."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import hypothesis.strategies as st
import pandas as pd

import inspector
from inspector.core.metrics import FAMILIES, Metric

# Text that careless readers turn into numbers, into missing values, or into something to be run.
HOSTILE = ["0706016001", "None", "NA", "nan", "1e5", "471632203e65", "<img", "=cmd", "été", "鯨", "-1", "#", "'"]
KNOWN = ["a", "b", "c", "d", *HOSTILE]
UNKNOWN = ["never", "0", "00"]

# Mostly few labels, so that predictions often hit and often repeat; the strange ones keep their share.
labels = st.one_of(st.sampled_from("abc"), st.sampled_from(KNOWN))
any_label = st.one_of(st.sampled_from("abc"), st.sampled_from([*KNOWN, *UNKNOWN]))


@dataclass(frozen=True)
class Lists:
    """A truth and a submission as lists of labels; a prediction of None is a row that the submission lacks."""

    truths: list[list[str]]
    predictions: list[list[str] | None]

    @property
    def ids(self) -> list[str]:
        """One id a row: text that is easily taken for a number."""
        return [f"{row:03d}" for row in range(len(self.truths))]


@st.composite
def pairs(draw: st.DrawFn, most_rows: int = 6, whole: bool = False) -> Lists:
    """Rows with empty truths, empty predictions, repeats, unknown labels; missing rows too unless `whole`."""
    predicted = st.lists(any_label, max_size=7)
    rows = draw(
        st.lists(
            st.tuples(
                st.lists(labels, max_size=5, unique=True),
                predicted if whole else st.one_of(predicted, st.none()),
            ),
            min_size=1,
            max_size=most_rows,
        )
    )
    truths, predictions = [list(row[0]) for row in rows], [row[1] for row in rows]
    if all(given is None for given in predictions):  # a submission without a common id is refused
        predictions[0] = []
    return Lists(truths, predictions)


def every_metric() -> list[Metric]:
    """Each family with each combination of its choices, whole and cut before, within and behind a short list."""
    return [
        family(k=k, **dict(zip(family.choices(), values, strict=True)))
        for family in FAMILIES.values()
        for values in product(*(choice.values for choice in family.choices().values()))
        for k in (None, 1, 3, 8)
    ]


EVERY_METRIC = every_metric()
ACCEPTING = [
    metric for metric in EVERY_METRIC if "missing" not in metric.choices() or metric.value("missing") != "error"
]


def metrics(refusing: bool = False) -> st.SearchStrategy[Metric]:
    """Any of them; `missing=error` only when `refusing`. One flat list, so that no combination is left to luck."""
    return st.sampled_from(EVERY_METRIC if refusing else ACCEPTING)


def chosen(metric: Metric) -> dict[str, str]:
    """The metric's choices as an oracle wants them."""
    return {name: metric.value(name) for name in metric.choices()}


def open_lists(lists: Lists, metric: Metric | str, folder: Path | None = None) -> inspector.Inspection:
    """The pair as an inspection, by way of DataFrames, or of CSV files when a folder is given."""
    truth = list(zip(lists.ids, map(" ".join, lists.truths), strict=True))
    submission = [
        (id_, " ".join(given)) for id_, given in zip(lists.ids, lists.predictions, strict=True) if given is not None
    ]
    # Said outright, because a guess from so few cells may take a comma inside a label for a separator.
    options = {"separator": " ", "id_column": "id"}
    if folder is None:
        names = ["id", "label"]
        return inspector.open_pair(
            pd.DataFrame(truth, columns=names), pd.DataFrame(submission, columns=names), metric, **options
        )
    write(folder / "truth.csv", truth)
    write(folder / "submission.csv", submission)
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", metric, **options)


def write(path: Path, rows: list[tuple[str, str]]) -> None:
    """A plain CSV file with the header `id,label`."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([("id", "label"), *rows])
    path.write_text(text.getvalue(), encoding="utf-8")


def open_text(folder: Path, submission: bytes, rows: int, separator: str = " ", name: str = "s.csv"):
    """Open the bytes of a submission on rows r0, r1, ... whose truth is x."""
    (folder / name).write_bytes(submission)
    (folder / "truth.csv").write_text("id,label\n" + "".join(f"r{row},x\n" for row in range(rows)))
    return inspector.open_pair(folder / "truth.csv", folder / name, "map@5", id_column="id", separator=separator)
