"""F and Jaccard, compared with scikit-learn."""

from __future__ import annotations

import pytest
from core.strategies import Lists, open_lists, pairs
from hypothesis import assume, given, settings

sklearn = pytest.importorskip("sklearn.metrics", reason="the second opinion on F and Jaccard needs scikit-learn")
preprocessing = pytest.importorskip("sklearn.preprocessing")


def matrices(lists: Lists):
    """Truth and prediction as 0/1 matrices over all labels of both; those of the truth alone would raise the score."""
    predicted = [given or [] for given in lists.predictions]
    coder = preprocessing.MultiLabelBinarizer().fit([*lists.truths, *predicted])
    return coder, coder.transform(lists.truths), coder.transform(predicted)


def overall(lists: Lists, metric: str) -> float:
    return open_lists(lists, metric).overall


@given(pairs(whole=True))
@settings(max_examples=60)
def test_f_and_jaccard_are_those_of_scikit_learn(lists: Lists) -> None:
    coder, truth, predicted = matrices(lists)
    assume(len(coder.classes_) > 1)  # scikit-learn does not take a single column as multilabel
    for beta in (1, 2, 0.5):
        for average, ours in (("samples", "rows"), ("micro", "micro")):
            theirs = sklearn.fbeta_score(truth, predicted, beta=beta, average=average, zero_division=0)
            assert overall(lists, f"f(beta={beta}, average={ours})") == pytest.approx(theirs, abs=1e-12)
        theirs = sklearn.fbeta_score(truth, predicted, beta=beta, average="samples", zero_division=1)
        assert overall(lists, f"f(beta={beta}, both_empty=one)") == pytest.approx(theirs, abs=1e-12)
        theirs = sklearn.fbeta_score(truth, predicted, beta=beta, average="macro", zero_division=0)
        assert overall(lists, f"f(beta={beta}, average=macro, labels=both)") == pytest.approx(theirs, abs=1e-12)
    theirs = sklearn.jaccard_score(truth, predicted, average="samples", zero_division=0)
    assert overall(lists, "jaccard") == pytest.approx(theirs, abs=1e-12)


@given(pairs(whole=True))
@settings(max_examples=40)
def test_macro_f_over_the_labels_of_the_truth_is_that_of_scikit_learn(lists: Lists) -> None:
    coder, truth, predicted = matrices(lists)
    asked = [place for place in range(len(coder.classes_)) if truth[:, place].any()]
    assume(asked and len(coder.classes_) > 1)
    theirs = sklearn.f1_score(truth, predicted, labels=asked, average="macro", zero_division=0)
    assert overall(lists, "f1(average=macro)") == pytest.approx(theirs, abs=1e-12)


def test_a_predicted_label_that_no_truth_has_counts_as_wrong() -> None:
    lists = Lists([["a"], ["b"]], [["a", "never"], ["b"]])
    coder = preprocessing.MultiLabelBinarizer().fit(lists.truths)
    with pytest.warns(UserWarning, match="unknown class"):
        flattered = coder.transform([given or [] for given in lists.predictions])
    assert sklearn.f1_score(coder.transform(lists.truths), flattered, average="micro") == 1
    assert overall(lists, "f1(average=micro)") == pytest.approx(4 / 5, abs=1e-15)
