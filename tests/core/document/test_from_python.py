"""What scripts and notebooks hand over: ids of frames, and predictions as dicts."""

from __future__ import annotations

import pandas as pd
import pytest

import inspector

CLASSES = pd.DataFrame({"id": [7, 8], "cat": [0.7, 0.2], "dog": [0.2, 0.5], "jay": [0.1, 0.3]})
TRUTH = pd.DataFrame({"id": [7, 8], "label": ["jay", "dog"]})


@pytest.fixture
def animals() -> inspector.Inspection:
    return inspector.open_pair(TRUTH, CLASSES, "mlogloss")


def test_a_dict_gives_each_label_its_own_confidence(animals) -> None:
    animals.edit("7", {"jay": 0.9, "cat": 0.1})
    found = animals.evaluation.prediction(0)
    assert dict(zip(found.labels, found.confidence, strict=True)) == {"jay": 0.9, "cat": 0.1}
    assert animals.rows()["score"][0] == pytest.approx(0.10536051565782628)


def test_a_dict_names_the_numbers_of_a_row() -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "x": [1.5, 2.5], "y": [3.5, 4.5]})
    pair = inspector.open_pair(truth, truth.assign(x=0.0, y=0.0), "rmse", shape="numbers")
    pair.edit("a", {"y": 3.5, "x": 1.5})
    assert pair.evaluation.scores.row.tolist()[0] == 0
    with pytest.raises(inspector.InputError):
        pair.edit("a", {"z": 1.0, "x": 1.5})


def test_whole_numbers_are_ids(animals) -> None:
    animals.edit(7, ["dog"], [1.0])
    animals.note(8, "looks odd")
    animals.tag([7, 8], add=["hard"])
    assert animals.explain(8).score == pytest.approx(0.6931471805599453)
    assert (animals.notes["8"].text, [*animals.notes.tags]) == ("looks odd", ["hard"])
    with pytest.raises(KeyError):
        animals.edit(9, ["dog"], [1.0])
