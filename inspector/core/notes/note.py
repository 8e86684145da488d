"""What the user wrote down about one row."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from inspector.core.arrays import arrow
from inspector.core.errors import InputError, shorten

# What ends a tag where several are typed.
_BETWEEN = re.compile(r"[\s,]+")


@dataclass(frozen=True)
class Note:
    """A note and tags. text: "" for none; tags: sorted, each once; written, tagged: when the text and the tags were
    changed, in nanoseconds since 1970, 0 for never.

    Blank ones with a time were taken back: they replace older ones that another window still has.
    """

    text: str = ""
    tags: tuple[str, ...] = ()
    written: int = 0
    tagged: int = 0

    @property
    def is_blank(self) -> bool:
        """Whether there is neither a note nor a tag."""
        return not self.text and not self.tags

    def merged(self, other: Note) -> Note:
        """The later text of two versions with the later tags; one of both objects if it has both."""
        written, text = max((self.written, self.text), (other.written, other.text))
        tagged, tags = max((self.tagged, self.tags), (other.tagged, other.tags))
        both = Note(text, tags, written, tagged)
        return self if both == self else other if both == other else both


def split_tags(text: str) -> tuple[str, ...]:
    """The tags in a text that was typed: words between blanks and commas, each once, in their order."""
    return tuple(dict.fromkeys(filter(None, _BETWEEN.split(text))))


def checked_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """The tags, each once. Raises InputError for one that is no word."""
    for tag in (found := tuple(dict.fromkeys(tags))):
        if split_tags(checked_text(tag)) != (tag,):
            raise InputError("a tag is one word, without blanks and commas", found=shorten(tag))
    return found


def checked_text(text: str) -> str:
    """The text, "" for one of blanks only. Raises InputError if a file could not hold it: half of a character."""
    arrow.text(text)
    return text if text.strip() else ""
