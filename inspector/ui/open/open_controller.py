"""Opening pairs: reading them in a thread, showing them, and reading the open one again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from inspector.core import samples
from inspector.core.document.history import Step
from inspector.core.document.load import open_task
from inspector.core.document.state import State
from inspector.core.errors import InputError
from inspector.core.files import Fix, Options, PairMismatchError, is_pair, preview_pair, read_pair, tell_apart
from inspector.core.query import parse
from inspector.core.task import Progress, Task
from inspector.ui.open.open_dialog import OpenDialog
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker


@dataclass(frozen=True)
class OpenRequest:
    """What is to be opened. submission: None when one file holds both; metric: None for last time's, or a guess."""

    truth: Path | None = None
    submission: Path | None = None
    metric: str | None = None
    options: Options = field(default_factory=Options)


class OpenController(QObject):
    """Reads and scores in a thread; until that is done, and when it fails, the open pair stays as it is.

    may: whether the open pair may be closed for another, which may ask the user about unsaved edits; read_again: the
    files of the open pair were read again, and its edits are still to be put on top.
    """

    failed = Signal(Exception)
    opened = Signal()
    read_again = Signal(State)
    waiting = Signal(object)

    def __init__(self, signals: DocumentSignals, settings: Settings, may: Callable[[], bool], window: QWidget) -> None:
        super().__init__(window)
        self.worker = Worker(self)
        self.worker.failed.connect(self.failed)
        self._previewer = Worker(self)
        self._inspection, self._settings, self._may, self._window = signals.inspection, settings, may, window
        self._dropped: Path | None = None
        self._tried: OpenRequest | None = None
        signals.metric_changed.connect(self._remember)

    def ask(self) -> None:
        """Let the user choose two files; they are opened if the open pair may be closed."""
        known = self._asked() if self._inspection.is_open else OpenRequest(submission=self._dropped)
        first = self._tried or known
        dialog = OpenDialog(first.truth, first.submission, first.options, self._window)
        dialog.preview_asked.connect(lambda *asked: self._previewer.start(preview_pair(*asked), dialog.show_preview))
        failed = self._previewer.failed.connect(dialog.show_error)
        dialog.ask()
        if dialog.exec() == QDialog.DialogCode.Accepted and self._may():
            self.open(dialog.truth, dialog.submission, dialog.metric_text, dialog.options)
        self._previewer.cancel()
        self._previewer.failed.disconnect(failed)
        dialog.deleteLater()

    def take(self, paths: Sequence[Path]) -> None:
        """Files were dropped: a pair, one that holds both, or one that belongs to another file already here."""
        try:
            if len(paths) >= 2:
                self.open(*tell_apart(*paths[:2]))
            elif is_pair(paths[0]):
                self.open(paths[0])
            elif self._inspection.is_open and (truth := self._files()[0]):
                self.open(truth, paths[0], str(self._inspection.metric))
            elif self._dropped is not None and self._dropped != paths[0]:
                self.open(*tell_apart(self._dropped, paths[0]))
            else:
                self._dropped = paths[0]
                self.waiting.emit(paths[0])
        except InputError as error:
            self.failed.emit(error)

    def open(
        self, truth: Path, submission: Path | None = None, metric: str | None = None, options: Options | None = None
    ) -> None:
        """Read and score a pair, or one file that holds both, then show it; without a metric, under the one it had last
        time, if any.
        """
        self._tried = OpenRequest(truth, submission, metric, options or Options())
        metric = metric or self._settings.metric_of(truth, submission or truth)
        self.run(open_task(read_pair(truth, submission, options), metric))

    def repair_for(self, error: Exception) -> Fix | None:
        """The repair with which the pair that was tried last could be opened, None when there is none."""
        return error.problem.fix if isinstance(error, PairMismatchError) and self._tried else None

    @property
    def tried(self) -> OpenRequest | None:
        """What was to be opened last, None once it is open."""
        return self._tried

    def open_repaired(self, tried: OpenRequest, fixes: Sequence[str]) -> None:
        """Open what did not fit once more, with repairs."""
        if tried.truth:
            options = replace(tried.options, fixes=(*tried.options.fixes, *fixes))
            self.open(tried.truth, tried.submission, tried.metric, options)

    def reload(self) -> None:
        """Read the files of the open pair again and carry the edits over; what cannot be read changes nothing."""
        asked = self._asked()
        if asked.truth:
            task = open_task(read_pair(asked.truth, asked.submission, asked.options), self._inspection.metric)
            self.worker.start(task, self.read_again.emit)

    def open_recent(self, pair: RecentPair) -> None:
        """Open a pair of an earlier time under the metric it had then, read as it was then."""
        one_file = pair.truth == pair.submission
        self.open(pair.truth, None if one_file else pair.submission, pair.metric, Options.of(pair.options))

    def open_sample(self, name: str) -> None:
        """Open a built-in sample, generating it when this is the first time."""
        self.run(_sample_task(samples.find(name)))

    def run_on(self, task: Task[State], truth: Path, submission: Path | None, metric: str | None) -> None:
        """Run an opening task on files that can be tried again with a repair."""
        self._tried = OpenRequest(truth, submission, metric, Options())
        self.run(task)

    def run(self, task: Task[State]) -> None:
        """Run an opening task and adopt its result, if edits that are made meanwhile may be lost."""
        last = self._inspection.next_step("undo")
        self.worker.start(_ready(task), lambda state: self._adopt(state, last))

    def files(self) -> list[Path]:
        """The files of the open pair, as far as it came from files."""
        return [path for path in self._files() if path] if self._inspection.is_open else []

    def cancel(self) -> None:
        """Drop what is being opened; the open pair stays."""
        self.worker.cancel()

    def close(self) -> None:
        """Wait for what still runs, and drop it."""
        for worker in (self.worker, self._previewer):
            worker.close()

    def _asked(self) -> OpenRequest:
        """What would open the open pair again."""
        pair, (truth, submission) = self._inspection.evaluation.pair, self._files()
        if not truth or not submission:
            return OpenRequest()
        one_file = pair.truth.sheet.source is pair.submission.sheet.source
        return OpenRequest(truth, None if one_file else submission, str(self._inspection.metric), pair.options)

    def _adopt(self, state: State, last: Step | None) -> None:
        """Show the pair, unless edits were made meanwhile that the user wants to keep."""
        if self._inspection.next_step("undo") is not last and not self._may():
            return
        self._inspection.load(state)
        self._dropped = self._tried = None
        self._remember()
        self.opened.emit()

    def _remember(self) -> None:
        truth, submission = self._files()
        if truth and submission:
            metric = str(self._inspection.metric)
            options = self._inspection.evaluation.pair.options.said
            self._settings.remember(RecentPair(truth.absolute(), submission.absolute(), metric, options))

    def _files(self) -> tuple[Path | None, Path | None]:
        pair = self._inspection.evaluation.pair
        truth, submission = pair.truth.sheet.source, pair.submission.sheet.source
        return truth.path if truth else None, submission.path if submission else None


def _ready(task: Task[State]) -> Task[State]:
    """The same, with what the window will ask for worked out here and not in the UI thread."""
    state = yield from task
    yield Progress(0.95, "Telling losses apart")
    state.evaluation.prepare()
    # What reads filters is put together when first needed, which the first filter need not wait for.
    parse("score<1")
    return state


def _sample_task(sample: samples.Sample) -> Task[State]:
    yield Progress(0.0, "Generating the sample")
    folder = sample.folder()
    return (yield from open_task(read_pair(folder / "truth.csv", folder / "submission.csv"), sample.metric))
