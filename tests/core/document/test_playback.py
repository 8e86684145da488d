"""Playback of edits: each is shown before its score, and the end restores the state."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector import Inspection
from inspector.core.document.playback import Playback


@pytest.fixture
def pair(tmp_path: Path) -> Inspection:
    (tmp_path / "truth.csv").write_text("id,label\na,x\nb,y\nc,z\n")
    (tmp_path / "submission.csv").write_text("id,label\na,q x\nb,q\nc,q\n")
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@2")


def test_a_step_shows_its_edit_first_and_its_score_when_it_is_revealed(pair: Inspection) -> None:
    before = pair.overall
    pair.edit("a", ["x"])
    first = pair.overall
    pair.edit("b", ["y"])
    last = pair.overall
    playback = Playback(pair)
    assert playback.play()
    seen = []
    while (moment := playback.moment) is not None:
        seen.append((moment.edit.name, moment.number, moment.count, moment.revealed, pair.overall))
        playback.advance()
    assert seen == [
        ("edit a", 1, 2, False, before),
        ("edit a", 1, 2, True, first),
        ("edit b", 2, 2, False, first),
        ("edit b", 2, 2, True, last),
    ]
    assert (pair.overall, pair.redo_name, playback.is_playing) == (last, None, False)


def test_going_back_leads_through_the_same_moments(pair: Inspection) -> None:
    pair.edit("a", ["x"])
    pair.edit("b", ["y"])
    playback = Playback(pair)
    playback.play()
    seen = [(playback.moment, pair.overall)]
    for _ in range(3):
        playback.advance()
        seen.append((playback.moment, pair.overall))
    for before in seen[-2::-1]:
        assert playback.back()
        assert (playback.moment, pair.overall) == before
    assert not playback.back()
    assert (playback.moment, pair.redo_name) == (seen[0][0], "edit a")
    playback.stop()
    assert (len(pair.evaluation.overlay), playback.back()) == (2, False)


def test_edits_that_are_played_are_not_saved_by_that(pair: Inspection, tmp_path: Path) -> None:
    pair.edit("a", ["x"])
    playback = Playback(pair)
    playback.play()
    assert not pair.is_saved
    playback.stop()
    pair.save(tmp_path / "saved.csv")
    playback.play()
    assert pair.is_saved
    playback.stop()
    assert pair.is_saved
    pair.undo()
    assert not pair.is_saved


def test_only_edits_from_the_mark_on_are_steps(pair: Inspection) -> None:
    playback = Playback(pair)
    pair.edit("a", ["x"])
    playback.mark()
    assert (playback.count, playback.play()) == (0, False)
    pair.edit("b", ["y"])
    assert playback.play()
    assert pair.evaluation.labels(0) == ["x"]
    assert pair.evaluation.labels(1) == ["q"]
    assert playback.moment.edit.name == "edit b"


def test_stopping_makes_every_edit_again(pair: Inspection) -> None:
    for id_ in "abc":
        pair.edit(id_, ["x"])
    overall, playback = pair.overall, Playback(pair)
    playback.play()
    playback.advance()
    playback.stop()
    assert (pair.overall, pair.redo_name, playback.moment) == (overall, None, None)


def test_an_edit_or_undo_moves_or_ends_the_playback(pair: Inspection) -> None:
    pair.edit("a", ["x"])
    pair.edit("b", ["y"])
    playback = Playback(pair)
    playback.play()
    playback.advance()
    playback.advance()
    assert playback.moment.number == 2
    pair.undo()
    assert playback.moment.number == 1
    pair.edit("c", ["z"])
    assert playback.moment is None
    playback.advance()
    assert not playback.is_playing


def test_without_an_edit_there_is_nothing_to_play(pair: Inspection) -> None:
    playback = Playback(pair)
    assert not playback.play()
    playback.advance()
    assert playback.moment is None


def test_what_was_undone_before_stays_undone(pair: Inspection) -> None:
    for id_ in "abc":
        pair.edit(id_, ["x"])
    pair.undo()
    playback = Playback(pair)
    assert playback.count == 2
    assert playback.play()
    assert (playback.moment.number, playback.moment.count, playback.count) == (1, 2, 2)
    playback.stop()
    assert (pair.undo_name, pair.redo_name) == ("edit b", "edit c")
    assert playback.play()
    for _ in range(4):
        assert playback.moment is not None
        playback.advance()
    assert (playback.moment, playback.is_playing, pair.redo_name) == (None, False, "edit c")


def test_stopping_without_a_playback_makes_nothing_again(pair: Inspection) -> None:
    pair.edit("a", ["x"])
    pair.undo()
    Playback(pair).stop()
    assert pair.redo_name == "edit a"


def test_playing_again_begins_with_all_edits(pair: Inspection) -> None:
    for id_ in "ab":
        pair.edit(id_, ["x"])
    playback = Playback(pair)
    playback.play()
    assert playback.play()
    assert (playback.count, playback.moment.number) == (2, 1)
