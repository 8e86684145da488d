"""The panel Confidence: the stairs and the costliest rows, the cut, and that every control changes something."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QSlider,
    QTableView,
    QWidget,
)
from ui.user import Key, action, bring, click_row, find, overwrite, press, shown, text

from inspector import Inspection
from inspector.core.query import Clause
from inspector.ui.ladder.cut_plot import CutPlot
from inspector.ui.ladder.ladder_panel import LadderPanel
from inspector.ui.ladder.ladder_plot import LadderPlot
from inspector.ui.plots.axes import height
from inspector.ui.widgets.theme import GAP


def along(rank: float) -> float:
    """Where a rank is on the axis of the stairs."""
    return float(np.log10(rank)) + height(1, True)


def turn(panel: QWidget, name: str) -> None:
    find(panel, QRadioButton, name).click()


def shown_ids(gap: Inspection) -> list[str]:
    return sorted(map(gap.evaluation.table.id, gap.state.order.rows.tolist()))


def test_the_costliest_rows_stand_first_with_their_partner(panel: LadderPanel, gap: Inspection) -> None:
    table, ladder = panel.costs.table, gap.ladder()
    wrong = ladder[~ladder.hit]
    assert shown(table, "id") == wrong.id.tolist() == ["r0", "r2", "r5", "r7"]
    places = gap.evaluation.scores.fine_decimals
    assert shown(table, "cost") == [f"{cost:.{places}f}" for cost in wrong.cost]
    assert shown(table, "rank") == ["1", "3", "6", "8"]
    assert shown(table, "wrong") == ["x", "<i>y</i>", "x", "x"]
    assert shown(table, "wrong", Qt.ItemDataRole.ToolTipRole)[1] == "<qt>&lt;i&gt;y&lt;/i&gt;</qt>"
    assert shown(table, "partner") == ["r6", "r6", "r6", "–"]
    assert shown(table, "swap gains") == ["–" if gain != gain else f"{gain:.{places}f}" for gain in wrong.gain]
    assert text(panel, "ladderWords").startswith("4 wrong · best partner: r6")
    QAbstractItemModelTester(table.model(), QAbstractItemModelTester.FailureReportingMode.Fatal)


def test_enter_goes_to_a_row_and_the_button_to_the_partner(panel: LadderPanel, gap: Inspection) -> None:
    table = panel.costs.table
    table.setFocus()
    click_row(table, 1, "id")
    press(table, Key.Key_Return)
    assert gap.evaluation.table.id(gap.current) == "r2"
    find(panel, QPushButton, "goToPartner").click()
    assert gap.evaluation.table.id(gap.current) == "r6"


def test_a_brush_filters_to_the_wrong_rows_in_a_range_of_ranks(panel: LadderPanel, gap: Inspection) -> None:
    plot = panel.costs.plot
    plot.brush(along(2.5), along(6.4), False)
    assert shown_ids(gap) == ["r2", "r5"]
    assert len(plot.clause) < 40  # no more digits than are needed
    plot.brush(along(1), along(1), True)
    assert shown_ids(gap) == ["r0", "r2", "r5"]
    plot.narrow("")
    plot.click(along(7.9), 0, False)
    assert shown_ids(gap) == ["r7"]
    plot.click(along(7.9), 0, False)
    assert gap.state.clauses == ()
    # The list is of what other filters show.
    gap.narrow("camera:slr")
    assert shown(panel.costs.table, "id") == ["r2", "r5", "r7"]


def test_the_stairs_are_figures_and_follow_edits(panel: LadderPanel, gap: Inspection) -> None:
    plot = find(panel, LadderPlot, "ladderPlot")
    lines = plot.figures().decode().splitlines()
    assert lines[0] == "id,rank,cost" and [line.split(",")[:2] for line in lines[1:3]] == [["r0", "1"], ["r2", "3"]]
    cost, before = float(lines[1].split(",")[2]), gap.overall
    gap.edit("r0", ["x"], [0.01])
    assert gap.overall - before == pytest.approx(cost, abs=1e-12)
    assert plot.figures().decode().splitlines()[-1].startswith("r0,8,0")
    assert shown(panel.costs.table, "id")[-1] == "r0"
    gap.edit("r0", ["a"], [0.01])
    assert "r0" not in shown(panel.costs.table, "id")


def test_the_slider_the_line_and_a_click_cut_from_the_bottom(panel: LadderPanel, gap: Inspection) -> None:
    turn(panel, "ladderCut")
    whole = f"GAP {gap.overall:.6f} of {gap.overall:.6f}"
    assert find(panel, QSlider, "cutSlider").value() == 500
    assert text(panel, "cut_gap").endswith(whole)
    assert text(panel, "cut_coverage").endswith("coverage 100.00%")
    assert text(panel, "cut_precision").endswith("precision 50.00%")
    find(panel, QSlider, "cutSlider").setValue(250)
    # Half of the predictions are kept: a wrong, a right, a wrong, a right one.
    assert text(panel, "cut_gap").endswith(f"GAP {(1 / 2 + 2 / 4) / 8:.6f} of {gap.overall:.6f}")
    assert text(panel, "cutKept") == "keeps 4 of 8 predictions"
    line = find(panel, QLineEdit, "cutConfidence")
    assert line.text() == "0.6"
    overwrite(line, "0.85")
    press(line, Key.Key_Return)
    assert text(panel, "cutKept") == "keeps 1 of 8 predictions"
    assert text(panel, "cut_precision").endswith("precision 0.00%")
    assert find(panel, QSlider, "cutSlider").value() == 62  # as far to the left as the line in the plot
    overwrite(line, "much")
    press(line, Key.Key_Return)
    assert line.text() == "0.85"
    find(panel, CutPlot, "cutPlot").click(6.2, 0.5, False)
    assert text(panel, "cutKept") == "keeps 6 of 8 predictions"  # both with 0.5
    assert find(panel, CutPlot, "cutPlot").accessibleDescription() == "6 of 8 predictions are kept"
    assert "cannot raise GAP" in text(panel, "cutLaw")
    gap.edit("r0", ["a"], [0.9])
    assert text(panel, "cutKept") == "keeps 6 of 8 predictions" and "62.50%" not in text(panel, "cut_precision")
    assert (
        find(panel, CutPlot, "cutPlot")
        .figures()
        .decode()
        .startswith("kept,confidence,gap,coverage,precision\n8,0.125,")
    )


def test_other_metrics_are_told_that_gap_is_needed(panel: LadderPanel, gap: Inspection) -> None:
    needs = find(panel, QLabel, "ladderNeedsGap")
    assert not needs.isVisible() and panel.costs.isVisible()
    gap.set_metric("map@5")
    assert needs.isVisible() and "needs GAP" in needs.text() and not panel.costs.isVisible()
    gap.set_metric("gap")
    assert not needs.isVisible() and len(shown(panel.costs.table, "id")) == 4


def test_a_hidden_view_counts_nothing(panel: LadderPanel, gap: Inspection) -> None:
    assert not panel.cut.recount.is_fresh and not panel.rescale.groups.recount.is_fresh
    turn(panel, "ladderCut")
    gap.edit("r0", ["a"], [0.9])
    assert panel.cut.recount.is_fresh and not panel.costs.table.recount.is_fresh
    assert not panel.costs.plot.recount.is_fresh


def result(panel: LadderPanel, gap: Inspection) -> tuple[object, ...]:
    """All that the panel shows and asks for."""
    labels = [label.text() for label in panel.findChildren(QLabel) if label.isVisible()]
    cells = [
        [table.model().index(line, column).data() for column in range(table.model().columnCount())]
        for table in panel.findChildren(QTableView)
        for line in range(table.model().rowCount())
    ]
    return labels, cells, gap.overall, gap.current, gap.state.clauses


def test_every_control_is_read_by_something(panel: LadderPanel, gap: Inspection) -> None:
    """Changing any control changes what is shown or asked for; a control that is not named here fails, too."""
    box, view = lambda name: find(panel, QComboBox, name), lambda name: find(panel, QRadioButton, name)

    def typed() -> None:
        line = find(panel, QLineEdit, "cutConfidence")
        overwrite(line, "0.55")
        press(line, Key.Key_Return)

    def value() -> None:
        model = panel.rescale.groups.model()
        assert model.setData(model.index(0, 4), "0.5")

    changes = {
        "goToPartner": ("ladderCosts", lambda: find(panel, QPushButton, "goToPartner").click()),
        "ladderCut": ("ladderCosts", view("ladderCut").click),
        "cutSlider": ("ladderCut", lambda: find(panel, QSlider, "cutSlider").setValue(200)),
        "cutConfidence": ("ladderCut", typed),
        "ladderRescale": ("ladderCut", view("ladderRescale").click),
        "rescaleBy": ("ladderRescale", lambda: box("rescaleBy").setCurrentIndex(0)),
        "rescaleGroups": ("ladderRescale", value),
        "rescaleNeutral": ("ladderRescale", find(panel, QPushButton, "rescaleNeutral").click),
        "rescaleMethod": ("ladderRescale", lambda: box("rescaleMethod").setCurrentIndex(3)),
        "rescaleAll": ("ladderRescale", lambda: find(panel, QAbstractSpinBox, "rescaleAll").stepUp()),
        "rescaleApply": ("ladderRescale", find(panel, QPushButton, "rescaleApply").click),
        "ladderCosts": ("ladderRescale", view("ladderCosts").click),
    }
    for name, (where, change) in changes.items():
        view(where).click()
        if name == "rescaleMethod":
            value()  # so that another method has something to start again from
        before = result(panel, gap)
        change()
        assert result(panel, gap) != before, name
    kinds = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit)
    named = {part.objectName() for kind in kinds for part in panel.findChildren(kind)}
    scrolled = {"qt_spinbox_lineedit", ""} | {name for name in named if name.startswith("qt_")}
    assert named - scrolled == {*changes} - {"rescaleGroups"}


@pytest.mark.slow
def test_the_command_shows_the_panel_and_selected_rows_are_marked(show, gap: Inspection) -> None:
    window = show(gap)
    window.resize(1280, 900)
    action(window, "show_ladder").trigger()
    panel = bring(find(window, LadderPanel, "ladderPanel"), find(window, QDockWidget, "ladderDock"))
    assert find(panel, QTableView, "costliestTable").hasFocus()
    assert panel.costs.plot in window.bench.docks.plots
    find(window, QTableView, "rowTable").selectAll()
    panel.costs.plot.grab()  # a selection is drawn with the next paint
    ticks, _ = panel.costs.plot._ticks.getData()
    assert len(ticks) == 8  # two ends for each of four wrong rows


def test_rows_without_a_wrong_prediction_are_said_so(panel: LadderPanel, gap: Inspection) -> None:
    panel.filter_asked.emit(Clause("id:r1", "id:r1"))
    assert text(panel, "ladderWords") == "No row shown has a wrong prediction"


def test_a_title_never_makes_a_plot_wider_than_its_view(panel: LadderPanel) -> None:
    plot = panel.costs.plot
    plot.show_title("No row shown has a wrong prediction " * 9)
    assert plot.plotItem.minimumWidth() < plot.width()
    assert plot.plotItem.size().width() == plot.width()
    label = plot.plotItem.titleLabel
    assert abs(label.item.sceneBoundingRect().center().x() - label.sceneBoundingRect().center().x()) < 2
    assert label.text.endswith("…")
    assert label.item.sceneBoundingRect().width() <= plot.plotItem.getViewBox().width() + 2 * GAP


def test_a_title_is_as_long_as_its_plot_has_room(panel: LadderPanel) -> None:
    plot, title = panel.costs.plot, "what a wrong prediction costs"
    plot.resize(160, 120)
    plot.show_title(title)
    plot.grab()
    assert plot.plotItem.titleLabel.text.endswith("…")
    plot.resize(900, 120)
    plot.grab()
    assert plot.plotItem.titleLabel.text == title
    plot.show_message("nothing")
    plot.resize(600, 120)
    plot.grab()
    assert not plot.plotItem.titleLabel.isVisible()
