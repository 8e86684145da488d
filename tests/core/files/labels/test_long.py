"""Long files, one label per row: ordered by file, rank or score; repeats in the truth; TREC qrels and runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.files.written import opened, predictions

import inspector
from inspector import InputError
from inspector.core.data.prediction import Prediction


@pytest.fixture
def trec(tmp_path: Path):
    """Write TREC judgements and a run, and open them."""

    def open_texts(qrels: str, run: str) -> inspector.Inspection:
        (tmp_path / "qrels").write_text(qrels)
        (tmp_path / "run").write_text(run)
        return opened(tmp_path / "qrels", tmp_path / "run")

    return open_texts


def lists(inspection: inspector.Inspection) -> dict[str, list[str]]:
    return {id_: [*prediction.labels] for id_, prediction in predictions(inspection).items()}


@pytest.mark.parametrize(
    "submission",
    [
        "id,label\na,z\na,x\na,y\nb,y\nb,x\n",
        "id,label\na,z\nb,y\na,x\nb,x\na,y\n",
        "id,label,rank\na,y,3\na,x,2\na,z,1\nb,x,2\nb,y,1\n",
        "id,label,pos\na,y,10\na,x,9\na,z,1\nb,x,1\nb,y,0\n",
        "id,label,score\na,x,0.5\na,y,5e-2\na,z,0.6\nb,x,-2\nb,y,-1\n",
        "id,label,rank,score\na,x,2,0.9\na,y,3,0.1\na,z,1,0.5\nb,y,1,0.2\nb,x,2,0.1\n",
        "id,label,score\na,z,1\na,x,1\na,y,\nb,y,0.1\nb,x,nan\n",
    ],
    ids=["file", "mixed rows", "rank", "rank as numbers", "score", "rank before score", "ties and blanks"],
)
def test_labels_of_an_id_are_ordered_by_file_rank_or_score(read, submission: str) -> None:
    assert lists(read("id,label\na,x\nb,y\n", submission)) == {"a": ["z", "x", "y"], "b": ["y", "x"]}


def test_a_truth_that_names_a_label_twice_is_a_set(read) -> None:
    truth = "customer,article\na,x\na,y\na,x\na,x\nb,y\nb,y\n"
    evaluation = read(truth, "customer,article\na,x y\nb,x\n").evaluation
    assert [evaluation.truth(row) for row in range(2)] == [["x", "y"], ["y"]]


def test_a_row_without_a_label_is_an_id_that_predicts_nothing(read) -> None:
    found = read("id,label\na,x\nb,y\nc,x\n", "id,label\na,x\na,y\nb,\nc,x\nc,y\n")
    assert lists(found) == {"a": ["x", "y"], "b": [], "c": ["x", "y"]}
    assert [problem.kind for problem in found.problems] == ["empty-predictions"]


def test_blanks_around_a_label_are_ignored_and_kept_in_unedited_rows(read, tmp_path: Path) -> None:
    found = read("id,label\na,x\nb,y\n", "id,label\na, x\na,y \nb,  \nb,y\n")
    assert lists(found) == {"a": ["x", "y"], "b": ["y"]}
    found.edit("a", ["x", "z"])
    found.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,label\na, x\na,z\nb,  \nb,y\n"


def test_edits_of_long_files_change_add_and_remove_lines_in_place(read, tmp_path: Path) -> None:
    found = read("id,label\na,x\nb,y\nc,x\nd,y\n", "id,label,note\na,x,1\nb,y,2\na,y,3\nb,x,4\nc,z,5\nc,x,6\n")
    found.edit("a", ["y"])
    found.edit("b", ["y", "q", "r"])
    found.edit("c", [])
    found.edit("d", ["k"])
    found.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,label,note\na,y,1\nb,y,2\nb,q,4\nb,r,\nc,,5\nd,k,\n"


QRELS = "# judged\n1 0 d1 1\n1\t0  d2\t2\n1 0 d3 0\n1 0 d4 -1\n 2 0 d1 1 \n"
RUN = "1 Q0 d1 1 0.5 me\n1 Q0\td9 7 0.9 me and more\n#1 Q0 d7 1 9 me\n1 Q0 d2 2 0.5 me\n2 Q0 d1 1 1e-3 me\n"


def test_judgements_below_one_say_that_a_document_is_wrong(trec) -> None:
    evaluation = trec(QRELS, RUN).evaluation
    assert [evaluation.truth(row) for row in range(2)] == [["d2", "d1"], ["d1"]]
    assert evaluation.table.truth.weights.tolist() == [2, 1, 1]


def test_judged_labels_are_the_relevant_ones_and_those_of_grade_zero(trec) -> None:
    table = trec(QRELS, RUN).evaluation.table
    assert table.judged is not None
    assert [table.vocab.texts(table.judged[row]) for row in range(2)] == [["d2", "d1", "d3"], ["d1"]]
    assert trec("1 0 d1 1\n1 0 d4 -1\n2 0 d1 1\n", RUN).evaluation.table.judged is None
    twice = trec("1 0 d1 1\n1 0 d3 0\n1 0 d3 0\n2 0 d1 1\n", RUN).evaluation.table
    assert (twice.judged.lengths.tolist(), twice.truth.weights) == ([2, 1], None)


def test_a_run_is_ordered_by_score_and_then_by_descending_document(trec) -> None:
    assert predictions(trec(QRELS, RUN)) == {
        "1": Prediction(("d9", "d2", "d1"), (0.9, 0.5, 0.5)),
        "2": Prediction(("d1",), (0.001,)),
    }


def test_an_edited_run_keeps_comments_blanks_and_extra_fields(trec, tmp_path: Path) -> None:
    found = trec(QRELS, RUN)
    found.edit("1", ["d9", "d5", "d1"])
    found.edit("2", [])
    found.save(tmp_path / "out")
    expected = RUN.replace("d2 2", "d5 2").rsplit("2 Q0", 1)[0]
    assert (tmp_path / "out").read_text() == expected
    assert lists(opened(tmp_path / "qrels", tmp_path / "out")) == {"1": ["d9", "d5", "d1"], "2": []}


def test_a_document_twice_in_a_topic_is_an_error_with_its_line(trec) -> None:
    with pytest.raises(InputError, match="repeated within a topic") as caught:
        trec(QRELS, RUN + "\n1 Q0 d9 9 0.1 me\n")
    assert (caught.value.line, caught.value.found) == (7, "'d9' again")
    with pytest.raises(InputError, match=r"repeated within a topic.* Take out all but one of them\."):
        trec(QRELS, RUN).edit("1", ["d1", "d1"])


@pytest.mark.parametrize("label", ["two words", "", " x", "t\tab", "a\u00a0b"])
def test_a_document_name_that_a_run_cannot_hold_is_rejected_at_once(trec, label: str) -> None:
    with pytest.raises(InputError, match="label"):
        trec(QRELS, RUN).edit("2", [label])


def test_a_short_line_of_a_run_is_an_error_with_its_line(trec) -> None:
    long_run = "".join(f"1 Q0 e{place} 1 0.5 me\n" for place in range(40))
    with pytest.raises(InputError, match="too few fields") as caught:
        trec(QRELS, "# one\n" + long_run + "1 Q0 d9\n")
    assert (caught.value.line, caught.value.found) == (42, "'1 Q0 d9', 3 fields")


@pytest.mark.parametrize("score", ["many", "nan", "inf"])
def test_a_score_of_a_run_that_is_no_number_is_reported(trec, score: str) -> None:
    long_run = "".join(f"1 Q0 e{place} 1 0.5 me\n" for place in range(40))
    kinds = {problem.kind for problem in trec(QRELS, long_run + f"2 Q0 d1 1 {score} me\n").problems}
    assert kinds & {"missing-confidences", "infinite-confidences"}


MIXED = "1 Q0 d3 3 0.50 me\n2 Q0 d1 1 1.0 me\n1  Q0 d1 1 0.90 me\n1 Q0 d4 4\t1e-1 me\n1 Q0 d2 2 0.70 me\n"


@pytest.mark.parametrize(
    ("labels", "saved"),
    [
        # One that moves: its own line and the ranks of those that it passes.
        (["d3", "d1", "d2", "d4"], {"d3 3 0.50": "d3 1 0.90000004", "d1 1 0.90": "d1 2 0.90", "d2 2": "d2 3"}),
        (["d1", "d2", "d4", "d3"], {"d3 3": "d3 4", "d4 4\t1e-1": "d4 3\t0.6"}),
        # A new one takes the line of one that is gone.
        (["d1", "x", "d3", "d4"], {"d2 2": "x 2"}),
        (["d1", "d3", "d4"], {"1 Q0 d2 2 0.70 me\n": "", "d3 3": "d3 2", "d4 4": "d4 3"}),
        (["d1", "d2", "d3", "x", "d4"], {"d4 4": "d4 5", "2 0.70 me\n": "2 0.70 me\n1 Q0 x 4 0.3 me\n"}),
    ],
)
def test_lines_of_a_run_in_any_order_keep_their_documents(trec, tmp_path: Path, labels, saved) -> None:
    found = trec(QRELS, MIXED)
    found.edit("1", labels)
    edited, expected = predictions(found), MIXED
    for before, after in saved.items():
        assert before in expected
        expected = expected.replace(before, after)
    found.save(tmp_path / "out")
    assert (tmp_path / "out").read_text() == expected
    assert predictions(opened(tmp_path / "qrels", tmp_path / "out")) == edited
    found.undo()
    found.save(tmp_path / "back")
    assert (tmp_path / "back").read_text() == MIXED


# Lucene ranks equal scores by ascending document; other runs rank lines as they come, or not at all.
BY_DOCUMENT = "".join(f"1 Q0 {name} {rank} 9.5 me\n" for rank, name in enumerate("abcde", 1))
BY_LINE = "1 Q0 a 1 0.5 me\n1 Q0 b 2 0.9 me\n1 Q0 c 3 0.7 me\n1 Q0 d 4 0.8 me\n"
UNRANKED = "1 Q0 e 0 0.9 me\n1 Q0 d 0 0.8 me\n1 Q0 c 0 0.7 me\n"
FROM_0 = "1 Q0 e 0 0.9 me\n1 Q0 d 1 0.8 me\n1 Q0 c 2 0.7 me\n"


@pytest.mark.parametrize(
    ("run", "labels", "scores", "saved"),
    [
        (BY_DOCUMENT, ["e", "d", "cc", "b", "a"], [9.5] * 5, {"c 3": "cc 3"}),
        (
            BY_DOCUMENT,
            "edcba",
            [9.5, 9.5, 9.25, 9.25, 9.25],
            {  # scores that keep the order of the list
                "e 5 9.5": "e 2 9.5",
                "d 4 9.5": "d 1 9.5",
                "c 3 9.5": "c 5 9.25",
                "b 2 9.5": "b 4 9.25",
                "a 1 9.5": "a 3 9.25",
            },
        ),
        (BY_DOCUMENT, "aedcb", [9.75, 9.5, 9.5, 9.5, 9.5], {"a 1 9.5": "a 1 9.75"}),
        (BY_DOCUMENT, "edba", [9.5] * 4, {"1 Q0 c 3 9.5 me\n": "", "d 4": "d 3", "e 5": "e 4"}),
        (
            BY_DOCUMENT,
            "xedcba",
            [9.75] + [9.5] * 5,
            {
                "a 1": "a 2",
                "b 2": "b 3",
                "c 3": "c 4",
                "d 4": "d 5",
                "e 5 9.5 me\n": "e 6 9.5 me\n1 Q0 x 1 9.75 me\n",
            },
        ),
        (BY_LINE, "bdxa", [0.9, 0.8, 0.7, 0.5], {"c 3": "x 3"}),
        (BY_LINE, "cbda", [1.5, 0.9, 0.8, 0.5], {"0.7": "1.5"}),
        (BY_LINE, "bda", [0.9, 0.8, 0.5], {"1 Q0 c 3 0.7 me\n": "", "d 4": "d 3"}),
        (BY_LINE, "xbdca", [1.5, 0.9, 0.8, 0.7, 0.5], {"d 4 0.8 me\n": "d 4 0.8 me\n1 Q0 x 5 1.5 me\n"}),
        (
            UNRANKED,
            "exdc",
            [0.9, 0.85, 0.8, 0.7],
            {
                "d 0 0.8": "x 0 0.85",
                "c 0 0.7 me\n": "d 0 0.8 me\n1 Q0 c 0 0.7 me\n",
            },
        ),
        (FROM_0, "edcx", [0.9, 0.8, 0.7, 0.6], {"c 2 0.7 me\n": "c 2 0.7 me\n1 Q0 x 3 0.6 me\n"}),
    ],
)
def test_lines_keep_their_ranks_unless_they_pass_others(trec, tmp_path: Path, run, labels, scores, saved) -> None:
    found, expected = trec(QRELS, run + "2 Q0 d1 1 1e-3 me\n"), run
    found.edit("1", [*labels], scores)
    for before, after in saved.items():
        assert before in expected
        expected = expected.replace(before, after)
    found.save(tmp_path / "out")
    assert (tmp_path / "out").read_text() == expected + "2 Q0 d1 1 1e-3 me\n"
    assert predictions(opened(tmp_path / "qrels", tmp_path / "out")) == predictions(found)


def test_ranks_from_another_number_go_on(read, tmp_path: Path) -> None:
    found = read("id,label\na,x\nb,y\n", "id,label,rank\na,z,7\na,x,9\nb,y,0\nb,x,1\n")
    found.edit("a", ["z", "x", "y"])
    found.edit("b", ["q", "y", "x"])
    found.save(tmp_path / "out.csv")
    expected = "id,label,rank\na,z,7\na,x,9\na,y,10\nb,q,0\nb,y,1\nb,x,2\n"
    assert (tmp_path / "out.csv").read_text() == expected


def test_labels_with_scores_in_any_order_keep_their_lines(read, tmp_path: Path) -> None:
    found = read("id,label\na,x\nb,y\n", "id,label,note,score\na,x,1,0.50\nb,y,2,0.70\na,y,3,0.90\na,z,4,0.10\n")
    found.edit("a", ["z", "y", "x"])
    found.save(tmp_path / "out.csv")
    expected = "id,label,note,score\na,x,1,0.50\nb,y,2,0.70\na,y,3,0.90\na,z,4,0.90000004\n"
    assert (tmp_path / "out.csv").read_text() == expected
