"""Finding a text by some of its letters, in their order. Plain text in, places of the letters out."""

from __future__ import annotations

_START, _RUN, _GAP = 8, 5, 1


def match(typed: str, text: str) -> tuple[int, ...] | None:
    """The places in `text` of what was typed, word by word; None when it does not hold them all."""
    found: list[int] = []
    for word in typed.lower().split():
        places = _word(word, text.lower())
        if places is None:
            return None
        found += places
    return tuple(sorted(set(found)))


def weight(places: tuple[int, ...], text: str) -> float:
    """How well a match fits: letters that begin words and letters side by side count, gaps and long texts cost."""
    score = 0.0
    for before, place in zip((-2, *places), places, strict=False):
        score += _START * _begins(text, place) + _RUN * (place == before + 1)
    spread = places[-1] - places[0] - len(places) + 1 if places else 0
    return score - _GAP * spread - len(text) / 100


def _word(word: str, text: str) -> list[int] | None:
    """As one piece at the start of a word, else as one piece, else letter by letter."""
    pieces = [at for at in range(len(text)) if text.startswith(word, at)]
    if pieces:
        at = next((at for at in pieces if _begins(text, at)), pieces[0])
        return list(range(at, at + len(word)))
    places, at = list[int](), -1
    for letter in word:
        at = text.find(letter, at + 1)
        if at < 0:
            return None
        places.append(at)
    return places


def _begins(text: str, place: int) -> bool:
    return place == 0 or not text[place - 1].isalnum()


def holds(typed: str, text: str) -> bool:
    """Whether every word that was typed stands in the text as one piece."""
    return all(word in text.lower() for word in typed.lower().split())
