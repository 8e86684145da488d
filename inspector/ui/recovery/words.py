"""What is said of unsaved edits: those that are offered, and those that were restored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from pathlib import Path

from PySide6.QtCore import QDateTime, QLocale

from inspector.core.document.submission import Submission
from inspector.core.edits.replay import Recovered
from inspector.core.errors import shorten
from inspector.core.plural import count_of
from inspector.core.recovery.unsaved import UnsavedEdits
from inspector.core.samples.sample import is_sample
from inspector.ui.widgets.formatting import one_line, start

_MOST_NAMED = 3


@dataclass(frozen=True, eq=False)
class Restored:
    """Unsaved edits that were made again in a submission; texts_left: the ids of texts that had no place there."""

    submission: Submission
    unsaved: UnsavedEdits
    recovered: Recovered
    texts_left: tuple[str, ...] = ()

    @property
    def waiting(self) -> list[str]:
        """The ids of the rows for which a text waits."""
        return [id_ for id_ in self.unsaved.typed if id_ not in self.texts_left]

    @property
    def left_out(self) -> list[str]:
        """The ids of the edits that could not be made again."""
        return [*self.recovered.unknown_ids, *self.recovered.refused_ids, *self.recovered.newer_ids]


def offered_words(offered: Sequence[UnsavedEdits], others: Sequence[UnsavedEdits] = ()) -> str:
    """What was not saved; others: what is offered once this is restored or discarded."""
    is_one = len(offered) == 1 and len(offered[0].edits) + bool(offered[0].typed) <= 1
    times = sorted(one.when for one in offered)
    when = " to ".join(dict.fromkeys(map(_timestamp, (times[0], times[-1]))))
    text = f"↺ {_named(offered)} from {when} {'was' if is_one else 'were'} not saved."
    changes = [*dict.fromkeys(chain.from_iterable(map(_changes, offered)))]
    text += "".join(f" {change}." for change in changes[: _MOST_NAMED + 1])
    return f"{text} Offered next: {_named(others)}." if others else text


def _changes(unsaved: UnsavedEdits) -> list[str]:
    """What became of the files: `The truth has changed since`."""
    named = zip(("The truth", one_line(start(unsaved.name))), unsaved.changes, strict=True)
    return [f"{name} {change}" for name, change in named if change]


def _named(some: Sequence[UnsavedEdits]) -> str:
    """The first of some, and how many there are more."""
    more = len(some) - _MOST_NAMED
    return _listed([*map(_what, some[:_MOST_NAMED]), *([f"{more:,} more"] if more > 0 else [])])


def restored_words(done: Sequence[Restored], opened: Submission) -> str:
    """How many edits were restored, and why others were left out; opened: the submission that need not be named."""
    sentences = [*_restored(done)]
    if waiting := [one for one in done if one.waiting]:
        is_here = [one.submission for one in waiting] == [opened]
        rows = _listed([_waiting(one, "" if is_here else f" in {shorten(one.submission.name)}") for one in waiting])
        sentences.append(f"The text typed for {rows} waits in its row; Enter applies it there.")
    start_of_left = len(sentences)
    for count, why in (
        (sum(one.recovered.unknown for one in done), "whose row the truth no longer has"),
        (sum(one.recovered.refused for one in done), "with labels or confidences that the file cannot hold"),
        (sum(len(one.recovered.newer_ids) for one in done), "whose row you have edited since; that newer edit stays"),
    ):
        if count:
            sentences.append(f"Left out: {count_of(count, 'edit')} {why}.")
    if ids := [shorten(id_) for one in done for id_ in one.texts_left]:
        why = "whose row is gone or has another text by now"
        sentences.append(f"Left out: text typed for {', '.join(ids[:_MOST_NAMED])}, {why}.")
    if len(sentences) > start_of_left:
        sentences.append("What was left out is kept, and offered again.")
    return " ".join(sentences) or "There was nothing to recover."


def _restored(done: Sequence[Restored]) -> list[str]:
    """`Recovered 3 edits in 2 submissions and a blend.` or `Recovered 3 edits as one step.`; none where nothing was."""
    of_files = [one for one in done if one.unsaved.generated is None]
    parts, counts = list[str](), [len(one.recovered.edit.rows) for one in of_files]
    if edited := [*filter(None, counts)]:
        where = f" in {count_of(len(edited), 'submission')}" if len(edited) > 1 else ""
        steps = " as one step" if len(edited) == 1 < edited[0] else ""
        parts.append(f"{count_of(sum(edited), 'edit')}{where}{steps}")
    for one in done:
        if one.unsaved.generated is not None:
            edits = len(one.recovered.edit.rows)
            parts.append(one_line(start(one.unsaved.name)) + (f" with {count_of(edits, 'edit')}" if edits else ""))
    return [f"Recovered {_listed(parts)}."] if parts else []


def _waiting(one: Restored, where: str) -> str:
    """`'a', 'b' and 2 more in 'sub'`."""
    more = len(one.waiting) - _MOST_NAMED
    ids = [*map(shorten, one.waiting[:_MOST_NAMED]), *([f"{more:,} more"] if more > 0 else [])]
    return _listed(ids) + where


def _what(unsaved: UnsavedEdits) -> str:
    """`2 edits of sub.csv`, or `blend of a, b with 2 edits`."""
    name, parts = one_line(start(unsaved.name)), list[str]()
    if len(unsaved.edits) or not unsaved.typed:
        parts.append(count_of(len(unsaved.edits), "edit"))
    if unsaved.typed:
        parts.append(f"text typed for {count_of(len(unsaved.typed), 'row')}")
    if unsaved.generated is None:
        return f"{_listed(parts)} of {name}{_of_sample(unsaved.submission.path.parent)}"
    return f"{name} with {_listed(parts)}" if len(unsaved.edits) or unsaved.typed else name


def _of_sample(folder: Path) -> str:
    """The sample that a folder is of, whose files have the same names in all samples; empty for another folder."""
    return f" (sample {folder.name.rpartition('-')[0]})" if is_sample(folder) else ""


def _listed(parts: Sequence[str]) -> str:
    """`a, b and c`."""
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


def _timestamp(when: datetime) -> str:
    """Day and time in English; the year only when it is not the current one."""
    year = "" if when.year == datetime.now().year else " yyyy"
    moment = QDateTime(when.year, when.month, when.day, when.hour, when.minute, when.second)
    return QLocale.c().toString(moment, f"d MMM{year} HH:mm")
