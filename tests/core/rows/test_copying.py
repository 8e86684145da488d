"""Label lists as texts and rows for the clipboard, compared with joining row by row."""

from __future__ import annotations

import hypothesis.strategies as st
import numpy as np
import pytest
from core.strategies import KNOWN
from hypothesis import given

import inspector
from inspector.core.arrays import ragged
from inspector.core.arrays.arrow import texts
from inspector.core.arrays.ragged import BLANK, Ragged
from inspector.core.data.list_text import list_texts
from inspector.core.data.vocab import Vocab
from inspector.core.rows import copying, export
from inspector.core.task import drain

codes = st.integers(BLANK, len(KNOWN) - 1)


@given(st.lists(st.lists(codes, max_size=5), max_size=9), st.sampled_from([" ", ", ", "é"]), st.booleans())
def test_lists_become_the_texts_that_joining_them_gives(lists: list[list[int]], separator: str, large: bool) -> None:
    lists = [[], *lists, *[[0] * len(KNOWN)] * large]
    labels = [[KNOWN[code] if code >= 0 else "" for code in codes] for codes in lists]
    found = list_texts(Vocab(texts(KNOWN)), Ragged.of(lists), separator)
    found.validate(full=True)
    assert found.to_pylist() == [separator.join(given) for given in labels]


def test_labels_that_were_typed_become_text_too() -> None:
    vocab = Vocab(texts(["a"]))
    assert list_texts(vocab, Ragged.of([[0, vocab.add("new")], []]), " ").to_pylist() == ["a new", ""]


@given(st.lists(st.lists(st.integers(0, 9), min_size=3, max_size=3), min_size=1, max_size=6), st.data())
def test_lists_of_one_length_are_taken_as_lists_of_many_are(lists: list[list[int]], data) -> None:
    whole = Ragged.of(lists)
    whole = Ragged(whole.offsets, whole.codes, np.arange(len(whole.codes)) / 2)
    rows = np.array(data.draw(st.lists(st.integers(-1, len(lists) - 1), max_size=9)), np.int64)
    slow = whole.take(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ragged, "_MIN_MATRIX_ROWS", 0)
        fast = whole.take(rows)
    assert whole.width == 3
    for name in ("offsets", "codes", "weights"):
        assert getattr(fast, name).dtype == getattr(slow, name).dtype
        assert getattr(fast, name).tolist() == getattr(slow, name).tolist()


@pytest.mark.parametrize("headers", [True, False])
def test_rows_are_copied_the_same_in_one_piece_or_in_several(
    files: tuple[str, str], monkeypatch: pytest.MonkeyPatch, headers: bool
) -> None:
    evaluation = inspector.open_pair(*files, metric="map@3").evaluation
    rows = np.tile(evaluation.all_rows, 6)
    whole = copying.tab_separated(export.rows_table(evaluation, rows), headers)
    monkeypatch.setattr(export, "_PIECE", 4)
    monkeypatch.setattr(export.os, "cpu_count", lambda: 5)
    table = export.rows_table(evaluation, rows)
    assert table["id"].num_chunks == 5
    assert copying.tab_separated(table, headers) == whole
    assert whole.count(b"\n") == len(rows) + headers
    monkeypatch.setattr(copying, "_ROWS_A_PIECE", 7)
    assert drain(copying.copy_task(evaluation, rows, headers)).text == whole


@pytest.mark.parametrize("sign", ["\t", "\n", "\r"])
def test_a_character_that_would_end_a_cell_is_copied_as_a_blank(sign: str) -> None:
    column = texts(["plain", f"a{sign}b", "é"])
    for cells in (column, column.slice(1), column.slice(1, 1)):
        assert f"a{sign}b" in cells.to_pylist()
        copied = copying.tab_separated(export.pa.table([cells, cells], ["x", "y"]), headers=False)
        assert b"a b\ta b\n" in copied
    assert copying.tab_separated(export.pa.table([column.slice(2)], ["x"]), headers=False).decode() == "é\n"
