"""A random user of several submissions: after any sequence of gestures each equals a slow model of its own."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

import hypothesis.strategies as st
import numpy as np
import pandas as pd
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import inspector
from inspector.core.metrics import parse

IDS = [f"q{number}" for number in range(6)]
LABELS = ["a", "b", "c", "d", "new", "newer"]
TRUTH = {id_: sorted({LABELS[at % 4], LABELS[at % 3]}) for at, id_ in enumerate(IDS)}
THOROUGH = os.environ.get("HYPOTHESIS_PROFILE") == "thorough"
METRICS = ["map@2", "ndcg@3", "recall@1", "f1(average=macro)", "mrr"]

Rows = dict[str, list[str]]
lists = st.lists(st.sampled_from(LABELS), max_size=4, unique=True)
files = st.fixed_dictionaries(
    {id_: st.lists(st.sampled_from(LABELS[:4]), min_size=1, max_size=3, unique=True) for id_ in IDS}
)
picks = st.integers(0, 5)


@dataclass
class Model:
    """A submission: its rows in the file and now, and what undo and redo would make of them."""

    file: Rows
    now: Rows
    done: list[Rows] = field(default_factory=list)
    undone: list[Rows] = field(default_factory=list)
    versions: dict[str, Rows] = field(default_factory=dict)

    def become(self, after: Rows) -> None:
        if after != self.now:
            self.done.append(self.now)
            self.now, self.undone = after, []


def frame(rows: Rows) -> pd.DataFrame:
    return pd.DataFrame({"id": [*rows], "labels": [" ".join(labels) for labels in rows.values()]})


TRUTH_FRAME = frame(TRUTH)
# Row scores by metric and rows.
FRESH: dict[tuple, np.ndarray] = {}


class SeveralSubmissions(RuleBasedStateMachine):
    """Submissions with an order of labels and no confidences; the model holds each as rows of text."""

    @initialize(rows=files)
    def start(self, rows: Rows) -> None:
        table = frame(rows)
        self.inspection = inspector.open_pair(TRUTH_FRAME, table, "map@2")
        self.name = self.inspection.open_submission.name
        self.models = {self.name: Model(rows, dict(rows))}
        self.baseline, self.metric, self.number = "file", "map@2", 0

    @property
    def open(self) -> Model:
        return self.models[self.name]

    def fresh_name(self, kind: str) -> str:
        self.number += 1
        return f"{kind} {self.number}"

    @precondition(lambda self: len(self.models) < 4)
    @rule(rows=files)
    def add(self, rows: Rows) -> None:
        name = self.fresh_name("run")
        assert self.inspection.add(frame(rows), name) == name
        self.models[name] = Model(rows, dict(rows))

    @rule(pick=picks)
    def switch(self, pick: int) -> None:
        self.name = [*self.models][pick % len(self.models)]
        self.inspection.open(self.name)

    @rule(pick=picks, labels=lists)
    def edit(self, pick: int, labels: list[str]) -> None:
        id_ = IDS[pick]
        self.inspection.edit(id_, labels)
        self.open.become({**self.open.now, id_: labels})

    @rule()
    def reset(self) -> None:
        self.inspection.reset()
        self.open.become(dict(self.open.file))

    @rule(again=st.booleans())
    def undo_or_redo(self, again: bool) -> None:
        (self.inspection.redo if again else self.inspection.undo)()
        model = self.open
        source, target = (model.undone, model.done) if again else (model.done, model.undone)
        if source:
            target.append(model.now)
            model.now = source.pop()

    @rule()
    def keep(self) -> None:
        name = self.fresh_name("version")
        self.inspection.keep(name)
        self.open.versions[name] = dict(self.open.now)

    @precondition(lambda self: self.open.versions)
    @rule(pick=picks)
    def return_to(self, pick: int) -> None:
        name = [*self.open.versions][pick % len(self.open.versions)]
        self.inspection.return_to(name)
        self.open.become(dict(self.open.versions[name]))

    @rule(pick=picks)
    def compare_with(self, pick: int) -> None:
        names = ["file", *self.models, *(name for model in self.models.values() for name in model.versions)]
        self.baseline = names[pick % len(names)]
        self.inspection.baseline = self.baseline

    @precondition(lambda self: len(self.inspection.names) > 1)
    @rule(pick=picks)
    def remove(self, pick: int) -> None:
        names = [name for name in self.inspection.names if name != self.name]
        name = names[pick % len(names)]
        gone = {name, *self.models[name].versions} if name in self.models else {name}
        self.inspection.remove(name)
        self.models.pop(name, None)
        for model in self.models.values():
            model.versions.pop(name, None)
        self.baseline = "file" if self.baseline in gone else self.baseline

    @rule(pick=picks)
    def rename(self, pick: int) -> None:
        name, new = self.inspection.names[pick % len(self.inspection.names)], self.fresh_name("renamed")
        self.inspection.rename(name, new)
        self.models = {new if other == name else other: model for other, model in self.models.items()}
        for model in self.models.values():
            model.versions = {new if other == name else other: rows for other, rows in model.versions.items()}
        self.name, self.baseline = (new if one == name else one for one in (self.name, self.baseline))

    @rule(metric=st.sampled_from(METRICS))
    def choose_a_metric(self, metric: str) -> None:
        self.inspection.set_metric(metric)
        self.metric = metric

    @invariant()
    def every_submission_holds_its_rows_and_scores_as_if_alone(self) -> None:
        assert [one.name for one in self.inspection.submissions] == [*self.models]
        for name, model in self.models.items():
            one = self.inspection.submission(name)
            assert [one.evaluation.labels(row) for row in range(len(IDS))] == [model.now[id_] for id_ in IDS]
            assert [version.name for version in one.versions] == [*model.versions]
            scores = one.evaluation.under(parse(self.metric)).scores
            alone = self.scored(model.now)
            assert np.allclose(scores.row, alone, rtol=0, atol=1e-12, equal_nan=True)

    @invariant()
    def deltas_are_plain_differences_from_the_baseline(self) -> None:
        assert (self.inspection.open_submission.name, self.inspection.baseline) == (self.name, self.baseline)
        versions = {name: rows for model in self.models.values() for name, rows in model.versions.items()}
        every = {"file": self.open.file, **{name: model.now for name, model in self.models.items()}, **versions}
        naive = self.scored(self.open.now) - self.scored(every[self.baseline])
        assert np.allclose(
            self.inspection.evaluation.deltas(np.arange(len(IDS))), naive, rtol=0, atol=1e-12, equal_nan=True
        )

    @invariant()
    def undo_is_about_the_open_one(self) -> None:
        assert (self.inspection.undo_name is None) == (not self.open.done)
        assert (self.inspection.redo_name is None) == (not self.open.undone)

    def scored(self, rows: Rows) -> np.ndarray:
        """The row scores of a fresh inspection with these rows."""
        key = self.metric, tuple((id_, *labels) for id_, labels in rows.items())
        if key not in FRESH:
            plain = {id_: labels or [""] for id_, labels in rows.items()}
            FRESH[key] = inspector.open_pair(TRUTH_FRAME, frame(plain), self.metric).evaluation.scores.row
        return FRESH[key]


TestSeveralSubmissions = SeveralSubmissions.TestCase
TestSeveralSubmissions.settings = settings(max_examples=150 if THOROUGH else 5, stateful_step_count=25, deadline=None)
