"""What the commands and panels of several submissions ask for: adding, opening, comparing, renaming, removing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QInputDialog, QWidget

from inspector.core.document.submission import Submission
from inspector.core.document.transition import Transition
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.baseline import FILE_NAME
from inspector.core.files.detection.question import AmbiguousReadingError
from inspector.core.files.options import Options
from inspector.core.task import Task
from inspector.ui.comparison.file_adder import FileAdder
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.input.question import Button, ask

Begin: TypeAlias = Callable[[], Task[Transition] | None]
# Queues a change that takes as long as a kind of work; a callback gets what was changed.
Change: TypeAlias = Callable[[str, Begin, Callable[[Transition], object]], None]

_FIRST_THIS = "In its line, Enter applies it and Esc gives it up; then try again"


class SubmissionsController(QObject):
    """Changes which submissions there are, which one is open, and what it is compared with.

    change: queues a change of the document; keep_typed: applies text that was typed; unapplied: words about text of
    some submissions that is not applied. unapplied_first: such text has to be applied or given up before all else.
    """

    failed = Signal(object)
    done = Signal(str)
    unapplied_first = Signal()

    def __init__(
        self,
        signals: DocumentSignals,
        change: Change,
        keep_typed: Callable[[], object],
        unapplied: Callable[[Sequence[Submission]], str],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._inspection, self._window = signals.inspection, window
        self._change, self._keep_typed, self._unapplied = change, keep_typed, unapplied
        self.adder = FileAdder(signals.inspection, self._choose_reading, self)
        self.adder.failed.connect(self.failed)
        self.adder.done.connect(self.done)
        signals.closing.connect(self.adder.close)

    def add(self, paths: Iterable[Path | str], options: Mapping[Path, Options | None] | None = None) -> None:
        """Add files, and those in folders, to the submissions of the open truth; options: how some are read."""
        if self._inspection.is_open:
            self.adder.add(map(Path, paths), options or {})

    def ask_files(self) -> None:
        """Let the user choose files to add."""
        self.add(QFileDialog.getOpenFileNames(self._window, "Add submissions", self._folder)[0])

    def ask_folder(self) -> None:
        """Let the user choose a folder whose files are added."""
        if folder := QFileDialog.getExistingDirectory(self._window, "Add the submissions of a folder", self._folder):
            self.add([folder])

    def open(self, name: str) -> bool:
        """Make another submission the open one, and let text wait that cannot be applied; whether that was asked."""
        if name == self._inspection.open_submission.name:
            return False
        self._keep_typed()
        left = self._inspection.open_submission
        self._queue("switch", name, lambda: self._inspection.switch_task(name), lambda _: self._tell_waiting(left))
        return True

    def step(self, by: int, names: Sequence[str]) -> None:
        """Open the submission that is some places further down in a list of all, from the last one on to the first."""
        self.open(names[(names.index(self._inspection.open_submission.name) + by) % len(names)])

    def compare_with(self, name: str) -> None:
        """Compare the open submission with another one, or with its file as loaded, by FILE_NAME."""
        if name != self._inspection.baseline:
            self._queue("baseline", name, lambda: self._inspection.baseline_task(name))

    def swap(self) -> None:
        """Open the baseline, and compare it with what is open now."""
        before, baseline = self._inspection.open_submission.name, self._inspection.baseline
        if baseline not in (FILE_NAME, before) and self.open(baseline):
            self.compare_with(before)

    def rename(self, name: str, new: str) -> None:
        """Give a submission or a version another name, unless it is gone."""
        if name not in self._inspection.names:
            return
        try:
            self._inspection.rename(name, new.strip())
        except InputError as error:
            self.failed.emit(error)

    def remove(self, name: str) -> None:
        """Remove a submission, unless the user would rather keep its edits; another one is opened in its place."""
        if name not in self.names:
            return
        chosen, others = self._inspection.submission(name), [other for other in self.names if other != name]
        if not others:
            return
        self._keep_typed()
        if not self._may_lose(chosen):
            return
        if chosen not in self._inspection.submissions or name != chosen.name:  # changed while the question was open
            return
        if chosen is self._inspection.open_submission:
            at = min(self.names.index(name), len(others) - 1)
            self._queue("switch", others[at], lambda: self._inspection.switch_task(others[at]))
        if self._inspection.baseline in chosen.names:
            self._queue("baseline", FILE_NAME, lambda: self._inspection.baseline_task(FILE_NAME))
        may_lose = bool(chosen.unsaved_words or chosen.typed.every)
        self._change("baseline", lambda: self._take_out(chosen, may_lose), _ignore)

    @property
    def names(self) -> Sequence[str]:
        """The names of all submissions, in the order in which they were added."""
        return [one.name for one in self._inspection.submissions]

    def _queue(self, work: str, name: str, begin: Begin, done: Callable[[Transition], object] | None = None) -> None:
        """Queue a change that is about a submission; nothing is done if that is gone by then."""
        self._change(work, lambda: begin() if name in (FILE_NAME, *self.names) else None, done or _ignore)

    def _tell_waiting(self, left: Submission) -> None:
        """Say that text waits in a submission that was left."""
        if left in self._inspection.submissions and (words := left.typed.words(left.name)):
            self.done.emit(f"{words} It waits there")

    def _take_out(self, submission: Submission, may_lose: bool) -> None:
        """Remove a submission, once what was queued before is done; may_lose: whether its edits may go with it."""
        in_use = submission is self._inspection.open_submission or self._inspection.baseline in submission.names
        if submission in self._inspection.submissions and not in_use and (may_lose or self._may_lose(submission)):
            self._inspection.remove(submission.name)
            self.done.emit(
                f"{submission.name} is no longer in the list" + ("; its file is as it was" if submission.path else "")
            )

    def apply_typed(self) -> bool:
        """Apply what was typed; whether nothing is left that could not be applied."""
        self._keep_typed()
        if words := self._unapplied([self._inspection.open_submission]):
            self.failed.emit(InputError(words.removesuffix("."), hint=_FIRST_THIS))
            self.unapplied_first.emit()
        return not words

    def _may_lose(self, submission: Submission) -> bool:
        """Whether the edits, versions and texts of a submission may be lost, if it has any that are not saved."""
        unsaved = submission.unsaved_words
        edits, typed = f"{shorten(submission.name)} {unsaved}." if unsaved else "", self._unapplied([submission])
        said = " ".join(filter(None, [edits, typed]))
        if not said:
            return True
        question = "Remove it from the list? What is not saved is lost."
        return ask(self._window, "Unsaved edits", said, question) == Button.Discard

    def _choose_reading(self, path: Path, error: AmbiguousReadingError) -> Options | None:
        """Ask how a file is to be read that can be read in several ways."""
        readings = {str(reading): reading.options for reading in error.readings}
        chosen, is_accepted = QInputDialog.getItem(
            self._window, f"How to read {path.name}", "The file can be read in several ways:", [*readings], 0, False
        )
        return readings[chosen] if is_accepted else None

    @property
    def _folder(self) -> str:
        """The folder of the open submission."""
        path = self._inspection.submission_path if self._inspection.is_open else None
        return str(path.absolute().parent) if path else ""


def _ignore(transition: Transition) -> None:
    """What was changed is told by the document."""
