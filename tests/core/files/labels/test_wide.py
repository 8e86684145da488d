"""Wide files, one label per column: zeros and ones, words, probabilities, and other cells."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pyarrow as pa
import pytest
from core.files.written import predictions
from hypothesis import given

import inspector
from inspector import InputError
from inspector.core.arrays import column_ranks
from inspector.core.arrays.arrow import numbers, texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.prediction import Prediction
from inspector.core.files.formats.columnar import Frame
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels import wide
from inspector.core.files.labels.coding import dictionary_encode, unify_dictionaries
from inspector.core.files.labels.shape import LabelRequest, Lists
from inspector.core.files.matching.entries import Entries
from inspector.core.files.schema import contents
from inspector.core.files.schema.layout import Layout

TRUTH = "id,label\na,x\nb,y z\nc,z\n"


@pytest.mark.parametrize(("yes", "no"), [("1", "0"), ("1.0", "0.0"), ("true", "false"), ("True", "FALSE"), (" 1", "")])
def test_zeros_and_ones_list_their_labels_in_the_order_of_the_columns(read, yes: str, no: str) -> None:
    rows = f"a,{yes},{no},{yes}\nb,{no},{no},{no}\nc,{no},{yes},{no}\n"
    found = read(TRUTH, f"id,z,x, y\n{rows}")
    assert predictions(found) == {"a": Prediction(("z", "y")), "b": Prediction(()), "c": Prediction(("x",))}


def test_probabilities_order_the_labels_and_are_their_confidences(read) -> None:
    found = read(TRUTH, "id,x,y,z\na,0.2,0.90,0\nb,0.5,0.5,1e-3\nc,0,0,0\n")
    assert predictions(found) == {
        "a": Prediction(("y", "x"), (0.9, 0.2)),
        "b": Prediction(("x", "y", "z"), (0.5, 0.5, 0.001)),
        "c": Prediction((), ()),
    }


@pytest.mark.parametrize("size", [3, 1000])
def test_zeros_that_are_left_out_hide_no_column(read, size: int) -> None:
    """Rows name their two best of five labels; `v` is never one of them."""
    labels = "vwxyz"
    rows = [(labels[1 + row % 4], labels[1 + (row + 1) % 4]) for row in range(size)]
    numbers = [dict(zip(best, ("0.75", "0.125"), strict=True)) for best in rows]
    cells = [[of.get(label, "") for label in labels] for of in numbers]
    submission = "".join(f"r{row},{','.join(line)}\n" for row, line in enumerate(cells))
    truth = "".join(f"r{row},{labels[row % 5]}\n" for row in range(size))
    found = read(f"id,label\n{truth}", f"id,{','.join(labels)}\n{submission}")
    assert found.evaluation.pair.submission.layout.labels == (1, 2, 3, 4, 5)
    assert predictions(found) == {f"r{row}": Prediction(best, (0.75, 0.125)) for row, best in enumerate(rows)}


@pytest.mark.parametrize(
    ("header", "rows", "cell"),
    [
        ("id,cat,dog", ["a,1.5,-0.2", "b,-2,0.3", "c,0.1,3"], "line 2: the columns of 2 labels hold no probabilities"),
        ("id,cat,dog", ["a,70%,30%", "b,40%,60%", "c,80%,20%"], "'70%' for \"cat\""),
    ],
)
@pytest.mark.parametrize("metric", [None, "mlogloss"])
def test_columns_of_labels_without_probabilities_are_named(read, metric, header, rows, cell) -> None:
    with pytest.raises(InputError, match=cell):
        read("id,label\na,cat\nb,dog\nc,cat\n", "\n".join([header, *rows]) + "\n", metric=metric)


def test_percentages_are_not_read_as_probabilities_of_their_zeros(read) -> None:
    rows = "".join(f"r{row},{'70,30,0,0,0' if row % 2 else '0,0,0,20,80'}\n" for row in range(40))
    truth = "".join(f"r{row},{'vz'[row % 2]}\n" for row in range(40))
    with pytest.raises(InputError, match=r"line 3: the columns of 2 labels hold no probabilities\. Found: '70'"):
        read(f"id,label\n{truth}", f"id,v,w,x,y,z\n{rows}")


def test_a_wide_truth_has_the_labels_of_at_least_one_half(read) -> None:
    evaluation = read("id,x,y,z\na,1,0,0.5\nb,0,0.49,0\n", "id,label\na,x\nb,y\n").evaluation
    assert [evaluation.truth(row) for row in range(2)] == [["x", "z"], []]


@pytest.mark.parametrize("header", ["id,x,y,x", "id,x,y, x "])
def test_two_columns_of_one_label_are_refused(read, header: str) -> None:
    with pytest.raises(InputError, match="2 columns have the label 'x'"):
        read(TRUTH, f"{header}\na,0.2,0.90,0\nb,0.5,0.5,1e-3\nc,0,0,0\n")


ODD = ["-0.5", "nan", "", " ", "many", "1.5", "inf", "1e400", "0x1", "0,5"]


@pytest.mark.parametrize("odd", ODD)
def test_a_cell_that_is_no_probability_predicts_nothing_and_is_a_problem(read, odd: str) -> None:
    found = read(TRUTH, f'id,x,y,z\na,0.25,0.9,0\nb,"{odd}",0.5,0\nc,0,0,0.1\n', shape="list/wide")
    assert [prediction.labels for prediction in predictions(found).values()] == [("y", "x"), ("y",), ("z",)]
    problem = next(problem for problem in found.problems if problem.kind == "odd-probabilities")
    assert (problem.where, problem.count, problem.line, problem.column) == ("submission", 1, 3, "x")
    assert (problem.examples, problem.rows.tolist(), problem.rejects) == (("b",), [1], True)
    assert problem.message == f"1 cell is not a number from 0 to 1, such as {odd!r}"


def test_odd_cells_are_counted_with_the_first_of_them(read) -> None:
    found = read(TRUTH, "id,x,y,z\nc,nan,,0.5\nb,1,0,0\na,0,2,0.5\n", shape="list/wide")
    problem = next(problem for problem in found.problems if problem.kind == "odd-probabilities")
    assert problem.message == "3 cells in 2 columns are not a number from 0 to 1, such as '2'"
    assert (problem.line, problem.examples, problem.rows.tolist()) == (4, ("a", "c"), [0, 2])


def test_odd_cells_of_a_truth_are_a_problem_of_the_truth(read) -> None:
    found = read("id,x,y,z\na,1,0,0\nb,,1,maybe\n", "id,label\na,x\nb,y\n", shape="wide/list")
    problem = next(problem for problem in found.problems if problem.kind == "odd-probabilities")
    assert [found.evaluation.truth(row) for row in range(2)] == [["x"], ["y"]]
    assert (problem.where, problem.count, problem.line, problem.rejects) == ("truth", 2, 3, False)


@pytest.mark.parametrize("number", ["1e-400", "-0.0", "0e5", "-1e-9", " 0 "])
def test_a_number_that_is_zero_but_for_rounding_is_no_problem(read, number: str) -> None:
    found = read(TRUTH, f"id,x,y,z\na,{number},0.9,0\nb,0.5,0,0\nc,0,0,0.1\n", shape="list/wide")
    assert predictions(found)["a"].labels == ("y",)
    assert not [problem for problem in found.problems if problem.kind == "odd-probabilities"]


def test_a_probability_of_one_but_for_rounding_can_be_kept(read, tmp_path: Path) -> None:
    rows = "a,1.0000001,1,0\nb,0.5,0,0\nc,0,0,0.1\n"
    found = read(TRUTH, f"id,x,y,z\n{rows}")
    assert predictions(found)["a"] == Prediction(("x", "y"), (1.0000001, 1.0))
    assert not [problem for problem in found.problems if problem.kind == "odd-probabilities"]
    found.edit("a", ["x", "z"], [1.0000001, 0.25])
    found.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().splitlines()[1] == "a,1.0000001,0,0.25"


@pytest.mark.parametrize("zero", ["1e-400", "-0.0"])
def test_a_removed_label_is_written_as_a_plain_zero(read, tmp_path: Path, zero: str) -> None:
    found = read(TRUTH, f"id,x,y,z\na,{zero},0.9,0.0\nb,0.5,0,0\nc,0,0,0.1\n", shape="list/wide")
    found.edit("b", [], [])
    found.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().splitlines()[1:3] == [f"a,{zero},0.9,0.0", "b,0,0,0"]


def test_an_edit_leaves_an_odd_cell_of_another_label_as_it_is(read, tmp_path: Path) -> None:
    found = read(TRUTH, "id,x,y,z\na,nan,0.9,0\nb,0.5,0,0\nc,0,0,0.1\n", shape="list/wide")
    found.edit("a", ["z"], [0.5])
    found.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().splitlines()[1] == "a,nan,0,0.5"


def test_columns_beside_the_labels_are_kept(read) -> None:
    truth = "id,x,y,site\na,1,0,north\nb,0,1,south\n"
    evaluation = read(truth, "id,y,x\na,1,0\nb,0,1\n").evaluation
    assert evaluation.table.extra["site"].to_pylist() == ["north", "south"]
    assert [evaluation.truth(row) for row in range(2)] == [["x"], ["y"]]


def test_an_edit_changes_the_numbers_of_its_labels_alone(read, tmp_path: Path) -> None:
    found = read(TRUTH, "id,x,y,z\na,0.20,0.90,0.0\nb,0.5,0.50,1e-3\nc,0,0,0\n")
    found.edit("a", ["z", "y"], [0.95, 0.9])
    found.edit("c", ["x"], [0.125])
    found.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,x,y,z\na,0,0.90,0.95\nb,0.5,0.50,1e-3\nc,0.125,0,0\n"


def test_words_stay_words_when_a_row_is_edited(read, tmp_path: Path) -> None:
    found = read(TRUTH, "id,x,y,z\na,True,False,False\nb,False,True,False\nc,False,False,True\n")
    found.edit("a", ["y"])
    found.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().splitlines()[1] == "a,False,True,False"


@pytest.mark.parametrize(
    ("labels", "values"), [(["new"], [0.5]), (["x", "x"], [0.5, 0.4]), (["x"], [0.0]), (["x"], [1.5]), (["x"], [-1])]
)
def test_a_value_that_the_column_cannot_hold_is_rejected(read, labels: list[str], values: list[float]) -> None:
    found = read(TRUTH, "id,x,y,z\na,0.2,0.9,0\nb,0.5,0.5,0\nc,0,0,0\n")
    with pytest.raises(InputError):
        found.edit("a", labels, values)


def test_numbers_are_parsed_by_the_column_and_not_by_the_cell(read, monkeypatch) -> None:
    calls, parse = [0], contents.parse_probabilities

    def counted(cells):
        calls[0] += 1
        return parse(cells)

    monkeypatch.setattr(contents, "parse_probabilities", counted)
    rows = "".join(f"r{row},{row / 1000},{row / 2000},{row / 3000}\n" for row in range(1000))
    read("id,label\n" + "".join(f"r{row},x\n" for row in range(1000)), f"id,x,y,z\n{rows}")
    assert calls[0] < 30


CELLS = st.sampled_from(["0", "0.1", "0.7", "0.5", "0.5", "1", "1.000001", "odd"])


@given(
    st.lists(st.tuples(*[CELLS] * 3), min_size=1, max_size=9),
    st.integers(1, 20),
    st.sampled_from([2, 32]),
    st.permutations("xyzw"),
)
def test_rows_are_read_alike_in_blocks_of_any_size(
    rows: list[tuple[str, ...]], size: int, most: int, known: list[str]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wide, "_CELLS", size)
        patch.setattr(wide, "MOST_COMPARED", most)
        patch.setattr(column_ranks, "MOST_COMPARED", most)
        found = wide.Wide().lists(request_of(rows, known[: size % 5]))
    for n, row in enumerate(rows):
        ranked = sorted((-float(cell), at) for at, cell in enumerate(row) if cell not in ("0", "odd"))
        low, high = found.offsets[n : n + 2].tolist()
        assert found.labels.slice(low, high - low).to_pylist() == ["xyz"[at] for _, at in ranked]
        if found.weights is not None:
            assert found.weights[low:high].tolist() == [-value for value, _ in ranked]
    told = Ragged(found.offsets, numbers(found.labels.chunk(0).indices), found.weights)
    assert all(np.array_equal(getattr(told, name), value) for name, value in found.known.items())
    assert found.weights is None or "weight_sums" in found.known
    assert found.odd is not None
    odd = [(n, at) for n, row in enumerate(rows) for at, cell in enumerate(row) if cell == "odd"]
    assert [*zip(found.odd.rows.tolist(), found.odd.labels.tolist(), strict=True)] == odd


def test_labels_are_coded_as_in_the_truth_whose_codes_then_stay() -> None:
    found = wide.Wide().lists(request_of([("0.2", "0.5", "0"), ("0.1", "0.2", "0.7")], "wzyx"))
    assert found.labels.to_pylist() == ["y", "x", "z", "y", "x"]
    assert found.names.to_pylist() == ["z", "y", "x"]
    (_, codes), names = unify_dictionaries(dictionary_encode(texts("zyx")), found.labels)
    assert names.to_pylist() == ["z", "y", "x"]
    assert np.shares_memory(codes, numbers(found.labels.chunk(0).indices))


def request_of(rows: list[tuple[str, ...]], known: Sequence[str] = ()) -> LabelRequest:
    """The request for all rows of a submission with the labels x, y and z. known: labels of the truth."""
    columns = ([str(n) for n in range(len(rows))], *map(list, zip(*rows, strict=True)))
    sheet = Sheet(("id", "x", "y", "z"), tuple(pa.chunked_array([texts(column)]) for column in columns), Frame())
    every, truth = np.arange(len(rows)), Lists(np.zeros(1, np.int64), dictionary_encode(texts(known)))
    return LabelRequest(sheet, Layout((0,), (1, 2, 3), "wide"), Entries(every), every, truth)


def test_a_single_column_of_labels_is_said_in_the_singular(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,yes\na,1\nb,0\nc,1\n")
    pair = inspector.open_pair(tmp_path / "t.csv", tmp_path / "t.csv", "f1", shape="wide").evaluation.pair
    assert str(pair.truth) == '3 rows: id "id", 1 column of labels, up to 1 a row'
