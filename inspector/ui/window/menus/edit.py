"""The Edit menu: undo, copy and paste, bulk edits of the selected rows, finding and filtering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.errors import shorten
from inspector.ui.commands.command import SEPARATOR, Command, Entry

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench


_NONE = "No row is selected"


def _undo(bench: Workbench) -> None:
    """Take the last edit back: that which is being typed, else it would be applied after and leave nothing to redo.

    What was typed and cannot be applied is dropped first; a text that a crash left stays. While edits are played as
    steps, go one step back: the last edit is one that is not shown yet.
    """
    row, stage = bench.docks.row, bench.docks.stage
    row.keep_draft()
    current = bench.inspection.current
    if row.draft_note.is_mistake and current is not None and (typed := row.held.waiting(current)) is not None:
        row.revert()
        bench.window.show_message(f"Dropped {shorten(typed)}, which was typed here; undo again for the last edit")
        return
    if not stage.playback.is_playing:
        bench.change_queue.undo()
    elif not stage.back():
        bench.window.show_message("This is the first step; stop the steps to take back earlier edits")


def _redo(bench: Workbench) -> None:
    """Make an edit again that was taken back; while edits are played as steps, go on with them."""
    stage = bench.docks.stage
    stage.go_on() if stage.playback.is_playing else bench.change_queue.redo()


def _reset_rows(bench: Workbench) -> None:
    rows = bench.table.selected_rows()
    bench.change_queue.reset(rows) if len(rows) else bench.window.show_message(_NONE)


def _filter_selection(bench: Workbench) -> None:
    from inspector.core.query import Clause

    rows = bench.table.selected_rows()
    if len(rows):
        name = f"selection of {len(rows):,} {'row' if len(rows) == 1 else 'rows'}"
        bench.filter_controller.narrow(Clause(name, "selection", rows=rows))
    else:
        bench.window.show_message(_NONE)


def _copy_cell(bench: Workbench) -> None:
    from inspector.ui.table.cell_copies import cell_copy

    if bench.table.currentIndex().isValid():
        bench.window.show_message(cell_copy(bench.table).copied())
    else:
        bench.window.show_message(_NONE)


def _copy_overall(bench: Workbench) -> None:
    overall = bench.score_bar.overall
    overall.copy()
    bench.window.show_message(f"The {overall.accessibleName().lower()} is on the clipboard")


EDIT: tuple[Entry[Workbench], ...] = (
    Command(
        "undo",
        "&Undo",
        ("Ctrl+Z",),
        "Take the last edit back",
        "undo",
        _undo,
        why="There is no edit to take back",
    ),
    Command(
        "redo",
        "&Redo",
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "Make the edit again",
        "redo",
        _redo,
        why="No edit was taken back",
    ),
    Command(
        "reset_rows",
        "Reset selected ro&ws",
        ("Ctrl+R",),
        "Put the selected rows back to what the file says",
        "reset",
        _reset_rows,
    ),
    Command(
        "reset_all",
        "Reset &all rows",
        ("Ctrl+Shift+R",),
        "Put every row back to what the file says",
        "reset",
        lambda bench: bench.change_queue.reset(),
    ),
    SEPARATOR,
    Command(
        "copy_cell",
        "Cop&y cell",
        ("Ctrl+Alt+C",),
        "Copy the current cell: its text as it is, or its number with all digits",
        "copy",
        _copy_cell,
    ),
    Command(
        "copy",
        "&Copy rows",
        ("Ctrl+C",),
        "Copy the selected rows for a spreadsheet",
        "copy",
        lambda bench: bench.copy_controller.copy(),
    ),
    Command(
        "copy_with_headers",
        "Copy rows with &headers",
        ("Ctrl+Shift+C",),
        "The same, with the columns' names",
        "copy",
        lambda bench: bench.copy_controller.copy(headers=True),
    ),
    Command(
        "copy_overall",
        "Copy overa&ll score",
        (),
        "Copy the overall with all its digits",
        "copy",
        _copy_overall,
    ),
    Command(
        "paste",
        "&Paste rows",
        ("Ctrl+V",),
        "Paste predictions by id, or for the selected rows in their order",
        "copy",
        lambda bench: bench.bulk_controller.paste(),
    ),
    SEPARATOR,
    Command(
        "find", "&Find…", ("Ctrl+F",), "Find a text among the rows shown", "find", lambda bench: bench.finder.open()
    ),
    Command(
        "find_next",
        "Find &next",
        ("F3",),
        "Go to the next row that has the text",
        "down",
        lambda bench: bench.finder.step(1),
    ),
    Command(
        "find_previous",
        "Find pre&vious",
        ("Shift+F3",),
        "Go to the row before that has the text",
        "up",
        lambda bench: bench.finder.step(-1),
    ),
    SEPARATOR,
    Command(
        "focus_filter",
        "F&ilter…",
        ("Ctrl+Shift+F", "/"),
        "Type which rows to show",
        "filter",
        lambda bench: bench.filter.focus_edit(),
    ),
    Command(
        "filter_selection",
        "Show &only selected rows",
        ("Ctrl+Shift+O",),
        "Filter by the rows that are selected",
        "filter",
        _filter_selection,
    ),
    Command(
        "show_all",
        "Show &every row",
        ("Ctrl+Shift+A",),
        "Drop the filter",
        "filter-off",
        lambda bench: bench.filter.clear(),
    ),
)
