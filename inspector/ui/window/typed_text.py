"""Connects what becomes of text that was typed for a prediction: applied before it would be left, or kept."""

from __future__ import annotations

from PySide6.QtCore import SignalInstance

from inspector.core.document.inspection import Inspection
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.recovery.recovery_controller import RecoveryController
from inspector.ui.table.row_table import RowTable
from inspector.ui.window.docks.docks import Docks


def connect_typed(
    inspection: Inspection,
    table: RowTable,
    docks: Docks,
    queue: ChangeQueue,
    about_to_save: SignalInstance,
    recovery: RecoveryController,
) -> None:
    """Connect the table, the row panel, and all that would leave what is typed there."""
    row = docks.row
    table.entered.connect(row.enter)
    table.typed.connect(row.preview)
    table.typed.connect(lambda text: row.held.set_draft(inspection.current, text))
    table.typing_ended.connect(row.show_again)
    row.about_to_edit.connect(docks.stage.finish)
    queue.failed.connect(row.bring_back)
    queue.rebased.connect(lambda: row.give_back())
    about_to_save.connect(table.close_editor)
    about_to_save.connect(row.keep_draft)
    row.held.changed.connect(lambda: recovery.autosave.keep_typed(row.held.texts))
    recovery.typed.connect(row.give_back)
