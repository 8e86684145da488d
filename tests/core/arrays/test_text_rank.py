"""Ranks of texts, compared with Python's order of their bytes."""

from __future__ import annotations

import hypothesis.strategies as st
import pytest
from hypothesis import example, given

from inspector.core.arrays import text_rank
from inspector.core.arrays.arrow import texts
from inspector.core.arrays.text_rank import text_ranks
from inspector.core.data.vocab import Vocab

signs = st.text(st.sampled_from("ab\0é鯨"), max_size=20)
anything = st.lists(st.one_of(signs, st.text(max_size=12), signs.map("a long beginning ".__add__)), max_size=30)


def by_python(given: list[str]) -> list[int]:
    different = sorted({text.encode() for text in given})
    return [different.index(text.encode()) for text in given]


@pytest.mark.parametrize("sample", [1, 4096])  # a sample of texts shows whether they repeat
@given(given=anything)
def test_texts_are_ranked_by_bytes_and_equal_texts_share_a_rank(sample: int, given: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_rank, "_SAMPLE_SIZE", sample)
        assert text_ranks(texts(given)).tolist() == by_python(given)
        assert text_ranks(texts(["junk", *given]).slice(1)).tolist() == by_python(given)


@example(["a", "a\0", "a\0\0", "a", "a\0"])  # they differ in length only
@given(given=anything)
def test_texts_that_differ_in_zero_bytes_alone_are_ranked(given: list[str]) -> None:
    assert text_ranks(texts(given)).tolist() == by_python(given)


few_signs = st.one_of(st.text("09a", max_size=8), st.text("09a", max_size=2).map("0a9a0a".__add__))


@given(st.lists(few_signs, min_size=1, max_size=30))
def test_short_texts_of_few_characters_are_ranked(given: list[str]) -> None:
    assert text_ranks(texts(given)).tolist() == by_python(given)
    assert text_ranks(texts(["0", *given, "junk"]).slice(1, len(given))).tolist() == by_python(given)


@given(st.lists(st.text(max_size=4), unique=True, max_size=9), st.lists(st.text(max_size=4), max_size=9))
def test_a_vocabulary_finds_what_it_has_and_ranks_what_was_added(base: list[str], added: list[str]) -> None:
    vocab = Vocab(texts(base))
    known = dict(zip(base, range(len(base)), strict=True))
    for text in added:
        assert vocab.find(text) == known.get(text, -1)
        assert vocab.add(text) == known.setdefault(text, len(known))
        assert vocab.ranks().tolist() == [sorted(known, key=str.encode).index(label) for label in known]
    assert vocab.find("no such label") == -1
