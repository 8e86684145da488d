"""What is typed or pasted as the prediction of a row."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.files.written import opened

from inspector import InputError, Inspection
from inspector.core.edits.prediction_edit import prediction_edit, typed_prediction


def lists(folder: Path, separator: str) -> Inspection:
    (folder / "truth.csv").write_text("id;label\na;x\nb;y\nc;z\n")
    (folder / "lists.csv").write_text(f"id;label\na;x{separator}y\nb;y{separator}z\nc;z{separator}x\n")
    return opened(folder / "truth.csv", folder / "lists.csv")


@pytest.fixture
def run(tmp_path: Path) -> Inspection:
    (tmp_path / "qrels").write_text("1 0 d9 1\n2 0 d1 1\n")
    (tmp_path / "run").write_text("1 Q0 d5 1 0.9 me\n1 Q0 d4 2 0.5 me\n2 Q0 d2 1 0.5 me\n")
    return opened(tmp_path / "qrels", tmp_path / "run")


PASTED = ["d43781\nd38165\n", "d43781\td38165", "d43781\r\nd38165\r\n", "\td43781 \n\n d38165"]


@pytest.mark.parametrize("text", PASTED)
def test_line_breaks_and_tabs_separate_documents(run: Inspection, text: str) -> None:
    typed = typed_prediction(run.evaluation, 0, text)
    assert typed.labels == ("d43781", "d38165")
    run.apply(prediction_edit(run.evaluation, 0, typed))
    assert run.evaluation.prediction(0).labels == typed.labels


@pytest.mark.parametrize("separator", [" ", ",", "|"])
@pytest.mark.parametrize("text", PASTED[:3])
def test_line_breaks_and_tabs_separate_labels_as_the_sign_does(tmp_path: Path, separator: str, text: str) -> None:
    assert typed_prediction(lists(tmp_path, separator).evaluation, 0, text).labels == ("d43781", "d38165")


def test_a_tab_in_a_label_of_the_row_stays(tmp_path: Path) -> None:
    found = lists(tmp_path, ",")
    found.edit("a", ["x\tx", "y"])
    assert typed_prediction(found.evaluation, 0, "y,x\tx").labels == ("y", "x\tx")


def test_no_separator_is_named_where_there_is_none(run: Inspection) -> None:
    with pytest.raises(InputError, match=r"cannot be written.*no line break and no blank at either end") as refused:
        run.edit("1", ["d1\nd2"])
    assert "x00" not in str(refused.value)


CLASSES = "id,cat,dog,eel,fox\na,0.6,0.3,0.1,0\nb,0.2,0.5,0.3,0\n"


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("cat:0.6 dog:0.8 eel:0.1", {"dog": 0.8, "cat": 0.1714286, "eel": 0.0285714}),
        ("eel:0.9 cat:0.6 dog:0.3", {"eel": 0.9, "cat": 0.0666667, "dog": 0.0333333}),
        ("cat:0.2 dog:0.3 eel:0.1", {"dog": 0.6, "cat": 0.2, "eel": 0.2}),
        ("cat:0.3 dog:0.3", {"cat": 0.3, "dog": 0.3, "eel": 0.4}),
        ("dog:0.1", {"cat": 0.7714286, "eel": 0.1285714, "dog": 0.1}),
        ("dog:0.1 cat:0", {"eel": 0.9, "dog": 0.1}),
        ("fox:0.2", {"cat": 0.48, "dog": 0.24, "eel": 0.08, "fox": 0.2}),
        ("cat:0.6 dog:0.3", {"cat": 0.6666667, "dog": 0.3333333}),
        ("cat:0.9 dog:0.6", {"cat": 0.6, "dog": 0.4}),
        ("eel:1", {"eel": 1}),
        ("cat:0.6 dog:0.3 eel:0.1 fox:0.5", {"fox": 0.5, "cat": 0.3, "dog": 0.15, "eel": 0.05}),
    ],
)
def test_one_typed_probability_stays_wherever_it_ranks(tmp_path: Path, text: str, numbers: dict[str, float]) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na,cat\nb,dog\n")
    (tmp_path / "classes.csv").write_text(CLASSES)
    found = opened(tmp_path / "truth.csv", tmp_path / "classes.csv")
    typed = typed_prediction(found.evaluation, 0, text, keeps_sum=True)
    assert dict(zip(typed.labels, typed.confidence or (), strict=True)) == pytest.approx(numbers, abs=1e-7)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("cat:0.9 dog:abc Foo:0.2", "'abc' is no number for 'dog'; the file has no column for the label 'Foo'."),
        ("cat:0.9 Foo:0.2", "the file has no column for the label 'Foo'."),
        ("cat:0.9 Foo:bar", "the file has no column for the label 'Foo:bar'."),
        ("Foo:0.9", "the file has no column for the label 'Foo'."),
        ("gnu:0.9", "the file has no column for the label 'gnu'."),
        ("cat:0.9 dog", "'dog' has no number."),
        ("cat:0.9 dog:", "'dog' has no number."),
        ("cat:0.9 dog:inf", "'inf' is no number for 'dog'."),
        ("cat:a dog:b eel:c fox:d", "'a' is no number for 'cat'; 'b' is no number for 'dog'; 'c' is no number"),
        ("cat Foo", "the file has no column for the label 'Foo'."),
    ],
)
def test_what_is_wrong_with_typed_probabilities_is_named(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na,cat\nb,dog\nc,gnu\n")
    (tmp_path / "classes.csv").write_text(CLASSES + "c,0.1,0.8,0.1,0\n")
    found = opened(tmp_path / "truth.csv", tmp_path / "classes.csv")
    with pytest.raises(InputError) as refused:
        typed_prediction(found.evaluation, 0, text)
    assert str(refused.value).startswith(wrong)
