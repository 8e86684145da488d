"""The text of JSON values: parsed with numbers as written, and items of lists and objects changed in place."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from inspector.core.errors import shorten

# The forms that are read, for messages.
FORMS = '{"id": "a", "labels": ["x"]} on each line, a list of such objects, {id: [labels]} or {id: {label: score}}'
# Deeper values are no labels, and Python's own functions fail at some hundred levels.
_DEEPEST = 100
_BLANKS = re.compile(r"[ \t\n\r]*")


class RepeatedKeyError(json.JSONDecodeError):
    """An object has a key twice; the position is that of the second."""


class Item(NamedTuple):
    """An item of a list, or a pair of an object; offsets in the text. key: "" in a list; start: of the key, if any."""

    key: str
    value: Any
    start: int
    value_start: int
    end: int


@dataclass(frozen=True)
class Container:
    """The text of a list or object, from its opening to its closing bracket, with its items."""

    text: str
    items: tuple[Item, ...]

    @classmethod
    def of(cls, text: str) -> Container:
        """Parse the text of a list or object."""
        return cls(text, tuple(walk(text, 0)))

    def raw(self, index: int) -> str:
        """The text of an item; of an object with its key."""
        return self.text[self.items[index].start : self.items[index].end]

    @property
    def joiner(self) -> str:
        """What stands between two items."""
        if len(self.items) > 1:
            return self._before(1)
        return joiner_after(self.text[1 : self.items[0].start] if self.items else "", self.colon)

    @property
    def colon(self) -> str:
        """What stands between a key and its value."""
        if not self.items or self.text[0] == "[":
            return ": "
        first = self.items[0]
        _, key_end = _DECODER.raw_decode(self.text, first.start)
        return self.text[key_end : first.value_start]

    def with_items(self, items: Sequence[tuple[int | None, str]]) -> str:
        """The text with other items: the former index of each, if any, and its text. The blanks around them stay."""
        if not items:
            return self.text[0] + self.text[-1]
        pieces = [self.text[: self.items[0].start] if self.items else self.text[0], items[0][1]]
        for index, text in items[1:]:
            pieces += [self._before(index) if index else self.joiner, text]
        return "".join([*pieces, self.text[self.items[-1].end :] if self.items else self.text[-1]])

    def _before(self, index: int) -> str:
        return self.text[self.items[index - 1].end : self.items[index].start]


def joiner_after(opening: str, colon: str) -> str:
    """A joiner of items like the blanks before the first one, if each has a line, else like those after a colon."""
    return "," + (opening if "\n" in opening else " " * colon.endswith(" "))


def walk(text: str, at: int) -> Iterator[Item]:
    """The items of the list or object at an offset. Raises JSONDecodeError, also for a repeated key."""
    return _walk(text, at, _CHECKED)


def parse(text: str) -> Any:
    """Parse a JSON text; numbers and constants become text. Raises JSONDecodeError, also for a repeated key."""
    at = skip_blanks(text, 0)
    value, end = _decoded(text, at, _CHECKED)
    if skip_blanks(text, end) < len(text):
        raise json.JSONDecodeError("Extra data", text, end)
    return value


def skip_blanks(text: str, at: int) -> int:
    """The offset of the next character that is not white space."""
    found = _BLANKS.match(text, at)
    return found.end() if found else at


def label_text(value: object, separator: str) -> str:
    """A value as the text of a cell; the items of a list are joined."""
    if isinstance(value, list):
        return separator.join(label_text(item, separator) for item in value)
    if value is None or isinstance(value, str):
        return value or ""
    return json.dumps(value, ensure_ascii=False)


def quoted(text: str) -> str:
    """A text as a JSON string."""
    return json.dumps(text, ensure_ascii=False)


def replaced_value(old: str, cell: str, separator: str) -> str:
    """The text of a value with the content of a cell: a list stays a list, and a number a number if it can."""
    if not old.startswith("["):
        return as_value(cell, not old.startswith('"'))
    box = Container.of(old)
    known = {label_text(item.value, separator): (index, box.raw(index)) for index, item in enumerate(box.items)}
    is_numeric = bool(box.items) and not any(raw.startswith('"') for _, raw in known.values())
    labels = [label for label in cell.split(separator) if label]
    return box.with_items([known.get(label) or (None, as_value(label, is_numeric)) for label in labels])


def as_value(text: str, is_numeric: bool) -> str:
    """A text as JSON: a number if the old value was one and the text is a number in canonical form."""
    if is_numeric:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):  # a label may be five thousand brackets
            return quoted(text)
        if type(value) in (int, float) and json.dumps(value) == text:
            return text
    return quoted(text)


def _walk(text: str, at: int, decoder: json.JSONDecoder) -> Iterator[Item]:
    closing, keys = "}" if text[at] == "{" else "]", set[str]()
    at = skip_blanks(text, at + 1)
    if text[at : at + 1] == closing:
        return
    while True:
        start, key = at, ""
        if closing == "}":
            key, at = _key(text, at)
            if key in keys and decoder is _CHECKED:
                raise RepeatedKeyError(f"the key {shorten(key)} again", text, start)
            keys.add(key)
        value, end = _decoded(text, at, decoder)
        yield Item(key, value, start, at, end)
        at = skip_blanks(text, end)
        if text[at : at + 1] == closing:
            return
        if text[at : at + 1] != ",":
            raise json.JSONDecodeError(f"Expecting ',' or '{closing}'", text, at)
        at = skip_blanks(text, at + 1)


def _key(text: str, at: int) -> tuple[str, int]:
    """The key at an offset, and the offset of its value."""
    if text[at : at + 1] != '"':
        raise json.JSONDecodeError("Expecting a key in double quotes", text, at)
    key, at = _DECODER.raw_decode(text, at)
    at = skip_blanks(text, at)
    if text[at : at + 1] != ":":
        raise json.JSONDecodeError("Expecting ':'", text, at)
    return str(key), skip_blanks(text, at + 1)


def _decoded(text: str, at: int, decoder: json.JSONDecoder) -> tuple[Any, int]:
    try:
        value, end = decoder.raw_decode(text, at)
    except _RepeatError:
        raise _repeat(text, at) from None
    except RecursionError:
        raise _too_deep(text, at) from None
    if text.count("[", at, end) + text.count("{", at, end) > _DEEPEST and _is_deep(value):
        raise _too_deep(text, at)
    return value, end


def _too_deep(text: str, at: int) -> json.JSONDecodeError:
    return json.JSONDecodeError(f"values nested more than {_DEEPEST} levels deep", text, at)


def _is_deep(value: Any) -> bool:
    """Whether lists and objects are nested more than _DEEPEST levels deep."""
    boxes = [value] if isinstance(value, list | dict) else []
    for _ in range(_DEEPEST):
        items = (item for box in boxes for item in (box.values() if isinstance(box, dict) else box))
        boxes = [item for item in items if isinstance(item, list | dict)]
    return bool(boxes)


class _RepeatError(Exception):
    """Raised inside the parser, which does not tell where it is."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RepeatError
    return found


def _repeat(text: str, at: int) -> RepeatedKeyError:
    """The error for the first repeated key in the value at an offset."""
    waiting = [at]
    while waiting:
        at, keys = waiting.pop(), set[str]()
        for item in _walk(text, at, _DECODER):
            if text[at] == "{" and item.key in keys:
                return RepeatedKeyError(f"the key {shorten(item.key)} again", text, item.start)
            keys.add(item.key)
            waiting += [item.value_start] if isinstance(item.value, dict | list) else []
    raise ValueError("no key is repeated")


# Numbers stay text, since 1e5 and 0.10 may be labels and huge integers are slow.
_DECODER = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str)
_CHECKED = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_object)
