"""The confidence from which a label counts as predicted: a parameter of every metric of sets."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import f1_score, jaccard_score, precision_score, recall_score

import inspector
from inspector.core.analysis.overalls import overalls
from inspector.core.metrics import parse
from inspector.core.task import drain
from inspector.terminal import text

LABELS = ["cat", "dog", "eel"]
TRUTH = pd.DataFrame({"id": ["1", "2"], "label": ["cat dog", "eel"]})
WIDE = pd.DataFrame({"id": ["1", "2"], "cat": [0.9, 0.3], "dog": [0.4, 0.2], "eel": [0.1, 0.5]})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("f1(threshold=0.5)", (2 / 3 + 1) / 2),
        ("f1(threshold=0.4)", (1 + 1) / 2),
        ("f1(threshold=0.95)", 0),
        ("f1(threshold=0)", (4 / 5 + 2 / 4) / 2),
        ("f1(average=micro, threshold=0.5)", 4 / 5),
        ("jaccard(threshold=0.5)", (1 / 2 + 1) / 2),
        ("accuracy(threshold=0.5)", 1 / 2),
    ],
)
def test_a_worked_score_above_a_threshold(text: str, wanted: float) -> None:
    assert inspector.open_pair(TRUTH, WIDE, text).overall == pytest.approx(wanted, abs=1e-15)


@pytest.mark.slow
@given(st.integers(1, 8), st.sampled_from([0.25, 0.5, 0.75]), st.integers(0, 2**32 - 1))
@settings(max_examples=25)
def test_wide_probabilities_score_as_scikit_learn_scores_those_above(rows: int, threshold: float, seed: int) -> None:
    rng = np.random.default_rng(seed)
    actual = rng.random((rows, 3)) < 0.5
    numbers = (rng.integers(1, 20, (rows, 3)) / 20).round(2)
    numbers[0, 0] = 0.55  # the file has probabilities
    ids = [str(row) for row in range(rows)]
    cells = [" ".join(label for label, there in zip(LABELS, row, strict=True) if there) for row in actual]
    truth, wide = pd.DataFrame({"id": ids, "label": cells}), pd.DataFrame(numbers, columns=LABELS)
    wide.insert(0, "id", ids)
    options = {"id_column": "id", "separator": " ", "shape": "list/wide"}
    inspection = inspector.open_pair(truth, wide, f"f1(threshold={threshold})", **options)
    above = numbers >= threshold
    assert inspection.overall == pytest.approx(f1_score(actual, above, average="samples", zero_division=0), abs=1e-12)
    inspection.set_metric(f"f1(average=micro, threshold={threshold})")
    if actual.any() or above.any():
        assert inspection.overall == pytest.approx(f1_score(actual, above, average="micro", zero_division=0), abs=1e-12)
    inspection.set_metric(f"jaccard(threshold={threshold})")
    wanted = jaccard_score(actual, above, average="samples", zero_division=0)
    assert inspection.overall == pytest.approx(wanted, abs=1e-12)


def test_wide_probabilities_get_the_threshold_a_half_and_it_is_said() -> None:
    inspection = inspector.open_pair(TRUTH, WIDE, "f1")
    assert str(inspection.metric) == "f1(threshold=0.5)"
    assert inspection.overall == pytest.approx((2 / 3 + 1) / 2, abs=1e-15)
    assert "assumed     threshold=0.5, because each label has a column" in text.score_text(inspection)
    inspection.set_metric("f1(threshold=0.25)")
    assert "assumed" not in text.score_text(inspection)
    inspection.set_metric("jaccard")
    assert str(inspection.metric) == "jaccard(threshold=0.5)"
    assert inspection.evaluation.assumption


@pytest.mark.parametrize(
    ("spoiled", "wanted"), [(0, "accuracy@1"), (20, "accuracy@1"), (21, "accuracy(threshold=0.5)")]
)
def test_classes_are_exclusive_where_most_rows_add_up_to_1(spoiled: int, wanted: str) -> None:
    chances = np.random.default_rng(4).dirichlet([1.0] * 3, 40).round(3)
    chances[:spoiled, 0] /= 2
    chances[:spoiled, 1:] *= 0.9
    ids = [f"r{row}" for row in range(40)]
    wide = pd.DataFrame(chances, columns=LABELS)
    wide.insert(0, "id", ids)
    truth = pd.DataFrame({"id": ids, "label": [LABELS[row % 3] for row in range(40)]})
    assert str(inspector.open_pair(truth, wide, "accuracy").metric) == wanted


def test_of_exclusive_classes_the_most_probable_one_counts_and_it_is_said() -> None:
    rng = np.random.default_rng(3)
    chances = rng.dirichlet([1.0] * 3, 40).round(3)
    classes = rng.integers(0, 3, 40)
    truth = pd.DataFrame({"id": [f"r{row}" for row in range(40)], "label": [LABELS[one] for one in classes]})
    wide = pd.DataFrame(chances, columns=LABELS)
    wide.insert(0, "id", truth["id"])
    inspection = inspector.open_pair(truth, wide, "accuracy")
    likeliest = chances.argmax(axis=1)
    assert (str(inspection.metric), inspection.overall) == ("accuracy@1", pytest.approx((likeliest == classes).mean()))
    assert "assumed     @1, because the probabilities of a row add up to 1" in text.score_text(inspection)
    inspection.set_metric("f1(average=macro)")
    assert inspection.overall == pytest.approx(f1_score(classes, likeliest, average="macro"), abs=1e-12)
    for name, wanted in (("precision", precision_score), ("recall", recall_score)):
        inspection.set_metric(f"{name}(average=macro)")
        assert inspection.overall == pytest.approx(wanted(classes, likeliest, average="macro"), abs=1e-12)
        listed = {str(one.metric): one.now for one in drain(overalls(inspection.evaluation, None))}
        assert listed[f"{name}(average=weighted)@1"] == pytest.approx(wanted(classes, likeliest, average="weighted"))
    inspection.set_metric("hit")
    assert (inspection.overall, str(inspection.metric)) == ((likeliest == classes).mean(), "hit@1")
    inspection.set_metric("mrr")
    assert (str(inspection.metric), inspection.evaluation.assumption) == ("mrr", "")
    inspection.set_metric("accuracy(threshold=0.5)")
    wanted = (chances[np.arange(40), classes] >= 0.5).mean()
    assert (inspection.overall, inspection.evaluation.assumption) == (pytest.approx(wanted), "")


def test_where_no_threshold_can_be_named_it_is_said_that_all_labels_count() -> None:
    truth = pd.DataFrame({"id": ["1", "2", "3"], "label": ["a b", "b", "a c"]})
    wide = pd.DataFrame({"id": ["1", "2", "3"], "a": [0.9, 0.2, 0.9], "b": [0.7, 0.8, 0.1], "c": [0.1, 0.3, 0.8]})
    inspection = inspector.open_pair(truth, wide, "hit", shape="/wide")
    assert inspection.evaluation.assumption.startswith("every label above 0 is predicted, because no K is named")
    inspection.set_metric("precision@1")
    assert (inspection.overall, inspection.evaluation.assumption) == (1.0, "")


@pytest.mark.parametrize("average", ["mean", "pooled", "macro", "weighted"])
@pytest.mark.parametrize("name", ["precision", "recall"])
def test_precision_and_recall_count_columns_from_half_on(name: str, average: str) -> None:
    chances, truth = pair_of_columns()
    inspection = inspector.open_pair(truth, chances, f"{name}(average={average})")
    right, given_ = truth[[*"abc"]].to_numpy(), chances[[*"abc"]].to_numpy() >= 0.5
    how = {"mean": "samples", "pooled": "micro"}.get(average, average)
    wanted = {"precision": precision_score, "recall": recall_score}[name](right, given_, average=how, zero_division=0)
    assert inspection.overall == pytest.approx(wanted, abs=1e-12)
    assert inspection.metric.argument("threshold") == "0.5"
    assert inspection.evaluation.assumption.startswith("threshold=0.5, because each label has a column")
    inspection.set_metric(f"{name}(average={average}, threshold=0)")
    below = {"precision": precision_score, "recall": recall_score}[name](right, np.ones_like(right), average=how)
    assert inspection.overall == pytest.approx(below, abs=1e-12)


def pair_of_columns() -> tuple[pd.DataFrame, pd.DataFrame]:
    """Probabilities of three labels, of which a row has any number but none; and which it has."""
    rng = np.random.default_rng(4)
    has = rng.random((60, 3)) < 0.5
    has[~has.any(axis=1), 0] = True
    ids = [f"r{row}" for row in range(60)]
    chances = pd.DataFrame((0.5 * has + 0.6 * rng.random((60, 3)) - 0.05).clip(0.01, 1).round(3), columns=[*"abc"])
    truth = pd.DataFrame(has.astype(int), columns=[*"abc"])
    return chances.assign(id=ids), truth.assign(id=ids)


def test_a_metric_of_another_name_for_numbers_assumes_nothing() -> None:
    numbers = pd.DataFrame({"id": ["1", "2", "3"], "y": [0.25, 0.5, 0.75]})
    inspection = inspector.open_pair(numbers.assign(y=[0, 1, 1]), numbers, "auc")
    assert "assumed" not in text.score_text(inspection)


@pytest.mark.parametrize("cell", ["cat 0.9 dog 0.4", "cat dog"])
def test_lists_get_no_threshold_unasked(cell: str) -> None:
    given_ = pd.DataFrame({"id": ["1", "2"], "label": [cell, cell]})
    inspection = inspector.open_pair(TRUTH, given_, "f1")
    assert (str(inspection.metric), inspection.evaluation.assumption) == ("f1", "")
    assert inspection.overall == pytest.approx(1 / 2, abs=1e-15)


def test_columns_of_zeros_and_ones_get_no_threshold() -> None:
    sets = pd.DataFrame({"id": ["1", "2"], "cat": [1, 0], "dog": [1, 0], "eel": [0, 1]})
    assert str(inspector.open_pair(TRUTH, sets, "f1").metric) == "f1"


def test_a_label_below_the_threshold_is_explained_as_not_counted() -> None:
    explained = inspector.open_pair(TRUTH, WIDE, "f1(threshold=0.5)").explain("1")
    assert [(step.label, step.position, step.verdict, step.hit) for step in explained.steps] == [
        ("cat", 1, "hit", True),
        ("dog", 2, "not counted", True),
        ("eel", 3, "not counted", False),
    ]
    assert explained.divisor_rule == "2 · 1 right + 1 missed + 0 wrong"


def test_raising_a_confidence_above_the_threshold_counts_the_label() -> None:
    inspection = inspector.open_pair(TRUTH, WIDE, "f1")
    before = inspection.overall
    inspection.predict(0, inspection.evaluation.prediction(0).with_confidence(1, 0.6))
    assert inspection.overall == 1
    inspection.undo()
    assert inspection.overall == before < 1


@pytest.mark.parametrize("value", ["half", "nan", "inf", "0,5"])
def test_a_threshold_that_is_no_number_is_refused(value: str) -> None:
    with pytest.raises(inspector.InputError):
        parse(f"f1(threshold={value})")


def test_an_f_of_one_label_a_row_is_said_to_be_the_accuracy() -> None:
    answers = pd.DataFrame({"id": [*"abcdef"], "label": ["1", "0", "1", "0", "0", "1"]})
    given = answers.assign(label=["1", "0", "0", "0", "0", "1"])
    inspection = inspector.open_pair(answers, given, "f1")
    assert inspection.overall == pytest.approx(5 / 6)
    assert inspection.evaluation.assumption.startswith("the mean over rows, which is the accuracy")
    inspection.set_metric("f1(label=1)")
    assert (inspection.overall, inspection.evaluation.assumption) == (pytest.approx(4 / 5), "")
    assert not inspector.open_pair(answers, given.assign(label=["1 0", *"00011"]), "f1").evaluation.assumption


YES = [1, 0, 1, 0, 0, 1, 0, 1]
CHANCES = {"a": [0.9, 0.2, 0.6, 0.7, 0.1, 0.4, 0.3, 0.8], "b": [0.55, 0.61, 0.3, 0.25, 0.15, 0.75, 0.05, 0.45]}


def of_yes(name: str, values: list[float]) -> pd.DataFrame:
    return pd.DataFrame({"id": [f"r{row}" for row in range(len(values))], name: values})


@pytest.mark.parametrize("column", ["target", "prob"])
@pytest.mark.parametrize("metric", ["accuracy", "f1(average=micro)", "jaccard"])
def test_probabilities_of_yes_count_whatever_their_column_is_called(metric: str, column: str) -> None:
    pair = inspector.open_pair(of_yes("target", YES), of_yes(column, CHANCES["a"]), metric)
    pair.add(of_yes(column, CHANCES["b"]), name="b")
    pair.add(of_yes("p", CHANCES["b"]), name="c")
    above = {name: [chance >= 0.5 for chance in chances] for name, chances in CHANCES.items()}
    wanted = {
        "accuracy": lambda said: np.mean([yes == one for yes, one in zip(YES, said, strict=True)]),
        "f1(average=micro)": lambda said: f1_score(YES, said),
        "jaccard": lambda said: jaccard_score(YES, said),
    }[metric]
    assert pair.overall == pytest.approx(wanted(above["a"]))
    for name in ("b", "c"):
        pair.open(name)
        assert pair.overall == pytest.approx(wanted(above["b"]))
