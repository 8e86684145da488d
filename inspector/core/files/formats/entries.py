"""What holds the label, its score and its rank in the items of a list: `{"doc": "a", "score": 0.9}`, `["a", 0.9]`."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from math import inf
from typing import Any, NamedTuple

NUMBER = re.compile(r"-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|NaN|-?Infinity")
# How the names of scores end; `problem_id` and `against` are none.
_SCORES = (
    *("score", "confidence", "conf", "prob", "probability", "similarity", "weight"),
    *("relevance", "grade", "gain", "rating"),
)
_RANKS = ("rank", "position", "pos")
# Also the place in an earlier list, so that they rank only where the objects stand in their order.
_COUNTERS = ("index", "order")
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

    @property
    def are_by_score(self) -> bool:
        """Whether scores order the objects: there are no ranks, and their name says that the highest is the best."""
        return not self.rank and self.score.casefold().endswith(_SCORES)


PAIR = EntryKeys("0", "1", "")


def keys_of(given: Sequence[Any]) -> EntryKeys | None:
    """Which keys hold the label, the score and the rank of the objects of a list; None if not all are such objects."""
    items = [*map(_as_object, given)]
    if not items or not all(isinstance(item, dict) for item in items):
        return None
    keys = _keys_of(items)
    return None if keys != PAIR and any(isinstance(item, list) for item in given) else keys


def _keys_of(items: Sequence[Mapping[str, Any]]) -> EntryKeys | None:
    plain = [key for key in items[0] if all(isinstance(item.get(key), str | None) for item in items)]
    numeric = [key for key in plain if all(NUMBER.fullmatch(item.get(key) or "0") for item in items)]
    named = (key for key in numeric if key.casefold().endswith(_SCORES))
    score = next(named, _decimal(items, numeric) if len(plain) == _A_PAIR else "")
    rank = next((key for key in numeric if _ranks(items, key)), "")
    others = [key for key in plain if key not in (score, rank)]
    # What all objects of the list have in common is none of their own.
    varied = [key for key in others if len({item.get(key) for item in items} - {None}) > 1] or others
    if not varied:
        return None
    label = min(varied, key=lambda key: _unlikely(key, key in numeric))
    return EntryKeys(label, score, rank, min(int(item[rank]) for item in items) if rank else 1)


def in_rank_order(items: Sequence[Any], keys: EntryKeys | None) -> Sequence[Any]:
    """The items of a list in the order of their ranks, where the keys name one; those without a rank come last."""
    if keys is None or not keys.rank:
        return items
    return sorted(items, key=lambda item: _rank_of(item, keys.rank))


def _rank_of(item: Any, key: str) -> float:
    rank = item.get(key) if isinstance(item, dict) else None
    return float(rank) if isinstance(rank, str) and NUMBER.fullmatch(rank) and rank != "NaN" else inf


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


def _ranks(items: Sequence[Mapping[str, Any]], key: str) -> bool:
    """Whether a key ranks the objects, each once from 0 or 1."""
    found, name = [item.get(key) for item in items], key.casefold()
    counts = [[str(start + place) for place in range(len(items))] for start in (0, 1)]
    is_ranking = name in _RANKS and any({*found} == {*count} for count in counts)
    return is_ranking or (name in _COUNTERS and found in counts)
