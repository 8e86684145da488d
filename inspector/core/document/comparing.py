"""The part of the Python interface that is about several submissions: adding, opening and comparing them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, TypeVar

from inspector.core.document import transition
from inspector.core.document.answering import Answering
from inspector.core.document.load import further_task
from inspector.core.document.submission import Submission, free_name, refuse_name
from inspector.core.document.transition import Transition, edit_task, snapshot
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.baseline import FILE, FILE_NAME, Baseline
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.io.target import Inputs, Target
from inspector.core.files.options import Options
from inspector.core.files.save import save_target
from inspector.core.metrics import Metric
from inspector.core.rows.media import inputs_of
from inspector.core.task import Progress, Task, drain
from inspector.core.versions.version import Version, return_to


class Comparing(Answering):
    """Submissions of one truth: one is open, and it is compared with a baseline."""

    @property
    def baseline(self) -> str:
        """The name of what the open submission is compared with: a submission, or "file" for its file as loaded."""
        return self.evaluation.baseline.name

    @baseline.setter
    def baseline(self, name: str) -> None:
        self.make(self.baseline_task(name))

    @property
    def baseline_words(self) -> str:
        """What the open submission is compared with, for a sentence."""
        one = self.open_submission
        if not self.evaluation.baseline.is_file:
            return self.baseline
        return one.name_as_loaded if one.is_elsewhere or one.path is None else "its file as loaded"

    @property
    def compares(self) -> bool:
        """Whether there are other submissions, or another baseline than the file."""
        return self.is_open and (len(self.submissions) > 1 or not self.evaluation.baseline.is_file)

    def add(self, submission: Any, name: str | None = None, **options: Any) -> str:
        """Add a submission of the same truth, as `open_pair` reads it; return its name.

        name: by default that of its file. Raises InputError if it cannot be read, or the name is taken.
        """
        given = Options(**options) if options else None
        added = drain(self.add_task(submission, name, given))
        self.add_submission(added)
        return added.name

    def open(self, name: str) -> None:
        """Make another submission the open one; each keeps its edits and its history. Raises KeyError."""
        self.make(self.switch_task(name))

    @property
    def is_alone(self) -> bool:
        """Whether nothing shares the truth of the open submission: no other one, and no version."""
        return len(self.everyone) == 1

    def remove(self, name: str) -> None:
        """Remove a submission with its edits, or a version; if it was the baseline, that is then the file as loaded.

        Raises KeyError, InputError for the open one.
        """
        chosen = self.find(name)
        if chosen is self.open_submission:
            raise InputError(f"{shorten(name)} is open", hint="Open another submission first")
        if self.baseline in (chosen.names if isinstance(chosen, Submission) else {name}):
            self.baseline = FILE_NAME
        self.remove_submission(chosen)

    def rename(self, name: str, new: str) -> None:
        """Give a submission or a version another name. Raises KeyError, InputError for one that is taken or blank."""
        self.rename_submission(self.find(name), new)

    @property
    def versions(self) -> tuple[Version, ...]:
        """The versions of the open submission, oldest first."""
        return tuple(self.open_submission.versions)

    def keep(self, name: str) -> Version:
        """Keep the open submission as it is edited now, under a name. Raises InputError for one that is taken."""
        refuse_name(name, self.names)
        kept, of = self.evaluation, self.open_submission
        scored = str(kept.metric), kept.scores.overall
        version = Version(name, kept.pair, kept.overlay, of.made_from, scored=scored)
        of.versions.append(version)
        of.made_from = name
        self.tell_of_submissions()
        return version

    def return_to(self, name: str) -> None:
        """Make all predictions of the open submission those of one of its versions; undo takes it back.

        Raises KeyError, InputError for predictions that the file cannot hold.
        """
        version = _named(self.versions, name)
        self.make(self._stamped(edit_task(snapshot(self.state), return_to(version))))
        self.open_submission.made_from = name

    def take_versions(self, of: Submission, versions: Iterable[Version], sent: Collection[str]) -> None:
        """Take over the versions of a submission that are on disk, with names made unique.

        sent: the keys of those that the submission had when the disk was asked; what was kept or deleted since stays
        so, and so does the baseline. Of a version that both have, the name counts that it was given last. Raises
        InputError for versions of another reading of the files.
        """
        versions = [*versions]
        if any(one.pair.table.vocab is not of.evaluation.table.vocab for one in versions):
            what = "the versions are of other files, or of the same ones as they were read before"
            raise InputError(what, found=shorten(of.name), hint="Read the versions again")
        wanted = {one.key: one for one in versions}
        mine = [one for one in of.versions if one.key in wanted or one.key not in sent or one.name == self.baseline]
        known = {*sent, *(one.key for one in mine)}
        new = [one for key, one in wanted.items() if key not in known]
        renamed = [one for one in mine if one.key in wanted and wanted[one.key].named > one.named]
        if not new and not renamed and len(mine) == len(of.versions):
            return
        of.versions = mine
        for one in renamed:
            other = wanted[one.key]
            self._name(one, free_name(other.name, {*self.names} - {one.name}))
            one.named = other.named
        for one in new:
            one.name = free_name(one.name, self.names)
            of.versions.append(one)
        of.versions.sort(key=lambda one: one.when)
        self.tell_of_submissions()

    @property
    def names(self) -> list[str]:
        """The names of all submissions and of their versions."""
        return [one.name for one in self.everyone]

    def submission(self, name: str) -> Submission:
        """A submission by name. Raises KeyError."""
        return _named(self.submissions, name)

    def find(self, name: str) -> Submission | Version:
        """A submission or a version of one by name. Raises KeyError."""
        return _named(self.everyone, name)

    def evaluations(self, opened: Evaluation) -> dict[str, Evaluation]:
        """Those of all submissions by name; opened: of the open one, such as a copy that edits do not change."""
        return {one.name: opened if one is self.open_submission else one.evaluation for one in self.submissions}

    @property
    def inputs(self) -> Inputs:
        """The open files of all submissions, which nothing writes but Save; none when no pair is open."""
        return {**self._inputs_beside(self.open_submission), **self.open_submission.files} if self.is_open else {}

    def _inputs_beside(self, submission: Submission) -> Inputs:
        """The open files that saving a submission never writes over, with its own under `submission`."""
        files = {**inputs_of(self.evaluation, self.pictures), **submission.evaluation.pair.inputs}
        for one in self.submissions:
            files |= one.files if one is not submission else {}
        return files

    def replaces(self, path: Path, submission: Submission | None = None) -> bool:
        """Whether saving an open submission, or by default any other export, replaces a file there.

        Raises InputError if that file may not be replaced.
        """
        if submission not in self.submissions:
            return Target(path=path, inputs=self.inputs, overwrite=True).is_taken
        return save_target(submission.evaluation.pair, path, self._inputs_beside(submission)).is_taken

    def add_task(self, data: Any, name: str | None = None, options: Options | None = None) -> Task[Submission]:
        """Read and score another submission of the same truth, for `add_submission`."""
        return further_task(self.evaluation.pair, self.evaluation.metric, data, name, self.names, options)

    def switch_task(self, name: str) -> Task[Transition]:
        """Make another submission the open one. Raises KeyError."""
        chosen, baseline = self.submission(name), self._baseline_task(self.baseline, name)
        return self._stamped(transition.switch_task(snapshot(self.state), chosen, baseline))

    def baseline_task(self, name: str) -> Task[Transition]:
        """Compare the open submission with another one, or with its file. Raises KeyError."""
        baseline = self._baseline_task(name, self.open_submission.name)
        return self._stamped(transition.baseline_task(snapshot(self.state), baseline))

    def _baseline_task(self, name: str, of: str) -> Task[Baseline[Evaluation]]:
        """The baseline of this name for the submission `of`, which may be the baseline itself. Raises KeyError."""
        other = None if name in (FILE_NAME, of) else self.find(name)
        return _scored(name, other, self.evaluation.metric)


Named = TypeVar("Named", Submission, Version, Submission | Version)


def _named(known: Iterable[Named], name: str) -> Named:
    found = next((one for one in known if one.name == name), None)
    if found is None:
        raise KeyError(name)
    return found


def _scored(name: str, other: Submission | Version | None, metric: Metric) -> Task[Baseline[Evaluation]]:
    """The baseline of this name, which scoring may take its time for; other: None for the open submission itself."""
    yield Progress(0.0, f"Scoring {name}")
    if name == FILE_NAME:
        return FILE
    return Baseline(name, None if other is None else other.under(metric))
