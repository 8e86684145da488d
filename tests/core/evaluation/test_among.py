"""Group counts of some rows: they equal the sum of the counts of each row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import numpy as np
import pytest
from core.strategies import any_pairs, open_lists
from hypothesis import given
from hypothesis import strategies as st

from inspector.core.analysis.confusion import confusions
from inspector.core.analysis.failures import failure_groups, group_figures
from inspector.core.analysis.labels import label_table
from inspector.core.analysis.slices.grouping import groupings
from inspector.core.analysis.slices.slices import slices
from inspector.core.arrays.types import Bools
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.query import parse
from inspector.core.task import drain

Figures = Counter[tuple]


def groups_of(evaluation: Evaluation, among: Bools | None) -> Figures:
    groups = failure_groups(evaluation)
    return Counter(dict(zip(((g.clause,) for g in groups), drain(group_figures(evaluation, among)).rows, strict=True)))


def labels_of(evaluation: Evaluation, among: Bools | None) -> Figures:
    table = label_table(evaluation, among)
    named = {"tp": table.tp, "fp": table.fp, "fn": table.fn, "cost": table.cost}
    return Counter(
        {(name, int(c)): v for name, known in named.items() for c, v in zip(table.codes, known, strict=True)}
    )


def slices_of(evaluation: Evaluation, among: Bools | None) -> Figures:
    found = slices(evaluation, groupings(evaluation)[0], among)
    named = {"rows": found.rows, "cost": found.cost, "sum": np.nan_to_num(found.mean * found.rows)}
    return Counter(
        {(name, found.name(line)): known[line] for name, known in named.items() for line in range(len(found))}
    )


def confusions_of(against: str) -> Callable[[Evaluation, Bools | None], Figures]:
    def found(evaluation: Evaluation, among: Bools | None) -> Figures:
        pairs = drain(confusions(evaluation, against, "rows", 10**6, among))
        names = [*zip(pairs.true.tolist(), pairs.predicted.tolist(), strict=True)]
        figures = {"rows": pairs.rows, "cost": pairs.cost}
        return Counter({(name, *n): v for name, known in figures.items() for n, v in zip(names, known, strict=True)})

    return found


def added(parts: Iterable[Figures]) -> dict[tuple, float]:
    total: Figures = Counter()
    for part in parts:
        total.update(part)
    return filled(total)


def filled(figures: Figures) -> dict[tuple, float]:
    return {name: pytest.approx(float(value), abs=1e-9) for name, value in figures.items() if abs(value) > 1e-12}


@pytest.mark.slow
@pytest.mark.parametrize(
    "figures",
    [groups_of, labels_of, slices_of, *(confusions_of(against) for against in ("top", "before", "nothing"))],
    ids=["groups", "labels", "slices", "top", "before", "nothing"],
)
@given(lists=any_pairs, data=st.data())
def test_counts_of_rows_add_up(figures, lists, data) -> None:
    evaluation, n = open_lists(lists, "map@3").evaluation, len(lists.truths)
    among = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), bool)
    alone = [figures(evaluation, np.arange(n) == row) for row in np.flatnonzero(among)]
    assert filled(figures(evaluation, among)) == added(alone)
    assert filled(figures(evaluation, np.ones(n, bool))) == filled(figures(evaluation, None))


@pytest.mark.slow
@given(lists=any_pairs, data=st.data())
def test_a_group_counts_only_rows_that_the_filter_shows(lists, data) -> None:
    evaluation, n = open_lists(lists, "map@3").evaluation, len(lists.truths)
    among = np.array(data.draw(st.lists(st.booleans(), min_size=n, max_size=n)), bool)
    for (clause,), count in groups_of(evaluation, among).items():
        assert count == sum(parse(clause).mask(evaluation).tolist()[row] for row in range(n) if among[row])
