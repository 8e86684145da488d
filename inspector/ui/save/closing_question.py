"""The question before a pair is closed: what becomes of unsaved edits, and of typed text that cannot be applied."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector.ui.widgets.input.question import Button, ask

_LOSE_TYPED = "Close anyway, and lose this text?"
_LEFT_OUT = "Saving leaves out text that is not applied. Cancel takes you to it."


def ask_before_closing(unsaved: str, typed: str, left: str, parent: QWidget, *, several: bool) -> Button:
    """What the user wants. unsaved: words on unsaved edits, empty for none; typed: on text among them that was applied.

    left: on what no save can hold; several: whether more than one submission is unsaved.
    """
    said = "\n".join(filter(None, (unsaved, typed, left)))
    if not unsaved:
        return ask(parent, "Typed text", said, _LOSE_TYPED, label=(Button.Cancel, "&Go back to it"))
    every = (Button.Save, "Save all") if several else None
    buttons, default = Button.Save | Button.Discard | Button.Cancel, Button.Cancel if left else Button.Save
    further = _LEFT_OUT if left else ""
    return ask(parent, "Unsaved edits", said, further, buttons=buttons, default=default, label=every)
