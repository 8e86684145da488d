"""A count with its noun in the singular or the plural."""

from __future__ import annotations


def count_of(number: int, noun: str) -> str:
    """Return a number with its noun: `1 row`, `2,000 rows`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
