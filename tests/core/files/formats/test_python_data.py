"""Data from Python: DataFrames, dicts as ranx and pytrec_eval use them, tuples as ir_measures uses them."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest
from core.files.written import predictions

import inspector
from inspector import InputError
from inspector.core.data.prediction import Prediction

QRELS = {"q1": {"d1": 2, "d2": 0, "d3": 1}, "q2": {"d1": 1}}
RUN = {"q1": {"d2": 0.5, "d3": 0.5, "d1": 0.25}, "q2": {"d9": np.float32(0.5), "d1": np.int64(2)}}
WANTED = {
    "q1": Prediction(("d3", "d2", "d1"), (0.5, 0.5, 0.25)),
    "q2": Prediction(("d1", "d9"), (2.0, 0.5)),
}


class Qrel(NamedTuple):
    query_id: str
    doc_id: str
    relevance: int
    iteration: str = "0"


class ScoredDoc(NamedTuple):
    query_id: str
    doc_id: str
    score: float


class WithToDict:
    """Like a ranx Qrels or Run, which are not subscripted by documents and give dicts of dicts."""

    def __init__(self, content: dict) -> None:
        self._content = content

    def to_dict(self) -> dict:
        return defaultdict(dict, {query: dict(documents) for query, documents in self._content.items()})


class Qrels:
    def __init__(self, qrels: dict) -> None:
        self.qrels = qrels


class Run:
    def __init__(self, run: dict) -> None:
        self.run = run


def tuples(kind, content: dict):
    return (kind(query, document, value) for query, found in content.items() for document, value in found.items())


def frame(content: dict, value: str) -> pd.DataFrame:
    return pd.DataFrame([*tuples(ScoredDoc, content)]).rename(columns={"score": value})


PAIRS = {
    "dicts": (QRELS, RUN),
    "to_dict": (WithToDict(QRELS), WithToDict(RUN)),
    "attributes": (Qrels(QRELS), Run(RUN)),
    "tuples": (tuples(Qrel, QRELS), tuples(ScoredDoc, RUN)),
    "mixed": (QRELS, [*tuples(ScoredDoc, RUN)]),
}


@pytest.mark.parametrize("name", PAIRS)
def test_scores_from_python_are_read_like_trec_files(name: str, tmp_path: Path) -> None:
    truth, submission = PAIRS[name]
    found = inspector.open_pair(truth, submission, "ndcg@10")
    assert predictions(found) == WANTED
    assert found.evaluation.table.truth.weights.tolist() == [2, 1, 1]
    (tmp_path / "qrels").write_text("".join(f"{q} 0 {d} {r}\n" for q, found in QRELS.items() for d, r in found.items()))
    (tmp_path / "run").write_text(
        "".join(f"{q} Q0 {d} 1 {s} t\n" for q, found in RUN.items() for d, s in found.items())
    )
    files = inspector.open_pair(tmp_path / "qrels", tmp_path / "run", "ndcg@10")
    assert found.evaluation.scores.row.tolist() == files.evaluation.scores.row.tolist()


def test_frames_of_queries_and_documents_are_read_as_long() -> None:
    found = inspector.open_pair(frame(QRELS, "relevance"), frame(RUN, "score"), "ndcg@10")
    # Equal scores are in trec_eval's order, as in files.
    assert predictions(found) == WANTED
    assert found.evaluation.table.truth.weights.tolist() == [2, 1, 1]


def test_an_edited_run_is_saved_as_csv_and_reads_back_the_same(tmp_path: Path) -> None:
    found = inspector.open_pair(QRELS, RUN, "ndcg@10")
    found.edit("q1", ["d2", "a b", "d3"])
    found.edit("q2", ["d1", "z", "a"])
    found.save(tmp_path / "out.csv")
    again = inspector.open_pair(QRELS, tmp_path / "out.csv", "ndcg@10", shape="/long")
    assert predictions(again) == predictions(found)
    assert predictions(found)["q1"].labels == ("d2", "a b", "d3")
    assert again.overall == found.overall


def test_labels_by_id_are_lists_or_one_label() -> None:
    truth = {"a": "two words", 2: ["x", 7], "c": None, "d": {"z", "y"}, "e": float("nan"), "f": np.array([1, 2])}
    found = inspector.open_pair(truth, {"a": ["x", "two words"], "2": ("x",), "c": [], "d": "y", "f": [2]}, "map@5")
    assert [found.evaluation.truth(row) for row in range(6)] == [
        ["two words"],
        ["x", "7"],
        [],
        ["y", "z"],
        [],
        ["1", "2"],
    ]
    assert predictions(found)["a"] == Prediction(("x", "two words"))
    assert str(found.evaluation.pair.truth).startswith('6 rows: id "id", labels "labels"')


def test_an_index_of_ids_is_the_id_column() -> None:
    truth = pd.Series(["x", "y", "z"], index=pd.Index(["a", "b", "c"], name="image"), name="label")
    for submission in (
        pd.DataFrame({"label": ["x", "q"]}, index=["a", "b"]),
        pd.DataFrame({"image": ["a", "b"], "label": ["x", "q"]}).set_index("image"),
        pd.DataFrame({"image": ["a", "b"], "label": ["x", "q"]}, index=[5, 3]),
        pd.DataFrame({"image": ["a", "b"], "label": ["x", "q"]}, index=pd.Index(["u", "v"], name="label")),
    ):
        found = inspector.open_pair(truth, submission, "map@5")
        assert {id_: p.labels for id_, p in predictions(found).items()} == {"a": ("x",), "b": ("q",), "c": ()}


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (5, "a int is neither a path nor data"),
        (b"id,label", "a bytes is neither"),
        (None, "a NoneType is neither"),
        ([], "no judgement"),
        (["a", "b"], "a str is not a judgement"),
        ([("q", "d", 1)], "a tuple is not a judgement"),
        ({}, "the dict is empty"),
        ({"q": {}}, "no query has a document"),
        ({"q": {"d": 1}, "r": ["x"]}, "only some values"),
        ({"q": {"d": "high"}}, "not a number"),
        ({"q": {"d": True}}, "not a number"),
        ({"q": {"d": None}}, "not a number"),
        ({"q": {"d": 10**400}}, "too large"),
        ({"q": {("d",): 1}}, "neither text nor a whole number"),
        ({"q": 0.5, "r": 0.25}, "neither text nor a whole number"),
        ({"q": [["x"]]}, "neither text nor a whole number"),
        ({"q": ["\ud800"]}, "half a character"),
        ({1: ["x"], "1": ["y"]}, "'1' occurs twice"),
        ({"q": {1: 0.5, "1": 0.25}}, "'1' of 'q' occurs twice"),
        ([Qrel("q", "d", 1), Qrel("q", "d", 2)], "'d' of 'q' occurs twice"),
    ],
)
def test_other_data_is_one_clear_error(data: object, what: str) -> None:
    for pair in ((data, {"q": ["x"]}), ({"q": ["x"]}, data)):
        if data is None and pair[1] is None:
            continue  # leaving out the submission means that one file has both
        with pytest.raises(InputError, match=what):
            inspector.open_pair(*pair)
