"""The Analyse menu: questions about the open pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.commands.command import Command, Entry

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench


ANALYSE: tuple[Entry[Workbench], ...] = (
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
    ),
    Command(
        "ask_images",
        "&Images of the queries…",
        ("Ctrl+Alt+I",),
        "Choose the folder with the images of the queries",
        "picture",
        lambda bench: bench.image_sources.ask(),
    ),
)
