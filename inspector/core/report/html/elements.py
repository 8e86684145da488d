"""Elements of HTML and SVG. Text is only ever set as text, so that no label of a file becomes markup."""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring


def element(tag: str, *inside: Element | str, **attributes: str | float) -> Element:
    """An element around texts and others; underscores at the ends and in the names of attributes are left out."""
    texts = {name: one if isinstance(one, str) else f"{one:.6g}" for name, one in attributes.items()}
    made = Element(tag, {name.strip("_").replace("_", "-"): text for name, text in texts.items()})
    for one in inside:
        if isinstance(one, Element):
            made.append(one)
        elif len(made):
            made[-1].tail = (made[-1].tail or "") + one
        else:
            made.text = (made.text or "") + one
    return made


def markup(made: Element) -> str:
    """The element as HTML."""
    return tostring(made, encoding="unicode", method="html")
