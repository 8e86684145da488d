"""The text of a label column as it is to be read: of several columns together, or in another form."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, text
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.schema.layout import Layout

_WHOLE = r"(\d)\.0+($|[\s,;|\]])"


def label_column(sheet: Sheet, layout: Layout) -> pa.ChunkedArray:
    """The cells of the label column; several columns are joined, and labels are brought into the form of the layout."""
    column = sheet.columns[layout.labels[0]]
    if layout.label_sign:
        parts = [combine_chunks(sheet.columns[i]) for i in layout.labels]
        column = pa.chunked_array([pc.binary_join_element_wise(*parts, text(layout.label_sign))])
    if layout.label_form == "whole":
        return pc.replace_substring_regex(column, _WHOLE, r"\1\2")
    if layout.label_form == "underscores":
        return pc.replace_substring(column, " ", "_")
    return column
