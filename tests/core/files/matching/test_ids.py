"""Ids are equal where their texts are, for any chunks, lengths and colliding fingerprints."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given

from inspector.core.arrays import parallel
from inspector.core.arrays.arrow import texts
from inspector.core.files.matching import ids

# Lengths around the eight bytes that are read at a time, with common prefixes and suffixes.
texts_of_ids = st.lists(st.text("ab\0é", max_size=3) | st.text("01", min_size=6, max_size=26), max_size=12)


@pytest.fixture(autouse=True, scope="module")
def small_pieces():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parallel, "_MIN_SIZE", 2)
        patch.setattr(ids, "_AT_ONCE", 3)
        yield


def chunked(values: list[str], cut: int) -> pa.ChunkedArray:
    # The texts of a slice do not start at the beginning of its buffer.
    behind = [texts(["before", *part])[1:] for part in (values[:cut], values[cut:])]
    return pa.chunked_array(behind, pa.string())


def coded(truth: list[str], submission: list[str], cut: int = 0) -> list[int]:
    own, theirs = ids.code_ids(texts(["before", *truth])[1:], chunked(submission, cut))
    assert (len(own), len(theirs)) == (len(truth), len(submission))
    return [*own.tolist(), *theirs.tolist()]


def assert_equal_as_texts(truth: list[str], submission: list[str], codes: list[int]) -> None:
    both = [*truth, *submission]
    assert len(set(codes)) == len(set(both))
    assert len(set(zip(codes, both, strict=True))) == len(set(both))


@given(texts_of_ids, texts_of_ids, st.integers(0, 12))
def test_numbers_are_equal_where_texts_are(truth, submission, cut) -> None:
    assert_equal_as_texts(truth, submission, coded(truth, submission, cut))


@given(texts_of_ids, texts_of_ids)
def test_two_ids_with_one_fingerprint_stay_two(truth, submission) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ids, "_FACTOR", np.uint64(0))
        assert_equal_as_texts(truth, submission, coded(truth, submission))


@given(texts_of_ids)
def test_an_id_of_the_truth_has_the_number_of_its_first_record(truth) -> None:
    assert coded(truth, []) == [truth.index(text) for text in truth]


@given(texts_of_ids)
def test_a_fingerprint_depends_on_the_text_alone(some) -> None:
    alone = [ids.fingerprints(texts([text]))[0] for text in some]
    assert ids.fingerprints(texts(some)).tolist() == alone


@pytest.mark.parametrize("other", ["z", "zz"])
def test_long_ids_that_differ_at_their_ends_are_told_apart(other: str) -> None:
    long = "x" * 5_000
    truth, submission = [f"{long}a", "b", f"{long}c"], [f"{long}c", f"{long}{other}"]
    assert_equal_as_texts(truth, submission, coded(truth, submission))


def test_ids_with_a_pattern_have_distinct_fingerprints() -> None:
    numbered = [f"{i:016d}" for i in range(100_000)] + [f"{i}.jpg" for i in range(100_000)]
    assert len(np.unique(ids.fingerprints(texts(numbered)))) == len(numbered)


@given(st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 2), max_size=30))
def test_the_first_of_the_same_fingerprints_is_found(prints) -> None:
    assert ids.first_with_same(np.array(prints, np.uint64)).tolist() == [prints.index(one) for one in prints]


def test_the_numbers_of_a_submission_do_not_keep_those_of_the_truth() -> None:
    assert ids.code_ids(texts(["a", "b"]), pa.chunked_array([texts(["b", "c"])]))[1].base is None


@pytest.mark.slow
@given(
    st.lists(st.text("ab", max_size=3), min_size=1, max_size=8, unique=True).flatmap(
        lambda known: st.tuples(st.just(known), st.permutations(range(len(known))), st.permutations(range(len(known))))
    ),
    st.booleans(),
)
def test_ids_that_stand_where_they_stood_have_the_same_numbers(drawn, changed: bool) -> None:
    known, order, other = drawn
    submission = [known[at] for at in order]
    if changed:
        submission[0] = "other"
    likely = np.argsort(order if not changed else other)
    truth, chunked_ids = texts(known), pa.chunked_array([texts(submission[:2]), texts(submission[2:])])
    for usual in (likely, np.argsort(other), np.zeros(len(known), np.int64), np.full(len(known), -1), likely[:-1]):
        for found, plain in zip(ids.code_ids(truth, chunked_ids, usual), ids.code_ids(truth, chunked_ids), strict=True):
            assert found.tolist() == plain.tolist()


def test_ids_that_stand_where_they_stood_are_not_sorted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "first_with_same", lambda prints: pytest.fail("coded anew"))
    found = ids.code_ids(texts(["a", "b", "c"]), pa.chunked_array([texts(["c", "a", "b"])]), np.array([1, 2, 0]))
    assert [codes.tolist() for codes in found] == [[0, 1, 2], [2, 0, 1]]


@pytest.mark.slow
@given(texts_of_ids, st.integers(0, 12))
def test_ids_in_the_same_order_have_the_numbers_of_their_first_records(same, cut) -> None:
    assert coded(same, same, cut) == [same.index(text) for text in [*same, *same]]


def test_ids_in_the_same_order_are_not_sorted_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "first_with_same", lambda prints: pytest.fail("coded anew"))
    assert coded(["b", "a", "c"], ["b", "a", "c"], 1) == [0, 1, 2, 0, 1, 2]
