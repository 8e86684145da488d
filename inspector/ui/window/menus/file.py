"""The File menu: opening, saving, exporting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.commands.command import SEPARATOR, Command, Entry, Submenu

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench


def _copy_command(bench: Workbench) -> None:
    from PySide6.QtGui import QGuiApplication

    from inspector.ui.commands import terminal_command

    inspection = bench.inspection
    bench.save_controller.about_to_save.emit()
    command, left_out = terminal_command.command(inspection)
    QGuiApplication.clipboard().setText(command)
    without = f"; it leaves out {' and '.join(left_out)}" if left_out else ""
    bench.window.show_message(f"The command is on the clipboard{without}")


FILE: tuple[Entry[Workbench], ...] = (
    Command(
        "open_files",
        "&Open…",
        ("Ctrl+O",),
        "Choose a truth and a submission",
        "open",
        lambda bench: bench.ask_files(),
        needs_pair=False,
    ),
    Submenu("samples", "Open sa&mple", "sample"),
    Submenu("recent", "Open &recent", "recent"),
    Command(
        "reload",
        "Re&load from disk",
        ("F5",),
        "Read the truth and all submissions again; edits are carried over",
        "reload",
        lambda bench: bench.open_controller.reload(),
    ),
    Command(
        "check_template",
        "&Check against a sample submission…",
        (),
        "Find where header and ids differ from those that the site asks for",
        "question",
        lambda bench: bench.repair_controller.check_template(),
    ),
    SEPARATOR,
    Command(
        "save",
        "&Save submission",
        ("Ctrl+S",),
        "Write the file that was saved last; the first time, ask for its name",
        "save",
        lambda bench: bench.save_controller.save(),
    ),
    Command(
        "save_as",
        "Save submission &as…",
        ("Ctrl+Shift+S",),
        "Write the submission with your edits to another file",
        "save",
        lambda bench: bench.save_controller.save_as(),
    ),
    Submenu(
        "export",
        "&Export",
        "export",
        (
            Command(
                "export_rows",
                "&Row scores…",
                ("Ctrl+Alt+S",),
                "Write what every row scores",
                "export",
                lambda bench: bench.save_controller.export_rows(),
            ),
            Command(
                "export_report",
                "R&eport…",
                ("Ctrl+Alt+E",),
                "Write what is known about the submission, and its comparison with the others, as a page to hand on",
                "export",
                lambda bench: bench.save_controller.export_report(),
            ),
            Command(
                "export_picture",
                "&Picture of the window…",
                ("Ctrl+Shift+E",),
                "Write a picture",
                "picture",
                lambda bench: bench.save_controller.export_picture(),
            ),
            Submenu("plots", "P&lots", "picture"),
        ),
    ),
    Command(
        "copy_command",
        "Copy as &terminal command",
        ("Ctrl+Shift+T",),
        "The command that prints this score, or compares these submissions",
        "terminal",
        _copy_command,
    ),
    SEPARATOR,
    Command(
        "quit", "&Quit", ("Ctrl+Q",), "Close the window", "quit", lambda bench: bench.window.close(), needs_pair=False
    ),
)
