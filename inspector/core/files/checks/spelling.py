"""Match ids and labels that were altered by tools, such as lost leading zeros, with those of the truth."""

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
from inspector.core.arrays.types import Bools, Ints
from inspector.core.files.matching.spelling import contains
from inspector.core.files.schema.contents import NO_YES

_LARGE = 10_000
_YES_NO = {word: str(meant) for words in (("0", "1"), ("0.0", "1.0"), *NO_YES) for meant, word in enumerate(words)}
_EXPONENT = r"^\d+(\.\d+)?[eE]\+?\d{1,2}$"


@dataclass(frozen=True)
class Spelling:
    """One way in which texts are altered.

    words: what a repair does, with the place of the file that is right; same: maps texts to a key that all spellings
    of a text share; may_be: a cheap check whether the spelling can match any of two sets of texts, or more than the
    spellings before it; of_ids: whether ids are altered so, too.
    """

    name: str
    words: str
    cause: str
    same: Callable[[pa.StringArray], pa.StringArray]
    may_be: Callable[[pa.StringArray, pa.StringArray], bool] = lambda *_: True
    of_ids: bool = True


@dataclass(frozen=True, eq=False)
class Respelled:
    """Texts with another spelling in the truth.

    at: int64, their indices; of: int64, the indices of the known texts that they stand for; texts: the correct
    spellings.
    """

    spelling: Spelling
    at: Ints
    of: Ints
    texts: pa.StringArray

    def __len__(self) -> int:
        return len(self.at)

    def only(self, kept: Bools) -> Respelled:
        """A selection of the texts."""
        return Respelled(self.spelling, self.at[kept], self.of[kept], self.texts.filter(booleans(kept)))


def respell(
    unknown: pa.StringArray, known: pa.StringArray, *, distinct: bool, name: str | None = None
) -> Respelled | None:
    """Find the spelling that matches the most unknown texts, None if there is none.

    distinct: whether each unknown text must get a different correct text, as ids must; name: the only spelling to try.
    """
    possible = (spelling for spelling in SPELLINGS.values() if spelling.of_ids or not distinct)
    likely = [spelling for spelling in possible if spelling.may_be(unknown, known)]
    if name is not None:
        likely = [SPELLINGS[name]]
    is_large = len(unknown) + len(known) > _LARGE  # starting threads takes longer than a look at a few texts
    found = (parallel_map if is_large else map)(lambda spelling: _respelled(spelling, unknown, known, distinct), likely)
    best = max(found, key=len, default=None)
    return best if best is not None and len(best) else None


def rule_of(pairs: Sequence[tuple[str, str]]) -> Callable[[str], str] | None:
    """A function that turns altered into correct texts for all (altered, correct) pairs, None if no simple one does."""
    return next((rule for rule in _rules(pairs) if all(rule(damaged) == right for damaged, right in pairs)), None)


def _rules(pairs: Sequence[tuple[str, str]]) -> Iterator[Callable[[str], str]]:
    """Candidate functions for the first pair: add or remove a suffix, trim, pad with zeros, change the case."""
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
    are_as_written = keys.equals(unknown) and others.equals(known)
    if are_as_written or not pc.any(pc.is_in(keys, value_set=others)).as_py():
        nothing = np.empty(0, np.int64)
        return Respelled(spelling, nothing, nothing, unknown.slice(0, 0))
    unique_keys, targets_of = _unambiguous(others)
    index = pc.index_in(keys, value_set=unique_keys)
    found = flags(pc.is_valid(index))
    if distinct:
        first = np.zeros(len(keys), bool)
        first[np.unique(numbers(keys.dictionary_encode().indices), return_index=True)[1]] = True
        found &= first
    at = np.flatnonzero(found)
    targets = targets_of[numbers(index.filter(booleans(found)).cast(pa.int64()))]
    return Respelled(spelling, at, targets, known.take(integers(targets)))


def _unambiguous(keys: pa.StringArray) -> tuple[pa.StringArray, Ints]:
    """The keys that belong to exactly one text, and the indices of those texts."""
    codes = numbers(keys.dictionary_encode().indices).astype(np.int64)
    once = np.flatnonzero(np.bincount(codes, minlength=1)[codes] == 1) if len(codes) else codes
    return keys.take(integers(once)), once


def _without_zeros(values: pa.StringArray) -> pa.StringArray:
    bare = pc.ascii_ltrim(values, "0")
    if bare.equals(values) or flags(pc.match_substring_regex(bare, r"^\d")).all():
        return bare
    # Keep the last zero if no digit follows.
    return pc.replace_substring_regex(values, r"^0+(\d)", r"\1")


def _as_whole(values: pa.StringArray) -> pa.StringArray:
    """Undo a conversion to float: remove `.0`, exponents and leading zeros."""
    plain = pc.replace_substring_regex(values, r"^(\d+)\.0+$", r"\1") if contains(values, ".") else values
    if contains(plain, "e") or contains(plain, "E"):
        powers = flags(pc.match_substring_regex(plain, _EXPONENT))
        plain = pc.replace_with_mask(
            plain, booleans(powers), texts([_expanded(text) for text in plain.filter(booleans(powers)).to_pylist()])
        )
    return _without_zeros(plain)


def _have(*chars: str) -> Callable[[pa.StringArray, pa.StringArray], bool]:
    """A check whether any text contains one of these characters."""
    return lambda *both: any(contains(values, char) for char in chars for values in both)


def _have_between(low: str, high: str) -> Callable[[pa.StringArray, pa.StringArray], bool]:
    """A check whether any text contains a character in this range, or a non-ASCII one, which may be relevant too."""

    def has(values: pa.StringArray) -> bool:
        data = content(values)
        return bool(((data >= ord(low)) & (data <= ord(high)) | (data > 0x7F)).any())

    return lambda *both: any(has(values) for values in both)


def _differ_in_length(*both: pa.StringArray) -> bool:
    """Whether the texts differ in length, as texts that differ in leading zeros must."""
    lengths = np.concatenate([numbers(pc.binary_length(values)) for values in both])
    return bool(len(lengths)) and int(lengths.min()) != int(lengths.max())


def _as_yes_or_no(values: pa.StringArray) -> pa.StringArray:
    """The numbers 1 and 0 for the words that mean them."""
    return texts([_YES_NO.get(text.lower(), text) for text in values.to_pylist()])


def _tell_yes(*both: pa.StringArray) -> bool:
    """Whether all texts mean yes or no, and some are words."""
    if any(len(values) > len(_YES_NO) for values in both):
        return False
    found = {text.lower() for values in both for text in values.to_pylist()}
    return found <= _YES_NO.keys() and any(text.isalpha() for text in found)


def _expanded(text: str) -> str:
    """`1.2e5` as `120000`; texts that are not integers stay."""
    value = Decimal(text)
    return str(int(value)) if value == value.to_integral_value() else text


SPELLINGS = {
    spelling.name: spelling
    for spelling in (
        Spelling(
            "extension",
            "use the file extensions of the {}",
            "a file extension such as .jpg was added or removed",
            lambda values: pc.replace_substring_regex(values, r"\.[A-Za-z][A-Za-z0-9]{0,4}$", ""),
            _have("."),
        ),
        Spelling("trim", "trim blanks", "blanks around the text", pc.utf8_trim_whitespace, _have_between("\0", " ")),
        Spelling(
            "zeros", "restore leading zeros", "a tool read the text as a number", _without_zeros, _differ_in_length
        ),
        Spelling("number", "undo .0 and 1e5", "a tool read the text as a float", _as_whole, _have(".", "e", "E")),
        Spelling(
            "case",
            "use the upper and lower case of the {}",
            "a tool changed the case",
            pc.utf8_lower,
            _have_between("A", "Z"),
        ),
        Spelling(
            "booleans",
            "write yes and no as the {} does",
            "a tool wrote 1 and 0 as True and False, or the other way round",
            _as_yes_or_no,
            _tell_yes,
            of_ids=False,
        ),
    )
}
