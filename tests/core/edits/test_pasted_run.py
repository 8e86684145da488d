"""Lines of a TREC run that are pasted become one list a topic, and what a paste cuts is said."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from core.files.written import opened, predictions

from inspector import InputError, Inspection
from inspector.core.data.prediction import Prediction
from inspector.core.edits.paste import paste
from inspector.core.edits.pasting.pasted import Pasted

RUN = "1 Q0 d5 1 0.9 me\n1 Q0 d4 2 0.5 me\n1 Q0 d2 3 0.25 me\n2 Q0 d2 1 0.5 me\n"
LINES = "1 Q0 d2 1 1.5 x\n2 Q0 d7 3 2.5 x\n\n1 Q0 d9 3 1.5 x\n2 Q0 d2 1 9.5 x\n"
PASTED = {"1": Prediction(("d9", "d2"), (1.5, 1.5)), "2": Prediction(("d2", "d7"), (9.5, 2.5))}


@pytest.fixture
def run(tmp_path: Path):
    """A TREC run of two topics, open."""
    (tmp_path / "qrels").write_text("1 0 d9 1\n2 0 d1 1\n")
    (tmp_path / "run").write_text(RUN)
    return opened(tmp_path / "qrels", tmp_path / "run")


def put(inspection: Inspection, text: str) -> Pasted:
    pasted = paste(inspection.evaluation, text, np.array([0, 1]))
    inspection.apply(pasted.edit)
    return pasted


@pytest.mark.parametrize("zero", ["Q0", "q0", "0"])
@pytest.mark.parametrize("sign", [" ", "\t", "  \t"])
def test_lines_of_a_run_become_a_list_a_topic_by_score(run, tmp_path: Path, sign: str, zero: str) -> None:
    said = put(run, LINES.replace("Q0", zero).replace(" ", sign))
    assert predictions(run) == PASTED
    assert str(said) == "2 rows changed, 3 documents become 2"
    assert (said.by_id, said.again, said.labels, said.new_labels) == (True, 0, 3, ["d7"])
    run.save(tmp_path / "out")
    assert predictions(opened(tmp_path / "qrels", tmp_path / "out")) == PASTED


def test_lines_of_a_run_order_lists_without_scores(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\n1,d9\n2,d1\n")
    (tmp_path / "lists.csv").write_text("id,label\n1,d5 d4 d2\n2,d1\n")
    lists = opened(tmp_path / "truth.csv", tmp_path / "lists.csv")
    assert str(put(lists, LINES)) == "2 rows changed, 3 labels become 2"
    assert predictions(lists) == {id_: Prediction(found.labels) for id_, found in PASTED.items()}


def test_topics_that_the_table_lacks_are_named(run) -> None:
    assert str(put(run, f"{LINES}9 Q0 d1 1 5 x\n")).endswith(", 1 id unknown: '9'")
    with pytest.raises(InputError, match=r"nothing in the clipboard fits.*1 id unknown: '9'"):
        put(run, "9 Q0 d1 1 5 x")


def test_a_document_pasted_twice_is_named_with_its_topic(run) -> None:
    with pytest.raises(InputError, match=r"repeated.*'d2' 2 times in row '2'"):
        put(run, "2 Q0 d2 1 5 x\n2 Q0 d2 2 4 x")


@pytest.mark.parametrize(
    "text", ["7 Q1 d2 1 1.5 x", "7 0 d2 1 many x", "7 Q0 d2 1 1.5 x y", "7 Q0 d2 1 1.5 x\nd1", "7 0 d2 1", "1 0 d2 x"]
)
def test_other_lines_are_labels_as_they_were(run, text: str) -> None:
    put(run, text)
    assert [*predictions(run)["1"].labels] == text.splitlines()[0].split()


@pytest.mark.parametrize(
    ("odd", "found"),
    [
        ("1 Q0 d9 3 1.5", "'1 Q0 d9 3 1.5', 5 fields"),
        ("1 Q0 d9 3 1.5 x y", "7 fields"),
        ("1 Q0 d9 third 1.5 x", "'1 Q0 d9 third 1.5 x', 6 fields"),
        ("1 Q0 d9 3 high x", "'1 Q0 d9 3 high x'"),
        ("topic Q0 document rank score tag", "'topic Q0"),
    ],
)
def test_an_odd_line_among_those_of_a_run_is_named(run, odd: str, found: str) -> None:
    with pytest.raises(InputError) as refused:
        put(run, f"# a run\n1 Q0 d2 1 1.5 x\n\n{odd}\n2 Q0 d7 3 2.5 x\n2 Q0\n2 Q0 d2 1 9.5 x\n")
    error = refused.value
    assert error.line == 4
    assert found in error.found
    assert "topic Q0 document rank score tag" in error.expected
    assert error.hint == "Mend the line or leave it out, and paste again"


@pytest.mark.parametrize("sign", [" ", "\t"])
@pytest.mark.parametrize("line", ["1 Q0 d9 3 nan x", "1 Q0 d9 3 abc x", "1 Q0 d9 0.5 1 x", "1\tQ0\td9\t3\t\tx"])
def test_a_bad_line_beside_one_of_a_run_is_named(run, line: str, sign: str) -> None:
    for text, number in ((line, 1), (f"{line}\n2 Q0 d7 3 2.5 x", 1), (f"2 Q0 d7 3 2.5 x\n{line}\n", 2)):
        with pytest.raises(InputError, match=r"the pasted lines are of a run, but one of them is none") as refused:
            put(run, text.replace(" ", sign))
        assert refused.value.line == number


@pytest.mark.parametrize("text", ["1 0 d9 1\n", "1\t0\td9\t1\n2\t0\td1\t-1\n"])
def test_pasted_judgments_are_told(run, text: str) -> None:
    with pytest.raises(InputError, match=r"judgments, not predictions.*topic Q0 document rank score tag"):
        put(run, text)


def test_a_0_that_is_a_label_begins_a_list(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\n71,0\n72,5\n")
    (tmp_path / "lists.csv").write_text("id,label\n71,5 0 1 2 3\n72,0 1 2 3 4\n")
    lists = opened(tmp_path / "truth.csv", tmp_path / "lists.csv")
    put(lists, "72\t0 5 1 2 3")
    assert [*predictions(lists)["72"].labels] == ["0", "5", "1", "2", "3"]


def test_only_rows_that_get_fewer_labels_and_keep_some_are_counted(run) -> None:
    assert str(put(run, "1\td5 d4\n2\td1 d2")) == "2 rows changed, 3 documents become 2"
    run.undo()
    assert str(put(run, "1\td7 d8 d9\n2\td1 d2")) == "2 rows changed"
