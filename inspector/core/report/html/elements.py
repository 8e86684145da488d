"""Elements of HTML and SVG. Text is only ever set as text, so that no label of a file becomes markup."""

from __future__ import annotations

from xml.etree.ElementTree import Element, tostring

# Letters as wide as these fit beside each other at the size of the style sheet.
LETTER = 6.2


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


def text(shown: str, x: float, y: float, anchor: str = "middle", kind: str = "label") -> Element:
    """A text of a picture."""
    return element("text", shown, class_=kind, x=x, y=y, text_anchor=anchor)


def markup(made: Element) -> str:
    """The element as HTML."""
    return tostring(made, encoding="unicode", method="html")
