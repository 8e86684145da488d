"""Fuzzy matching: finds a text by some of its letters, in order."""

from __future__ import annotations

from itertools import pairwise

_START, _RUN, _GAP = 8, 5, 1


def weight(typed: str, text: str) -> float | None:
    """How well a text fits what is typed, word by word; None when it does not hold the letters of some word.

    Letters that begin words and letters side by side count, gaps and long texts cost.
    """
    total = -len(text) / 100
    for word in typed.lower().split():
        places = _places(word, text.lower())
        if not places:
            return None
        total += sum(_START * _begins(text, place) for place in places)
        total += sum(_RUN for before, place in pairwise(places) if place == before + 1)
        total -= _GAP * (places[-1] - places[0] + 1 - len(places))
    return total


def holds(typed: str, text: str) -> bool:
    """Whether every word that was typed stands in the text as one piece."""
    return all(word in text.lower() for word in typed.lower().split())


def _places(word: str, text: str) -> list[int]:
    """As one piece at the start of a word, else as one piece, else letter by letter; empty when it is not there."""
    pieces = [at for at in range(len(text)) if text.startswith(word, at)]
    if pieces:
        at = next((at for at in pieces if _begins(text, at)), pieces[0])
        return list(range(at, at + len(word)))
    places, at = list[int](), -1
    for letter in word:
        at = text.find(letter, at + 1)
        if at < 0:
            return []
        places.append(at)
    return places


def _begins(text: str, place: int) -> bool:
    return place == 0 or not text[place - 1].isalnum()
