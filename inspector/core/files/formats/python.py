"""Data from Python: DataFrames and Series, dicts as ranx and pytrec_eval use them, tuples as ir_measures uses them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf, isnan
from numbers import Integral, Real
from typing import Any

import pyarrow as pa

from inspector.core.arrays.arrow import texts
from inspector.core.arrays.cancel import cancel_check
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.columnar import Frame, is_called_id, sheet_of
from inspector.core.files.formats.separator import free_separator
from inspector.core.files.formats.sheet import Roles, Sheet
from inspector.core.plural import count_of

_EXPECTED = (
    "a path, a DataFrame, a dict such as {query: {document: score}} or {id: [labels]}, a ranx Qrels or Run, "
    "or Qrel and ScoredDoc tuples of ir_measures"
)
_DICT, _TUPLES = Frame(description="a dict"), Frame(description="an iterable of tuples")


def sheet_of_data(data: Any) -> Sheet:
    """Convert data to text. Raises InputError for data of another kind, and for a repeated id or document.

    `{query: {document: number}}`, a ranx Qrels or Run and tuples with query_id, doc_id and relevance or score are as
    TREC files: ordered by score, equal ones by name from z to a. In `{id: labels}`, text is one label, a list several.
    """
    if hasattr(data, "to_frame") and not hasattr(data, "columns"):
        data = data.to_frame()
    if hasattr(data, "columns") and hasattr(data, "iloc"):
        return sheet_of(data)
    found = _as_mapping(data)
    if found is not None:
        return _of_mapping(found)
    if isinstance(data, Iterable) and not isinstance(data, str | bytes) and not hasattr(data, "columns"):
        return _scores(_of_tuples(data), _TUPLES)
    raise InputError(f"a {type(data).__name__} is neither a path nor data", expected=_EXPECTED)


def _as_mapping(data: Any) -> Mapping[Any, Any] | None:
    """The data as a mapping; ranx offers `to_dict`, or its content under the name of the class."""
    if isinstance(data, Mapping):
        return data
    if hasattr(data, "to_dict") and not hasattr(data, "columns"):
        data = data.to_dict()
    else:
        data = getattr(data, "qrels", getattr(data, "run", None))
    return data if isinstance(data, Mapping) else None


def _of_mapping(data: Mapping[Any, Any]) -> Sheet:
    nested = {isinstance(value, Mapping) for value in data.values()}
    if not nested:
        raise InputError("the dict is empty", expected=_EXPECTED)
    if len(nested) > 1:
        raise InputError("only some values of the dict are dicts", expected="scores or labels for each id alike")
    if not nested.pop():
        return _labels(_distinct(data))
    _refuse_table(data)
    return _scores(_distinct(data), _DICT)


def _refuse_table(data: Mapping[Any, Mapping[Any, Any]]) -> None:
    """Raise InputError for several dicts that all have the keys 0, 1, 2 and so on, one of ids, as columns have."""
    if len(data) < 2 or not any(map(is_called_id, data)):  # told at once of a large run
        return
    rows = {tuple(map(str, column)) for column in data.values()}
    first = next(iter(rows))
    if len(rows) == 1 and len(first) > 1 and first == tuple(map(str, range(len(first)))):
        found = f"{count_of(len(data), 'key')} with the rows 0 to {len(first) - 1:,} each"
        raise InputError("the dict has its columns by row", found=found, hint="Give the DataFrame itself")


def _of_tuples(data: Iterable[Any]) -> dict[str, dict[str, Any]]:
    """The scores of named tuples by query and document."""
    scores, check = dict[str, dict[str, Any]](), cancel_check()
    for item in data:
        check()
        value = getattr(item, "relevance", getattr(item, "score", None))
        if value is None or not hasattr(item, "query_id") or not hasattr(item, "doc_id"):
            raise InputError(f"a {type(item).__name__} is not a judgement or a scored document", expected=_EXPECTED)
        documents, document = scores.setdefault(_text(item.query_id), {}), _text(item.doc_id)
        if document in documents:
            raise _repeated(document, item.query_id)
        documents[document] = value
    if not scores:
        raise InputError("there is no judgement or scored document", expected=_EXPECTED)
    return scores


def _scores(data: Mapping[str, Mapping[Any, Any]], syntax: Frame) -> Sheet:
    """A row for each document, in the order in which a run is read, so that the order survives saving as CSV."""
    rows = list[tuple[str, str, str]]()
    for query, documents in data.items():
        scores = {document: _number(value, document) for document, value in _distinct(documents, query).items()}
        ordered = sorted(scores.items(), key=lambda one: (-inf if isnan(one[1]) else one[1], one[0]), reverse=True)
        rows += [(query, document, repr(score)) for document, score in ordered]
    if not rows:
        raise InputError("no query has a document", expected=_EXPECTED)
    columns = tuple(pa.chunked_array([texts(column)]) for column in zip(*rows, strict=True))
    return Sheet(("query_id", "doc_id", "score"), columns, syntax, roles=Roles(0, 1, 2))


def _labels(data: Mapping[str, Any]) -> Sheet:
    """A row for each id, with its labels in a cell."""
    lists = [_label_list(value) for value in data.values()]
    separator = free_separator(label for labels in lists for label in labels)
    cells = [separator.join(labels) for labels in lists]
    columns = tuple(pa.chunked_array([texts(column)]) for column in ([*data], cells))
    return Sheet(("id", "labels"), columns, _DICT, separator)


def _label_list(value: Any) -> list[str]:
    if value is None or (isinstance(value, Real) and isnan(value)):
        return []
    if isinstance(value, set | frozenset):
        return sorted(map(_text, value))
    if isinstance(value, Iterable) and not isinstance(value, str | bytes):
        return [*map(_text, value)]
    return [_text(value)]


def _distinct(data: Mapping[Any, Any], query: str | None = None) -> dict[str, Any]:
    """The same mapping with its keys as text. Raises InputError for two keys with the same text, such as 1 and "1"."""
    found = dict[str, Any]()
    for key, value in data.items():
        text = _text(key)
        if text in found:
            raise _repeated(text, query)
        found[text] = value
    return found


def _repeated(text: str, query: Any) -> InputError:
    where = "" if query is None else f" of {shorten(str(query))}"
    return InputError(f"{shorten(text)}{where} occurs twice", expected="each id, and each document of an id, once")


def _text(value: Any) -> str:
    """An id or a label as text. Raises InputError for what is neither text nor a whole number."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise InputError(f"{shorten(repr(value))} is neither text nor a whole number", expected="an id or a label")
    return str(int(value))


def _number(value: Any, document: str) -> float:
    """A score. Raises InputError for what is not a number, or too large for one."""
    if isinstance(value, bool) or not isinstance(value, Real):
        raise InputError(f"the score of {shorten(document)} is not a number", found=shorten(repr(value)))
    try:
        number = float(value)
    except OverflowError:
        raise InputError(f"the score of {shorten(document)} is too large", found=shorten(repr(value))) from None
    return int(value) if isinstance(value, Integral) else number
