"""Frames are what pandas reads from the file as saved, whatever cells were edited, and each call has its own."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from inspector.core.host.child.tables import File, Tables, UnreadableError

HUGE = "9" * 25
CELLS = ["1", "0", "-3", "0.5", "1e400", "007", " 1", HUGE, "", "NA", "nan", "True", "False", "abc", "abd"]
CELLS += ["x,y", 'a"b', "é\nz"]
ROWS = 5
SOLUTION = b"id,target,Usage\nc,3,Public\na,1,Private\nb,2,Public\nu,4,Ignored\n"
SUBMISSION = b"Image,target\na,0.1\nb,0.2\nq,0.9\nc,0.3\n"

columns = st.lists(st.sampled_from(CELLS), min_size=ROWS, max_size=ROWS)
edits = st.lists(
    st.dictionaries(st.integers(0, ROWS - 1), st.none() | st.sampled_from(CELLS), min_size=1), min_size=1, max_size=4
)


def csv(column: list[str]) -> bytes:
    frame = pd.DataFrame({"id": [f"r{row}" for row in range(ROWS)], "cell": column})
    return frame.to_csv(index=False, na_rep="").encode()


@pytest.mark.slow
@example(["1", "1", "1", HUGE, "abc"], [{4: None, 0: ""}])
@example(["0.5", HUGE, "1", "1", "1"], [{0: ""}])
@example(["", HUGE, "abc", "1", "1"], [{1: "abd"}])
@example(["1", "2", "3", "4", "5"], [{0: "abc"}, {0: None}])
@settings(max_examples=60)
@given(column=columns, edits=edits)
def test_edited_columns_are_as_read_from_the_saved_file(column: list[str], edits: list[dict[int, str | None]]) -> None:
    file, now = File(csv(column), np.arange(ROWS)), column.copy()
    for edit in edits:
        restored = [row for row, text in edit.items() if text is None]
        cells = {row: text for row, text in edit.items() if text is not None}
        file.patch(restored, [(1, [*cells], [*cells.values()])] if cells else [])
        for row in edit:
            now[row] = column[row] if edit[row] is None else str(edit[row])
        expected = pd.read_csv(io.BytesIO(csv(now)))
        texts = expected.select_dtypes("str").columns
        expected[texts] = expected[texts].astype(object)
        pd.testing.assert_frame_equal(file.of(None), expected, check_exact=True)


@pytest.fixture
def tables() -> Tables:
    files = File(SOLUTION, np.array([0, 1, 2, -1]), [0, 1]), File(SUBMISSION, np.array([1, 2, -1, 0]))
    return Tables.of_files(*files, 0, 0)


def texts(frames: tuple[pd.DataFrame, pd.DataFrame]) -> list[list[list[object]]]:
    return [frame.to_numpy(object).tolist() for frame in frames]


def test_texts_are_objects_as_in_the_pandas_of_hosts(tables: Tables) -> None:
    assert [str(frame["id"].dtype) for frame in tables.of(None)] == ["object", "object"]


def test_rows_are_aligned_by_id_and_others_left_out(tables: Tables) -> None:
    assert texts(tables.of(None)) == [[["c", 3], ["a", 1], ["b", 2]], [["c", 0.3], ["a", 0.1], ["b", 0.2]]]
    assert texts(tables.of(np.array([0, 2]))) == [[["c", 3], ["b", 2]], [["c", 0.3], ["b", 0.2]]]
    assert texts(tables.of_one(1)) == [[["a", 1]], [["a", 0.1]]]
    assert texts(tables.without(1)) == [[["c", 3], ["b", 2]], [["c", 0.3], ["b", 0.2]]]
    assert texts(tables.of(np.array([0, 2]), np.array([1, 0]))) == [[["c", 3], ["b", 2]], [["c", 0.1], ["b", 0.3]]]


def test_every_call_gets_copies_with_a_new_index(tables: Tables) -> None:
    for get in (
        lambda: tables.of(None),
        lambda: tables.of(np.array([1, 2])),
        lambda: tables.of_one(2),
        lambda: tables.without(0),
    ):
        before = texts(get())
        for frame in get():
            assert isinstance(frame.index, pd.RangeIndex) and frame.index.start == 0
            frame.iloc[0, 1] = 77
            del frame["id"]
            frame["new"] = 1
        assert texts(get()) == before


def test_several_records_of_a_row_stay_together_in_file_order() -> None:
    long = b"q,doc\na,x\nb,y\na,z\nb,w\n"
    file = File(long, np.array([1, 0, 1, 0]))
    assert not file.has_one_record_a_row
    assert file.of(None)["doc"].tolist() == ["y", "w", "x", "z"]
    assert file.of(np.array([1]))["doc"].tolist() == file.of_one(1)["doc"].tolist() == ["x", "z"]
    assert file.without(1)["doc"].tolist() == ["y", "w"]
    assert file.of(np.empty(0, np.int64))["doc"].tolist() == []


def test_another_number_of_rows_than_the_program_read_is_refused() -> None:
    with pytest.raises(UnreadableError, match="pandas reads 4 rows, this program 3"):
        File(SOLUTION, np.arange(3))
