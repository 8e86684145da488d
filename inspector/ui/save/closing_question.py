"""The question before a pair is closed: what becomes of unsaved edits, and of typed text that cannot be applied."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from inspector.core.document.submission import Submission
from inspector.core.errors import shorten
from inspector.ui.widgets.formatting import one_line, start
from inspector.ui.widgets.input.question import Button, ask

_LONGEST, _MOST_NAMED = 60, 10
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


def unsaved_words(unsaved: Sequence[Submission]) -> str:
    """Which submissions have unsaved edits, empty for none."""
    if len(unsaved) > 1:
        more = [f"and {len(unsaved) - _MOST_NAMED:,} more"] if len(unsaved) > _MOST_NAMED else []
        names = map(short_name, unsaved[:_MOST_NAMED])
        return "\n".join([f"{len(unsaved):,} submissions have unsaved changes:", *names, *more])
    return "".join(f"{shorten(one.name, _LONGEST)} {one.unsaved_words}." for one in unsaved)


def short_name(submission: Submission) -> str:
    """The name of a submission in a question or a title."""
    return one_line(start(submission.name, _LONGEST))
