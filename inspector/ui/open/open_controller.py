"""Controller for opening and reloading pairs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QWidget

from inspector.core import samples
from inspector.core.document.history import Step
from inspector.core.document.load import as_guessed, open_files
from inspector.core.document.readings import try_readings
from inspector.core.document.save import options_now
from inspector.core.document.state import State
from inspector.core.errors import InputError
from inspector.core.files.detection.question import AmbiguousReadingError, PossibleReading
from inspector.core.files.options import Options
from inspector.core.files.preview import Preview, preview_pair
from inspector.core.files.schema.role import is_pair, order_pair
from inspector.core.metrics import Metric
from inspector.core.task import Task
from inspector.ui.open.conflicts_dialog import may_reload
from inspector.ui.open.open_dialog import OpenDialog
from inspector.ui.open.recent import RecentFiles
from inspector.ui.open.tasks import prepared, released, sample_task, usable
from inspector.ui.settings import RecentPair, Settings
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker

# The files to be added to a pair once it is open, with the options to read them, None to find out.
Further: TypeAlias = Callable[[], Mapping[Path, Options | None]]


@dataclass(frozen=True)
class OpenRequest:
    """The files to open.

    submission: None if one file holds both; metric: None for the last one used, or a guess; again: whether the open
    pair is read again and keeps its edits.
    """

    truth: Path | None = None
    submission: Path | None = None
    metric: str | None = None
    options: Options = field(default_factory=Options)
    again: bool = False


class OpenController(QObject):
    """Reads and scores a pair in a worker thread; the open pair stays until that succeeds.

    may_close: whether the open pair may be closed; it may ask the user about unsaved edits; apply_typed: applies what
    was typed; whether nothing is left that could not be applied. read_again: the files of the open pair were read, and
    its edits are not applied yet; further: files that are to be added to the pair that was just opened. last_request:
    the last one that was not opened yet, None once it is open.
    """

    failed = Signal(Exception)
    opened = Signal()
    read_again = Signal(State)
    waiting = Signal(object)
    further = Signal(object)

    def __init__(
        self,
        signals: DocumentSignals,
        settings: Settings,
        may_close: Callable[[], bool],
        apply_typed: Callable[[], bool],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self.worker = Worker(self)
        self.worker.failed.connect(self._on_failed)
        self._previewer = Worker(self)
        self._inspection, self._settings, self._window = signals.inspection, settings, window
        self._may_close, self._apply_typed = may_close, apply_typed
        self._dropped: Path | None = None
        self.last_request: OpenRequest | None = None
        self._running: OpenRequest | None = None
        self._is_asking = False
        RecentFiles(signals, settings, self)

    def ask(self) -> None:
        """Show the open dialog, and open the chosen files if the open pair may be closed."""
        current = self._current_request() if self._inspection.is_open else OpenRequest(submission=self._dropped)
        if chosen := self._ask(self.last_request or replace(current, metric=None)):
            self._open_chosen(chosen)

    def open_dropped(self, paths: Sequence[Path]) -> None:
        """Open dropped files: a pair, a file that holds both, or one that goes with the open pair or the last drop."""
        try:
            if len(paths) >= 2:
                self.open(*order_pair(*paths[:2]), further=lambda: dict.fromkeys(paths[2:]))
            elif is_pair(paths[0]):
                self.open(paths[0])
            elif self._inspection.is_open and (truth := self._files()[0]):
                self.open(truth, paths[0], str(self._inspection.metric))
            elif self._dropped is not None and self._dropped != paths[0]:
                self.open(*order_pair(self._dropped, paths[0]))
            else:
                self._dropped = paths[0]
                self.waiting.emit(paths[0])
        except InputError as error:
            self.failed.emit(error)

    def open(
        self,
        truth: Path,
        submission: Path | None = None,
        metric: str | None = None,
        options: Options | None = None,
        further: Further = dict,
        *,
        is_guess: bool = False,
    ) -> None:
        """Read, score and load a pair, or one file that holds both, and then add further files.

        metric: None for the one last used for it, if any; is_guess: whether it was a guess, and is one still.
        """
        self.last_request = OpenRequest(truth, submission, metric, options or Options())
        task = open_files(truth, submission, self._metric_of(self.last_request), options)
        self._run(as_guessed(task) if is_guess else task, self.last_request, further)

    def open_repaired(self, last_request: OpenRequest, fixes: Sequence[str]) -> None:
        """Open a rejected pair again, with repairs."""
        if last_request.truth:
            options = replace(last_request.options, fixes=(*last_request.options.fixes, *fixes))
            self.open(last_request.truth, last_request.submission, last_request.metric, options)

    def reload(self) -> None:
        """Read the files of the open pair again and emit `read_again`; an unreadable file changes nothing.

        Text that was typed and cannot be applied would be lost: the files wait for it. A repair that is not in the file
        that was saved may be lost if the user agrees.
        """
        if self._apply_typed() and may_reload(self._inspection.submissions, self._window):
            self._read_again(self._current_request())

    def open_again(self, metric: Metric) -> None:
        """Open the files of the open pair, and those compared, as a metric needs them, if the pair may be closed."""
        if not self._may_close():
            return
        now = self._current_request()  # may have another name, since it was saved
        compared = [one.path for one in self._inspection.submissions if one.path and one.path != now.submission]
        if now.truth:
            self.open(now.truth, now.submission, str(metric), now.options, lambda: dict.fromkeys(compared))

    def open_recent(self, pair: RecentPair) -> None:
        """Open a recent pair with the metric and options it had, and the submissions that were compared with it."""
        submission = None if pair.truth == pair.submission else pair.submission
        further = {path: Options.of(options) for path, options in pair.further}
        self.open(pair.truth, submission, usable(pair.chosen), Options.of(pair.options), lambda: further)

    def open_sample(self, name: str) -> None:
        """Open a built-in sample; it is generated on first use."""
        sample = samples.find(name)
        self.run(sample_task(sample), lambda: dict.fromkeys(sample.files()[2:]))

    def run_with_files(
        self, task: Task[State], truth: Path, submission: Path | None, metric: str | None, further: Further = dict
    ) -> None:
        """Run an opening task, and remember its files so that they can be opened with a repair."""
        self.last_request = OpenRequest(truth, submission, metric, Options())
        self._run(task, self.last_request, further)

    def run(self, task: Task[State], further: Further = dict) -> None:
        """Run an opening task and load its result, if edits made meanwhile may be lost; further: files to add then."""
        self._run(task, None, further)

    def files(self) -> list[Path]:
        """The paths of the open pair, without sides that do not come from a file."""
        return [path for path in self._files() if path] if self._inspection.is_open else []

    def cancel(self) -> None:
        """Cancel opening; the open pair stays."""
        self.worker.cancel()

    def close(self) -> None:
        """Cancel all tasks and wait for their threads to end."""
        for worker in (self.worker, self._previewer):
            worker.close()

    def _ask(self, request: OpenRequest) -> OpenRequest | None:
        """Show the open dialog and return what is to be opened, None if the user cancels."""
        dialog = OpenDialog(request.truth, request.submission, request.options, self._window, metric=request.metric)
        dialog.preview_asked.connect(lambda *files: self._preview(dialog, preview_pair(*files)))
        dialog.readings_asked.connect(lambda readings: self._try(dialog, readings))
        dialog.files_changed.connect(self._previewer.cancel)
        failed = self._previewer.failed.connect(dialog.show_error)
        progressed = self._previewer.progressed.connect(dialog.show_progress)
        self._is_asking = True
        dialog.ask()
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        self._is_asking = False
        self._previewer.cancel()
        self._previewer.failed.disconnect(failed)
        self._previewer.progressed.disconnect(progressed)
        dialog.deleteLater()
        return _request_of(dialog) if is_accepted else None

    def _preview(self, dialog: OpenDialog, task: Task[Preview]) -> None:
        """Show a preview, and after that of a sample the one of all rows."""

        def show(preview: Preview) -> None:
            dialog.show_preview(preview)
            if preview.rest is not None:
                self._preview(dialog, preview.rest)

        self._previewer.start(task, show)

    def _try(self, dialog: OpenDialog, readings: Sequence[PossibleReading]) -> None:
        """Try the possible readings of the files in the dialog."""
        request = _request_of(dialog)
        task = try_readings(request.truth, request.submission, readings, self._metric_of(request))
        self._previewer.start(task, dialog.show_tried)

    def _on_failed(self, error: Exception) -> None:
        """Ask how files are to be read that can be read in several ways; hand on every other error."""
        request = self._running
        if request is None or self._is_asking or not isinstance(error, AmbiguousReadingError):
            self.failed.emit(error)
        elif chosen := self._ask(request):
            is_reload = request == replace(chosen, options=request.options, again=True)
            (self._read_again if is_reload else self._open_chosen)(chosen)

    def _open_chosen(self, chosen: OpenRequest, further: Further = dict) -> None:
        """Open what is chosen, if the open pair may be closed, and then add further files."""
        if chosen.truth and self._may_close():
            self.open(chosen.truth, chosen.submission, chosen.metric, chosen.options, further)

    def _read_again(self, request: OpenRequest) -> None:
        if request.truth is None:
            what = "what is open was not read from files"
            self.failed.emit(InputError(what, hint="Save it, or open a submission that has a file"))
        else:
            self._running = replace(request, again=True)
            task = open_files(request.truth, request.submission, self._inspection.metric, request.options)
            self.worker.start(released(task), self.read_again.emit)

    def _run(self, task: Task[State], request: OpenRequest | None, further: Further = dict) -> None:
        """Run an opening task; request: what it opens, if that can be asked about; further: files to add then."""
        self._running = request
        before = self._inspection.last_steps
        self.worker.start(released(prepared(task)), lambda state: self._load(state, before, further))

    def _current_request(self) -> OpenRequest:
        """The request that would open the open pair again."""
        pair, (truth, submission) = self._inspection.evaluation.pair, self._files()
        if not truth or not submission:
            return OpenRequest()
        if pair.truth.sheet.source is pair.submission.sheet.source:
            truth, submission = submission, None
        return OpenRequest(truth, submission, str(self._inspection.metric), options_now(pair, self._inspection.saved))

    def _load(self, state: State, before: list[Step | None], further: Further) -> None:
        """Load the pair, unless the user wants to keep edits made meanwhile."""
        if self._inspection.last_steps != before and not self._may_close():
            return
        self._inspection.load(state)
        self._dropped = self.last_request = None
        self.opened.emit()
        if files := further():
            self.further.emit(files)

    def _metric_of(self, request: OpenRequest) -> str | None:
        """The metric of a request: the one given, or the last one used for its files."""
        if request.metric or request.truth is None:
            return request.metric
        return usable(self._settings.metric_of(request.truth, request.submission or request.truth))

    def _files(self) -> tuple[Path | None, Path | None]:
        truth = self._inspection.evaluation.pair.truth.sheet.source
        return truth.path if truth else None, self._inspection.submission_path


def _request_of(dialog: OpenDialog) -> OpenRequest:
    """What is chosen in the dialog."""
    return OpenRequest(dialog.truth, dialog.submission, dialog.metric_text, dialog.options)
