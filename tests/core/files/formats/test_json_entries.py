"""Lists of objects that hold a label each, as search engines write them: their keys, and their edits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from core.files.written import predictions

import inspector
from inspector.core.data.prediction import Prediction
from inspector.core.files.formats.entries import keys_of

TRUTH = "query,label\na,x\nb,z\nc,y\n"
HITS = {"a": [("x", 2.5), ("y", 1.25)], "b": [("z", 7.0)], "c": []}


def written(folder: Path, key: str = "doc_id", score: str = "score", **others: str) -> Path:
    """A line for each id with its hits, each with a rank and what else is given."""
    lines = [
        {"query": id_, "hits": [{"rank": rank, key: label, score: value} | others for rank, (label, value) in found]}
        for id_, found in ((id_, enumerate(hits, 1)) for id_, hits in HITS.items())
    ]
    path = folder / "hits.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def read(folder: Path, path: Path, truth: str = TRUTH) -> inspector.Inspection:
    (folder / "truth.csv").write_text(truth)
    return inspector.open_pair(folder / "truth.csv", path, "map@2")


@pytest.mark.parametrize("key", ["doc_id", "docno", "item", "_id", "product", "text"])
@pytest.mark.parametrize("score", ["score", "_score", "probability"])
def test_each_object_is_a_label_with_its_score(tmp_path: Path, key: str, score: str) -> None:
    found = predictions(read(tmp_path, written(tmp_path, key, score, index="wiki")))
    assert found == {
        "a": Prediction(("x", "y"), (2.5, 1.25)),
        "b": Prediction(("z",), (7.0,)),
        "c": Prediction((), ()),
    }


@pytest.mark.parametrize(
    ("items", "keys"),
    [
        ('[{"query_id": "q", "doc_id": "a"}, {"query_id": "q", "doc_id": "b"}]', ("doc_id", "", "")),
        ('[{"title": "T", "id": "7", "score": "1"}]', ("id", "score", "")),
        ('[{"label": "a", "rank": "0"}, {"label": "b", "rank": "1"}]', ("label", "", "rank")),
        ('[{"label": "a", "rank": "9"}, {"label": "b", "rank": "4"}]', ("label", "", "")),
        ('[{"label": "a", "rank": "2"}, {"label": "b", "rank": "1"}]', ("label", "", "rank")),
        ('[{"label": "a", "rank": "1"}, {"label": "b", "rank": "1"}]', ("label", "", "")),
        ('[{"label": "a", "index": "1"}, {"label": "b", "index": "0"}]', ("label", "", "")),
        ('[{"name": "a", "score": null}, {"name": "b", "score": "-2e-3"}]', ("name", "score", "")),
        ('[{"problem_id": "12", "doc": "a", "score": "0.5"}]', ("problem_id", "score", "")),
        (
            '[{"problem": "1", "doc": "a", "match": "0.5"}, {"problem": "1", "doc": "b", "match": "0.2"}]',
            ("doc", "", ""),
        ),
        ('[{"title": "T", "doc_id": "a"}, {"doc_id": "a"}]', ("doc_id", "", "")),
        ('[{"name": {"en": "a"}}]', None),
        ('[{"name": "a"}, "b"]', None),
        ('[["a", "0.5"], ["b", "0.25"]]', ("0", "1", "")),
        ('[["a", "b"], ["c", "d"]]', None),
        ('[["a", "0.5", "x"]]', None),
        ('[["a", "0.5"], {"0": "b", "1": "0.25"}, "c"]', None),
        ("[]", None),
    ],
)
def test_the_keys_are_chosen_by_name_and_by_what_differs(items: str, keys: tuple[str, ...] | None) -> None:
    found = keys_of(json.loads(items))
    assert (None if found is None else found[:3]) == keys


def test_the_reading_names_the_keys(tmp_path: Path) -> None:
    reading = read(tmp_path, written(tmp_path)).evaluation.pair.submission
    assert str(reading) == (
        '3 rows: id "query", labels "doc_id" and confidence "score" of the objects in "hits", '
        'in the order of "rank", up to 2 a row'
    )


def test_an_edit_keeps_the_rest_of_each_object_and_counts_the_ranks_anew(tmp_path: Path) -> None:
    path = written(tmp_path, title="t")
    inspection = read(tmp_path, path)
    inspection.edit("a", ["z", "y"], [3.5, 1.25])
    inspection.edit("c", ["y"], [0.5])
    inspection.save(tmp_path / "saved.jsonl")
    lines = path.read_text().splitlines()
    lines[0] = (
        '{"query": "a", "hits": [{"rank": 1, "doc_id": "z", "score": 3.5}, '
        '{"rank": 2, "doc_id": "y", "score": 1.25, "title": "t"}]}'
    )
    lines[2] = '{"query": "c", "hits": [{"doc_id": "y", "score": 0.5, "rank": 1}]}'
    assert (tmp_path / "saved.jsonl").read_text().splitlines() == lines
    again = read(tmp_path, tmp_path / "saved.jsonl")
    assert predictions(again) == predictions(inspection)


def test_what_is_no_such_object_keeps_the_scores_of_the_others_in_place(tmp_path: Path) -> None:
    path = tmp_path / "hits.jsonl"
    path.write_text(
        '{"query": "a", "hits": [{"doc": "x", "score": 2}, {"doc": "y", "score": null}]}\n'
        '{"query": "b", "hits": ["z", {"other": "v"}, {"doc": "y", "score": 1}]}\n'
        '{"query": "c", "hits": null}\n'
    )
    found = predictions(read(tmp_path, path))
    assert [[*one.labels] for one in found.values()] == [["x", "y"], ["y", "z", '{"other": "v"}'], []]
    assert str([one.confidence for one in found.values()]) == "[(2.0, nan), (1.0, nan, nan), ()]"


def test_grades_of_a_truth_count_and_its_scores_do_not(tmp_path: Path) -> None:
    (tmp_path / "run.csv").write_text("query,label\na,y x\nb,z\nc,y\n")
    for key, graded in (("relevance", True), ("score", False)):
        truth = written(tmp_path, score=key)
        evaluation = inspector.open_pair(truth, tmp_path / "run.csv", "ndcg@2").evaluation
        assert (evaluation.table.truth.weights is not None) == graded
        assert (f'relevance "{key}"' in str(evaluation.pair.truth)) == graded


def test_labels_that_are_numbers_stay_numbers(tmp_path: Path) -> None:
    path = tmp_path / "hits.jsonl"
    path.write_text('{"query": "a", "hits": [{"item": 5}, {"item": 70}]}\n{"query": "b", "hits": [{"item": 8}]}\n')
    inspection = read(tmp_path, path, "query,label\na,5\nb,8\n")
    inspection.edit("b", ["70", "07"])
    inspection.save(tmp_path / "saved.jsonl")
    assert '[{"item": 70}, {"item": "07"}]' in (tmp_path / "saved.jsonl").read_text()


def test_an_object_by_id_may_hold_such_lists(tmp_path: Path) -> None:
    content = {id_: [{"doc": label, "score": value} for label, value in hits] for id_, hits in HITS.items()}
    (tmp_path / "hits.json").write_text(json.dumps(content, indent=1))
    inspection = read(tmp_path, tmp_path / "hits.json")
    inspection.edit("b", ["y", "z"], [9.0, 7.0])
    inspection.save(tmp_path / "saved.json")
    content["b"] = [{"doc": "y", "score": 9.0}, {"doc": "z", "score": 7.0}]
    assert json.loads((tmp_path / "saved.json").read_text()) == content


@pytest.mark.parametrize("ending", ["json", "jsonl"])
def test_pairs_stay_pairs(tmp_path: Path, ending: str) -> None:
    pairs = {id_: [[label, value] for label, value in hits] for id_, hits in HITS.items()}
    rows = [{"query": id_, "hits": hits} for id_, hits in pairs.items()]
    path = tmp_path / f"hits.{ending}"
    path.write_text(json.dumps(pairs) if ending == "json" else "".join(f"{json.dumps(row)}\n" for row in rows))
    inspection = read(tmp_path, path)
    assert predictions(inspection)["a"] == Prediction(("x", "y"), (2.5, 1.25))
    assert "pairs of a label and a confidence" in str(inspection.evaluation.pair.submission)
    inspection.edit("a", ["z", "x"], [3.0, 2.5])
    inspection.edit("c", ["y"], [0.5])
    inspection.save(tmp_path / f"saved.{ending}")
    saved = (tmp_path / f"saved.{ending}").read_text()
    assert '[["z", 3.0], ["x", 2.5]]' in saved
    assert '[["y", 0.5]]' in saved
    assert predictions(read(tmp_path, tmp_path / f"saved.{ending}")) == predictions(inspection)
