"""The one owner of state. Everything that changes anything goes through here, and one notice comes back up."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from inspector.core import files
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.edits import Edit
from inspector.core.data.order import Filter, SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.document.change import Change, Kind
from inspector.core.document.history import Direction, EditStep, History, StateSwap, Step
from inspector.core.document.load import Reloaded, metric_task
from inspector.core.document.save import Saved, save_task
from inspector.core.document.state import State
from inspector.core.document.transition import Transition, reset_edit
from inspector.core.errors import InputError
from inspector.core.files import Problem
from inspector.core.metrics import Explanation, Metric, parse
from inspector.core.query import Clause, filter_of, narrowed
from inspector.core.rows import export
from inspector.core.rows.columns import keys_for

if TYPE_CHECKING:
    import pandas as pd


class Inspection:
    """A pair under inspection: load it, edit it, undo, choose the metric, sort, save.

    Each of these happens whole or not at all, and is followed by one Change to every observer.
    """

    def __init__(self, state: State | None = None) -> None:
        self._state = state
        self._history = History()
        self._observers: list[Callable[[Change], None]] = []
        self.revision = 0
        self.saved_to: Path | None = None
        self.current: int | None = state.order.row(0) if state and len(state.order) else None

    @property
    def is_open(self) -> bool:
        """Whether a pair is loaded."""
        return self._state is not None

    @property
    def state(self) -> State:
        """All that is known about the open pair. Raises RuntimeError when none is."""
        if self._state is None:
            raise RuntimeError("no pair is open")
        return self._state

    @property
    def overall(self) -> float:
        """The score of the whole submission, edits included; NaN when no row is scored."""
        return self.state.scores.overall

    @property
    def metric(self) -> Metric:
        """The rule in force."""
        return self.state.metric

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong or odd in the files."""
        return self.state.pair.problems

    @property
    def undo_name(self) -> str | None:
        """What undo would take back, None when there is nothing."""
        return self._history.done[-1].name if self._history.done else None

    @property
    def redo_name(self) -> str | None:
        """What redo would do again, None when there is nothing."""
        return self._history.undone[-1].name if self._history.undone else None

    @property
    def is_saved(self) -> bool:
        """Whether no edit would be lost by closing now."""
        return self._history.is_saved

    def rows(self) -> pd.DataFrame:
        """Every row, in the order of the truth: id, score, first_hit_rank, cost, ...; current edits included."""
        return export.rows_frame(self.state, np.arange(len(self.state.table)))

    def explain(self, id_: str) -> Explanation:
        """The arithmetic of one row. Raises KeyError naming an unknown id."""
        return self.state.explain(self.state.table.row_of(id_))

    def load(self, state: State, origin: object = None) -> None:
        """Adopt a pair that was read and scored; the one before it is gone, its history too."""
        self._take(state, History(), origin)

    def reload(self, reloaded: Reloaded, origin: object = None) -> bool:
        """Adopt another reading of the open pair with its edits, as one step that can be undone; false, and no change,
        when the edits or the order are others by now.
        """
        if not reloaded.is_of(self.state):
            return False
        history, here = History(), self.current
        id_ = None if here is None else self.state.table.id(here)
        if reloaded.deed is not None:
            history.add(reloaded.deed)
        self._take(reloaded.state, history, origin)
        with contextlib.suppress(KeyError):
            self.go_to(reloaded.state.table.row_of(id_ or ""), origin)
        return True

    def edit(self, id_: str, labels: Sequence[str], confidence: Sequence[float] | None = None) -> None:
        """Give a row another prediction, with confidences where the submission has them (kept place by place when none
        are given). Raises KeyError naming an unknown id, InputError for what the file could not hold.
        """
        row = self.state.table.row_of(id_)
        if confidence is None:
            self.predict(row, self.state.prediction(row).relabelled(labels))
        else:
            self.predict(row, Prediction(tuple(labels), tuple(map(float, confidence))))

    def predict(self, row: int, prediction: Prediction, name: str | None = None, origin: object = None) -> None:
        """Give a row of the table another prediction, under a name for the undo menu."""
        self._refuse(prediction)
        prediction = self.state.pair.submission.ordered(prediction)
        codes = [self.state.table.vocab.add(label) for label in prediction.labels]
        name = name or f"edit {self.state.table.id(row)}"
        self.apply(Edit(np.array([row]), Ragged.one(codes, prediction.confidence), name), origin)

    def apply(self, edit: Edit, origin: object = None) -> None:
        """Make an edit. One that changes nothing is not remembered."""
        before = self.state.predictions(edit.rows)
        if not edit.predictions.same(before).all():
            self.state.adopt(edit)
            self._history.add(EditStep(edit, before))
            self._tell(Kind.EDIT, edit.rows, origin)

    def undo(self, origin: object = None) -> list[int]:
        """Take the last deed back and return the rows it edited; without one, do nothing.

        Raises InputError, and changes nothing, when the rule in force refuses the files as they were.
        """
        if not self._history.done:
            return []
        self._state = self._history.done[-1].undo(self.state)
        return self._tell_of(self._history.undo(), origin)

    def redo(self, origin: object = None) -> list[int]:
        """Do the last undone deed again and return the rows it edits; without one, do nothing."""
        if not self._history.undone:
            return []
        self._state = self._history.undone[-1].redo(self.state)
        return self._tell_of(self._history.redo(), origin)

    def reset(self, rows: Iterable[int] | None = None, origin: object = None) -> None:
        """Put rows back to what the file says, all edited ones when none are named. Can be undone."""
        self.apply(reset_edit(self.state, None if rows is None else np.array([*rows], np.int64)), origin)

    def step(self, way: Direction) -> Step | None:
        """What an undo would take back, or a redo do again; None when there is nothing, as with a new edit."""
        steps = {"undo": self._history.done, "redo": self._history.undone}.get(way)
        return steps[-1] if steps else None

    def commit(self, transition: Transition, origin: object = None) -> bool:
        """Adopt what an edit, repair, step or sort task worked out; false, and no change, when anything that it was
        made from is another by now. An edit that changes nothing is not remembered.
        """
        if not transition.is_of(self.state):
            return False
        if transition.way == "do" and transition.kind is Kind.EDIT and not len(transition.edit.rows):
            return True
        self._history.move(transition.step, transition.way)
        if isinstance(transition.step, StateSwap):
            transition.step.other = self.state
        self._state = transition.state
        rows = transition.edit.rows if transition.kind is Kind.EDIT else None
        self._tell(transition.kind, rows, origin)
        return True

    def set_metric(self, metric: Metric | str, origin: object = None) -> None:
        """Score everything under another rule. Raises InputError, and changes nothing, when it does not fit."""
        chosen = parse(metric) if isinstance(metric, str) else metric
        self.adopt(files.drain(metric_task(self.state, chosen)), origin)

    def adopt(self, rescored: State, origin: object = None) -> bool:
        """Take the result of a metric task; false, and no change, when edits or order are others by now."""
        state = self.state
        made_from = (rescored.pair, rescored.overlay, rescored.keys)
        keys = keys_for(state, state, rescored.metric)
        if made_from != (state.pair, state.overlay, keys) or rescored.clauses is not state.clauses:
            return False
        self._state = rescored
        self._tell(Kind.METRIC, origin=origin)
        return True

    def sort(self, *keys: SortKey, origin: object = None) -> None:
        """Put the rows in another order. Edits do not move a row until the next sort."""
        self.state.arrange(keys)
        self._tell(Kind.ORDER, origin=origin)

    def filter_by(self, clauses: Iterable[Clause], origin: object = None) -> None:
        """Show only the rows that satisfy all clauses that are on; without any, all rows.

        Raises QueryError, and changes nothing, when one cannot be used. The clauses hold through sorting and, asked
        again, through another metric. An edit makes no row come or go until the clauses are applied again.
        """
        chosen = tuple(clauses)
        self.show(chosen, filter_of(chosen, self.state), origin)

    def narrow(self, clause: Clause | str, source: str = "", origin: object = None) -> None:
        """Add a clause, in place of the one of the same source if that has a name; blank text only takes that away."""
        new = Clause(clause, source) if isinstance(clause, str) else clause
        self.filter_by(narrowed(self.state.clauses, new), origin)

    def show(self, clauses: Iterable[Clause], shown: Filter | None, origin: object = None) -> None:
        """Adopt the filter that `filter_task` made from these clauses."""
        self.state.show(tuple(clauses), shown)
        self._tell(Kind.ORDER, origin=origin)

    def go_to(self, row: int, origin: object = None) -> None:
        """Make a row the current one."""
        if row != self.current:
            self.current = row
            self._tell(Kind.CURRENT, origin=origin)

    def save(self, path: Path | str, *, overwrite: bool = False, origin: object = None) -> None:
        """Write the submission with its edits. Raises InputError, and loses nothing, when that cannot be done."""
        self.note_saved(files.drain(self.save_task(Path(path), overwrite=overwrite)), origin)

    def save_task(self, path: Path, *, overwrite: bool = False) -> files.Task[Saved]:
        """The long work before `note_saved`: write the submission with its edits as they are now."""
        return save_task(self.state, self._history.last, path, overwrite=overwrite)

    def note_saved(self, saved: Saved, origin: object = None) -> None:
        """A save has come to its end; edits that were made meanwhile are not in it."""
        if saved.pair is self.state.pair:
            self._history.mark_saved(saved.step)
            self.saved_to = saved.path
            self._tell(Kind.SAVE, origin=origin)

    def subscribe(self, observer: Callable[[Change], None]) -> Callable[[], None]:
        """Call `observer` after every change; returns what ends that."""
        self._observers.append(observer)
        return lambda: self._observers.remove(observer)

    @property
    def steps(self) -> tuple[list[Edit], int]:
        """The edits that are done or can be redone, oldest first, and how many of them are done.

        A repair bounds them: the edits before it are edits of another reading of the files.
        """
        done, undone = self._history.edits
        return [*done, *undone], len(done)

    def _take(self, state: State, history: History, origin: object) -> None:
        self._state, self._history, self.saved_to = state, history, None
        self.current = state.order.row(0) if len(state.order) else None
        self._tell(Kind.LOAD, origin=origin)

    def _refuse(self, prediction: Prediction) -> None:
        """Raise InputError for a prediction that the submission's file could not hold."""
        self.state.pair.submission.refuse(prediction)
        has = self.state.table.predictions.weights is not None
        if has and prediction.confidence is None:
            raise InputError("every label needs a confidence, as in the submission")
        if prediction.confidence is not None and (not has or len(prediction.confidence) != len(prediction)):
            expected = f"{len(prediction)} confidences" if has else "none: the submission has no confidences"
            raise InputError("the confidences do not fit", found=str(len(prediction.confidence)), expected=expected)

    def _tell_of(self, step: Step, origin: object) -> list[int]:
        if isinstance(step, StateSwap):
            self._tell(Kind.REPAIR, origin=origin)
            return []
        self._tell(Kind.EDIT, step.edit.rows, origin)
        return [int(row) for row in step.edit.rows]

    def _tell(self, kind: Kind, rows: Ints | None = None, origin: object = None) -> None:
        self.revision += 1
        change = Change(kind, self.revision, rows, origin)
        for observer in tuple(self._observers):
            observer(change)
