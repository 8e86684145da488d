"""The Row menu: the current row."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from inspector.core.data.kind import LABELS, NUMBERS, Kind
from inspector.ui.commands.command import SEPARATOR, Command, Entry, Submenu

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench


def _of_shown_row(act: Callable[[Workbench], object]) -> Callable[[Workbench], None]:
    """What a command does to the current row, or why not: the filter hides it."""

    def run(bench: Workbench) -> None:
        if refusal := bench.docks.row.hidden_note.refusal:
            bench.window.show_message(refusal)
        else:
            act(bench)

    return run


def _edit_row(bench: Workbench) -> None:
    hidden = bench.docks.row.hidden_note
    if hidden.refusal and not hidden.has_draft():
        bench.window.show_message(hidden.refusal)
        return
    bench.docks.bring("rowDock")  # nobody sees what is typed behind a tab
    bench.docks.row.focus_edit()


def _edit_note(bench: Workbench) -> None:
    bench.notes_controller.ask_note(bench.docks.row.note.keep())


def _tag_rows(bench: Workbench) -> None:
    tag = bench.notes_controller.ask_tags
    tag() if len(bench.table.selected_rows()) else _of_shown_row(lambda _: tag())(bench)


def _go_to_difference(bench: Workbench, step: int) -> None:
    """Make the next row that differs the current one, or say that there is none."""
    if not bench.table.step_to_difference(step):
        name = bench.inspection.baseline
        baseline = "the file as loaded" if bench.inspection.evaluation.baseline.is_file else name
        bench.window.show_message(f"No row {'below' if step > 0 else 'above'} has another score than in {baseline}")


def _bulk(
    name: str, text: str, keys: tuple[str, ...], hint: str, icon: str, *, of: Kind = LABELS
) -> Command[Workbench]:
    """The command that opens the dialog of bulk edits with an operation preselected; of: the predictions it edits."""
    return Command(f"bulk_{name}", text, keys, hint, icon, lambda bench: bench.bulk_controller.ask(name), kind=of)


SELECTED: tuple[Command[Workbench], ...] = (
    Command(
        "bulk_edit",
        "&Edit the selected rows…",
        ("Ctrl+B",),
        "Choose what to do with many rows at once, and see the overall that they would give",
        "edit",
        lambda bench: bench.bulk_controller.ask(),
    ),
    _bulk("put_first", "Put a &label first…", (), "Put one label first in many rows", "first"),
    _bulk("append", "&Add a label at the end…", (), "Add a label to the rows that lack it", "down"),
    _bulk("remove", "Re&move a label…", (), "Take a label out of the selected rows", "clear"),
    _bulk("replace", "&Replace a label…", (), "Exchange a label for another", "edit"),
    _bulk("exchange", "E&xchange two labels…", (), "Each of two labels becomes the other one", "sort"),
    _bulk("truncate", "&Keep only the first labels…", (), "Cut the rows off behind a rank", "list"),
    _bulk("swap", "&Swap two ranks…", (), "Exchange the labels at two ranks", "sort"),
    _bulk("truth_first", "Put the tr&uth first…", (), "Put a label that is right first", "first"),
    _bulk("hits_first", "Put the &hits first…", (), "What if the labels that are right stood in front", "first"),
    _bulk("unrepeat", "Rem&ove repeats…", (), "Keep each label once, at its best rank", "filter-off"),
    _bulk("clear", "Clear the selecte&d rows…", (), "Predict nothing for the selected rows", "clear"),
    Command(
        "bulk_probabilities",
        "&Change probabilities…",
        (),
        "Move those of classes towards the truth or equal shares, sharpen, flatten or limit them",
        "edit",
        lambda bench: bench.bulk_controller.ask("blend"),
        kind=LABELS,
    ),
    _bulk("blend", "&Move towards the truth…", (), "What if these numbers were closer", "edit", of=NUMBERS),
    _bulk("scale", "M&ultiply…", (), "Multiply the numbers of the selected rows", "larger", of=NUMBERS),
    _bulk("shift", "&Add a number…", (), "Add the same to the numbers of the selected rows", "up", of=NUMBERS),
    _bulk("subtract", "Su&btract from…", (), "Take each from a number: 1 − p inverts", "sort", of=NUMBERS),
    _bulk("clip", "&Limit to a range…", (), "Keep numbers within limits", "filter-off", of=NUMBERS),
    _bulk("round", "&Round…", (), "Round the numbers of the selected rows", "list", of=NUMBERS),
    _bulk("multiple", "Round to mult&iples…", (), "Round to multiples of a number, such as 0.5", "list", of=NUMBERS),
    _bulk("set", "&Set to a number…", (), "Predict the same number for the selected rows", "constant", of=NUMBERS),
    _bulk("truth", "Set to the &truth…", (), "Predict what is right for the selected rows", "first", of=NUMBERS),
)
ROW: tuple[Entry[Workbench], ...] = (
    Command(
        "edit_row", "&Edit the prediction", ("Ctrl+L",), "Put the cursor into the row's prediction", "edit", _edit_row
    ),
    Command(
        "put_truth_first",
        "Put a &truth label first",
        ("Ctrl+T",),
        "Put a label that is right at rank 1",
        "first",
        _of_shown_row(lambda bench: bench.docks.row.put_truth_first()),
        named=((NUMBERS, "Set to the &truth", "Predict what is right for this row"),),
    ),
    Command(
        "clear_row",
        "&Clear the prediction",
        ("Ctrl+Backspace",),
        "Predict nothing for this row",
        "clear",
        _of_shown_row(lambda bench: bench.docks.row.clear()),
        kind=LABELS,
    ),
    SEPARATOR,
    Command(
        "edit_note",
        "Edit n&ote…",
        ("Ctrl+Shift+N",),
        "Write down what you see in this row; no file is changed",
        "edit",
        _of_shown_row(_edit_note),
    ),
    Command(
        "tag_rows",
        "Ta&g rows…",
        ("Ctrl+Shift+G",),
        "Tag the selected rows, or take tags off",
        "list",
        _tag_rows,
    ),
    SEPARATOR,
    Submenu("selected", "&Selected rows", "table", SELECTED),
    SEPARATOR,
    Command(
        "next_row",
        "&Next row",
        ("Ctrl+Down",),
        "Go one row down, wherever the cursor is",
        "down",
        lambda bench: bench.table.step(1),
    ),
    Command(
        "previous_row",
        "&Previous row",
        ("Ctrl+Up",),
        "Go one row up, wherever the cursor is",
        "up",
        lambda bench: bench.table.step(-1),
    ),
    Command(
        "next_difference",
        "Next &difference",
        ("F4",),
        "Go down to the next row whose score is not that of the baseline",
        "down",
        lambda bench: _go_to_difference(bench, 1),
    ),
    Command(
        "previous_difference",
        "Pre&vious difference",
        ("Shift+F4",),
        "Go up to the next row whose score is not that of the baseline",
        "up",
        lambda bench: _go_to_difference(bench, -1),
    ),
)
