"""The Analyse menu: questions about the open pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.data.kind import LABELS
from inspector.ui.commands.command import SEPARATOR, Command, Entry

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench


def _show_below(bench: Workbench, name: str) -> None:
    """Show a dock below the table, high enough to see something in it."""
    bench.docks.show_below(name, bench.window.height() * 2 // 5)
    bench.docks.by_name[name].panel.setFocus()


ANALYSE: tuple[Entry[Workbench], ...] = (
    Command(
        "open_rule",
        "&Rule of the metric…",
        ("Ctrl+Alt+R",),
        "The choices of the metric, with the effect of each",
        "rule",
        lambda bench: bench.score_bar.open_rule(),
    ),
    Command(
        "choose_metric_file",
        "Metric from a P&ython file…",
        ("Ctrl+Alt+Y",),
        "Score with the host's own metric, a Python file with a function score; you are asked before it is run",
        "open",
        lambda bench: bench.host_metrics.choose(),
    ),
    Command(
        "ask_row_scores",
        "Work ou&t row scores",
        (),
        "Ask the host's own metric for the row scores that are missing, or older than the last edits",
        "reload",
        lambda bench: bench.host_metrics.go_on(),
    ),
    SEPARATOR,
    Command(
        "ask_which",
        "&Which definition?…",
        ("Ctrl+Shift+D",),
        "Find the definition that gives a score somebody reported",
        "question",
        lambda bench: bench.analysis_controller.ask_which(),
    ),
    Command(
        "ask_constant",
        "&Constant prediction…",
        ("Ctrl+Shift+K",),
        "What the same labels in every row would score",
        "constant",
        lambda bench: bench.analysis_controller.ask_constant(),
        kind=LABELS,
    ),
    SEPARATOR,
    Command(
        "show_matrix",
        "Confusion &matrix",
        ("Ctrl+Alt+M",),
        "Truth labels against first predictions as a picture; a click on a cell shows its rows",
        "table",
        lambda bench: bench.docks.bring("matrixDock"),
        kind=LABELS,
    ),
    Command(
        "show_luck",
        "&Luck of the split",
        ("Alt+7",),
        "What a random split into public and private rows would do to the score, and which submissions to select",
        "question",
        lambda bench: bench.docks.bring("luckDock"),
    ),
    Command(
        "show_ladder",
        "C&onfidence under GAP",
        ("Ctrl+Alt+G",),
        "What wrong predictions cost under GAP, a cut from below, and other confidences for groups",
        "stairs",
        lambda bench: _show_below(bench, "ladderDock"),
        kind=LABELS,
    ),
    SEPARATOR,
    Command(
        "ask_images",
        "&Images of the queries…",
        ("Ctrl+Alt+I",),
        "Choose the folder with the images of the queries",
        "picture",
        lambda bench: bench.image_sources.ask(),
    ),
    Command(
        "show_pictures",
        "&Pictures of the rows shown",
        ("Ctrl+Alt+P",),
        "A grid of the pictures of all rows that the filter shows",
        "picture",
        lambda bench: _show_below(bench, "picturesDock"),
    ),
    Command(
        "open_picture",
        "Picture at &full size",
        ("Ctrl+Alt+F",),
        "The picture of the current row, with zoom; the arrow keys go on to other rows",
        "larger",
        lambda bench: bench.docks.preview.open_viewer(),
    ),
)
