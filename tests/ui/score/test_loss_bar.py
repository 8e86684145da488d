"""The bar of shares beside the overall, and the note on a guessed metric."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QComboBox, QToolButton
from ui.user import find

import inspector
from inspector.core.metrics import guessed_from, parse
from inspector.ui.score.loss_bar import LossBar


def test_the_shares_are_the_overall_and_its_losses(window, pair) -> None:
    bar = find(window, LossBar, "lossBar")
    won, order, labels = bar.parts
    losses = pair.evaluation.total_losses()
    assert (won, order, labels) == (pair.overall, losses.ordering, losses.candidates)
    pair.edit("r01", ["x"])
    assert bar.parts[0] == pair.overall < won


def test_the_bar_is_filled_as_far_as_the_score_goes(theme, qtbot) -> None:
    bar = LossBar(theme, None)
    qtbot.addWidget(bar)
    bar.resize(200, 20)
    bar.show_losses(0.5, [("wrong order", 0.0), ("missing labels", 0.25)])
    image, colours = bar.grab().toImage(), theme.colours
    seen = [image.pixelColor(x, 10) for x in (50, 98, 102, 148, 152, 190)]
    assert seen == [QColor(name) for name in (*[colours.bar] * 2, *[colours.worse] * 2, *[colours.line] * 2)]


def test_no_score_leaves_the_bar_empty(theme, qtbot) -> None:
    bar = LossBar(theme, None)
    qtbot.addWidget(bar)
    bar.show_losses(float("nan"), [("wrong order", float("nan")), ("missing labels", -0.1)])
    assert bar.parts == (0, 0, 0)


@pytest.mark.parametrize(("overall", "shares"), [(0.6, (0, 0.25, 0.35)), (2.0, (0, 0.125, 0.175))])
def test_of_a_loss_nothing_is_won(theme, qtbot, overall: float, shares: tuple[float, ...]) -> None:
    bar = LossBar(theme, None)
    qtbot.addWidget(bar)
    bar.show_losses(overall, [("wrong order", 0.25), ("unsure probabilities", 0.35)], is_loss=True)
    assert bar.parts == shares
    words = "0.2500 lost: wrong order (hatched) · 0.3500 lost: unsure probabilities (filled)"
    assert bar.accessibleDescription() == words


@pytest.mark.slow
def test_a_guessed_metric_says_what_it_was_guessed_from(show, files, window) -> None:
    note = find(show(inspector.open_pair(*files)), QToolButton, "guessNote")
    assert note.text() == "guessed from up to 4 labels a row ▾"
    assert find(window, QToolButton, "guessNote").text() == ""  # there the metric was named


def test_the_note_on_a_guess_opens_the_list_of_metrics(show, files) -> None:
    window = show(inspector.open_pair(*files))
    find(window, QToolButton, "guessNote").click()
    assert find(window, QComboBox, "metricChooser").view().isVisible()
    find(window, QComboBox, "metricChooser").hidePopup()


def test_the_metric_in_force_is_the_one_that_is_chosen_in_the_list(show, prices) -> None:
    chooser = find(show(prices), QComboBox, "metricChooser")
    for metric in (str(prices.metric), "mae", "pinball(quantile=0.3)"):
        prices.set_metric(metric)
        known = [chooser.itemText(at) for at in range(chooser.count())]
        assert chooser.currentIndex() == (known.index(metric) if metric in known else -1)
        assert chooser.currentText() == metric


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("gap", "the confidences"),
        ("auc", "a probability for each label"),
        ("f1", "sets of labels"),
        ("accuracy", "one label a row"),
        ("ndcg", "the grades"),
        ("map@12", "up to 12 labels a row"),
        ("map", "ranked lists"),
    ],
)
def test_each_guess_has_its_reason(metric: str, words: str) -> None:
    assert guessed_from(parse(metric)) == words


@pytest.mark.slow
def test_the_guess_is_shortened_before_the_rule_and_the_problems(show, tmp_path) -> None:
    files = [tmp_path / name for name in ("truth.csv", "submission.csv")]
    for file, cells in zip(files, ("a,x\nb,y\n", "a,x y z u v\nb,x y z u v\n"), strict=True):
        file.write_text("id,label\n" + cells)
    window = show(inspector.open_pair(*files))
    note, rule, problems = (find(window, QToolButton, name) for name in ("guessNote", "ruleButton", "problemsButton"))
    window.resize(2000, 800)
    seen = [(note.text(), rule.text(), problems.text())]
    for width in range(1990, 900, -10):
        window.resize(width, 800)
        QApplication.processEvents()
        now = note.text(), rule.text(), problems.text()
        seen += [now] if now != seen[-1] else []
    guesses = [note for note, _, _ in seen]
    assert guesses[0].startswith("guessed from ") and guesses[1] == "guessed ▾"
    assert seen[1][1:] == seen[0][1:]  # what the other buttons say is there still
