"""A number that is typed, a step up or down."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

# Of steps: about a part of 1 in 100.
_PART = 2


def nudged(text: str, steps: int, decimal: str = ".", *, is_probability: bool = False) -> str | None:
    """A typed number some steps higher, or lower below 0; None for a text that is no finite number.

    A step is 1 % of the number, rounded down to a power of ten, or its last digit if that is more: 583643.49 goes on to
    584643.49, 0.25 to 0.26, and 7 to 8. A probability stops at 0 and 1, and one beyond them where it is.
    """
    try:
        value = Decimal(text.strip().replace(decimal, "."))
    except InvalidOperation:
        return None
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int):
        return None
    power = max(exponent, value.adjusted() - _PART) if value else exponent
    new = value + steps * Decimal(1).scaleb(power)
    if is_probability:
        new = min(max(new, min(value, Decimal(0))), max(value, Decimal(1))).quantize(new)
    return format(new, "f" if "e" not in text.lower() else "").replace(".", decimal)
