"""Saves the edited submission, exports row scores and pictures, and asks before unsaved edits are lost."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TypeVar

import pyarrow as pa
from PySide6.QtCore import QEventLoop, QObject, Signal
from PySide6.QtWidgets import QWidget

from inspector.core.document.inspection import Inspection
from inspector.core.document.save import save_task
from inspector.core.document.submission import Submission, free_name, name_of_file
from inspector.core.errors import InputError
from inspector.core.files.io.target import Obstacle, ObstacleError, Target
from inspector.core.files.io.write import write
from inspector.core.files.pair import Pair
from inspector.core.plural import count_of
from inspector.core.rows.export import export_task, write_task
from inspector.core.task import Task
from inspector.core.versions.patch import patch_task
from inspector.core.versions.version import Version
from inspector.ui.save.closing_question import ask_before_closing, short_name, unsaved_words
from inspector.ui.save.proposed import beside_files, edited_path, patch_path, unnamed_path, version_path
from inspector.ui.settings import Settings
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.input.new_file import ask_new_file
from inspector.ui.widgets.input.question import Button, ask
from inspector.ui.widgets.picture_file import picture_bytes

Result = TypeVar("Result")

STILL_WRITING = InputError("a file is still being written", hint="Wait until it is written, or cancel it")
STILL_EDITING = InputError("an edit is still being made", hint="Wait until it is made, or cancel it")

_TYPED = "That includes the text that was being typed."
_TABLES = "Comma-separated (*.csv);;Parquet (*.parquet)"


class SaveController(QObject):
    """Asks for a file name, writes in a worker thread, and reports the result; one file at a time.

    is_editing: whether an edit is running or queued; unapplied: words about text of submissions that is not applied;
    unkept: words about what else would be lost, and no save can help. about_to_save: text that was typed can still be
    applied now; stayed: the user would rather not close, or cannot go on, before typed text is settled.
    """

    failed = Signal(Exception)
    done = Signal(str)
    about_to_save = Signal()
    stayed = Signal()

    def __init__(
        self,
        inspection: Inspection,
        is_editing: Callable[[], bool],
        settings: Settings,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self.worker = Worker(self)
        self._inspection, self._is_editing, self._window = inspection, is_editing, window
        self._settings = settings
        self.unkept: Callable[[], str] = str
        self.unapplied: Callable[[Sequence[Submission]], str] = lambda _: ""

    def save(self) -> bool:
        """Write the file that was saved last, unless another program changed it; the first time, ask for its name.

        The submission that was read is never written unless the user names it.
        """
        return self._save(self._inspection.open_submission)

    def save_as(self) -> bool:
        """Write the submission to another file; return False if the user cancels or writing fails."""
        return self._save_as(self._inspection.open_submission)

    def _save(self, submission: Submission) -> bool:
        saved = submission.saved
        if saved is None:
            return self._save_as(submission)
        if saved.is_replaced:
            hint = "Reload to get its changes, or save under another name"
            self.failed.emit(InputError("the file has changed on disk since it was saved", saved.path, hint=hint))
            return False
        self.about_to_save.emit()
        return not self._is_writing() and self._save_to(saved.path, submission)

    def _save_as(self, submission: Submission) -> bool:
        self.about_to_save.emit()
        before, is_ours = submission.path, submission.saved is not None
        name = unnamed_path(submission.name) if before is None else before if is_ours else edited_path(before)
        is_alone = len(self._inspection.submissions) == 1
        what = "the submission" if is_alone else short_name(submission)
        path = self._ask_path(f"Save {what}", name, "", submission)
        return path is not None and self._save_to(path, submission)

    def _save_to(self, path: Path, submission: Submission) -> bool:
        saved = self._write(
            lambda despite: self._inspection.save_task(path, submission, overwrite=True, despite=despite)
        )
        if saved is None:
            return False
        before = submission.path
        self._inspection.note_saved(saved)
        self._name_after_file(submission, before)
        left_out = self.unapplied([submission]).rstrip(".")
        self.done.emit(". ".join(filter(None, (f"Written: {path}", saved.repaired, saved.remark, left_out))))
        return True

    def _name_after_file(self, submission: Submission, before: Path | None) -> None:
        """Give a submission the name of its file, if it had that of its file before."""
        now = submission.path
        if now and before and now != before and submission.name in (name_of_file(before), before.name):
            taken = [name for name in self._inspection.names if name != submission.name]
            self._inspection.rename_submission(submission, free_name(name_of_file(now), taken))

    def export_rows(self) -> bool:
        """Write the scores of the rows shown, in the view order; return False if nothing was written."""
        self.about_to_save.emit()
        shown = count_of(len(self._inspection.state.order), "row")
        path = self._ask_path(f"Export the scores of the {shown} shown", Path("rows.csv"), _TABLES)
        if path is None:
            return False
        state = self._inspection.state
        evaluation, rows = state.evaluation.snapshot(), state.order.rows
        return self._export(path, lambda target: export_task(evaluation, rows, target))

    def export_report(self) -> bool:
        """Write the report once its name is chosen; return False if nothing was written."""
        self.about_to_save.emit()
        path = self._ask_path("Export a report", Path("report.html"), "Web page (*.html);;Markdown (*.md)")
        return path is not None and self._export(path, self._inspection.report_task)

    def export_lines(self, title: str, lines: Callable[[], pa.Table]) -> bool:
        """Write the lines that a panel shows once the name is chosen; return False if nothing was written."""
        self.about_to_save.emit()
        path = self._ask_path(f"Export {title}", Path(title.lower().replace(" ", "-") + ".csv"), _TABLES)
        if path is None:
            return False
        table = lines()
        return self._export(path, lambda target: write_task(table, target))

    def export_patch(self, version: Version) -> bool:
        """Write the rows in which a version differs from its file; return False if nothing was written."""
        path = self._ask_path("Export the changed rows", patch_path(version), _TABLES)
        metric = self._inspection.metric
        return path is not None and self._export(path, lambda target: patch_task(version, metric, target))

    def export_version(self, version: Version) -> bool:
        """Write a version as a whole submission, over no file that is open; return False if nothing was written."""
        path = self._ask_path("Export the version", version_path(version, version.name), "")
        if path is None:
            return False
        inputs, of = self._inspection.inputs, (version.pair, version.edits)
        saved = self._write(lambda despite: save_task(*of, None, path, inputs, overwrite=True, despite=despite))
        if saved is None:
            return False
        self.done.emit(f"Written: {path}" + (f". {saved.remark}" if saved.remark else ""))
        return True

    def _export(self, path: Path, task_of: Callable[[Target], Task[str]]) -> bool:
        inputs = self._inspection.inputs
        remark = self._write(lambda despite: task_of(Target(path=path, inputs=inputs, overwrite=True, despite=despite)))
        if remark is None:
            return False
        self.done.emit(f"Written: {path}" + (f" ({remark})" if remark else ""))
        return True

    def export_picture(self) -> bool:
        """Write a picture of the window; return False if nothing was written."""
        picture = self._window.grab()
        path = self._ask_path("Export a picture", Path("inspection.png"), "Picture (*.png *.jpg)")
        if path is None:
            return False
        try:
            content = picture_bytes(picture, path)
        except InputError as error:
            self.failed.emit(error)
            return False
        return self._export(path, lambda target: _picture_task(content, target))

    def maybe_save(self) -> bool:
        """Whether the pair may be closed; asks the user if there are unsaved edits."""
        before = self._inspection.newest_steps
        self.about_to_save.emit()
        if self._is_writing():
            return False
        if self._is_editing():
            self.failed.emit(STILL_EDITING)
            return False
        unsaved = [one for one in self._inspection.submissions if one.unsaved_words]
        unapplied = self.unapplied(self._inspection.submissions) if self._inspection.is_open else ""
        if not unsaved and not unapplied:
            return self._may_lose_unkept()
        is_typed = self._inspection.newest_steps != before
        words = unsaved_words(unsaved), _TYPED if is_typed else "", unapplied
        answer = ask_before_closing(*words, self._window, several=len(unsaved) > 1)
        if answer == Button.Save:
            # The user may have made further edits while the files were written.
            return all(map(self._save, unsaved or [self._inspection.open_submission])) and self.maybe_save()
        if answer != Button.Discard:
            self.stayed.emit()
        return answer == Button.Discard and self._may_lose_unkept()

    def _may_lose_unkept(self) -> bool:
        words, further = self.unkept(), "Close anyway, and lose them?"
        return not words or ask(self._window, "Versions not kept", words, further) == Button.Discard

    def cancel(self) -> None:
        """Cancel writing; an existing file keeps its content."""
        self.worker.cancel()

    def _ask_path(self, title: str, proposed: Path, filters: str, of: Submission | None = None) -> Path | None:
        """Ask for a path; None if the user cancels, a file is still being written, or what it is for is gone by then.

        of: a submission to be saved, by default the open one.
        """
        if self._is_writing():
            return None
        pair = self._pair_of(of)

        def replaces(path: Path) -> bool:
            self._refuse_other(path, of, pair)
            return self._inspection.replaces(path, of)

        start = beside_files(proposed, self._inspection)
        try:
            path = ask_new_file(self._window, title, start, filters, replaces)
            self._refuse_other(path, of, pair)  # which may have been opened while the user was asked about the file
        except InputError as error:
            self.failed.emit(error)
            return None
        if path:
            # A save that is killed leaves a draft there, which the next start removes.
            self._settings.note_writing_to(path.absolute().parent)
        return path

    def _refuse_other(self, path: Path | None, of: Submission | None, pair: Pair | None) -> None:
        """Raise InputError if another pair is open than that for which the user chose a path."""
        is_there = of is None or of in self._inspection.submissions
        if path and not (is_there and self._pair_of(of) is pair):
            hint = "Another pair, or another reading of it, was opened meanwhile; save again under another name"
            raise InputError("nothing was written", path, hint=hint)

    def _pair_of(self, submission: Submission | None) -> Pair | None:
        is_any = submission is not None or self._inspection.is_open
        return (submission or self._inspection).evaluation.pair if is_any else None

    def _is_writing(self) -> bool:
        """Whether a file is being written; if so, emit an error."""
        if self.worker.is_busy:
            self.failed.emit(STILL_WRITING)
        return self.worker.is_busy

    def _write(self, task_of: Callable[[Collection[Obstacle]], Task[Result]]) -> Result | None:
        """Write in a worker thread; return None if it fails or is cancelled. Asks the user about obstacles.

        task_of: a task that writes in spite of some obstacles.
        """
        agreed: tuple[Obstacle, ...] = ()
        while True:
            result, error = self._run(task_of(agreed))
            if isinstance(error, ObstacleError) and error.obstacle not in agreed:
                if not self._agrees(error):
                    return None
                agreed = (*agreed, error.obstacle)
                continue
            if error is not None:
                self.failed.emit(error)
            return result

    def _agrees(self, obstacle: ObstacleError) -> bool:
        """Whether the user wants to write in spite of an obstacle."""
        said, buttons = f"{obstacle.where}{obstacle.what}.", Button.Yes | Button.Cancel
        return ask(self._window, "Replace the file?", said, "Replace it nevertheless?", buttons=buttons) == Button.Yes

    def _run(self, task: Task[Result]) -> tuple[Result | None, Exception | None]:
        """Run a task in a worker thread and wait in an event loop; its result or its error, neither if cancelled."""
        results, errors, loop = list[Result](), list[Exception](), QEventLoop()
        note = self.worker.failed.connect(errors.append)
        stop = self.worker.stopped.connect(loop.quit)
        self.worker.start(task, results.append)
        loop.exec()
        self.worker.failed.disconnect(note)
        self.worker.stopped.disconnect(stop)
        return results[0] if results else None, errors[0] if errors else None


def _picture_task(content: bytes, target: Target) -> Task[str]:
    """Write a picture, of which nothing is to be remarked."""
    yield from write(target, [content])
    return ""
