"""What holds the label, its score and its rank in the items of a list: `{"doc": "a", "score": 0.9}`, `["a", 0.9]`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|-?Infinity")
# How the names of scores end; `problem_id` and `against` are none.
_SCORES = (
    *("score", "confidence", "conf", "prob", "probability", "similarity", "weight"),
    *("relevance", "grade", "gain", "rating"),
)
_RANKS = ("rank", "position", "pos", "index", "order")
_LABELS = ("label", "item", "doc", "docno", "document", "product", "article", "class", "name", "asin", "key", "target")
_A_PAIR = 2
# A missing confidence as a word of a cell, so that confidences stay behind their labels.
MISSING = "nan"


class EntryKeys(NamedTuple):
    """The keys of the objects in a list that hold a label each: of the label, its score and its rank, "" for none.

    first: the first rank of a list. A pair of a label and a score counts as an object with the keys of PAIR.
    """

    label: str
    score: str
    rank: str
    first: int = 1


PAIR = EntryKeys("0", "1", "")


def keys_of(given: Sequence[Any]) -> EntryKeys | None:
    """Which keys hold the label, the score and the rank of the objects of a list; None if not all are such objects."""
    items = [*map(_as_object, given)]
    if not items or not all(isinstance(item, dict) for item in items):
        return None
    keys = _keys_of(items)
    return None if keys != PAIR and any(isinstance(item, list) for item in given) else keys


def _keys_of(items: Sequence[Mapping[str, Any]]) -> EntryKeys | None:
    plain = [key for key in items[0] if all(_is_plain(item.get(key)) for item in items)]
    numeric = [key for key in plain if all(NUMBER.fullmatch(item.get(key) or "0") for item in items)]
    named = (key for key in numeric if key.casefold().endswith(_SCORES))
    score = next(named, _decimal(items, numeric) if len(plain) == _A_PAIR else "")
    rank = next((key for key in numeric if key.casefold() in _RANKS and _counts(items, key)), "")
    others = [key for key in plain if key not in (score, rank)]
    # What all objects of the list have in common is none of their own.
    varied = [key for key in others if len({item.get(key) for item in items}) > 1] or others
    if not varied:
        return None
    label = min(varied, key=lambda key: _unlikely(key, key in numeric))
    return EntryKeys(label, score, rank, int(items[0][rank]) if rank else 1)


def words_of(item: Any, keys: EntryKeys) -> list[str]:
    """The label of an object, and its score where the keys name one; what is no such object is a label as it is."""
    label = label_of(item, keys) or (item if isinstance(item, str) else json.dumps(item, ensure_ascii=False))
    held = _as_object(item)
    score = held.get(keys.score) if isinstance(held, dict) else None
    return [label, score if isinstance(score, str) and score else MISSING] if keys.score else [label]


def label_of(item: Any, keys: EntryKeys) -> str:
    """The label of an object; empty for anything else."""
    held = _as_object(item)
    label = held.get(keys.label) if isinstance(held, dict) else None
    return label if isinstance(label, str) else ""


def _as_object(item: Any) -> Any:
    return dict(zip(PAIR, item, strict=False)) if isinstance(item, list) and len(item) == _A_PAIR else item


def _decimal(items: Sequence[Mapping[str, Any]], keys: Sequence[str]) -> str:
    """A key whose numbers all have decimals; empty for none."""
    numbers = {key: [item[key] for item in items if item.get(key)] for key in keys}
    return next((key for key, found in numbers.items() if found and all("." in number for number in found)), "")


def _unlikely(key: str, is_numeric: bool) -> int:
    """How little a key looks like that of a label."""
    name = key.casefold()
    if name in _LABELS or name.endswith("id"):
        return 0
    return 2 if is_numeric else 1


def _is_plain(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _counts(items: Sequence[Mapping[str, Any]], key: str) -> bool:
    """Whether a key counts the objects, from 0 or 1."""
    found = [item.get(key) for item in items]
    return any(found == [str(start + place) for place in range(len(items))] for start in (0, 1))
