"""All families by name: the built-in ones, and those of installed packages, loaded when they are asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from inspector.core.errors import InputError, shorten
from inspector.core.metrics.base import Metric
from inspector.core.metrics.plugins.guard import guarded

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "submission_inspector.metrics"
_NAME = re.compile(r"[a-z]{1,30}[0-9]{0,3}")
_ANY_K = 5


class Families(Mapping[str, type[Metric]]):
    """A mapping. Built-in names are found without looking at packages, and no package can take one of them.

    A family whose package cannot be loaded, or that is no metric, is not in the mapping; `problems` says why. Going
    through it loads all packages, which import this one: never do so, nor copy it, while a module is imported.
    """

    def __init__(self, built_in: Iterable[type[Metric]], is_taken: Callable[[str], bool]) -> None:
        """is_taken: whether a name means something else."""
        self._built_in = {family.name: family for family in built_in}
        self._is_taken = is_taken
        self._loaded: dict[str, type[Metric] | InputError] = {}

    def __getitem__(self, name: str) -> type[Metric]:
        if name in self._built_in:
            return self._built_in[name]
        found = self._load(name)
        if isinstance(found, InputError):
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        yield from self._built_in
        yield from (name for name in self._offered if name not in self._built_in and name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def problems(self) -> Mapping[str, InputError]:
        """Why the families of some packages cannot be used, by name."""
        found = {name: self._load(name) for name in self._offered}
        return {name: problem for name, problem in found.items() if isinstance(problem, InputError)}

    def with_value(self, value: str) -> list[str]:
        """The metrics that have a choice with this value, beside the default: `f(average=macro)`."""
        return [
            f"{name}({choice}={value})"
            for name, family in self.items()
            for choice, declared in family.choices().items()
            if value in declared.values and value != declared.default
        ]

    @cached_property
    def _offered(self) -> dict[str, list[EntryPoint]]:
        """What packages bring, by name; one package may be found twice along the path of imports."""
        from importlib.metadata import entry_points  # takes long, and only a name that is not built in needs it

        offered: dict[str, list[EntryPoint]] = {}
        try:
            for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, entry.value)):
                if entry not in offered.setdefault(entry.name, []):
                    offered[entry.name].append(entry)
        except Exception:  # the files of some package are damaged
            return {}
        return offered

    def _load(self, name: str) -> type[Metric] | InputError:
        """Raises KeyError for a name that no package brings."""
        if name not in self._loaded:
            entries = self._offered[name]
            self._loaded[name] = self._refusal(name, entries) or _loaded(entries[0])
        return self._loaded[name]

    def _refusal(self, name: str, entries: list[EntryPoint]) -> InputError | None:
        if name in self._built_in or self._is_taken(name):
            return _problem(entries[0], "this name is taken")
        if not _NAME.fullmatch(name):
            return _problem(entries[0], "this is no name of a metric", "small letters, and digits behind them")
        if len(entries) > 1:
            return _problem(entries[0], f"{entries[1].value} brings another one of this name")
        return None


def _loaded(entry: EntryPoint) -> type[Metric] | InputError:
    """The family of an entry point, or why it cannot be used. It is made once, as lists of metrics make it."""
    try:
        family = entry.load()
        if not (isinstance(family, type) and issubclass(family, Metric)):
            return _problem(entry, "it is no Metric", "a subclass of inspector.core.metrics.Metric")
        for k in (None, _ANY_K) if family.takes_k else (None,):
            metric = family(k=k)
            _ = str(metric), metric.label, family.choices(), family.parameters(), family.formula, family.source
        if family.name != entry.name:
            return _problem(entry, f"it calls itself {shorten(str(family.name))}", f"the name {entry.name}")
    except (Exception, SystemExit) as error:  # anything can go wrong in a package of others
        return _problem(entry, f"{type(error).__name__}: {error}")
    return guarded(family)


def _problem(entry: EntryPoint, why: str, expected: str = "") -> InputError:
    what = f"the metric {shorten(entry.name)} of {shorten(entry.value)} cannot be used"
    return InputError(what, found=shorten(why, 200), expected=expected, hint="Update or remove its package")
