"""Repairs invent no prediction, delete nothing that is in use, and touch the file that is odd."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pandas as pd
import pyarrow as pa
import pyarrow.parquet
import pytest

import inspector
from inspector.core.errors import InputError
from inspector.core.files.check import check_pair, repair_pair
from inspector.core.files.options import Options
from inspector.core.files.pair import build_pair, read_alignment, read_pair
from inspector.core.files.problem import Problem
from inspector.core.task import drain


def put(folder: Path, truth: str, submission: str, ending: str = ".csv") -> tuple[Path, Path]:
    names = folder / f"t{ending}", folder / f"s{ending}"
    for name, content in zip(names, (truth, submission), strict=True):
        name.write_text(content, newline="")
    return names


def found(*pair: object, template: Path | None = None, fixes: tuple[str, ...] = ()) -> dict[str, Problem]:
    return {problem.kind: problem for problem in drain(check_pair(*pair, Options(fixes=fixes), template))}


def fixes(*pair: object) -> set[str]:
    return {problem.fix.name for problem in found(*pair).values() if problem.fix}


def lists(inspection: inspector.Inspection) -> dict[str, list[str]]:
    evaluation = inspection.evaluation
    return {evaluation.table.id(row): evaluation.labels(row) for row in range(len(evaluation.table))}


RUN = "q1 Q0 d1 1 2.5 tag\nq1 Q0 d2 2 1.5 tag\n"


def test_a_topic_that_a_run_lacks_gets_no_document_of_another_topic(tmp_path) -> None:
    pair = put(tmp_path, "q1 0 d1 1\nq2 0 d2 1\n", RUN, ".txt")
    assert found(*pair)["missing-ids"].fix is None
    alignment = drain(read_alignment(*pair, Options()))
    (untried,) = drain(build_pair(alignment, Options(), tries_repairs=False)).problems
    assert untried.fix.name == "fill-missing"
    with pytest.raises(InputError, match="without documents"):
        inspector.open_pair(*pair, fixes=("fill-missing",))


@pytest.mark.parametrize(
    ("cells", "row"),
    [(("0.5,0.2", "0,0"), "c,0,0"), (("1,0", "0,1"), "c,0,0"), (("True,False", "False,True"), "c,False,False")],
)
def test_a_row_added_to_a_wide_file_has_its_own_word_for_no(run, tmp_path, cells, row) -> None:
    truth = "id,x,y\na,1,0\nb,0,1\nc,0,1\n"
    pair = put(tmp_path, truth, f"id,x,y\na,{cells[0]}\nb,{cells[1]}\n")
    before = inspector.open_pair(*pair, "map@2")
    assert found(*pair)["missing-ids"].fix.counted == "1 row"
    run("check", *pair, "--fix", "fill-missing", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == pair[1].read_text() + row + "\n"
    after = inspector.open_pair(pair[0], tmp_path / "out.csv", "map@2")
    assert (lists(after), after.overall) == (lists(before), before.overall)


def test_rows_added_to_other_files_predict_nothing(tmp_path) -> None:
    truth = "id,label\na,x\nb,y\nc,z\n"
    listed = put(tmp_path, truth, "id,label\na,\"['x', 'y']\"\nb,['y']\n")
    inspector.open_pair(*listed, fixes=("fill-missing",)).save(tmp_path / "o.csv")
    assert (tmp_path / "o.csv").read_text().endswith("b,['y']\nc,[]\n")
    (tmp_path / "s.jsonl").write_text('{"id": "a", "label": ["x"]}\n{"id": "b", "label": []}\n')
    inspector.open_pair(listed[0], tmp_path / "s.jsonl", fixes=("fill-missing",)).save(tmp_path / "o.jsonl")
    assert json.loads((tmp_path / "o.jsonl").read_text().splitlines()[-1]) == {"id": "c", "label": []}


def test_a_row_added_to_a_parquet_file_leaves_other_columns_unknown(tmp_path) -> None:
    truth, _ = put(tmp_path, "id,label\na,x\nb,y\nc,z\n", "")
    table = pa.table({"id": ["a", "b"], "label": ["x", "y"], "n": pa.array([1, 2])})
    pa.parquet.write_table(table, tmp_path / "s.parquet")
    inspector.open_pair(truth, tmp_path / "s.parquet", fixes=("fill-missing",)).save(tmp_path / "o.parquet")
    after = pa.parquet.read_table(tmp_path / "o.parquet")
    assert after.schema.types == table.schema.types
    assert after.to_pylist()[2] == {"id": "c", "label": "", "n": None}


def test_ids_without_a_column_name_are_no_index(tmp_path) -> None:
    content = ",label\nim1.jpg,x\nim2.jpg,y\n"
    assert found(*put(tmp_path, content, content)) == {}
    numbered = ",label\n0,x\n1,y\n"
    assert found(*put(tmp_path, numbered, numbered)) == {}
    with pytest.raises(InputError, match="finds nothing to correct"):
        inspector.open_pair(*put(tmp_path, content, content), fixes=("drop-index",))


@pytest.mark.parametrize(("first", "is_index"), [("0 1 2", True), ("1 2 3", True), ("5 7 9", False), ("x y z", False)])
def test_an_index_only_numbers_the_rows(tmp_path, first: str, is_index: bool) -> None:
    rows = zip(first.split(), ("a,x", "b,y", "c,z"), strict=True)
    content = "Unnamed: 0,id,label\n" + "".join(f"{number},{row}\n" for number, row in rows)
    assert ("drop-index" in fixes(*put(tmp_path, "id,label\na,x\nb,y\nc,z\n", content))) == is_index


REPEATED = "id,label\na,x\nb,y\nb,y\nb,z\nc,q\nd,q\ne,q\nf,q\n"


def test_repeated_ids_are_counted_once_each(tmp_path) -> None:
    pair = put(tmp_path, "id,label\na,x\nb,y\nc,q\nd,q\ne,q\nf,q\n", REPEATED + "a,p\n")
    duplicates = found(*pair)["duplicate-ids"]
    assert (duplicates.count, duplicates.examples, duplicates.line) == (2, ("b", "a"), 4)
    assert duplicates.message.startswith("2 ids ")
    assert duplicates.fix.counted == "3 rows"


def test_ids_repeated_in_the_truth_are_said_with_what_can_be_done(tmp_path) -> None:
    single = found(*put(tmp_path, REPEATED, "id,label\na,x\nb,y\n"))["duplicate-ids"]
    assert (single.where, single.fix.name, single.fix.counted) == ("truth", "truth-keep-first", "2 rows")
    several = put(tmp_path, REPEATED.replace("b,z", "b,y z"), "id,label\na,x\nb,y\n")
    with pytest.raises(InputError) as raised:
        inspector.open_pair(*several)
    assert "shape" not in str(raised.value)
    assert not any(option.startswith("shape") for option in raised.value.options)
    inspection = inspector.open_pair(*several, "map@2", fixes=("truth-keep-first",))
    assert len(inspection.evaluation.table) == 6
    inspection.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_bytes() == several[1].read_bytes()


def test_the_first_line_is_that_of_the_file_not_of_the_truth(tmp_path) -> None:
    pair = put(tmp_path, "id,label\na,x\nb,y\nc,z\n", "id,label\nc,z z\nu2,x\nb,y\na,x x\nu1,x\n")
    said = found(*pair)
    assert [(said[kind].line, said[kind].examples) for kind in ("repeated-labels", "unknown-ids")] == [
        (2, ("c", "a")),
        (3, ("u2", "u1")),
    ]


def test_ids_of_the_template_are_not_unknown(tmp_path) -> None:
    pair = put(tmp_path, "id,label\na,x\n", "id,label\na,x\nb,y\nc,y\n")
    template = tmp_path / "sample_submission.csv"
    template.write_text("n,id,label\n0,c,\n1,a,\n2,b,\n")
    assert set(found(*pair, template=template)) == {"template-header"}
    template.write_text("key,label\na,\nb,\n")
    said = found(*pair, template=template)
    assert set(said) == {"template-header", "template-unknown-ids", "unknown-ids"}
    assert (said["unknown-ids"].count, said["unknown-ids"].examples, said["unknown-ids"].line) == (1, ("c",), 4)
    assert said["unknown-ids"].fix is None  # it would also drop the row of b


def test_labels_are_corrected_in_the_file_that_is_odd(tmp_path) -> None:
    submission = "id,label\n1,3 40000 7\n2,40000 3 7\n3,7 3\n"
    pair = put(tmp_path, "id,label\n1,3\n2,40000.0\n3,7\n", submission)
    odd = found(*pair)["misspelled-labels"]
    assert (odd.where, odd.fix.name, odd.fix.counted, odd.line) == ("truth", "truth-labels-number", "1 label", 3)
    inspection = inspector.open_pair(*pair, "map@3", fixes=("truth-labels-number",))
    assert inspection.overall == 1
    inspection.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == submission
    assert inspection.problems == ()


def test_one_odd_truth_label_does_not_change_the_predictions(tmp_path) -> None:
    pair = put(tmp_path, "id,label\nq1,B\nq2,C\nq3,a\n", "id,label\nq1,A B C\nq2,B C A\nq3,C A B\n")
    assert fixes(*pair) == {"truth-labels-case"}
    inspection = inspector.open_pair(*pair, "map@3", fixes=("truth-labels-case",))
    assert lists(inspection)["q1"] == ["A", "B", "C"]
    assert inspection.evaluation.table.vocab.texts(inspection.evaluation.table.truth[2]) == ["A"]


def test_ids_are_corrected_in_the_file_that_is_odd(tmp_path) -> None:
    pair = put(tmp_path, "id,label\n1.0,x\n2.0,y\n", "id,label\n1,x\n2,y\n")
    refused = found(*pair)["no-common-ids"]
    assert (refused.fix.name, refused.fix.counted) == ("truth-ids-number", "2 ids")
    inspection = inspector.open_pair(*pair, "map@1", fixes=("truth-ids-number",))
    inspection.edit("2", ["z"])
    inspection.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,label\n1,x\n2,z\n"


def test_a_missing_id_is_added_as_the_submission_would_write_it(tmp_path) -> None:
    pair = put(tmp_path, "id,label\n1.0,x\n2.0,y\n3.0,z\n", "id,label\n1,x\n2,y\n")
    inspection = inspector.open_pair(*pair, fixes=("truth-ids-number", "fill-missing"))
    inspection.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,label\n1,x\n2,y\n3,\n"


def test_a_correct_id_that_the_truth_lacks_stays(run, tmp_path) -> None:
    pair = put(tmp_path, "id,label\na.jpg,x\nb.jpg,y\n", "id,label\na,x\nb,y\nv.jpg,x\nw,x\n")
    run("check", *pair, "--fix", "ids-extension", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,label\na.jpg,x\nb.jpg,y\nv.jpg,x\nw.jpg,x\n"


KINDS = '{{"session": {0}, "labels": {{"clicks": [1, 2], "carts": [3]}}}}\n'


@pytest.mark.parametrize(
    ("true", "given", "fix"), [('"a1"', '"A1"', "ids-case"), ('"a1"', '" a1"', "ids-trim"), ('"007"', "7", "ids-zeros")]
)
def test_ids_of_lists_by_kind_are_corrected(run, tmp_path, true: str, given: str, fix: str) -> None:
    pair = put(tmp_path, KINDS.format(true), KINDS.format(given), ".jsonl")
    assert fixes(*pair) == {fix}
    run("check", *pair, "--fix", fix, "-o", tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == KINDS.format(true)


def test_ids_of_lists_by_kind_that_differ_are_no_traceback(run, tmp_path) -> None:
    status, out, _ = run("check", *put(tmp_path, KINDS.format(1), KINDS.format('"x"'), ".jsonl"))
    assert (status, "no id of the truth" in out) == (1, True)


def test_a_repair_that_would_also_change_a_correct_id_is_not_offered(tmp_path) -> None:
    rest = "".join(KINDS.format(id_) for id_ in ('"b1"', '"c1"'))
    truth = '{"session": "a1", "labels": {"clicks": [1]}}\n{"session": "A1", "labels": {"carts": [3]}}\n'
    assert fixes(*put(tmp_path, truth + rest, KINDS.format('"A1"') + rest, ".jsonl")) == set()


@pytest.mark.parametrize("end", ["\n", "\r\n", ""])
def test_unknown_rows_of_json_lines_are_dropped(tmp_path, end: str) -> None:
    line = end or "\n"
    kept, *more = (json.dumps({"id": id_, "label": ["x"]}) for id_ in ("a", "u", "v"))
    pair = put(tmp_path, kept + "\n", f"{more[0]}{line}{kept}{line}{more[1]}{end}", ".jsonl")
    assert found(*pair)["unknown-ids"].fix.counted == "2 rows"
    inspector.open_pair(*pair, fixes=("drop-unknown",)).save(tmp_path / "out.jsonl")
    assert (tmp_path / "out.jsonl").read_bytes().decode() == kept + end


def test_a_line_with_a_list_in_use_is_not_dropped(tmp_path) -> None:
    truth = '{"session": "a", "labels": {"clicks": [1]}}\n'
    both = '{"session": "a", "labels": {"clicks": [1], "carts": [2]}}\n'
    pair = put(tmp_path, truth, both, ".jsonl")
    assert found(*pair)["unknown-ids"].fix is None
    other = '{"session": "b", "labels": {"clicks": [1], "carts": [2]}}\n'
    assert found(*put(tmp_path, truth, truth + other, ".jsonl"))["unknown-ids"].fix.counted == "2 rows"


def test_rows_of_an_unknown_id_are_counted_one_by_one(tmp_path) -> None:
    content = "id,label,rank\na,x,1\na,y,2\nu,x,1\nu,y,2\nu,z,3\n"
    assert found(*put(tmp_path, "id,label\na,x\n", content))["unknown-ids"].fix.counted == "3 rows"


def test_a_label_with_blanks_around_it_in_a_row_of_its_own_is_corrected(run, tmp_path) -> None:
    content = "id,label,rank\na, X,1\na,y,2\nb,y,1\nb,X,2\n"
    pair = put(tmp_path, "id,label\na,x\nb,y\n", content)
    run("check", *pair, "--fix", "labels-case", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == content.replace("X", "x")


@pytest.mark.parametrize(
    ("truth", "given"),
    [
        (("0", "1"), ("False", "True")),
        (("False", "True"), ("0", "1")),
        (("No", "Yes"), ("0", "1")),
        ("01", ("no", "yes")),
    ],
)
def test_yes_and_no_are_written_as_in_the_truth(run, tmp_path, truth: Sequence[str], given: Sequence[str]) -> None:
    """Labels, where a metric of labels is asked for; else words in the truth are read as numbers."""
    answers, predicted = [0, 1, 1, 0, 1], [0, 1, 0, 0, 1]
    header = "id,y\n"
    pair = put(
        tmp_path,
        header + "".join(f"r{at},{truth[answer]}\n" for at, answer in enumerate(answers)),
        header + "".join(f"r{at},{given[answer]}\n" for at, answer in enumerate(predicted)),
    )
    opened = inspector.open_pair(*pair, "accuracy")
    assert opened.overall == 0
    assert {problem.fix.name for problem in opened.problems if problem.fix} == {"labels-booleans"}
    repaired = inspector.open_pair(*pair, "accuracy", fixes=("labels-booleans",))
    assert repaired.overall == 0.8
    assert [repaired.evaluation.labels(row) for row in range(2)] == [[truth[0]], [truth[1]]]


@pytest.mark.parametrize("other", ["maybe", "2"])
def test_other_answers_than_yes_and_no_are_not_respelled(tmp_path, other: str) -> None:
    pair = put(tmp_path, f"id,y\na,1\nb,0\nc,{other}\n", "id,y\na,True\nb,False\nc,True\n")
    assert fixes(*pair) == set()


def test_a_type_that_cannot_hold_the_correction_is_not_corrected(tmp_path) -> None:
    truth, _ = put(tmp_path, "id,label\n007,x\n008,y\n", "")
    table = pa.table({"id": [7, 8], "label": ["x", "y"]})
    pa.parquet.write_table(table, tmp_path / "s.parquet")
    assert fixes(truth, tmp_path / "s.parquet") == set()
    frame = pd.DataFrame({"id": [7, 8], "label": ["x", "y"]})
    assert fixes(truth, frame) == {"ids-zeros"}


def test_an_order_of_columns_that_decides_between_equal_predictions_stays(tmp_path) -> None:
    truth = "id,x,y\na,1,0\nb,0,1\n"
    assert fixes(*put(tmp_path, truth, "id,y,x\na,0.5,0.5\nb,0,1\n")) == set()
    assert fixes(*put(tmp_path, truth, "id,y,x\na,0.5,0.4\nb,0,1\n")) == {"header"}


def test_the_labels_of_a_wide_file_are_corrected_in_its_header(run, tmp_path) -> None:
    content = "id,X,y,z\na,0.5,0.4,0\nb,0,1,0\nc,0,0.2,0.7\n"
    pair = put(tmp_path, "id,label\na,x\nb,y\nc,z\n", content)
    run("check", *pair, "--fix", "labels-case", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == content.replace("X", "x")


def test_ids_of_several_columns_are_corrected_and_added(run, tmp_path) -> None:
    rows = [f"c{row % 5},d{row // 5},l{row % 7}\n" for row in range(40)]
    content = "city,day,label\n" + "".join(rows[:-1])
    pair = put(tmp_path, content + rows[-1], content.replace("c2,d1", "C2,d1"))
    assert fixes(*pair) == {"ids-case"}
    run("check", *pair, "--fix", "ids-case", "--fix", "fill-missing", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == content + "c4,d7,\n"


def test_labels_of_a_column_for_each_rank_are_corrected_and_added(run, tmp_path) -> None:
    truth = "id,label\n" + "".join(f"r{row},l{row % 7}\n" for row in range(30))
    rows = [f"r{row},l{row % 7},l{(row + 1) % 7}\n" for row in range(29)]
    content = "id,p_1,p_2\n" + "".join(rows)
    pair = put(tmp_path, truth, content.replace("r3,l3,l4", "r3,l3,L4"))
    assert fixes(*pair) == {"labels-case", "fill-missing"}
    run("check", *pair, "--fix", "labels-case", "--fix", "fill-missing", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == content + "r29,,\n"


def test_a_file_without_a_header_gets_its_rows_and_no_header(run, tmp_path) -> None:
    rows = [f"r{row},l{row % 7}\n" for row in range(30)]
    pair = put(tmp_path, "id,label\n" + "".join(rows), "".join(rows[:-1]))
    run("check", *pair, "--fix", "fill-missing", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "".join(rows[:-1]) + "r29,\n"


def test_a_repair_after_which_the_reading_is_in_question_is_not_offered(run, tmp_path) -> None:
    draw = Random(7)
    one, other = ([draw.choice([f"w{label}" for label in range(9)]) for _ in range(40)] for _ in range(2))
    true = {f"r{row}": both for row, both in enumerate(zip(one, other, strict=True))}
    truth = "id,left,right\n" + "".join(f"{id_},{','.join(both)}\n" for id_, both in true.items())
    both = "id,guesses\n" + "".join(f"{id_}.jpg,{' '.join(draw.sample(two, 2))}\n" for id_, two in true.items())
    pair = put(tmp_path, truth, both)
    assert fixes(*pair) == set()
    status, _, said = run("check", *pair, "--fix", "ids-extension", "-o", tmp_path / "out.csv")
    assert (status, said.count("--truth-column"), (tmp_path / "out.csv").exists()) == (2, 2, False)
    status, _, said = run("check", *put(tmp_path, truth, both.replace(".jpg", "")))
    assert (status, said.count("--truth-column")) == (2, 2)


def test_an_open_pair_is_repaired_as_it_was_read(tmp_path) -> None:
    pair = put(tmp_path, "id,first,second\na,x,y\nb,y,x\nc,x,x\n", "id,guess\na,x\nb,y\nv,y\n")
    read = drain(read_pair(*pair, Options(truth_column="second")))
    again, _ = drain(repair_pair(read, "drop-unknown"))
    assert [reading.label_name for reading in (again.truth, again.submission)] == ["second", "guess"]
    assert again.options == Options(truth_column="second", fixes=("drop-unknown",))


def test_an_odd_label_that_is_judged_not_relevant_is_corrected(tmp_path) -> None:
    qrels = "q1 0 d1 1\nq1 0 d3 1\nq1 0 D2 0\n"
    pair = put(tmp_path, qrels, RUN + "q1 Q0 d3 3 0.5 tag\n", ".txt")
    odd = found(*pair)["misspelled-labels"]
    assert (odd.where, odd.fix.name, odd.count, odd.examples) == ("truth", "truth-labels-case", 1, ("q1",))
    assert found(*pair).keys() - found(*pair, fixes=("truth-labels-case",)).keys() == {"misspelled-labels"}
