"""Reads further submissions of the open truth, one file at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal

from inspector.core.data.vocab import Vocab
from inspector.core.document.inspection import Inspection
from inspector.core.document.submission import Submission
from inspector.core.errors import InputError
from inspector.core.files.detection.question import AmbiguousReadingError
from inspector.core.files.options import Options
from inspector.core.path import is_folder, located
from inspector.core.plural import count_of
from inspector.core.task import Progress, Result, Task
from inspector.ui.tasks.worker import Worker

# How a file is to be read that can be read in several ways.
Choose: TypeAlias = Callable[[Path, AmbiguousReadingError], Options | None]
_MOST_NAMED = 5


class FileAdder(QObject):
    """Adds files in the order in which they were given; what is wrong with one of them does not keep others out.

    choose: how a file is to be read that can be read in several ways, None to leave it out; added: a submission has
    been added; done: what came of all files; failed: of the files that were refused, each with its reason.
    """

    added = Signal(Submission)
    done = Signal(str)
    failed = Signal(object)

    def __init__(self, inspection: Inspection, choose: Choose, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection, self._choose = inspection, choose
        self.worker = Worker(self)
        self.worker.failed.connect(self._refuse)
        self._waiting: list[tuple[Path, Options | None]] = []
        self._current = Path()
        self._vocab: Vocab | None = None
        self._begun = self._count = 0
        self._refused: list[tuple[Path, Exception]] = []

    def add(self, paths: Iterable[Path], options: Mapping[Path, Options | None]) -> None:
        """Read files, and those in folders, after those that are waiting already; options: how some are read."""
        for path in paths:
            found = self._files_in(path) if is_folder(path) else [path]
            self._waiting += [(file, options.get(file)) for file in found]
            if not found:
                self._refused.append((path, InputError("there is no further file in this folder", path)))
        if not self.worker.is_busy:
            self._begun = self._count = 0
            self._vocab = self._inspection.evaluation.table.vocab
            self._read_next()

    def cancel(self) -> None:
        """Give up the file that is being read, and go on with the next one."""
        self.worker.cancel()
        self._read_next()

    def close(self) -> None:
        """Give up all files."""
        self._waiting.clear()
        self.worker.close()

    def _files_in(self, folder: Path) -> list[Path]:
        """The files of a folder by name, without hidden ones and those that are open."""
        pairs = [one.evaluation.pair for one in self._inspection.submissions]
        sources = [reading.sheet.source for pair in pairs for reading in (pair.truth, pair.submission)]
        known = {located(source.path) for source in sources if source}
        try:
            files = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
        except OSError as error:
            self._refused.append((folder, error))
            return []
        return [path for path in files if located(path) not in known]

    def _read_next(self) -> None:
        if self._is_of_another_truth(self._vocab):
            self._waiting.clear()
        if not self._waiting:
            self._report()
            return
        self._current, options = self._waiting.pop(0)
        self._begun += 1
        self._read(options)

    def _is_of_another_truth(self, vocab: Vocab | None) -> bool:
        """Whether other files are open than those of a vocabulary, which all submissions of one truth share."""
        return vocab is not self._inspection.evaluation.table.vocab

    def _read(self, options: Options | None) -> None:
        every, name = self._begun + len(self._waiting), self._current.name
        task = self._inspection.add_task(self._current, options=options)
        self.worker.start(_named(task, f"{name} ({self._begun} of {every})" if every > 1 else name), self._take)

    def _take(self, submission: Submission) -> None:
        inspection = self._inspection
        if self._is_of_another_truth(submission.evaluation.table.vocab):
            what = "other files were opened meanwhile, or the same ones again"
            self._refuse(InputError(what, self._current, hint="Add the file again"))
            return
        inspection.add_submission(submission)
        self._count += 1
        self.added.emit(submission)
        self._read_next()

    def _refuse(self, error: Exception) -> None:
        """Read the file as the user says, if that is the question; else go on with the next one."""
        is_asked = not self._is_of_another_truth(self._vocab)
        if is_asked and isinstance(error, AmbiguousReadingError) and (options := self._choose(self._current, error)):
            self._read(options)
            return
        self._refused.append((self._current, error))
        self._read_next()

    def _report(self) -> None:
        """Tell what was refused; with several files in one message, each with its reason."""
        refused, self._refused = self._refused, []
        if len(refused) == 1:
            self.failed.emit(refused[0][1])
        elif refused:
            self.failed.emit(_words(refused))
        if self._count:
            self.done.emit(f"{count_of(self._count, 'submission')} added")


def _words(refused: Sequence[tuple[Path, Exception]]) -> str:
    """Which files were refused and why, one a line."""
    lines = [
        str(error) if isinstance(error, InputError) and error.file is not None else f"{path.name}: {error}"
        for path, error in refused[:_MOST_NAMED]
    ]
    more = [f"and {len(refused) - _MOST_NAMED:,} more"] if len(refused) > _MOST_NAMED else []
    return "\n".join([f"{count_of(len(refused), 'file')} could not be added:", *lines, *more])


def _named(task: Task[Result], words: str) -> Task[Result]:
    """The same task, whose progress names what it works on."""
    try:
        while True:
            yield Progress(next(task).fraction, words)
    except StopIteration as end:
        result: Result = end.value
        return result
    finally:
        task.close()
