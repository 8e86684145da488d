"""What each action does, by the action's name. Texts and keys are in `actions`; the parts belong to the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from inspector.core.errors import InputError
from inspector.core.order import SortKey
from inspector.core.query import Clause
from inspector.core.state import WORST_FIRST
from inspector.ui import about, log_file, palette, terminal_command
from inspector.ui.filter_language import show_language

if TYPE_CHECKING:
    from inspector.ui.main_window import MainWindow

_STEP = 1.1


def deeds(window: MainWindow) -> dict[str, Callable[[], object]]:
    """One entry for every command of `actions`."""
    table, row, saver = window.table, window.docks.row, window.saver
    return {
        "open_files": lambda: window.opener.ask(saver.may_lose_edits),
        "reload": window.opener.reload,
        "check_template": window.mender.check_template,
        "save_as": saver.save_as,
        "export_rows": saver.export_rows,
        "export_picture": saver.export_picture,
        "copy_command": lambda: _copy_command(window),
        "quit": window.close,
        "undo": window.doer.undo,
        "redo": window.doer.redo,
        "reset_rows": lambda: window.doer.reset(table.selected_rows()),
        "reset_all": window.doer.reset,
        **window.selected.deeds(),
        "copy": table.copy,
        "copy_with_headers": lambda: table.copy(headers=True),
        "edit_row": lambda: _edit_row(window),
        "put_truth_first": row.put_truth_first,
        "clear_row": row.clear,
        "next_row": lambda: table.step(1),
        "previous_row": lambda: table.step(-1),
        "sort_worst": lambda: window.doer.sort(lambda keys: WORST_FIRST),
        "sort_best": lambda: window.doer.sort(lambda keys: (SortKey("score", descending=True),)),
        "sort_as_read": lambda: window.doer.sort(lambda keys: ()),
        "focus_table": table.setFocus,
        "next_pane": lambda: window.panes.step(1),
        "previous_pane": lambda: window.panes.step(-1),
        "larger_text": lambda: _scale_text(window, window.theme.scale * _STEP),
        "smaller_text": lambda: _scale_text(window, window.theme.scale / _STEP),
        "usual_text": lambda: _scale_text(window, 1.0),
        "stage": lambda: window.stage.turn(),
        "record_steps": lambda: window.stage.remember(),
        "play_steps": lambda: window.stage.play(),
        "log_scale": lambda: _turn_log_scale(window),
        "ask_which": window.analyst.ask_which,
        "ask_constant": window.analyst.ask_constant,
        "ask_images": window.illustrator.ask,
        "find": window.finder.open,
        "find_next": lambda: window.finder.step(1),
        "find_previous": lambda: window.finder.step(-1),
        "focus_filter": window.filter.focus_edit,
        "filter_selection": lambda: _filter_selection(window),
        "show_all": window.filter.clear,
        "show_palette": lambda: palette.show(window),
        "open_log": lambda: _open_log(window),
        "show_shortcuts": lambda: about.show_shortcuts(window.commands, window),
        "show_language": lambda: show_language(window),
        "show_about": lambda: about.show_about(window),
    }


def _filter_selection(window: MainWindow) -> None:
    rows = window.table.selected_rows()
    if len(rows):
        name = f"selection of {len(rows):,} {'row' if len(rows) == 1 else 'rows'}"
        window.filterer.narrow(Clause(name, "selection", rows=rows))


def _edit_row(window: MainWindow) -> None:
    window.docks.by_name["rowDock"].show()
    window.docks.row.focus_edit()


def _turn_log_scale(window: MainWindow) -> None:
    for plot in window.docks.histograms:
        plot.set_log(not plot.is_log)


def _scale_text(window: MainWindow, scale: float) -> None:
    window.theme.set_scale(scale)
    window.statusBar().clearMessage()  # Qt would write it over the line's own text as soon as its height changes
    if window.stage.layout is None:
        window.settings.text_scale = window.theme.scale


def _open_log(window: MainWindow) -> None:
    folder = log_file.folder()
    if not folder.is_dir() or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        window.report(InputError("the log folder cannot be shown", folder, hint="It is there once the log is written"))


def _copy_command(window: MainWindow) -> None:
    inspection = window.inspection
    QGuiApplication.clipboard().setText(terminal_command.score(inspection))
    unsaved = "" if inspection.is_saved else "; it knows only what is saved, so not your last edits"
    window.say(f"The command is on the clipboard{unsaved}")
