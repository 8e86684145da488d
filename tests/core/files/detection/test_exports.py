"""One file with truth and prediction, under the names that programs give to what they predict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import InputError

COUNT = 80
DRAW = np.random.default_rng(7)
YES = DRAW.random(COUNT) < 0.4
SHARE = (0.1 + 0.22 * YES + 0.6 * DRAW.random(COUNT)).round(4)
WORDS, CLASSES = np.array(["no", "yes"]), np.array(["cat", "cow", "dog"])
CODES = DRAW.integers(0, 3, COUNT)
SCORES = np.exp(DRAW.normal(0, 1, (COUNT, 3)) + 1.2 * np.eye(3)[CODES])
SHARES = (SCORES / SCORES.sum(1, keepdims=True)).round(5)
PRICE = (DRAW.gamma(3, 50, COUNT) + 20).round(2)
GUESS = (PRICE * DRAW.lognormal(0, 0.15, COUNT)).round(4)
ROW, FOLD, AGE = range(1, COUNT + 1), [f"Fold{row % 5 + 1}" for row in range(COUNT)], DRAW.integers(18, 80, COUNT)
CONFIG, FEW = ["Model1"] * COUNT, ["test"] * COUNT

AREA = float(((higher := SHARE[YES][:, None] - SHARE[~YES]) > 0).mean() + (higher == 0).mean() / 2)
RIGHT = float(((SHARE > 0.5) == YES).mean())
LOSS = float(-np.log(SHARES[np.arange(COUNT), CODES] / SHARES.sum(1)).mean())
ERROR = float(np.sqrt(((GUESS - PRICE) ** 2).mean()))

TRUE, SAID, NO, SURE = WORDS[YES.astype(int)], WORDS[(SHARE > 0.5).astype(int)], (1 - SHARE).round(4), SHARE
KIND, MOST = CLASSES[CODES], CLASSES[SHARES.argmax(1)]


@pytest.fixture
def score(tmp_path: Path) -> Callable[..., float]:
    def score_of(metric: str, header: str, *columns: Sequence[object], sign: str = ",") -> float:
        lines = [sign.join(map(str, row)) for row in zip(*columns, strict=True)]
        (tmp_path / "predictions.csv").write_text("\n".join([header, *lines]) + "\n")
        return inspector.open_pair(tmp_path / "predictions.csv", metric=metric).overall

    return score_of


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("id,churn,predict,p0,p1", (ROW, YES * 1, (SHARE > 0.5) * 1, NO, SURE)),
        ("churn,predict,p0,p1", (YES * 1, (SHARE > 0.5) * 1, NO, SURE)),
        (".pred_class,.pred_no,.pred_yes,id,churn,.row,.config", (SAID, NO, SURE, FOLD, TRUE, ROW, CONFIG)),
        ("row ID,churn,P (churn=no),P (churn=yes),Prediction (churn)", (ROW, TRUE, NO, SURE, SAID)),
        ("id,truth,prob.no,prob.yes,response,set", (ROW, TRUE, NO, SURE, SAID, FEW)),
        ("SampleId,Probability:Class=0,Probability:Class=1,Label", (ROW, NO, SURE, YES * 1)),
        ("id,age,churn,Scored Labels,Scored Probabilities", (ROW, AGE, TRUE, SAID, SURE)),
        ("row_id,churn,churn_yes_PREDICTION,churn_no_PREDICTION,churn_PREDICTION", (ROW, TRUE, SURE, NO, SAID)),
    ],
)
def test_yes_or_no_is_read_beside_its_probability(score, header: str, columns: Sequence[Sequence[object]]) -> None:
    assert score("auc", header, *columns) == pytest.approx(AREA)
    assert score("accuracy", header, *columns) == pytest.approx(RIGHT)


@pytest.mark.parametrize(
    "header",
    [
        "id;animal;prediction(animal);confidence(cat);confidence(cow);confidence(dog)",
        "id;class;Prediction (class);P (class=cat);P (class=cow);P (class=dog)",
        "id;animal;predict;cat;cow;dog",
        ".row;animal;.pred_class;.pred_cat;.pred_cow;.pred_dog",
        "SampleId;Label;Class;Probability:Class=cat;Probability:Class=cow;Probability:Class=dog",
        "id;animal;animal_PREDICTION;animal_cat_PREDICTION;animal_cow_PREDICTION;animal_dog_PREDICTION",
        'id;animal;Scored Labels;Class "cat";Class "cow";Class "dog"',
    ],
)
def test_classes_are_read_beside_their_probabilities(score, header: str) -> None:
    columns = ROW, KIND, MOST, *SHARES.T
    assert score("mlogloss", header, *columns, sign=";") == pytest.approx(LOSS)
    assert score("accuracy", header, *columns, sign=";") == pytest.approx((KIND == MOST).mean())


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        (".pred,id,price,.row,.config", (GUESS, FOLD, PRICE, ROW, CONFIG)),
        ("SampleId,RawFormulaVal,Label", (ROW, GUESS, PRICE)),
        ("id,price,$N-price", (ROW, PRICE, GUESS)),
        ("id,age,price,predict", (ROW, AGE, PRICE, GUESS)),
        ("age,price,predict", (AGE, PRICE, GUESS)),
        ("age,price,Scored Labels", (AGE, PRICE, GUESS)),
    ],
)
def test_numbers_are_read_beside_true_ones(score, header: str, columns: Sequence[Sequence[object]]) -> None:
    assert score("rmse", header, *columns) == pytest.approx(ERROR)


def test_answers_named_as_true_are_asked_beside_what_they_came_from(score) -> None:
    with pytest.raises(InputError, match="several ways"):
        score("accuracy", "id,churn,Label,Score_no,Score_yes", ROW, TRUE, SAID, NO, SURE)


def test_probabilities_are_no_truth_of_one_file(score) -> None:
    with pytest.raises(InputError, match="several ways"):
        score("accuracy", "id,target,P_target1,P_target0,F_target,I_target", ROW, TRUE, SURE, NO, TRUE, SAID)


@pytest.mark.parametrize("others", [0, 1])
def test_answers_other_than_the_most_probable_class_are_told(tmp_path: Path, others: int) -> None:
    said = [*MOST[others:], *["cat" if most == "cow" else "cow" for most in MOST[:others]]]
    shares = np.roll(SHARES, -others, axis=0)
    for name, header, cells in (("truth", "id,animal", [KIND]), ("sub", "id,class,cat,cow,dog", [said, *shares.T])):
        lines = [",".join(map(str, row)) for row in zip(ROW, *cells, strict=True)]
        (tmp_path / f"{name}.csv").write_text("\n".join([header, *lines]) + "\n")
    found = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "sub.csv", metric="mlogloss").problems
    assert ["other-answers" in (problem.kind for problem in found)] == [others > 0]
