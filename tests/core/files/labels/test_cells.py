"""Lists in cells: literals in every style, alternating labels and confidences, and misleading text."""

from __future__ import annotations

import ast
import csv
import io
from pathlib import Path

import pyarrow as pa
import pytest
from core.files.written import predictions

from inspector import InputError
from inspector.core.data.prediction import Prediction
from inspector.core.files.labels.literal import Literal


def submission(*cells: str, names: str = "id,label") -> str:
    """A file with ids a, b, c, ..., each with one of these cells."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(zip("abcdefgh", cells, strict=False))
    return f"{names}\n{text.getvalue()}"


def labels(inspection) -> list[list[str]]:
    return [[*prediction.labels] for prediction in predictions(inspection).values()]


LITERALS = [
    (["['x', 'y']", "['z']", "[]"], [["x", "y"], ["z"], []]),
    (['["x", "y"]', '["z"]', " [ ] "], [["x", "y"], ["z"], []]),
    (["""['x', "it's"]""", '["z"]', "['y']"], [["x", "it's"], ["z"], ["y"]]),
    (["[1, 2]", "[03]", "[4.50, 1e5]"], [["1", "2"], ["03"], ["4.50", "1e5"]]),
    (["['x' 'y']", "['z']", "['x'\n 'y']"], [["x", "y"], ["z"], ["x", "y"]]),
    (["[1 2]", "[3]", "[4\n  5]"], [["1", "2"], ["3"], ["4", "5"]]),
    (["[x, y]", "[z]", "[None]"], [["x", "y"], ["z"], ["None"]]),
    (["['a,b', '[c]']", "[']']", "['x',]"], [["a,b", "[c]"], ["]"], ["x"]]),
    ([r"['it\'s', 'a\\b']", r"['\u00e9']", "['\\n']"], [["it's", "a\\b"], ["é"], ["\n"]]),
    ([r'["\u9be8", "a\"b"]', '["x"]', "[]"], [["鯨", 'a"b'], ["x"], []]),
    (["['x', '']", "['']", ""], [["x"], [], []]),
    (["['été']", "['鯨', '🐋']", "['x']"], [["été"], ["鯨", "🐋"], ["x"]]),
    (["['a b']", "['x']", "['y']"], [["a b"], ["x"], ["y"]]),
    (["('x', 'y')", "('z',)", "()"], [["x", "y"], ["z"], []]),
    (["""('x', "it's [1]")""", "('(z)',)", "('a, b', 'c')"], [["x", "it's [1]"], ["(z)"], ["a, b", "c"]]),
    (["{'x', 'y'}", "{'z'}", "set()"], [["x", "y"], ["z"], []]),
    (["{x,y}", "{z}", "{}"], [["x", "y"], ["z"], []]),
    (['{"x y",y}', '{"a:b"}', ""], [["x y", "y"], ["a:b"], []]),
]


@pytest.mark.parametrize(("cells", "lists"), LITERALS, ids=[case[0][0] for case in LITERALS])
def test_a_list_in_a_cell_reads_as_its_labels(read, cells: list[str], lists: list[list[str]]) -> None:
    assert labels(read(submission=submission(*cells))) == lists


@pytest.mark.parametrize("quote", ["'", '"', ""])
@pytest.mark.parametrize("brackets", ["[]", "()", "{}"])
def test_a_list_is_written_in_its_own_style(quote: str, brackets: str) -> None:
    literal, (start, end) = Literal(quote, brackets), brackets
    assert literal.write(["x", "y_1"]) == f"{start}{quote}x{quote}, {quote}y_1{quote}{end}"
    if quote:
        odd = ["it's", 'a"b', "a\\b", "[c], d", "\\n", "(e)", "{f: g}"]
        for some in (odd, odd[:1], []):
            assert literal.split(pa.array([literal.write(some)], pa.string()))[1].to_pylist() == some
            assert quote == '"' or {*ast.literal_eval(literal.write(some))} == {*some}


@pytest.mark.parametrize(
    ("cells", "edited"),
    [
        (["('x', 'y')", "('z',)", "('y',)"], ["('q',)", "('x', 'q')", "()"]),
        (["{'x', 'y'}", "{'z'}", "set()"], ["{'q'}", "{'x', 'q'}", "set()"]),
        (["{x,y}", "{z}", "{}"], ["{q}", "{x, q}", "{}"]),
    ],
)
def test_an_edited_list_keeps_its_brackets(read, tmp_path: Path, cells: list[str], edited: list[str]) -> None:
    found = read(submission=submission(*cells))
    for id_, named in zip("abc", (["q"], ["x", "q"], []), strict=True):
        found.edit(id_, named)
    found.save(tmp_path / "out.csv")
    text = (tmp_path / "out.csv").read_text()
    assert [row[1] for row in csv.reader(io.StringIO(text))][1:] == edited
    assert labels(read(submission=text)) == [["q"], ["x", "q"], []]


@pytest.mark.parametrize("cells", [("(x)", "(y)", "(z)"), ("(x, y)", "(z)", "()"), ("{x:1}", "{y:2}", "{z:3}")])
def test_brackets_of_a_label_and_dicts_are_no_lists(read, cells: list[str]) -> None:
    assert read(submission=submission(*cells)).evaluation.pair.submission.literal is None


@pytest.mark.parametrize(
    "cell",
    [
        "[('x', 0.5), ('y', 0.3)]",
        "[{'doc': 'x', 'score': 0.5}]",
        "(('x', 0.5),)",
        "{'x': 0.5, 'y': 0.3}",
        '{"x": 0.5, "y": 0.3}',
        "{7: 0.5, 12: 0.3}",
    ],
)
def test_lists_of_tuples_or_objects_are_refused_with_what_is_read(read, cell: str) -> None:
    with pytest.raises(InputError, match="hold tuples or objects, not labels") as caught:
        read(submission=submission(cell, cell, "[]"))
    assert cell[:20] in str(caught.value)
    assert "JSON lines" in str(caught.value)


@pytest.mark.parametrize("cell", ["['x', 'y'", "['x', [y}]", "['x]", "__import__('os')", "[__import__('os')]"])
def test_a_malformed_list_is_never_evaluated_or_half_read(read, cell: str) -> None:
    try:
        found = labels(read(submission=submission("['x']", "['y']", cell)))
    except InputError as error:
        assert "not a list" in str(error)
        assert error.line == 4
        return
    assert cell == "[__import__('os')]"
    assert found == [["x"], ["y"], ["__import__(", "os", ")"]]  # the content of brackets is always labels


@pytest.mark.parametrize("cell", ["nan", "NaN", "None", "null", "<NA>", "N/A", " ", ""])
def test_a_cell_without_a_value_among_lists_is_an_empty_list(read, tmp_path: Path, cell: str) -> None:
    found = read(submission=submission("['x', 'y']", cell, "['y']"))
    assert labels(found) == [["x", "y"], [], ["y"]]
    found.edit("a", ["z"])
    found.save(tmp_path / "out.csv")
    assert labels(read(submission=(tmp_path / "out.csv").read_text())) == [["z"], [], ["y"]]


def test_a_cell_that_is_no_list_is_refused_wherever_it_is(read) -> None:
    rows = [f"r{row}" for row in range(1500)]
    truth = "id,label\n" + "".join(f"{row},x\n" for row in rows)
    with pytest.raises(InputError, match="line 1,402: the cell 'x y' is not a list"):
        read(truth, "id,label\n" + "".join(f"{row},{'x y' if row == 'r1400' else '[x]'}\n" for row in rows))


def test_a_file_of_empty_lists_can_take_any_label(read, tmp_path: Path) -> None:
    found = read(submission=submission("[]", "[]", "[]"))
    found.edit("a", ["p,q", "it's"])
    found.save(tmp_path / "out.csv")
    text = (tmp_path / "out.csv").read_text()
    assert text == """id,label\na,"['p,q', 'it\\'s']"\nb,[]\nc,[]\n"""
    assert labels(read(submission=text))[0] == ["p,q", "it's"]


def test_half_a_character_in_a_list_is_rejected_with_its_file(read) -> None:
    with pytest.raises(InputError, match="half a character") as caught:
        read(submission=submission(r"['\ud800', '\\']", "['x']", "['y']"))
    assert str(caught.value.file).endswith("submission.csv")


def test_labels_and_confidences_alternate_in_a_cell(read) -> None:
    found = predictions(read(submission=submission("x 0.5 y 0.3", "z 7.3e-07 ", "")))
    assert found == {
        "a": Prediction(("x", "y"), (0.5, 0.3)),
        "b": Prediction(("z",), (7.3e-07,)),
        "c": Prediction((), ()),
    }


@pytest.mark.parametrize("sign", [":", "=", "@", "^"])
def test_a_confidence_stands_behind_a_sign(read, sign: str) -> None:
    found = predictions(read(submission=submission(f"x{sign}0.5 a:y{sign}0.3", f"z{sign}7.3e-07 ", "")))
    assert found == {
        "a": Prediction(("x", "a:y"), (0.5, 0.3)),
        "b": Prediction(("z",), (7.3e-07,)),
        "c": Prediction((), ()),
    }


@pytest.mark.parametrize("sign", [":", "=", "@", "^"])
@pytest.mark.parametrize("every", [40, 3])
def test_labels_without_a_confidence_leave_the_others_theirs(read, sign: str, every: int) -> None:
    truth = "id,label\n" + "".join(f"q{row},w{row}\n" for row in range(40))
    ends = ["" if row % every == 0 else f"{sign}0.5" for row in range(40)]
    cells = "".join(f"q{row},w{row + 1}{sign}0.9 w{row}{end}\n" for row, end in enumerate(ends))
    found = read(truth, f"id,label\n{cells}", "map@5")
    assert [found.evaluation.labels(row) for row in range(40)] == [[f"w{row + 1}", f"w{row}"] for row in range(40)]
    assert [(problem.kind, problem.count) for problem in found.problems] == [("missing-confidences", ends.count(""))]
    assert found.overall == 0.5


def test_whole_confidences_are_told_by_the_labels_before_them(read) -> None:
    found = predictions(read("id,label\na,x\nb,z\nc,y\n", submission("x:12 y:3", "z:7", "y:1")))
    assert [one.confidence for one in found.values()] == [(12.0, 3.0), (7.0,), (1.0,)]


@pytest.mark.parametrize("truth", ["12:30", "12:30 7:15", "1:2.5", "01:23.45"])
def test_labels_of_the_truth_with_a_colon_and_a_number_are_labels(read, truth: str) -> None:
    cells = [f"{truth} 9:45", "9:45 9:50", "9:50"]
    assert labels(read(f"id,label\na,{truth}\nb,9:45\nc,9:50\n", submission(*cells))) == [*map(str.split, cells)]


def test_times_are_whole_labels(read) -> None:
    times = ["01:23.45", "01:24.50", "01:23.45", "01:24.50"]
    truth = "".join(f"{id_},{time}\n" for id_, time in zip("abcd", times, strict=True))
    found = read(f"id,label\n{truth}", submission(*reversed(times)))
    assert [[*found.evaluation.truth(row)] for row in range(4)] == [[time] for time in times]
    assert labels(found) == [[time] for time in reversed(times)]


def test_an_edit_keeps_the_sign_before_confidences(read, tmp_path: Path) -> None:
    inspection = read(submission=submission("x:0.50 y:0.3", "z:0.25", "x:0.125"))
    inspection.edit("b", ["y", "z"], [0.75, 0.5])
    inspection.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text() == submission("x:0.50 y:0.3", "y:0.75 z:0.5", "x:0.125")


def test_numbers_that_are_labels_of_the_truth_are_no_confidences(read) -> None:
    truth = "id,label\na,1.5\nb,0.5 2\nc,1.5\n"
    assert labels(read(truth, submission("2 1.5", "2 0.5", "2 0.5"))) == [["2", "1.5"], ["2", "0.5"], ["2", "0.5"]]


@pytest.mark.parametrize("cells", [["1 2", "3 4", "5 6"], ["x y", "x 0.5", "x 0.5"], ["x 0.5 y", "x 0.5 y", "x 0.5"]])
def test_whole_numbers_words_and_odd_counts_are_lists_of_labels(read, cells: list[str]) -> None:
    assert labels(read(submission=submission(*cells))) == [cell.split() for cell in cells]


@pytest.mark.parametrize(
    ("conf", "values"),
    [("0.9 0.1", (0.9, 0.1)), ("0.9", (0.9, float("nan"))), ("0.9 0.1 0.7", (0.9, 0.1)), ("", (float("nan"),) * 2)],
)
def test_confidences_in_a_column_match_the_labels_by_position(read, conf: str, values: tuple) -> None:
    found = predictions(read(submission=f"id,pred,conf\na,x y,{conf}\nb,y,0.5\nc,,\n"))
    assert repr(found["a"]) == repr(Prediction(("x", "y"), values))
    assert found["b"] == Prediction(("y",), (0.5,))


@pytest.mark.parametrize("header", ["id, label", " id ,label ", "ID,LABEL", '"id","label"', "Unnamed: 0,id,label"])
def test_a_header_with_blanks_or_another_case_names_the_same_columns(read, header: str) -> None:
    index = [f"{row}," if header.startswith("Unnamed") else "" for row in range(3)]
    found = read(submission=f"{header}\n{index[0]}a,x y\n{index[1]}b,y\n{index[2]}c,z\n")
    assert labels(found) == [["x", "y"], ["y"], ["z"]]
    kind = {"index-column"} if index[0] else set() if header == '"id","label"' else {"header"}
    assert {problem.kind for problem in found.problems} == kind


def test_many_repeats_are_labels_one_below_the_other_and_few_are_a_slip(read) -> None:
    assert labels(read(submission="id,label\na,x\na,y\nb,z\nb,y\nc,x\n")) == [["x", "y"], ["z", "y"], ["x"]]
    ids = [f"r{row}" for row in range(60)]
    truth = "id,label\n" + "".join(f"{id_},x\n" for id_ in ids)
    with pytest.raises(InputError, match=r"2 ids .* more than one row"):
        read(truth, truth + "r1,y\nr2,y\n")
    many = "id,label\n" + "".join(f"n{row},x\n" for row in range(300))
    with pytest.raises(InputError, match="25 ids"):
        read(many, many + "".join(f"n{row},y\n" for row in range(25)))
