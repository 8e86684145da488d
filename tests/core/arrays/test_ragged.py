"""Ragged arrays behave like the Python lists that they represent."""

from __future__ import annotations

from itertools import pairwise
from unittest.mock import patch

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import example, given

from inspector.core.arrays import ragged, types
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import cumulative_count, repeat_chunked

codes = st.integers(-3, 4)  # below 0: a previewed label outside the vocabulary
lists = st.lists(st.lists(codes, max_size=5), max_size=6)
some_lists = st.lists(st.lists(codes, max_size=5), min_size=1, max_size=6)


def plain(ragged: Ragged) -> list[list[int]]:
    """Convert to Python lists and check the array dtypes and offsets."""
    assert ragged.offsets.dtype == np.int64
    assert ragged.codes.dtype == np.int32
    assert ragged.offsets[0] == 0
    assert ragged.offsets[-1] == len(ragged.codes)
    return [ragged[i].tolist() for i in range(len(ragged))]


@given(lists, st.integers(1, 5))
def test_the_codes_that_occur_are_known(given_lists: list[list[int]], piece: int) -> None:
    occurring = {code for codes in given_lists for code in codes if code >= 0}
    found = Ragged.of(given_lists)
    with patch.object(ragged, "_PIECE", piece):
        for size in (5, 9):
            assert np.flatnonzero(found.presence(size)).tolist() == sorted(occurring)


@given(some_lists)
def test_weights_add_up_in_each_list(given_lists: list[list[int]]) -> None:
    found = weighted(given_lists)
    assert found.weights is not None
    sums = [float(found.weights[low:high].sum()) for low, high in pairwise(found.offsets.tolist())]
    assert found.weight_sums.tolist() == sums


def weighted(given: list[list[int]]) -> Ragged:
    """The lists, with the index of each code as its weight."""
    ragged = Ragged.of(given)
    return Ragged(ragged.offsets, ragged.codes, np.arange(len(ragged.codes), dtype=np.float64))


@given(lists)
def test_lists_come_back_as_they_went_in(given) -> None:
    ragged = Ragged.of(given)
    assert plain(ragged) == given
    assert ragged.lengths.tolist() == [len(codes) for codes in given]
    assert ragged.owners().tolist() == [i for i, codes in enumerate(given) for _ in codes]


@given(st.integers(0, 5))
def test_empty_lists_have_no_codes(n: int) -> None:
    assert plain(Ragged.empty(n)) == [[]] * n


@given(some_lists, st.data())
def test_take_repeats_and_reorders_lists_and_is_empty_for_negative_rows(given, data) -> None:
    rows = data.draw(st.lists(st.integers(-1, len(given) - 1), max_size=8))
    taken = weighted(given).take(np.array(rows, np.int64))
    assert plain(taken) == [given[row] if row >= 0 else [] for row in rows]
    starts = np.cumsum([0, *map(len, given)]).tolist()
    weights = [starts[row] + place for row in rows if row >= 0 for place in range(len(given[row]))]
    assert taken.weights.tolist() == weights


def test_taking_from_no_lists_gives_empty_lists() -> None:
    assert plain(Ragged.empty().take(np.array([-1, -1]))) == [[], []]
    assert plain(Ragged.empty().take(np.empty(0, np.int64))) == []


@given(lists, st.data())
def test_keep_leaves_the_lists_and_drops_the_codes_that_are_not_wanted(given, data) -> None:
    mask = [[data.draw(st.booleans()) for _ in codes] for codes in given]
    kept = weighted(given).keep(np.array([wanted for row in mask for wanted in row], bool))
    wanted = [[code for code, keep in zip(*pair, strict=True) if keep] for pair in zip(given, mask, strict=True)]
    assert plain(kept) == wanted
    assert len(kept.weights) == len(kept.codes)


@given(st.integers(0, 4), st.integers(1, 5), st.data())
def test_lists_of_one_length_are_taken_like_others(length, n, data) -> None:
    given = data.draw(st.lists(st.lists(codes, min_size=length, max_size=length), min_size=n, max_size=n))
    rows = data.draw(st.lists(st.integers(-1, n - 1)))
    taken = weighted(given).take(np.array(rows, np.int64))
    assert plain(taken) == [given[row] if row >= 0 else [] for row in rows]
    assert taken.weights.tolist() == [row * length + i for row in rows if row >= 0 for i in range(length)]


@given(lists, lists)
def test_append_puts_one_behind_the_other(left, right) -> None:
    both = weighted(left).append(weighted(right))
    assert plain(both) == left + right
    assert both.weights.tolist() == [*range(sum(map(len, left))), *range(sum(map(len, right)))]


@given(some_lists, st.booleans(), st.data())
def test_replace_changes_only_the_given_lists(given, keeps_lengths, data) -> None:
    rows = data.draw(st.lists(st.integers(0, len(given) - 1), unique=True))
    sizes = [(len(given[row]),) * 2 if keeps_lengths else (0, 5) for row in rows]
    new = [data.draw(st.lists(codes, min_size=least, max_size=most)) for least, most in sizes]
    before, lists = weighted(given), weighted(new)
    replaced = before.replace(np.array(rows, np.int64), lists)
    assert plain(replaced) == [dict(zip(rows, new, strict=True)).get(i, codes) for i, codes in enumerate(given)]
    source = {row: lists.weights_of(at) for at, row in enumerate(rows)}
    wanted = [source.get(i, before.weights_of(i)).tolist() for i in range(len(given))]
    assert [replaced.weights_of(i).tolist() for i in range(len(given))] == wanted
    assert (plain(before), before.weights.tolist()) == (given, [*range(len(before.codes))])


@given(lists, st.integers(1, 5))
def test_the_first_codes_of_each_list_keep_their_weights(given, k) -> None:
    first = weighted(given).first(k)
    assert plain(first) == [codes[:k] for codes in given]
    starts = np.cumsum([0, *map(len, given)]).tolist()
    assert first.weights.tolist() == [starts[i] + at for i, codes in enumerate(given) for at in range(len(codes[:k]))]


@given(lists)
@example([[1, 2, 1, 2, 2], [2], *([[]] * 9), [1]])
@example([[1], [1], *([[]] * 9), [0, 0, -1, -1]])
def test_a_repeat_is_a_code_found_earlier_in_its_list(given) -> None:
    wanted = [code in codes[:place] for codes in given for place, code in enumerate(codes)]
    assert Ragged.of(given).repeats().tolist() == wanted


@given(some_lists, st.data())
def test_lists_are_the_same_when_all_their_codes_are(given, data) -> None:
    other = [data.draw(st.one_of(st.just(codes), st.lists(st.integers(0, 1), max_size=3))) for codes in given]
    same = Ragged.of(given).same(Ragged.of(other)).tolist()
    assert same == [left == right for left, right in zip(given, other, strict=True)]


def test_lists_with_other_weights_are_not_the_same_but_nan_equals_nan() -> None:
    codes = Ragged.of([[1], [2], [3]])
    left = Ragged(codes.offsets, codes.codes, np.array([0.5, np.nan, 1.0]))
    right = Ragged(codes.offsets, codes.codes, np.array([0.5, np.nan, 2.0]))
    assert left.same(right).tolist() == [True, True, False]


@given(st.lists(st.booleans()))
def test_a_cumulative_count_excludes_its_own_index(mask) -> None:
    assert cumulative_count(np.array(mask, bool)).tolist() == [sum(mask[:i]) for i in range(len(mask) + 1)]


@pytest.mark.parametrize("at_once", [1, 3, 1000])
@given(st.lists(st.integers(0, 4), max_size=9))
def test_values_are_repeated_piece_by_piece_as_all_at_once(at_once: int, counts) -> None:
    values, many = np.arange(len(counts)) * 7, np.array(counts, np.int64)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(types, "_CHUNK", at_once)
        assert repeat_chunked(values, many).tolist() == np.repeat(values, many).tolist()


@given(some_lists, st.data())
def test_concatenated_parts_keep_their_order(given, data) -> None:
    ragged, n = weighted(given), st.integers(0, len(given))
    cuts = [sorted(data.draw(st.tuples(n, n))) for _ in range(data.draw(st.integers(1, 3)))]
    joined = Ragged.joined([ragged.part(low, high) for low, high in cuts])
    rows = [row for low, high in cuts for row in range(low, high)]
    assert plain(joined) == [given[row] for row in rows]
    assert joined.weights.tolist() == [weight for row in rows for weight in ragged.weights_of(row).tolist()]


@given(st.lists(st.lists(st.floats(-1, 1), max_size=20), max_size=6))
def test_a_list_sums_to_the_same_bit_alone_and_among_others(given) -> None:
    among = Ragged.of([[0] * len(values) for values in given]).sums(np.array([v for values in given for v in values]))
    alone = [Ragged.one([0] * len(values)).sums(np.array(values, np.float64)).item() for values in given]
    assert among.tolist() == alone
    assert among.tolist() == pytest.approx([sum(values) for values in given], abs=1e-12)


@given(lists)
def test_lists_know_whether_any_has_repeats(given) -> None:
    assert Ragged.of(given).has_repeats == any(len({*one}) < len(one) for one in given)


def test_the_longest_list_is_found_without_keeping_all_lengths() -> None:
    ragged = Ragged.of([[1], [2, 3], []])
    assert ragged.longest == 2
    assert "lengths" not in ragged.__dict__
