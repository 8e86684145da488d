"""One file with true classes, answers and the probabilities from which these were made."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import InputError

COUNT = 100
DRAW = np.random.default_rng(2)
YES = DRAW.random(COUNT) < 0.4
SHARES = (0.25 * YES + 0.7 * DRAW.random(COUNT)).round(4)
WORDS = np.array(["no", "yes"])


def auc_of(names: str, folder: Path) -> float | None:
    answers = WORDS[(SHARES > 0.5).astype(int)]
    columns = zip(range(COUNT), WORDS[YES.astype(int)], answers, 1 - SHARES, SHARES, strict=True)
    lines = [f"{id_},{true},{answer},{no:.4f},{yes:.4f}" for id_, true, answer, no, yes in columns]
    (folder / "predictions.csv").write_text("\n".join([names, *lines]) + "\n")
    try:
        return inspector.open_pair(folder / "predictions.csv", metric="rocauc").overall
    except InputError:
        return None


@pytest.fixture(scope="module")
def right() -> float:
    higher = SHARES[YES][:, None] - SHARES[~YES]
    return float((higher > 0).mean() + (higher == 0).mean() / 2)


@pytest.mark.parametrize(
    "names",
    [
        "id,churn,prediction(churn),confidence(no),confidence(yes)",
        "id,truth,response,prob.no,prob.yes",
        "id,churn,class,no,yes",
    ],
)
def test_answers_made_from_probabilities_are_not_the_truth(names: str, right: float, tmp_path: Path) -> None:
    found = auc_of(names, tmp_path)
    assert found is None or found == pytest.approx(right)


def test_scored_labels_are_predicted(right: float, tmp_path: Path) -> None:
    rows = zip(range(COUNT), YES, SHARES > 0.5, SHARES, strict=True)
    lines = [f"{id_},{true:d},{answer:d},{share}" for id_, true, answer, share in rows]
    text = "\n".join(["id,income,Scored Labels,Scored Probabilities", *lines])
    (tmp_path / "scored.csv").write_text(text + "\n")
    assert inspector.open_pair(tmp_path / "scored.csv", metric="rocauc").overall == pytest.approx(right)
