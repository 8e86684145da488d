"""An edit that the file cannot hold is refused when it is made; whatever was accepted is saved and read back."""

from __future__ import annotations

import tempfile
from pathlib import Path

import hypothesis.strategies as st
import pyarrow as pa
import pyarrow.parquet
import pytest
from core.files.written import FORMS, PACKINGS, Form, entries, opened, predictions, put
from hypothesis import given, settings

import inspector
from inspector import InputError

HOSTILE = [
    *("a b", "a,b", "a;b", "a|b", "a\tb", " a", "a ", "a\nb", "a\rb", "a\0b", "", "\ud800", "\u2028", "\x85", "\x0b"),
    *("\x01", "\x1c", "\x1f", '"', 'q"t', "'", "\\", "\\n", "[", "]", "{", "#", "=1", "0706", "1", "1.50", "1e5"),
    *("-0", "nan", "inf", "NaN", "Infinity", "null", "None", "true", "\ufeff", "\ufeffa", "PAR1", "BZh", "été", "鯨"),
    *("id", "label", "r1", "a'b", "\u00a0", "\u00a0a", "\u3000a", "\x7f", "x" * 300, "query_id"),
]
ROWS = 7


def truth_in(folder: Path) -> Path:
    """A truth with more rows than the submissions have; a label a row, so that no edit changes how it is read."""
    (folder / "truth.csv").write_text("id,label\n" + "".join(f"r{row},{'xy'[row % 2]}\n" for row in range(ROWS)))
    return folder / "truth.csv"


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@settings(max_examples=8)
@given(st.data())
def test_whatever_was_accepted_is_saved_and_read_back_the_same(form: Form, data: st.DataObject) -> None:
    label = st.one_of(st.sampled_from(form.labels), st.sampled_from(HOSTILE), st.text(max_size=3))
    edits = st.lists(st.tuples(st.integers(0, ROWS - 1), st.lists(label, min_size=1, max_size=form.most)), max_size=4)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = put(folder, form, data.draw(entries(form)), data.draw(st.sampled_from([*PACKINGS])))
        inspection = opened(truth_in(folder), path, **form.told)
        for row, labels in data.draw(edits):
            try:
                inspection.edit(f"r{row}", labels)
            except InputError:
                continue
        remark = inspection.save(saved := folder / f"saved{''.join(path.suffixes)}")
        assert inspection.open_submission.saved
        needed = inspection.open_submission.saved.options
        if needed is None:  # with so few rows, an edit can make the file look like another kind, and that is said
            assert remark
            return
        told = {name: value for name, value in needed.as_dict.items() if name != "fixes"}
        assert (told == {**form.told}) == (not remark)
        again = opened(folder / "truth.csv", saved, **told)
        assert predictions(again) == predictions(inspection)
        assert again.overall == inspection.overall


KINDS = {
    "whole numbers": (pa.int64(), [7, 8], ["7", "-3"], ["007", "a", "1.5", "+7", "9" * 30]),
    "few whole numbers": (pa.int8(), [7, 8], ["7"], ["300"]),
    "numbers": (pa.float64(), [0.5, 1.5], ["0.25"], ["0.50", "1e0", "x"]),
    "truth values": (pa.bool_(), [True, False], ["true"], ["yes", "1"]),
    "lists of numbers": (pa.list_(pa.int32()), [[7, 8], [9]], ["10"], ["a", "010"]),
    "coded texts": (pa.dictionary(pa.int8(), pa.string()), ["a", "b"], ["new", "007"], []),
    "large texts": (pa.large_string(), ["a", "b"], ["new", "007"], []),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_typed_column_refuses_what_it_cannot_hold_as_it_is(tmp_path: Path, name: str) -> None:
    kind, cells, good, bad = KINDS[name]
    columns = {"id": pa.array(["r0", "r1"]), "label": pa.array(cells, kind)}
    pa.parquet.write_table(pa.table(columns), tmp_path / "s.parquet")
    inspection = opened(truth_in(tmp_path), tmp_path / "s.parquet", id_column="id", shape="list/list")
    for label in bad:
        with pytest.raises(InputError, match="cannot"):
            inspection.edit("r0", [label])
    assert inspection.is_saved
    for row, label in enumerate(good):
        inspection.edit(f"r{row}", [label])
        inspection.edit("r5", [label])
    inspection.save(tmp_path / "out.parquet")
    again = opened(tmp_path / "truth.csv", tmp_path / "out.parquet", id_column="id", shape="list/list")
    assert predictions(again) == predictions(inspection)


def test_a_row_whose_id_the_file_cannot_hold_is_not_added(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\n1,x\n2,y\na b,z\n")
    pa.parquet.write_table(pa.table({"id": [1, 2], "label": ["x", "y"]}), tmp_path / "s.parquet")
    (tmp_path / "s.run").write_text("1 Q0 x 1 0.5 me\n2 Q0 y 1 0.5 me\n")
    for name in ("s.parquet", "s.run"):
        inspection = inspector.open_pair(tmp_path / "truth.csv", tmp_path / name, "map@5")
        with pytest.raises(InputError, match=r"'a b'|column of type int64 cannot"):
            inspection.edit("a b", ["x"])
        inspection.edit("1", ["y"])
        assert not inspection.is_saved


def test_a_list_by_kind_that_the_file_lacks_is_not_added(tmp_path: Path) -> None:
    (tmp_path / "truth.jsonl").write_text('{"s": "1", "l": {"c": ["x"]}}\n{"s": "2", "l": {"c": ["y"]}}\n')
    (tmp_path / "s.jsonl").write_text('{"s": "1", "l": {"c": ["x"]}}\n')
    inspection = inspector.open_pair(tmp_path / "truth.jsonl", tmp_path / "s.jsonl", "map@5")
    with pytest.raises(InputError, match="a row cannot be added to a file with lists by kind"):
        inspection.edit("2_c", ["x"])


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("s.txt", "r1 Q0 x 1 0.5 me\nr2 Q0 y 1 0.5 me\nr2 Q0 z 2 0.25 me\n"),
        ("s.json", '{"r1": {"x": 0.5}, "r2": {"y": 0.5, "z": 0.25}}'),
    ],
)
def test_the_last_label_of_a_file_without_blanks_stays(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content)
    inspection = opened(truth_in(tmp_path), tmp_path / name)
    inspection.edit("r2", [])
    with pytest.raises(InputError, match=r"the last label of the submission cannot be removed.*opened again"):
        inspection.edit("r1", [])
    inspection.edit("r5", ["x"], [0.5])
    inspection.edit("r1", [])
    inspection.save(tmp_path / f"again{Path(name).suffix}")
    again = opened(tmp_path / "truth.csv", tmp_path / f"again{Path(name).suffix}")
    assert predictions(again) == predictions(inspection)


EMPTIED = {
    "run": "a Q0 x 1 0.9 t\nb Q0 y 1 0.8 t\n",
    "run.json": '{"a": {"x": 0.9}, "b": {"y": 0.8}}',
    "list.csv": "id,label\na,x\nb,y\n",
}


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["f1", "f1(missing=skip)", "map(missing=skip)@2", "jaccard"])
@pytest.mark.parametrize("name", EMPTIED)
def test_a_row_without_labels_counts_as_it_does_once_saved(tmp_path: Path, name: str, metric: str) -> None:
    """A run has no row without labels: the last label that goes takes the row along."""
    (tmp_path / "truth.csv").write_text("id,label\na,x\nb,z\nc,\n")
    (tmp_path / name).write_text(EMPTIED[name])
    inspection = inspector.open_pair(tmp_path / "truth.csv", tmp_path / name, metric)
    confidence = None if name.endswith("csv") else []
    inspection.edit("b", [], confidence)
    saved = tmp_path / f"saved{Path(name).suffix}"
    inspection.save(saved)
    again = inspector.open_pair(tmp_path / "truth.csv", saved, metric)
    assert again.evaluation.scores.row.tolist() == pytest.approx(inspection.evaluation.scores.row.tolist(), nan_ok=True)
    assert again.overall == pytest.approx(inspection.overall)
    for one in (inspection, again):
        one.narrow("missing")
    assert inspection.state.order.rows.tolist() == again.state.order.rows.tolist()
