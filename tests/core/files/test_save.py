"""Saving: an unedited file keeps its bytes, an edited one differs in the edited cells only."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import hypothesis.strategies as st
import pandas as pd
import pytest
from core.strategies import open_text as opened
from hypothesis import given
from terminal.process import python

import inspector
from inspector import InputError


@dataclass(frozen=True)
class Dialect:
    """One of many ways to write the same submission; `quoted`: whether each cell is quoted without need."""

    cells: list[list[str]]
    quoted: list[bool]
    separator: str = " "
    delimiter: str = ","
    end: str = "\n"
    bom: bool = False
    final_end: bool = True
    blank: bool = False
    labels_first: bool = False

    def field(self, text: str, quoted: bool) -> str:
        if quoted or any(sign in text for sign in f'{self.delimiter}"\r\n'):
            return '"' + text.replace('"', '""') + '"'
        return text

    @property
    def quotes(self) -> list[bool]:
        """Which cells are quoted, with or without need; an edit keeps this."""
        cells = zip(self.cells, self.quoted, strict=True)
        return [self.field(self.separator.join(labels), quoted).startswith('"') for labels, quoted in cells]

    def write(self) -> bytes:
        """The file; its third column has text with line breaks and quotes that must survive."""
        lines = [["id", "label", '"a ""note"""']]
        for row, (labels, quoted) in enumerate(zip(self.cells, self.quoted, strict=True)):
            lines.append([f"r{row}", self.field(self.separator.join(labels), quoted), '"one\ntwo"' if row % 2 else ""])
        if self.labels_first:
            lines = [[label, id_, note] for id_, label, note in lines]
        between = self.end * 2 if self.blank else self.end
        text = between.join(map(self.delimiter.join, lines)) + self.end * self.final_end
        return ("\ufeff" * self.bom + text).encode()


@st.composite
def dialects(draw: st.DrawFn) -> Dialect:
    separator = draw(st.sampled_from([" ", ",", ";", "|", "\t"]))
    label = st.sampled_from(["x", "y", "0706", "None", "été", 'q"t', "=1+1", "a,b", "c;d"])
    labels = st.lists(label.filter(lambda text: separator not in text), max_size=4)
    cells = draw(st.lists(labels, min_size=1, max_size=5))
    return Dialect(
        cells,
        draw(st.lists(st.booleans(), min_size=len(cells), max_size=len(cells))),
        separator,
        draw(st.sampled_from([",", "\t", ";"])),
        draw(st.sampled_from(["\n", "\r\n"])),
        *(draw(st.booleans()) for _ in range(4)),
    )


@pytest.mark.slow
@given(dialects())
def test_an_unedited_submission_is_saved_byte_for_byte(dialect: Dialect) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inspection = opened(folder, dialect.write(), len(dialect.cells), dialect.separator)
        assert [inspection.evaluation.labels(row) for row in range(len(dialect.cells))] == dialect.cells
        inspection.save(folder / "out.csv")
        assert (folder / "out.csv").read_bytes() == dialect.write()


@pytest.mark.slow
@given(dialects(), st.data())
def test_an_edited_submission_differs_in_the_edited_cells_alone(dialect: Dialect, data: st.DataObject) -> None:
    label = st.sampled_from(["x", "new", "naïve", 'two"quotes"', "p,q", "v;w"])
    labels = st.lists(label.filter(lambda text: dialect.separator not in text), max_size=4)
    edits = data.draw(st.dictionaries(st.integers(0, len(dialect.cells) - 1), labels, min_size=1))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        inspection = opened(folder, dialect.write(), len(dialect.cells), dialect.separator)
        for row, given_labels in edits.items():
            inspection.edit(f"r{row}", given_labels)
        inspection.save(folder / "out.csv")
        cells = [edits.get(row, labels) for row, labels in enumerate(dialect.cells)]
        saved = (folder / "out.csv").read_bytes()
        assert saved == replace(dialect, cells=cells, quoted=dialect.quotes).write()
        again = opened(folder, saved, len(cells), dialect.separator, "again.csv")
        assert [again.evaluation.labels(row) for row in range(len(cells))] == cells


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("final", [True, False], ids=["final newline", "no final newline"])
def test_a_row_that_the_submission_lacked_is_added_at_its_end(tmp_path: Path, end: str, final: bool) -> None:
    text = end.join(["note,id,label", "n,r0,x", '"","r2",y']) + end * final
    inspection = opened(tmp_path, text.encode(), 4)
    inspection.edit("r1", ["a", "b,c"])
    inspection.edit("r3", ["d"])
    inspection.edit("r3", [])  # empty again: no row is added for it
    inspection.save(tmp_path / "out.csv")
    wanted = text + end * (not final) + ',r1,"a b,c"' + end
    assert (tmp_path / "out.csv").read_bytes() == wanted.encode()


def test_a_stray_quote_in_a_cell_shifts_no_edit(tmp_path: Path) -> None:
    text = b'id,label\nr0,5" x\nr1,y\nr2,6" z\nr3,q\n'
    try:
        inspection = opened(tmp_path, text, 4)
    except InputError as error:  # such a file may be rejected or read
        assert Path(error.file).name == "s.csv"
        return
    inspection.edit("r3", ["k"])
    inspection.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes() == text.replace(b"r3,q", b"r3,k")


@pytest.mark.parametrize("label", [" x", "x ", " ", "p,q"])
def test_a_label_that_reading_would_change_is_rejected(tmp_path: Path, label: str) -> None:
    inspection = opened(tmp_path, b'id,label\nr0,"x,y"\nr1,"y,x"\n', 2, ",")
    with pytest.raises(InputError):
        inspection.edit("r0", [label])


def test_a_dataframe_submission_is_saved_with_all_rows_and_columns(tmp_path: Path) -> None:
    truth = pd.DataFrame({"id": ["a", "b", "c"], "label": ["x", "y", "z"]})
    submission = pd.DataFrame({"id": ["b", "unknown", "a"], "label": [["y"], ["q"], ["x", "y"]], "n": [1, 2, 3]})
    inspection = inspector.open_pair(truth, submission, "map@5")
    inspection.edit("a", ["z"])
    inspection.edit("c", ["w"])
    inspection.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,label,n\nb,y,1\nunknown,q,2\na,z,3\nc,w,\n"


def test_a_cell_of_any_length_can_be_saved(tmp_path: Path) -> None:
    many = " ".join(f"label{number}" for number in range(20_000))
    inspection = opened(tmp_path, f"id,label\nr0,{many}\nr1,y\n".encode(), 2)
    inspection.edit("r0", many.split()[::-1])
    inspection.save(tmp_path / "out.csv")
    wanted = f"id,label\nr0,{' '.join(many.split()[::-1])}\nr1,y\n"
    assert (tmp_path / "out.csv").read_text() == wanted


_SAVED = """
import sys, inspector
inspection = inspector.open_pair("{0}/truth.csv", "{0}/s.csv")
inspection.edit("r0", ["z"])
inspection.save("{0}/out.csv")
print("pandas" in sys.modules)
"""


@pytest.mark.slow
def test_a_save_does_not_load_pandas(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\nr0,x\nr1,y\n")
    (tmp_path / "s.csv").write_text("id,label\nr0,x y\nr1,y\n")
    assert python("-c", _SAVED.format(tmp_path)).stdout == "False\n"
    assert (tmp_path / "out.csv").read_text() == "id,label\nr0,z\nr1,y\n"
