"""The paths of the open dialog: typed with completion, or chosen in the file dialog of the system."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QDir, QTimer
from PySide6.QtWidgets import QCompleter, QFileDialog, QFileSystemModel, QLineEdit, QWidget

from inspector.core.path import is_file
from inspector.ui.widgets.building.build import named

_KINDS = " ".join(f"*.{kind}" for kind in ("csv", "tsv", "txt", "json", "jsonl", "parquet", "run", "qrels", "test"))
_PACKED = " ".join(f"*.{kind}" for kind in ("gz", "zip", "xz", "bz2", "zst", "lz4"))
_FILTER = f"Tables, also compressed ({_KINDS} {_PACKED});;All files (*)"


def path_edit(parent: QWidget, name: str, path: Path | None) -> QLineEdit:
    """A line edit that completes paths. name: object name."""
    edit = named(QLineEdit(str(path) if path else "", parent), name)
    files = QFileSystemModel(edit)
    files.setRootPath(QDir.rootPath())
    edit.setCompleter(QCompleter(files, edit))
    # A folder that is listed late shows completions of what was typed long ago.
    for signal in (edit.textChanged, files.directoryLoaded):
        signal.connect(lambda: QTimer.singleShot(0, edit, lambda: _hide_completions(edit)))
    return edit


def choose_file(parent: QWidget, title: str, start: str) -> str:
    """Ask for a file beside another one; empty if the user cancels."""
    name, _ = QFileDialog.getOpenFileName(parent, f"Choose the {title.lower()}", str(Path(start).parent), _FILTER)
    return name


def _hide_completions(edit: QLineEdit) -> None:
    """Hide the completions of a complete path, so that Enter reaches the dialog."""
    if is_file(Path(edit.text())) and (popup := edit.completer().popup()):
        popup.hide()
