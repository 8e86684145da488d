"""Lists of objects or pairs that hold a label each, with other labels: `[{"doc": "a", "score": 0.9, "rank": 1}]`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from inspector.core.files.formats.entries import MISSING, NUMBER, PAIR, EntryKeys, label_of
from inspector.core.files.formats.json.text import Container, Item, as_value, replaced_value


def with_entries(old: str, words: Sequence[str], keys: EntryKeys) -> str:
    """The text of a list of objects with other labels, each followed by its score where the keys name one.

    An object whose label stays keeps all else that it holds; a new one is written like the first. Ranks follow the new
    order.
    """
    box, step = Container.of(old), 2 if keys.score else 1
    known = {label: index for index, item in enumerate(box.items) if (label := label_of(item.value, keys))}
    blank = "[null, null]" if keys == PAIR else json.dumps(dict.fromkeys(filter(None, keys[:3])))
    like = Container.of(box.raw(min(known.values())) if known else blank)
    items = list[tuple[int | None, str]]()
    for place, label in enumerate(words[::step]):
        index = known.pop(label, None)
        text = _new(like, label, keys) if index is None else box.raw(index)
        text = _with_number(text, keys.score, words[2 * place + 1] if step == 2 else "")
        items.append((index, _with_number(text, keys.rank, str(keys.first + place))))
    return box.with_items(items)


def _keyed(box: Container) -> Iterator[tuple[str, Item]]:
    """The items of an object by key, those of a pair by their place."""
    return ((item.key if box.text[0] == "{" else str(place), item) for place, item in enumerate(box.items))


def _new(like: Container, label: str, keys: EntryKeys) -> str:
    """An object with a label, a score and a rank only, spaced like another one."""
    pairs = []
    for index, (key, item) in enumerate(_keyed(like)):
        raw = like.raw(index)
        if key == keys.label:
            value = as_value(label, is_numeric=like.text[item.value_start] not in '"n')
            pairs.append((index, raw[: item.value_start - item.start] + value))
        elif key in (keys.score, keys.rank):
            pairs.append((index, raw))
    return like.with_items(pairs)


def _with_number(text: str, key: str, number: str) -> str:
    """The text of an object with another number; one that is equal keeps its digits."""
    box = Container.of(text)
    item = next((item for name, item in _keyed(box) if name == key), None)
    if not key or item is None:
        return text
    is_number = isinstance(item.value, str) and NUMBER.fullmatch(item.value) is not None
    if is_number and float(item.value) == float(number):
        return text
    is_text = box.text[item.value_start] == '"'
    new = "null" if number == MISSING else json.dumps(number) if is_text else _JSON.get(number, number)
    return box.text[: item.value_start] + new + box.text[item.end :]


_JSON = {"inf": "Infinity", "-inf": "-Infinity"}


def new_value(old: str, cell: str, separator: str, keys: EntryKeys | None) -> str:
    """The text of a value with the content of a cell; a list of objects with these keys stays one."""
    if keys is None or not old.startswith("["):
        return replaced_value(old, cell, separator)
    return with_entries(old, [word for word in cell.split(separator) if word], keys)
