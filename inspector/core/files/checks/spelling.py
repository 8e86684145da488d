"""The same text in another spelling: what tools do to ids and labels, and which text of the truth was meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import booleans, content, flags, integers, numbers, texts
from inspector.core.arrays.parallel import parallel_map
from inspector.core.arrays.types import Ints

_EXPONENT = r"^\d+(\.\d+)?[eE]\+?\d{1,2}$"


@dataclass(frozen=True)
class Spelling:
    """One way in which a text is damaged. same: texts to what two spellings of one have in common; may_be: whether, as
    two sets of texts look, it can explain any, or more than those before it; looking is cheaper than trying.
    """

    name: str
    words: str
    cause: str
    same: Callable[[pa.StringArray], pa.StringArray]
    may_be: Callable[[pa.StringArray, pa.StringArray], bool] = lambda *_: True


@dataclass(frozen=True, eq=False)
class Respelled:
    """Which texts have another spelling in the truth. at: int64, their places; texts: what they should be."""

    spelling: Spelling
    at: Ints
    texts: pa.StringArray

    def __len__(self) -> int:
        return len(self.at)


def respell(unknown: pa.StringArray, known: pa.StringArray, *, distinct: bool) -> Respelled | None:
    """The spelling that explains the most of the unknown texts, None when none does.

    distinct: whether two of them may not become the same text.
    """
    likely = [spelling for spelling in SPELLINGS.values() if spelling.may_be(unknown, known)]
    found = parallel_map(lambda spelling: _respelled(spelling, unknown, known, distinct), likely)
    best = max(found, key=len, default=None)
    return best if best is not None and len(best) else None


def respell_as(name: str, unknown: pa.StringArray, known: pa.StringArray, *, distinct: bool) -> Respelled:
    """The same with the spelling that has this name."""
    return _respelled(SPELLINGS[name], unknown, known, distinct)


def rule_of(pairs: Sequence[tuple[str, str]]) -> Callable[[str], str] | None:
    """What makes the right text out of the damaged one in all of these pairs, None when no simple thing does."""
    return next((rule for rule in _rules(pairs) if all(rule(damaged) == right for damaged, right in pairs)), None)


def _rules(pairs: Sequence[tuple[str, str]]) -> Iterator[Callable[[str], str]]:
    """The rules that the first pair suggests: one ending put on or cut off, one width, one case."""
    damaged, right = pairs[0] if pairs else ("", "")
    if right.startswith(damaged):
        yield lambda text: text + right[len(damaged) :]
    if damaged.startswith(right):
        yield lambda text: text.removesuffix(damaged[len(right) :])
    yield str.strip
    yield lambda text: re.sub(r"\.0+$", "", text).zfill(len(right))
    yield str.lower
    yield str.upper


def _respelled(spelling: Spelling, unknown: pa.StringArray, known: pa.StringArray, distinct: bool) -> Respelled:
    keys, others = spelling.same(unknown), spelling.same(known)
    if keys.equals(unknown) and others.equals(known):
        return _nothing(spelling, unknown)
    if not pc.any(pc.is_in(keys, value_set=others)).as_py():
        return _nothing(spelling, unknown)
    wanted = _unambiguous(others)
    place = pc.index_in(keys, value_set=wanted[0])
    found = flags(pc.is_valid(place))
    if distinct:
        first = np.zeros(len(keys), bool)
        first[np.unique(numbers(keys.dictionary_encode().indices), return_index=True)[1]] = True
        found &= first
    at = np.flatnonzero(found)
    targets = wanted[1][numbers(place.filter(booleans(found)).cast(pa.int64()))]
    return Respelled(spelling, at, known.take(integers(targets)))


def _nothing(spelling: Spelling, unknown: pa.StringArray) -> Respelled:
    return Respelled(spelling, np.empty(0, np.int64), unknown.slice(0, 0))


def _unambiguous(keys: pa.StringArray) -> tuple[pa.StringArray, Ints]:
    """The keys that stand for one text only, and the places of those texts."""
    codes = numbers(keys.dictionary_encode().indices).astype(np.int64)
    once = np.flatnonzero(np.bincount(codes, minlength=1)[codes] == 1) if len(codes) else codes
    return keys.take(integers(once)), once


def _without_ending(values: pa.StringArray) -> pa.StringArray:
    return pc.replace_substring_regex(values, r"\.[A-Za-z][A-Za-z0-9]{0,4}$", "")


def _without_zeros(values: pa.StringArray) -> pa.StringArray:
    bare = pc.ascii_ltrim(values, "0")
    if bare.equals(values) or flags(pc.match_substring_regex(bare, r"^\d")).all():
        return bare
    # Where no digit comes behind the zeros, the last one stays.
    return pc.replace_substring_regex(values, r"^0+(\d)", r"\1")


def _as_whole(values: pa.StringArray) -> pa.StringArray:
    """Numbers as they were before something took them for fractions: no `.0`, no exponent, no leading zeros."""
    plain = pc.replace_substring_regex(values, r"^(\d+)\.0+$", r"\1") if _any(values, ".") else values
    if _any(plain, "e") or _any(plain, "E"):
        powers = flags(pc.match_substring_regex(plain, _EXPONENT))
        plain = pc.replace_with_mask(
            plain, booleans(powers), texts([_expanded(text) for text in plain.filter(booleans(powers)).to_pylist()])
        )
    return _without_zeros(plain)


def _have(*signs: str) -> Callable[[pa.StringArray, pa.StringArray], bool]:
    """Whether any text has one of these signs."""
    return lambda *both: any(_any(values, sign) for sign in signs for values in both)


def _have_between(low: str, high: str) -> Callable[[pa.StringArray, pa.StringArray], bool]:
    """Whether any text has a sign in this range, or one that is not in ASCII, of which nothing is known."""

    def has(values: pa.StringArray) -> bool:
        signs = content(values)
        return bool(((signs >= ord(low)) & (signs <= ord(high)) | (signs > 0x7F)).any())

    return lambda *both: any(has(values) for values in both)


def _differ_in_length(*both: pa.StringArray) -> bool:
    """Whether not all texts are of one length, as different ones must be that become the same when zeros go."""
    lengths = np.concatenate([numbers(pc.binary_length(values)) for values in both])
    return bool(len(lengths)) and int(lengths.min()) != int(lengths.max())


def _any(values: pa.StringArray, sign: str) -> bool:
    return bool((content(values) == ord(sign)).any())


def _expanded(text: str) -> str:
    """`1.2e5` as `120000`; what is no whole number stays."""
    value = Decimal(text)
    return str(int(value)) if value == value.to_integral_value() else text


SPELLINGS = {
    spelling.name: spelling
    for spelling in (
        Spelling(
            "extension",
            "put file endings as the truth has them",
            "a file ending such as .jpg was added or cut off",
            _without_ending,
            _have("."),
        ),
        Spelling("trim", "trim blanks", "blanks around the text", pc.utf8_trim_whitespace, _have_between("\0", " ")),
        Spelling(
            "zeros", "restore leading zeros", "a tool took the text for a number", _without_zeros, _differ_in_length
        ),
        Spelling("number", "undo .0 and 1e5", "a tool took the text for a fraction", _as_whole, _have(".", "e", "E")),
        Spelling(
            "case",
            "put upper and lower case as the truth has them",
            "a tool changed the case",
            pc.utf8_lower,
            _have_between("A", "Z"),
        ),
    )
}
