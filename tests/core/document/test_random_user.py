"""A random user of an inspection: after any sequence of operations it equals a slow model."""

from __future__ import annotations

import math
import tempfile
from itertools import pairwise
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from core.edits.bulk_model import bulk_edits, edited_row, one_lower, same
from core.metrics.metric_strategies import expected, fits, metrics
from core.metrics.oracles import agree
from core.query.query_model import QueryModel, text_of, trees
from core.strategies import Lists, any_label, any_pairs, open_lists, predictions
from hypothesis import assume
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import inspector
from inspector import InputError, Inspection, Metric
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.document.change import Change, ChangeKind
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.paste import paste
from inspector.core.evaluation.class_probabilities import true_probabilities
from inspector.core.ladder.inversions import row_gains
from inspector.core.ladder.ladder import row_costs
from inspector.core.query import Clause
from inspector.core.rows.columns import COLUMNS, columns_of

labels = st.lists(any_label, max_size=7)
both = st.tuples(predictions(weighted=False), predictions(weighted=True))
numbers = st.integers(0, 11)
keys = st.builds(SortKey, st.sampled_from([shown.name for shown in COLUMNS]), st.booleans())

EditStep = dict[int, tuple[Prediction, Prediction]]  # row -> its prediction before and after


def labels_loaded(inspection: Inspection) -> set[str]:
    vocab = inspection.evaluation.table.vocab
    return set(vocab.array().slice(0, vocab.in_files).to_pylist())


class RandomUser(RuleBasedStateMachine):
    """The model: the predictions `now` and in the `file`, row by row, and the steps `done` and `undone`."""

    @initialize(pair=any_pairs, metric=metrics())
    def open(self, pair: Lists, metric: Metric) -> None:
        assume(fits(metric, pair))
        self.disk = tempfile.TemporaryDirectory()
        self.folder = Path(self.disk.name)
        self.pair, self.metric, self.saves = pair, metric, 0
        self.weighted = pair.confidences is not None
        self.file = {row: pair.prediction(row) for row in range(len(pair.truths))}
        self.now, self.on_disk = dict(self.file), dict(self.file)
        self.done: list[EditStep] = []
        self.undone: list[EditStep] = []
        self.inspection = open_lists(pair, metric, self.folder)
        self.generation = self.inspection.generation
        self.changes: list[Change] = []
        self.inspection.subscribe(self.changes.append)
        self.order = self.sorted(metric.worst_first)
        self.asked: list[tuple] = []
        self.shown = set(self.order)
        self.current = int(self.order[0])

    def teardown(self) -> None:
        if hasattr(self, "disk"):
            self.disk.cleanup()

    @rule(number=numbers, given=both)
    def predict(self, number: int, given: tuple[Prediction, Prediction]) -> None:
        row, prediction = self.row(number), given[self.weighted]
        self.inspection.predict(row, prediction)
        self.did({row: prediction})

    @rule(number=numbers, given=labels)
    def edit_a_row_by_its_labels_alone(self, number: int, given: list[str]) -> None:
        row = self.row(number)
        after = self.kept_places(row, given)
        self.inspection.edit(self.pair.ids[row], given)
        self.did({row: after})

    @rule(chosen=st.dictionaries(numbers, both, min_size=1, max_size=4))
    def edit_several_rows_at_once(self, chosen: dict[int, tuple[Prediction, Prediction]]) -> None:
        after = {self.row(number): given[self.weighted] for number, given in sorted(chosen.items())}
        rows, vocab = sorted(after), self.inspection.evaluation.table.vocab
        lists = [Ragged.one([vocab.add(label) for label in after[row].labels], after[row].confidence) for row in rows]
        together = lists[0]
        for more in lists[1:]:
            together = together.append(more)
        self.inspection.apply(Edit(np.array(rows), together, "several"))
        self.did(after)

    @rule(chosen=st.lists(numbers, max_size=4), bulk_edit=bulk_edits)
    def bulk_edit_several_rows(self, chosen: list[int], bulk_edit: BulkEdit) -> None:
        rows = sorted({self.row(number) for number in chosen})
        after = {row: edited_row(bulk_edit, self.now[row], self.pair.truths[row]) for row in rows}
        bulk.preview(self.inspection.evaluation, np.array(rows, np.int64), bulk_edit)
        self.inspection.apply(bulk.edit(self.inspection.evaluation, np.array(rows, np.int64), bulk_edit))
        self.did({row: given for row, given in after.items() if not same(self.now[row], given)})

    @rule(chosen=st.dictionaries(numbers, labels, min_size=1, max_size=4), by_id=st.booleans())
    def paste(self, chosen: dict[int, list[str]], by_id: bool) -> None:
        given = {self.row(number): labels for number, labels in chosen.items()}
        texts = {row: (" " if by_id else "\t").join(labels) for row, labels in given.items()}
        lines = [f"{self.pair.ids[row]}\t{labels}" if by_id else labels for row, labels in texts.items()]
        text = "\n".join([*["id\tlabel"] * by_id, *lines])
        if not text:
            with pytest.raises(InputError):
                paste(self.inspection.evaluation, text, np.array([*given]))
            return
        self.inspection.apply(paste(self.inspection.evaluation, text + "\n", np.array([*given])).edit)
        after = {row: self.kept_places(row, labels) for row, labels in given.items()}
        self.did({row: given for row, given in sorted(after.items()) if not same(self.now[row], given)})

    @rule(number=numbers)
    def reset_a_row(self, number: int) -> None:
        row = self.row(number)
        self.inspection.reset([row])
        self.did({row: self.file[row]} if not same(self.now[row], self.file[row]) else {})

    @rule()
    def reset_all_rows(self) -> None:
        self.inspection.reset()
        self.did({row: self.file[row] for row in self.edited})

    @rule()
    def undo(self) -> None:
        self.inspection.undo()
        if not self.done:
            return self.expect(None)
        self.undone.append(self.done.pop())
        self.now |= {row: before for row, (before, _) in self.undone[-1].items()}
        return self.expect(ChangeKind.EDIT, self.undone[-1])

    @rule()
    def redo(self) -> None:
        self.inspection.redo()
        if not self.undone:
            return self.expect(None)
        self.done.append(self.undone.pop())
        self.now |= {row: after for row, (_, after) in self.done[-1].items()}
        return self.expect(ChangeKind.EDIT, self.done[-1])

    @rule(metric=metrics(refusing=True))
    def choose_a_metric(self, metric: Metric) -> None:
        if not fits(metric, self.pair):
            with pytest.raises(InputError):
                self.inspection.set_metric(str(metric))
            return self.expect(None)
        self.inspection.set_metric(str(metric))
        self.metric = metric
        self.order = self.sorted(self.inspection.state.keys)
        self.shown = self.fitting()
        return self.expect(ChangeKind.METRIC)

    @rule(asked=st.lists(trees, max_size=2))
    def filter(self, asked: list[tuple]) -> None:
        self.inspection.filter_by([Clause(text_of(tree)) for tree in asked])
        self.asked = asked
        self.shown = self.fitting()
        self.expect(ChangeKind.ORDER)

    @rule(by=st.lists(keys, min_size=1, max_size=3))
    def sort(self, by: list[SortKey]) -> None:
        known = {shown.name for shown in columns_of(self.inspection.evaluation)}
        by = [key for key in by if key.column in known]
        self.inspection.sort(*by)
        self.order = self.sorted(by)
        self.expect(ChangeKind.ORDER)

    @rule(number=numbers)
    def go_to(self, number: int) -> None:
        row, before = self.row(number), self.current
        self.inspection.go_to(row)
        self.current = row
        self.expect(ChangeKind.CURRENT if row != before else None)

    @rule(number=numbers, given=both)
    def preview(self, number: int, given: tuple[Prediction, Prediction]) -> None:
        bits = self.inspection.evaluation.scores.row.tobytes(), len(self.inspection.evaluation.table.vocab)
        self.inspection.evaluation.preview(self.row(number), given[self.weighted])
        assert bits == (self.inspection.evaluation.scores.row.tobytes(), len(self.inspection.evaluation.table.vocab))
        self.expect(None)

    @rule()
    def save_and_reload(self) -> None:
        self.saves += 1
        path = self.folder / f"saved {self.saves}.csv"
        self.inspection.save(path)
        self.on_disk = dict(self.now)
        self.expect(ChangeKind.SAVE)
        options = {"separator": " ", "id_column": "id", **({"confidence_column": "sure"} if self.weighted else {})}
        again = inspector.open_pair(self.folder / "truth.csv", path, self.metric, **options)
        # The labels of a macro average are in another order now, so their sum may differ in the last bit.
        close = getattr(self.metric, "average", "") in ("macro", "weighted")
        # Some metrics average over the labels of the files as loaded, of which there are others now.
        as_loaded = self.metric.name in ("cmap", "lrap")
        if not as_loaded or labels_loaded(again) == labels_loaded(self.inspection):
            assert agree(again.overall, self.inspection.overall, 1e-12 if close else 0.0)
        assert all(same(again.evaluation.prediction(row), self.now[row]) for row in self.now)

    @invariant()
    def scores_are_those_of_the_oracle(self) -> None:
        wanted = expected(self.pair, self.metric, self.now)
        scores = self.inspection.evaluation.scores
        assert all(map(agree, scores.row.tolist(), wanted.rows))
        assert scores.first_hit.tolist() == wanted.first_hits
        assert agree(self.inspection.overall, wanted.overall)
        assert self.inspection.metric == self.metric

    @invariant()
    def predictions_are_those_of_the_model_and_the_overlay_holds_what_differs(self) -> None:
        evaluation = self.inspection.evaluation
        assert all(same(evaluation.prediction(row), self.now[row]) for row in self.now)
        assert evaluation.overlay.rows.tolist() == self.edited

    @invariant()
    def rows_move_only_when_sorted_and_come_and_go_only_when_filtered(self) -> None:
        order = self.inspection.state.order
        assert order.rows.tolist() == [row for row in self.order if row in self.shown]
        assert [order.pos(order.row(pos)) for pos in range(len(order))] == list(range(len(order)))
        assert all(order.pos(row) == -1 for row in self.now if row not in self.shown)

    @invariant()
    def saved_means_that_the_disk_has_it_all(self) -> None:
        assert self.inspection.is_saved == all(same(self.on_disk[row], self.now[row]) for row in self.now)
        assert (self.inspection.undo_name is None) == (not self.done)
        assert (self.inspection.redo_name is None) == (not self.undone)
        assert self.inspection.current == self.current

    @property
    def edited(self) -> list[int]:
        return [row for row in self.now if not same(self.now[row], self.file[row])]

    def fitting(self) -> set[int]:
        """The rows that every active expression selects."""
        model = QueryModel(self.pair, {row: self.now[row] for row in self.edited}, self.inspection.evaluation)
        return {row for row in self.now if all(model.holds(tree, row) for tree in self.asked)}

    def row(self, number: int) -> int:
        return number % len(self.now)

    def kept_places(self, row: int, given: list[str]) -> Prediction:
        """Other labels for a row: a position keeps its confidence; a new one gets the next lower one, or 1."""
        sure = self.now[row].confidence
        if sure is not None:
            rises, kept = any(after > before for before, after in pairwise(sure)), [*sure] or [1.0]
            while len(kept) < len(given):
                kept.append(kept[-1] if rises else one_lower(kept[-1]))
            sure = tuple(kept[: len(given)])
        return Prediction(tuple(given), sure)

    def did(self, after: dict[int, Prediction]) -> None:
        """Model an edit of these rows; one that changes nothing is not recorded."""
        step = {row: (self.now[row], given) for row, given in after.items()}
        if all(same(before, given) for before, given in step.values()):
            return self.expect(None)
        self.now |= after
        self.done.append(step)
        self.undone.clear()
        return self.expect(ChangeKind.EDIT, step)

    def expect(self, kind: ChangeKind | None, step: EditStep | None = None) -> None:
        """Since the last call there was one notice, of this kind and about the rows of the step; or none."""
        assert [change.kind for change in self.changes] == ([kind] if kind else [])
        counted = [change for change in self.changes if change.kind not in (ChangeKind.CURRENT, ChangeKind.SAVE)]
        assert self.inspection.generation == self.generation + len(counted)
        if step is not None:
            assert all(change.rows.tolist() == sorted(step) for change in self.changes)
        self.generation = self.inspection.generation
        self.changes.clear()

    def sorted(self, by) -> list[int]:
        """The rows in order, by Python's own stable sort: the least important key first."""
        rows = list(self.now)
        for key in reversed(list(by)):
            values = {row: self.value(key.column, row) for row in rows}
            numbered = [row for row in rows if values[row] == values[row]]
            nameless = [row for row in rows if values[row] != values[row]]
            rows = sorted(numbered, key=values.__getitem__, reverse=key.descending) + nameless
        return rows

    def value(self, column: str, row: int):
        """The sort key of a row; numbers are those of the product, which other invariants check."""
        evaluation, at = self.inspection.evaluation, np.array([row])
        shown = {"truth": self.pair.truths[row], "predictions": list(self.now[row].labels)}
        if column in shown:
            return (shown[column][:1], len(shown[column]))
        return {
            "id": lambda: self.pair.ids[row],
            "score": lambda: float(evaluation.scores.row[row]),
            "first_hit_rank": lambda: int(evaluation.scores.first_hit[row]) or math.inf,
            "hit_strip": lambda: int(evaluation.scores.first_hit[row]) or math.inf,
            "p_true": lambda: float(true_probabilities(evaluation, at)[0]),
            "place": lambda: min((step.rank for step in evaluation.explain(row).steps if step.rank), default=math.inf),
            "cost": lambda: float(evaluation.costs(at)[0]),
            "influence": lambda: float(evaluation.scores.influence(at)[0]),
            "wrong_order": lambda: float(evaluation.losses(at).ordering[0]),
            "missing_labels": lambda: float(evaluation.losses(at).candidates[0]),
            "ladder_cost": lambda: float(row_costs(evaluation)[row]),
            "inversion_gain": lambda: float(row_gains(evaluation)[row]),
            "delta": lambda: float(evaluation.deltas(at)[0]),
        }[column]()


TestRandomUser = RandomUser.TestCase
