"""Another metric for an open pair: a score is committed only to the state that it was computed for."""

from __future__ import annotations

import pytest
from core.strategies import Lists, open_lists, pairs
from hypothesis import given

import inspector
from inspector.core.data.order import SortKey
from inspector.core.document.change import Change, ChangeKind
from inspector.core.evaluation.marks import marks
from inspector.core.metrics import parse
from inspector.core.task import drain

PAIR = Lists([["a"], ["b"]], [["c", "a"], ["b"]])


@pytest.fixture
def inspection() -> inspector.Inspection:
    return open_lists(PAIR, "map@5")


def test_a_metric_can_be_chosen_before_anything_was_edited(inspection: inspector.Inspection) -> None:
    changes: list[Change] = []
    inspection.subscribe(changes.append)
    inspection.set_metric("map@1")
    assert (str(inspection.metric), inspection.overall) == ("map@1", 0.5)
    assert [change.kind for change in changes] == [ChangeKind.METRIC]


def test_choosing_another_metric_keeps_edits_undo_and_sort(inspection: inspector.Inspection) -> None:
    inspection.sort(SortKey("id", descending=True))
    inspection.edit(PAIR.ids[0], ["a"])
    inspection.set_metric("map@1")
    assert (inspection.overall, inspection.state.order.rows.tolist()) == (1, [1, 0])
    inspection.undo()
    assert (inspection.overall, inspection.evaluation.delta) == (0.5, 0)


@pytest.mark.parametrize(
    "meanwhile",
    [
        lambda inspection: inspection.edit(PAIR.ids[0], ["a"]),
        lambda inspection: inspection.sort(SortKey("id", descending=True)),
        lambda inspection: inspection.load(open_lists(PAIR, "map@5").state),
    ],
    ids=["an edit", "a sort", "another pair"],
)
def test_a_score_of_an_outdated_state_is_not_committed(inspection: inspector.Inspection, meanwhile) -> None:
    rescored = drain(inspection.metric_task(parse("map@1")))
    meanwhile(inspection)
    overall, generation = inspection.overall, inspection.generation
    assert not inspection.commit(rescored)
    assert (str(inspection.metric), inspection.overall, inspection.generation) == ("map@5", overall, generation)


def test_an_unsubscribed_observer_hears_nothing_more(inspection: inspector.Inspection) -> None:
    changes: list[Change] = []
    stop = inspection.subscribe(changes.append)
    inspection.edit(PAIR.ids[0], ["a"])
    stop()
    inspection.undo()
    assert [change.kind for change in changes] == [ChangeKind.EDIT]


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["map@2", "map(repeats=move-up)@2", "map"])
@given(pair=pairs())
def test_the_marks_of_a_cell_agree_with_the_explanation(metric: str, pair: Lists) -> None:
    opened = open_lists(pair, metric)
    for row, id_ in enumerate(pair.ids):
        said = [(mark.hit, mark.repeat, mark.beyond) for mark in marks(opened.evaluation, row, 99)]
        steps = opened.explain(id_).steps
        wanted = [(bool(step.rel), step.repeat, step.beyond) for step in steps if not (step.repeat and step.beyond)]
        # a dropped copy has no rank that could be beyond K; both say that it earns nothing
        assert [mark for mark in said if not mark[1]] == [mark for mark in wanted if not mark[1]]
        assert [mark[1] for mark in said] == [step.repeat for step in steps]
