"""Blending in the window: live weights, methods, a sample first, and the blend as a submission."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDoubleSpinBox,
    QFileDialog,
    QLineEdit,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QSlider,
)
from PySide6.QtWidgets import QRadioButton as Radio
from ui.ensemble.conftest import add_blend
from ui.user import Key, action, find, overwrite, press, text

import inspector
import inspector.core.ensemble.trial as trial
from inspector import Inspection
from inspector.core.ensemble.blend import Recipe
from inspector.core.ensemble.trial import overall_task
from inspector.core.task import drain
from inspector.ui.ensemble.blend_dialog import BlendDialog
from inspector.ui.ensemble.weights import Weights
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.main_window import MainWindow


@pytest.fixture
def blend(window: MainWindow) -> Callable[[Callable[[BlendDialog], object]], None]:
    """Open the dialog, let a function use it, and close it unless that is done."""

    def ask(use: Callable[[BlendDialog], object]) -> None:
        failures: list[BaseException] = []

        def act() -> None:
            dialog = QApplication.activeModalWidget()
            try:
                assert isinstance(dialog, BlendDialog)
                use(dialog)
            except BaseException as error:
                failures.append(error)
            if dialog is not None and dialog.isVisible():
                dialog.close()

        QTimer.singleShot(0, act)
        action(window, "blend_submissions").trigger()
        if failures:
            raise failures[0]

    return ask


@pytest.fixture
def bare(qtbot, theme: Theme, three: Inspection) -> Iterator[Callable[[], BlendDialog]]:
    """Make the dialog without a window around it."""
    made: list[BlendDialog] = []

    def make() -> BlendDialog:
        submissions = {one.name: one.evaluation for one in three.submissions}
        made.append(BlendDialog(submissions, lambda: three.names, theme))
        made[-1].show()
        return made[-1]

    yield make
    for dialog in made:
        dialog.close()
        dialog.deleteLater()


def overall(three: Inspection, method: str, weights: tuple[float, ...]) -> str:
    submissions = [one.evaluation for one in three.submissions]
    return f"{drain(overall_task(submissions, Recipe(method, weights))):.6f}"


def test_the_overall_follows_sliders_numbers_and_the_method(bare, three: Inspection) -> None:
    dialog = bare()
    assert text(dialog, "blendOverall") == f"{overall(three, 'rrf', (1, 1, 1))}   on all 10 rows"
    dialog.findChildren(QSlider)[2].setValue(100)
    find(dialog, QDoubleSpinBox, "blendWeight0").setValue(0.5)
    assert [slider.value() for slider in dialog.findChildren(QSlider)] == [10, 20, 100]
    assert text(dialog, "blendOverall").startswith(overall(three, "rrf", (0.5, 1, 5)))
    find(dialog, Radio, "blend_votes").click()
    assert text(dialog, "blendOverall").startswith(overall(three, "votes", (0.5, 1, 5)))
    assert overall(three, "votes", (0.5, 1, 5)) != overall(three, "rrf", (1, 1, 1))
    assert "the best one" in text(dialog, "blendAgainst")
    assert text(dialog, "blendBest").startswith("The best of the 3 in each row would give")


def test_methods_that_need_confidences_say_who_has_none(bare) -> None:
    dialog = bare()
    button = find(dialog, Radio, "blend_mean")
    assert not button.isEnabled()
    assert button.text() == "&Mean: one has no confidences"
    assert button.toolTip() == "<qt>Without confidences: one, &lt;i&gt;two&lt;/i&gt; &amp; all, other</qt>"


def test_numbers_are_blended_by_their_mean_alone(qtbot, theme: Theme) -> None:
    files = [pd.DataFrame({"id": ["a", "b"], "price": numbers}) for numbers in ([1.5, 2], [1, 4], [3, 2])]
    inspection = inspector.open_pair(files[0], files[1], "rmse")
    inspection.rename("submission", "one")
    inspection.add(files[2], "two")
    dialog = BlendDialog({one.name: one.evaluation for one in inspection.submissions}, list, theme)
    qtbot.addWidget(dialog)
    dialog.show()
    shown = [button.text() for button in dialog.findChildren(Radio) if button.isVisible()]
    assert shown == ["&Mean: of the numbers"]
    assert text(dialog, "blendOverall") == f"{np.sqrt((0.5**2 + 1**2) / 2):.6f}   on all 2 rows"
    with qtbot.waitSignal(dialog.blended) as blended:
        dialog.accept()
    assert blended.args[0].evaluation.scores.overall == np.sqrt((0.5**2 + 1**2) / 2)


def test_a_blend_is_opened_saved_under_a_name_and_removed(
    blend, window, three: Inspection, questions, tmp_path: Path, monkeypatch
) -> None:
    wanted = overall(three, "rrf", (0, 1, 1))

    def use(dialog: BlendDialog) -> None:
        find(dialog, QDoubleSpinBox, "blendWeight0").setValue(0)
        name = find(dialog, QLineEdit, "blendSubmissionName")
        assert name.text() == "blend of <i>two</i> & all + other"
        press(dialog, Key.Key_Return)
        assert not dialog.isVisible()

    blend(use)
    assert three.open_submission.name == "blend of <i>two</i> & all + other"
    assert window.windowTitle().startswith("blend of <i>two</i> & all + other[*] · ")
    assert f"{three.overall:.6f}" == wanted
    assert not three.is_saved
    questions.answer = QMessageBox.StandardButton.Cancel
    window.bench.comparisons.controller.remove(three.open_submission.name)
    assert (window.close(), len(three.submissions)) == (False, 4)
    assert [asked.replace("'", "") for asked in questions.asked] == [
        "blend of <i>two</i> & all + other was never saved."
    ] * 2
    asked: list[tuple] = []
    monkeypatch.setattr(
        QFileDialog, "getSaveFileName", lambda *told: (asked.append(told), (str(tmp_path / "mix.csv"), ""))[1]
    )
    action(window, "save").trigger()
    assert asked[0][2] == "blend of <i>two<-i> & all + other.csv"
    read = inspector.open_pair(three.evaluation.pair.truth.sheet, tmp_path / "mix.csv", "map@2")
    assert (read.overall, three.is_saved) == (three.overall, True)
    three.edit("r0", ["a"])
    three.undo()
    three.open("one")
    three.remove("blend of <i>two</i> & all + other")
    assert len(three.submissions) == 3
    assert action(window, "blend_submissions").isEnabled()
    for name in ("other", "<i>two</i> & all"):
        three.remove(name)
    assert not action(window, "blend_submissions").isEnabled()


def test_a_blend_that_is_not_opened_is_added_under_its_name(bare, three: Inspection, qtbot) -> None:
    dialog = bare()
    find(dialog, QCheckBox, "blendOpens").click()
    name = find(dialog, QLineEdit, "blendSubmissionName")
    overwrite(name, "other")
    dialog.accept()
    assert "the name 'other' is taken" in text(dialog, "blendOverall")
    overwrite(name, "mix")
    with qtbot.waitSignal(dialog.blended) as blended:
        dialog.accept()
    assert (blended.args[0].name, blended.args[1]) == ("mix", False)


def test_all_weights_0_are_refused_until_one_is_not(bare) -> None:
    dialog = bare()
    add = next(button for button in dialog.findChildren(QPushButton) if button.text() == "Add the &blend")
    for number in range(3):
        find(dialog, QDoubleSpinBox, f"blendWeight{number}").setValue(0)
    assert "the weights cannot be used" in text(dialog, "blendOverall")
    assert not add.isEnabled()
    find(dialog, QDoubleSpinBox, "blendWeight1").setValue(1)
    assert add.isEnabled()


def test_many_rows_are_tried_on_a_sample_that_is_said(bare, three: Inspection, qtbot, monkeypatch) -> None:
    monkeypatch.setattr(trial, "SAMPLE", 4)

    dialog = bare()
    find(dialog, QDoubleSpinBox, "blendWeight0").setValue(2)
    assert text(dialog, "blendOverall").endswith("on 4 of 10 rows so far")
    whole = f"{overall(three, 'rrf', (2, 1, 1))}   on all 10 rows"
    qtbot.waitUntil(lambda: text(dialog, "blendOverall") == whole)


def test_a_blend_that_takes_long_is_cancelled_and_made_again(bare, qtbot, monkeypatch) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "edit", -1)
    dialog = bare()
    with qtbot.assertNotEmitted(dialog.blended):
        dialog.accept()
        assert not find(dialog, Weights, "blendWeights").isEnabled()
        assert dialog.findChild(QProgressBar).isVisible()
        press(dialog, Key.Key_Escape)
    assert dialog.isVisible()
    find(dialog, QDoubleSpinBox, "blendWeight0").setValue(2)
    qtbot.waitUntil(lambda: text(dialog, "blendOverall").endswith("on all 10 rows"))
    with qtbot.waitSignal(dialog.blended):
        dialog.accept()
    assert not dialog.isVisible()


def test_the_dialog_closes_when_the_files_are_read_again(blend, three: Inspection) -> None:
    def use(dialog: BlendDialog) -> None:
        three.load(three.state)
        assert not dialog.isVisible()

    blend(use)
    assert len(three.submissions) == 1


@pytest.mark.slow
def test_a_blend_of_files_that_are_gone_is_refused_in_the_message_bar(window, blend, three: Inspection) -> None:
    others = inspector.open_pair({"q": {"x": 1}}, {"q": {"x": 0.5}}, "map@2")

    def use(dialog: BlendDialog) -> None:
        done = dialog.done
        dialog.done = lambda result: None  # another dialog is in front of it
        three.load(others.state)
        dialog.done = done
        dialog.accept()

    blend(use)
    assert len(three.submissions) == 1
    assert "other files were opened meanwhile" in text(window, "messageText")


def test_tab_goes_through_the_dialog_in_its_order(bare) -> None:
    dialog = bare()
    seen = [dialog.focusWidget()]
    while len(seen) < 20 and dialog.focusNextChild() and dialog.focusWidget() not in seen:
        seen.append(dialog.focusWidget())
    names = [widget.objectName() or widget.accessibleName() for widget in seen]
    first = names.index("Weight of one")
    assert names[first : first + 2] == ["Weight of one", "blendWeight0"]
    assert names.index("blendWeight2") < names.index("blendSubmissionName") < names.index("blendOpens")


def test_a_blend_is_no_part_of_the_next_one_unless_the_user_says_so(window, three, blend) -> None:
    add_blend(three)
    found = []
    blend(lambda dialog: found.append(dialog.findChild(Weights).values))
    assert found == [(1, 1, 1, 0)]
