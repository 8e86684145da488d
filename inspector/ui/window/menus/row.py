"""The Row menu: the current row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.commands.command import SEPARATOR, Command, Entry, Submenu

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench


def _edit_row(bench: Workbench) -> None:
    bench.docks.by_name["rowDock"].show()
    bench.docks.row.focus_edit()


SELECTED: tuple[Command[Workbench], ...] = (
    Command(
        "bulk_put_first",
        "Put a &label first…",
        ("Ctrl+B",),
        "Put the same label at rank 1 of the selected rows",
        icon="first",
        run=lambda bench: bench.bulk_controller.ask("put_first"),
    ),
    Command(
        "bulk_append",
        "&Add a label at the end…",
        (),
        "Add a label to the rows that lack it",
        icon="down",
        run=lambda bench: bench.bulk_controller.ask("append"),
    ),
    Command(
        "bulk_remove",
        "Re&move a label…",
        (),
        "Take a label out of the selected rows",
        icon="clear",
        run=lambda bench: bench.bulk_controller.ask("remove"),
    ),
    Command(
        "bulk_replace",
        "&Replace a label…",
        (),
        "Exchange a label for another",
        icon="edit",
        run=lambda bench: bench.bulk_controller.ask("replace"),
    ),
    Command(
        "bulk_truncate",
        "&Keep only the first labels…",
        (),
        "Cut the rows off behind a rank",
        icon="list",
        run=lambda bench: bench.bulk_controller.ask("truncate"),
    ),
    Command(
        "bulk_swap",
        "&Swap two ranks…",
        (),
        "Exchange the labels at two ranks",
        icon="sort",
        run=lambda bench: bench.bulk_controller.ask("swap"),
    ),
    Command(
        "bulk_truth_first",
        "Put the tr&uth first…",
        (),
        "Put a label that is right first",
        icon="first",
        run=lambda bench: bench.bulk_controller.ask("truth_first"),
    ),
    Command(
        "bulk_unrepeat",
        "Rem&ove repeats…",
        (),
        "Keep each label once, at its best rank",
        icon="filter-off",
        run=lambda bench: bench.bulk_controller.ask("unrepeat"),
    ),
    Command(
        "bulk_clear",
        "Clear the selecte&d rows…",
        (),
        "Predict nothing for the selected rows",
        icon="clear",
        run=lambda bench: bench.bulk_controller.ask("clear"),
    ),
)
ROW: tuple[Entry[Workbench], ...] = (
    Command(
        "edit_row",
        "&Edit the prediction",
        ("Ctrl+L",),
        "Put the cursor into the row's labels",
        icon="edit",
        run=_edit_row,
    ),
    Command(
        "put_truth_first",
        "Put a &truth label first",
        ("Ctrl+T",),
        "Put a label that is right at rank 1",
        icon="first",
        run=lambda bench: bench.docks.row.put_truth_first(),
    ),
    Command(
        "clear_row",
        "&Clear the prediction",
        ("Ctrl+Backspace",),
        "Predict nothing for this row",
        icon="clear",
        run=lambda bench: bench.docks.row.clear(),
    ),
    SEPARATOR,
    Submenu("selected", "&Selected rows", "table", SELECTED),
    SEPARATOR,
    Command(
        "next_row",
        "&Next row",
        ("Ctrl+Down",),
        "Go one row down, wherever the cursor is",
        icon="down",
        run=lambda bench: bench.table.step(1),
    ),
    Command(
        "previous_row",
        "&Previous row",
        ("Ctrl+Up",),
        "Go one row up, wherever the cursor is",
        icon="up",
        run=lambda bench: bench.table.step(-1),
    ),
)
