"""A count with its noun, or with other words, in the singular or the plural."""

from __future__ import annotations


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun: `1 row`, `2,000 rows`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def agreeing(number: int, one: str, many: str) -> str:
    """Return a number with words that agree with it: `1 row is`, `2,000 rows are`."""
    return f"{number:,} {one if number == 1 else many}"
