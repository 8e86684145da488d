"""Fuzzy matching: finds a text by pieces of it, or by the beginnings of its words."""

from __future__ import annotations

from itertools import pairwise

_START, _RUN, _GAP, _WHOLE = 8, 5, 1, 6
# Of a longer text, such as the name of a column may be, only the start is searched.
_MOST_SEARCHED = 300


def weight(typed: str, text: str) -> float | None:
    """How well a text fits what is typed, word by word; None when some word is not in it.

    Letters that begin words, letters side by side and whole words count, gaps and long texts cost.
    """
    total, searched = -len(text) / 100, text[:_MOST_SEARCHED].lower()
    for word in typed.lower().split():
        places = _places(word, searched)
        if not places:
            return None
        total += sum(_START * _begins(text, place) for place in places)
        total += sum(_RUN for before, place in pairwise(places) if place == before + 1)
        total -= _GAP * (places[-1] - places[0] + 1 - len(places))
        total += _WHOLE * _is_whole(searched, places[0], places[-1] + 1)
    return total


def holds(typed: str, text: str) -> bool:
    """Whether every word that was typed stands in the text as one piece."""
    return all(word in text.lower() for word in typed.lower().split())


def _places(word: str, text: str) -> list[int]:
    """As a whole word, else at the start of one, else as one piece, else as beginnings of words; empty for nowhere.

    Letters strewn over a text are no match: a long text has those of anything.
    """
    pieces = [at for at in range(len(text)) if text.startswith(word, at)]
    if pieces:
        at = max(pieces, key=lambda at: (_is_whole(text, at, at + len(word)), _begins(text, at)))
        return list(range(at, at + len(word)))
    return _beginnings(word, text)


def _beginnings(letters: str, text: str) -> list[int]:
    """Places of letters that each begin a word or follow on the one before; empty when there are none such."""
    starts = {at for at in range(len(text)) if _begins(text, at)}
    # For each letter, from the last, the places from which the rest is found. Trying each way forward would take for
    # ever in a text that repeats itself.
    fits = [{at for at, letter in enumerate(text) if letter == letters[-1]}]
    for wanted in reversed(letters[:-1]):
        last = max(fits[-1] & starts, default=-1)
        fits.append({at for at, letter in enumerate(text) if letter == wanted and (at + 1 in fits[-1] or at < last)})
    found: list[int] = []
    for fitting in reversed(fits):
        before = found[-1] if found else -1
        following = {before + 1} & fitting if found else set[int]()
        found.append(min(following or (at for at in fitting & starts if at > before), default=-1))
        if found[-1] < 0:
            return []
    return found


def _is_whole(text: str, start: int, end: int) -> bool:
    return _begins(text, start) and not text[end : end + 1].isalnum()


def _begins(text: str, place: int) -> bool:
    return place == 0 or not text[place - 1].isalnum()
