"""Constants, choices, labels and the precision curve, compared with slow straightforward code."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core import query
from inspector.core.analysis.baseline import constant_scores, most_common_labels
from inspector.core.analysis.choice_effect import effects
from inspector.core.analysis.labels import label_table
from inspector.core.analysis.precision_curve import precision_curve
from inspector.core.metrics import parse
from inspector.core.metrics.families.gap_scores import GapScores
from inspector.core.samples import SAMPLES, find
from inspector.core.task import drain

TRUTH = pd.DataFrame({"id": list("abcd"), "label": [["x"], ["x", "y"], [], ["z"]]})
SUBMISSION = pd.DataFrame({"id": list("abd"), "label": [["x", "x"], ["q", "y"], ["x"]]})


def opened(metric: str) -> inspector.Inspection:
    return inspector.open_pair(TRUTH, SUBMISSION, metric)


def constant(labels: list[str]) -> pd.DataFrame:
    return TRUTH.assign(label=[labels] * len(TRUTH))


@pytest.mark.parametrize("metric", ["map@2", "f1", "f1(average=micro)", "jaccard", "hit@1"])
@pytest.mark.parametrize("labels", [["x"], ["x", "y"], ["unheard", "x"], []])
def test_a_constant_scores_what_a_file_full_of_it_scores(metric: str, labels: list[str]) -> None:
    wanted = inspector.open_pair(TRUTH, constant(labels), metric).overall
    assert constant_scores(opened(metric).evaluation, labels).overall == pytest.approx(wanted, abs=1e-15)


def test_the_commonest_labels_of_the_truth_come_first() -> None:
    assert most_common_labels(opened("map@2").evaluation, 2) == ["x", "y"]
    assert most_common_labels(opened("map@2").evaluation, 9) == ["x", "y", "z"]


@pytest.mark.parametrize("metric", ["map@2", "recall(average=pooled)@2", "f1"])
def test_a_choice_does_what_choosing_it_then_does(metric: str) -> None:
    inspection = opened(metric)
    before = inspection.rows()["score"].to_numpy()
    found = drain(effects(inspection.evaluation))
    assert {(e.choice, e.value) for e in found} == {
        (name, value) for name, choice in inspection.evaluation.choices.items() for value in choice.values
    }
    for effect in found:
        if effect.refused:
            assert effect.value == "error"
            continue
        inspection.set_metric(effect.metric)
        after = inspection.rows()["score"].to_numpy()
        assert inspection.overall == effect.overall
        assert int((~np.isclose(before, after, rtol=0, atol=1e-9, equal_nan=True)).sum()) == effect.rows
        inspection.set_metric(metric)


def test_a_sum_that_is_1_but_for_its_last_bits_changes_no_row() -> None:
    wide = pd.DataFrame({"id": list("abc"), "x": [0.1, 0.2, 0.5], "y": [0.2, 0.7, 0.3], "z": [0.7, 0.1, 0.3]})
    assert 0.7 + 0.2 + 0.1 != 1
    truth = pd.DataFrame({"id": list("abc"), "label": list("zyx")})
    found = drain(effects(inspector.open_pair(truth, wide, "mlogloss").evaluation))
    assert [e.rows for e in found if (e.choice, e.value) == ("sums", "as-they-are")] == [1]


def test_labels_count_once_per_row_and_unknown_ones_are_false_positives() -> None:
    evaluation = opened("f1").evaluation
    table = label_table(evaluation)
    counted = {
        evaluation.table.vocab.text(code): (support, tp, fp, fn)
        for code, support, tp, fp, fn in zip(
            table.codes.tolist(), table.support, table.tp, table.fp, table.fn, strict=True
        )
    }
    assert counted == {"x": (2, 1, 1, 1), "y": (1, 1, 0, 0), "z": (1, 0, 0, 1), "q": (0, 0, 1, 0)}
    assert table.precision.tolist() == pytest.approx([0.5, 1, 0, 0])
    assert table.recall.tolist() == pytest.approx([0.5, 1, 0, 0])
    assert table.f.tolist() == pytest.approx([0.5, 1, 0, 0])


def test_labels_are_counted_within_the_threshold_and_k_of_the_metric() -> None:
    truth = pd.DataFrame({"id": ["1", "2", "3"], "label": ["cat dog", "eel", "cat"]})
    columns = {"cat": [0.9, 0.3, 0.6], "dog": [0.4, 0.2, 0.7], "eel": [0.1, 0.5, 0.1]}
    inspection = inspector.open_pair(truth, pd.DataFrame({"id": ["1", "2", "3"], **columns}), "f1(average=macro)")
    for metric, right, wrong in (
        ("f1(average=macro, threshold=0.5)", {"cat": [0, 2], "dog": [], "eel": [1]}, {"dog": [2]}),
        ("f1(average=macro, threshold=0)@1", {"cat": [0], "dog": [], "eel": [1]}, {"dog": [2]}),
        ("mlogloss", {"cat": [0], "dog": [], "eel": [1]}, {"dog": [2]}),
    ):
        inspection.set_metric(metric)
        evaluation, found = inspection.evaluation, label_table(inspection.evaluation)
        for code, tp, fp in zip(found.codes.tolist(), found.tp.tolist(), found.fp.tolist(), strict=True):
            label = evaluation.table.vocab.text(code)
            for text, count, rows in (("", tp, right), ("!", fp, wrong)):
                shown = np.flatnonzero(query.parse(f"counted:{label} & {text}truth:{label}").mask(evaluation))
                assert (shown.tolist(), count) == (rows.get(label, []), len(shown))
        if metric != "mlogloss":
            assert found.f.mean() == pytest.approx(inspection.overall, abs=1e-15)


def test_of_listed_probabilities_the_highest_counts_wherever_it_stands() -> None:
    truth = pd.DataFrame({"id": list("123"), "label": list("aba")})
    listed = pd.DataFrame({"id": list("123"), "label": ["b 0.2 a 0.8", "a 0.1 b 0.9", "a 0.6 b 0.4"]})
    found = label_table(inspector.open_pair(truth, listed, "mlogloss").evaluation)
    assert (found.tp.tolist(), found.fp.tolist(), found.fn.tolist()) == ([2, 1], [0, 0], [0, 0])


def test_the_labels_follow_an_edit() -> None:
    inspection = opened("f1")
    inspection.edit("d", ["z"])
    evaluation = inspection.evaluation
    table = label_table(evaluation)
    z = table.codes.tolist().index(evaluation.table.vocab.find("z"))
    assert (table.tp[z], table.fn[z]) == (1, 0)


def test_the_rows_of_a_label_have_it_in_truth_or_prediction() -> None:
    evaluation = opened("f1").evaluation
    for label, rows in (("x", [0, 1, 3]), ("q", [1])):
        assert np.flatnonzero(query.parse(f"truth:{label} | pred:{label}").mask(evaluation)).tolist() == rows


def test_the_precision_curve_is_the_share_of_hits_so_far() -> None:
    truth = pd.DataFrame({"id": list("abcd"), "label": ["x", "x", "y", "y"]})
    submission = pd.DataFrame({"id": list("abcd"), "label": ["x 0.9", "y 0.8", "y 0.7", "x 0.6"]})
    scores = inspector.open_pair(truth, submission).evaluation.scores
    assert isinstance(scores, GapScores)
    curve = precision_curve(scores, 2)
    assert curve.rank.tolist() == [1, 2, 3, 4]
    assert curve.precision.tolist() == pytest.approx([1, 1 / 2, 2 / 3, 2 / 4])
    assert curve.current.tolist() == [3]


# Their files do not tell their metrics.
OF_NUMBERS = ("prices", "churn", "digits")


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SAMPLES if name not in OF_NUMBERS])
def test_a_sample_opens_under_its_metric_and_that_is_the_one_guessed(name: str) -> None:
    sample = find(name)
    truth, first, *others = sample.files()
    for file in (first, *others, sample.folder() / "constant.csv"):
        assert 0 < inspector.open_pair(truth, file, sample.metric).overall < 1
    guessed = inspector.open_pair(truth, first)
    assert guessed.metric == parse(sample.metric)
    scores = guessed.evaluation.scores.row
    counts, _ = np.histogram(scores, 10, (0, np.nanmax(scores)))
    assert sample.profile == tuple(np.round(100 * counts / counts.sum()).tolist())


PLANT_FIGURES = {
    "healthy": (0.238234, 0.248175),
    "scab": (0.294289, 0.288929),
    "scab healthy": (0.359820, 0.360831),
    "healthy scab": (0.359820, 0.360831),
    "scab healthy frog_eye_leaf_spot rust complex powdery_mildew": (0.305912, 0.303087),
    "scab healthy frog_eye_leaf_spot rust complex powdery_mildew unheard_of": (0.268068, 0.265811),
}


@pytest.mark.slow
@pytest.mark.parametrize("labels", PLANT_FIGURES)
def test_the_plant_sample_reproduces_every_published_constant(labels: str) -> None:
    folder = find("plants").folder()
    evaluation = inspector.open_pair(folder / "truth.csv", folder / "submission.csv").evaluation
    assert len(evaluation.table) == 18_632
    found = [constant_scores(evaluation, labels.split(), parse(m)).overall for m in ("f1(average=micro)", "f1")]
    assert [round(value, 6) for value in found] == list(PLANT_FIGURES[labels])
