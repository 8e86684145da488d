"""JSON lines: values keep their literal text, and only the value of an edited key changes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from core.files.written import opened, predictions

import inspector
from inspector import InputError
from inspector.core.arrays.cancel import Cancelled, cancel_scope
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.formats.json import cells
from inspector.core.files.formats.json.objects import read_json_lines
from inspector.core.files.io.source import Source


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


@pytest.mark.parametrize("label", ["[" * 5000, '{"a":' * 5000, "9" * 5000])
def test_any_label_is_written_into_a_list_of_numbers(lines, tmp_path: Path, label: str) -> None:
    found = lines('{"id": "a", "labels": [1]}\n{"id": "b", "labels": [7]}')
    found.edit("a", [label, "2"])
    assert saved(found, tmp_path).startswith(f'{{"id": "a", "labels": [{json.dumps(label)}, 2]}}')
    assert labels(opened(tmp_path / "truth", tmp_path / "out.jsonl"))[0] == [label, "2"]


@pytest.mark.slow
def test_objects_with_different_keys_are_refused_at_linear_cost(lines, monkeypatch) -> None:
    monkeypatch.setenv("INSPECTOR_MAX_CELLS", "5000")
    text = "".join(f'{{"id": "r{row}", "k{row}": "x"}}\n' for row in range(100))
    with pytest.raises(InputError, match="too many cells") as caught:
        lines(text)
    assert caught.value.found == "101 keys in 100 objects"
    monkeypatch.setenv("INSPECTOR_MAX_CELLS", "11000")
    with pytest.raises(InputError, match="no id of the truth"):
        lines(text)


def test_an_object_with_too_many_keys_is_refused(lines, monkeypatch) -> None:
    monkeypatch.setenv("INSPECTOR_MAX_COLUMNS", "50")
    keys = ", ".join(f'"k{number}": "x"' for number in range(60))
    with pytest.raises(InputError, match="too many columns"):
        lines(f'{{"id": "a", {keys}}}\n{{"id": "b"}}\n')


def test_rows_are_gathered_in_pieces_of_any_size(lines, monkeypatch) -> None:
    rows = [{"id": "b", "n": 1}, {"id": "a", "labels": ["x", "y z"], "more": "q"}, {"id": "c", "labels": "w"}]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    for size in (1, 2, 100):
        monkeypatch.setattr(cells, "_ROWS", size)
        found = lines(text).evaluation.pair.submission.sheet
        assert found.names == ("id", "n", "labels", "more")
        columns = {
            name: column.to_pylist() for name, column in zip(found.names, read_sheet(found).columns, strict=True)
        }
        assert columns == {
            "id": ["b", "a", "c"],
            "n": ["1", "", ""],
            "labels": ["", "x,y z", "w"],
            "more": ["", "q", ""],
        }


@pytest.mark.parametrize("after", [3, 300, 600, 602])
def test_reading_lines_can_be_cancelled_at_every_step(tmp_path: Path, monkeypatch, after: int) -> None:
    monkeypatch.setattr(cells, "_ROWS", 100)
    (tmp_path / "s.jsonl").write_text("".join(f'{{"id": "r{row}", "labels": ["x"]}}\n' for row in range(600)))
    source, asked = Source.open(tmp_path / "s.jsonl"), [0]

    def is_wanted() -> bool:
        asked[0] += 1
        return asked[0] < after

    with cancel_scope(is_wanted), pytest.raises(Cancelled):
        read_json_lines(source)
    assert asked[0] == after


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
