"""A typed number."""

from __future__ import annotations

import math
import re

from inspector.core.errors import InputError, shorten
from inspector.core.files.schema.contents import NUMBER

# Groups of three digits, with a sign between them.
_GROUPS = {
    sign: re.compile(rf"[+-]?[1-9]\d{{0,2}}([{sign}]\d{{3}})+(\{decimal}\d*)?") for sign, decimal in (",.", ".,")
}
_EXAMPLE = "0.25 or 1e-3"
# What becomes of the other sign where the decimal sign is a point or a comma.
_THOUSANDS = {".": "commas may stand between thousands only, as in 103,000", ",": "leave out points between thousands"}
# Decimals that cannot be thousands.
_PLAIN = {decimal: rf"[+-]?\d+\{decimal}(\d{{1,2}}|\d{{4,}})" for decimal in ".,"}


def typed_number(text: str, decimal: str = ".", *, what: str = "", example: str = "") -> float:
    """Parse a finite number with a decimal point or comma. Raises InputError.

    Commas between thousands are read over where a point is the decimal sign, because the program shows numbers so; a
    point between groups of three digits is refused where a comma is the decimal sign, because it may be either. what:
    the number, such as `the prediction`; example: of a number that would do, as it is written in the file.
    """
    plain, has_groups = text.strip(), is_grouped(text, decimal)
    if has_groups and decimal == ".":
        plain = plain.replace(",", "")
    plain = plain.replace(decimal, ".")
    value = float(plain) if re.match(NUMBER, plain) else math.nan
    if not math.isfinite(value) or (has_groups and decimal != "."):
        subject = f"{what} {shorten(text)}".strip()
        expected = f"a number such as {example or _EXAMPLE}"
        raise InputError(f"{subject} is not a number", expected=expected, hint=_hint(text, decimal))
    return value


def is_grouped(text: str, decimal: str = ".") -> bool:
    """Whether a text is a number with signs between its thousands, other than the one before its decimals."""
    return bool(_GROUPS["," if decimal == "." else "."].fullmatch(text.strip()))


def may_be_decimal(text: str, decimal: str = ".") -> bool:
    """Whether the only sign between the thousands of a number may as well be that before its decimals, as in 12,345."""
    return is_grouped(text, decimal) and len(re.findall("[.,]", text)) == 1


def _hint(text: str, decimal: str) -> str:
    """What to type instead of a number with other signs: the number itself where that is plain."""
    other = {".": ",", ",": "."}[decimal]
    if other not in text or not any(char.isdigit() for char in text):
        return ""
    sign = "point" if decimal == "." else "comma"
    plain = text.strip().replace(other, decimal)
    meant = f", as in {plain}" if text.count(other) == 1 and re.fullmatch(_PLAIN[decimal], plain) else ""
    return f"Decimals follow a {sign}{meant}; {_THOUSANDS[decimal]}"
