"""How an expression that is being typed can go on at the cursor: field names, signs, flags, labels and other values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from inspector.core.query.expression import quote
from inspector.core.query.fields import FLAGS, LABELS, NUMBERS, RANKS, field
from inspector.core.query.numbers import names_one
from inspector.core.query.word import INNER, LETTER, LINK, REGEX, SIGN, STRING

# The values of a field, of those that fit what is typed so far, best first.
Values: TypeAlias = Callable[[str, str], Sequence[str]]

_SIGNS = ("<", "<=", ">", ">=", "=", "!=")
_EQUAL = ("=", "==", ":", "!=")
# At the end a word may go on.
_LINK = rf"[&|!(]|{LINK}(?!\Z)"
_TOKEN = re.compile(
    rf"(?P<space>\s+)|(?P<string>{STRING})|(?P<open>\"{INNER}\Z)|(?P<sign>{SIGN})|(?P<link>{_LINK})|(?P<close>\))"
    rf"|(?P<word>{LETTER}+)"
)
_REGEX = re.compile(REGEX)


@dataclass(frozen=True)
class Completions:
    """How an expression can go on: each of `texts`, best first, replaces what is between `start` and `end` of it.

    is_unfinished: whether the word at the cursor can only be the beginning of one: a part of a name, or a field without
    a sign.
    """

    texts: Sequence[str]
    start: int
    end: int
    is_unfinished: bool = False


@dataclass(frozen=True)
class _Place:
    """The word at the cursor: what it is a part of, its text so far, and where it stands. field: of a value."""

    kind: Literal["condition", "value"]
    typed: str
    start: int
    end: int
    field: str = ""
    sign: str = ""


def completions(
    text: str, cursor: int, fields: Iterable[str], labels: Values, flags: Iterable[str] = tuple(FLAGS)
) -> Completions:
    """The ways to go on at the cursor; none where anything may follow, such as a number.

    fields: names of fields as they are typed; labels: the values of a field that holds text; flags: their names.
    """
    place = _place(text, cursor)
    if place is None:
        return Completions([], cursor, cursor)
    found = _conditions(place.typed, fields, flags) if place.kind == "condition" else _values(place, fields, labels)
    is_flag = place.kind == "condition" and place.typed.casefold() in found
    is_begun = bool(place.typed and found) and not is_flag and quote(place.typed) not in found
    return Completions(found, place.start, place.end, is_begun)


def _conditions(typed: str, fields: Iterable[str], flags: Iterable[str]) -> list[str]:
    """Fields and flags that begin with what is typed, as a number of several may, too; signs of a complete field."""
    begins, known = typed.casefold(), [*fields]
    names = [name for name in known if name.casefold().startswith(begins) or quote(name).casefold().startswith(begins)]
    numbers = [name for name in known if typed and names_one(name) and _number(name).casefold().startswith(begins)]
    names = [*dict.fromkeys([*names, *numbers])]
    complete = [name for name in names if typed and begins in (name.casefold(), quote(name).casefold())]
    signs = [quote(name) + sign for name in complete for sign in _signs(name)]
    # Which sign follows a number is offered next.
    rest = [quote(name) + ("" if _is_number(name) else ":") for name in names if name not in complete]
    return [*signs, *rest, *(flag for flag in flags if flag.startswith(begins))]


def _number(name: str) -> str:
    """Which of several numbers a field such as `error.NAME` is about."""
    return name.partition(".")[2]


def _is_number(name: str) -> bool:
    return field(name) in NUMBERS or names_one(name)


def _signs(name: str) -> Sequence[str]:
    known = field(name)
    return _SIGNS if _is_number(name) else (":", "!=") if known in LABELS or known == "id" else (":", *_SIGNS)


def _values(place: _Place, fields: Iterable[str], labels: Values) -> list[str]:
    known, typed = field(place.field), place.typed.casefold()
    if _is_number(place.field):
        named = RANKS.get(known, ()) if place.sign in _EQUAL else ()
        # A number can follow as well, so that fields are offered only once one is begun.
        numbers = (name for name in fields if typed and _is_number(name) and field(name) != known)
        return [quote(name) for name in (*named, *numbers) if name.startswith(typed)]
    return [quote(label) for label in labels(place.field, place.typed)] if place.sign in _EQUAL else []


def _place(text: str, cursor: int) -> _Place | None:
    """Where the cursor stands; None behind something complete, and inside a pattern."""
    before, at, name, sign = text[:cursor], 0, "", ""
    last = None
    while at < len(before):
        if sign and before[at] == "/":
            pattern = _REGEX.match(before, at)
            if pattern is None or pattern.end() == len(before):
                return None
            at, name, sign, last = pattern.end(), "", "", None
            continue
        last = _TOKEN.match(before, at)
        if last is None:
            return None
        at = last.end()
        if at == len(before) and last.lastgroup in ("word", "open"):
            break
        name, sign = _follow(last, name, sign)
    return _at_end(text, cursor, last, name, sign)


def _follow(token: re.Match[str], name: str, sign: str) -> tuple[str, str]:
    """The field and the sign before what follows a token."""
    match token.lastgroup:
        case "space":
            return name, sign
        case "sign":
            return name, token[0]
        case "word" | "string":
            return ("", "") if sign else (_unquoted(token[0]), "")
    return "", ""


def _at_end(text: str, cursor: int, last: re.Match[str] | None, name: str, sign: str) -> _Place | None:
    kind: Literal["condition", "value"] = "value" if sign else "condition"
    if last is not None and last.lastgroup in ("string", "close") and last.end() == cursor:
        return None
    if last is None or last.end() != cursor or last.lastgroup not in ("word", "open"):
        return _Place(kind, "", cursor, _end(f"{LETTER}*", text, cursor), name if sign else "", sign)
    if re.match(f'{LETTER}|"', text[last.start() - 1 : last.start()]):
        return None  # quotes right behind another word, which what replaces them would become a part of
    end = _end(f'{INNER}"' if last.lastgroup == "open" else f"{LETTER}*", text, cursor)
    return _Place(kind, _unquoted(last[0]), last.start(), end, name if sign else "", sign)


def _unquoted(written: str) -> str:
    """The text of a word or a string, also of one that is not closed yet."""
    if not written.startswith('"'):
        return written
    inner = written[1:-1] if re.fullmatch(STRING, written) else written[1:]
    return re.sub(r"(?s)\\(.)", r"\1", inner)


def _end(pattern: str, text: str, cursor: int) -> int:
    """Behind what a pattern finds at the cursor; the cursor if it finds nothing."""
    rest = re.compile(pattern).match(text, cursor)
    return rest.end() if rest else cursor
