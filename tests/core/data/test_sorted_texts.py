"""Texts that begin with another, beside a plain search."""

from __future__ import annotations

import hypothesis.strategies as st
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given

from inspector.core.arrays import arrow
from inspector.core.data.sorted_texts import SortedTexts

texts = st.text(st.sampled_from("aAbBéÉßſıİ ") | st.characters(exclude_categories=["Cs"]), max_size=4)


@given(st.lists(texts, max_size=12), texts, st.integers(1, 12))
def test_what_begins_with_a_text_is_found_whatever_its_case(cells: list[str], start: str, most: int) -> None:
    def lower(text: str) -> str:
        return str(pc.utf8_lower(pa.scalar(text)))

    found = SortedTexts.of(arrow.texts(cells)).beginning(start, most)
    fitting = {cell for cell in cells if cell and lower(cell).startswith(lower(start))}
    assert len(found) == len(set(found)) == min(most, len(fitting))
    assert set(found) <= fitting
    assert start not in fitting or found[0] == start
    rest = [lower(text) for text in found if text != start]
    assert rest == sorted(lower(cell) for cell in fitting if cell != start)[: len(rest)]


@pytest.mark.parametrize(("start", "found"), [("WH", ["Whale", "whale shark"]), ("", ["Whale", "whale shark", "x"])])
def test_case_and_blank_cells_do_not_count(start: str, found: list[str]) -> None:
    assert SortedTexts.of(arrow.texts(["x", "", "whale shark", "Whale", "x"])).beginning(start, 12) == found
