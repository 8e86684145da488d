"""Connects the table and the row panel with what becomes of text that was typed: applied in time, or kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from inspector.core.document.inspection import Inspection
from inspector.core.document.submission import Submission
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.recovery.recovery_controller import RecoveryController
from inspector.ui.save.save_controller import SaveController
from inspector.ui.table.row_table import RowTable
from inspector.ui.widgets.message_bar import MessageBar
from inspector.ui.window.comparisons import Comparisons
from inspector.ui.window.docks.docks import Docks


def connect_typed(
    inspection: Inspection,
    table: RowTable,
    docks: Docks,
    queue: ChangeQueue,
    saving: SaveController,
    message: MessageBar,
    recovery: RecoveryController,
    comparisons: Callable[[], Comparisons],
) -> None:
    """Connect the table, the row panel, and all that would leave what is typed there, or brings it back."""
    row = docks.row
    table.entered.connect(row.enter)
    table.typed.connect(row.preview)
    table.typed.connect(lambda text: row.held.set_draft(inspection.current, text))
    table.typing_ended.connect(row.show_again)
    table.escaped.connect(lambda: row.draft_note.is_mistake and row.revert())  # else it may be one that a crash left
    table.clicked.connect(row.hidden_note.stay)
    row.about_to_edit.connect(docks.stage.interrupt)
    queue.failed.connect(row.bring_back)
    queue.rebased.connect(lambda: _drop_lost(docks))
    saving.about_to_save.connect(table.close_editor)
    saving.about_to_save.connect(row.keep_draft)
    saving.stayed.connect(lambda: _go_back(inspection, docks, comparisons()))
    recovery.restoring.give_back = lambda submission, texts: _give_back(docks, submission, texts)
    recovery.added.connect(lambda submission: comparisons().show_first(submission))
    row.held.changed.connect(recovery.autosave.keep_session)
    row.held.changed.connect(table.viewport().update)  # dots mark the rows whose text waits
    row.held.replaced.connect(lambda text, again: _offer_back(message, docks, text, again))


def _go_back(inspection: Inspection, docks: Docks, comparisons: Comparisons) -> None:
    """Go to the first row with a typed text that is not applied, in its submission, and select the text."""
    if (held := docks.row.held.first) is not None:
        submission, row = held
        comparisons.controller.open(submission.name)
        inspection.go_to(row)
        docks.bring("rowDock")  # which may be behind another tab
        docks.row.focus_edit()


def _offer_back(message: MessageBar, docks: Docks, text: str, again: Callable[[], object]) -> None:
    """Offer a text again that gave way to an edit of its row."""

    def bring_back() -> None:
        again()
        docks.row.show_waiting()

    message.offer(text, "Keep the text", bring_back, "The edit stays, and the text waits for its row again, as a draft")


def _give_back(docks: Docks, submission: Submission, texts: Mapping[str, str]) -> list[str]:
    """Let the texts of a crashed session wait in their rows; the ids of those that have no place there."""
    left = docks.row.held.give_back(submission, texts)
    docks.row.show_waiting()
    return left


def _drop_lost(docks: Docks) -> None:
    """Say which texts have lost their row in another reading of the files."""
    if error := docks.row.held.drop_lost():
        docks.row.refused.emit(error)
    docks.row.show_waiting()
