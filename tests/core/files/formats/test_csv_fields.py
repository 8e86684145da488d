"""Quoted fields: as Python's csv module reads them, without its limit on the length of a field."""

from __future__ import annotations

import csv

from hypothesis import given
from hypothesis import strategies as st

from inspector.core.files.formats.csv.fields import fields, record_texts, unquoted


@given(st.text('ab"\n\r ', max_size=12))
def test_a_field_is_unquoted_as_the_csv_module_does(inside):
    (field,) = (f'"{inside}'[start:end] for start, end in fields(f'"{inside}'.encode(), ",")[:1])
    assert unquoted(field) == next(csv.reader([field], delimiter="\0"))[0]


@given(st.text('ab"\n\r,', max_size=12))
def test_a_text_that_was_quoted_comes_back(text):
    quoted = '"' + text.replace('"', '""') + '"'
    assert unquoted(quoted) == text
    assert record_texts(f"{quoted},{quoted}".encode(), ",") == [text, text]


def test_a_field_has_no_longest_length():
    assert record_texts(b'"' + b"x" * 200_000 + b'",b', ",") == ["x" * 200_000, "b"]


def test_a_field_that_does_not_begin_with_a_quote_is_its_own_text():
    assert [unquoted(field) for field in ("", 'a"b"', ' "a"')] == ["", 'a"b"', ' "a"']
