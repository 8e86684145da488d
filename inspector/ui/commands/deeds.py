"""What each action does, by the action's name. Texts and keys are in `actions`; the parts belong to the workbench."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from inspector.core.data.order import SortKey
from inspector.core.errors import InputError
from inspector.core.query import Clause
from inspector.ui import log_file
from inspector.ui.commands import about, palette, terminal_command
from inspector.ui.filter.filter_language import show_language

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench

_STEP = 1.1


def deeds(bench: Workbench) -> dict[str, Callable[[], object]]:
    """One entry for every command of `actions`."""
    table, row, save_controller = bench.table, bench.docks.row, bench.save_controller
    return {
        "open_files": bench.ask_files,
        "reload": bench.open_controller.reload,
        "check_template": bench.repair_controller.check_template,
        "save_as": save_controller.save_as,
        "export_rows": save_controller.export_rows,
        "export_picture": save_controller.export_picture,
        "copy_command": lambda: _copy_command(bench),
        "quit": bench.window.close,
        "undo": bench.edit_queue.undo,
        "redo": bench.edit_queue.redo,
        "reset_rows": lambda: bench.edit_queue.reset(table.selected_rows()),
        "reset_all": bench.edit_queue.reset,
        **bench.selected.deeds(),
        "copy": bench.copy_controller.copy,
        "copy_with_headers": lambda: bench.copy_controller.copy(headers=True),
        "edit_row": lambda: _edit_row(bench),
        "put_truth_first": row.put_truth_first,
        "clear_row": row.clear,
        "next_row": lambda: table.step(1),
        "previous_row": lambda: table.step(-1),
        "sort_worst": lambda: bench.edit_queue.sort(lambda keys: bench.inspection.metric.worst_first),
        "sort_best": lambda: bench.edit_queue.sort(lambda keys: (SortKey("score", descending=True),)),
        "sort_as_read": lambda: bench.edit_queue.sort(lambda keys: ()),
        "focus_table": table.setFocus,
        "next_pane": lambda: bench.panes.step(1),
        "previous_pane": lambda: bench.panes.step(-1),
        "larger_text": lambda: _scale_text(bench, bench.theme.scale * _STEP),
        "smaller_text": lambda: _scale_text(bench, bench.theme.scale / _STEP),
        "usual_text": lambda: _scale_text(bench, 1.0),
        "stage": lambda: bench.stage.turn(),
        "record_steps": lambda: bench.stage.remember(),
        "play_steps": lambda: bench.stage.play(),
        "log_scale": lambda: _turn_log_scale(bench),
        "ask_which": bench.analysis_controller.ask_which,
        "ask_constant": bench.analysis_controller.ask_constant,
        "ask_images": bench.image_sources.ask,
        "find": bench.finder.open,
        "find_next": lambda: bench.finder.step(1),
        "find_previous": lambda: bench.finder.step(-1),
        "focus_filter": bench.filter.focus_edit,
        "filter_selection": lambda: _filter_selection(bench),
        "show_all": bench.filter.clear,
        "show_palette": lambda: palette.show(bench),
        "open_log": lambda: _open_log(bench),
        "show_shortcuts": lambda: about.show_shortcuts(bench.commands, bench.window),
        "show_language": lambda: show_language(bench.window),
        "show_about": lambda: about.show_about(bench.window),
    }


def _filter_selection(bench: Workbench) -> None:
    rows = bench.table.selected_rows()
    if len(rows):
        name = f"selection of {len(rows):,} {'row' if len(rows) == 1 else 'rows'}"
        bench.filter_controller.narrow(Clause(name, "selection", rows=rows))


def _edit_row(bench: Workbench) -> None:
    bench.docks.by_name["rowDock"].show()
    bench.docks.row.focus_edit()


def _turn_log_scale(bench: Workbench) -> None:
    for plot in bench.docks.histograms:
        plot.set_log(not plot.is_log)


def _scale_text(bench: Workbench, scale: float) -> None:
    bench.theme.set_scale(scale)
    bench.window.status.clearMessage()  # Qt would write it over the line's own text as soon as its height changes
    if bench.stage.layout is None:
        bench.settings.text_scale = bench.theme.scale


def _open_log(bench: Workbench) -> None:
    folder = log_file.folder()
    if not folder.is_dir() or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(folder))):
        hint = "It is there once the log is written"
        bench.news.report(InputError("the log folder cannot be shown", folder, hint=hint))


def _copy_command(bench: Workbench) -> None:
    inspection = bench.inspection
    QGuiApplication.clipboard().setText(terminal_command.score(inspection))
    unsaved = "" if inspection.is_saved else "; it knows only what is saved, so not your last edits"
    bench.window.say(f"The command is on the clipboard{unsaved}")
