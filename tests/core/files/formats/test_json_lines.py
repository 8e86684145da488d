"""JSON lines: values keep their literal text, and only the value of an edited key changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.files.written import opened, predictions

import inspector
from inspector import InputError


@pytest.fixture
def lines(tmp_path: Path):
    """Write a truth and a submission as JSON lines, and open them."""

    def open_texts(submission: str, truth: str = "id,label\na,x\nb,y\n") -> inspector.Inspection:
        (tmp_path / "truth").write_text(truth)
        (tmp_path / "s.jsonl").write_text(submission)
        return opened(tmp_path / "truth", tmp_path / "s.jsonl")

    return open_texts


def labels(inspection: inspector.Inspection) -> list[list[str]]:
    return [[*prediction.labels] for prediction in predictions(inspection).values()]


def saved(inspection: inspector.Inspection, tmp_path: Path) -> str:
    inspection.save(tmp_path / "out.jsonl", overwrite=True)
    return (tmp_path / "out.jsonl").read_text()


def test_numbers_are_the_text_that_they_are_written_as(lines) -> None:
    numbers = ["12345678901234567890123", "1e5", "0.10", "-0", "1.0"]
    text = f'{{"id": "a", "labels": [{", ".join(numbers)}]}}\n{{"id": "b", "labels": [{"9" * 5000}]}}\n'
    assert labels(lines(text)) == [numbers, ["9" * 5000]]


def test_an_edited_list_of_numbers_stays_numeric(lines, tmp_path: Path) -> None:
    text = '{"id":"a","labels":[1,2e3], "n": 1.50}\n\n{"id": "b",  "labels": [7]}'
    found = lines(text)
    found.edit("b", ["8", "0.10", "x"])
    assert saved(found, tmp_path) == text.replace("[7]", '[8, "0.10", "x"]')
    assert labels(opened(tmp_path / "truth", tmp_path / "out.jsonl")) == [["1", "2e3"], ["8", "0.10", "x"]]


@pytest.mark.parametrize(
    ("value", "wanted"),
    [("null", []), ('"x y"', ["x", "y"]), ('""', []), ("5", ["5"]), ("[]", []), ('["é\\u00e9", "🐋"]', ["éé", "🐋"])],
)
def test_values_of_every_kind_are_labels(lines, value: str, wanted: list[str]) -> None:
    assert labels(lines(f'{{"id": "a", "labels": {value}}}\n{{"id": "b", "labels": "q"}}\n'))[0] == wanted


def test_a_row_that_the_submission_lacked_is_a_new_line(lines, tmp_path: Path) -> None:
    found = lines('{"id": "b", "labels": ["y"]}')
    found.edit("a", ["x", "é"])
    assert saved(found, tmp_path) == '{"id": "b", "labels": ["y"]}\n{"id": "a", "labels": ["x", "é"]}\n'


OTTO = '{"session": 1, "labels": {"clicks": 5, "carts": [2,3]}}\n{"session": 2, "labels": {"orders": [4]}}\n'


def test_lists_by_kind_are_rows_of_their_own(lines, tmp_path: Path) -> None:
    found = lines("session_type,labels\n1_clicks,5 6\n1_carts,3 2 9\n1_orders,4\n2_orders,4\n", OTTO)
    evaluation = found.evaluation
    assert {evaluation.table.id(row): evaluation.truth(row) for row in range(3)} == {
        "1_clicks": ["5"],
        "1_carts": ["2", "3"],
        "2_orders": ["4"],
    }


def test_lists_by_kind_are_written_back_into_their_object(lines, tmp_path: Path) -> None:
    truth = "session_type,labels\n1_clicks,5\n1_carts,3\n2_orders,4\n"
    wanted = OTTO.replace("[2,3]", "[3,2]").replace('"clicks": 5', '"clicks": 6')
    # Two of three kinds of an object, which are not adjacent.
    three = lines('{"id": "a", "n": {"p": [1], "q": [2], "r": [3]}}\n', "id,n\na_p,1\na_q,2\na_r,3\n")
    three.edit("a_r", ["9"])
    three.edit("a_p", ["8", "7"])
    assert saved(three, tmp_path) == '{"id": "a", "n": {"p": [8, 7], "q": [2], "r": [9]}}\n'
    found = lines(OTTO, truth)
    found.edit("1_carts", ["3", "2"])
    found.edit("1_clicks", ["6"])
    assert saved(found, tmp_path) == wanted
    found.edit("2_orders", ["4", "1"])
    assert saved(found, tmp_path) == wanted.replace("[4]", "[4, 1]")


@pytest.mark.parametrize(
    ("submission", "line"),
    [
        ('{"id": "a", "labels": []}\n{"id": "b", "labels": [}\n', 2),
        ('{"id": "a", "labels": []}\n\n[1, 2]\n', 3),
        ('{"id": "a", "labels": []}\n{}\n', 2),
        ('{"id": "a"}\n', 1),
        ('{"id": "a", "labels": ' + "[" * 100_000 + "\n", 1),
        ('{\n  "id": "a",\n "labels": []\n}\n', 3),
    ],
    ids=["cut list", "no object", "empty object", "one key", "deep", "spread over lines"],
)
def test_a_line_that_is_no_object_is_an_error_with_its_number(lines, submission: str, line: int) -> None:
    with pytest.raises(InputError) as caught:
        lines(submission)
    assert caught.value.line == line, str(caught.value)
    assert len(str(caught.value)) < 500


def test_labels_with_separators_and_line_breaks_stay_whole(lines) -> None:
    assert labels(lines('{"id": "a", "labels": ["p q"]}\n{"id": "b", "labels": ["y"]}\n')) == [["p q"], ["y"]]
