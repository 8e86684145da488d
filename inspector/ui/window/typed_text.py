"""Connects the table and the row panel with what becomes of text that was typed: applied in time, or kept."""

from __future__ import annotations

from inspector.core.document.inspection import Inspection
from inspector.ui.edit.change_queue import ChangeQueue
from inspector.ui.recovery.recovery_controller import RecoveryController
from inspector.ui.save.save_controller import SaveController
from inspector.ui.table.row_table import RowTable
from inspector.ui.window.docks.docks import Docks


def connect_typed(
    inspection: Inspection,
    table: RowTable,
    docks: Docks,
    queue: ChangeQueue,
    saving: SaveController,
    recovery: RecoveryController,
) -> None:
    """Connect the table, the row panel, and all that would leave what is typed there."""
    row = docks.row
    table.entered.connect(row.enter)
    table.typed.connect(row.preview)
    table.typed.connect(lambda text: row.held.set_draft(inspection.current, text))
    table.typing_ended.connect(row.show_again)
    table.clicked.connect(row.hidden_note.stay)
    row.about_to_edit.connect(docks.stage.finish)
    queue.failed.connect(row.bring_back)
    queue.rebased.connect(lambda: row.give_back())
    saving.about_to_save.connect(table.close_editor)
    saving.about_to_save.connect(row.keep_draft)
    saving.stayed.connect(lambda: _go_back(inspection, docks))
    row.held.changed.connect(lambda: recovery.autosave.keep_typed(row.held.texts))
    recovery.typed.connect(row.give_back)


def _go_back(inspection: Inspection, docks: Docks) -> None:
    """Go to the first row with a typed text that is not applied, and select the text."""
    held = docks.row.held.first_row if inspection.is_open else None
    if held is not None:
        inspection.go_to(held)
        docks.by_name["rowDock"].show()
        docks.row.focus_edit()
