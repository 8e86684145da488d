"""Text of files on its way to the screen: it is never markup, and it never hides a key."""

from __future__ import annotations

import html
import math


def tip(text: str) -> str:
    """A tooltip that shows `text` as it is, whatever it looks like; long lines wrap."""
    return f"<qt>{html.escape(text)}</qt>" if text else ""


def menu(text: str, most: int = 60) -> str:
    """Text for a menu or a button: no `&` becomes a mnemonic, and it stays short."""
    shown = text if len(text) <= most else text[: most - 1] + "…"
    return shown.replace("&", "&&")


def fixed_decimals(value: float, decimals: int = 4) -> str:
    """A number in a column, `–` for none."""
    return "–" if math.isnan(value) else f"{value:.{decimals}f}"


def signed(value: float, decimals: int = 6) -> str:
    """A change with its sign and its triangle, nothing for no change."""
    if math.isnan(value) or value == 0:
        return ""
    return f"{'▲ +' if value > 0 else '▼ −'}{abs(value):.{decimals}f}"


def full(value: float) -> str:
    """A number at full precision."""
    return "–" if math.isnan(value) else repr(float(value))


def plain(text: str) -> str:
    """The text of a menu without its mnemonic and its dots."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")
