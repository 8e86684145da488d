"""Bulk edits and pasting into the selected rows, each one undo step."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QWidget

from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.document.change import Change, ChangeKind
from inspector.core.document.inspection import Inspection
from inspector.core.edits import bulk
from inspector.core.edits.best.best_number import best_number
from inspector.core.edits.bulk import BulkEdit, BulkPreview
from inspector.core.edits.paste import PastePreview, paste, preview_task
from inspector.core.edits.pasting.pasted import Pasted
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.pair import Pair
from inspector.core.plural import count_of
from inspector.core.task import Progress, Task
from inspector.ui.edit.bulk_dialog import BulkDialog
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.edit.paste_dialog import PasteDialog
from inspector.ui.edit.pasted_rows import Target, goes_back, pasted_words
from inspector.ui.tasks.runner import TaskRunner
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.theme import Theme

_NONE = "No row is shown, and none is edited"
_GONE = "No row was edited: another submission was opened meanwhile, or the files were closed or read again"


class BulkController(QObject):
    """Asks for a bulk edit, previews it in a worker thread, and queues it.

    failed: the error; notice: a message that stays until dismissed; done: a message for the status bar.
    """

    failed = Signal(Exception)
    notice = Signal(str)
    done = Signal(str)

    def __init__(
        self,
        inspection: Inspection,
        theme: Theme,
        selected: Callable[[], Ints],
        change_queue: ChangeQueue,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._change_queue = change_queue
        self.worker = Worker(self)
        self.paster = TaskRunner(self)
        self.paster.failed.connect(self.failed)
        self._inspection, self._theme, self._selected, self._window = inspection, theme, selected, window

    def ask(self, kind: str = "") -> None:
        """Ask for a bulk edit, with this kind preselected, and queue it; says so where there is no such edit.

        kind: by default the first of those that the predictions can be edited by.
        """
        known = bulk.operations(self._inspection.evaluation)
        kind = kind or next(iter(known))
        if kind not in known:
            self.done.emit("Only for a submission with a column of probabilities for each class")
            return
        rows = self._choices()
        if not rows:
            self.done.emit(_NONE)
            return
        dialog = BulkDialog(self._inspection, self._theme, rows, kind, self._window)
        dialog.asked.connect(
            lambda bulk_edit: self.worker.start(
                _preview_task(self._inspection.evaluation, dialog.rows, bulk_edit), dialog.show_preview
            )
        )
        dialog.best_asked.connect(
            lambda bulk_edit: self.worker.start(
                best_number(self._inspection.evaluation, dialog.rows, bulk_edit), dialog.show_best
            )
        )
        dialog.best_dropped.connect(self.worker.cancel)
        pair = self._inspection.evaluation.pair
        dialog.bulk_edit_asked.connect(lambda bulk_edit: self._apply(dialog, pair, dialog.rows, bulk_edit))
        self.worker.failed.connect(dialog.show_error)
        self.worker.progressed.connect(dialog.show_progress)
        self._show(dialog)
        self.worker.cancel()
        self.worker.failed.disconnect(dialog.show_error)
        self.worker.progressed.disconnect(dialog.show_progress)

    def paste(self) -> None:
        """Paste by id; without ids, into the selected rows, or from the current row down in the view order.

        Asks before it changes several rows, or puts new labels into one.
        """
        state, rows = self._inspection.state, self._selected()
        target = Target(len(rows))
        if len(rows) < 2 and self._inspection.current is not None:
            rows = state.order.rows[max(0, state.order.pos(self._inspection.current)) :]
            target = Target(0, state.evaluation.table.id(int(rows[0])) if len(rows) else "")
        text = QGuiApplication.clipboard().text()
        pair, task = state.evaluation.pair, preview_task(self._inspection.evaluation.snapshot(), text, rows)

        def confirm(preview: PastePreview) -> None:
            if self._is_open(pair) and self._confirms(preview, target) and self._is_open(pair):
                self._paste(text, rows)

        self.paster.run("edit", text.count("\n"), task, confirm)

    def _confirms(self, preview: PastePreview, target: Target) -> bool:
        """Whether the user agrees to what a paste would do; a plain one of a row that is seen needs no question."""
        decimals = max(6, self._inspection.evaluation.scores.fine_decimals)
        hidden = int((~np.isin(preview.pasted.edit.rows, self._inspection.state.order.rows)).sum())
        if preview.pasted.is_plain and not hidden:
            return True
        return self._show(PasteDialog(preview, target, hidden, decimals, self._theme, self._window))

    def _is_open(self, pair: Pair) -> bool:
        """Whether a pair is still the open one; its rows are other rows elsewhere, and that is said."""
        if self._inspection.is_open and self._inspection.evaluation.pair is pair:
            return True
        self.notice.emit(_GONE)
        return False

    def _paste(self, text: str, rows: Ints) -> None:
        read = list[Pasted]()

        def plan(now: Evaluation) -> Edit:
            read.append(paste(now, text, rows))
            return read[-1].edit

        self._change_queue.apply(text.count("\n"), plan, lambda edit: self._report_pasted(read[-1]))

    def _report_pasted(self, pasted: Pasted) -> None:
        is_odd = pasted.unknown or pasted.again or pasted.left_over or goes_back(pasted)
        (self.notice if is_odd else self.done).emit(pasted_words(pasted))

    def _choices(self) -> dict[str, Ints]:
        """The rows that may be edited, by what they are called: the selected ones, and all that are shown."""
        selected, current, state = self._selected(), self._inspection.current, self._inspection.state
        is_seen = current is not None and state.order.pos(current) >= 0
        rows, shown = selected if len(selected) or not is_seen else np.array([current]), state.order.rows
        filtered = " that the filter shows" if state.filter is not None else ""
        named = {count_of(len(rows), "selected row"): rows} if len(rows) else {}
        every = {f"{'' if filtered else 'all '}{count_of(len(shown), 'row')}{filtered}": shown}
        if len(shown) <= len(rows):
            return named
        # Who filters and selects nothing more means what is shown; one row is always the current one.
        return every | named if filtered and len(rows) <= 1 else named | every

    def _apply(self, dialog: BulkDialog, pair: Pair, rows: Ints, bulk_edit: BulkEdit) -> None:
        """Queue the edit of rows of a pair."""
        self.worker.cancel()
        if not self._is_open(pair):
            dialog.reject()
            return
        try:
            bulk.refuse(self._inspection.evaluation, bulk_edit)
        except InputError as error:
            dialog.show_error(error)
            return
        dialog.close()
        self._change_queue.apply(len(rows), lambda now: bulk.edit(now, rows, bulk_edit), self._report_done)

    def _show(self, dialog: QDialog) -> bool:
        """Show a dialog until the user closes it or another pair is the open one; whether it was accepted."""

        def follow(change: Change) -> None:
            if change.kind in (ChangeKind.LOAD, ChangeKind.SWITCH):  # the selected rows are those of the old one
                dialog.reject()
                self.notice.emit(_GONE)

        unsubscribe = self._inspection.subscribe(follow)
        is_accepted = dialog.exec() == QDialog.DialogCode.Accepted
        unsubscribe()
        dialog.deleteLater()
        return is_accepted

    def _report_done(self, edit: Edit) -> None:
        self.done.emit(f"Done: {edit.name}" if len(edit.rows) else "Nothing to change in these rows")


def _preview_task(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit) -> Task[BulkPreview]:
    yield Progress(0.0, "Computing the preview")
    return bulk.preview(evaluation, rows, bulk_edit)
