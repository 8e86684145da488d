"""Every command of the window, menu by menu: its text, its key, its hint, its icon. What it does is in `deeds`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """One line of a menu. pair: it needs an open pair; why: the reason when it can do nothing although one is open."""

    name: str
    text: str
    keys: tuple[str, ...]
    hint: str
    icon: str
    pair: bool = True
    why: str = "Not possible at the moment"


@dataclass(frozen=True)
class Group:
    """A menu inside a menu. One without entries is filled by whoever looks it up by its name in `Actions.menus`."""

    name: str
    title: str
    icon: str
    entries: tuple[Command, ...] = ()


LINE = None
Entry = Command | Group | None

FILE: tuple[Entry, ...] = (
    Command("open_files", "&Open…", ("Ctrl+O",), "Choose a truth and a submission", icon="open", pair=False),
    Group("samples", "Open sa&mple", "sample"),
    Group("recent", "Open &recent", "recent"),
    Command("reload", "Re&load from disk", ("F5",), "Read both files again; edits are carried over", icon="reload"),
    Command(
        "check_template",
        "&Check against a sample submission…",
        (),
        "Find where header and ids differ from those that the site asks for",
        icon="question",
    ),
    LINE,
    Command("save_as", "Save submission &as…", ("Ctrl+Shift+S",), "Write the submission with your edits", icon="save"),
    Group(
        "export",
        "&Export",
        "export",
        (
            Command("export_rows", "&Row scores…", ("Ctrl+Alt+S",), "Write what every row scores", icon="export"),
            Command("export_picture", "&Picture of the window…", ("Ctrl+Shift+E",), "Write a picture", icon="picture"),
        ),
    ),
    Command(
        "copy_command",
        "Copy as &terminal command",
        ("Ctrl+Shift+T",),
        "The command that prints this score",
        icon="terminal",
    ),
    LINE,
    Command("quit", "&Quit", ("Ctrl+Q",), "Close the window", icon="quit", pair=False),
)
EDIT: tuple[Entry, ...] = (
    Command("undo", "&Undo", ("Ctrl+Z",), "Take the last edit back", icon="undo", why="There is no edit to take back"),
    Command(
        "redo",
        "&Redo",
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "Make the edit again",
        icon="redo",
        why="No edit was taken back",
    ),
    Command(
        "reset_rows",
        "Reset selected ro&ws",
        ("Ctrl+R",),
        "Put the selected rows back to what the file says",
        icon="reset",
    ),
    Command(
        "reset_all", "Reset &all rows", ("Ctrl+Shift+R",), "Put every row back to what the file says", icon="reset"
    ),
    LINE,
    Command("copy", "&Copy rows", ("Ctrl+C",), "Copy the selected rows for a spreadsheet", icon="copy"),
    Command(
        "copy_with_headers",
        "Copy rows with &headers",
        ("Ctrl+Shift+C",),
        "The same, with the columns' names",
        icon="copy",
    ),
    Command(
        "paste",
        "&Paste rows",
        ("Ctrl+V",),
        "Paste predictions by id, or for the selected rows in their order",
        icon="copy",
    ),
    LINE,
    Command("find", "&Find…", ("Ctrl+F",), "Find a text among the rows shown", icon="find"),
    Command("find_next", "Find &next", ("F3",), "Go to the next row that has the text", icon="down"),
    Command("find_previous", "Find pre&vious", ("Shift+F3",), "Go to the row before that has the text", icon="up"),
    LINE,
    Command("focus_filter", "F&ilter…", ("Ctrl+Shift+F", "/"), "Type which rows to show", icon="filter"),
    Command(
        "filter_selection",
        "Show &only selected rows",
        ("Ctrl+Shift+O",),
        "Filter by the rows that are selected",
        icon="filter",
    ),
    Command("show_all", "Show &every row", ("Ctrl+Shift+A",), "Drop the filter", icon="filter-off"),
)
SELECTED = (
    Command(
        "bulk_put_first",
        "Put a &label first…",
        ("Ctrl+B",),
        "Put the same label at rank 1 of the selected rows",
        icon="first",
    ),
    Command("bulk_append", "&Add a label at the end…", (), "Add a label to the rows that lack it", icon="down"),
    Command("bulk_remove", "Re&move a label…", (), "Take a label out of the selected rows", icon="clear"),
    Command("bulk_replace", "&Replace a label…", (), "Exchange a label for another", icon="edit"),
    Command("bulk_truncate", "&Keep only the first labels…", (), "Cut the rows off behind a rank", icon="list"),
    Command("bulk_swap", "&Swap two ranks…", (), "Exchange the labels at two ranks", icon="sort"),
    Command("bulk_truth_first", "Put the tr&uth first…", (), "Put a label that is right first", icon="first"),
    Command("bulk_unrepeat", "Rem&ove repeats…", (), "Keep each label once, at its best rank", icon="filter-off"),
    Command("bulk_clear", "Clear the selecte&d rows…", (), "Predict nothing for the selected rows", icon="clear"),
)
ROW: tuple[Entry, ...] = (
    Command("edit_row", "&Edit the prediction", ("Ctrl+L",), "Put the cursor into the row's labels", icon="edit"),
    Command(
        "put_truth_first", "Put a &truth label first", ("Ctrl+T",), "Put a label that is right at rank 1", icon="first"
    ),
    Command("clear_row", "&Clear the prediction", ("Ctrl+Backspace",), "Predict nothing for this row", icon="clear"),
    LINE,
    Group("selected", "&Selected rows", "table", SELECTED),
    LINE,
    Command("next_row", "&Next row", ("Ctrl+Down",), "Go one row down, wherever the cursor is", icon="down"),
    Command("previous_row", "&Previous row", ("Ctrl+Up",), "Go one row up, wherever the cursor is", icon="up"),
)
VIEW: tuple[Entry, ...] = (
    Command(
        "sort_worst",
        "&Worst first",
        ("Ctrl+1",),
        "Lowest scores on top, equal ones by cost, then place",
        icon="sort-up",
    ),
    Command("sort_best", "&Best first", ("Ctrl+2",), "Sort by score, highest on top", icon="sort-down"),
    Command("sort_as_read", "As in the &file", ("Ctrl+3",), "The order of the truth file", icon="list"),
    LINE,
    Command("focus_table", "&Go to the table", ("Alt+0",), "Put the cursor into the table", icon="table"),
    Command("next_pane", "Go to the &next pane", ("F6",), "Score bar, filter, table, row, plots in turn", icon="pane"),
    Command("previous_pane", "Go to the pre&vious pane", ("Shift+F6",), "The same, the other way round", icon="pane"),
    LINE,
    Group("columns", "&Columns", "columns"),
    Group("panels", "&Panels", "panels"),
    Command(
        "log_scale",
        "&Logarithmic counts",
        ("Ctrl+Shift+L",),
        "Bars on a logarithmic scale, or on a plain one",
        icon="bars",
    ),
    LINE,
    Group(
        "text",
        "Te&xt size",
        "text",
        (
            Command("larger_text", "&Larger", ("Ctrl++", "Ctrl+="), "Make all text larger", icon="larger", pair=False),
            Command("smaller_text", "&Smaller", ("Ctrl+-",), "Make all text smaller", icon="smaller", pair=False),
            Command(
                "usual_text", "&As the system has it", ("Ctrl+0",), "Text of the usual size", icon="text", pair=False
            ),
        ),
    ),
    Group("themes", "&Theme", "theme"),
    Group(
        "stage",
        "&Stage",
        "stage",
        (
            Command("stage", "&On stage", ("F11",), "Large type and only what is needed; again to leave", icon="stage"),
            Command(
                "record_steps",
                "&Remember steps from here",
                ("Ctrl+Shift+M",),
                "Edits from now on are steps",
                icon="record",
            ),
            Command(
                "play_steps",
                "&Predict, then reveal",
                ("Ctrl+Shift+P",),
                "Play the steps from the first on: each edit is shown before its score",
                icon="play",
                why="There is no edit to show: make some first",
            ),
        ),
    ),
)
ANALYSE: tuple[Entry, ...] = (
    Command(
        "ask_which",
        "&Which definition?…",
        ("Ctrl+Shift+D",),
        "Find the definition that gives a score somebody reported",
        icon="question",
    ),
    Command(
        "ask_constant",
        "&Constant prediction…",
        ("Ctrl+Shift+K",),
        "What the same labels in every row would score",
        icon="constant",
    ),
    Command(
        "ask_images",
        "&Images of the queries…",
        ("Ctrl+Alt+I",),
        "Choose the folder with the images of the queries",
        icon="picture",
    ),
)
HELP: tuple[Entry, ...] = (
    Command("show_palette", "&Command palette…", ("Ctrl+K",), "Find anything by its name", icon="palette", pair=False),
    Command("show_shortcuts", "&Shortcuts…", ("F1", "?"), "Every key of this window", icon="keyboard", pair=False),
    Command(
        "show_language",
        "Filter lan&guage",
        ("Shift+F1",),
        "What can be typed into the filter",
        icon="filter",
        pair=False,
    ),
    LINE,
    Command(
        "open_log", "Open &log folder", (), "Where warnings and unforeseen errors are written", icon="log", pair=False
    ),
    Command("show_about", "&About…", (), "Versions, ready to be copied", icon="about", pair=False),
)


MENUS = {"File": FILE, "Edit": EDIT, "View": VIEW, "Row": ROW, "Analyse": ANALYSE, "Help": HELP}


def every(entries: tuple[Entry, ...]) -> Iterator[Command]:
    """The commands of a menu, those of the menus in it included."""
    for entry in entries:
        if isinstance(entry, Command):
            yield entry
        elif isinstance(entry, Group):
            yield from entry.entries
