"""The question before files are read again that lack a repair, or have one that was undone since they were saved."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtWidgets import QWidget

from inspector.core.document.submission import Submission
from inspector.core.errors import shorten
from inspector.ui.widgets.input.question import Button, ask

_FURTHER = "Save first to keep it, under another name if you want both."


def may_reload(submissions: Iterable[Submission], parent: QWidget) -> bool:
    """Whether no repair is lost, or the user agrees: reading files again carries edits over, but no repairs."""
    lost = [one.name for one in submissions if one.saved is not None and one.saved.pair is not one.evaluation.pair]
    if not lost:
        return True
    said = f"A repair of {', '.join(map(shorten, lost))} was made or undone after the save that is read again"
    return ask(parent, "Reload", said, _FURTHER, label=(Button.Discard, "Reload")) == Button.Discard
