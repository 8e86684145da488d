"""Files with decimal commas of each kind, through all that reads or writes a number of theirs."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import inspector
from inspector import Inspection
from inspector.core.analysis.slices.grouping import groupings
from inspector.core.data.prediction import Prediction
from inspector.core.edits.paste import paste
from inspector.core.edits.prediction_edit import prediction_edit, span_in_whole, typed_prediction, written_whole
from inspector.core.query import parse
from inspector.core.rows.copying import copy_task
from inspector.core.task import drain
from inspector.ui.widgets.label_edit import LabelEdit

ROWS = 60


class Kind(NamedTuple):
    """The names and cells of the truth and of the submission, further columns left out; and what is put for a row."""

    metric: str
    truth: tuple[str, list[str]]
    submission: tuple[str, list[str]]
    other: Prediction


KINDS = {
    "one number": Kind(
        "mae",
        ("y", ["1,5", "103,25", "2,125"]),
        ("y", ["1,25", "103,125", "2,5"]),
        Prediction(("y",), (7.0,)),
    ),
    "several numbers": Kind(
        "rmse",
        ("low;high", ["1,5;10,25", "2,25;20,5", "3,5;30,75"]),
        ("low;high", ["1,125;10,5", "2,5;", "103,125;30,25"]),
        Prediction(("low", "high"), (7.0, 8.0)),
    ),
    "probabilities of classes": Kind(
        "mlogloss",
        ("label", ["a", "b", "c"]),
        ("a;b;c", ["0,5;0,25;0,25", "0,125;0,5;0,375", "0;0,25;0,75"]),
        Prediction(("b", "a"), (0.75, 0.25)),
    ),
}


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest) -> Kind:
    return KINDS[request.param]


@pytest.fixture
def pair(kind: Kind, tmp_path: Path) -> Inspection:
    """A pair whose submission has a column of sizes and one of weights, too."""
    further = [f";{str(at / 2 + 10).replace('.', ',')};{('1,5', '0,5')[at % 2]}" for at in range(ROWS)]
    for name, (head, cells), others in (("t", kind.truth, [""] * ROWS), ("s", kind.submission, further)):
        lines = [f"r{at};{cells[at % 3]}{others[at]}" for at in range(ROWS)]
        titles = ";size;w" if others is further else ""
        (tmp_path / f"{name}.csv").write_text("\n".join([f"id;{head}{titles}", *lines]) + "\n")
    columns = kind.submission[0].replace(";", "+")
    pair = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", kind.metric, submission_column=columns)
    assert pair.evaluation.pair.submission.layout.decimal == ","
    return pair


def now(pair: Inspection) -> str:
    """The predictions of all rows; as text, in which a number that lacks equals itself."""
    return repr([pair.evaluation.prediction(row) for row in range(ROWS)])


def test_what_a_row_shows_can_be_typed(pair) -> None:
    for row in range(3):
        prediction = pair.evaluation.prediction(row)
        text = written_whole(pair.evaluation, row, prediction)
        assert repr(typed_prediction(pair.evaluation, row, text)) == repr(prediction)


def test_a_number_that_keys_nudge_can_be_typed(pair, qtbot) -> None:
    prediction = pair.evaluation.prediction(0)
    text, (start, end) = written_whole(pair.evaluation, 0, prediction), span_in_whole(pair.evaluation, 0, 0)
    editor = LabelEdit(pair, one=True, number=pair.evaluation.table.kind.names_labels)
    qtbot.addWidget(editor)
    editor.setText(text[start:end])
    QTest.keyClick(editor, Qt.Key.Key_Up)
    after = typed_prediction(pair.evaluation, 0, text[:start] + editor.text() + text[end:])
    assert 0 < after.confidence[0] - prediction.confidence[0] < 0.02
    assert after.confidence[1:] == prediction.confidence[1:]


@pytest.mark.parametrize("headers", [True, False])
def test_copied_rows_come_back(pair, kind, headers: bool) -> None:
    before = now(pair)
    copied = drain(copy_task(pair.evaluation.snapshot(), np.arange(ROWS), headers=headers)).text.decode()
    for row in range(3):
        pair.apply(prediction_edit(pair.evaluation, row, kind.other))
    assert now(pair) != before
    pair.apply(paste(pair.evaluation, copied, np.arange(ROWS)).edit)
    assert now(pair) == before


@pytest.mark.parametrize("headers", [True, False])
def test_cells_of_the_file_can_be_pasted(pair, kind, headers: bool) -> None:
    before, (head, cells) = now(pair), kind.submission
    whole = {row: cell for row, cell in enumerate(cells) if not cell.endswith(";")}  # an empty cell is no number
    for row in whole:
        pair.apply(prediction_edit(pair.evaluation, row, kind.other))
    lines = [f"id;{head}"] * headers + [f"r{row};{cell}" for row, cell in whole.items()]
    pair.apply(paste(pair.evaluation, "\n".join(lines).replace(";", "\t"), np.arange(ROWS)).edit)
    assert now(pair) == before


def test_rows_are_filtered_sliced_and_weighted_by_further_columns(pair, kind) -> None:
    assert parse("size>=20.5").mask(pair.evaluation).sum() == ROWS - 21
    (grouping,) = (one for one in groupings(pair.evaluation) if one.title == "size")
    assert len(np.unique(grouping.split(pair.evaluation).of_row)) == 10
    assert sorted(pair.evaluation.table.groups("w").numbers()) == [0.5, 1.5]
    if not pair.evaluation.table.kind.names_labels:
        pair.set_metric(f"{kind.metric}(weight=w)")
        assert np.isfinite(pair.overall)
