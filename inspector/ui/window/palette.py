"""What the command palette offers: every entry of the menus, the metrics, the columns to sort by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from inspector.core.evaluation.fit.others import of_other_kinds
from inspector.core.metrics import parse
from inspector.core.rows.columns import columns_of
from inspector.core.rows.numbers import each_number
from inspector.ui.commands.palette_dialog import PaletteDialog
from inspector.ui.score.metric_texts import about, metric_texts
from inspector.ui.settings import Settings
from inspector.ui.widgets.formatting import plain
from inspector.ui.window.docks.late_dock import LateDock

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench

_KEY, _MOST_KEPT = "recentCommands", 20


@dataclass(frozen=True)
class Choice:
    """One line of the palette. path: where it is in the menus; why_not: why it can do nothing now, else empty.

    key: what it is remembered by; empty for names of a pair's columns, which are not kept. name: what it may be called
    instead of its text.
    """

    text: str
    path: str
    keys: str
    hint: str
    why_not: str
    run: Callable[[], object]
    key: str = ""
    name: str = ""


def choices(bench: Workbench) -> list[Choice]:
    """Everything that can be chosen, in the order of the menus."""
    menus = [(plain(top.text()), top.menu()) for top in bench.window.menuBar().actions()]
    found = [choice for title, menu in menus if isinstance(menu, QMenu) for choice in _of_menu(bench, title, menu)]
    return [*found, *_metrics(bench), *_columns(bench)]


def show(bench: Workbench) -> None:
    """Show the palette, and do what is chosen in it when it has closed."""
    dialog = PaletteDialog(choices(bench), bench.window, recent(bench.settings))
    dialog.exec()
    chosen = dialog.chosen
    dialog.deleteLater()
    if isinstance(chosen, Choice):
        if key := chosen.key:
            others = [other for other in recent(bench.settings) if other != key]
            bench.settings.keep(_KEY, [key, *others][:_MOST_KEPT])
        chosen.run()


def recent(settings: Settings) -> list[str]:
    """The keys of what was chosen lately, newest first."""
    kept = settings.kept(_KEY)
    return [key for key in kept if isinstance(key, str)] if isinstance(kept, list) else []


def _of_menu(bench: Workbench, path: str, menu: QMenu) -> Iterator[Choice]:
    # Menus that are filled when they open are filled now.
    menu.aboutToShow.emit()
    for action in menu.actions():
        if isinstance(inner := action.menu(), QMenu):
            yield from _of_menu(bench, f"{path} › {plain(action.text())}", inner)
        elif not action.isSeparator() and action.objectName() != "show_palette":
            yield _choice(bench, path, action)


def _choice(bench: Workbench, path: str, action: QAction) -> Choice:
    keys = ", ".join(key.toString() for key in action.shortcuts())
    why_not = bench.commands.why_not(action)
    text = plain(action.text())
    # The text of some commands changes: "Undo: put a first".
    key = action.objectName() or f"{path} › {text}"
    run = _brings(bench, action) or action.trigger
    return Choice(text, path, keys, action.statusTip(), why_not, run, key, action.data() or "")


def _brings(bench: Workbench, action: QAction) -> Callable[[], object] | None:
    """What brings the panel of an entry to the front; its action would close one that lies behind a tab."""
    dock = action.parent()
    return partial(bench.docks.bring, dock.objectName()) if isinstance(dock, LateDock) else None


def _metrics(bench: Workbench) -> list[Choice]:
    is_open = bench.inspection.is_open
    now = str(bench.inspection.metric) if is_open else ""
    pair = bench.inspection.evaluation.pair if is_open else None
    texts = metric_texts(pair.table.kind, of_other_kinds(pair)) if pair else metric_texts()
    return [
        Choice(
            f"Metric: {text}",
            "Score bar",
            "",
            f"Score everything under this rule: {about(text)}",
            ("" if text != now else "It is in force") if is_open else "Open a pair first",
            partial(_set_metric, bench, text),
            f"Metric: {text}",
            text,
        )
        for text in texts
    ]


def _set_metric(bench: Workbench, text: str) -> None:
    bench.change_queue.set_metric(parse(text))


def _columns(bench: Workbench) -> list[Choice]:
    if not bench.inspection.is_open:
        return []
    evaluation = bench.inspection.evaluation
    titles = {shown.name: (shown.title, shown.tip) for shown in columns_of(evaluation)}
    titles |= {name: (title, f"The {title}") for name, title in each_number(evaluation).items()}
    return [
        Choice(f"Sort by {title}", "Header of the table", "", about, "", partial(bench.table.sort_by, name))
        for name, (title, about) in titles.items()
    ]
