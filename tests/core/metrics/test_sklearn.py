"""F, Jaccard, precision, recall and accuracy of label sets, compared with scikit-learn."""

from __future__ import annotations

import math

import pytest
from core.strategies import Lists, open_lists, pairs
from hypothesis import assume, given, settings

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.pair import Pair
from inspector.core.metrics import Metric, parse

sklearn = pytest.importorskip("sklearn.metrics", reason="the second opinion on F and Jaccard needs scikit-learn")
preprocessing = pytest.importorskip("sklearn.preprocessing")


def matrices(lists: Lists):
    """Truth and prediction as 0/1 matrices over all labels of both; those of the truth alone would raise the score."""
    predicted = [given or [] for given in lists.predictions]
    coder = preprocessing.MultiLabelBinarizer().fit([*lists.truths, *predicted])
    return coder, coder.transform(lists.truths), coder.transform(predicted)


def read(lists: Lists) -> Pair:
    return open_lists(lists, "f1").evaluation.pair


def overall(pair: Pair, metric: Metric | str) -> float:
    return Evaluation.of(pair, parse(metric) if isinstance(metric, str) else metric).scores.overall


@pytest.mark.slow
@given(pairs(whole=True))
@settings(max_examples=40)
def test_f_and_jaccard_are_those_of_scikit_learn(lists: Lists) -> None:
    pair, (coder, truth, predicted) = read(lists), matrices(lists)
    assume(len(coder.classes_) > 1)  # scikit-learn does not take a single column as multilabel
    for beta in (1, 2, 0.5):
        for average, ours in (("samples", "rows"), ("micro", "micro")):
            theirs = sklearn.fbeta_score(truth, predicted, beta=beta, average=average, zero_division=0)
            assert overall(pair, f"f(beta={beta}, average={ours})") == pytest.approx(theirs, abs=1e-12)
        theirs = sklearn.fbeta_score(truth, predicted, beta=beta, average="samples", zero_division=1)
        assert overall(pair, f"f(beta={beta}, both_empty=one)") == pytest.approx(theirs, abs=1e-12)
        theirs = sklearn.fbeta_score(truth, predicted, beta=beta, average="macro", zero_division=0)
        assert overall(pair, f"f(beta={beta}, average=macro, labels=both)") == pytest.approx(theirs, abs=1e-12)
    theirs = sklearn.jaccard_score(truth, predicted, average="samples", zero_division=0)
    assert overall(pair, "jaccard") == pytest.approx(theirs, abs=1e-12)


@pytest.mark.slow
@given(pairs(whole=True))
@settings(max_examples=30)
def test_macro_f_over_the_labels_of_the_truth_is_that_of_scikit_learn(lists: Lists) -> None:
    pair, (coder, truth, predicted) = read(lists), matrices(lists)
    asked = [place for place in range(len(coder.classes_)) if truth[:, place].any()]
    assume(asked and len(coder.classes_) > 1)
    theirs = sklearn.f1_score(truth, predicted, labels=asked, average="macro", zero_division=0)
    assert overall(pair, "f1(average=macro)") == pytest.approx(theirs, abs=1e-12)


# Of ours under its name: theirs. Precision and recall read lists, so a copy would count twice.
SCORERS = {
    "f1": sklearn.f1_score,
    "jaccard": sklearn.jaccard_score,
    "precision(repeats=move-up": sklearn.precision_score,
    "recall(repeats=move-up": sklearn.recall_score,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SCORERS)
@given(lists=pairs(whole=True))
@settings(max_examples=30)
def test_every_average_over_labels_is_that_of_scikit_learn(name: str, lists: Lists) -> None:
    pair, (coder, truth, predicted) = read(lists), matrices(lists)
    assume(len(coder.classes_) > 1)
    begun = name if "(" in name else f"{name}("
    joined = begun if begun.endswith("(") else f"{begun}, "
    for chosen in ("average=micro", "average=macro, labels=both", "average=weighted"):
        if not truth.any() and chosen == "average=weighted":
            continue  # no label has a weight; scikit-learn says 0
        average = chosen.partition(",")[0].removeprefix("average=")
        theirs = SCORERS[name](truth, predicted, average=average, zero_division=0)
        ours = overall(pair, f"{joined}{chosen})")
        assert ours == pytest.approx(theirs, abs=1e-12) or (math.isnan(ours) and not truth.any()), chosen


@pytest.mark.slow
@pytest.mark.parametrize("name", SCORERS)
@given(lists=pairs(whole=True))
@settings(max_examples=30)
def test_the_measure_of_one_label_is_that_of_scikit_learn(name: str, lists: Lists) -> None:
    pair, (coder, truth, predicted) = read(lists), matrices(lists)
    assume(len(coder.classes_) > 1)
    theirs = SCORERS[name](truth, predicted, average=None, zero_division=0)
    for label, wanted in zip(coder.classes_, theirs, strict=True):
        metric = parse(f"{name})" if "(" in name else name).replace(one_label=label)
        assert overall(pair, metric) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.slow
@given(pairs(whole=True))
@settings(max_examples=40)
def test_accuracy_counts_rows_without_any_label_as_scikit_learn_does(lists: Lists) -> None:
    pair, (coder, truth, predicted) = read(lists), matrices(lists)
    assume(len(coder.classes_) > 1)
    assert overall(pair, "accuracy") == pytest.approx(sklearn.accuracy_score(truth, predicted), abs=1e-12)


def test_the_choice_about_empty_rows_is_that_of_zero_division() -> None:
    lists = Lists([[], ["a"], ["b"]], [[], ["a"], ["a"]])
    pair, (_, truth, predicted) = read(lists), matrices(lists)
    for choice, zero_division in (("zero", 0.0), ("one", 1.0), ("skip", math.nan)):
        for average, scorer in (("f1", sklearn.f1_score), ("jaccard", sklearn.jaccard_score)):
            if average == "jaccard" and choice == "skip":
                continue  # scikit-learn has no such choice for Jaccard
            theirs = scorer(truth, predicted, average="samples", zero_division=zero_division)
            assert overall(pair, f"{average}(both_empty={choice})") == pytest.approx(theirs, abs=1e-15)
    assert overall(pair, "accuracy(both_empty=zero)") == pytest.approx(1 / 3, abs=1e-15)
    assert overall(pair, "accuracy(both_empty=skip)") == pytest.approx(1 / 2, abs=1e-15)


def test_a_predicted_label_that_no_truth_has_counts_as_wrong() -> None:
    lists = Lists([["a"], ["b"]], [["a", "never"], ["b"]])
    coder = preprocessing.MultiLabelBinarizer().fit(lists.truths)
    with pytest.warns(UserWarning, match="unknown class"):
        flattered = coder.transform([given or [] for given in lists.predictions])
    assert sklearn.f1_score(coder.transform(lists.truths), flattered, average="micro") == 1
    assert overall(read(lists), "f1(average=micro)") == pytest.approx(4 / 5, abs=1e-15)
