"""The open document: its state, its submissions, and the one way in which a change gets into them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import replace

from inspector.core.arrays.types import Ints
from inspector.core.document.change import Change, ChangeKind
from inspector.core.document.history import History, StateSwap, Step
from inspector.core.document.save import Saved
from inspector.core.document.state import State
from inspector.core.document.submission import Submission, free_name, name_of, refuse_name, submission_of, told_apart
from inspector.core.document.transition import Transition, stamped
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.baseline import FILE
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.rows.media import ImageSource
from inspector.core.task import Task
from inspector.core.versions.version import Version, now


class Document:
    """Holds the state, the submissions and the current row; commits transitions and notifies the observers.

    One submission is open: the state is about it, and edits change it. The others keep their edits and histories.
    """

    def __init__(self, state: State | None = None) -> None:
        self._state = state
        self._open = None if state is None else _submission_of(state)
        self._submissions = [] if self._open is None else [self._open]
        self._observers: dict[object, Callable[[Change], None]] = {}
        self.generation = 0
        self.pictures = ImageSource()
        self._current: int | None = None
        self._is_at_first = state is not None

    @property
    def is_open(self) -> bool:
        """Whether a pair is loaded."""
        return self._state is not None

    @property
    def state(self) -> State:
        """The evaluation, order and filter of the open pair. Raises RuntimeError when no pair is open."""
        if self._state is None:
            raise RuntimeError("no pair is open")
        return self._state

    @property
    def evaluation(self) -> Evaluation:
        """The open pair with its edits and scores. Raises RuntimeError when no pair is open."""
        return self.state.evaluation

    @property
    def current(self) -> int | None:
        """The current row: the first one, until another is gone to; rows are sorted for it when it is asked for."""
        if self._is_at_first:
            self._current, self._is_at_first = self.state.first_row, False
        return self._current

    @property
    def submissions(self) -> tuple[Submission, ...]:
        """All submissions of the truth, the open one included, in the order in which they were added."""
        return tuple(self._submissions)

    @property
    def open_submission(self) -> Submission:
        """The submission that is open. Raises RuntimeError when no pair is open."""
        if self._open is None:
            raise RuntimeError("no pair is open")
        return self._open

    @property
    def others(self) -> tuple[Submission, ...]:
        """The submissions that are not the open one."""
        return tuple(one for one in self._submissions if one is not self._open)

    @property
    def everyone(self) -> tuple[Submission | Version, ...]:
        """All submissions, each followed by its versions."""
        found = list[Submission | Version]()
        for one in self._submissions:
            found += [one, *one.versions]
        return tuple(found)

    @property
    def saved(self) -> Saved | None:
        """The last save of the open submission, None if there was none."""
        return self._open.saved if self._open else None

    @property
    def last_steps(self) -> list[Step | None]:
        """The last step of each submission; another list where edits were made."""
        return [one.history.last for one in self._submissions]

    @property
    def newest_steps(self) -> list[Step | None]:
        """The newest step of each submission, done or undone; another list where new edits were made."""
        return [one.history.newest for one in self._submissions]

    @property
    def _history(self) -> History:
        return self._open.history if self._open else History()

    def load(self, state: State) -> None:
        """Open a pair that was read and scored; discards the previous pair, all its submissions and their histories."""
        opened = _submission_of(state)
        self._replace(state, opened, [opened])

    def commit(self, transition: Transition) -> bool:
        """Commit a transition; returns false, and changes nothing, if the document changed since it was computed.

        Edits that change nothing are not recorded.
        """
        if transition.generation != self.generation:
            return False
        if transition.changes_nothing:
            return True
        if transition.kind is ChangeKind.LOAD:
            self._reload(transition)
            return True
        if transition.step is not None:
            self._history.move(transition.step, transition.direction)
        if isinstance(transition.step, StateSwap):
            transition.step.other = self.evaluation
        _ = self.current  # of the rows as they were sorted until now
        self._open = transition.submission or self.open_submission
        self._state = transition.state
        self._open.evaluation = self.evaluation
        self._keep_baseline()
        self._notify(transition.kind, transition.rows)
        return True

    def add_submission(self, submission: Submission) -> None:
        """Add a submission of the same truth; the open one stays open. Names that are taken are told apart.

        Raises InputError for one that was read against other files than those that are open now.
        """
        if submission.evaluation.table.vocab is not self.evaluation.table.vocab:
            what = "other files were opened meanwhile, or the same ones again"
            raise InputError(what, found=shorten(submission.name), hint="Add the submission again")
        submission.name = free_name(submission.name, [one.name for one in self.everyone])
        self._submissions.append(submission)
        for one, name in told_apart(submission, self._submissions).items():
            self._name(one, free_name(name, [other.name for other in self.everyone if other is not one]))
        self.tell_of_submissions()

    def remove_submission(self, removed: Submission | Version) -> None:
        """Remove a submission or version that is neither open nor the baseline, with its edits. Raises ValueError."""
        versions = removed.versions if isinstance(removed, Submission) else []
        if removed is self._open or self._compared in (removed, *versions):
            raise ValueError(removed.name)
        self._submissions = [one for one in self._submissions if one is not removed]
        for one in self._submissions:
            one.versions = [version for version in one.versions if version is not removed]
        self.tell_of_submissions()

    def rename_submission(self, renamed: Submission | Version, name: str) -> None:
        """Give a submission or version another name. Raises InputError for a name that is taken or blank."""
        refuse_name(name, [one.name for one in self.everyone if one is not renamed])
        self._name(renamed, name)
        if isinstance(renamed, Version):
            renamed.named = now()
        self.tell_of_submissions()

    def go_to(self, row: int) -> None:
        """Make a row the current row."""
        if row != self.current:
            self._current = row
            self._notify(ChangeKind.CURRENT)

    def note_saved(self, saved: Saved) -> None:
        """Record a finished save; edits made meanwhile stay unsaved."""
        one = next((one for one in self._submissions if one.evaluation.pair is saved.pair), None)
        if one is not None:
            one.saved = saved
            one.history.mark_saved(saved.step)
            for version in one.versions:  # a version keeps the rows that the save has changed in the file
                version.edits = version.including(saved.edits.rows)
            self._notify(ChangeKind.SAVE)

    def subscribe(self, observer: Callable[[Change], None]) -> Callable[[], None]:
        """Call `observer` after every change; returns a function to unsubscribe, once or more often."""
        self._observers[(key := object())] = observer
        return lambda: self._observers.pop(key, None) and None

    def _stamped(self, task: Task[Transition]) -> Task[Transition]:
        return stamped(task, self.generation)

    @property
    def _compared(self) -> Submission | Version | None:
        """The submission or version that is the baseline; None for the file as loaded."""
        return next((one for one in self.everyone if one.name == self.evaluation.baseline.name), None)

    def _keep_baseline(self) -> None:
        """Keep the baseline as it was scored last, so that it is not scored again when it is opened."""
        one, other = self._compared, self.evaluation.baseline.other
        if one is not None and one is not self._open and other is not None:
            one.evaluation = other

    def tell_of_submissions(self) -> None:
        """Tell that submissions came, are gone or have other names, which tasks under way do not know."""
        self.generation += 1
        self._notify(ChangeKind.SUBMISSIONS)

    def _name(self, renamed: Submission | Version, name: str) -> None:
        """Give a submission or version another name, wherever it is named."""
        if renamed is self._compared:
            self.evaluation.baseline = replace(self.evaluation.baseline, name=name)
        for one in self.everyone:
            if one.made_from == renamed.name:
                one.made_from = name
        renamed.name = name

    def _introduce(self) -> None:
        """Let the open submission know those beside it; the others know none, so that they keep none alive."""
        for one in self.others:
            one.evaluation.baseline = FILE
        self.evaluation.baseline = self.evaluation.baseline.within(self.others)

    def _reload(self, transition: Transition) -> None:
        """Replace the pair by a fresh reading: the edits become steps again, the current row is found by id."""
        current = self.current
        id_ = None if current is None else self.evaluation.table.id(current)
        places = [one.name for one in self._submissions]
        read = sorted(transition.submissions, key=lambda one: places.index(one.name))
        self._replace(transition.state, transition.submission or _submission_of(transition.state), read)
        with contextlib.suppress(KeyError):
            self.go_to(self.evaluation.table.row_of(id_ or ""))

    def _replace(self, state: State, submission: Submission, submissions: Sequence[Submission]) -> None:
        self._state, self._open, self._submissions = state, submission, [*submissions]
        self._is_at_first = True
        self._notify(ChangeKind.LOAD)

    def _notify(self, kind: ChangeKind, rows: Ints | None = None) -> None:
        # Answers stay known: what was computed before they came need not be computed again.
        if kind not in (ChangeKind.CURRENT, ChangeKind.SAVE, ChangeKind.SUBMISSIONS, ChangeKind.ANSWERED):
            self.generation += 1
        if self._state is not None:
            self._introduce()
        for observer in tuple(self._observers.values()):
            observer(Change(kind, rows))


def _submission_of(state: State) -> Submission:
    return submission_of(name_of(state.evaluation.pair), state.evaluation)
