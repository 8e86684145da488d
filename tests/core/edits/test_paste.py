"""Pasting: the row of each line, for text from spreadsheets, editors and hostile sources."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from core.edits.bulk_model import same
from core.strategies import any_pairs, open_lists
from hypothesis import given

from inspector import InputError, Inspection
from inspector.core.data.prediction import Prediction
from inspector.core.edits.paste import paste
from inspector.core.edits.pasting.pasted import Pasted
from inspector.core.rows import copying, export


def put(inspection: Inspection, text: str, rows=(0, 1, 2)) -> Pasted:
    pasted = paste(inspection.evaluation, text, np.array(rows))
    inspection.apply(pasted.edit)
    return pasted


def now(inspection: Inspection) -> list[list[str]]:
    return [inspection.evaluation.labels(row) for row in range(len(inspection.evaluation.table))]


BEFORE = [["x", "y"], ["y"], ["z"]]


@pytest.mark.parametrize(
    ("text", "after", "said"),
    [
        ("b\tq x\na\tz", [["z"], ["q", "x"], ["z"]], "2 rows changed"),
        ("b\tq\tx\r\na\tz\t\r\n", [["z"], ["q", "x"], ["z"]], "2 rows changed"),
        ("id\tlabel\nc\tq\n", [["x", "y"], ["y"], ["q"]], "1 row changed"),
        ("label\tother\tid\nq\t5\tc\n", [["x", "y"], ["y"], ["q"]], "1 row changed"),
        ("id\tq\nc\tw\n", [["x", "y"], ["y"], ["w"]], "1 row changed"),
        ("c\tq\nnobody\tw\n<b>\tw\nc\tz\n", BEFORE, "0 rows changed, 1 the same as before, "),
        ("c\t\n", [["x", "y"], ["y"], []], "1 row changed, 1 emptied"),
        ("q w\n\nz", [["q", "w"], [], ["z"]], "2 rows changed, 1 the same as before, 1 emptied"),
        ("a,q w\nb,z", [["q", "w"], ["z"], ["z"]], "2 rows changed"),
        (
            "a,q\nnobody,w\nb,",
            [["q"], [], ["z"]],
            "2 rows changed, 1 emptied, 2 labels become 1, 1 id unknown: ",
        ),
        ("a,q,w\nb,z\n", [["q", "w"], ["z"], ["z"]], "2 rows changed"),
        ("nobody,q\nno,w\na,z\n", [["nobody,q"], ["no,w"], ["a,z"]], "3 rows changed"),
        ("q\nw\ne\nr\nt", [["q"], ["w"], ["e"]], "3 rows changed, 2 labels become 1, 2 lines left over"),
        ("label\nq", [["q"], ["y"], ["z"]], "1 row changed"),
        ('"q', [['"q'], ["y"], ["z"]], "1 row changed"),
        ('a\t"""q"""\nb\tw', [['"q"'], ["w"], ["z"]], "2 rows changed"),
        ("=1+1\n<img src=x>\n0706016001", [["=1+1"], ["<img", "src=x>"], ["0706016001"]], "3 rows changed"),
    ],
)
def test_a_pasted_text_changes_the_expected_rows(read, text: str, after: list[list[str]], said: str) -> None:
    inspection = read()
    assert now(inspection) == BEFORE
    assert str(put(inspection, text)).startswith(said)
    assert now(inspection) == after
    if after != BEFORE:
        assert inspection.undo_name.startswith("paste into ")
        inspection.undo()
    assert now(inspection) == BEFORE


def test_lines_without_ids_go_to_the_given_rows_in_their_order(read) -> None:
    inspection = read()
    put(inspection, "q\nw", rows=(2, 0))
    assert now(inspection) == [["w"], ["y"], ["q"]]


def test_unknown_ids_are_counted_and_some_are_named(read) -> None:
    pasted = put(read(), "id\tlabel\na\tq\nu1\tq\nb\tq\nu2\tq\nu2\tq\nu3 \tq\nc\tq\nu4\tq\nid\tq", rows=())
    assert str(pasted) == "3 rows changed, 2 labels become 1, 5 ids unknown: 'u1', 'u2', 'u3' …"


@pytest.mark.parametrize(
    "text", ["", "\n", "id\tlabel\n", "id\tlabel\nnobody\tq", "half \ud800 of a sign", "a\tq\0w", 'a\t"q\nw"\nb\t""']
)
def test_a_paste_that_does_not_fit_is_rejected_whole(read, text: str) -> None:
    inspection = read()
    known = len(inspection.evaluation.table.vocab)
    with pytest.raises(InputError):
        put(inspection, text, rows=() if "\0" not in text else (0,))
    assert now(inspection) == BEFORE
    assert len(inspection.evaluation.table.vocab) == known


def test_confidences_in_cells_are_read_and_a_missing_one_rejects_all(read) -> None:
    inspection = read(submission="id,label\na,x 0.5 y 0.25\nb,y 0.125\nc,z 0.75\n", metric="gap")
    put(inspection, "b\tq 0.5 w 0.25\nc\tz\t0.5")
    assert inspection.evaluation.prediction(1) == Prediction(("q", "w"), (0.5, 0.25))
    assert inspection.evaluation.prediction(2) == Prediction(("z",), (0.5,))
    for text in ("b\tq 0.5 w\nc\tz 0.5", "b\tq high"):
        with pytest.raises(InputError, match="confidence") as refused:
            put(inspection, text)
        assert "'b'" in str(refused.value)
    assert inspection.evaluation.prediction(1) == Prediction(("q", "w"), (0.5, 0.25))


def test_with_a_confidence_column_each_position_keeps_its_confidence(tmp_path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na,x\nb,y\n")
    (tmp_path / "s.csv").write_text("id,label,sure\na,x y,0.5 0.25\nb,y,0.75\n")
    import inspector

    inspection = inspector.open_pair(tmp_path / "t.csv", tmp_path / "s.csv", "map@5", confidence_column="sure")
    put(inspection, "a\tq\nb\tq w e")
    assert inspection.evaluation.prediction(0) == Prediction(("q",), (0.5,))
    assert inspection.evaluation.prediction(1) == Prediction(("q", "w", "e"), (0.75, 0.74999994, 0.7499999))


@pytest.mark.slow
@given(any_pairs, st.booleans())
def test_what_is_copied_can_be_pasted_back_after_any_edit(pair, headers: bool) -> None:
    inspection = open_lists(pair, "map@3")
    evaluation, rows = inspection.evaluation, np.arange(len(pair.truths))
    copied = copying.tab_separated(export.rows_table(evaluation, rows), headers).decode()
    inspection.apply(paste(evaluation, "\n".join(f"{id_}\tsomething" for id_ in pair.ids), rows).edit)
    assert all(evaluation.labels(row) == ["something"] for row in rows)
    put(inspection, copied, rows)
    for row in rows.tolist():
        was = pair.prediction(row)
        # The first paste leaves one label and so one confidence, which every label of the second one takes.
        expected = was.with_labels(["something"]).with_labels([*filter(None, was.labels)])
        assert same(evaluation.prediction(row), expected)


def copied(inspection: Inspection) -> str:
    evaluation = inspection.evaluation
    return copying.tab_separated(export.rows_table(evaluation, evaluation.all_rows), headers=False).decode()


def change_columns(inspection: Inspection) -> None:
    inspection.note("a", "x")
    inspection.tag(["b"], ["hard"])
    inspection.show_metrics("recall@1", "mrr")


@pytest.mark.parametrize("before", [True, False])
def test_own_rows_are_recognised_whatever_columns_come_and_go(read, before: bool) -> None:
    inspection = read()
    text = copied(inspection)
    change_columns(inspection)
    text = text if before else copied(inspection)
    if not before:
        inspection = read()
    assert str(put(inspection, text)) == "0 rows changed, 3 the same as before"
    widened = "\n".join(f"{line}\tmy remark" for line in text.splitlines())
    assert str(put(inspection, widened)) == "0 rows changed, 3 the same as before"


def test_a_note_that_is_the_truth_word_for_word_is_not_taken_for_it(read) -> None:
    inspection = read()
    for id_, label in zip("abc", ["x", "y z", "q"], strict=True):
        inspection.note(id_, label)
    assert [" ".join(inspection.evaluation.truth(row)) for row in range(3)] == ["x", "y z", "q"]
    assert str(put(inspection, copied(inspection))) == "0 rows changed, 3 the same as before"


def test_own_rows_are_recognised_with_another_separator_in_the_truth(read) -> None:
    inspection = read("id,label\na,x|y\nb,y|z\nc,z\n", "id,label\na,x y\nb,y z\nc,z x\n")
    assert str(put(inspection, copied(inspection))) == "0 rows changed, 3 the same as before"


@pytest.mark.slow
@given(any_pairs, st.text(st.sampled_from('ab0\t\n\r" =<é\0\ud800'), max_size=40))
def test_any_pasted_text_replaces_labels_or_is_rejected(pair, text: str) -> None:
    inspection = open_lists(pair, "map@3")
    evaluation, rows = inspection.evaluation, np.arange(len(pair.truths))
    try:
        pasted = paste(evaluation, text, rows)
    except InputError:
        assert inspection.undo_name is None
        return
    inspection.apply(pasted.edit)
    assert 0 < pasted.matched <= len(rows)
    assert evaluation.overlay.rows.tolist() == pasted.edit.rows.tolist()
    for row in rows.tolist():
        evaluation.pair.submission.grammar.refuse(evaluation.prediction(row)) if row in pasted.edit.rows else None
    inspection.undo()
    assert all(same(evaluation.prediction(row), pair.prediction(row)) for row in rows.tolist())
