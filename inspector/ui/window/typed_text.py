"""Connects what becomes of text that was typed for a prediction: applied before it would be left, or kept."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench


def connect_typed(bench: Workbench) -> None:
    """Connect the table, the row panel, and all that would leave what is typed there."""
    row, queue, about_to_save = bench.docks.row, bench.change_queue, bench.save_controller.about_to_save
    bench.table.entered.connect(row.enter)
    bench.table.typed.connect(row.preview)
    bench.table.typing_ended.connect(row.show_again)
    row.about_to_edit.connect(bench.docks.stage.finish)
    queue.failed.connect(row.bring_back)
    about_to_save.connect(bench.table.close_editor)
    about_to_save.connect(row.keep_draft)
    queue.rebased.connect(lambda: row.give_back())
