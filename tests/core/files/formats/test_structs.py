"""Parquet files with lists of structs, as recommenders in Spark write them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.files.written import predictions

import inspector
from inspector import InputError
from inspector.core.data.prediction import Prediction

TRUTH = "user,item\na,7\nb,70\nc,7\n"
RECOMMENDED = [[{"item": 7, "rating": 4.5}, {"item": 8, "rating": 2.25}], [{"item": 70, "rating": 3.0}], None]
PAIR = pa.struct([("item", pa.int32()), ("rating", pa.float32())])


def written(folder: Path, lists: list[Any], kind: pa.DataType) -> Path:
    path = folder / "recommended.parquet"
    pq.write_table(pa.table({"user": ["a", "b", "c"], "items": pa.array(lists, pa.list_(kind))}), path)
    return path


def read(folder: Path, path: Path) -> inspector.Inspection:
    (folder / "truth.csv").write_text(TRUTH)
    return inspector.open_pair(folder / "truth.csv", path, "map@2")


def saved(inspection: inspector.Inspection, folder: Path) -> list[Any]:
    inspection.save(folder / "saved.parquet")
    return pq.read_table(folder / "saved.parquet")["items"].to_pylist()


def test_each_struct_is_a_label_with_its_score(tmp_path: Path) -> None:
    found = predictions(read(tmp_path, written(tmp_path, RECOMMENDED, PAIR)))
    assert found == {
        "a": Prediction(("7", "8"), (4.5, 2.25)),
        "b": Prediction(("70",), (3.0,)),
        "c": Prediction((), ()),
    }


def test_an_edited_list_keeps_its_types_and_the_others_stay(tmp_path: Path) -> None:
    inspection = read(tmp_path, written(tmp_path, RECOMMENDED, PAIR))
    inspection.edit("b", ["8", "70"], [12.0, 1e-07])
    after = saved(inspection, tmp_path)
    assert [after[0], after[2]] == [RECOMMENDED[0], RECOMMENDED[2]]
    assert after[1] == [{"item": 8, "rating": 12.0}, {"item": 70, "rating": pytest.approx(1e-07)}]
    assert pq.read_schema(tmp_path / "saved.parquet").field("items").type == pa.list_(PAIR)
    assert predictions(read(tmp_path, tmp_path / "saved.parquet")) == predictions(inspection)


@pytest.mark.parametrize(("label", "score"), [("word", 0.5), ("8", 0.123456789)])
def test_what_the_types_cannot_hold_is_refused_when_it_is_typed(tmp_path: Path, label: str, score: float) -> None:
    inspection = read(tmp_path, written(tmp_path, RECOMMENDED, PAIR))
    with pytest.raises(InputError, match=r"cannot (hold|store)"):
        inspection.edit("b", [label], [score])


@pytest.mark.parametrize("first", [0, 1])
def test_ranks_count_anew(tmp_path: Path, first: int) -> None:
    ranked = pa.struct([("item", pa.string()), ("rank", pa.int64())])
    lists = [[{"item": "7", "rank": first}, {"item": "8", "rank": first + 1}], [{"item": "70", "rank": first}], []]
    inspection = read(tmp_path, written(tmp_path, lists, ranked))
    inspection.edit("a", ["8", "9", "7"])
    assert saved(inspection, tmp_path)[0] == [{"item": label, "rank": rank} for rank, label in enumerate("897", first)]


def test_tuples_need_no_names(tmp_path: Path) -> None:
    tuples = pa.struct([("_1", pa.string()), ("_2", pa.float64())])
    lists = [[{"_1": "7", "_2": 0.5}, {"_1": None, "_2": 0.4}, {"_1": "8", "_2": None}], [], None]
    found = predictions(read(tmp_path, written(tmp_path, lists, tuples)))["a"]
    assert (found.labels, str(found.confidence)) == (("7", "8"), "(0.5, nan)")


def test_an_edit_that_would_lose_a_field_is_refused(tmp_path: Path) -> None:
    titled = pa.struct([("item", pa.string()), ("title", pa.string()), ("rating", pa.float64())])
    lists = [[{"item": "7", "title": "T", "rating": 1.5}], [{"item": "8", "title": "T", "rating": 1.5}], None]
    inspection = read(tmp_path, written(tmp_path, lists, titled))
    with pytest.raises(InputError, match="would lose its fields title") as caught:
        inspection.edit("a", ["8"], [0.5])
    assert "JSON lines" in str(caught.value)
    assert saved(inspection, tmp_path) == lists


def test_lists_that_are_all_empty_take_edits(tmp_path: Path) -> None:
    inspection = read(tmp_path, written(tmp_path, [[], None, []], PAIR))
    inspection.edit("b", ["70"], [0.5])
    assert saved(inspection, tmp_path) == [[], [{"item": 70, "rating": 0.5}], []]
