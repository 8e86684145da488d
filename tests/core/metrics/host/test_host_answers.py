"""Scores that are looked up among answers: after edits, undo and copies. The answers are made up here."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.core.arrays.ragged import Ragged
from inspector.core.metrics import Batch, open_scores, parse
from inspector.core.metrics.host.answers import RowKind, prints_of
from inspector.core.metrics.host.scores import HostScores

LISTS = [[0, 1], [1], [], [2, 2, 0]]
EVERY = np.arange(len(LISTS))


def batch(lists: list[list[int]]) -> Batch:
    return Batch(Ragged.of([[0]] * len(lists)), Ragged.of(lists), np.ones(len(lists), bool))


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("host") / "metric.py"
    path.write_text("def score(solution, submission, row_id_column_name):\n    return 1.0\n")
    return path


@pytest.fixture
def scores(path: Path) -> HostScores:
    scores = open_scores(parse(str(path)), batch(LISTS))
    assert isinstance(scores, HostScores)
    return scores


def edit(scores: HostScores, row: int, new: list[int], before: list[int]) -> None:
    scores.rescore(np.array([row]), batch([before]), batch([new]))


def answer(scores: HostScores, overall: float, rows: list[float] | None = None, kind: RowKind = "separable") -> None:
    scores.answers.overall[scores.key()] = overall
    if rows is not None:
        scores.tell(kind, EVERY, np.array(rows))
    scores.take_answers()


def test_nothing_is_known_before_the_first_answer(scores: HostScores) -> None:
    assert np.isnan(scores.overall)
    assert not scores.is_settled
    assert scores.unknown.all()
    assert scores.first_hit.tolist() == [1, 0, 0, 3]


def test_the_last_number_stays_until_the_next_answer(scores: HostScores) -> None:
    answer(scores, 0.5)
    edit(scores, 0, [1], LISTS[0])
    assert (scores.overall, scores.is_settled, np.isnan(scores.now(0).overall)) == (0.5, False, True)
    answer(scores, 0.25)
    assert (scores.overall, scores.is_settled) == (0.25, True)


def test_the_same_overall_is_news_after_an_edit(scores: HostScores) -> None:
    answer(scores, 0.5)
    edit(scores, 0, [1], LISTS[0])
    assert not scores.is_behind
    scores.answers.overall[scores.key()] = 0.5
    assert scores.has_new_overall


def test_an_answer_that_nobody_looked_up_leaves_the_overall_unknown(scores: HostScores) -> None:
    answer(scores, 0.5)
    edit(scores, 0, [1], LISTS[0])
    scores.answers.overall[scores.key()] = 0.25
    assert not scores.is_settled
    assert np.isnan(scores.known_overall)
    scores.take_answers()
    assert scores.known_overall == 0.25
    scores.take_answers()
    assert not scores.is_behind


def test_answers_about_other_predictions_do_no_harm(scores: HostScores) -> None:
    old = scores.copy()
    edit(scores, 0, [1], LISTS[0])
    old.tell("separable", EVERY, np.array([0.1, 0.2, 0.3, 0.4]))
    scores.take_answers()
    assert scores.unknown.tolist() == [True, False, False, False]
    scores.tell("influence", EVERY[:0], np.empty(0))
    old.tell("separable", EVERY, np.array([0.1, 0.2, 0.3, 0.4]))
    old.tell("influence", EVERY, np.array([1.0, 2.0, 3.0, 4.0]))
    scores.take_answers()
    assert (scores.kind, scores.unknown.all()) == ("influence", np.True_)
    edit(scores, 0, LISTS[0], [1])
    assert scores.row.tolist() == [1.0, 2.0, 3.0, 4.0]


def test_a_look_reads_each_answer_once(scores: HostScores, monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[int]()
    monkeypatch.setattr(HostScores, "_take", lambda _, told: read.append(len(told.rows)))
    for row in EVERY:
        scores.tell("separable", EVERY[row : row + 1], np.array([0.5]))
        assert scores.is_behind
        scores.take_answers()
    scores.take_answers()
    assert (read, scores.is_behind) == ([1, 1, 1, 1, 0], False)


def test_undo_finds_the_old_numbers_again(scores: HostScores) -> None:
    answer(scores, 0.1 + 0.2, [0.1, 0.2, 0.3, 0.4])
    edit(scores, 0, [1], LISTS[0])
    assert scores.unknown.tolist() == [True, False, False, False]
    answer(scores, 0.7)
    edit(scores, 0, LISTS[0], [1])
    assert (scores.overall, scores.row.tolist()) == (0.1 + 0.2, [0.1, 0.2, 0.3, 0.4])


def test_an_edit_leaves_other_influence_outdated_and_undo_takes_it_back(scores: HostScores) -> None:
    answer(scores, 0.5, [0.1, 0.2, 0.3, 0.4], "influence")
    edit(scores, 1, [0], LISTS[1])
    assert (scores.unknown.tolist(), scores.outdated.tolist()) == (
        [False, True, False, False],
        [True, False, True, True],
    )
    assert "3 from before the last edits" in scores.row_words
    assert scores.warning(EVERY) == "3 row scores are from before the last edits; 1 row scores are not worked out yet"
    assert scores.warning(np.array([1])) == "1 row scores are not worked out yet"
    answer(scores, 0.6, [1.0, 2.0, 3.0, 4.0], "influence")
    assert scores.row.tolist() == [1.0, 2.0, 3.0, 4.0]
    edit(scores, 1, LISTS[1], [0])
    assert (scores.row.tolist(), scores.outdated.any()) == ([0.1, 0.2, 0.3, 0.4], np.False_)


def test_rows_that_turn_out_not_to_be_separable_are_forgotten(scores: HostScores) -> None:
    answer(scores, 0.5, [0.1, 0.2, 0.3, 0.4])
    scores.tell("influence", EVERY[:0], np.empty(0))
    assert scores.is_behind
    scores.take_answers()
    assert scores.unknown.all()


def test_copies_share_answers_and_nothing_else(scores: HostScores) -> None:
    twin = scores.copy()
    edit(twin, 0, [1], LISTS[0])
    answer(scores, 0.5)
    assert (twin.overall != twin.overall, twin.is_settled) == (True, False)
    edit(twin, 0, LISTS[0], [1])
    assert twin.overall == 0.5


def test_a_preview_is_known_where_it_was_asked_about(scores: HostScores) -> None:
    answer(scores, 0.5)
    edit(scores, 0, [1], LISTS[0])
    assert scores.preview(0, batch([[1]]), batch([LISTS[0]])).overall == 0.5
    assert np.isnan(scores.preview_rows(np.array([0]), batch([[1]]), batch([[2]])))


def test_what_rows_could_win_is_not_known(scores: HostScores) -> None:
    answer(scores, 0.5)
    assert not scores.tells_losses
    assert not scores.tells_gains
    assert np.isnan(scores.losses(None, lambda: batch(LISTS)).cost).all()


def test_the_overall_is_a_mean_once_all_separable_rows_are_known(scores: HostScores) -> None:
    answer(scores, 0.25, [0.1, 0.2, 0.3, 0.4])
    assert scores.is_mean
    assert scores.part(np.array([1, 3]), lambda: batch(LISTS)) == pytest.approx(0.3)
    edit(scores, 0, [1], LISTS[0])
    assert not scores.is_mean


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 3), st.lists(st.integers(-1, 5), max_size=4)), max_size=6))
def test_a_fingerprint_belongs_to_the_predictions_alone(edits: list[tuple[int, list[int]]]) -> None:
    lists = [*LISTS]
    prints = prints_of(EVERY, Ragged.of(LISTS))
    for row, new in edits:
        lists[row] = new
        prints[row] = prints_of(np.array([row]), Ragged.of([new]))[0]
    assert prints.tolist() == prints_of(EVERY, Ragged.of(lists)).tolist()
    before = prints_of(EVERY, Ragged.of(LISTS))
    assert (prints == before).tolist() == [a == b for a, b in zip(lists, LISTS, strict=True)]


ROW, STEP = st.integers(0, 3), st.sampled_from(["edit", "tell", "late", "look", "forget"])


@settings(max_examples=60)
@given(st.sampled_from(["separable", "influence"]), st.lists(st.tuples(STEP, ROW, st.integers(0, 2)), max_size=30))
def test_what_is_known_is_what_was_told_of_these_predictions(
    path: Path, kind: RowKind, steps: list[tuple[str, int, int]]
) -> None:
    scores = open_scores(parse(str(path)), batch(LISTS))
    assert isinstance(scores, HostScores)
    scores.tell(kind, EVERY[:0], np.empty(0))
    scores.take_answers()
    lists, told, older = [*LISTS], dict[object, float](), [(scores.copy(), [*LISTS])]

    def key(row: int, of: list[list[int]]) -> object:
        return (row, str(of[row] if kind == "separable" else of))

    for number, (step, row, value) in enumerate(steps):
        if step == "edit":
            edit(scores, row, [value], lists[row])
            lists[row] = [value]
            older.append((scores.copy(), [*lists]))
        elif step == "look":
            scores.take_answers()
        elif step == "forget":
            scores.forget_outdated()
        else:
            asked, of = (scores, lists) if step == "tell" else older[value % len(older)]
            if key(row, of) not in told:
                told[key(row, of)] = float(number)
                asked.tell(kind, np.array([row]), np.array([float(number)]))
    scores.take_answers()
    for row in range(len(lists)):
        current = not scores.unknown[row] and not scores.outdated[row]
        assert current == (key(row, lists) in told)
        assert not current or scores.row[row] == told[key(row, lists)]
