"""What a command is: its name, text, keys, hint and icon, and what it does to a target, such as a workbench."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from inspector.core.data.kind import Kind

Target = TypeVar("Target")


@dataclass(frozen=True)
class Command(Generic[Target]):
    """One line of a menu.

    keys: key sequences; needs_pair: whether it is disabled without an open pair; why: the reason to give when it is
    disabled although a pair is open; kind: the predictions that it is about, None for any; named: kinds of predictions
    for which it has another text and hint; run: does it.
    """

    name: str
    text: str
    keys: tuple[str, ...]
    hint: str
    icon: str
    run: Callable[[Target], object]
    needs_pair: bool = True
    why: str = "Not possible at the moment"
    kind: Kind | None = None
    named: tuple[tuple[Kind, str, str], ...] = ()


@dataclass(frozen=True)
class Submenu(Generic[Target]):
    """A menu inside a menu. One without entries is filled later, through `Actions.submenus`."""

    name: str
    title: str
    icon: str
    entries: tuple[Command[Target] | Submenu[Target], ...] = ()


SEPARATOR = None
Entry: TypeAlias = Command[Target] | Submenu[Target] | None
Menus: TypeAlias = Mapping[str, tuple[Entry[Target], ...]]


def all_commands(entries: tuple[Entry[Target], ...]) -> Iterator[Command[Target]]:
    """The commands of a menu, with those of its submenus."""
    for entry in entries:
        if isinstance(entry, Command):
            yield entry
        elif isinstance(entry, Submenu):
            yield from all_commands(entry.entries)
