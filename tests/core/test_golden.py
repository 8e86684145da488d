"""Published input and value pairs, case by case; what no family can score yet is listed, not forgotten."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import inspector
from inspector.core.metrics import FAMILIES

CASES = json.loads((Path(__file__).parents[1] / "golden" / "cases.json").read_text(encoding="utf-8"))["cases"]

# The divisors by the names that the sources use.
DIVISORS = {"min(m,k)": "min-m-k", "m": "m"}

# Which kinds no family covers yet, and what they wait for. A kind is taken out together with its first test.
NOT_COVERED = {
    "ndcg": "needs the family ndcg and graded truth",
    "precision": "needs the family precision",
    "recall": "needs the family recall",
    "recall_micro": "needs recall(average=pooled)",
    "f_samples": "needs the family f, averaged over rows",
    "f_macro": "needs f(average=macro)",
    "f_micro": "needs f(average=micro)",
    "f_weighted": "an average over labels by their support; no contest of ours uses it",
    "f_per_label": "needs the F of each label, which the overall of macro is made from",
    "f_binary": "one label only; a special case of f_per_label",
    "f1_at_k": "needs the family f with a cut at K",
    "mrr": "needs the family mrr",
    "gap": "needs the family gap and confidences",
    "hit": "needs the family hit",
    "r_precision": "needs the family rprecision",
    "top1_accuracy": "needs the family accuracy",
    "jaccard_samples": "needs the family jaccard",
    "jaccard_micro": "needs the family jaccard, pooled",
    "lrap": "label ranking average precision; no family is planned",
}


def test_every_kind_is_either_covered_or_listed_with_a_reason() -> None:
    kinds = {case["metric"] for case in CASES}
    assert kinds == {"map", *NOT_COVERED}
    assert "map" in FAMILIES
    assert all(NOT_COVERED.values())


def test_no_case_stands_in_the_file_twice_and_none_was_lost() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 138


def open_case(case: dict[str, Any]) -> inspector.Inspection:
    """The case's rows in an inspection; null stands for a row that the submission lacks."""
    ids = [f"row {number}" for number in range(len(case["truth"]))]
    truth = pd.DataFrame({"id": ids, "label": [list(map(str, labels)) for labels in case["truth"]]})
    given = [(id_, list(map(str, labels))) for id_, labels in zip(ids, case["pred"], strict=True) if labels is not None]
    submission = pd.DataFrame(given, columns=["id", "label"])
    cut = "" if case["k"] is None else f"@{case['k']}"
    return inspector.open_pair(truth, submission, f"map(divisor={DIVISORS[case['denominator']]}){cut}")


MAP = [case for case in CASES if case["metric"] == "map"]


@pytest.mark.parametrize("case", MAP, ids=[case["id"] for case in MAP])
def test_map_gives_the_published_value(case: dict[str, Any]) -> None:
    # The only rule for rows without truth that a case of this kind names is the default.
    assert case.get("empty_truth", "zero") == "zero"
    inspection = open_case(case)
    assert inspection.overall == pytest.approx(case["expected"], abs=case["tol"], rel=0)
    assert inspection.overall == pytest.approx(case.get("recomputed", case["expected"]), abs=1e-12, rel=0)
    if "per_row" in case:
        assert inspection.state.scores.row.tolist() == pytest.approx(
            case["per_row"], abs=printed(case["per_row"]), rel=0
        )


def printed(values: list[float]) -> float:
    """Half a unit of the last digit that the source prints, as far as a float can tell."""
    return max(1e-12, 0.5 * 10.0 ** -max(len(repr(value).partition(".")[2]) for value in values))


def test_a_published_value_that_is_off_would_be_noticed() -> None:
    case = next(case for case in MAP if case["id"] == "mlm-map-2")
    assert open_case(case).overall != pytest.approx(case["expected"] + 1e-9, abs=case["tol"], rel=0)
