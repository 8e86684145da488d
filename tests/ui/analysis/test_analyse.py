"""The Analyse menu, the labels panel and the filter show the results of the core."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QPushButton,
    QTableView,
    QTableWidget,
    QWidget,
)
from ui.user import action, find, shown, text

import inspector
from inspector import Inspection
from inspector.core.analysis.baseline import constant_scores, most_common_labels
from inspector.core.analysis.labels import label_table
from inspector.core.query import parse
from inspector.core.rows.columns import columns_of
from inspector.ui.analysis.constant_dialog import ConstantDialog
from inspector.ui.analysis.definition_dialog import DefinitionDialog


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch):
    """Runs a function instead of the event loop of a dialog."""

    def during(kind: type[QDialog], act) -> None:
        monkeypatch.setattr(kind, "exec", act)

    return during


def test_a_constant_prediction_is_scored_as_typed(window, qtbot, pair: Inspection, opened) -> None:
    said = []

    def act(dialog: ConstantDialog) -> None:
        dialog.show()
        result = find(dialog, QLabel, "constantScore")
        wanted = constant_scores(pair.evaluation, most_common_labels(pair.evaluation, 3)).overall
        qtbot.waitUntil(lambda: result.text() == f"{wanted!r}   (map@3)")
        line = find(dialog, QLineEdit, "constantLabels")
        line.setText("b a")
        line.returnPressed.emit()
        wanted = constant_scores(pair.evaluation, ["b", "a"]).overall
        qtbot.waitUntil(lambda: result.text() == f"{wanted!r}   (map@3)")
        said.append(find(dialog, QLabel, "ownScore").text())

    opened(ConstantDialog, act)
    action(window, "ask_constant").trigger()
    assert said == [repr(pair.overall)]
    assert pair.undo_name is None


def test_the_titles_of_definitions_are_whole_before_any_is_found(window, opened) -> None:
    cut: list[str] = []

    def act(dialog: DefinitionDialog) -> None:
        dialog.show()
        table = find(dialog, QTableWidget, "whichResults")
        heads = [table.horizontalHeaderItem(section).text() for section in range(table.columnCount())]
        sizes = [table.horizontalHeader().sectionSizeFromContents(section) for section in range(len(heads))]
        cut.extend(head for at, head in enumerate(heads) if sizes[at].width() > table.columnWidth(at))
        assert len(heads) == 5

    opened(DefinitionDialog, act)
    action(window, "ask_which").trigger()
    assert cut == []


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "name"), [(ConstantDialog, "ask_constant"), (DefinitionDialog, "ask_which")])
def test_a_dialog_has_a_button_that_closes_it(window, opened, kind: type[QDialog], name: str) -> None:
    ended: list[bool] = []

    def act(dialog: QDialog) -> None:
        dialog.show()
        dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Close).click()
        ended.append(not dialog.isVisible())

    opened(kind, act)
    action(window, name).trigger()
    assert ended == [True]


@pytest.mark.slow
@pytest.mark.parametrize("way", ["double click", "button"])
def test_definitions_of_a_reported_score_are_found_and_can_be_applied(
    window, qtbot, pair: Inspection, opened, way: str
) -> None:
    pair.set_metric("map(divisor=m)@2")
    wanted = f"{pair.overall:.6f}"
    pair.set_metric("map@3")

    def act(dialog: DefinitionDialog) -> None:
        cases, found = find(dialog, QTableWidget, "whichCases"), find(dialog, QTableWidget, "whichResults")
        next(button for button in dialog.findChildren(QPushButton) if button.text() == "Find").click()
        assert "no score is filled in" in " ".join(label.text() for label in dialog.findChildren(QLabel))
        cases.item(0, 1).setText(wanted)
        next(button for button in dialog.findChildren(QPushButton) if button.text() == "Find").click()
        qtbot.waitUntil(lambda: found.rowCount() > 0, timeout=20_000)
        fitting = [line for line in range(found.rowCount()) if found.item(line, 0).text() == "✓"]
        said = [f"{found.item(line, 1).text()}; {found.item(line, 4).text()}" for line in fitting]
        assert any("map(divisor=m" in text for text in said)
        if way == "double click":
            found.cellDoubleClicked.emit(fitting[0], 1)
            return
        found.clearSelection()
        use = find(dialog, QPushButton, "useDefinition")
        assert not use.isEnabled()
        found.selectRow(fitting[0])
        use.click()

    opened(DefinitionDialog, act)
    action(window, "ask_which").trigger()
    qtbot.waitUntil(lambda: f"{pair.overall:.6f}" == wanted)


@pytest.fixture
def labels(window) -> QTableView:
    dock = find(window, QDockWidget, "labelsDock")
    dock.raise_()
    view = find(window, QTableView, "labelTable")
    view.show()
    view.refresh()
    return view


def test_the_labels_are_those_of_the_core_and_the_model_is_valid(labels, pair: Inspection, qtmodeltester) -> None:
    table = label_table(pair.evaluation)
    wanted = {
        pair.evaluation.table.vocab.text(code): (f"{tp + fn:,}", f"{tp:,}", f"{fp:,}", f"{fn:,}")
        for code, tp, fp, fn in zip(table.codes.tolist(), table.tp, table.fp, table.fn, strict=True)
    }
    columns = [shown(labels, title) for title in ("label", "support", "right", "wrong", "missed")]
    assert {label: tuple(counts) for label, *counts in zip(*columns, strict=True)} == wanted
    qtmodeltester.check(labels.model())


def test_the_labels_sort_by_any_column_in_both_directions(labels) -> None:
    for section, title in enumerate(("label", "support", "right")):
        for falls in (False, True):
            labels.sortByColumn(section, Qt.SortOrder.DescendingOrder if falls else Qt.SortOrder.AscendingOrder)
            values = shown(labels, title)
            keys = values if title == "label" else list(map(int, values))
            assert keys == sorted(keys, reverse=falls)


def test_a_click_on_a_label_shows_its_rows_and_what_they_lose(window, labels, pair: Inspection) -> None:
    place = shown(labels, "label").index("c")
    labels.clicked.emit(labels.model().index(place, 0))
    rows = np.flatnonzero(parse("truth:c | pred:c").mask(pair.evaluation))
    assert sorted(pair.state.order.rows.tolist()) == rows.tolist()
    assert text(window, "filterCount").startswith(f"{len(rows)} of 14 · mean ")
    assert [box.text() for box in find(window, QWidget, "filterChips").findChildren(QCheckBox)] == ["truth:c | pred:c"]
    assert f"{len(rows)} of 14 rows" in text(window, "rowsStatus")
    action(window, "show_all").trigger()
    assert len(pair.state.order) == 14
    assert text(window, "filterCount") == "all 14 rows"


def test_a_filter_survives_a_sort_and_another_metric(window, labels, qtbot, pair: Inspection) -> None:
    labels.clicked.emit(labels.model().index(shown(labels, "label").index("c"), 0))
    kept = sorted(pair.state.order.rows.tolist())
    action(window, "sort_best").trigger()
    assert sorted(pair.state.order.rows.tolist()) == kept
    pair.set_metric("f1")
    assert sorted(pair.state.order.rows.tolist()) == kept


def test_of_classes_the_second_loss_is_that_of_unsure_probabilities(show) -> None:
    truth = pd.DataFrame({"id": ["q", "r"], "label": ["cat", "dog"]})
    given = pd.DataFrame({"id": ["q", "r"], "cat": [0.25, 0.25], "dog": [0.75, 0.75]})
    opened = inspector.open_pair(truth, given, "mlogloss")
    lost = np.log(3) / 2, -np.log(0.75)
    window = show(opened)
    assert text(window, "lossLedger") == f"Lost: {lost[0]:.4f} wrong order · {lost[1]:.4f} unsure probabilities"
    assert "unsure probabilities" in [column.title for column in columns_of(opened.evaluation)]


def test_what_sets_lose_by_a_wrong_label_is_not_called_missing(show) -> None:
    truth = pd.DataFrame({"id": ["q"], "labels": ["healthy"]})
    opened = inspector.open_pair(truth, pd.DataFrame({"id": ["q"], "labels": ["healthy scab"]}), "f1")
    window = show(opened)
    assert text(window, "lossLedger") == "Lost: 0.3333 wrong or missing labels"
    assert "order" not in find(window, QWidget, "lossBar").toolTip() + find(window, QWidget, "lossLedger").toolTip()
    assert "0.6667 won · 0.3333 lost: wrong or missing labels (filled)" in find(window, QWidget, "lossBar").toolTip()
    assert "wrong or missing labels" in [column.title for column in columns_of(opened.evaluation)]


def test_the_score_bar_shows_the_losses_by_order_and_by_labels(window, pair: Inspection) -> None:
    losses = pair.evaluation.total_losses()
    assert (
        text(window, "lossLedger")
        == f"Lost: {losses.ordering:.4f} wrong order · {losses.candidates:.4f} missing labels"
    )
    pair.edit("r04", ["d", "a"])
    losses = pair.evaluation.total_losses()
    assert (
        text(window, "lossLedger")
        == f"Lost: {losses.ordering:.4f} wrong order · {losses.candidates:.4f} missing labels"
    )
