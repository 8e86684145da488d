"""The tasks of the manual, which Help shows and the HTML page is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from inspector import resource

_TASKS = (
    "worst-rows",
    "numbers",
    "why-different",
    "compare",
    "teach",
    "luck",
    "rejected-file",
    "own-metric",
    "confidence",
    "hand-it-on",
)


@dataclass(frozen=True)
class Task:
    """A task of the manual. name: of its file, without its ending; title: its first line; text: Markdown."""

    name: str
    title: str
    text: str

    def holds(self, typed: str) -> bool:
        """Whether all words of a text occur in it; ignores case."""
        text = self.text.lower()
        return all(word in text for word in typed.lower().split())


def folder() -> Path:
    """Where the files and the folder of the pictures are."""
    return resource.path(f"manual/{_TASKS[0]}.md").parent


@cache
def tasks() -> Sequence[Task]:
    """All tasks in their order."""
    texts = [(name, resource.path(f"manual/{name}.md").read_text(encoding="utf-8")) for name in _TASKS]
    return tuple(Task(name, text.partition("\n")[0].removeprefix("# "), text) for name, text in texts)
