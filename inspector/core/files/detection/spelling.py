"""Texts without what tools change in them, to see whether two of them may mean the same."""

from __future__ import annotations

import re


def plain(text: str) -> str:
    """A text without case, leading zeros, `.0`, a file extension, and with underscores for blanks."""
    bare = re.sub(r"\.[a-z]\w{0,3}$|\.0+$", "", text.strip().casefold())
    return bare.replace(" ", "_").lstrip("0") or bare
