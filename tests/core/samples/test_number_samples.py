"""The samples of numbers and probabilities: what is generated is what their stories say."""

from __future__ import annotations

import filecmp
from importlib import import_module
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import inspector
from inspector.core.metrics import parse
from inspector.core.samples import SAMPLES

NAMES = ("prices", "churn", "digits")


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folders = {name: tmp_path_factory.mktemp(name) for name in NAMES}
    for name, folder in folders.items():
        import_module(f"inspector.core.samples.{name}").write(folder)
    return folders


@pytest.mark.parametrize("name", SAMPLES)
def test_the_last_word_of_a_title_is_a_metric(name: str) -> None:
    _, _, metric = SAMPLES[name].title.rpartition(" ")
    parse(metric.lower())


def read(folder: Path) -> tuple[pd.DataFrame, pd.DataFrame]:
    return pd.read_csv(folder / "truth.csv"), pd.read_csv(folder / "submission.csv")


@pytest.mark.parametrize(("name", "rows"), [("prices", 1460), ("churn", 5000), ("digits", 2000)])
def test_a_sample_opens_without_a_problem(written, name, rows) -> None:
    sample, folder = SAMPLES[name], written[name]
    for file in ("submission.csv", "constant.csv"):
        opened = inspector.open_pair(folder / "truth.csv", folder / file, sample.metric)
        assert (len(opened.evaluation.table), opened.problems) == (rows, ())
        assert len(opened.evaluation.table.extra) >= 2  # to slice by


@pytest.mark.parametrize("name", NAMES)
def test_the_profile_of_a_sample_is_that_of_its_scores(written, name) -> None:
    sample, folder = SAMPLES[name], written[name]
    opened = inspector.open_pair(folder / "truth.csv", folder / "submission.csv", sample.metric)
    scores = opened.evaluation.scores
    counts = np.histogram(scores.row, 10, (0, scores.top))[0]
    assert np.abs(100 * counts / len(scores.row) - sample.profile).max() < 1.5


def test_a_sample_is_the_same_each_time(written, tmp_path) -> None:
    for name, folder in written.items():
        (tmp_path / name).mkdir()
        import_module(f"inspector.core.samples.{name}").write(tmp_path / name)
        files = [file.name for file in folder.iterdir()]
        assert filecmp.cmpfiles(folder, tmp_path / name, files, shallow=False)[0] == files


def test_one_neighbourhood_is_priced_too_high(written) -> None:
    truth, submission = read(written["prices"])
    off = np.log1p(submission["SalePrice"]) - np.log1p(truth["SalePrice"])
    by_place = (off**2).groupby(truth["Neighborhood"]).mean() ** 0.5
    worst, second = by_place.nlargest(2)
    assert by_place.idxmax() == "IDOTRR" and worst > 1.8 * second
    assert off[truth["Neighborhood"] == "IDOTRR"].mean() > 0.15
    assert 0.08 < (off**2).mean() ** 0.5 < 0.2


def test_monthly_contracts_are_hard_to_tell(written) -> None:
    truth, submission = read(written["churn"])
    by_contract = {
        contract: roc_auc_score(rows["Churn"], submission["Churn"][rows.index])
        for contract, rows in truth.groupby("Contract")
    }
    assert by_contract["Month-to-month"] < min(by_contract["One year"], by_contract["Two year"]) - 0.1
    assert 0.8 < roc_auc_score(truth["Churn"], submission["Churn"]) < 0.86
    confident = (submission["Churn"] - truth["Churn"]).abs() > 0.97
    assert 20 <= confident.sum() <= 80


def test_fours_and_nines_are_mixed_up(written) -> None:
    truth, submission = read(written["digits"])
    shares, label = submission.drop(columns="ImageId").to_numpy(), truth["Label"].to_numpy()
    np.testing.assert_allclose(shares.sum(axis=1), 1, atol=1e-5)
    guessed = shares.argmax(axis=1)
    wrong = np.isin(label, (4, 9)) & np.isin(guessed, (4, 9)) & (label != guessed)
    assert wrong.sum() > 0.5 * (label != guessed).sum()
    assert 0.1 < -np.log(shares[np.arange(len(label)), label].clip(1e-15)).mean() < 0.4
