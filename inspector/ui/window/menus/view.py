"""The View menu: sorting, panels, text size, presentation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.commands.command import SEPARATOR, Command, Entry, Submenu

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench

_STEP = 1.1


def _sort_best(bench: Workbench) -> None:
    from inspector.core.data.order import SortKey

    bench.change_queue.sort(lambda _: (SortKey("score", descending=not bench.inspection.metric.lower_is_better),))


def _choose_metric_columns(bench: Workbench) -> None:
    from inspector.ui.score.metric_columns import ask_metric_columns

    ask_metric_columns(bench.inspection, bench.change_queue.show_metrics, bench.window)


def _toggle_log_scale(bench: Workbench) -> None:
    from inspector.ui.plots.histogram import Histogram

    for plot in bench.docks.plots:
        if isinstance(plot, Histogram):
            plot.set_log(not plot.is_log)


def _toggle_scale_of_bars(bench: Workbench) -> None:
    from inspector.ui.plots.brush import CountPlot

    for plot in bench.docks.plots:
        if isinstance(plot, CountPlot):
            plot.set_rescaled(not plot.is_rescaled)


def _scale_text(bench: Workbench, scale: float) -> None:
    bench.theme.set_scale(scale)
    bench.window.status.clearMessage()  # Qt would write it over the line's own text as soon as its height changes
    if bench.presentation.layout is None:
        bench.settings.text_scale = bench.theme.scale


def _toggle_stage(bench: Workbench) -> None:
    """Apply what is being typed first: on stage Esc would be meant to leave it."""
    if bench.presentation.layout is None:
        bench.table.close_editor()
        bench.docks.row.keep_draft()
    bench.presentation.toggle()


def _play_steps(bench: Workbench) -> None:
    from inspector.ui.save.save_controller import STILL_EDITING

    bench.save_controller.about_to_save.emit()  # what is being typed is a step, too, and would end the others
    if bench.change_queue.is_editing:
        bench.notifications.report(STILL_EDITING)
    else:
        bench.presentation.play()


VIEW: tuple[Entry[Workbench], ...] = (
    Command(
        "sort_worst",
        "&Worst first",
        ("Ctrl+1",),
        "Worst scores on top, equal ones by cost, then place",
        "sort-up",
        lambda bench: bench.change_queue.sort(lambda _: bench.inspection.metric.worst_first),
    ),
    Command("sort_best", "&Best first", ("Ctrl+2",), "Sort by score, best on top", "sort-down", _sort_best),
    Command(
        "sort_as_read",
        "As in the &file",
        ("Ctrl+3",),
        "The order of the truth file",
        "list",
        lambda bench: bench.change_queue.sort(lambda _: ()),
    ),
    SEPARATOR,
    Command(
        "focus_table",
        "&Go to the table",
        ("Alt+0",),
        "Put the cursor into the table",
        "table",
        lambda bench: bench.table.setFocus(),
    ),
    Command(
        "next_pane",
        "Go to the &next pane",
        ("F6",),
        "Score bar, filter, table, row, plots in turn",
        "pane",
        lambda bench: bench.panes.step(1),
    ),
    Command(
        "previous_pane",
        "Go to the pre&vious pane",
        ("Shift+F6",),
        "The same, the other way round",
        "pane",
        lambda bench: bench.panes.step(-1),
    ),
    SEPARATOR,
    Submenu("columns", "&Columns", "columns"),
    Command(
        "metric_columns",
        "&Metric columns…",
        (),
        "Score every row under further metrics, too",
        "columns",
        _choose_metric_columns,
    ),
    Submenu("panels", "&Panels", "panels"),
    Command(
        "log_scale",
        "&Logarithmic counts",
        ("Ctrl+Shift+L",),
        "Bars on a logarithmic scale, or on a plain one",
        "bars",
        _toggle_log_scale,
    ),
    Command(
        "rescale_bars",
        "Scale bars to the &rows shown",
        ("Ctrl+Shift+B",),
        "Bars as high as the rows that the filter shows, or as all rows",
        "up",
        _toggle_scale_of_bars,
    ),
    SEPARATOR,
    Command(
        "turn_interval",
        "&Interval beside the score",
        ("Ctrl+Alt+N",),
        "Show or hide the 95 % interval of the overall",
        "bars",
        lambda bench: bench.score_bar.interval.turn(),
    ),
    Submenu("interval_groups", "Interval &drawn by", "columns"),
    SEPARATOR,
    Submenu(
        "text",
        "Te&xt size",
        "text",
        (
            Command(
                "larger_text",
                "&Larger",
                ("Ctrl++", "Ctrl+="),
                "Make all text larger",
                "larger",
                lambda bench: _scale_text(bench, bench.theme.scale * _STEP),
                needs_pair=False,
            ),
            Command(
                "smaller_text",
                "&Smaller",
                ("Ctrl+-",),
                "Make all text smaller",
                "smaller",
                lambda bench: _scale_text(bench, bench.theme.scale / _STEP),
                needs_pair=False,
            ),
            Command(
                "usual_text",
                "&Reset",
                ("Ctrl+0",),
                "Text of the usual size",
                "text",
                lambda bench: _scale_text(bench, 1.0),
                needs_pair=False,
            ),
        ),
    ),
    Submenu("themes", "&Theme", "theme"),
    Submenu(
        "stage",
        "&Stage",
        "stage",
        (
            Command(
                "stage",
                "&On stage",
                ("F11",),
                "The whole screen for the row and the score, in large type; Esc leaves",
                "stage",
                _toggle_stage,
            ),
            Command(
                "record_steps",
                "&Remember steps from here",
                ("Ctrl+Shift+M",),
                "Edits from now on are steps",
                "record",
                lambda bench: bench.presentation.remember(),
            ),
            Command(
                "play_steps",
                "&Predict, then reveal",
                ("Ctrl+Shift+P",),
                "Play the steps from the first on: each edit is shown before its score",
                "play",
                _play_steps,
            ),
        ),
    ),
)
