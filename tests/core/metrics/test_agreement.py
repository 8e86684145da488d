"""Matthews correlation and balanced accuracy: scikit-learn, one class a row, costs, and the overall without a row."""

from __future__ import annotations

import math
import re
import warnings
from pathlib import Path

import numpy as np
import pytest
from core.metrics.metric_strategies import chosen, fitting, metrics
from core.metrics.oracles import ORACLES
from core.strategies import Lists, any_pairs, edits, open_lists
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import inspector
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.errors import InputError
from inspector.core.metrics import parse
from inspector.core.query import parse as rows_of
from inspector.core.query.candidates import field_names

sklearn = pytest.importorskip("sklearn.metrics", reason="the second opinion on agreement needs scikit-learn")
CLASSES = ["a", "b", "c", "d"]
classes = st.lists(st.tuples(st.sampled_from(CLASSES), st.sampled_from([*CLASSES, "never", ""])), min_size=1)
by_metric = pytest.mark.parametrize("name", ["mcc", "balancedaccuracy"])


def of_pairs(pairs: list[tuple[str, str]], metric: str) -> float:
    """The overall of true and predicted classes; "" is a row without a label."""
    truth, given_ = {}, {}
    for at, (true, first) in enumerate(pairs):
        truth[str(at)], given_[str(at)] = [true], [first] if first else []
    return inspector.open_pair(truth, given_, metric).overall


@pytest.mark.slow
@given(classes)
@settings(max_examples=60)
def test_overalls_are_those_of_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    true, given_ = zip(*pairs, strict=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of classes that no truth has, and of a single class
        correlation = sklearn.matthews_corrcoef(true, given_)
        plain, adjusted = (sklearn.balanced_accuracy_score(true, given_, adjusted=on) for on in (False, True))
    assert of_pairs(pairs, "mcc") == pytest.approx(correlation, abs=1e-12)
    assert of_pairs(pairs, "balancedaccuracy") == pytest.approx(plain, abs=1e-12)
    wanted = adjusted if len({*true}) > 1 else math.nan  # scikit-learn divides by 0
    assert of_pairs(pairs, "balancedaccuracy(adjusted=yes)") == pytest.approx(wanted, abs=1e-12, nan_ok=True)


def test_two_classes_have_the_phi_coefficient_of_their_table() -> None:
    pairs = [("1", "1")] * 6 + [("0", "0")] * 3 + [("0", "1")] * 1 + [("1", "0")] * 2
    assert of_pairs(pairs, "mcc") == pytest.approx((6 * 3 - 1 * 2) / math.sqrt(7 * 8 * 4 * 5), abs=1e-15)
    assert of_pairs(pairs, "balancedaccuracy") == pytest.approx((6 / 8 + 3 / 4) / 2, abs=1e-15)
    assert of_pairs(pairs, "balancedaccuracy(adjusted=true)") == pytest.approx(6 / 8 + 3 / 4 - 1, abs=1e-15)


def test_a_class_for_all_rows_is_no_better_than_chance() -> None:
    pairs = [("a", "a"), ("a", "a"), ("b", "a"), ("c", "a")]
    assert of_pairs(pairs, "mcc") == 0
    assert of_pairs(pairs, "balancedaccuracy") == pytest.approx(1 / 3)
    assert of_pairs(pairs, "balancedaccuracy(adjusted=yes)") == pytest.approx(0, abs=1e-15)


def test_more_rows_than_their_product_fits_in_an_integer() -> None:
    metric, n = parse("mcc"), 1_000_000_000
    pool = np.array([[n - 1, n // 2], [7, 5], [5, 7]])
    a, b = pool[0].tolist()
    phi = (a * b - 35) / (math.sqrt((a + 7) * (a + 5)) * math.sqrt((b + 7) * (b + 5)))
    assert metric.overall(np.empty(0), pool) == pytest.approx(phi, abs=1e-9)


@by_metric
def test_a_missing_row_is_wrong_or_left_out_or_an_error(name: str) -> None:
    lists = Lists([["a"], ["b"], ["a"]], [["a"], ["b"], None])
    found = [open_lists(lists, f"{name}(missing={value})").overall for value in ("zero", "skip")]
    wrong = {"mcc": (2 * 3 - 3) / math.sqrt((9 - 3) * (9 - 5)), "balancedaccuracy": 3 / 4}[name]
    assert found == [pytest.approx(wrong), 1]
    with pytest.raises(InputError, match="absent from the submission"):
        open_lists(lists, f"{name}(missing=error)")


@by_metric
def test_rows_of_several_classes_are_refused_in_words(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} compares one class a row.*a row of 2 true labels"):
        open_lists(Lists([["a"], ["a", "b"]], [["a"], ["b"]]), name)


@by_metric
def test_only_the_first_label_of_a_list_counts(name: str) -> None:
    first, second = Lists([["a"], ["b"]], [["a", "b"], ["b", "a"]]), Lists([["a"], ["b"]], [["b", "a"], ["a", "b"]])
    assert open_lists(first, name).overall == 1
    evaluation = open_lists(second, name).evaluation
    assert evaluation.scores.overall == {"mcc": -1, "balancedaccuracy": 0}[name]
    assert evaluation.total_losses().ordering == 1 - evaluation.scores.overall
    assert evaluation.scores.first_hit.tolist() == [2, 2]


@given(st.data())
@settings(max_examples=40)
def test_a_cost_is_what_the_right_label_wins_and_never_negative(data) -> None:
    metric = data.draw(metrics(data.draw(st.sampled_from(["mcc", "balancedaccuracy"]))))
    lists = fitting(data.draw(any_pairs), metric)
    evaluation = open_lists(lists, metric).evaluation
    costs = evaluation.costs(evaluation.all_rows)
    for row in np.flatnonzero(~np.isnan(evaluation.scores.row)).tolist():
        sure = None if lists.confidences is None else (1.0,) * len(lists.truths[row])  # which reaches any threshold
        right = evaluation.preview(row, Prediction(tuple(lists.truths[row]), sure))
        gain = right.overall - evaluation.scores.overall
        assert costs[row] == pytest.approx(0.0 if math.isnan(gain) else max(0.0, gain), abs=1e-12)


def test_a_right_label_may_lower_a_correlation_and_costs_nothing_then() -> None:
    pairs = [("a", "a"), ("b", "b"), *[("c", "a")] * 98]
    truth, given_ = ({str(at): [pair[side]] for at, pair in enumerate(pairs)} for side in (0, 1))
    pair = inspector.open_pair(truth, given_, "mcc")
    before, cost = pair.overall, float(pair.evaluation.costs(np.array([50]))[0])
    pair.edit("50", ["c"])
    assert pair.overall < before
    assert cost == 0


@pytest.mark.slow
@given(st.data())
@settings(max_examples=40)
def test_the_overall_without_the_row_is_told(data) -> None:
    metric = data.draw(metrics(data.draw(st.sampled_from(["mcc", "balancedaccuracy"]))))
    lists = fitting(data.draw(any_pairs), metric)
    assume(len(lists.truths) > 1)
    evaluation = open_lists(lists, metric).evaluation
    row, prediction = data.draw(edits(lists))
    explained = evaluation.explain(row, prediction)
    told = re.search(r" = (\S+); without this row (\S+): it (adds|takes) (\S+)\.$", explained.remark)
    others = [at for at in range(len(lists.truths)) if at != row]
    rows = [lists.rows({row: prediction})[at] for at in others]
    alone = ORACLES[metric.name](rows, None, chosen(metric)).overall
    now = evaluation.preview(row, prediction).overall
    if math.isnan(explained.score) or math.isnan(alone) or math.isnan(now):
        assert told is None
    else:
        assert told is not None
        change = float(told[4]) * (1 if told[3] == "adds" else -1)
        assert [float(told[1]), float(told[2]), change] == pytest.approx([now, alone, now - alone], abs=0.00006)


@pytest.mark.parametrize(
    ("typed", "metric"),
    [
        ("balanced_accuracy", "balancedaccuracy"),
        ("matthews_corrcoef", "mcc"),
        ("balanced accuracy", "balancedaccuracy"),
        ("f1_macro", "f1(average=macro)"),
        ("Micro F1", "f1(average=micro)"),
        ("MacroF1", "f1(average=macro)"),
        ("micro-f1", "f1(average=micro)"),
        ("log-loss", "logloss"),
        ("map(repeats=move-up)@5", "map(repeats=move-up)@5"),
        ("log loss", "logloss"),
        ("roc_auc", "rocauc"),
        ("balancedaccuracy(adjusted=true)", "balancedaccuracy(adjusted=yes)"),
    ],
)
def test_the_names_of_scikit_learn_are_known(typed: str, metric: str) -> None:
    assert str(parse(typed)) == metric


def test_zeros_and_ones_of_files_are_classes(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,y\n" + "".join(f"r{at},{at % 2}\n" for at in range(8)))
    (tmp_path / "sub.csv").write_text("id,y\n" + "".join(f"r{at},{int(at % 3 == 1)}\n" for at in range(8)))
    true, given_ = [at % 2 for at in range(8)], [int(at % 3 == 1) for at in range(8)]
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "sub.csv", "mcc")
    assert pair.overall == pytest.approx(sklearn.matthews_corrcoef(true, given_), abs=1e-15)
    pair.set_metric("balancedaccuracy")
    assert pair.overall == pytest.approx(sklearn.balanced_accuracy_score(true, given_), abs=1e-15)


def test_the_name_of_an_adjusted_accuracy_says_so() -> None:
    assert parse("balancedaccuracy(adjusted=yes)").label == "Balanced accuracy adjusted"
    assert parse("balancedaccuracy").label == "Balanced accuracy"


@given(st.data())
@settings(max_examples=40)
def test_the_influence_of_a_row_is_the_overall_less_that_of_the_others(data) -> None:
    metric = data.draw(metrics(data.draw(st.sampled_from(["mcc", "balancedaccuracy"]))))
    lists = fitting(data.draw(any_pairs), metric)
    inspection, now = open_lists(lists, metric), {}
    for row, prediction in data.draw(st.lists(edits(lists), max_size=2)):
        inspection.predict(row, prediction)
        now[row] = prediction
    scores, rows = inspection.evaluation.scores, lists.rows(now)
    found = scores.influence(inspection.evaluation.all_rows)
    for row, value in enumerate(found.tolist()):
        alone = (
            ORACLES[metric.name](rows[:row] + rows[row + 1 :], None, chosen(metric)).overall if rows[1:] else math.nan
        )
        wanted = math.nan if math.isnan(scores.row[row]) else scores.overall - alone
        assert value == pytest.approx(wanted, abs=1e-12, nan_ok=True)


def test_the_influence_is_a_column_and_a_field_of_these_metrics_alone() -> None:
    lists = Lists([["a"], ["b"], ["a"], ["b"]], [["a"], ["b"], ["a"], ["a"]])
    pair = open_lists(lists, "mcc")
    wanted = pair.evaluation.scores.influence(np.arange(4))
    assert pair.rows().set_index("id").influence[lists.ids].tolist() == wanted.tolist()
    pair.sort(SortKey("influence"))
    assert pair.state.order.rows[0] == 3
    assert rows_of("influence<0").mask(pair.evaluation).tolist() == [False, False, False, True]
    assert "influence" in field_names(pair.evaluation)
    pair.set_metric("accuracy")
    assert "influence" not in pair.rows() and "influence" not in field_names(pair.evaluation)
    assert pair.state.keys == ()
    assert not rows_of("influence<0 | influence>=0").mask(pair.evaluation).any()
    with pytest.raises(InputError, match="accuracy has no column 'influence'"):
        pair.sort(SortKey("influence"))


def value_of(working: str) -> float:
    """The value of `(2 · 3 − 1) ÷ √(4 · 5)` and the like."""
    python = working.replace(",", "").translate(str.maketrans({"·": "*", "−": "-", "÷": "/", "√": "sqrt"}))
    return float(eval(python, {"__builtins__": {}, "sqrt": math.sqrt}))  # written by the program, without labels


@pytest.mark.parametrize("text", ["mcc", "balancedaccuracy", "balancedaccuracy(adjusted=yes)"])
def test_the_arithmetic_that_is_told_gives_the_overall(text: str) -> None:
    lists = Lists([["a"], ["b"], ["a"], ["c"], ["b"]], [["a"], ["b"], ["b"], ["x"], []])
    evaluation = open_lists(lists, text).evaluation
    for row in range(5):
        _, working, told = evaluation.explain(row).remark.partition(";")[0].split(" = ")
        assert value_of(working) == pytest.approx(evaluation.scores.overall, abs=1e-5)
        assert told == f"{evaluation.scores.overall:.4f}"
