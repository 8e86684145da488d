"""A random user at an inspection: whatever is done, in whatever order, the numbers are those of a slow plain model."""

from __future__ import annotations

import math
import tempfile
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from core.oracle import ORACLES, agree
from core.strategies import any_label, chosen, metrics, open_lists, pairs
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

import inspector
from inspector import InputError, Metric
from inspector.core.change import Change, Kind
from inspector.core.column import COLUMNS
from inspector.core.edits import Edit
from inspector.core.order import SortKey
from inspector.core.ragged import Ragged
from inspector.core.state import WORST_FIRST

labels = st.lists(any_label, max_size=7)
numbers = st.integers(0, 11)
keys = st.builds(SortKey, st.sampled_from([column.name for column in COLUMNS]), st.booleans())

Deed = dict[int, tuple[list[str], list[str]]]  # row -> its labels before and after


class RandomUser(RuleBasedStateMachine):
    """The model: the labels `now` and in the `file`, row by row, and the deeds `done` and `undone`."""

    @initialize(pair=pairs(), metric=metrics())
    def open(self, pair, metric: Metric) -> None:
        self.disk = tempfile.TemporaryDirectory()
        self.folder = Path(self.disk.name)
        self.pair, self.metric, self.saves = pair, metric, 0
        self.file = {row: list(given or []) for row, given in enumerate(pair.predictions)}
        self.now, self.on_disk = dict(self.file), dict(self.file)
        self.done: list[Deed] = []
        self.undone: list[Deed] = []
        self.saved: Deed | None = None
        self.inspection = open_lists(pair, metric, self.folder)
        self.revision = self.inspection.revision
        self.changes: list[Change] = []
        self.inspection.subscribe(self.changes.append)
        self.order = self.sorted(WORST_FIRST)
        self.current = int(self.order[0])

    def teardown(self) -> None:
        if hasattr(self, "disk"):
            self.disk.cleanup()

    @rule(number=numbers, given=labels)
    def edit_a_row(self, number: int, given: list[str]) -> None:
        row = self.row(number)
        self.inspection.edit(self.pair.ids[row], given)
        self.did({row: given})

    @rule(chosen=st.dictionaries(numbers, labels, min_size=1, max_size=4))
    def edit_several_rows_at_once(self, chosen: dict[int, list[str]]) -> None:
        after = {self.row(number): given for number, given in sorted(chosen.items())}
        rows, vocab = sorted(after), self.inspection.state.table.vocab
        codes = [[vocab.add(label) for label in after[row]] for row in rows]
        self.inspection.apply(Edit(np.array(rows), Ragged.of(codes), "several"))
        self.did(after)

    @rule(number=numbers)
    def reset_a_row(self, number: int) -> None:
        row = self.row(number)
        self.inspection.reset([row])
        self.did({row: self.file[row]} if self.now[row] != self.file[row] else {})

    @rule()
    def reset_all_rows(self) -> None:
        self.inspection.reset()
        self.did({row: self.file[row] for row in self.now if self.now[row] != self.file[row]})

    @rule()
    def undo(self) -> None:
        self.inspection.undo()
        if not self.done:
            return self.expect(None)
        self.undone.append(self.done.pop())
        self.now |= {row: before for row, (before, _) in self.undone[-1].items()}
        return self.expect(Kind.EDIT, self.undone[-1])

    @rule()
    def redo(self) -> None:
        self.inspection.redo()
        if not self.undone:
            return self.expect(None)
        self.done.append(self.undone.pop())
        self.now |= {row: after for row, (_, after) in self.done[-1].items()}
        return self.expect(Kind.EDIT, self.done[-1])

    @rule(metric=metrics(refusing=True))
    def choose_a_metric(self, metric: Metric) -> None:
        if metric.value("missing") == "error" and None in self.pair.predictions:
            with pytest.raises(InputError):
                self.inspection.set_metric(str(metric))
            return self.expect(None)
        self.inspection.set_metric(str(metric))
        self.metric = metric
        self.order = self.sorted(self.inspection.state.keys)
        return self.expect(Kind.METRIC)

    @rule(by=st.lists(keys, min_size=1, max_size=3))
    def sort(self, by: list[SortKey]) -> None:
        self.inspection.sort(*by)
        self.order = self.sorted(by)
        self.expect(Kind.ORDER)

    @rule(number=numbers)
    def go_to(self, number: int) -> None:
        row, before = self.row(number), self.current
        self.inspection.go_to(row)
        self.current = row
        self.expect(Kind.CURRENT if row != before else None)

    @rule(number=numbers, given=labels)
    def preview(self, number: int, given: list[str]) -> None:
        bits = self.inspection.state.scores.row.tobytes(), len(self.inspection.state.table.vocab)
        self.inspection.state.preview(self.row(number), given)
        assert bits == (self.inspection.state.scores.row.tobytes(), len(self.inspection.state.table.vocab))
        self.expect(None)

    @rule()
    def save_and_reload(self) -> None:
        self.saves += 1
        path = self.folder / f"saved {self.saves}.csv"
        self.inspection.save(path)
        self.saved, self.on_disk = self.last, dict(self.now)
        self.expect(Kind.SAVE)
        again = inspector.open_pair(self.folder / "truth.csv", path, self.metric, separator=" ", id_column="id")
        assert repr(again.overall) == repr(self.inspection.overall)
        assert {row: again.state.labels(row) for row in self.now} == self.now

    @invariant()
    def scores_are_those_of_the_oracle(self) -> None:
        wanted = ORACLES[self.metric.name](
            self.pair.truths,
            [self.now[row] or (None if given is None else []) for row, given in enumerate(self.pair.predictions)],
            self.metric.k,
            chosen(self.metric),
        )
        scores = self.inspection.state.scores
        assert all(map(agree, scores.row.tolist(), wanted.rows))
        assert scores.first_hit.tolist() == wanted.first_hits
        assert agree(self.inspection.overall, wanted.overall)
        assert self.inspection.metric == self.metric

    @invariant()
    def labels_are_those_of_the_model_and_the_overlay_holds_what_differs(self) -> None:
        state = self.inspection.state
        assert {row: state.labels(row) for row in self.now} == self.now
        assert state.overlay.rows.tolist() == [row for row in self.now if self.now[row] != self.file[row]]

    @invariant()
    def rows_move_only_when_sorted(self) -> None:
        order = self.inspection.state.order
        assert order.rows.tolist() == self.order
        assert [order.pos(order.row(pos)) for pos in range(len(order))] == list(range(len(self.order)))

    @invariant()
    def saved_means_that_the_disk_has_it_all(self) -> None:
        assert self.inspection.is_saved == (self.saved is self.last)
        if self.inspection.is_saved:
            assert self.on_disk == self.now
        assert (self.inspection.undo_name is None) == (not self.done)
        assert (self.inspection.redo_name is None) == (not self.undone)
        assert self.inspection.current == self.current

    @property
    def last(self) -> Deed | None:
        return self.done[-1] if self.done else None

    def row(self, number: int) -> int:
        return number % len(self.now)

    def did(self, after: dict[int, list[str]]) -> None:
        """The user gave these rows these labels; what changes nothing is not remembered."""
        deed = {row: (self.now[row], given) for row, given in after.items()}
        if all(before == given for before, given in deed.values()):
            return self.expect(None)
        self.now |= after
        self.done.append(deed)
        self.undone.clear()
        return self.expect(Kind.EDIT, deed)

    def expect(self, kind: Kind | None, deed: Deed | None = None) -> None:
        """Since the last call one notice came, of this kind and about the rows of the deed; or none did."""
        assert [change.kind for change in self.changes] == ([kind] if kind else [])
        assert self.inspection.revision == self.revision + len(self.changes)
        for change in self.changes:
            assert change.revision == self.inspection.revision
            assert deed is None or change.rows.tolist() == sorted(deed)
        self.revision = self.inspection.revision
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
        """What a row sorts by; numbers are the product's own, which other invariants check but for the last bit."""
        state, at = self.inspection.state, np.array([row])
        shown = {"truth": self.pair.truths[row], "predictions": self.now[row]}
        if column in shown:
            return (shown[column][:1], len(shown[column]))
        return {
            "id": lambda: self.pair.ids[row],
            "score": lambda: float(state.scores.row[row]),
            "first_hit_rank": lambda: int(state.scores.first_hit[row]) or math.inf,
            "cost": lambda: float(state.costs(at)[0]),
            "delta": lambda: float(state.deltas(at)[0]),
        }[column]()


TestRandomUser = RandomUser.TestCase
