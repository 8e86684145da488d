"""The name of a file to be written: refused before anything else is asked, and only then whether to replace a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from inspector.ui.widgets.formatting import one_line, start
from inspector.ui.widgets.input.question import Button, ask

_LONGEST = 60


def ask_new_file(
    parent: QWidget, title: str, proposed: Path | str, kinds: str, replaces: Callable[[Path], bool]
) -> Path | None:
    """A path to write to, None if the user cancels; one who would rather not replace a file can choose another name.

    replaces: whether a file there would be replaced; it raises InputError for a path that may not be written, so that
    nobody agrees to replace a file and is refused afterwards. The file dialog, which cannot tell, does not ask.
    """
    name, option = str(proposed), QFileDialog.Option.DontConfirmOverwrite
    while True:
        name, _ = QFileDialog.getSaveFileName(parent, title, name, kinds, "", option)
        if not name:
            return None
        if not replaces(path := Path(name)) or _agrees(parent, path):
            return path


def _agrees(parent: QWidget, path: Path) -> bool:
    said, buttons = f"{one_line(start(path.name, _LONGEST))} is already there.", Button.Yes | Button.Cancel
    further, label = "What the file holds now will be lost. Replace it?", (Button.Yes, "&Replace")
    return ask(parent, "Replace the file?", said, further, buttons=buttons, label=label) == Button.Yes
