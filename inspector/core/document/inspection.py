"""The Python interface of the open document: every question and every change of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np

from inspector.core.analysis.numbers.problems import problems_now
from inspector.core.arrays.arrow import texts
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction, plain_numbers
from inspector.core.document import transition
from inspector.core.document.history import Direction, Step
from inspector.core.document.load import RepairPreview, preview_task, reload_task, repair_task
from inspector.core.document.questions import Questions
from inspector.core.document.save import Permission, Saved, save_task
from inspector.core.document.state import State
from inspector.core.document.submission import Submission
from inspector.core.document.transition import NotesPlan, Plan, Transition, reset_edit, snapshot
from inspector.core.edits.prediction_edit import prediction_edit
from inspector.core.errors import InputError
from inspector.core.evaluation.numbers import names
from inspector.core.files.problem import Fix, Problem
from inspector.core.metrics import Explanation, Metric, parse
from inspector.core.notes.file import NotesFile, notes_folder
from inspector.core.notes.notes import Notes
from inspector.core.plural import count_of
from inspector.core.query import Clause, narrowed
from inspector.core.rows import export
from inspector.core.rows.sort_key import sort_key
from inspector.core.task import Task, drain

if TYPE_CHECKING:
    import pandas as pd


class Inspection(Questions):
    """A pair with its edits: edit, undo, choose the metric, sort, filter, save.

    A change is a task that computes a Transition, followed by a commit. Methods such as `edit` and `undo` do both;
    the window runs the `..._task` in a worker thread and commits its result, which is rejected if the document changed
    meanwhile. Changes are atomic; each notifies all observers with one Change.
    """

    @property
    def overall(self) -> float:
        """The score of the submission, edits included; NaN when no row is scored."""
        return self.evaluation.scores.overall

    @property
    def metric(self) -> Metric:
        """The current metric."""
        return self.evaluation.metric

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the files, and of the predictions as they are edited."""
        return problems_now(self.evaluation, self.open_submission.problems)

    @property
    def undo_name(self) -> str | None:
        """The name of the step to undo, or None."""
        return self._history.done[-1].name if self._history.done else None

    @property
    def redo_name(self) -> str | None:
        """The name of the step to redo, or None."""
        return self._history.undone[-1].name if self._history.undone else None

    @property
    def submission_path(self) -> Path | None:
        """The open submission: the file saved last, or else the one that was read, None for data from Python."""
        return self.open_submission.path

    @property
    def is_saved(self) -> bool:
        """Whether all edits are saved."""
        return self.open_submission.is_saved

    @property
    def notes(self) -> Notes:
        """The notes and tags of the rows by id; a value, which `note` and `tag` replace."""
        return self.evaluation.notes

    @property
    def steps(self) -> tuple[list[Edit], int]:
        """The edits since the last repair that are done or can be redone, oldest first, and how many are done."""
        done, undone = self._history.edits
        return [*done, *undone], len(done)

    def next_step(self, direction: Direction) -> Step | None:
        """The step to undo or redo, or None."""
        return self._history.next(direction)

    def rows(self) -> pd.DataFrame:
        """All rows in the order of the truth: id, score, first_hit_rank, cost, ...; current edits included."""
        self.settle_all()
        return export.rows_frame(self.evaluation, self.evaluation.all_rows)

    def ladder(self) -> pd.DataFrame:
        """Under GAP, all predictions by confidence: id, place, confidence, hit, cost, partner, gain. Raises InputError.

        cost: what the overall would gain without a wrong one; gain: by exchanging confidences with partner, a hit.
        """
        from inspector.core.rows.ladder_table import ladder_table

        frame: pd.DataFrame = ladder_table(self.evaluation).to_pandas(integer_object_nulls=False)
        return frame

    def explain(self, id_: str | int) -> Explanation:
        """The arithmetic of one row. Raises KeyError for an unknown id."""
        row = self.evaluation.table.row_of(id_)
        self.settle(np.array([row]))
        return self.evaluation.explain(row)

    def edit(
        self,
        id_: str | int,
        labels: Sequence[str] | Sequence[float] | Mapping[str, float],
        confidence: Sequence[float] | None = None,
    ) -> None:
        """Replace the prediction of a row.

        labels: its labels, or a dict of them with their confidences; of numbers these alone, or a dict of them by name.
        confidence: for submissions with confidences; each rank keeps its confidence when left out. Raises KeyError for
        an unknown id, InputError for a prediction that the file cannot hold.
        """
        row = self.evaluation.table.row_of(id_)
        if isinstance(labels, Mapping):
            known = [] if self.evaluation.table.kind.names_labels else names(self.evaluation)
            in_order = {name: labels[name] for name in known if name in labels} | {**labels}
            labels, confidence = [*in_order], [*in_order.values()]
        if numbers := plain_numbers(one for one in labels if not isinstance(one, str)):
            labels, confidence = self._names_of(numbers), numbers
        labels = [str(label) for label in labels]
        if confidence is None:
            self.predict(row, self.evaluation.prediction(row).with_labels(labels))
        else:
            prediction = Prediction(tuple(labels), tuple(plain_numbers(confidence)))
            self._edit(lambda current: prediction_edit(current, row, prediction, is_scored=True))

    def _names_of(self, numbers: Sequence[float]) -> Sequence[str]:
        """What a prediction of numbers alone is for. Raises InputError where it is for something else."""
        table = self.evaluation.table
        known = [] if table.kind.names_labels else names(self.evaluation)
        if len(known) != len(numbers):
            what, expected = count_of(len(numbers), "number"), ", ".join(known) or "labels"
            raise InputError(f"{what} cannot be the prediction of a row", expected=expected)
        return known

    def predict(self, row: int, prediction: Prediction, name: str = "") -> None:
        """Replace the prediction of a row of the table; name: for the undo menu. Raises InputError."""
        self._edit(lambda current: prediction_edit(current, row, prediction, name))

    def apply(self, edit: Edit) -> None:
        """Apply an edit. Edits that change nothing are not recorded."""
        self._edit(lambda _: edit)

    def undo(self) -> None:
        """Undo the last step, if any. Raises InputError if the metric does not fit the files before a repair."""
        self._step("undo")

    def redo(self) -> None:
        """Redo the last undone step, if any."""
        self._step("redo")

    def reset(self, rows: Iterable[int] | None = None) -> None:
        """Reset rows to the predictions of the file, by default all edited rows. Can be undone."""
        self.apply(reset_edit(self.evaluation, None if rows is None else np.array([*rows], np.int64)))

    def note(self, id_: str | int, text: str) -> None:
        """Write a note on a row; "" for none. It is never part of the submission. Raises KeyError, InputError."""
        self.evaluation.table.row_of(id_)
        self.commit(drain(self.notes_task(lambda notes: notes.with_text(str(id_), text))))

    def tag(self, ids: Iterable[str | int], add: Collection[str] = (), remove: Collection[str] = ()) -> None:
        """Add tags, which are words, to rows and remove others. Raises KeyError, InputError."""
        named = [ids] if isinstance(ids, str) else [*map(str, ids)]
        add, remove = ([tags] if isinstance(tags, str) else tags for tags in (add, remove))
        if len(unknown := np.flatnonzero(self.evaluation.table.rows_of(texts(named)) < 0)):
            raise KeyError(named[int(unknown[0])])
        self.commit(drain(self.notes_task(lambda notes: notes.with_tags(named, add, remove))))

    def keep_notes(self, folder: Path | str | None = None) -> Path:
        """Merge the notes with those kept for these ids, the later text and tags of each row; return the file.

        folder: by default that of the window. Raises InputError if that fails, or if the file was damaged before.
        """
        file = NotesFile(Path(folder) if folder else notes_folder(), self.evaluation.table)
        kept = drain(file.merge(self.notes))
        self.commit(drain(self.notes_task(kept.notes.merged)))
        if kept.remark is not None:
            raise kept.remark
        return file.path

    def set_metric(self, metric: Metric | str) -> None:
        """Score all rows under another metric. Raises InputError, and changes nothing, if it does not fit."""
        self.make(self.metric_task(parse(metric) if isinstance(metric, str) else metric))

    def show_metrics(self, *metrics: Metric | str) -> None:
        """Score all rows also under these metrics, as columns of `rows` such as `ndcg@10`; `metric:ndcg@10` to sort.

        None of them for no metric. Raises InputError, and changes nothing, if one does not fit.
        """
        self.make(self.further_task([parse(m) if isinstance(m, str) else m for m in metrics]))

    def sort(self, *keys: SortKey | str) -> None:
        """Sort the rows, "-score" to descend. Edits do not re-run the sort. Raises InputError for an unknown column."""
        if keys:
            self.settle_all()
        chosen = [sort_key(key, self.evaluation) if isinstance(key, str) else key for key in keys]
        self.commit(drain(self.sort_task(chosen)))

    def filter_by(self, clauses: Iterable[Clause]) -> None:
        """Show only the rows that match all clauses that are on; without any, all rows.

        Raises QueryError, and changes nothing, if a clause is invalid. Another metric re-runs the filter, edits do not.
        """
        if chosen := tuple(clauses):
            self.settle_all()
        self.commit(drain(self.filter_task(chosen)))

    def narrow(self, clause: Clause | str, source: str = "") -> None:
        """Add a clause, replacing those of the same non-empty source; blank text only removes them."""
        new = Clause(clause, source) if isinstance(clause, str) else clause
        self.filter_by(narrowed(self.state.clauses, new))

    def edit_task(self, plan: Plan, *, in_place: bool = False) -> Task[Transition]:
        """Plan and score an edit. in_place: without a copy, only if nothing reads the state before the commit."""
        base = self.state if in_place else snapshot(self.state)
        return self._stamped(transition.edit_task(base, plan, in_place=in_place))

    def step_task(self, direction: Direction, *, in_place: bool = False) -> Task[Transition] | None:
        """Undo or redo a step; None when there is none."""
        step = self.next_step(direction)
        if step is None:
            return None
        base = self.state if in_place else snapshot(self.state)
        task = transition.step_task(base, step, direction, in_place=in_place, is_alone=self.is_alone)
        return self._stamped(task)

    def sort_task(self, keys: Sequence[SortKey]) -> Task[Transition]:
        """Sort the rows."""
        return self._stamped(transition.sort_task(snapshot(self.state), keys))

    def filter_task(self, clauses: Sequence[Clause]) -> Task[Transition]:
        """Show only the rows that match the clauses."""
        return self._stamped(transition.filter_task(snapshot(self.state), clauses))

    def notes_task(self, plan: NotesPlan) -> Task[Transition]:
        """Change the notes."""
        return self._stamped(transition.notes_task(snapshot(self.state), plan))

    def metric_task(self, metric: Metric) -> Task[Transition]:
        """Score all rows under another metric."""
        return self._stamped(transition.metric_task(snapshot(self.state), metric))

    def further_task(self, metrics: Sequence[Metric]) -> Task[Transition]:
        """Score all rows also under these further metrics."""
        return self._stamped(transition.further_task(snapshot(self.state), metrics))

    def repair_preview_task(self, fix: Fix) -> Task[RepairPreview]:
        """Preview a repair; changes nothing."""
        return preview_task(snapshot(self.state), fix, self.generation, is_alone=self.is_alone)

    def repair_task(self, preview: RepairPreview) -> Task[Transition]:
        """Apply a repair."""
        task = repair_task(snapshot(self.state), preview, self.generation, is_alone=self.is_alone)
        return self._stamped(task)

    def rebase_task(self, fresh: State) -> Task[Transition]:
        """Replace the pair by a fresh reading of its files, keeping the edits; other submissions are read again too."""
        return self._stamped(reload_task(snapshot(self.state), fresh.evaluation, self.open_submission, self.others))

    def save(self, path: Path | str, **permission: Unpack[Permission]) -> str:
        """Save the submission with its edits; return what to mind when it is opened again. Raises InputError."""
        self.note_saved(saved := drain(self.save_task(Path(path), **permission)))
        return saved.remark

    def save_task(
        self, path: Path, submission: Submission | None = None, **permission: Unpack[Permission]
    ) -> Task[Saved]:
        """Write a submission, by default the open one, with its edits now; pass the result to `note_saved`."""
        one = submission or self.open_submission
        now, inputs = one.evaluation, self._inputs_beside(one)
        return save_task(now.pair, now.overlay, one.history.last, path, inputs, **permission)

    def _step(self, direction: Direction) -> None:
        if task := self.step_task(direction, in_place=not self.asks):
            self.make(task)

    def _edit(self, plan: Plan) -> None:
        self.make(self.edit_task(plan, in_place=not self.asks))
