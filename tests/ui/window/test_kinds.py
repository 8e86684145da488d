"""What the window offers follows the kind of predictions: metrics, panels, commands and words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QDockWidget, QFrame, QLineEdit, QPushButton
from sklearn.metrics import log_loss
from ui.user import action, find, menu_actions, text

import inspector
from inspector import Inspection
from inspector.core.data.kind import LABELS, NUMBERS
from inspector.core.data.order import SortKey
from inspector.core.evaluation.fit.fitted import OtherKindError
from inspector.core.metrics import families_of, parse
from inspector.ui.plots.first_hit_histogram import FirstHitHistogram
from inspector.ui.score.metric_texts import metric_texts
from inspector.ui.widgets.formatting import plain
from inspector.ui.window import palette

OF_LABELS = ("labelsDock", "confusionsDock", "matrixDock", "firstHitDock")


def offered(window) -> list[str]:
    chooser = find(window, QComboBox, "metricChooser")
    return [chooser.itemText(at) for at in range(chooser.count())]


def hidden(window) -> set[str]:
    return {name for name in OF_LABELS if find(window, QDockWidget, name).isHidden()}


@pytest.mark.parametrize("kind", [LABELS, NUMBERS])
def test_only_metrics_of_the_kind_are_offered(kind) -> None:
    names = {text.partition("(")[0].partition("@")[0] for text in metric_texts(kind)}
    assert {*families_of(kind)} <= names | {"f"}
    assert not {*families_of(NUMBERS if kind is LABELS else LABELS)} & names


def test_contests_offer_their_metrics_where_they_fit() -> None:
    assert {"mcrmse"} < {*metric_texts(NUMBERS)} - {*metric_texts(LABELS)}
    assert {"otto", "plantclef"} < {*metric_texts(LABELS)} - {*metric_texts(NUMBERS)}


def test_offered_metrics_tell_their_titles(show, prices) -> None:
    chooser = find(show(prices), QComboBox, "metricChooser")
    told = {chooser.itemText(at): chooser.itemData(at, Qt.ItemDataRole.ToolTipRole) for at in range(chooser.count())}
    assert told["rmsle"].startswith(parse("rmsle").title)
    assert None not in told.values()


@pytest.mark.slow
def test_panels_metrics_and_commands_follow_the_open_pair(show, prices, sample) -> None:
    window = show(prices)
    assert offered(window) == metric_texts(NUMBERS)
    assert hidden(window) == {*OF_LABELS}
    assert not find(window, QDockWidget, "labelsDock").toggleViewAction().isEnabled()
    window.bench.inspection.load(sample.state)
    assert offered(window) == metric_texts(LABELS)
    assert hidden(window) == set()
    assert action(window, "bulk_put_first").isEnabled()
    assert action(window, "put_truth_first").text() == "Put a &truth label first"


@pytest.mark.slow
def test_only_plots_of_the_open_pair_are_offered_as_pictures(show, prices, sample) -> None:
    window = show(prices)
    titles = ("First hits", "Matrix", "ROC", "Truth and prediction")

    def offered_plots() -> list[str]:
        texts = {plain(entry.text()) for entry in menu_actions(window)}
        return [title for title in titles if {f"Plot: {title}", f"Copy plot: {title}"} <= texts]

    assert offered_plots() == ["Truth and prediction"]
    window.bench.inspection.load(sample.state)
    assert offered_plots() == ["Matrix"]
    texts = [choice.text for choice in palette.choices(window.bench) if choice.path == "File › Export › Plots"]
    assert "Copy plot: Matrix" in texts
    assert "Copy plot: ROC" not in texts


@pytest.mark.slow
def test_the_filter_line_gives_examples_of_the_kind(show, prices, sample) -> None:
    window = show(prices)
    edit = find(window, QLineEdit, "filterEdit")
    assert "error>100" in edit.placeholderText()
    window.bench.inspection.load(sample.state)
    assert "truth:w_1" in edit.placeholderText()


def test_nothing_is_said_of_labels_that_numbers_lose(show, prices) -> None:
    window = show(prices)
    assert text(window, "lossLedger") == ""
    assert text(window, "metricTitle") == "RMSE"


def test_the_palette_offers_metrics_of_numbers_and_says_why_not_labels(show, prices) -> None:
    choices = {choice.text: choice for choice in palette.choices(show(prices).bench)}
    assert "Metric: mae" in choices
    assert "Metric: map@5" not in choices
    assert choices["Put a label first"].why_not == "Only for predictions that are labels"
    assert choices["Move towards the truth"].why_not == ""


@pytest.mark.slow
def test_a_metric_of_other_predictions_offers_to_read_the_files_again(show, tmp_path, qtbot) -> None:
    rows = [(f"r{row}", row % 4, (row + row // 7) % 4) for row in range(40)]
    for name, at in (("truth", 1), ("submission", 2), ("other", 2)):
        cells = "".join(f"{row[0]},{row[at]}\n" for row in rows)
        (tmp_path / f"{name}.csv").write_text(f"id,grade\n{cells}")
    inspection = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv")
    inspection.add(tmp_path / "other.csv")
    window = show(inspection)
    assert text(window, "metricTitle") == "Accuracy"
    window.bench.score_bar.metric_asked.emit(parse("qwk"))
    again = find(window, QPushButton, "messageAside")
    qtbot.waitUntil(again.isVisible)
    assert again.text() == "Open again with QWK"
    with qtbot.waitSignal(window.bench.open_controller.opened):
        again.click()
    assert text(window, "metricTitle") == "QWK"
    qtbot.waitUntil(lambda: [one.name for one in inspection.submissions] == ["submission", "other"])
    assert not find(window, QFrame, "messageBar").isVisible()


@pytest.mark.slow
def test_opened_again_is_what_was_saved_on_the_way(show, tmp_path, qtbot, monkeypatch) -> None:
    pair, saved = several_targets(tmp_path), tmp_path / "saved.csv"
    pair.edit("r3", ["a", "b", "c"], [0.25, 0.5, 0.125])
    pair.sort(SortKey("delta"))
    window = show(pair)
    opening = window.bench.open_controller
    monkeypatch.setattr(opening, "_may_close", lambda: not pair.save(saved))  # as Save does in the question
    with qtbot.waitSignal(opening.opened):
        opening.open_again(parse("map@2"))
    assert pair.submission_path == saved
    assert pair.evaluation.prediction(3).confidence == (0.5, 0.25, 0.125)


def several_targets(folder: Path, metric: str | None = None) -> Inspection:
    """Forty rows of which each of three labels may be true, with a column of probabilities for each."""
    rng = np.random.default_rng(3)
    names, chance = ["a", "b", "c"], rng.random((40, 3)).round(3)
    true = (rng.random((40, 3)) < chance).astype(int)
    for name, cells in (("truth", true), ("submission", chance)):
        pd.DataFrame(cells, columns=names, index=[f"r{row}" for row in range(40)]).to_csv(
            folder / f"{name}.csv", index_label="id"
        )
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", metric)


def test_targets_in_columns_are_offered_their_metrics(show, tmp_path) -> None:
    pair = several_targets(tmp_path, "map@2")
    window = show(pair)
    assert {"auc", "rocauc", "logloss", "brier"} <= {*offered(window)}
    assert "Metric: logloss" in {choice.text for choice in palette.choices(window.bench)}


def test_lists_of_true_labels_have_no_log_loss_of_columns(tmp_path) -> None:
    several_targets(tmp_path)
    truth = pd.read_csv(tmp_path / "truth.csv")
    lists = [" ".join(name for name in "abc" if row[name]) for _, row in truth.iterrows()]
    pair = inspector.open_pair(truth[["id"]].assign(labels=lists), tmp_path / "submission.csv")
    assert (str(pair.metric), pair.evaluation.pair.has_target_columns) == ("auc", False)
    for name, other in (("logloss", "mlogloss"), ("brier", "mbrier")):
        with pytest.raises(inspector.InputError, match=f"is that of columns.*{other} is that of classes"):
            pair.set_metric(name)
    before = pair.overall
    pair.set_metric("rocauc")
    assert (str(pair.metric), pair.overall) == ("auc", before)


def test_answers_in_columns_are_read_again_for_their_log_loss(show, tmp_path) -> None:
    several_targets(tmp_path)
    truth = tmp_path / "truth.csv"
    answers = pd.read_csv(tmp_path / "submission.csv", index_col="id").round().astype(int)
    answers.to_csv(tmp_path / "answers.csv")
    pair = inspector.open_pair(truth, tmp_path / "answers.csv")
    assert not find(show(pair), QFrame, "messageBar").isVisible()
    with pytest.raises(OtherKindError):
        pair.set_metric("logloss")


@pytest.mark.slow
def test_columns_with_several_true_labels_are_targets(show, tmp_path, qtbot) -> None:
    pair = several_targets(tmp_path)
    window = show(pair)
    assert (str(pair.metric), pair.evaluation.guessed) == ("rocauc", True)
    assert not find(window, QDockWidget, "targetsDock").isHidden()
    window.bench.score_bar.metric_asked.emit(parse("map@2"))
    again = find(window, QPushButton, "messageAside")
    qtbot.waitUntil(again.isVisible)
    with qtbot.waitSignal(window.bench.open_controller.opened):
        again.click()
    assert (text(window, "metricTitle"), pair.evaluation.table.kind) == ("MAP@2", LABELS)


@pytest.mark.slow
def test_the_log_loss_of_targets_is_never_that_of_classes(show, tmp_path, qtbot) -> None:
    pair = several_targets(tmp_path, "map@2")
    window = show(pair)
    window.bench.score_bar.metric_asked.emit(parse("logloss"))
    again = find(window, QPushButton, "messageAside")
    qtbot.waitUntil(again.isVisible)
    assert (again.text(), str(pair.metric)) == ("Open again with Log loss", "map@2")
    with qtbot.waitSignal(window.bench.open_controller.opened):
        again.click()
    truth, predicted = (pd.read_csv(tmp_path / f"{name}.csv", index_col="id") for name in ("truth", "submission"))
    losses = [log_loss(truth[name], predicted[name]) for name in "abc"]
    assert (text(window, "metricTitle"), pair.overall) == ("Log loss", pytest.approx(np.mean(losses)))


def test_the_palette_finds_a_metric_by_its_name_in_full(show, prices) -> None:
    hints = {choice.text: choice.hint for choice in palette.choices(show(prices).bench)}
    assert "quadratic weighted kappa" in hints["Metric: qwk"]
    assert "mean absolute error" in hints["Metric: mae"]


def test_the_ranks_of_classes_are_called_what_they_are(show) -> None:
    shares = {"id": ["a", "b"], "cat": [0.7, 0.6], "dog": [0.3, 0.4]}
    pair = inspector.open_pair(pd.DataFrame({"id": ["a", "b"], "label": ["cat", "dog"]}), pd.DataFrame(shares), "map@2")
    window = show(pair)
    dock, plot = find(window, QDockWidget, "firstHitDock"), find(window, FirstHitHistogram, "firstHitHistogram")
    told = [(dock.windowTitle(), plot.figures().partition(b",")[0])]
    for metric in ("mlogloss", "map@2"):
        pair.set_metric(metric)
        told.append((dock.windowTitle(), plot.figures().partition(b",")[0]))
    ranks = ("First-hit rank", b"rank of the first hit")
    assert told == [ranks, ("True-class rank", b"rank of the true class"), ranks]


@pytest.mark.parametrize("of_numbers", [True, False])
def test_a_panel_that_cannot_be_shown_cannot_float(show, prices, pair, of_numbers: bool) -> None:
    window = show(prices if of_numbers else pair)
    offered = {(choice.path, choice.text): choice.why_not for choice in palette.choices(window.bench)}
    floating = {text: why_not for (path, text), why_not in offered.items() if path == "View › Panels › Float"}
    assert floating == {f"Float {text}": why for (path, text), why in offered.items() if path == "View › Panels"}
    assert all(floating[f"Float {name}"] for name in (["Labels", "Suspects"] if of_numbers else ["Errors", "ROC"]))
