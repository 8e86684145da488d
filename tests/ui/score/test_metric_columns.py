"""Further metrics in the window: asked for in one line, shown as columns and as lines of the panel."""

from __future__ import annotations

import pandas as pd
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QInputDialog, QTableView
from ui.user import action, bring, find, shown

import inspector
from inspector import Inspection
from inspector.core.evaluation.fit.fitted import fitted
from inspector.core.evaluation.further import parse_metrics
from inspector.core.rows.columns import columns_of
from inspector.ui.score.metric_columns import show_metric_columns


class Dialog:
    """Stands in for the dialog: types the lines one after the other, then cancels."""

    def __init__(self, *lines: str) -> None:
        self.lines, self.questions, self.offered = [*lines], [], []

    def __call__(self, parent, title: str, question: str, text: str) -> tuple[str, bool]:
        self.questions.append(question)
        self.offered.append(text)
        return (self.lines.pop(0), True) if self.lines else (text, False)


@pytest.fixture
def ask(window, monkeypatch: pytest.MonkeyPatch, qtbot):
    def ask(*lines: str) -> Dialog:
        dialog = Dialog(*lines)
        monkeypatch.setattr(QInputDialog, "getText", lambda *given, text: dialog(*given, text))
        action(window, "metric_columns").trigger()
        qtbot.waitUntil(lambda: not window.bench.change_queue.worker.is_busy)
        return dialog

    return ask


def titles(window) -> list[str]:
    model = find(window, QTableView, "rowTable").model()
    return [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]


def test_further_metrics_become_columns_that_follow_edits(window, ask, pair: Inspection) -> None:
    ask("ndcg@10 mrr")
    assert {"ndcg@10", "mrr"} <= {*titles(window)}
    row = pair.state.order.row(0)
    before = shown(find(window, QTableView, "rowTable"), "mrr")[0]
    pair.edit(pair.evaluation.table.id(row), pair.evaluation.truth(row))
    assert (before, shown(find(window, QTableView, "rowTable"), "mrr")[0]) == ("0.2500", "1.0000")
    ask("")
    assert not {"ndcg@10", "mrr"} & {*titles(window)}


def test_columns_stand_in_the_order_in_which_they_are_asked_for(window, ask, pair: Inspection) -> None:
    for line in ("mrr ndcg@10 recall@2", "ndcg@10 recall@2 mrr", "hit@1 mrr recall@2"):
        ask(line)
        assert [title for title in titles(window) if title in line.split()] == line.split()
    model = find(window, QTableView, "rowTable").model()
    assert [column.name for column in model.columns] == [column.name for column in columns_of(pair.evaluation)]


def test_a_metric_that_does_not_fit_is_refused_alone(window, ask, pair: Inspection) -> None:
    ask("hit@1")
    ask("mrr gap recall@2 auc")
    assert [*pair.evaluation.further.by_metric] == ["mrr", "recall@2"]
    assert "gap needs a confidence" in window.message.says
    assert "auc needs a confidence" in window.message.says
    ask("gap mrr")
    assert [*pair.evaluation.further.by_metric] == ["mrr"]


def test_a_column_that_the_filter_needs_stays_and_that_is_said_once(window, ask, pair: Inspection) -> None:
    ask("mrr hit@1")
    pair.narrow("mrr>0.5")
    ask("hit@1 recall@2 recall@3")
    assert "mrr" in pair.evaluation.further.by_metric
    assert window.message.says.count("there is no field 'mrr'") == 1


def test_what_cannot_be_read_is_asked_for_again(window, ask, pair: Inspection) -> None:
    dialog = ask("mapp@5", "mrr")
    assert "'mapp' is not a metric" in dialog.questions[1]
    assert dialog.offered[1] == "mapp@5"
    assert [*pair.evaluation.further.by_metric] == ["mrr"]
    assert ask().offered == ["mrr"]


def test_further_metrics_are_the_first_lines_of_the_panel(window, ask, qtbot) -> None:
    panel = find(window, QTableView, "metricsPanel")
    bring(panel, find(window, QDockWidget, "metricsDock"))
    ask("recall@7")
    qtbot.waitUntil(lambda: shown(panel, "metric")[1:2] == ["recall@7"])


IDS = [*"pqrs"]
EXAMPLES = {
    "map@3": ({"labels": ["a", "b c", "c", "a"]}, {"labels": ["b a", "c a", "a c", "a"]}),
    "rmse": ({"price": [4.5, 7.0, 9.5, 1.0]}, {"price": [4.0, 7.5, 9.0, 3.0]}),
    "brier": ({"target": [0, 1, 1, 0]}, {"target": [0.25, 0.5, 0.75, 0.5]}),
    "mlogloss": ({"label": [*"abba"]}, {"a": [0.5, 0.75, 0.25, 0.5], "b": [0.5, 0.25, 0.75, 0.5]}),
}


@pytest.mark.parametrize("metric", EXAMPLES)
def test_the_examples_fit_what_is_predicted(show, monkeypatch, metric: str) -> None:
    pair = inspector.open_pair(*(pd.DataFrame({"id": IDS, **side}) for side in EXAMPLES[metric]), metric)
    window, dialog = show(pair), Dialog()
    monkeypatch.setattr(QInputDialog, "getText", lambda *given, text: dialog(*given, text))
    action(window, "metric_columns").trigger()
    examples = dialog.questions[0].rpartition("  ")[2]
    show_metric_columns(pair, window.bench.change_queue.show_metrics, parse_metrics(examples))
    fitting = [str(fitted(metric, pair.evaluation.pair)) for metric in parse_metrics(examples)]
    assert [*pair.evaluation.further.by_metric] == fitting
    assert len(fitting) == 3
