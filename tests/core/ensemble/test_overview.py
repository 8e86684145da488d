"""What several submissions say together about some of the rows."""

from __future__ import annotations

import numpy as np
from core.ensemble.lists import IDS, opened

from inspector.core.ensemble.overview import overview_task
from inspector.core.task import drain

FIRST = ("bbbbabca", "bcbacbca", "abbbabcc")
RUNS = [{id_: {label: 0.9, "x": 0.1} for id_, label in zip(IDS, labels, strict=True)} for labels in FIRST]


def test_an_overview_of_some_rows_counts_only_those() -> None:
    submissions = {f"s{number}": one for number, one in enumerate(opened(RUNS))}
    every = drain(overview_task(submissions["s0"], submissions, None))
    for among in (np.arange(8) < 4, np.arange(8) % 2 == 1):
        some, rows = drain(overview_task(submissions["s0"], submissions, among)), np.flatnonzero(among)
        kept = among[every.suspects.rows]
        assert 0 < kept.sum() < len(kept)
        assert some.suspects.rows.tolist() == every.suspects.rows[kept].tolist()
        assert some.if_rival.tolist() == every.if_rival[kept].tolist()
        same = np.mean([FIRST[0][row] == FIRST[1][row] for row in rows])
        assert some.agreement[0, 1] == same != every.agreement[0, 1]
        scores = np.array([one.scores.row[rows] for one in submissions.values()])
        assert some.best.overall == scores.max(axis=0).mean()
        for number in range(3):
            others = np.delete(scores, number, axis=0).max(axis=0)
            assert some.best.rows_alone(number).tolist() == rows[scores[number] > others].tolist()
    assert every.best.alone.sum() > 0
