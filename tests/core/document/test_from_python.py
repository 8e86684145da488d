"""What scripts and notebooks hand over: ids of frames, and predictions as dicts."""

from __future__ import annotations

import pandas as pd
import pytest

import inspector
from inspector.core.data.order import SortKey

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


@pytest.mark.parametrize("prediction", [(["cat"], ["x"]), ({"cat": "x"},), ({"cat": None},), ([None],)])
def test_what_is_no_number_is_refused_and_changes_nothing(animals, prediction) -> None:
    before = animals.evaluation.prediction(0)
    with pytest.raises(inspector.InputError, match="is no number"):
        animals.edit(7, *prediction)
    assert animals.evaluation.prediction(0) == before and animals.undo_name is None


def test_rows_are_sorted_by_texts_as_in_the_terminal() -> None:
    pair = inspector.open_pair(TRUTH.assign(kind=["b", "a"], rank=[2, 1]), CLASSES, "mlogloss")
    for text, first in [("score", 1), ("-score", 0), ("kind", 1), ("-kind", 0), ("extra:kind", 1)]:
        pair.sort(text)
        assert pair.state.order.rows[0] == first
    pair.sort("kind", SortKey("score"))
    assert list(map(str, pair.state.keys)) == ["extra:kind", "score"]
    with pytest.raises(inspector.InputError, match="there is no column 'colour'"):
        pair.sort("colour")
    assert list(map(str, pair.state.keys)) == ["extra:kind", "score"]


def test_columns_of_further_metrics_are_called_by_their_text_forms(animals) -> None:
    animals.show_metrics("mbrier", "accuracy@1")
    assert {"mbrier", "accuracy@1"} <= set(animals.rows().columns)
    animals.sort("-metric:mbrier")
