"""Opens the submission that was open before a crash, and compares it with what it was compared with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeAlias

from PySide6.QtCore import QObject

from inspector.core.document.inspection import Inspection
from inspector.core.document.submission import Submission
from inspector.core.document.transition import Transition
from inspector.core.evaluation.baseline import FILE_NAME
from inspector.core.recovery.session import Session
from inspector.core.task import Task
from inspector.ui.tasks.signals import DocumentSignals

Begin: TypeAlias = Callable[[], Task[Transition] | None]
# Queues a change that takes as long as a kind of work; a callback gets what was changed.
Change: TypeAlias = Callable[[str, Begin, Callable[[Transition], object]], None]


class Reopening(QObject):
    """A baseline that is a version is chosen once the versions are read, unless the user chooses another one first."""

    def __init__(self, signals: DocumentSignals, change: Change, parent: QObject) -> None:
        super().__init__(parent)
        self._inspection, self._change = signals.inspection, change
        self._awaited = ""
        # The submissions beside which it is awaited.
        self._beside: tuple[Submission, ...] = ()
        signals.submissions_changed.connect(self._look)
        signals.baseline_changed.connect(self._forget)

    def start(self, session: Session, found: Mapping[str, Submission], done: Callable[[], object]) -> None:
        """Open what was open in a session; found: what its submissions are now, by their names then."""
        self._forget()
        inspection = self._inspection
        before = found.get(session.baseline)
        baseline = session.baseline if before is None else before.name
        wanted = found.get(session.opened)
        if wanted is None or wanted is inspection.open_submission:
            self._compare(baseline, done)
        else:
            self._change("switch", partial(switch_task, inspection, wanted), lambda _: self._compare(baseline, done))

    def _compare(self, baseline: str, done: Callable[[], object]) -> None:
        inspection = self._inspection
        if baseline in ("", inspection.baseline):
            done()
        elif baseline in (FILE_NAME, *inspection.names):
            self._change("baseline", partial(self._task, baseline), lambda _: done())
        else:
            self._awaited, self._beside = baseline, inspection.submissions
            done()

    def _look(self) -> None:
        """Choose the version that is awaited, if it has come."""
        baseline = self._awaited
        if baseline and not {*self._beside} & {*self._inspection.submissions}:
            self._forget()  # another truth is open
        elif baseline and baseline in self._inspection.names:
            self._forget()
            self._change("baseline", partial(self._task, baseline), lambda _: None)

    def _task(self, name: str) -> Task[Transition] | None:
        is_there = name in (FILE_NAME, *self._inspection.names)
        return self._inspection.baseline_task(name) if is_there else None

    def _forget(self) -> None:
        self._awaited, self._beside = "", ()


def switch_task(inspection: Inspection, wanted: Submission) -> Task[Transition] | None:
    """Open a submission; None if it is gone by now."""
    return inspection.switch_task(wanted.name) if wanted in inspection.submissions else None
