"""A column of probabilities for each class: what stands beside it, how it is written, and what the truth looks like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import InputError, Inspection

ROWS = 240
DRAW = np.random.default_rng(3)
CLASS = DRAW.integers(0, 3, ROWS)
SCORES = DRAW.normal(0, 1, (ROWS, 3)) + 2 * np.eye(3)[CLASS]
SHARES = (np.exp(SCORES) / np.exp(SCORES).sum(1, keepdims=True)).round(6)
LOSS = float(np.mean(-np.log(SHARES[np.arange(ROWS), CLASS] / SHARES.sum(1))))
ORDER = DRAW.permutation(ROWS)
AGE, YEAR = DRAW.integers(1, 90, ROWS), DRAW.integers(1818, 1937, ROWS)
DAY = [f"2020-{1 + row % 12:02}-{1 + row % 28:02}" for row in range(ROWS)]
REGION = DRAW.choice(["N", "S", "W"], ROWS)
IDS = [f"r{row:03}" for row in range(ROWS)]
INDEX = range(ROWS)


def named(*classes: str) -> list[str]:
    return [classes[code] for code in CLASS]


def text(header: str, *columns: Sequence[object], sign: str = ",", order: Sequence[int] = INDEX) -> str:
    rows = [*zip(*columns, strict=True)]
    return "\n".join([header.replace(",", sign), *(sign.join(map(str, rows[at])) for at in order), ""])


def submitted(header: str, *columns: Sequence[object]) -> str:
    return text(header, *columns, order=ORDER)


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Inspection]:
    def open_files(truth: str, submission: str, metric: str | None = None) -> Inspection:
        for name, content in (("truth", truth), ("submission", submission)):
            (tmp_path / f"{name}.csv").write_text(content)
        return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric)

    return open_files


ANIMALS = named("cat", "dog", "fox")
FILES = {
    "an index in both": (text("Unnamed: 0,label", INDEX, ANIMALS), submitted(",cat,dog,fox", INDEX, *SHARES.T)),
    "an index, and a date that both have": (
        text(",date,label,weight", INDEX, DAY, ANIMALS, AGE),
        submitted("image_id,p_cat,p_dog,p_fox,date", INDEX, *SHARES.T, DAY),
    ),
    "numbers of classes, and an age that both have": (
        text("species,region,age,sample", named("1", "2", "3"), REGION, AGE, INDEX),
        submitted("sample,p_3,p_1,p_2,region,age", INDEX, *SHARES.T[[2, 0, 1]], REGION, AGE),
    ),
    "one-hot classes without what the columns begin with": (
        text("A,B,C,id", *np.eye(3, dtype=int)[CLASS].T, IDS),
        submitted("id,class_C,class_A,class_B", IDS, *SHARES.T[[2, 0, 1]]),
    ),
    "one-hot numbers of classes, an age and a flag": (
        text("id,0,1,age,2,flag", IDS, *np.eye(3, dtype=int)[CLASS].T[:2], AGE, CLASS // 2, AGE % 2),
        submitted(",pred_0,pred_1,pred_2", IDS, *SHARES.T),
    ),
    "decimal commas": (
        text("id,label", IDS, ANIMALS),
        text("id,cat,dog,fox", IDS, *np.char.replace(SHARES.T.astype(str), ".", ","), sign=";"),
    ),
    "decimal commas, and a column that both have": (
        text("id,region,label", IDS, REGION, ANIMALS),
        text("id,cat,dog,fox,region", IDS, *np.char.replace(SHARES.T.astype(str), ".", ","), REGION, sign=";"),
    ),
}


@pytest.mark.parametrize("metric", [None, "mlogloss"])
@pytest.mark.parametrize("files", FILES.values(), ids=FILES)
def test_the_probability_of_the_true_class_is_found(files: tuple[str, str], metric: str | None, opened) -> None:
    evaluation = opened(*files, metric).evaluation
    assert (evaluation.metric.name, len(evaluation.pair.submission.layout.labels)) == ("mlogloss", 3)
    assert evaluation.scores.overall == pytest.approx(LOSS, rel=1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_a_flag_beside_yes_and_no_is_no_second_target(seed: int, opened) -> None:
    draw = np.random.default_rng(seed)
    yes, flag = draw.random(120) < 0.5, draw.integers(0, 2, 120)
    likely = (1 / (1 + np.exp(1 - 2 * yes - draw.normal(0, 1, 120)))).round(6)
    truth = text("id,y,flag", IDS[:120], np.where(yes, "yes", "no"), flag, order=range(120))
    submission = text("id,class_yes,class_no", IDS[:120], likely, (1 - likely).round(6), order=range(120))
    assert opened(truth, submission).evaluation.metric.name == "mlogloss"


@pytest.mark.parametrize("metric", [None, "mlogloss", "logloss"])
def test_a_column_of_numbers_in_the_truth_is_not_what_log_loss_is_of(metric: str | None, opened) -> None:
    truth = text("id,text,author,source,year", IDS, DAY, ANIMALS, REGION, YEAR)
    evaluation = opened(truth, submitted("id,cat,dog,fox", IDS, *SHARES.T), metric).evaluation
    assert evaluation.scores.overall == pytest.approx(LOSS, rel=1e-5)


def test_log_loss_stays_that_of_a_yes_or_no_that_no_prediction_follows(opened) -> None:
    yes = DRAW.integers(0, 2, ROWS)
    truth, submission = text("id,year,y", IDS, YEAR, yes), submitted("id,y", IDS, DRAW.random(ROWS))
    assert opened(truth, submission, "logloss").evaluation.metric.name == "logloss"


@pytest.mark.parametrize("metric", [None, "mlogloss"])
def test_the_index_of_other_rows_is_not_taken_for_their_ids(metric: str | None, opened) -> None:
    truth = text("Unnamed: 0,label,weight", INDEX, [ANIMALS[at] for at in ORDER], AGE)
    with pytest.raises(InputError):
        opened(truth, submitted(",cat,dog,fox", INDEX, *SHARES.T), metric)


def test_edits_are_saved_with_the_decimal_comma(opened, tmp_path: Path) -> None:
    found = opened(*FILES["decimal commas"])
    found.edit("r001", ["dog", "cat", "fox"], [0.5, 0.375, 0.125])
    found.save(tmp_path / "saved.csv")
    before, after = ((tmp_path / name).read_text().splitlines() for name in ("submission.csv", "saved.csv"))
    assert [(old, new) for old, new in zip(before, after, strict=True) if old != new] == [
        (before[2], "r001;0,375;0,5;0,125")
    ]


@pytest.mark.parametrize("name", ["p_{}", "prob_{}", "{}_prob", "proba_{}", "{}"])
def test_targets_in_another_order_are_found_by_what_their_names_share(name: str, opened) -> None:
    yes = (DRAW.random((ROWS, 3)) < 0.4).astype(int)
    guessed = (1 / (1 + np.exp(1 - DRAW.normal(0, 1, (ROWS, 3)) - 2 * yes))).round(6)
    columns = ",".join(name.format(target) for target in ("b", "c", "a"))
    truth = text("id,a,b,c,flag", IDS, *yes.T, AGE % 2)
    found = opened(truth, submitted(f"id,{columns}", IDS, *guessed.T[[1, 2, 0]]), "brier").evaluation
    assert found.scores.overall == pytest.approx(((guessed - yes) ** 2).mean())
