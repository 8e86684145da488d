"""The Help menu."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.commands.command import SEPARATOR, Command, Entry

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench


def _show_palette(bench: Workbench) -> None:
    from inspector.ui.window import palette

    palette.show(bench)


def _open_log(bench: Workbench) -> None:
    from PySide6.QtCore import QUrl
    from PySide6.QtGui import QDesktopServices

    from inspector.core.errors import InputError
    from inspector.ui import log_file

    folder = log_file.folder()
    if not folder.is_dir() or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        hint = "The folder exists once the log is written"
        bench.notifications.report(InputError("the log folder cannot be shown", folder, hint=hint))


def _show_shortcuts(bench: Workbench) -> None:
    from inspector.ui.commands import about

    about.show_shortcuts(bench.commands, bench.window)


def _show_language(bench: Workbench) -> None:
    from inspector.ui.filter.filter_language import show_language

    show_language(bench.window)


def _show_manual(bench: Workbench) -> None:
    from inspector.ui.manual.manual_window import ManualWindow

    shown = bench.window.findChild(ManualWindow) or ManualWindow(bench.window)
    shown.show()
    shown.raise_()
    shown.activateWindow()


def _show_about(bench: Workbench) -> None:
    from inspector.ui.commands import about

    about.show_about(bench.window)


HELP: tuple[Entry[Workbench], ...] = (
    Command(
        "show_palette",
        "&Command palette…",
        ("Ctrl+K",),
        "Find anything by its name",
        "palette",
        _show_palette,
        needs_pair=False,
    ),
    Command(
        "show_manual",
        "&Manual",
        ("Ctrl+F1",),
        "Tasks step by step, with pictures",
        "rule",
        _show_manual,
        needs_pair=False,
    ),
    Command(
        "show_shortcuts",
        "&Shortcuts…",
        ("F1", "?"),
        "Every key of this window",
        "keyboard",
        _show_shortcuts,
        needs_pair=False,
    ),
    Command(
        "show_language",
        "Filter lan&guage",
        ("Shift+F1",),
        "What can be typed into the filter",
        "filter",
        _show_language,
        needs_pair=False,
    ),
    SEPARATOR,
    Command(
        "open_log",
        "Open &log folder",
        (),
        "Where warnings and unforeseen errors are written",
        "log",
        _open_log,
        needs_pair=False,
    ),
    Command("show_about", "&About…", (), "Versions, ready to be copied", "about", _show_about, needs_pair=False),
)
