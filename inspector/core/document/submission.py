"""One of several submissions that are open with a truth, each with its edits and its own history."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from inspector.core.analysis.numbers.problems import problems_now
from inspector.core.data.edits import Overlay
from inspector.core.data.typed_texts import TypedTexts
from inspector.core.document.history import History
from inspector.core.document.save import Saved
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.baseline import FILE_NAME, alike, as_loaded
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.io.target import Inputs
from inspector.core.files.once_saved import once_saved
from inspector.core.files.pair import Pair
from inspector.core.files.problem import Problem
from inspector.core.metrics import Metric
from inspector.core.plural import count_of
from inspector.core.versions.version import Version

_MOST_COMPARED = 10_000
_NUMBER = re.compile(r" \(\d+\)$")
_ENDINGS = re.compile(r"(?:\.[A-Za-z]\w*){1,2}$")


@dataclass(eq=False)
class Submission:
    """A submission by name. evaluation: with its edits; of the open submission, as of the last change; saved: its last
    save, None if there was none; versions: kept of it, oldest first; made_from: the one kept or returned to last;
    typed: what was typed for its rows and is not applied, which another reading of its files takes over; was_saved: as
    of `is_saved` before its edits were played back, None while they are not."""

    name: str
    evaluation: Evaluation
    history: History = field(default_factory=History)
    saved: Saved | None = None
    versions: list[Version] = field(default_factory=list)
    made_from: str | None = None
    typed: TypedTexts = field(default_factory=TypedTexts)
    was_saved: bool | None = None

    @property
    def names(self) -> set[str]:
        """Its name and those of its versions."""
        return {self.name, *(version.name for version in self.versions)}

    @property
    def is_saved(self) -> bool:
        """Whether its file has all predictions as they are now, whichever steps led to them.

        Of more edited rows than can be compared at each edit, the last step has to be the one that was saved. While
        edits are played back, those that are not shown yet count, too.
        """
        if self.was_saved is not None:
            return self.was_saved
        if self.history.is_saved or not self.history.may_equal_saved:
            return self.history.is_saved
        now, in_file = self.evaluation.overlay, self.saved.edits if self.saved else Overlay.empty()
        if len(now) > _MOST_COMPARED or not np.array_equal(now.rows, in_file.rows):
            return False
        return bool(now.predictions.same(in_file.predictions).all())

    @property
    def unsaved_words(self) -> str:
        """What would be lost with it, behind its name; empty if nothing is. Versions are kept beside a file."""
        edits = "" if self.is_saved else self._edited_words
        kept = f"has {count_of(len(self.versions), 'version')}, which a saved file keeps"
        return ", and ".join(filter(None, [edits, kept if self.versions and self.path is None else ""]))

    @property
    def _edited_words(self) -> str:
        """What is not saved, with the number of rows where that can be told."""
        if not self.history.may_equal_saved:
            return self.history.unsaved_words
        count = self.evaluation.overlay.differing(self.saved.edits if self.saved else Overlay.empty())
        return f"has edits in {count_of(count, 'row')} " + (
            "since it was saved" if self.saved else "that are not saved"
        )

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of its files, without what its last save has put right."""
        pair = self.evaluation.pair
        return once_saved(pair, self.saved.edits) if self.saved else pair.problems

    @property
    def own_problems(self) -> tuple[Problem, ...]:
        """Those of its own file, not of the truth, with what edits and the metric add to them."""
        return tuple(one for one in problems_now(self.evaluation, self.problems) if one.where == "submission")

    @property
    def path(self) -> Path | None:
        """Its file: the one saved last, or else the one that was read; None for data from Python."""
        file = self.saved or self.evaluation.pair.submission.sheet.source
        return file.path if file else None

    @property
    def name_as_loaded(self) -> str:
        """What it is called without its edits: by the file that was read, also once it is saved as another one."""
        if self.evaluation.pair.is_generated:
            return f"{self.name} as made"
        source = self.evaluation.pair.submission.sheet.source
        return as_loaded(name_of_file(source.path) if source and self.is_elsewhere else self.name)

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is saved as another file than the one that was read."""
        source = self.evaluation.pair.submission.sheet.source
        return source is not None and self.path != source.path

    @property
    def files(self) -> Inputs:
        """The files of the submission that are open, by what they are: the one that was read, and the last save."""
        source = self.evaluation.pair.submission.sheet.source
        read: Inputs = {f"submission {shorten(self.name)}": source} if source else {}
        return {**read, f"saved submission {shorten(self.name)}": self.saved} if self.saved else read

    def under(self, metric: Metric) -> Evaluation:
        """Its evaluation under a metric, which it keeps unless it was edited meanwhile. Raises InputError.

        A worker may score while the submission is opened and edited: then what it scored is not what is there now.
        """
        before = self.evaluation
        scored = alike(before.under(metric), metric)
        self.keep(scored, before)
        return scored

    def keep(self, scored: Evaluation, before: Evaluation) -> None:
        """Keep what was scored of its evaluation, unless that is another one by now."""
        if self.evaluation is before:
            self.evaluation = scored


def submission_of(name: str, evaluation: Evaluation) -> Submission:
    """A submission as it was read or made, without edits of its own; one that the program made is not saved yet."""
    return Submission(name, evaluation, History(was_saved=not evaluation.pair.is_generated))


def name_of(pair: Pair, taken: Collection[str] = ()) -> str:
    """The name of a submission: that of its file without its endings, with a number if it is taken."""
    source = pair.submission.sheet.source
    return free_name(name_of_file(source.path) if source else "submission", taken)


def name_of_file(path: Path) -> str:
    """The name of a file without its endings; `sub_0.842` of `sub_0.842.csv.gz`, as an ending begins with a letter."""
    return _ENDINGS.sub("", path.name) or path.name


def free_name(start: str, taken: Collection[str]) -> str:
    """A name, with a number behind it if it is taken."""
    names = (start, *(f"{start} ({number})" for number in range(2, len(taken) + 4)))
    return next(name for name in names if name.strip() and name not in {*taken, FILE_NAME})


def told_apart(added: Submission, every: Sequence[Submission]) -> dict[Submission, str]:
    """The names with their endings of all whose files differ only in these from that of the added one."""
    alike = [one for one in every if _is_named_by_file(one) and _stem(one) == _stem(added)]
    names = {one: one.path.name for one in alike if one.path is not None}
    return names if added in names and len({*names.values()}) > 1 else {}


def _stem(one: Submission) -> str | None:
    return None if one.path is None else name_of_file(one.path)


def _is_named_by_file(one: Submission) -> bool:
    """Whether nobody chose the name of a submission: it is that of its file, maybe with a number."""
    known = (one.path.name, _stem(one)) if one.path is not None else ()
    return one.name in known or _NUMBER.sub("", one.name) in known


def refuse_name(name: str, taken: Collection[str]) -> None:
    """Raise InputError for a blank name, and one that something else has."""
    if not name.strip():
        raise InputError("a submission needs a name", found="a blank one")
    if name in {*taken, FILE_NAME}:
        raise InputError(f"the name {shorten(name)} is taken", expected="another name")
