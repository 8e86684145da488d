"""What can be done with the versions of the open submission: keep, return to, compare with, rename, delete, export."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QInputDialog, QWidget

from inspector.core.data.edits import Edit
from inspector.core.document.submission import Submission
from inspector.core.document.transition import Plan, Transition
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.baseline import FILE_NAME
from inspector.core.plural import count_of
from inspector.core.task import Task
from inspector.core.versions.version import Version, return_to
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.input.question import Button, ask


class Queue(Protocol):
    """Makes changes in the order in which they were asked for."""

    @property
    def is_editing(self) -> bool:
        """Whether an edit is running or queued."""

    def apply(self, rows: int, plan: Plan, done: Callable[[Edit], object]) -> None:
        """Queue an edit of about so many rows; `done` is called with it."""

    def change(self, work: str, begin: Callable[[], Task[Transition] | None]) -> None:
        """Queue a change that takes as long as a kind of work."""


class VersionsController(QObject):
    """Asks for names, and makes the changes in the order in which they were asked for.

    settle: applies text that was typed; patch_asked, file_asked: a version to be exported.
    """

    failed = Signal(object)
    done = Signal(str)
    patch_asked, file_asked = Signal(Version), Signal(Version)

    def __init__(self, signals: DocumentSignals, queue: Queue, settle: Callable[[], object], window: QWidget) -> None:
        super().__init__(window)
        self._inspection, self._queue, self._settle, self._window = signals.inspection, queue, settle, window

    def keep(self) -> None:
        """Let the user keep the open submission as it is now, under a name."""
        self._settle()
        if self._queue.is_editing:
            self.failed.emit(InputError("an edit is still being made", hint="Wait until it is made, or cancel it"))
            return
        opened, edits = self._inspection.open_submission, self._inspection.evaluation.overlay
        if (name := self._ask_name("Keep version", self._new_name())) is None:
            return
        if self._inspection.open_submission is not opened or self._inspection.evaluation.overlay is not edits:
            what = f"no version of {shorten(opened.name)} was kept: it was edited meanwhile, or another one was opened"
            self.failed.emit(InputError(what, hint="Keep the version again"))
            return
        try:
            version = self._inspection.keep(name)
        except InputError as error:
            self.failed.emit(error)
            return
        self.done.emit(f"Kept as {shorten(version.name)}: {count_of(len(version.edits), 'changed row')}")

    def return_to(self, name: str) -> None:
        """Make all predictions those of a version, as an edit."""
        if (version := self._find(name)) is None:
            return
        self._settle()
        opened = self._inspection.open_submission
        self._queue.apply(
            len(version.edits), return_to(version), lambda edit: self._note_return(opened, version, len(edit.rows))
        )

    def compare_with(self, name: str) -> None:
        """Compare the open submission with one of its versions."""

        def begin() -> Task[Transition] | None:
            return self._inspection.baseline_task(name) if name in self._inspection.names else None

        self._queue.change("baseline", begin)

    def rename(self, name: str) -> None:
        """Let the user give a version another name."""
        version = self._find(name)
        new = None if version is None else self._ask_name("Rename version", name)
        if version is None or new is None or version not in self._inspection.versions:
            return
        try:
            self._inspection.rename(version.name, new)
        except InputError as error:
            self.failed.emit(error)

    def remove(self, name: str) -> None:
        """Delete a version, if the user wants that; where it is compared with, the file as loaded takes its place."""
        version = self._find(name)
        if version is None or not self._agrees(version) or version not in self._inspection.versions:
            return
        self._inspection.remove(version.name)
        self.done.emit(f"Deleted: {shorten(version.name)}")

    def export_patch(self, name: str) -> None:
        """Write the rows that a version changes."""
        if (version := self._find(name)) is not None:
            self.patch_asked.emit(version)

    def export_file(self, name: str) -> None:
        """Write a version as a whole submission."""
        if (version := self._find(name)) is not None:
            self.file_asked.emit(version)

    def _find(self, name: str) -> Version | None:
        """A version of the open submission by name, None if it is gone."""
        versions = self._inspection.versions if self._inspection.is_open else ()
        return next((version for version in versions if version.name == name), None)

    def _note_return(self, opened: Submission, version: Version, rows: int) -> None:
        opened.made_from = version.name
        words = f"{count_of(rows, 'row')} changed" if rows else "nothing was different"
        self.done.emit(f"Returned to {shorten(version.name)}: {words}")

    def _new_name(self) -> str:
        """The next free name: `version 3`."""
        taken, number = {*self._inspection.names, FILE_NAME}, len(self._inspection.versions) + 1
        while f"version {number}" in taken:
            number += 1
        return f"version {number}"

    def _ask_name(self, title: str, proposed: str) -> str | None:
        name, is_accepted = QInputDialog.getText(self._window, title, "Name of the version:", text=proposed)
        return name.strip() if is_accepted else None

    def _agrees(self, version: Version) -> bool:
        said = f"{shorten(version.name)} with {count_of(len(version.edits), 'changed row')}."
        delete = Button.Discard, "Delete"
        further = "It cannot be brought back. Delete it?"
        return ask(self._window, "Delete the version?", said, further, label=delete) == Button.Discard
