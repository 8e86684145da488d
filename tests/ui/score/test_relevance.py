"""Graded judgements in the window: the grade that counts, its explanation, and the usual measures of trec_eval."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QComboBox, QDockWidget, QFrame, QLabel, QRadioButton, QTableView, QToolButton
from ui.user import bring, click_row, find, go_to, shown, text

import inspector
from inspector import Inspection
from inspector.core.evaluation.marks import marks
from inspector.ui.analysis.group_table import GroupTable


@pytest.fixture
def topics(qrels_and_run) -> Inspection:
    return inspector.open_pair(*qrels_and_run, "map")


def test_the_grade_that_counts_is_chosen_in_the_popup_of_the_rule(show, qtbot, topics: Inspection) -> None:
    window = show(topics)
    find(window, QToolButton, "ruleButton").click()
    panel = find(window, QFrame, "rulePanel")
    buttons = {button.accessibleName(): button for button in panel.findChildren(QRadioButton)}
    grades = [name.partition(":")[0] for name in buttons if name.startswith("relevant=")]
    assert grades == ["relevant=1", "relevant=2", "relevant=3"]
    assert "Source: trec_eval -c: map" in [label.text() for label in panel.findChildren(QLabel)]
    qtbot.waitUntil(lambda: "…" not in [label.text() for label in panel.findChildren(QLabel)])
    assert f"{(1 / 3 + 1 / 2) / 3:.6f}" in [label.text() for label in panel.findChildren(QLabel)]
    next(button for name, button in buttons.items() if name.startswith("relevant=2:")).click()
    qtbot.waitUntil(lambda: str(topics.metric) == "map(relevant=2)")
    assert find(window, QComboBox, "metricChooser").currentText() == "map(relevant=2)"
    assert float(text(window, "overallScore")) == pytest.approx((1 / 3 + 1 / 2) / 3, abs=1e-15)
    go_to(window, "1")
    assert shown(find(window, QTableView, "stepTable"), "hit")[:3] == ["grade 0", "low grade 1", "✓ grade 2"]
    assert text(window, "rowSum").endswith("Of 2 truth labels, 1 have the grade 2 or above.")
    marked = {mark.text: mark.hit for mark in marks(topics.evaluation, topics.evaluation.table.row_of("1"), 9)}
    assert marked == {"c": False, "a": False, "b": True}


def test_the_usual_measures_of_trec_eval_are_named_among_all_metrics(show, topics: Inspection) -> None:
    window = show(topics)
    assert find(window, QToolButton, "ruleButton").text() == "Rule: trec_eval -c's ▾"
    view = bring(find(window, GroupTable, "metricsPanel"), find(window, QDockWidget, "metricsDock"))
    assert isinstance(view, QTableView)
    assert shown(view, "metric")[:5] == [
        "map · trec_eval -c: map",
        "ndcg@10 · trec_eval -c: ndcg_cut_10",
        "precision@10 · trec_eval -c: P_10",
        "recall@1000 · trec_eval -c: recall_1000",
        "mrr · trec_eval -c: recip_rank",
    ]
    hint = view.model().index(1, 0).data(3)
    assert "ndcg_cut_10 as trec_eval -c computes it: 1 topic is not in the run and counts 0" in hint
    click_row(view, 1, "overall")
    assert str(topics.metric) == "ndcg@10"


def test_a_rule_that_trec_eval_has_too_is_named_so(show, tmp_path) -> None:
    (tmp_path / "qrels").write_text("q 0 a 1\nq 0 b 0\n")
    (tmp_path / "run").write_text("q Q0 a 1 9 r\nq Q0 b 2 8 r\n")
    window = show(inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "ndcg@10"))
    rule = find(window, QToolButton, "ruleButton")
    assert rule.text() == "Rule: trec_eval's ▾"
    for metric, whose in (("map@10", "Kaggle's"), ("f1", "Kaggle's"), ("accuracy", "scikit-learn's")):
        window.bench.inspection.set_metric(metric)
        assert rule.text() == f"Rule: {whose} ▾"
