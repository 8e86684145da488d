"""What is said of a filter that no row matches: a value that is spelled otherwise, a longer one, a span of time."""

from __future__ import annotations

import pandas as pd
import pytest

import inspector
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import Clause, clause, filter_of, near_hint, parse


@pytest.fixture(scope="module")
def shops() -> Evaluation:
    """Five rows with texts, dates, numbers and codes in extra columns."""
    truth = pd.DataFrame(
        {
            "id": ["a", "b", "c", "d", "e"],
            "label": ["New whale", "w_1", "w_2", "w_1", "w_2"],
            "region": ["East", "Old Town", "Old", "New Port", "New\tTown"],
            "date": ["2022-09-01", "2022-09-30", "2022-10-01", "2022-10-02", "2023-01-05"],
            "age": ["30.0", "7", "", "12", "12"],
            "store": ["012", "001", "x", "003", "004"],
            "pred": ["Yes", "No", "No", "No", "No"],
        }
    )
    submission = pd.DataFrame({"id": [*"abcde"], "label": ["w_1", "w_1", "x_9", "w_1", "w_1"]})
    return inspector.open_pair(
        truth, submission, "map@1", separator=",", id_column="id", truth_column="label"
    ).evaluation


@pytest.mark.parametrize(
    ("expression", "hint"),
    [
        ("region:Old Town", 'did you mean region:"Old Town"?'),
        ("region=old town & age>3", 'no row has region old; did you mean region:"Old Town"?'),
        ("region:New Port", 'no row has region New; did you mean region:"New Port"?'),
        ("region:New", 'no row has region New; did you mean region:"New Port"?'),  # not one with a tab
        ("region:east", "no row has region east; did you mean region:East?"),
        ('region:"East "', 'no row has region "East "; did you mean region:East?'),
        ("region=Eats", "no row has region Eats; did you mean region:East?"),
        ("region:Atlantis", "no row has region Atlantis"),
        ("score<2 & region!=east", "no row has region east; did you mean region:East?"),
        ("date:2022-09", "no row has date 2022-09; did you mean date>=2022-09 & date<=2022-09?"),
        ("date=2022", "no row has date 2022; did you mean date>=2022 & date<=2022?"),
        ("date=2021-09", "no row has date 2021-09"),
        ("age:30", "no row has age 30; did you mean age=30?"),
        ("age=31", "no row has age 31"),
        ("store:12", "no row has store 12; did you mean store=12?"),
        ("truth:W_1", "no row has truth W_1; did you mean truth:w_1?"),
        ("truth:new whale", 'no row has truth new; did you mean truth:"New whale"?'),
        ("top:X_9", "no row has top X_9; did you mean top:x_9?"),
        ("pred:w_2", "no row has pred w_2; did you mean pred:w_1?"),
        ('"extra:pred":yes', 'no row has extra:pred yes; did you mean "extra:pred":Yes?'),
        ("region:east | truth:W_2", "no row has region east; did you mean region:East? No row has truth W_2; "
         "did you mean truth:w_2?"),
        ("region:Nowhere & truth:Never", "no row has region Nowhere; no row has truth Never"),
        ("region:East", ""),
        ("region:Old", ""),
        ('region:"Old" x', ""),
        ("region:/east/", ""),
        ("date>2030", ""),
        ("id:A", ""),
        ("score=7 rank>3 nothing", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_what_is_near_is_said(shops: Evaluation, expression: str, hint: str) -> None:
    assert near_hint(parse(expression), expression, shops) == hint


def test_what_is_proposed_finds_rows(shops: Evaluation) -> None:
    for typed in ("region:new port", "date:2022-09", "age:30", "store:12", "truth:NEW whale", '"extra:pred":yes'):
        proposed = near_hint(parse(typed), typed, shops).partition("did you mean ")[2].removesuffix("?")
        assert parse(proposed).mask(shops).any(), typed


def test_only_a_filter_without_rows_has_a_hint(shops: Evaluation) -> None:
    none = filter_of([Clause("region:east"), Clause("age>0", "bar")], shops)
    assert none is not None and not none.mask.any() and none.hint.endswith("region:East?")
    some = filter_of([Clause("region:east | region:East")], shops)
    assert some is not None and (some.mask.sum(), some.hint) == (1, "")


def test_only_the_filter_of_the_table_looks_for_a_hint(shops, monkeypatch) -> None:
    clauses = (Clause("region:nowhere"),)
    looked: list[str] = []
    monkeypatch.setattr(clause, "near_hint", lambda *given: looked.append(given[1]) or "")
    assert filter_of(clauses, shops, as_shown=True).hint == ""  # as panels count
    assert looked == []
    filter_of(clauses, shops)
    assert looked == ["region:nowhere"]
