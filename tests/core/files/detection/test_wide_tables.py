"""One file of truth, prediction and many features: which columns are tried as the ids."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.errors import InputError
from inspector.core.files.detection.ids.choices import IdChoice, id_choices
from inspector.core.files.detection.part import Part, parts_of
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.options import Options

ROWS, FEATURES = 60, 40


@pytest.fixture
def table() -> pd.DataFrame:
    """Words and numbers beside an id, a class and a predicted class, four in five of which are right."""
    rng = np.random.default_rng(2)
    features = {
        f"f{at}": rng.integers(0, 999, ROWS) if at % 2 else rng.choice([*"pqrst"], ROWS) for at in range(FEATURES)
    }
    true = rng.choice([*"abc"], ROWS)
    predicted = np.where(rng.random(ROWS) < 0.8, true, rng.choice([*"abc"], ROWS))
    return pd.DataFrame({"Id": range(1000, 1000 + ROWS), **features, "y_true": true, "y_pred": predicted})


def tried(table: pd.DataFrame, path) -> list[tuple[str, ...]]:
    table.to_csv(path, index=False)
    sheet = read_sheet(path)
    return [tuple(sheet.names[at] for at in choice.truth) for choice in id_choices(sheet, sheet, Options())]


def parts(truth: pd.DataFrame, submission: pd.DataFrame, folder) -> list[tuple[IdChoice, Part]]:
    truth.to_csv(folder / "t.csv", index=False)
    submission.to_csv(folder / "s.csv", index=False)
    sheets = read_sheet(folder / "t.csv"), read_sheet(folder / "s.csv")
    return [*parts_of(*sheets, id_choices(*sheets, Options()))]


def test_no_feature_is_tried_where_ids_and_sides_are_named(table, tmp_path) -> None:
    path = tmp_path / "oof.csv"
    assert tried(table, path) == [("Id",)]
    found = inspector.open_pair(path, metric="accuracy")
    assert found.overall == pytest.approx((table["y_true"] == table["y_pred"]).mean())


def test_others_are_tried_where_a_column_named_as_ids_repeats(table, tmp_path) -> None:
    queries = table.assign(query_id=np.arange(ROWS) // 3)
    assert len(tried(queries, tmp_path / "oof.csv")) > 1


def test_none_is_tried_where_only_the_ids_are_named(table, tmp_path) -> None:
    assert tried(table.rename(columns={"y_true": "sort", "y_pred": "out"}), tmp_path / "oof.csv") == [("Id",)]


def test_others_are_tried_where_no_column_is_named_as_ids(table, tmp_path) -> None:
    assert len(tried(table.rename(columns={"Id": "nr"}), tmp_path / "oof.csv")) > 1


def test_no_feature_of_a_truth_is_an_id_where_both_files_name_theirs(table, tmp_path) -> None:
    table["f1"] = np.random.default_rng(3).permutation(table["Id"])
    truth = table.drop(columns="y_pred")
    submission = table[["Id", "y_pred"]].rename(columns={"y_pred": "y_true"})
    other, queries = submission.rename(columns={"Id": "nr"}), np.arange(ROWS) // 3
    for true, predicted, is_only in (
        (truth, submission.head(20), True),
        (truth.assign(query_id=queries), submission, True),
        (truth.assign(query_id=queries), submission.head(20), False),
        (truth, other, False),
        (truth.rename(columns={"Id": "nr"}), other, True),
    ):
        assert (len(parts(true, predicted, tmp_path)) == 1) is is_only


def test_a_feature_all_over_one_file_is_no_id_but_one_in_groups_is(table, tmp_path) -> None:
    several = np.arange(ROWS) // 6
    named = {"shop": several, "hall": np.random.default_rng(4).permutation(several)}
    found = tried(table[["f0", "f1", "f2", "y_pred"]].assign(**named), tmp_path / "oof.csv")
    assert found == [("f1",), ("shop",)]


def test_no_feature_is_predicted_where_a_prediction_is_named(tmp_path) -> None:
    rng = np.random.default_rng(5)
    true = rng.normal(300, 90, ROWS).round(2)
    features = {"kind": rng.choice([*"ab"], ROWS), "sort": rng.choice([*"ab"], ROWS), "zone": rng.choice([*"ab"], ROWS)}
    table = pd.DataFrame({**features, "price": true, "y_pred": (true * 1.01).round(2)})
    table.to_csv(tmp_path / "oof.csv", index=False)
    with pytest.raises(InputError, match="does not contain both true and predicted"):
        inspector.open_pair(tmp_path / "oof.csv", metric="accuracy")
    found = inspector.open_pair(tmp_path / "oof.csv", truth_column="price", submission_column="y_pred")
    assert found.overall == pytest.approx(np.sqrt((((true * 1.01).round(2) - true) ** 2).mean()))


def test_a_repeated_feature_is_no_id_where_nothing_is_named(table, tmp_path) -> None:
    few = table[["f0", "f2", "f4"]].assign(share=np.random.default_rng(6).random(ROWS).round(4))
    assert tried(few, tmp_path / "oof.csv") == [("share",)]
