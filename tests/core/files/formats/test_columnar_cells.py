"""Cells of DataFrames and parquet files: what is text, and an error with the place of what is not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from core.files.written import predictions

import inspector
from inspector import InputError
from inspector.core.data.prediction import Prediction
from inspector.core.files.formats.columnar import sheet_of
from inspector.core.files.formats.detect import read_sheet


def column(*cells: object) -> list[str]:
    frame = pd.DataFrame({"id": range(len(cells)), "label": pd.Series(cells, dtype=object)})
    return sheet_of(frame).columns[1].to_pylist()


def nested(depth: int) -> list[object]:
    cell: list[object] = ["x"]
    for _ in range(depth):
        cell = [cell]
    return cell


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (np.array("x"), "x"),
        (np.array(1), "1"),
        (b"x", "x"),
        (bytearray("é", "utf-8"), "é"),
        ([b"x", b"y"], "x y"),
        (["x", None, float("nan"), "y"], "x   y"),
        (np.array(["x", "y"]), "x y"),
        (pd.Series(["x", "y"]), "x y"),
        ((1, 2.5), "1 2.5"),
        (None, ""),
        (pd.NA, ""),
        (True, "True"),
        (10**900, str(10**900)),
    ],
    ids=str,
)
def test_a_cell_of_a_dataframe_is_text(cell: object, text: str) -> None:
    assert column("a", cell) == ["a", text]


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        (b"x\xff", "the byte 0xFF, which is not in UTF-8"),
        (["x", b"\xff"], "the byte 0xFF, which is not in UTF-8"),
        (10**5000, "a number of more than a thousand digits"),
        ([-(10**5000)], "a number of more than a thousand digits"),
        (nested(1), "a list within a list"),
        (nested(5000), "a list within a list"),
        (np.array([["x"]]), "a list within a list"),
    ],
    ids=["bytes", "bytes in a list", "digits", "digits in a list", "nested", "nested deeply", "two dimensions"],
)
def test_a_cell_that_is_no_text_is_an_error_with_its_row(cell: object, says: str) -> None:
    with pytest.raises(InputError) as caught:
        column("a", cell)
    assert (caught.value.found, caught.value.file) == (says, "the DataFrame")
    assert caught.value.what == "row 2 of the column 'label' cannot be read as text"


@pytest.mark.parametrize(
    "labels",
    [
        pa.array([[["x"]], [["y"]]]),
        pa.array([[{"q": ["x"]}], [{"q": ["y"]}]]),
        pa.array([{"q": "x"}, {"q": "y"}]),
        pa.array([[("x", 1.0)], [("y", 2.0)]], pa.map_(pa.string(), pa.float64())),
        pa.array([b"x", b"\xff"]),
        pa.array([[b"x"], [b"\xff"]]),
    ],
    ids=["lists of lists", "lists of structs", "structs", "maps", "bytes", "lists of bytes"],
)
def test_a_parquet_column_that_is_no_text_is_an_error_that_names_it(tmp_path: Path, labels: pa.Array) -> None:
    pq.write_table(pa.table({"id": ["a", "b"], "label": labels}), tmp_path / "s.parquet")
    with pytest.raises(InputError, match=r"the column 'label' of type .* cannot be read as text") as caught:
        inspector.open_pair(pd.DataFrame({"id": ["a"], "label": ["x"]}), tmp_path / "s.parquet")
    assert caught.value.file == tmp_path / "s.parquet"


def test_parquet_lists_of_every_kind_are_read(tmp_path: Path) -> None:
    strings = pa.array([["x", None, "y"], None, []])
    columns = {
        "id": ["a", "b", "c"],
        "numbers": pa.array([[1, 2], None, [3]]),
        "large": strings.cast(pa.large_list(pa.large_string())),
        "fixed": pa.array([["x", "y"], ["z", "w"], None], pa.list_(pa.string(), 2)),
        "coded": pa.array(["p", None, "q"]).dictionary_encode(),
        "bytes": pa.array([b"p", b"q", None]),
    }
    pq.write_table(pa.table(columns), tmp_path / "s.parquet")
    found = dict(zip(columns, (c.to_pylist() for c in read_sheet(tmp_path / "s.parquet").columns), strict=True))
    assert found["numbers"] == ["1 2", "", "3"]
    assert [cell.split() for cell in found["large"]] == [["x", "y"], [], []]
    assert found["fixed"] == ["x y", "z w", ""]
    assert (found["coded"], found["bytes"]) == (["p", "", "q"], ["p", "q", ""])


# A column is read at once where all of its cells are alike; a list in one more row has each read for itself.
@pytest.mark.parametrize(
    "cells",
    [
        pd.Series(["a", None, float("nan"), pd.NA, ""], dtype=object),
        pd.Series(["a", None], dtype="string"),
        pd.Series(["a", "b"], dtype="category"),
        pd.Series([1, -(2**63), 2**63 - 1]),
        pd.Series([2**64 - 1], dtype="uint64"),
        pd.Series([2**70, 1], dtype=object),
        pd.Series([1, None], dtype="Int64"),
        pd.Series([1, True, 2.0, None], dtype=object),
        pd.Series([True, False]),
        pd.Series([0.1, 1e16, 1e-5, float("nan"), float("inf"), -0.0]),
        pd.Series([0.1, 2], dtype="float32"),
        pd.Series([1.5, None], dtype="Float64"),
        pd.Series(pd.to_datetime(["2020-01-01", None])),
    ],
    ids=lambda cells: f"{cells.dtype} {cells.tolist()}"[:40],
)
def test_a_column_reads_as_its_cells_one_by_one(cells: pd.Series) -> None:
    ids = range(len(cells))
    at_once = sheet_of(pd.DataFrame({"id": ids, "label": cells})).columns[1].to_pylist()
    with_a_list = pd.DataFrame({"id": range(len(cells) + 1), "label": [*cells.astype(object), ["a list"]]})
    assert at_once == sheet_of(with_a_list).columns[1].to_pylist()[:-1]


DICTS = [[{"doc": "x", "score": 2.5, "tags": ["t"]}, {"doc": "y", "score": np.nan}], [], [{"doc": "z", "score": 1}]]
TUPLES = [[("x", 2.5), ("y", np.nan)], [], [("z", 1)]]


@pytest.mark.parametrize("hits", [DICTS, TUPLES], ids=["dicts", "tuples"])
def test_lists_of_dicts_or_tuples_in_a_frame_are_labels_with_scores(hits: list[object]) -> None:
    frame = pd.DataFrame({"id": ["a", "b", "c"], "hits": hits})
    inspection = inspector.open_pair(pd.DataFrame({"id": ["a", "b", "c"], "label": ["x", "y", "z"]}), frame, "map@2")
    assert str(predictions(inspection)) == str(
        {
            "a": Prediction(("x", "y"), (2.5, float("nan"))),
            "b": Prediction((), ()),
            "c": Prediction(("z",), (1.0,)),
        }
    )
