"""The score calculation of a row as a Qt model: valid, exact, with requests for typed edits."""

from __future__ import annotations

import html
import math

import pandas as pd
import pytest
from PySide6.QtCore import QObject, Qt

import inspector
from inspector import Inspection
from inspector.ui.row.step_model import COLUMNS, CONFIDENCE, LABEL, PRECISION, RANK, TERM, VERDICT, StepModel

Role = Qt.ItemDataRole


@pytest.fixture
def model(theme):
    owner = QObject()
    yield StepModel(theme, owner)
    owner.deleteLater()


def show(model: StepModel, pair: Inspection, id_: str) -> int:
    row = pair.evaluation.table.row_of(id_)
    model.show_steps(pair.evaluation.explain(row), None)
    return row


def test_the_model_is_valid_empty_filled_and_emptied_again(qtmodeltester, model, pair: Inspection) -> None:
    qtmodeltester.check(model)
    assert model.rowCount() == 1
    for id_ in ("r08", "r07", "r06", "r09"):
        row = show(model, pair, id_)
        qtmodeltester.check(model)
        assert model.rowCount() == len(pair.evaluation.labels(row)) + 1
    pair.edit("r08", [])
    show(model, pair, "r08")
    assert model.rowCount() == 1
    qtmodeltester.check(model)


def test_the_tooltip_of_a_repeat_explains_its_credit(model, pair: Inspection) -> None:
    pair.edit("r01", ["a", "b", "a"])
    show(model, pair, "r01")
    tips = [model.index(place, VERDICT).data(Role.ToolTipRole) for place in range(3)]
    assert ["once" in tip for tip in tips] == [False, False, True]


@pytest.mark.parametrize("metric", ["map@3", "map(repeats=move-up)@2", "map(divisor=m)"])
def test_every_line_is_a_step_of_the_explanation(model, pair: Inspection, metric: str) -> None:
    pair.set_metric(metric)
    for id_ in ("r01", "r04", "r06", "r08", "r09"):
        row = show(model, pair, id_)
        steps = pair.evaluation.explain(row).steps
        for place, step in enumerate(steps):
            cells = [model.index(place, section) for section in range(len(COLUMNS))]
            tips = [
                html.unescape(cell.data(Role.ToolTipRole).removeprefix("<qt>").removesuffix("</qt>")) for cell in cells
            ]
            assert cells[0].data() == str(step.position)
            assert cells[LABEL].data() == pair.evaluation.table.vocab.text(step.code) == tips[LABEL]
            assert cells[RANK].data() == (f"{step.rank:,}" if step.rank else "")
            assert float(tips[TERM]) == step.term
            assert abs(float(cells[TERM].data()) - step.term) <= 5e-5
            if math.isnan(step.precision):
                assert (cells[PRECISION].data(), tips[PRECISION]) == ("", "–")
            else:
                assert float(tips[PRECISION]) == step.precision
                assert abs(float(cells[PRECISION].data()) - step.precision) <= 5e-5


def test_hits_repeats_and_labels_beyond_k_have_different_signs(model, pair: Inspection) -> None:
    verdicts = {}
    for id_ in ("r04", "r06", "r08"):
        show(model, pair, id_)
        verdicts[id_] = [model.index(place, 2).data() for place in range(model.rowCount() - 1)]
    assert verdicts["r08"] == ["✓", "", "✓"]
    assert verdicts["r06"] == ["", "no credit", "✓"]
    assert verdicts["r04"] == ["", "", "", "✓ beyond K"]


def test_labels_beyond_k_have_room_for_their_grade(model, tmp_path) -> None:
    (tmp_path / "qrels").write_text("1 0 a 2\n1 0 b 0\n")
    (tmp_path / "run").write_text("1 Q0 b 1 3.5 x\n1 Q0 a 2 2.5 x\n1 Q0 c 3 1.5 x\n")
    show(model, inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "ndcg@1"), "1")
    assert [model.index(place, VERDICT).data() for place in range(3)] == ["grade 0", "✓ >K grade 2", ">K not judged"]


def test_a_right_label_below_the_threshold_is_marked_as_such(model) -> None:
    truth = pd.DataFrame({"id": ["1"], "label": ["cat dog"]})
    wide = pd.DataFrame({"id": ["1"], "cat": [0.9], "dog": [0.4], "eel": [0.1]})
    show(model, inspector.open_pair(truth, wide, "f1"), "1")
    shown = [model.index(place, VERDICT).data() for place in range(3)]
    assert shown == ["✓", "✓ not counted", "not counted"]


def test_numbers_are_aligned_right_and_labels_left(model, pair: Inspection) -> None:
    show(model, pair, "r08")
    for section, title in enumerate(COLUMNS):
        wanted = Qt.AlignmentFlag.AlignLeft if title in ("predicted", "hit") else Qt.AlignmentFlag.AlignRight
        for said in (
            model.index(0, section).data(Role.TextAlignmentRole),
            model.headerData(section, Qt.Orientation.Horizontal, Role.TextAlignmentRole),
        ):
            assert said & Qt.AlignmentFlag.AlignHorizontal_Mask == wanted, title


def test_editing_a_label_emits_a_signal_and_does_not_change_the_model(model, pair: Inspection, qtbot) -> None:
    show(model, pair, "r08")
    with qtbot.waitSignal(model.typed) as told:
        model.setData(model.index(1, LABEL), "b")
    assert told.args == [1, "b"]
    assert model.index(1, LABEL).data() == "x"
    assert not model.setData(model.index(1, 0), "9")


def test_the_last_line_offers_to_add_a_label(model, pair: Inspection) -> None:
    show(model, pair, "r08")
    last = model.index(model.rowCount() - 1, LABEL)
    assert last.data() == "add…"
    assert last.data(Role.EditRole) == ""
    assert last.flags() & Qt.ItemFlag.ItemIsEditable


def test_a_label_like_markup_is_plain_and_its_tooltip_escaped(model, pair: Inspection) -> None:
    show(model, pair, "r09")
    assert model.index(0, LABEL).data() == "<b>x</b>"
    assert model.index(0, LABEL).data(Role.ToolTipRole) == "<qt>&lt;b&gt;x&lt;/b&gt;</qt>"


@pytest.mark.parametrize(
    ("confidence", "shown"),
    [
        (7.910140800506249e-05, "7.91014e-05"),
        (-0.798012345678, "-0.79801235"),
        (4.9999995, "4.9999995"),
        (0.099999994, "0.099999994"),
        (-2.5e-300, "-2.5e-300"),
    ],
)
def test_a_confidence_loses_digits_rather_than_its_exponent(model, pair: Inspection, confidence, shown) -> None:
    row = pair.evaluation.table.row_of("r01")
    model.show_steps(pair.evaluation.explain(row), (confidence, 0.5, 0.25))
    cell = model.index(0, CONFIDENCE)
    assert (cell.data(), cell.data(Role.EditRole)) == (shown, repr(confidence))
    assert cell.data(Role.ToolTipRole) == f"<qt>{confidence!r}</qt>"


@pytest.mark.parametrize(
    ("metric", "adds"),
    [("f1", ["2 ÷ 4", "0", "0"]), ("jaccard", ["1.0000", "0", "0"]), ("accuracy@1", ["1.0000", "0", "0"])],
)
def test_credit_above_1_is_shown_with_what_it_is_divided_by(model, metric: str, adds: list[str]) -> None:
    pair = inspector.open_pair({"q": ["a", "b"]}, {"q": ["a", "x"]}, metric)
    show(model, pair, "q")
    lines = [line for line in range(model.rowCount()) if line != model.label_count]
    assert [model.index(line, TERM).data() for line in lines] == adds
