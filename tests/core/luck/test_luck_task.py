"""What is asked of pairs: every kind of overall, filters, groups, unseen tests, a Usage column and typed scores."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cache

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.luck.luck import Luck, Question
from inspector.core.luck.luck_task import effort, luck_task
from inspector.core.luck.parts import parts_of
from inspector.core.luck.split import Split
from inspector.core.metrics import parse
from inspector.core.metrics.families.average_precision import AveragePrecision
from inspector.core.task import drain

LABELS = [f"w_{number}" for number in range(6)]
ROWS = 40
TRUTH = {"a": {"x": 1}, "b": {"y": 1}, "c": {"x": 1}}
RUN = {"a": {"x": 0.5}, "b": {"x": 0.2}}
METRICS = (
    "map@3",
    "map(missing=skip)@3",
    "f1",
    "f1(average=micro)",
    "f1(average=micro, missing=skip)",
    "f1(label=w_1)",
    "precision(average=macro)@2",
    "f1(average=weighted, labels=both)",
    "gap",
    "gap(divisor=labels, missing=skip)",
    "gmap",
    "fmax",
    "cmap",
    "map(group=id-start)@3",
)


def run(seed: int, rows: int) -> dict[str, dict[str, float]]:
    rng = np.random.default_rng(seed)
    return {
        f"q{at % 7}-{at}": {label: float(rng.random()) for label in rng.choice(LABELS, 3, False).tolist()}
        for at in range(rows)
    }


@cache
def pair() -> Inspection:
    """40 rows in 7 groups by the start of their id, and submissions "one", "two" and "three"."""
    truth = {f"q{at % 7}-{at}": {LABELS[at % 5]: 1, LABELS[at * 3 % 6]: 1} for at in range(ROWS)}
    opened = inspector.open_pair(truth, run(1, ROWS - 2), "map@3")
    opened.rename("submission", "one")
    opened.add(run(2, ROWS), "two")
    opened.add(run(3, ROWS), "three")
    return opened


def under(metric: str, *names: str) -> dict[str, Evaluation]:
    found = {name: pair().submission(name).evaluation for name in names or ("one",)}
    first = next(iter(found))
    return {**found, first: found[first].under(parse(metric))}


def ask(submissions: Mapping[str, Evaluation], rows: np.ndarray | None = None, /, **question: object) -> Luck:
    metric = next(iter(submissions.values())).metric
    return drain(luck_task(submissions, metric, Question(**question), rows))  # type: ignore[arg-type]


@pytest.mark.parametrize("metric", METRICS)
def test_the_overall_of_a_part_is_what_the_part_alone_scores(metric: str) -> None:
    (side,) = under(metric).values()
    rows = side.all_rows[~side.metric.skipped(side.batch(side.all_rows))]
    if side.scores.is_mean:
        rows = np.flatnonzero(~np.isnan(side.scores.row))
    chosen = np.random.default_rng(4).integers(0, 2, (6, len(rows)))
    found = parts_of(side, rows, np.arange(len(rows))).overalls(chosen)
    alone = [rows[mask > 0] for mask in chosen]
    expected = [side.scores.part(part, lambda part=part: side.batch(part)) for part in alone]
    assert found == pytest.approx(expected, abs=1e-12, nan_ok=True)
    assert not np.isnan(found).all()


@pytest.mark.parametrize(("rows", "splits"), [(1_000, 2_000), (20_000, 400), (100_000, 200)])
def test_fewer_rows_are_split_more_often(rows: int, splits: int) -> None:
    truth = pd.DataFrame({"id": np.arange(rows).astype(str), "y": np.arange(rows) % 2})
    side = inspector.open_pair(truth, truth.assign(y=truth["y"] * 0.5), "rocauc", shape="numbers").evaluation
    assert parts_of(side, side.all_rows, side.all_rows).splits == splits


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_every_metric_has_an_answer_for_its_own_rows_and_an_unseen_test(metric: str) -> None:
    for test_rows in (None, 100):
        luck = ask(under(metric), share=0.4, test_rows=test_rows, public=0.5, seed=2)
        assert luck.method == "simulated"
        assert 0 < luck.opened.margin < 1
        assert luck.placed is not None
        assert 0 <= luck.placed.percentile <= 100
        assert luck.placed.private == pytest.approx(0.5, abs=0.9)
        again = ask(under(metric), share=0.4, test_rows=test_rows, public=0.5, seed=2)
        assert repr(luck) == repr(again)  # from Python 3.13 on, a dataclass that holds NaN does not equal itself
        assert math.isnan(luck.opened.first)


@pytest.mark.parametrize("metric", ["map@3", "f1(average=micro)", "gap", "precision(average=macro)@2"])
def test_groups_are_drawn_whole(metric: str) -> None:
    (side,) = under(metric).values()
    groups = side.table.groups("id-start").of_row
    luck = ask({"one": side}, group="id-start", share=0.3)
    assert (luck.groups, luck.split, luck.method) == (7, Split(public=2, private=5), "every split")
    expected = []
    for first in range(7):
        for second in range(first + 1, 7):
            rows = np.flatnonzero((groups == first) | (groups == second))
            expected.append(side.scores.part(rows, lambda rows=rows: side.batch(rows)))
    assert sorted(luck.split_scores.public[0]) == pytest.approx(sorted(expected))


def test_a_filter_splits_the_rows_shown() -> None:
    rows = np.arange(0, ROWS, 3)
    luck = ask(under("map@3"), rows, share=0.5)
    (side,) = under("map@3").values()
    assert (luck.rows, luck.opened.overall) == (len(rows), pytest.approx(float(side.scores.row[rows].mean())))


def test_rows_that_not_all_score_are_not_split() -> None:
    luck = ask(under("map(missing=skip)@3", "two", "one"))
    assert luck.rows == ROWS - 2
    assert [line.name for line in luck.lines] == ["two", "one"]


@pytest.mark.slow
def test_many_rows_are_answered_by_formula_as_splits_would() -> None:
    big, rng = 2500, np.random.default_rng(6)
    truth = pd.DataFrame({"id": [f"r{at}" for at in range(big)], "label": rng.choice(LABELS, big)})
    opened = inspector.open_pair(truth, truth.assign(label=rng.choice(LABELS, big)), "map@1")
    opened.add(truth.assign(label=np.where(rng.random(big) < 0.2, truth["label"], "w_0")), "other")
    sides = {"one": opened.evaluation, "other": opened.submission("other").evaluation}
    for test_rows in (None, 3000):
        luck = ask(sides, public=0.2, test_rows=test_rows)
        parts = ask(sides, public=0.2, test_rows=test_rows, group="id-end")  # each row is a group of its own
        assert (luck.method, parts.method) == ("formula", "simulated")
        for line, other in zip(luck.lines, parts.lines, strict=True):
            exact = (line.deviation_public, line.deviation_private, line.margin, line.first)
            drawn = (other.deviation_public, other.deviation_private, other.margin, other.first)
            assert exact == pytest.approx(drawn, rel=0.06, abs=0.03)
        (_, one), (_, two) = ((found.lines[0], found.lines[1]) for found in (luck, parts))
        assert one.smallest_move == pytest.approx(two.smallest_move, rel=0.06)
        assert (one.behind_public, one.behind_private) == pytest.approx(
            (two.behind_public, two.behind_private), abs=0.03
        )
        assert luck.placed is not None and parts.placed is not None
        assert luck.placed.percentile == pytest.approx(parts.placed.percentile, abs=3)
        assert luck.shakeup == pytest.approx(parts.shakeup, abs=0.02)


def test_under_a_root_a_typed_score_tells_the_same_as_under_its_square() -> None:
    rng = np.random.default_rng(5)
    truth = pd.DataFrame({"id": range(200), "y": rng.normal(size=200), "w": rng.random(200)})
    guess = truth[["id", "y"]].assign(y=truth["y"] + rng.standard_t(3, 200))
    placed = {}
    for name, public in (("rmse", 1.2), ("mse", 1.2**2), ("rmse(weight=w)", 1.2)):
        luck = inspector.open_pair(truth, guess, name, truth_column="y").luck(share=0.25, public=public)
        assert luck.placed is not None
        placed[name] = luck.placed
    assert placed["rmse"].private == pytest.approx(math.sqrt(placed["mse"].private))
    assert (placed["rmse"].private_margin, placed["mse"].private_margin) == (0.0, 0.0)
    assert placed["rmse(weight=w)"].private_margin > 0  # which rows are public matters there


def test_a_typed_score_tells_the_private_one_of_known_rows() -> None:
    luck = ask(under("map@3"), share=0.25, public=0.6)
    (side,) = under("map@3").values()
    assert luck.placed is not None
    assert luck.placed.private == pytest.approx((side.scores.overall - 0.25 * 0.6) / 0.75)
    assert luck.placed.luck == pytest.approx(0.6 - side.scores.overall)
    unseen = ask(under("map@3"), share=0.25, public=0.6, test_rows=400).placed
    assert unseen is not None
    assert unseen.private == 0.6
    spread = side.scores.row.std(ddof=1) * math.sqrt(1 / 100 + 1 / 300)
    assert unseen.private_margin == pytest.approx(1.96 * spread, rel=0.06)


@pytest.fixture
def used() -> Inspection:
    """A truth with a Usage column of 4 public and 8 private rows, and one of neither, and two submissions."""
    usage = ["Public", "Private", "Private"] * 4 + ["late"]
    truth = pd.DataFrame({"id": range(13), "label": ["a"] * 13, "Usage": usage})
    first, second = (["a" if at % step else "b" for at in range(13)] for step in (3, 4))
    opened = inspector.open_pair(truth, pd.DataFrame({"id": range(13), "label": first}), "map@1")
    opened.add(pd.DataFrame({"id": range(13), "label": second}), "second")
    return opened


def test_the_split_of_a_usage_column_is_shown_as_it_is(used: Inspection) -> None:
    sides = {"submission": used.evaluation, "second": used.submission("second").evaluation}
    luck = ask(sides, share=0.7)
    assert luck.is_real
    assert luck.split == Split(public=4, private=8)
    assert [(line.public, line.private) for line in luck.lines] == [(0.0, 1.0), (0.75, 0.75)]
    assert luck.placed is not None
    # All four public rows are the four wrong ones: one split of 495.
    assert luck.placed.percentile == pytest.approx(100 * 0.5 / 495)
    assert (luck.placed.private, luck.shakeup) == (1.0, 0.5)
    assert "real private score is 1.00000" in " ".join(luck.sentences)
    assert not ask(sides, test_rows=50).is_real
    assert not ask(sides, np.array([0, 3, 6])).is_real


def test_where_lower_is_better_all_words_and_chances_follow(monkeypatch: pytest.MonkeyPatch) -> None:
    higher = ask(under("map@3", "one", "two", "three"), public=0.9)
    monkeypatch.setattr(AveragePrecision, "lower_is_better", True)
    lower = ask(under("map@3", "one", "two", "three"), public=0.9)
    assert lower.lower_is_better
    assert higher.placed is not None and lower.placed is not None
    assert lower.placed.luck == pytest.approx(-higher.placed.luck)
    assert lower.placed.percentile == pytest.approx(100 - higher.placed.percentile)
    assert "unlucky by" in lower.sentences[1]
    assert lower.best_two_score < min(line.overall for line in lower.lines) < higher.best_two_score
    assert lower.rival is not None
    assert lower.rival.overall == min(line.overall for line in lower.lines[1:])
    best = max(lower.lines, key=lambda line: line.first)
    assert best.overall == min(line.overall for line in lower.lines)


def test_submissions_that_the_metric_does_not_fit_are_named() -> None:
    opened = inspector.open_pair(TRUTH, RUN, "map@1")
    opened.add(pd.DataFrame({"id": ["a", "b", "c"], "label": ["x", "y", "x"]}), "plain")
    opened.set_metric("gap")
    luck = ask({"submission": opened.evaluation, "plain": opened.submission("plain").evaluation})
    assert luck.refused == ("plain",)
    assert luck.notes[-1] == "Left out, because gap does not fit them: plain."


def test_rows_that_score_the_same_leave_nothing_to_luck() -> None:
    frame = pd.DataFrame({"id": range(9), "label": ["a"] * 9})
    luck = ask({"one": inspector.open_pair(frame, frame, "map@1").evaluation}, public=0.5)
    assert (luck.opened.margin, luck.opened.deviation_public, luck.public_margin) == (0, 0, 0)
    assert luck.sentences[0].endswith("private is 1.00000 as public is: every row scores the same.")
    assert "Luck hardly explains that" in luck.sentences[1]


def test_without_two_scored_rows_there_is_no_answer() -> None:
    with pytest.raises(InputError, match="1 scored row cannot be split"):
        ask(under("map@3"), np.array([3]))
    with pytest.raises(InputError, match="0 scored rows"):
        ask(under("map@3"), np.empty(0, np.int64))
    with pytest.raises(InputError, match="no column 'site'"):
        ask(under("map@3"), group="site")


def test_edits_count() -> None:
    opened = inspector.open_pair(TRUTH, RUN, "map@1")
    before = ask({"one": opened.evaluation}).opened.overall
    opened.edit("b", ["y"])
    assert ask({"one": opened.evaluation}).opened.overall == pytest.approx(before + 1 / 3)


def test_only_few_rows_of_a_mean_are_short_work() -> None:
    """Splits of 2,000 rows take half a second where their scores are too skewed for a formula."""
    (mean,), (other,) = (under(metric).values() for metric in ("map@3", "gap"))
    assert effort(mean, 2) == 2 * 300 * ROWS
    assert effort(other, 1) == 1_000_000


def test_without_an_overall_in_any_part_that_is_said() -> None:
    sides = under("f1(label=w_1)", "one", "two")
    scores = [side.under(sides["one"].metric).scores for side in sides.values()]
    neither = np.logical_and(*(np.isnan(found.row) for found in scores))
    luck = ask(sides, np.flatnonzero(neither), public=0.5)
    assert luck.sentences == ("With 33.3 % of 3 rows public, no split has a score in both parts.",)
    assert luck.placed is None
    assert math.isnan(luck.opened.margin)
    assert math.isnan(luck.lines[1].first)
    assert math.isnan(luck.shakeup)


def test_infinite_scores_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    sides = {name: side.snapshot() for name, side in under("map@3", "one", "two").items()}
    sides["two"].scores.row[3] = np.inf
    with pytest.raises(InputError, match="finite row scores"):
        ask(sides)


def test_rows_that_all_score_the_same_have_no_spread() -> None:
    truth = {f"q{at}": {"x": 1} for at in range(100)}
    third = {id_: {"a": 3.0, "b": 2.0, "x": 1.0} for id_ in truth}
    luck = inspector.open_pair(truth, third, "map@3").luck(public=0.4)
    assert luck.opened.margin == luck.opened.mean_gap == 0
    assert "every row scores the same" in luck.sentences[0]
    assert not any("On average" in sentence for sentence in luck.sentences)


def test_a_typed_score_is_placed_nowhere_where_no_split_has_one() -> None:
    truth = {f"q{at}": {"x": 1} if at == 0 else {} for at in range(300)}
    luck = inspector.open_pair(
        pd.DataFrame({"id": [*truth], "label": ["x" if labels else "" for labels in truth.values()]}),
        {id_: {"y": 0.5} for id_ in truth},
        "gap",
    ).luck(share=0.01, public=0.5)
    assert all("nan" not in sentence for sentence in luck.sentences)


def test_a_large_unseen_test_is_drawn_at_once() -> None:
    luck = pair().luck(test_rows=10**9)
    assert luck.split.size == 10**9
    assert 0 < luck.opened.margin < 1


def test_means_of_rare_hits_are_not_taken_as_normal() -> None:
    truth = {f"q{at}": {"x": 1} for at in range(2_000)}
    run_ = {id_: {"x" if id_ == "q7" else "y": 1.0} for id_ in truth}
    placed = inspector.open_pair(truth, run_, "map@1").luck(share=0.3, public=0.0).placed
    assert placed is not None
    assert placed.percentile == pytest.approx(
        35, abs=2
    )  # 70 of 100 splits have the one hit in private; ties count half
