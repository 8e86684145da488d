"""Re-scaling the confidences of groups: values, the overall that they give, one edit that can be undone."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QComboBox, QDockWidget, QDoubleSpinBox, QLineEdit, QPushButton, QRadioButton
from ui.user import Key, bring, click_row, find, press, shown, text, write

from inspector import Inspection
from inspector.core.edits.rescaling import Rescaling, preview
from inspector.ui.ladder.group_values import GroupValues
from inspector.ui.ladder.ladder_panel import LadderPanel


@pytest.fixture
def groups(panel: LadderPanel) -> GroupValues:
    find(panel, QRadioButton, "ladderRescale").click()
    return panel.rescale.groups


def value(groups: GroupValues, name: str, value: str) -> bool:
    model = groups.model()
    return model.setData(model.index(shown(groups, "group").index(name), 4), value)


def confidences(gap: Inspection) -> list[float]:
    return [gap.evaluation.prediction(row).confidence[0] for row in range(len(gap.evaluation.table))]


def test_groups_of_the_first_column_have_precision_and_confidence(groups: GroupValues) -> None:
    assert shown(groups, "group") == ["slr", "phone", "<i>old</i>"]
    assert shown(groups, "predictions") == ["4", "3", "1"]
    assert shown(groups, "precision") == ["25.0%", "66.7%", "100.0%"]
    assert shown(groups, "mean conf.") == ["0.4812", "0.7333", "0.2500"]
    assert shown(groups, "value") == ["1", "1", "1"]


def test_a_value_previews_what_the_core_finds_and_apply_makes_it(panel, groups: GroupValues, gap: Inspection) -> None:
    before, at_first = gap.overall, confidences(gap)
    assert value(groups, "slr", "0.5")
    of_row = np.array([0 if row in (2, 3, 5, 7) else 1 for row in range(8)])
    wanted = preview(gap.evaluation, Rescaling(of_row, "multiply", np.array([0.5, 1]), np.array([0.25, 0.75]), ""))
    assert wanted.after > before
    words = f"GAP {wanted.after:.6f}   ▲ +{wanted.after - before:.6f}   4 of 8 rows change"
    assert text(panel, "rescaleWords") == words
    assert gap.overall == before
    find(panel, QPushButton, "rescaleApply").click()
    assert gap.overall == wanted.after and gap.undo_name == "re-scale confidences by camera in 4 rows"
    assert confidences(gap)[3] == 0.3
    # What was applied is not applied again.
    assert shown(groups, "value") == ["1", "1", "1"]
    assert not find(panel, QPushButton, "rescaleApply").isEnabled()
    gap.undo()
    assert confidences(gap) == at_first and gap.overall == before


def test_one_value_for_all_changes_nothing_but_the_confidences(panel, groups: GroupValues, gap: Inspection) -> None:
    find(panel, QDoubleSpinBox, "rescaleAll").setValue(0.5)
    assert shown(groups, "value") == ["0.5"] * 3
    assert text(panel, "rescaleWords") == f"GAP {gap.overall:.6f}   the same   8 of 8 rows change"
    assert "changes nothing" in text(panel, "rescaleLaw")


def test_values_stay_within_limits_and_words_are_refused(panel, groups: GroupValues) -> None:
    assert not value(groups, "slr", "much") and not value(groups, "slr", "nan")
    box = find(panel, QComboBox, "rescaleMethod")
    box.setCurrentIndex(box.findData("precision"))
    assert shown(groups, "value") == ["0", "0", "0"]
    assert value(groups, "<i>old</i>", "7")
    assert shown(groups, "value") == ["0", "0", "1"]
    find(panel, QPushButton, "rescaleNeutral").click()
    assert shown(groups, "value") == ["0", "0", "0"]


def test_a_click_on_a_group_filters_and_on_its_value_edits(panel, groups: GroupValues, gap: Inspection) -> None:
    click_row(groups, 2, "group")
    assert gap.state.order.rows.tolist() == [6]
    assert shown(groups, "group") == ["slr", "phone", "<i>old</i>"]  # all rows are re-scaled
    click_row(groups, 2, "value")
    editor = groups.findChild(QLineEdit)
    assert editor is not None and editor.text() == "1"
    editor.selectAll()
    write(groups, "4")
    press(groups, Key.Key_Return)
    assert shown(groups, "value") == ["1", "1", "4"]


def test_the_window_makes_the_edit_through_its_queue(show, gap: Inspection) -> None:
    window = show(gap)
    window.resize(1280, 900)
    window.bench.docks.bring("ladderDock")
    panel = bring(find(window, LadderPanel, "ladderPanel"), find(window, QDockWidget, "ladderDock"))
    find(panel, QRadioButton, "ladderRescale").click()
    before = gap.overall
    assert value(panel.rescale.groups, "slr", "0.5")
    find(panel, QPushButton, "rescaleApply").click()
    assert gap.overall > before
    window.bench.change_queue.undo()
    assert gap.overall == before


def test_a_pair_without_confidences_empties_the_groups_that_are_in_sight(
    groups: GroupValues, gap: Inspection, pair: Inspection
) -> None:
    assert groups.isVisible() and shown(groups, "group")
    gap.load(pair.state)
    assert groups.model().rowCount() == 0
    assert text(groups.window(), "rescaleWords").startswith("Type another value")
