"""Definitions that give a reported score: every applicable one is tried, the best fit comes first."""

from __future__ import annotations

import pandas as pd
import pytest

import inspector
from inspector.core.analysis.baseline import constant_batch
from inspector.core.analysis.definitions import Definition, ReportedScore, candidates, rank_definitions
from inspector.core.errors import InputError
from inspector.core.samples import find
from inspector.core.task import drain

SEVEN = "scab healthy frog_eye_leaf_spot rust complex powdery_mildew unheard_of"
REPORTED = {"healthy": ".251", "scab": ".292", "scab healthy": ".365", SEVEN: ".265"}


def single(truth: str, prediction: str) -> inspector.Inspection:
    frames = [pd.DataFrame({"id": ["r"], "label": [list(labels)]}) for labels in (truth, prediction)]
    return inspector.open_pair(*frames, metric="map")


def ranked(inspection: inspector.Inspection, *figures: str) -> list[Definition]:
    evaluation = inspection.evaluation
    return drain(
        rank_definitions(
            [evaluation.batch(evaluation.all_rows)] * len(figures), [ReportedScore.parse(f) for f in figures]
        )
    )


@pytest.mark.slow
def test_the_plant_constants_rank_row_f1_before_micro_before_macro() -> None:
    folder = find("plants").folder()
    table = inspector.open_pair(folder / "truth.csv", folder / "constant.csv").evaluation.table
    batches = [constant_batch(table, labels.split()) for labels in REPORTED]
    found = drain(rank_definitions(batches, [ReportedScore.parse(score) for score in REPORTED.values()]))
    names = [str(definition.metric) for definition in found]
    assert names[:2] == ["f1", "f1(average=micro)"]
    assert names.index("f1(average=macro)") > 1
    assert [round(value, 6) for value in found[0].overalls] == [0.248175, 0.288929, 0.360831, 0.265811]
    assert found[0].worst < 0.005 < 0.012 < found[1].worst


def test_a_reported_ap_at_5_separates_fitting_from_other_divisors() -> None:
    found = ranked(single("abcde", "afcgb"), ".4533")
    fitting = {str(metric) for d in found if d.fits for metric in (d.metric, *d.equals)}
    assert {"map@5", "map(divisor=m)@5", "map(divisor=min-n-k)@5", "map(divisor=k)@5"} <= fitting
    assert not {"map(divisor=hits)@5", "map(divisor=1)@5"} & fitting
    assert found[0].fits
    assert str(found[0].metric) == "map"


def test_definitions_come_with_the_smallest_largest_gap_first() -> None:
    gaps = [definition.worst for definition in ranked(single("abc", "axbyc"), "0.6", "0.6")]
    assert gaps == sorted(gaps)


def test_definitions_that_give_the_same_numbers_are_one_line() -> None:
    found = ranked(single("abc", "axbyc"), "0.6")
    assert len({round(definition.overalls[0], 12) for definition in found}) == len(found)


def test_a_choice_that_touches_no_row_is_not_tried() -> None:
    evaluation = single("abc", "abc").evaluation
    tried = [str(metric) for metric in candidates([evaluation.batch(evaluation.all_rows)])]
    assert not [text for text in tried if "repeats" in text or "missing" in text or "gap" in text]
    assert len(tried) == len(set(tried))


PROBABLE = pd.DataFrame({"id": ["1", "2"], "label": ["cat dog", "eel"]})
WIDE = pd.DataFrame({"id": ["1", "2"], "cat": [0.9, 0.3], "dog": [0.4, 0.2], "eel": [0.1, 0.5]})


def test_a_score_of_labels_above_a_half_is_found() -> None:
    found = ranked(inspector.open_pair(PROBABLE, WIDE), "0.83")  # (2/3 + 1) / 2
    fitting = {str(metric) for d in found if d.fits for metric in (d.metric, *d.equals)}
    assert "f1(threshold=0.5)" in fitting
    assert not {"f1", "f1(average=micro, threshold=0.5)"} & fitting


def test_orders_of_ties_are_tried_only_where_a_row_has_equal_confidences() -> None:
    def tried(wide: pd.DataFrame) -> set[str]:
        evaluation = inspector.open_pair(PROBABLE, wide).evaluation
        metrics = candidates([evaluation.batch(evaluation.all_rows)])
        return {f"{metric.name} {metric.value('ties')}" for metric in metrics if "ties" in metric.choices()}

    across_rows = WIDE.assign(eel=[0.1, 0.9])
    assert "map name-desc" not in tried(across_rows)
    assert {"map name-desc", "map worst"} <= tried(across_rows.assign(dog=[0.9, 0.2]))


@pytest.mark.parametrize(
    ("text", "value", "tolerance"),
    [
        (".4533", 0.4533, 0.00005),
        ("0.25", 0.25, 0.005),
        ("45.3%", 0.453, 0.0005),
        ("1", 1.0, 0.5),
        ("0,5", 0.5, 0.05),
        ("-0.12", -0.12, 0.005),
        ("34739.29", 34739.29, 0.005),
        ("34,739.29", 34739.29, 0.005),
    ],
)
def test_a_reported_score_is_exact_to_its_last_digit(text: str, value: float, tolerance: float) -> None:
    figure = ReportedScore.parse(text)
    assert figure.value == pytest.approx(value)
    assert figure.tolerance == pytest.approx(tolerance)


@pytest.mark.parametrize("text", ["", "x", "-", "1.2.3", "nan", "1,234,567"])
def test_a_text_that_is_no_number_is_rejected(text: str) -> None:
    with pytest.raises(InputError, match="is not a score"):
        ReportedScore.parse(text)
