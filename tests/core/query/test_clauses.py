"""The active filter: clauses are added, removed, and kept under sorting, edits and other metrics."""

from __future__ import annotations

import numpy as np
import pytest

from inspector.core.data.order import SortKey
from inspector.core.document.change import ChangeKind
from inspector.core.document.inspection import Inspection
from inspector.core.document.transition import find_task
from inspector.core.metrics import parse as metric
from inspector.core.query import Clause, QueryError, chooses_by_outcome, narrowed
from inspector.core.task import drain

TRUTH = "id,label\na,x\nb,x\nc,x\nd,y\n"
SUBMISSION = "id,label\na,x q\nb,q x\nc,q r\nd,y x\n"


@pytest.fixture
def inspection(read) -> Inspection:
    return read(TRUTH, SUBMISSION, "map@2")


def shown(inspection: Inspection) -> str:
    """The ids that are shown, from top to bottom."""
    return "".join(inspection.evaluation.table.id(int(row)) for row in inspection.state.order.rows)


def test_all_clauses_that_are_on_hold_together(inspection) -> None:
    inspection.filter_by([Clause("truth:x"), Clause("score>0"), Clause("id:a", on=False)])
    assert shown(inspection) == "ba"
    assert inspection.state.filter.name == "truth:x & score>0"
    inspection.filter_by([Clause("truth:y | score=0"), Clause("!top:x")])
    assert (shown(inspection), inspection.state.filter.name) == ("cd", "(truth:y | score=0) & !top:x")
    inspection.filter_by([Clause("id:a", on=False)])
    assert (shown(inspection), inspection.state.filter) == ("cbad", None)
    assert inspection.state.clauses == (Clause("id:a", on=False),)


def test_a_source_has_one_clause_and_typed_clauses_add_up(inspection) -> None:
    heard = []
    inspection.subscribe(heard.append)
    inspection.narrow("score<0.9", "histogram")
    inspection.narrow("truth:x")
    inspection.narrow("score<0.1", "histogram")
    assert [clause.text for clause in inspection.state.clauses] == ["score<0.1", "truth:x"]
    assert shown(inspection) == "c"
    inspection.narrow("", "histogram")
    assert (inspection.state.clauses, shown(inspection)) == ((Clause("truth:x"),), "cba")
    inspection.narrow(" ")
    assert inspection.state.clauses == (Clause("truth:x"),)
    assert [change.kind for change in heard] == [ChangeKind.ORDER] * 5


def test_rows_of_a_selection_are_a_clause_too(inspection) -> None:
    inspection.narrow(Clause("selection of 2 rows", "selection", rows=np.array([3, 1])))
    assert (shown(inspection), inspection.state.filter.name) == ("bd", "selection of 2 rows")
    inspection.narrow("truth:x")
    assert shown(inspection) == "b"
    assert narrowed(inspection.state.clauses, Clause("", "selection")) == (Clause("truth:x"),)


def test_an_invalid_clause_changes_nothing(inspection) -> None:
    inspection.narrow("truth:x")
    heard = []
    inspection.subscribe(heard.append)
    for wrong in ("truth:", "nothing<3"):
        with pytest.raises(QueryError):
            inspection.narrow(wrong)
    assert (inspection.state.clauses, shown(inspection), heard) == ((Clause("truth:x"),), "cba", [])


def test_a_filter_holds_through_sorting(inspection) -> None:
    inspection.narrow("truth:x")
    inspection.sort(SortKey("id"))
    assert shown(inspection) == "abc"
    inspection.filter_by(())
    assert shown(inspection) == "abcd"


def test_edits_do_not_rerun_the_filter(inspection) -> None:
    inspection.narrow("score=0")
    inspection.edit("c", ["x"])
    inspection.edit("a", ["q"])
    assert shown(inspection) == "c"
    inspection.filter_by(inspection.state.clauses)
    assert shown(inspection) == "a"
    inspection.filter_by(())
    assert shown(inspection) == "cbad", "the rows keep the order of the last sort"


def test_another_metric_reruns_the_filter(inspection) -> None:
    inspection.edit("c", ["r", "x"])
    inspection.narrow("score<1")
    assert shown(inspection) == "cb"
    clauses = inspection.state.clauses
    inspection.set_metric("map@1")
    assert (shown(inspection), inspection.state.clauses) == ("bc", clauses)
    inspection.set_metric("hit@2")
    assert shown(inspection) == ""


def test_a_metric_scored_under_another_filter_is_not_committed(inspection) -> None:
    rescored = drain(inspection.metric_task(metric("map@1")))
    inspection.narrow("truth:x")
    assert not inspection.commit(rescored)
    assert shown(inspection) == "cba"


def test_the_task_finds_what_the_inspection_would(inspection) -> None:
    clauses = (Clause("truth:x"),)
    assert inspection.commit(drain(inspection.filter_task(clauses)))
    assert (shown(inspection), inspection.state.clauses) == ("cba", clauses)


def test_an_expression_is_evaluated_once_until_an_edit(inspection) -> None:
    inspection.filter_by([Clause("truth:x"), Clause("score<1")])
    first = inspection.state.filter.parts
    inspection.narrow("score<0.7", "histogram")
    second = inspection.state.filter.parts
    assert second["truth:x"] is first["truth:x"]
    inspection.edit("b", ["x"])
    inspection.filter_by(inspection.state.clauses)
    assert inspection.state.filter.parts["truth:x"] is not first["truth:x"]
    assert shown(inspection) == "c"


@pytest.mark.parametrize(("text", "places"), [("Q", [0, 1, 2]), ("a", [2]), ("edited", []), ("x", [0, 1, 2])])
def test_find_returns_positions_among_the_shown_rows(inspection, text: str, places: list[int]) -> None:
    inspection.edit("c", ["q", "r"])
    inspection.narrow("truth:x")
    assert drain(find_task(inspection.state, text)).tolist() == places


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("score<0.2", True),
        ("truths=1 & rank>base.rank", True),
        ("!better", True),
        ("(worse|same)", True),
        ("base.pred:w_1", True),
        ('"metric:mrr">0.5', True),
        ("truth:score", False),
        ("truth:w_1 & truths=2", False),
        ("id:/^better/", False),
        ('"worse rows"', False),
        ("species:hits", False),
        ("SCORE<0.5", True),
        ("First_Hit=1", True),
        ("!BETTER", True),
        ('"score"<0.5', True),
        ("truths<score", True),
        ("mrr<0.5", True),
        ('truth:"a score b"', False),
        ('species:"(better)"', False),
        ("truth:/score | rank/", False),
    ],
)
def test_filters_by_outcome_are_told_from_others(inspection, text: str, found: bool) -> None:
    inspection.show_metrics("mrr")
    assert chooses_by_outcome([Clause(text)], inspection.evaluation) == found
    assert not chooses_by_outcome([Clause(text, on=False)], inspection.evaluation)


def test_a_column_of_the_files_counts_as_no_outcome(read) -> None:
    own = read("id,label,error,mrr\na,x,1,2\n", "id,label\na,x\n", "map@2")
    own.show_metrics("mrr")
    assert not chooses_by_outcome([Clause("error>0 mrr>0")], own.evaluation)
    assert chooses_by_outcome([Clause('"metric:mrr">0')], own.evaluation)


def test_a_fixed_set_of_rows_counts_as_chosen_by_outcome(inspection) -> None:
    rows = Clause("2 cells of the matrix", rows=np.array([1, 2]))
    assert chooses_by_outcome([rows], inspection.evaluation)
