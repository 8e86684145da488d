"""The luck panel: what it asks and answers, how it follows the document, and what it says without an answer."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator
from dataclasses import replace

import pandas as pd
import pytest
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QLineEdit, QProgressBar, QPushButton, QSlider, QSpinBox
from ui.panels import alone
from ui.user import action, find, overwrite, text

import inspector
from inspector import Inspection
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.luck.luck import Luck
from inspector.core.task import Progress, Task
from inspector.ui.luck.gap_histogram import GapHistogram
from inspector.ui.luck.luck_panel import LuckPanel
from inspector.ui.luck.luck_table import LuckTable
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.theme import Theme
from inspector.ui.window.main_window import MainWindow

ROWS = 24
IDS = [f"r{number}" for number in range(ROWS)]
NAMES = ("one", "<i>two</i> & all", "three")


def frame(step: int, **further: list[str]) -> pd.DataFrame:
    """Every `step`-th row is wrong; a step of 0 is the truth."""
    return pd.DataFrame({"id": IDS, "label": ["b" if step and not at % step else "a" for at in range(ROWS)], **further})


def open_three(**further: list[str]) -> Inspection:
    opened = inspector.open_pair(frame(0, **further), frame(3), "map@1")
    opened.rename("submission", NAMES[0])
    for name, step in zip(NAMES[1:], (4, 5), strict=True):
        opened.add(frame(step), name)
    return opened


@pytest.fixture
def three() -> Inspection:
    """Three submissions of 24 rows at 8 sites."""
    return open_three(site=[f"s{at // 3}" for at in range(ROWS)])


@pytest.fixture
def panel(qtbot, theme: Theme, three: Inspection) -> Iterator[LuckPanel]:
    yield from shown(qtbot, theme, three)


def shown(qtbot, theme: Theme, inspection: Inspection) -> Iterator[LuckPanel]:
    signals = DocumentSignals(inspection)
    yield from alone(qtbot, LuckPanel(signals, theme), signals, 300, 700)


def said(found: Luck) -> str:
    return "\n".join(found.sentences)


def test_the_panel_says_what_the_document_answers(panel: LuckPanel, three: Inspection) -> None:
    found = three.luck()
    assert text(panel, "luckAnswer") == said(found)
    assert text(panel, "luckNotes") == " ".join(found.notes)
    table = find(panel, LuckTable, "luckTable")
    cells = [[table.item(line, column).text() for column in range(3)] for line in range(3)]
    assert [line[0] for line in cells] == [*NAMES]
    assert [line[2] == "✓" for line in cells] == [name in found.best_two for name in NAMES]
    assert table.item(1, 0).toolTip() == "<qt>&lt;i&gt;two&lt;/i&gt; &amp; all</qt>"
    histogram = find(panel, GapHistogram, "gapHistogram")
    shares = [float(line.split(",")[2]) for line in histogram.figures().decode().splitlines()[1:]]
    assert sum(shares) == pytest.approx(1)


def test_every_control_asks_another_question(panel: LuckPanel, three: Inspection) -> None:
    find(panel, QSlider, "luckSlider").setValue(60)
    assert find(panel, QDoubleSpinBox, "luckShare").value() == 60
    assert text(panel, "luckAnswer") == said(three.luck(share=0.6))
    find(panel, QDoubleSpinBox, "luckShare").setValue(45.5)
    assert find(panel, QSlider, "luckSlider").value() == 46
    assert text(panel, "luckAnswer") == said(three.luck(share=0.455))
    find(panel, QSpinBox, "luckRows").setValue(500)
    assert text(panel, "luckAnswer") == said(three.luck(share=0.455, test_rows=500))
    overwrite(find(panel, QLineEdit, "luckPublic"), "0,7")
    assert text(panel, "luckAnswer") == said(three.luck(share=0.455, test_rows=500, public=0.7))
    assert text(panel, "luckCaption").endswith("the line is your score.")
    find(panel, QSpinBox, "luckRows").setValue(1)
    group = find(panel, QComboBox, "luckGroup")
    group.setCurrentIndex(group.findData("site"))
    assert text(panel, "luckAnswer") == said(three.luck(share=0.455, public=0.7, group="site"))
    assert "8 groups of 'site'" in text(panel, "luckAnswer")


def test_a_typed_score_is_placed_in_the_same_splits(panel: LuckPanel, three: Inspection, monkeypatch) -> None:
    monkeypatch.setattr(panel.recount, "count", lambda *_: pytest.fail("the splits were drawn again"))
    overwrite(find(panel, QLineEdit, "luckPublic"), "0.75")
    assert text(panel, "luckAnswer") == said(three.luck(public=0.75))
    find(panel, QLineEdit, "luckPublic").clear()
    assert text(panel, "luckAnswer") == said(three.luck())


def test_a_typed_score_is_forgotten_with_its_metric(panel: LuckPanel, three: Inspection) -> None:
    typed = find(panel, QLineEdit, "luckPublic")
    typed.setText("0.5")
    three.set_metric("map@2")
    assert typed.text() == "0.5"
    three.set_metric("accuracy")
    assert not typed.text()
    assert text(panel, "luckAnswer") == said(three.luck())


def test_it_follows_edits_the_filter_the_metric_and_submissions(panel: LuckPanel, three: Inspection) -> None:
    three.edit("r0", ["a"])
    assert text(panel, "luckAnswer") == said(three.luck())
    three.narrow("site:s1 | site:s2 | site:s5")
    assert text(panel, "luckAnswer") == said(three.luck())
    assert text(panel, "luckNotes").startswith("Only the 9 scored rows that the filter shows are split.")
    three.set_metric("map@2")
    three.open("three")
    assert find(panel, LuckTable, "luckTable").item(0, 0).text() == "three"
    three.remove("one")
    three.remove(NAMES[1])
    assert not find(panel, LuckTable, "luckTable").isVisible()
    assert text(panel, "luckAnswer") == said(three.luck())


def test_what_has_no_answer_is_said_in_words(panel: LuckPanel, three: Inspection) -> None:
    find(panel, QDoubleSpinBox, "luckShare").setValue(0.1)
    assert "leaves no public row" in text(panel, "luckAnswer")
    assert not find(panel, GapHistogram, "gapHistogram").isVisible()
    find(panel, QDoubleSpinBox, "luckShare").setValue(50)
    assert find(panel, GapHistogram, "gapHistogram").isVisible()
    overwrite(find(panel, QLineEdit, "luckPublic"), "much")
    assert text(panel, "luckAnswer").endswith("much is no score: type a number such as 0.842.")
    three.narrow("id:r1")
    assert "1 scored row cannot be split. Expected: at least two rows with a score" in text(panel, "luckAnswer")


def test_all_right_rows_have_no_histogram(panel: LuckPanel, three: Inspection) -> None:
    three.narrow("score>0")
    assert "every row scores the same" in text(panel, "luckAnswer")
    histogram = find(panel, GapHistogram, "gapHistogram")
    assert histogram.message == "Every split gives the same"
    assert histogram.figures() == b"from,to,share\n"


def test_the_share_of_a_usage_column_is_shown_and_fixed(qtbot, theme: Theme) -> None:
    three = open_three(Usage=["Public", "Private", "Private"] * (ROWS // 3))
    showing = shown(qtbot, theme, three)
    panel = next(showing)
    share = find(panel, QDoubleSpinBox, "luckShare")
    assert (share.isEnabled(), share.value()) == (False, pytest.approx(33.3))
    assert text(panel, "luckCaption").endswith("the line is this split.")
    assert find(panel, LuckTable, "luckTable").item(0, 7).text() == "0.00000"
    find(panel, QSpinBox, "luckRows").setValue(90)
    assert share.isEnabled()
    next(showing, None)


@pytest.mark.slow
def test_large_work_shows_progress_and_can_be_stopped(
    qtbot, panel: LuckPanel, three: Inspection, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()

    def held(evaluation: Evaluation, among: object) -> Task[str]:
        yield Progress(0.5, "Split 1 of 2")
        gate.wait()
        return "too late"

    with monkeypatch.context() as patch:
        patch.setattr(panel.recount, "count", held)
        three.set_metric("gmap")
        progress = find(panel, QProgressBar, "luckProgress")
        qtbot.waitUntil(lambda: progress.value() == 50)
    assert (progress.isVisible(), progress.format()) == (True, "Split 1 of 2… %p%")
    assert not panel.answer.isEnabled()
    find(panel, QPushButton, "luckStop").click()
    gate.set()
    assert not progress.isVisible()
    assert text(panel, "luckAnswer").startswith("Stopped.")
    three.set_metric("f1(average=micro)")
    qtbot.waitUntil(lambda: text(panel, "luckAnswer") == said(three.luck()))


def test_what_is_not_counted_yet_is_no_answer(qtbot, panel: LuckPanel, three: Inspection, monkeypatch) -> None:
    found = replace(panel._luck, lines=(replace(panel._luck.opened, margin=math.nan), *panel._luck.lines[1:]))
    panel._fill(three.evaluation, None, found)
    assert "no split has a score in both parts" in text(panel, "luckAnswer")
    gate = threading.Event()

    def held(evaluation: Evaluation, among: object) -> Task[str]:
        yield Progress(0.5, "Scoring splits")
        gate.wait()
        return "found"

    with monkeypatch.context() as patch:
        patch.setattr(panel.recount, "count", held)
        three.set_metric("gmap")
        qtbot.waitUntil(lambda: text(panel, "luckAnswer") == "counting…")
        gate.set()
        qtbot.waitUntil(lambda: text(panel, "luckAnswer") == "found")


@pytest.mark.slow
def test_the_command_shows_the_panel_which_counts_only_while_it_is_seen(qtbot, show, three: Inspection) -> None:
    window: MainWindow = show(three)
    panel = find(window, LuckPanel, "luckPanel")
    three.edit("r0", ["c"])
    assert text(panel, "luckAnswer") == ""
    action(window, "show_luck").trigger()
    qtbot.waitUntil(lambda: text(panel, "luckAnswer") == said(three.luck()))
    assert window.focusWidget() is find(window, QSlider, "luckSlider")
    assert "Luck" in [dock.windowTitle() for dock, _ in window.bench.docks.pictures]
    window.bench.docks.bring("rowDock")
    before = text(panel, "luckAnswer")
    three.edit("r1", ["b"])
    assert text(panel, "luckAnswer") == before != said(three.luck())
    window.bench.docks.bring("luckDock")
    qtbot.waitUntil(lambda: text(panel, "luckAnswer") == said(three.luck()))
