"""Problems of a readable pair: counted, with the first cases and their line numbers."""

from __future__ import annotations

import pytest

import inspector
from inspector.core.files.formats.csv import records


def problems(inspection: inspector.Inspection) -> dict[str, tuple[int, tuple[str, ...], int | None]]:
    return {problem.kind: (problem.count, problem.examples, problem.line) for problem in inspection.problems}


SPOILT = "id,label\r\n\r\na,x y x\r\nu1,y\r\nb,\r\nu2,z\r\nu3,z\r\nu4,z\r\n".replace("\r\n", "{end}")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_problems_are_counted_with_their_first_cases_and_the_exact_line(read, end: str) -> None:
    found = read(submission=SPOILT.format(end=end)).problems
    assert [(p.kind, p.where, p.count, p.examples, p.line, p.rejects) for p in found] == [
        ("missing-ids", "submission", 1, ("c",), None, True),
        ("unknown-ids", "submission", 4, ("u1", "u2", "u3"), 4, True),
        ("empty-predictions", "submission", 1, ("b",), 5, False),
        ("repeated-labels", "submission", 1, ("a",), 3, False),
    ]
    assert all(problem.message and problem.consequence for problem in found)


def test_lines_are_counted_as_an_editor_counts_them_even_inside_quotes(read) -> None:
    submission = 'id,label,note\n\n"a",x,"two\nlines, ""quoted"""\n\nb,y,\nc,z z,"\n\n"\n\nu,x,\n'
    found = problems(read(submission=submission))
    assert found == {"unknown-ids": (1, ("u",), 11), "repeated-labels": (1, ("c",), 7)}


@pytest.mark.slow
def test_line_numbers_do_not_depend_on_where_a_block_of_the_file_ends(read, monkeypatch) -> None:
    submission = "id,label,note\n" + 'a,x,"1\n2"\n\n\n' + "b,y,\n\n" * 1 + "\n" * 40 + 'c,z,""\nu,x,\n'
    wanted = problems(read(submission=submission))
    for size in range(1, 30):
        monkeypatch.setattr(records, "BLOCK", size)
        assert problems(read(submission=submission)) == wanted
    assert wanted["unknown-ids"][2] == submission[: submission.index("u,x")].count("\n") + 1


@pytest.mark.parametrize(
    ("shape", "submission", "found"),
    [
        ("list/long", "id,label\na,x\t\na,q\nb,y\nc, z \n", (2, ("x\t",), 2)),
        ("list/slots", "id,one,two\na,x,q\nb,y, \nc,z, y\n", (1, (" y",), 4)),
        ("list/long", "id,label\na,x\na,q r\nb,y\nc,z\n", None),
    ],
    ids=["a row a label", "a column a label", "none"],
)
def test_blanks_around_labels_are_left_out_and_that_is_said(read, shape: str, submission: str, found) -> None:
    opened = read("id,label\na,x\nb,y\nc,z\n", submission, shape=shape)
    assert problems(opened).get("padded-labels") == found
    assert [opened.evaluation.labels(row)[0] for row in range(3)] == ["x", "y", "z"]
    assert opened.overall == 1.0


RUN = "".join(f"q{topic} Q0 d{rank} {rank} {-rank} me\n" for topic in range(2) for rank in range(1, 401))


@pytest.mark.parametrize(
    ("qrels", "overlap", "kinds"),
    [
        ("q0 0 d7 1\nq1 0 d9 1\n", (2, 400), []),
        ("q0 0 d7 1\nq0 0 d8 0\nq0 0 d9 0\nq1 0 d1 1\n", (4, 400), []),
        ("q0 0 x7 1\nq1 0 x9 1\n", (0, 400), ["label-overlap"]),
    ],
    ids=["few are relevant", "few are judged", "none is known"],
)
def test_a_run_may_list_many_documents_that_nobody_judged(tmp_path, qrels: str, overlap: tuple, kinds: list) -> None:
    (tmp_path / "qrels").write_text(qrels)
    (tmp_path / "run").write_text(RUN)
    found = inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "map")
    assert found.evaluation.table.label_overlap == overlap
    assert list(problems(found)) == kinds


def test_one_label_that_is_right_by_chance_hides_no_other_names(read) -> None:
    truth = "id,label\n" + "".join(f"q{row},w{row}\n" for row in range(40))
    cells = "".join(f"q{row},w{row}~0.5 {'w7' if row == 7 else 'w8~0.4'}\n" for row in range(40))
    found = read(truth, f"id,label\n{cells}", "map@5")
    assert problems(found)["label-overlap"][:2] == (41, ("w0~0.5", "w8~0.4", "w1~0.5"))


WAYS = {
    "{0}+{1}": 'joined by "+"',
    "{0}/{1}": 'joined by "/"',
    "\"{{'{0}': [0.75], {1}: [0.5]}} …\"": "the cells hold objects",
    "no_{0} no_{1}": "another column is meant",
}


@pytest.mark.parametrize("way", WAYS)
def test_labels_that_are_written_in_another_way_say_so(read, way: str) -> None:
    names = ["cat", "dog", "eel", "fox", "gnu"]
    rows = [(f"r{row}", names[row % 5], names[(row + 1) % 5]) for row in range(40)]
    truth = "id,label\n" + "".join(f"{id_},{one}\n" for id_, one, _ in rows)
    found = read(truth, "id,labels\n" + "".join(f"{id_},{way.format(*both)}\n" for id_, *both in rows), "map@2")
    (problem,) = [problem for problem in found.problems if problem.kind == "label-overlap"]
    assert WAYS[way] in problem.cause


@pytest.mark.parametrize(("cell", "says"), [("0.{}75", "auc, logloss"), ("q{}", "another column is meant")])
def test_numbers_that_are_read_as_labels_are_said_to_be_numbers(read, cell: str, says: str) -> None:
    truth = "id,y\n" + "".join(f"r{row},{row % 2}\n" for row in range(9))
    found = read(truth, "id,y\n" + "".join(f"r{row},{cell.format(row)}\n" for row in range(9)), "map@1")
    (problem,) = [problem for problem in found.problems if problem.kind == "label-overlap"]
    assert says in problem.cause


def test_the_truth_chosen_twice_is_told_but_not_two_columns_of_a_file(tmp_path) -> None:
    path, copy = tmp_path / "truth.csv", tmp_path / "copy.csv"
    path.write_text("id,label,guess\na,x,y\nb,y z,z\nc,z,z\n")
    copy.write_bytes(path.read_bytes())
    twice = inspector.open_pair(path, tmp_path / "." / "truth.csv", submission_column="label", truth_column="label")
    assert [problem.kind for problem in twice.problems] == ["same-cells"]
    for other, column in ((path, "guess"), (copy, "label")):
        pair = inspector.open_pair(path, other, truth_column="label", submission_column=column)
        assert "same-cells" not in problems(pair)


@pytest.mark.parametrize(
    ("unknown", "missing", "rejects"), [(2, 0, True), (4, 0, False), (4, 1, True)], ids=["few", "part", "missing"]
)
def test_a_truth_that_covers_a_part_rejects_nothing(read, unknown: int, missing: int, rejects: bool) -> None:
    truth = "id,label\n" + "".join(f"a{n},x\n" for n in range(3))
    rows = [f"a{n},x\n" for n in range(3 - missing)] + [f"b{n},x\n" for n in range(unknown)]
    found = {problem.kind: problem for problem in read(truth, "id,label\n" + "".join(rows)).problems}
    assert (found["unknown-ids"].count, found["unknown-ids"].rejects) == (unknown, rejects)
