"""The tasks that read files: open a pair, add a submission, reload all with their edits carried over, and repair."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from inspector.core.analysis.numbers.problems import problems_now
from inspector.core.arrays.arrow import release_memory
from inspector.core.data.edits import Overlay
from inspector.core.document.change import ChangeKind
from inspector.core.document.history import EditStep, History, StateSwap, Step
from inspector.core.document.save import Saved, options_now
from inspector.core.document.state import State
from inspector.core.document.submission import Submission, name_of, refuse_name, submission_of
from inspector.core.document.transition import Transition, step_task
from inspector.core.edits.rebase import carried_over, changed_rows, rebase, still_in_file
from inspector.core.edits.rebase_steps import rebase_steps
from inspector.core.edits.replay import Recovered
from inspector.core.errors import InputError
from inspector.core.evaluation.baseline import FILE, Baseline
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.check import repair_pair
from inspector.core.files.further import read_further
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair, read_pair
from inspector.core.files.problem import Fix, Problem
from inspector.core.files.repair_diff import RepairDiff
from inspector.core.files.save import validate_edit
from inspector.core.metrics import (
    Metric,
    guess,
    guess_for_classes,
    guess_for_numbers,
    kind_to_read,
    needs_chances,
    parse,
)
from inspector.core.query import fitting
from inspector.core.task import Progress, Task
from inspector.core.versions.version import Version


@dataclass(frozen=True, eq=False)
class RepairPreview:
    """The pair after a repair.

    evaluation: with the edits carried over; diff: what changes in the file; before, after: the overall without and with
    the repair, edits included; generation: of the document that it was computed from.
    """

    fix: Fix
    evaluation: Evaluation
    diff: RepairDiff
    before: float
    after: float
    generation: int


def open_files(
    truth: Any, submission: Any = None, metric: Metric | str | None = None, options: Options | None = None
) -> Task[State]:
    """Read and score two files, or one with both, as what the metric scores if one is given. Raises InputError."""
    chosen = parse(metric) if isinstance(metric, str) else metric
    return (yield from open_task(read_pair(truth, submission, options_under(chosen, options)), chosen))


def options_under(metric: Metric | str | None, options: Options | None = None) -> Options:
    """The options for files that a metric can score: of a metric of numbers, they hold numbers. Raises InputError."""
    chosen = parse(metric) if isinstance(metric, str) else metric
    if chosen is None:
        return options or Options()
    kind, else_any = kind_to_read(chosen)
    by_confidence = chosen.needs_confidence or "threshold" in chosen.parameters()
    of_labels = kind is not None and kind.names_labels
    asked = replace(options or Options(), by_confidence=by_confidence and of_labels, of_chances=needs_chances(chosen))
    return asked.of_kind(kind, else_any=else_any)


def open_task(pair: Task[Pair], metric: Metric | str | None = None) -> Task[State]:
    """Read and score a pair, for `Inspection.load`. Raises InputError."""
    chosen = parse(metric) if isinstance(metric, str) else metric
    read = yield from pair
    yield Progress(0.9, "Scoring")
    evaluation = Evaluation.of(read, chosen or guessed_metric(read))
    evaluation.guessed = chosen is None
    return State.of(evaluation)


def as_guessed(task: Task[State]) -> Task[State]:
    """The same task, whose metric is called a guess where a guess is the same."""
    state = yield from task
    evaluation = state.evaluation
    evaluation.guessed = evaluation.guessed or str(guessed_metric(evaluation.pair)) == str(evaluation.metric)
    return state


def further_task(
    pair: Pair, metric: Metric, data: Any, name: str | None, taken: Collection[str], options: Options | None
) -> Task[Submission]:
    """Read and score another submission for the truth of a pair. taken: names of others. Raises InputError."""
    if name is not None:
        refuse_name(name, taken)
    read = yield from read_further(pair, data, options)
    yield Progress(0.9, "Scoring")
    evaluation = Evaluation.of(read, metric)
    release_memory()
    return submission_of(name or name_of(read, taken), evaluation)


def problems_of_metric(pair: Pair, metric: str | None) -> Sequence[Problem]:
    """What a metric, None for the guessed one, finds in the numbers of a pair. Raises InputError if it does not fit."""
    if pair.table.kind.names_labels:
        return ()
    return problems_now(Evaluation.of(pair, parse(metric) if metric else guessed_metric(pair)), ())


def guessed_metric(pair: Pair) -> Metric:
    """The metric that the files of a pair suggest."""
    predictions, layout = pair.table.predictions, pair.submission.layout
    if not pair.table.kind.names_labels:
        return guess_for_numbers(pair.table.truth, predictions)
    if layout.shape == "wide" and (metric := guess_for_classes(pair.table.truth, predictions)):
        return metric
    # Outside lists, and of a run, confidences may only order the labels, so they do not suggest GAP.
    suggest_gap = layout.shape == "list" and not pair.is_retrieval
    lists = predictions if suggest_gap else replace(predictions, weights=None)
    return guess(pair.table.truth, lists, ranked=pair.is_ranking or pair.is_retrieval, retrieval=pair.is_retrieval)


def reload_task(
    state: State, fresh: Evaluation, submission: Submission, others: Sequence[Submission] = ()
) -> Task[Transition]:
    """Replace the evaluation by a fresh reading of the files; carries the edits over by id and label text, and the
    filter, but for chosen rows.

    submission: the open one; others: those of the same truth, which are read again. Of each, the edits that are not in
    its file become steps that can be undone. Raises InputError, and nothing is replaced, if the files cannot hold
    them any more, or if a file cannot be read.
    """
    yield Progress(0.92, "Rebasing the edits")
    before, metric = state.evaluation, state.evaluation.metric
    opened, rebased = yield from _rebased(submission, before, fresh.under(metric))
    kept, carried = list[Submission](), dict[str, Recovered]()
    for number, other in enumerate(others):
        yield Progress(0.93 + 0.05 * number / len(others), f"Reading {other.name}")
        again, carried[other.name] = yield from _read_again(other, opened.evaluation)
        kept.append(again)
    yield Progress(0.98, "Rebasing the edits")
    baseline = _baseline(before.baseline.name, opened, kept)
    evaluation = opened.evaluation.with_extras_of(before).compared_with(baseline)
    opened.evaluation = evaluation
    clauses = tuple(fitting(clause, evaluation) for clause in state.clauses if clause.rows is None)
    after = State.of(evaluation, state.keys_under(metric, evaluation), clauses)
    every = (opened, *kept)
    return Transition(
        ChangeKind.LOAD, after, rebased=rebased, submission=opened, submissions=every, others_rebased=carried
    )


def _baseline(name: str, opened: Submission, kept: Sequence[Submission]) -> Baseline[Evaluation]:
    """The baseline of this name among what was read again; the file as loaded if there is none."""
    if name == opened.name:
        return Baseline(name)
    metric = opened.evaluation.metric
    known: list[Submission | Version] = [*kept, *(version for one in (opened, *kept) for version in one.versions)]
    return next((Baseline(one.name, one.under(metric)) for one in known if one.name == name), FILE)


def _read_again(submission: Submission, opened: Evaluation) -> Task[tuple[Submission, Recovered]]:
    """A submission read again against the fresh truth of the open one, with its unsaved edits."""
    pair = submission.evaluation.pair
    given = options_now(pair, submission.saved)
    read = yield from read_further(opened.pair, submission.path or pair.submission.sheet, given)
    fresh = Evaluation.of(read, opened.metric)
    return (yield from _rebased(submission, submission.evaluation, fresh))


def _rebased(submission: Submission, before: Evaluation, fresh: Evaluation) -> Task[tuple[Submission, Recovered]]:
    """The submission with a fresh evaluation and its unsaved edits, one step each as far as the files can hold them."""
    saved = still_in_file(submission.saved.edits, before, fresh) if submission.saved else Overlay.empty()
    rebased = rebase(before, fresh, saved)
    validate_edit(fresh.pair, rebased.edit, fresh.overlay)
    yield Progress(0.95, "Rebasing the edits")
    if not rebased.edit.predictions.same(fresh.predictions(rebased.edit.rows)).all():
        fresh = fresh.after(rebased.edit)
    steps = [(step.edit, step.before) for step in submission.history.unsaved_steps]
    carried: list[Step] = [EditStep(*step) for step in rebase_steps(steps, before.table, saved, fresh)]
    history = History(carried, was_saved=submission.history.was_saved)
    versions = _as_kept(submission.versions, fresh)
    kept = _still_saved(submission.saved, fresh.pair)
    return replace(submission, evaluation=fresh, history=history, saved=kept, versions=versions), rebased


def _still_saved(saved: Saved | None, fresh: Pair) -> Saved | None:
    """The last save if the pair was read from its file, so that Save still writes there; else None."""
    source = fresh.submission.sheet.source
    if saved is None or source is None or source.path != saved.path:
        return None
    return Saved(fresh, Overlay.empty(), None, saved.path, source.stamp, fresh.options)


def _as_kept(versions: Sequence[Version], fresh: Evaluation) -> list[Version]:
    """Versions after their file was read again: rows that it now predicts otherwise become edits of the version."""
    tables = {id(one.pair): one.pair.table for one in versions}
    changed = {pair: changed_rows(table, fresh) for pair, table in tables.items()}
    return [
        replace(
            one,
            pair=fresh.pair,
            edits=carried_over(one.including(changed[id(one.pair)]), one.pair.table, fresh),
            evaluation=None,
        )
        for one in versions
    ]


def preview_task(state: State, fix: Fix, generation: int, *, is_alone: bool = True) -> Task[RepairPreview]:
    """Repair a copy of the open pair. is_alone: whether no other submission shares its truth.

    Raises InputError if its files changed on disk, the metric does not fit, or an edited row would get another id.
    """
    before = state.evaluation
    pair, diff = yield from repair_pair(before.pair, fix.name, keeps_truth=not is_alone)
    yield Progress(0.9, "Scoring")
    repaired = Evaluation.of(pair, before.metric)
    repaired.guessed = before.guessed
    carried = rebase(before, repaired)
    if carried.unknown:
        what = f"the repair changes the ids of {carried.unknown:,} edited row{'' if carried.unknown == 1 else 's'}"
        raise InputError(what, pair.truth.sheet.name, hint="Save the edits or undo them first")
    repaired.apply(carried.edit)
    repaired.prepare()
    return RepairPreview(fix, repaired, diff, before.scores.overall, repaired.scores.overall, generation)


def repair_task(state: State, preview: RepairPreview, generation: int, *, is_alone: bool = True) -> Task[Transition]:
    """Replace the open pair by the repaired one; repairs again if the document changed since the preview."""
    if preview.generation != generation:
        preview = yield from preview_task(state, preview.fix, generation, is_alone=is_alone)
    return (yield from step_task(state, StateSwap(preview.fix.words, preview.evaluation), "do"))
