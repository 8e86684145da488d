"""Further truths of one file, of which only one can be scored at a time."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector import Inspection

COUNT = 80


@pytest.fixture
def answers() -> dict[str, np.ndarray]:
    """Two questions and their answers, four in five of which are right."""
    draw = np.random.default_rng(8)
    mood, side = draw.choice([*"abc"], COUNT), draw.choice(["left", "right"], COUNT)
    asked = ((mood, [*"abc"]), (side, ["left", "right"]))
    given = [np.where(draw.random(COUNT) < 0.8, true, draw.choice(words, COUNT)) for true, words in asked]
    return {"mood": mood, "side": side, "told mood": given[0], "told side": given[1]}


def opened(folder: Path, columns: dict[str, object], metric: str = "accuracy", **options: str) -> Inspection:
    pd.DataFrame({"id": range(COUNT), **columns}).to_csv(folder / "answers.csv", index=False)
    return inspector.open_pair(folder / "answers.csv", metric=metric, **options)


def further(pair: Inspection) -> list[tuple[str, str | None]]:
    return [(one.message, one.column) for one in pair.problems if one.kind == "further-truths"]


@pytest.mark.parametrize("names", [("side_pred", "mood_pred"), ("side_pred", "verdict")])
def test_a_second_truth_by_its_name_is_told(tmp_path, answers, names) -> None:
    columns = {"side_true": answers["side"], "mood_true": answers["mood"]}
    columns |= dict(zip(names, (answers["told side"], answers["told mood"]), strict=True))
    right = {f"{name}_true": (answers[name] == answers[f"told {name}"]).mean() for name in ("side", "mood")}
    read = opened(tmp_path, columns)
    ((message, told),) = further(read)
    assert message == f'"{told}" is to be predicted, too, and not read'
    assert read.overall == pytest.approx(right[({*right} - {told}).pop()])
    prediction = names[1] if told == "mood_true" else names[0]
    chosen = opened(tmp_path, columns, truth_column=told, submission_column=prediction)
    assert chosen.overall == pytest.approx(right[told])
    assert [column for _, column in further(chosen)] == [*({*right} - {told})]


def test_a_second_truth_by_the_name_of_its_prediction_is_told(tmp_path, answers) -> None:
    columns = {"mood": answers["mood"], "mood_pred": answers["told mood"]}
    years = np.random.default_rng(9).integers(20, 60, COUNT)
    pair = opened(tmp_path, {**columns, "age": years, "age_pred": years + 1}, metric="rmse")
    assert pair.overall == 1
    assert [column for _, column in further(pair)] == ["mood"]


def test_the_name_of_a_label_is_no_second_truth(tmp_path, answers) -> None:
    numbered = pd.factorize(answers["mood"])[0]
    columns = {"y_true": answers["mood"], "label": numbered, "y_pred": answers["told mood"], "fold": numbered}
    assert further(opened(tmp_path, columns)) == []
    assert len(further(opened(tmp_path, columns | {"label": answers["side"]}))) == 1


def test_rows_are_numbered_where_all_beside_predictions_is_repeated(tmp_path, answers) -> None:
    years = np.random.default_rng(9).integers(20, 30, COUNT)
    columns = {"mood": answers["mood"], "side": answers["side"], "age": years, "age_pred": years + 1}
    pd.DataFrame(columns).to_csv(tmp_path / "answers.csv", index=False)
    pair = inspector.open_pair(tmp_path / "answers.csv", metric="mae")
    assert (pair.overall, len(pair.evaluation.table)) == (1, COUNT)
