"""The notes as a value: what is written is there, and merging keeps the later of two versions of every row."""

from __future__ import annotations

import time
from functools import reduce

import hypothesis.strategies as st
import pytest
from hypothesis import given

from inspector.core.errors import InputError
from inspector.core.notes.note import Note, split_tags
from inspector.core.notes.notes import Notes

HOSTILE = ["", "two\nlines", "<b>x</b>", "\u202eright to left", "a\0b", "=cmd", "x" * 1000, "\r\n,\"'", "😀"]
typed = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(exclude_categories=["Cs"]), max_size=9))
texts = typed.filter(lambda text: not text or text.strip())
tags = st.sets(st.sampled_from(["hard", "easy", "Hard", "<i>", "\u202ex", "été"]), max_size=3)
# Few ids and few times, so that two versions of a row often meet, also with the same time.
ids = st.sampled_from(["r1", "r2", "r,3", "0706016001"])
times = st.sampled_from([1, 2, 3, 1_700_000_000_000_000_000])
notes_of_rows = st.builds(Note, texts, tags.map(lambda found: tuple(sorted(found))), times, times)
every_notes = st.builds(Notes, st.dictionaries(ids, notes_of_rows))


@given(every_notes, ids, texts)
def test_a_text_that_is_written_is_there_and_nothing_else_changes(notes: Notes, id_: str, text: str) -> None:
    after = notes.with_text(id_, text)
    assert after[id_].text == text
    assert after[id_].tags == notes[id_].tags
    assert {other: after[other] for other in notes.by_id if other != id_} == {
        other: note for other, note in notes.by_id.items() if other != id_
    }
    assert (after is notes) == (notes[id_].text == text)
    assert after is notes or after[id_].written > notes[id_].written


@given(every_notes, st.lists(ids), tags, tags)
def test_tags_are_added_and_removed_and_the_texts_stay(notes: Notes, rows: list[str], add: set, remove: set) -> None:
    after = notes.with_tags(rows, add, remove)
    for id_ in {*rows, *notes.by_id}:
        wanted = (set(notes[id_].tags) | add) - remove if id_ in rows else set(notes[id_].tags)
        assert after[id_].tags == tuple(sorted(wanted))
        assert after[id_].text == notes[id_].text
        assert after[id_] == notes[id_] or after[id_].tagged > notes[id_].tagged
    assert (after is notes) == all(after[id_] == notes[id_] for id_ in rows)


@given(every_notes)
def test_what_is_in_use_is_counted(notes: Notes) -> None:
    found = [note for note in notes.by_id.values() if note.text or note.tags]
    assert len(notes) == len(found)
    assert notes.texts == {id_: note.text for id_, note in notes.by_id.items() if note.text}
    names = sorted({tag for note in found for tag in note.tags})
    assert [*notes.tags.items()] == [(tag, sum(tag in note.tags for note in found)) for tag in names]
    assert notes.tags_of([]) == {}
    assert (notes.has_texts, notes.has_tags) == (bool(notes.texts), bool(notes.tags))


@given(st.lists(every_notes, min_size=2, max_size=4), st.randoms())
def test_merging_is_independent_of_the_order_and_of_repeats(versions: list[Notes], shuffle) -> None:
    merged = reduce(Notes.merged, versions)
    again = [*versions, *versions]
    shuffle.shuffle(again)
    assert reduce(Notes.merged, again) == merged
    for id_, note in merged.by_id.items():
        found = [version[id_] for version in versions if id_ in version.by_id]
        assert (note.written, note.text) == max((each.written, each.text) for each in found)
        assert (note.tagged, note.tags) == max((each.tagged, each.tags) for each in found)


@given(every_notes, every_notes)
def test_merging_returns_the_same_object_where_it_adds_nothing(one: Notes, other: Notes) -> None:
    both = one.merged(other)
    assert both.merged(other) is both
    assert Notes().merged(both) == both
    assert (both is one) == (both == one)


def test_a_change_is_later_even_if_the_clock_was_set_back() -> None:
    ahead = Notes({"r1": Note("before", (), time.time_ns() + 10**12)})
    behind = ahead.with_text("r1", "after")
    assert ahead.merged(behind)["r1"].text == behind.merged(ahead)["r1"].text == "after"


def test_a_note_that_was_taken_back_does_not_return_from_an_older_version() -> None:
    written = Notes().with_text("r1", "x").with_tags(["r1"], ["hard"])
    blank = written.with_text("r1", "").with_tags(["r1"], (), ["hard"])
    assert len(blank) == 0
    assert len(blank.merged(written)) == len(written.merged(blank)) == 0


@given(every_notes, ids, texts, tags)
def test_a_text_and_tags_written_in_two_windows_both_stay(before: Notes, id_: str, text: str, add: set) -> None:
    written, tagged = before.with_text(id_, text), before.with_tags([id_], add)
    for both in (written.merged(tagged), tagged.merged(written)):
        assert both[id_].text == text
        assert set(both[id_].tags) == add | set(before[id_].tags)


@pytest.mark.parametrize("blanks", [" ", "\n", "\t \u00a0"])
def test_blanks_are_no_note(blanks: str) -> None:
    notes = Notes().with_text("r1", blanks)
    assert len(notes) == 0
    assert len(notes.with_text("r1", "x").with_text("r1", blanks)) == 0
    assert notes.with_text("r1", " x\n")["r1"].text == " x\n"


@pytest.mark.parametrize("tag", ["", "two words", "a,b", " x", "x\n"])
def test_a_tag_is_one_word(tag: str) -> None:
    with pytest.raises(InputError, match="a tag is one word"):
        Notes().with_tags(["r1"], [tag])


def test_half_a_character_is_refused() -> None:
    with pytest.raises(InputError, match="half a character"):
        Notes().with_text("r1", "x\ud800")
    with pytest.raises(InputError, match="half a character"):
        Notes().with_tags(["r1"], ["\ud800"])


def test_typed_tags_are_words_between_blanks_and_commas() -> None:
    assert split_tags(" hard, blurry\teasy hard,,") == ("hard", "blurry", "easy")
    assert split_tags("") == ()
