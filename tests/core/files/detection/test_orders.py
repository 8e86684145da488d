"""Files with a row for each label: which column orders what is predicted, and which judges what is true."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

import inspector
from inspector import Inspection
from inspector.core.files.detection.question import AmbiguousReadingError

LABELS = [f"d{number}" for number in range(40)]
QUERIES = [f"q{number}" for number in range(60)]
DEPTH = 6
Judged = dict[str, dict[str, float]]


def judged(draw: Random, grades: Sequence[float]) -> Judged:
    """Four judged labels of each query."""
    return {query: {label: draw.choice(grades) for label in draw.sample(LABELS, 4)} for query in QUERIES}


def ranked(draw: Random, truth: Judged) -> dict[str, list[str]]:
    """The judged labels among others, mostly the better ones in front."""
    found = {}
    for query, grades in truth.items():
        others = draw.sample([label for label in LABELS if label not in grades], DEPTH - len(grades))
        found[query] = sorted([*grades, *others], key=lambda of: -grades.get(of, -1) + draw.gauss(0, 0.4))
    return found


def table(names: str, lines: Sequence[str], draw: Random) -> str:
    return "\n".join([names, *draw.sample(lines, len(lines))]) + "\n"


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Inspection]:
    def open_texts(truth: str, submission: str, **options: str) -> Inspection:
        (tmp_path / "truth.csv").write_text(truth)
        (tmp_path / "submission.csv").write_text(submission)
        return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "ndcg@6", **options)

    return open_texts


def lists(predictions: dict[str, list[str]]) -> str:
    return "query,docs\n" + "".join(f"{query},{' '.join(labels)}\n" for query, labels in predictions.items())


def relevant(found: Inspection) -> Judged:
    """The relevant labels of each id with their grades."""
    truth, evaluation = found.evaluation.table.truth, found.evaluation
    grades = {}
    for row in range(len(evaluation.table)):
        weights = truth.weights_of(row)
        named = evaluation.truth(row)
        values = [1.0] * len(named) if weights is None else weights.tolist()
        grades[evaluation.table.id(row)] = dict(zip(named, values, strict=True))
    return grades


def predicted(found: Inspection) -> dict[str, list[str]]:
    evaluation = found.evaluation
    return {evaluation.table.id(row): evaluation.labels(row) for row in range(len(evaluation.table))}


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("clicked", {0: "False", 1: "True"}),
        ("label", {0: "FALSE", 1: "TRUE"}),
        ("is_relevant", {0: "no", 1: "yes"}),
        ("bought", {0: "N", 1: "Y"}),
        ("judgment", {0: "not relevant", 1: "relevant"}),
        ("label", {-1: "-1", 1: "1"}),
        ("rating", {0.5: "0.5", 2.5: "2.5", 4.0: "4.0"}),
        ("relevance", {0: "0", 0.1: "0.1", 0.75: "0.75"}),
        ("grade", {0: "0", 50: "50", 100: "100"}),
    ],
)
def test_a_column_of_relevance_is_read(opened, name: str, written: dict[float, str]) -> None:
    draw = Random(name)
    truth = judged(draw, [*written])
    lines = [f"{query},{label},{written[grade]}" for query, of in truth.items() for label, grade in of.items()]
    found = opened(table(f"query,doc,{name}", lines, draw), lists(ranked(draw, truth)))
    assert relevant(found) == {q: {label: g for label, g in of.items() if g > 0} for q, of in truth.items()}


@pytest.mark.slow
@pytest.mark.parametrize("names", ["user,item,label", "query_id,doc_id,label", "session,product,target"])
@pytest.mark.parametrize("seed", range(4))
def test_0_and_1_called_the_label_are_relevance_whatever_is_predicted(opened, names: str, seed: int) -> None:
    draw = Random(seed)
    truth = judged(draw, [0, 0, 1])
    lines = [f"{query},{label},{grade}" for query, of in truth.items() for label, grade in of.items()]
    run = lists({query: draw.sample(LABELS, DEPTH) for query in QUERIES}).replace(
        "query,docs", names.rpartition(",")[0]
    )
    right = {q: {label: g for label, g in of.items() if g > 0} for q, of in truth.items()}
    column = names.rpartition(",")[2]
    try:
        found = opened(table(names, lines, draw), run)
    except AmbiguousReadingError as asked:
        assert column in {one.options.relevance_column for one in asked.readings}
        found = opened(table(names, lines, draw), run, relevance_column=column)
    assert relevant(found) == right


def test_two_columns_of_relevance_are_asked_about(opened) -> None:
    draw = Random(2)
    truth = judged(draw, [0, 1, 2])
    lines = [f"{q},{label},{draw.randrange(2)},{grade}" for q, of in truth.items() for label, grade in of.items()]
    with pytest.raises(AmbiguousReadingError) as asked:
        opened(table("query,doc,clicked,relevance", lines, draw), lists(ranked(draw, truth)))
    assert {one.options.relevance_column for one in asked.value.readings} == {"clicked", "relevance"}


def test_words_of_relevance_that_are_not_known_are_told(opened) -> None:
    draw = Random(3)
    truth = judged(draw, [0, 1, 2])
    lines = [f"{q},{label},{'ISE'[int(grade)]}" for q, of in truth.items() for label, grade in of.items()]
    found = opened(table("query,doc,esci_label", lines, draw), lists(ranked(draw, truth)))
    (problem,) = [one for one in found.problems if one.kind == "unread-judgments"]
    assert (problem.column, problem.where) == ("esci_label", "truth")


def test_events_of_which_some_may_count_are_told(opened) -> None:
    draw = Random(5)
    truth = judged(draw, [1])
    lines = [f"{query},{label},{draw.choice(['view', 'buy'])}" for query, of in truth.items() for label in of]
    found = opened(table("query,doc,event", lines, draw), lists(ranked(draw, truth)))
    assert [(one.kind, one.column) for one in found.problems] == [("unread-judgments", "event")]


def test_rows_of_several_splits_are_told(opened) -> None:
    draw = Random(4)
    truth = judged(draw, [1])
    split = [draw.choice(["train", "test"]) for _ in range(4 * len(QUERIES))]
    pairs = [f"{query},{label}" for query, of in truth.items() for label in of]
    lines = [f"{pair},{one}" for pair, one in zip(pairs, split, strict=True)]
    found = opened(table("query,doc,split", lines, draw), lists(ranked(draw, truth)))
    (problem,) = [one for one in found.problems if one.kind == "several-splits"]
    assert (problem.count, problem.column) == (split.count("train"), "split")


def score_lines(predictions: dict[str, list[str]], written: Callable[[int], object]) -> list[str]:
    """A row for each label; written: the cell of a place from 0."""
    return [f"{query},{label},{written(place)}" for query, of in predictions.items() for place, label in enumerate(of)]


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("votes", lambda place: DEPTH - place),
        ("purchase_count", lambda place: (40, 31, 12, 9, 2, 1)[place]),
        ("score", lambda place: DEPTH - place),
        ("predicted_rating", lambda place: DEPTH - place),
        ("margin", lambda place: (5, 3, 1, -2, -4, -9)[place]),
        ("pred", lambda place: f"{0.9 - place / 10:.2f}"),
        ("place", lambda place: place),
    ],
)
def test_a_column_that_orders_labels_is_found(opened, name: str, written: Callable[[int], object]) -> None:
    draw = Random(name)
    truth = judged(draw, [1, 2])
    predictions = ranked(draw, truth)
    true = [f"{query},{label},{grade}" for query, of in truth.items() for label, grade in of.items()]
    lines = score_lines(predictions, written)
    found = opened(table("query,doc,relevance", true, draw), table(f"query,doc,{name}", lines, draw))
    assert predicted(found) == predictions
    assert not found.problems


def test_two_columns_of_scores_are_asked_about(opened) -> None:
    draw = Random(6)
    truth = judged(draw, [1])
    lines = score_lines(ranked(draw, truth), lambda place: f"{1 - place / 9:.3f},{draw.random():.3f}")
    true = [f"{query},{label}" for query, of in truth.items() for label in of]
    with pytest.raises(AmbiguousReadingError) as asked:
        opened(table("query,doc", true, draw), table("query,doc,rerank_score,bm25_score", lines, draw))
    assert {one.options.confidence_column for one in asked.value.readings} == {"rerank_score", "bm25_score"}


def test_rows_that_nothing_orders_are_told(opened) -> None:
    draw = Random(7)
    truth = judged(draw, [1])
    true, lines = [f"{query},{label}" for query, of in truth.items() for label in of], []
    lines = [f"{query},{label}" for query, of in ranked(draw, truth).items() for label in of]
    scattered = opened(table("query,doc", true, draw), table("query,doc", lines, draw))
    assert [one.kind for one in scattered.problems] == ["scattered-rows"]
    together = opened(table("query,doc", true, draw), "query,doc\n" + "\n".join(lines) + "\n")
    assert not together.problems


def test_what_all_was_judged_is_graded_by_the_truth(opened) -> None:
    draw = Random(8)
    truth = judged(draw, [0, 1])
    rows = [(query, label, grade) for query, of in truth.items() for label, grade in of.items()]
    true = [f"{query},{label},{grade:.0f}" for query, label, grade in rows]
    lines = [f"{query},{label},{grade:.0f},{grade + draw.gauss(0, 1):.4f}" for query, label, grade in rows]
    found = opened(table("query,doc,label", true, draw), table("query,doc,label,pred", lines, draw))
    assert relevant(found) == {q: {label: 1.0 for label, g in of.items() if g} for q, of in truth.items()}
    scores = {tuple(line.split(",")[:2]): float(line.split(",")[-1]) for line in lines}
    assert predicted(found) == {q: sorted(of, key=lambda label: -scores[q, label]) for q, of in truth.items()}


def test_lists_in_another_order_than_their_confidences_are_told(opened) -> None:
    draw = Random(9)
    truth = judged(draw, [1])
    true = [f"{query},{label}" for query, of in truth.items() for label in of]
    rows = [
        f"{query},{' '.join(f'{label} {draw.random():.4f}' for label in of)}"
        for query, of in ranked(draw, truth).items()
    ]
    found = opened(table("query,doc", true, draw), table("query,docs", rows, draw))
    (problem,) = found.problems
    assert (problem.kind, problem.count) == ("rank-against-score", len(problem.rows))
    weights = [found.evaluation.table.predictions.weights_of(row) for row in range(len(QUERIES))]
    assert problem.rows.tolist() == [row for row, of in enumerate(weights) if sorted(of, reverse=True) != of.tolist()]


def test_odd_relevance_is_told(opened) -> None:
    draw = Random(10)
    truth = judged(draw, [0, 1, 2])
    lines = [f"{query},{label},{grade}" for query, of in truth.items() for label, grade in of.items()]
    lines[7] = lines[7].rpartition(",")[0] + ",maybe"
    found = opened("query,doc,relevance\n" + "\n".join(lines) + "\n", lists(ranked(draw, truth)))
    (problem,) = found.problems
    assert (problem.kind, problem.where, problem.line, problem.column) == ("odd-relevance", "truth", 9, "relevance")
    assert problem.examples == (lines[7].partition(",")[0],)
    assert "maybe" in problem.message


def test_words_are_no_confidences(opened) -> None:
    draw = Random(11)
    truth = judged(draw, [1])
    true = [f"{query},{label}" for query, of in truth.items() for label in of]
    lines = score_lines(ranked(draw, truth), lambda place: f"{1 - place / 9:.3f}")
    lines[5] = lines[5].rpartition(",")[0] + ",yes"
    found = opened(table("query,doc", true, draw), "query,doc,score\n" + "\n".join(lines) + "\n")
    assert [(one.kind, one.count) for one in found.problems] == [("missing-confidences", 1)]


def test_ranks_of_another_stage_are_told(opened) -> None:
    draw = Random(12)
    truth = judged(draw, [1])
    predictions = ranked(draw, truth)
    true = [f"{query},{label}" for query, of in truth.items() for label in of]
    earlier = {query: draw.sample(range(1, DEPTH + 1), DEPTH) for query in predictions}
    lines = [
        f"{query},{label},{place},{earlier[query][place - 1]}"
        for query, of in predictions.items()
        for place, label in enumerate(of, 1)
    ]
    found = opened(table("query,doc", true, draw), table("query,doc,rank,stage1_rank", lines, draw))
    assert predicted(found) == predictions
    (problem,) = found.problems
    assert problem.kind == "further-ranks"
    assert problem.count == sum(places != sorted(places) for places in earlier.values())


@pytest.mark.parametrize("name", ["class", "label", "target", "class_id"])
def test_classes_that_count_from_0_are_no_ranks(tmp_path: Path, name: str) -> None:
    likely = {11: (0.6, 0.3, 0.1), 12: (0.2, 0.3, 0.5), 13: (0.3, 0.6, 0.1), 14: (0.5, 0.1, 0.4), 15: (0.1, 0.2, 0.7)}
    rows = [f"{id_},{label},{given}" for id_, of in likely.items() for label, given in enumerate(of)]
    (tmp_path / "truth.csv").write_text("id,target\n11,0\n12,2\n13,1\n14,2\n15,2\n")
    (tmp_path / "submission.csv").write_text("\n".join([f"id,{name},probability", *rows]) + "\n")
    found = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "mlogloss")
    assert found.overall == pytest.approx(-sum(math.log(p) for p in (0.6, 0.5, 0.6, 0.4, 0.7)) / 5)
