"""Published cases of input and value; cases that no family scores are listed with the reason."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.arrays.ragged import Ragged
from inspector.core.metrics import Batch, Scores, open_scores, parse

Case = dict[str, Any]
CASES: list[Case] = json.loads((Path(__file__).parent / "golden" / "cases.json").read_text(encoding="utf-8"))["cases"]

# The divisors by the names that the sources use.
DIVISORS = {"min(m,k)": "min-m-k", "m": "m"}

# Single cases whose definition is none of the choices, and why it is none; what they have in common is tested below.
OTHER_RULE = {
    "geval-ndcg3": "a row without truth has 1 whatever it predicts; here it has 0 or is left out, as in the contests",
    "geval-mean-multilabel-f1": "truth labels count as often as they are listed; here the truth of a row is a set",
}


def at_k(case: Case) -> str:
    return "" if case.get("k") is None else f"@{case['k']}"


# The metric of a case in its text form, by the case's kind.
METRICS: dict[str, Callable[[Case], str]] = {
    "map": lambda case: f"map(divisor={DIVISORS[case['denominator']]})" + at_k(case),
    "precision": lambda case: "precision" + at_k(case),
    "recall": lambda case: f"recall(divisor={DIVISORS[case['denominator']]})" + at_k(case),
    "recall_micro": lambda case: f"recall(divisor={DIVISORS[case['denominator']]}, average=pooled)" + at_k(case),
    "hit": lambda case: "hit" + at_k(case),
    "mrr": lambda case: "mrr" + at_k(case),
    "ndcg": lambda case: f"ndcg(gain={'exp2' if case['gain'] == 'exp2' else 'linear'})" + at_k(case),
    "gap": lambda case: "gap(truthless=ignore)" if case.get("ignore_rows_without_truth") else "gap",
    "f_samples": lambda case: case.get("stat") or f"f(beta={case['beta']})",
    "f_micro": lambda case: f"f(beta={case['beta']}, average=micro)",
    "f_macro": lambda case: f"f(beta={case['beta']}, average=macro)",
    "f_weighted": lambda case: f"f(beta={case['beta']}, average=weighted)",
    "f_per_label": lambda case: f"f(beta={case['beta']})",
    "f_binary": lambda case: f"f(beta={case['beta']}, label=x1)",
    "f1_at_k": lambda case: "f1" + at_k(case),
    "jaccard_micro": lambda case: "jaccard(average=micro)",
    "lrap": lambda case: "lrap",
    "jaccard_samples": lambda case: "jaccard",
    "r_precision": lambda case: "rprecision",
    "top1_accuracy": lambda case: "hit(empty=skip)@1",
}
SCORED = [case for case in CASES if case["metric"] in METRICS and case["id"] not in OTHER_RULE]


def test_every_case_is_in_the_file_exactly_once() -> None:
    assert len(CASES) == len({case["id"] for case in CASES}) == 138


def test_every_case_is_scored_or_listed_with_the_reason_why_not() -> None:
    assert {case["metric"] for case in CASES} == {*METRICS}
    assert set(OTHER_RULE) < {case["id"] for case in CASES}
    assert len(SCORED) == len(CASES) - len(OTHER_RULE) == 136
    odd = {case["id"] for case in SCORED if case.get("multiset") or case.get("empty_truth", "zero") != "zero"}
    assert not odd


def labels_of(value: Any) -> list[str]:
    """The labels of a cell of the source, with a leading letter so that none looks like a confidence."""
    if value is None:
        return []
    return [f"x{label}" for label in (value if isinstance(value, list) else [value])]


def frames(case: Case) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The case as a truth and a submission; null is a row that the submission lacks."""
    truths, given = case["truth"], case["pred"]
    if isinstance(truths, list):
        truths, given = ({f"row {number}": row for number, row in enumerate(rows)} for rows in (truths, given))
    truth = [(id_, " ".join(labels_of(row))) for id_, row in truths.items()]
    cells = [(id_, cell(case, row)) for id_, row in given.items() if row is not None]
    return pd.DataFrame(truth, columns=["id", "label"]), pd.DataFrame(cells, columns=["id", "label"])


def cell(case: Case, given: list[Any]) -> str:
    """A predicted cell; cases of `gap` and of top-1 have confidences."""
    if isinstance(case["pred"], dict):
        label, confidence = given
        return f"x{label} {confidence!r}" if case["metric"] == "gap" else f"x{label}"
    return " ".join(labels_of(given))


def graded(case: Case) -> Scores:
    """A case with a gain for each label. A label of gain 0 is not relevant and in no truth."""
    names = {label: code for code, label in enumerate({str(label) for row in case["truth"] for label in row})}
    rows = [{names[str(label)]: float(gain) for label, gain in row.items() if gain > 0} for row in case["truth"]]
    plain = Ragged.of([list(row) for row in rows])
    truth = Ragged(plain.offsets, plain.codes, np.array([gain for row in rows for gain in row.values()]))
    unknown = len(names)
    given = Ragged.of([[names.get(str(label), unknown) for label in row or []] for row in case["pred"]])
    submitted = np.array([row is not None for row in case["pred"]])
    return open_scores(parse(METRICS["ndcg"](case)), Batch(truth, given, submitted))


def scores_of(case: Case) -> Scores:
    if case["metric"] == "ndcg" and any(isinstance(row, dict) for row in case["truth"]):
        return graded(case)
    return inspector.open_pair(*frames(case), METRICS[case["metric"]](case)).evaluation.scores


def value(case: Case) -> float | list[float]:
    if case["metric"] != "f_per_label":
        return scores_of(case).overall
    metric = parse(METRICS["f_per_label"](case))
    each = [metric.replace(one_label=f"x{label}") for label in case["labels"]]
    return [inspector.open_pair(*frames(case), one).evaluation.scores.overall for one in each]


@pytest.mark.parametrize("case", SCORED, ids=[f"{case['metric']}-{case['id']}" for case in SCORED])
def test_a_case_gives_the_published_value(case: Case) -> None:
    found = value(case)
    assert found == pytest.approx(case["expected"], abs=case["tol"], rel=0)
    # The recomputed values have 15 digits, some of lists have 12.
    assert found == pytest.approx(case.get("recomputed", case["expected"]), abs=1e-12, rel=0)
    if "per_row" in case:
        assert scores_of(case).row.tolist() == pytest.approx(case["per_row"], abs=printed(case["per_row"]), rel=0)


def by_id(name: str) -> Case:
    return next(case for case in CASES if case["id"] == name)


def test_a_case_of_rows_without_truth_agrees_on_all_other_rows() -> None:
    case, rows = by_id("geval-ndcg3"), 4
    others = inspector.open_pair(*frames(case), "ndcg(empty=skip)@3").evaluation.scores
    assert others.counted == rows - 1
    assert (others.overall * others.counted + 1) / rows == pytest.approx(case["recomputed"], abs=1e-12, rel=0)


def test_a_case_of_copied_truth_labels_agrees_on_all_other_rows() -> None:
    case, rows = by_id("geval-mean-multilabel-f1"), 4
    scores = inspector.open_pair(*frames(case), "f1").evaluation.scores.row.tolist()
    # The truth "qqq qqq" and the prediction "qqq aaa" have 1 of 2 in common with copies, as sets 1 of 1.
    assert scores.pop() == pytest.approx(2 / 3, abs=1e-15)
    assert (sum(scores) + 1 / 2) / rows == pytest.approx(case["expected"], abs=1e-12, rel=0)


def printed(values: list[float]) -> float:
    """One unit of the last printed digit, because some sources truncate and others round."""
    return max(1e-12, 10.0 ** -max(len(repr(value).partition(".")[2]) for value in values))


def test_a_published_value_that_is_off_would_be_noticed() -> None:
    case = next(case for case in SCORED if case["id"] == "mlm-map-2")
    assert value(case) != pytest.approx(case["expected"] + 1e-9, abs=case["tol"], rel=0)
