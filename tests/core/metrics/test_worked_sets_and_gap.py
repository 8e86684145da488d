"""Worked values of set metrics and GAP that can be checked by hand, and published constants."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import inspector


def frame(**cells: str) -> pd.DataFrame:
    """Rows id -> cell; an id is a word with its leading letter r dropped."""
    return pd.DataFrame({"id": [id_.removeprefix("r") for id_ in cells], "label": list(cells.values())})


ORGANISER = (
    frame(r1="0 12", r2="100 200 300", r3="1", r4="", r5=""),
    frame(r2="0 0.01", r3="1 10.0", r4="150 15.0"),
)


@pytest.mark.parametrize(("metric", "wanted"), [("gap", 1 / 6), ("gap(truthless=ignore)", 1 / 3)])
def test_the_organisers_vector_of_landmark_recognition(metric: str, wanted: float) -> None:
    inspection = inspector.open_pair(*ORGANISER, metric)
    assert inspection.overall == pytest.approx(wanted, abs=1e-15)
    assert inspection.evaluation.scores.row.tolist() == [0, 0, pytest.approx(wanted, abs=1e-15), 0, 0]


def test_a_pair_with_confidences_is_scored_by_gap_when_no_metric_is_named() -> None:
    assert str(inspector.open_pair(*ORGANISER).metric) == "gap"


WIKI = (
    frame(r1="a1 a2", r2="a3 a4 a5", r3="a6", r4="a7"),
    frame(r1="a1 a2 a3 a9", r2="a3 a4", r3="a6 a12", r4="a1"),
)


@pytest.mark.parametrize(
    ("metric", "wanted"),
    [("f1", 0.53333333), ("f1(average=micro)", 0.625)],
)
def test_the_mean_f_score_of_the_contest_wiki(metric: str, wanted: float) -> None:
    assert inspector.open_pair(*WIKI, metric).overall == pytest.approx(wanted, abs=5e-9)


def test_the_default_metric_of_sets_of_varying_size_is_mean_f1() -> None:
    assert str(inspector.open_pair(*WIKI).metric) == "f1"


# tp, fp, fn of the rows: 2 2 0, 2 0 1, 1 1 0, 0 1 1.
@pytest.mark.parametrize(
    ("metric", "wanted"),
    [
        ("f2", (10 / 12 + 10 / 14 + 5 / 6 + 0) / 4),
        ("f(beta=0.5)", (2.5 / 4.5 + 2.5 / 2.75 + 1.25 / 2.25 + 0) / 4),
        ("f2(average=micro)", 25 / (25 + 8 + 4)),
        # By label: a1 1 1 0, a2 1 0 0, a3 1 1 0, a4 1 0 0, a5 0 0 1, a6 1 0 0, a7 0 0 1; a9 and a12 are in no truth.
        ("f1(average=macro)", (2 / 3 + 1 + 2 / 3 + 1 + 0 + 1 + 0) / 7),
        ("f1(average=macro, labels=both)", (2 / 3 + 1 + 2 / 3 + 1 + 0 + 1 + 0) / 9),
        ("jaccard", (2 / 4 + 2 / 3 + 1 / 2 + 0) / 4),
        ("accuracy", 0),
        ("f1(average=weighted)", (2 / 3 + 1 + 2 / 3 + 1 + 0 + 1 + 0) / 7),
        ("f1@2", (1 + 4 / 5 + 2 / 3 + 0) / 4),
        ("f1(average=micro)@2", 2 * 5 / (7 + 7)),
        ("f1(label=a1)", 2 / 3),
        ("f1(label=a9)", 0),
        ("jaccard(average=micro)", 5 / 11),
        ("jaccard(average=macro)", (1 / 2 + 1 + 1 / 2 + 1 + 0 + 1 + 0) / 7),
        ("jaccard@2", (1 + 2 / 3 + 1 / 2 + 0) / 4),
        ("precision(average=pooled)", 5 / 9),
        ("precision(average=macro)", (1 / 2 + 1 + 1 / 2 + 1 + 0 + 1 + 0) / 7),
        ("precision(label=a1)@2", 1 / 2),
        ("recall(average=macro)", 5 / 7),
        ("recall(average=macro)@1", 3 / 7),
        ("recall(label=a4)", 1),
        ("recall(label=a4)@1", 0),
        ("precision", (2 / 4 + 1 + 1 / 2 + 0) / 4),
        ("precision@2", (1 + 1 + 1 / 2 + 0) / 4),
        ("precision@4", (2 / 4 + 2 / 4 + 1 / 4 + 0) / 4),
        ("recall", (1 + 2 / 3 + 1 + 0) / 4),
        ("recall(average=pooled)", 5 / 7),
        ("recall(divisor=min-m-k, average=pooled)@1", 3 / 4),
        ("recall(divisor=min-m-k)@2", (1 + 1 + 1 + 0) / 4),
        ("rprecision", (1 + 2 / 3 + 1 + 0) / 4),
        ("hit@1", 3 / 4),
        ("mrr", 3 / 4),
    ],
)
def test_the_worked_pair_under_every_other_choice(metric: str, wanted: float) -> None:
    assert inspector.open_pair(*WIKI, metric).overall == pytest.approx(wanted, abs=1e-15)


# The cells of the training labels of Plant Pathology 2021 and how often each occurs; their counts are published.
CELLS = {
    "scab": 4826,
    "healthy": 4624,
    "frog_eye_leaf_spot": 3181,
    "rust": 1860,
    "complex": 1602,
    "powdery_mildew": 1184,
    "scab frog_eye_leaf_spot": 686,
    "scab frog_eye_leaf_spot complex": 200,
    "frog_eye_leaf_spot complex": 165,
    "rust frog_eye_leaf_spot": 120,
    "rust complex": 97,
    "powdery_mildew complex": 87,
}
SIX = "scab healthy frog_eye_leaf_spot rust complex powdery_mildew"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("constant", "micro", "by_rows"),
    [
        ("healthy", 0.238234, 0.248175),
        ("scab", 0.294289, 0.288929),
        ("scab healthy", 0.359820, 0.360831),
        ("healthy scab", 0.359820, 0.360831),
        (SIX, 0.305912, 0.303087),
        (f"{SIX} nothing_of_the_kind", 0.268068, 0.265811),
    ],
)
def test_the_plant_pathology_constants_follow_from_the_label_counts(
    constant: str, micro: float, by_rows: float
) -> None:
    cells = [cell for cell, count in CELLS.items() for _ in range(count)]
    ids = [f"{number}.jpg" for number in range(len(cells))]
    assert len(cells) == 18_632
    truth = pd.DataFrame({"image": ids, "labels": cells})
    inspection = inspector.open_pair(truth, pd.DataFrame({"image": ids, "labels": constant}), "f1")
    assert inspection.overall == pytest.approx(by_rows, abs=5e-7)
    inspection.set_metric("f1(average=micro)")
    assert inspection.overall == pytest.approx(micro, abs=5e-7)


def test_a_position_keeps_its_confidence_and_a_repeat_its_rank(tmp_path: Path) -> None:
    truth, submission = frame(r1="a b c"), frame(r1="a 0.9 a 0.8 b 0.7")
    inspection = inspector.open_pair(truth, submission, "gap(divisor=labels)")
    # Three truth labels: a at rank 1, the copy at rank 2 earns nothing, b at rank 3.
    assert inspection.overall == pytest.approx((1 + 2 / 3) / 3, abs=1e-15)
    assert [step.verdict for step in inspection.explain("1").steps] == ["hit", "no credit", "hit"]
    inspection.set_metric("map@3")
    assert inspection.overall == pytest.approx(5 / 9, abs=1e-15)
    inspection.set_metric("map(repeats=move-up)@3")
    assert inspection.overall == pytest.approx(2 / 3, abs=1e-15)
    inspection.edit("1", ["b", "a", "x", "y"])
    assert inspection.evaluation.prediction(0).confidence == (0.9, 0.8, 0.7, 0.6999999)
    inspection.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text() == "id,label\n1,b 0.9 a 0.8 x 0.7 y 0.6999999\n"
    inspection.set_metric("gap(divisor=labels)")
    assert inspection.overall == pytest.approx(2 / 3, abs=1e-15)


def test_gap_choices_on_blanks_and_truthless_rows_shift_later_ranks() -> None:
    truth = pd.DataFrame({"id": list("123"), "label": ["a", "b", ""]})
    given = pd.DataFrame({"id": list("123"), "label": ["", "b", "z"], "sure": ["0.9", "0.5", "0.8"]})
    for metric, wanted in [
        ("gap", 1 / 2 / 2),
        ("gap(blank=rank)", 1 / 3 / 2),
        ("gap(truthless=ignore)", 1 / 2),
        ("gap(blank=rank, truthless=ignore)", 1 / 2 / 2),
    ]:
        overall = inspector.open_pair(truth, given, metric, confidence_column="sure").overall
        assert overall == pytest.approx(wanted, abs=1e-15), metric
