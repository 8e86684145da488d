"""The interval of one overall: published values, other implementations, its coverage, and laws."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

import inspector
from inspector import InputError, Inspection
from inspector.core.comparison.estimate import Estimate
from inspector.core.comparison.interval import Uncertainty, interval_task
from inspector.core.comparison.judging import DrawOptions
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import parse
from inspector.core.statistics.bootstrap import bootstrap_mean
from inspector.core.statistics.counted import Counted
from inspector.core.task import drain

LABELS = [f"w_{number}" for number in range(8)]
ROWS = 60
# How the interval of each kind of overall is made.
METHODS = {
    "map@3": "bootstrap",
    "map@1": "wilson",
    "map(missing=skip)@3": "bootstrap",
    "f1(average=micro)": "bootstrap",
    "f1(label=w_1)": "bootstrap",
    "precision(average=macro)@2": "bootstrap",
    "f1(average=weighted, labels=both)": "bootstrap",
    "gap": "bootstrap",
    "gmap": "bootstrap",
    "map(group=id-end)@3": "bootstrap",
    "fmax": "none",
    "cmap": "none",
    "f1(average=micro, group=id-end)": "bootstrap",
    "f1(average=macro, group=id-end)": "none",
}


def pair(rows: np.ndarray, metric: str = "map@3") -> Inspection:
    """Some rows of a truth and a submission that lacks one; six groups, named by the ends of the ids."""
    rng = np.random.default_rng(1)
    truth = {f"q{at}-{at % 6}": {LABELS[at % 5]: 1, LABELS[at * 3 % 7]: 1} for at in range(ROWS)}
    lists = [dict(zip(rng.choice(LABELS, 3, False).tolist(), rng.random(3).tolist(), strict=True)) for _ in truth]
    run = dict(zip(truth, lists, strict=True))
    del run["q9-3"]
    ids = [id_ for at, id_ in enumerate(truth) if at in set(rows.tolist())]
    order = sorted(ids, key=lambda id_: rows.tolist().index(int(id_[1 : id_.index("-")])))
    return inspector.open_pair({id_: truth[id_] for id_ in order}, {i: run[i] for i in order if i in run}, metric)


@cache
def whole() -> Inspection:
    return pair(np.arange(ROWS))


def under(metric: str) -> Evaluation:
    return whole().evaluation.under(parse(metric))


def estimate(evaluation: Evaluation, rows: np.ndarray | None = None, **draws: object) -> Estimate:
    return drain(interval_task(evaluation, rows, DrawOptions(**{"resamples": 300, **draws})))  # type: ignore[arg-type]


def hits(flags: list[float]) -> Inspection:
    """A pair whose rows score 1 or 0 under map@1."""
    truth = {f"q{at}": {"a": 1} for at in range(len(flags))}
    return inspector.open_pair(
        truth, {id_: {"a" if flag else "b": 1.0} for id_, flag in zip(truth, flags, strict=True)}, "map@1"
    )


@pytest.mark.parametrize("metric", METHODS)
def test_each_kind_of_overall_has_its_interval_or_a_reason(metric: str) -> None:
    found = estimate(under(metric))
    assert found.method == METHODS[metric]
    assert found.overall == pytest.approx(under(metric).scores.overall, abs=1e-12)
    if found.method == "none":
        assert found.words == (
            f"There is no interval: for {under(metric).metric}, all rows of every draw would have to be scored anew."
        )
        assert math.isnan(found.ends[0])
        assert found.short == ""
    else:
        assert found.ends[0] < found.ends[1]
        assert found.words.startswith(f"95 % interval of the overall: {found.ends[0]:.4f} to {found.ends[1]:.4f}. ")


@pytest.mark.parametrize(
    ("right", "rows", "ends"), [(17, 20, (0.6396, 0.9476)), (5, 5, (0.5655, 1)), (19, 38, (0.3485, 0.6515))]
)
def test_a_hit_rate_has_wilsons_published_interval(right: int, rows: int, ends: tuple[float, float]) -> None:
    opened = hits([1.0] * right + [0.0] * (rows - right))
    assert opened.interval() == pytest.approx(ends, abs=5e-5)
    assert estimate(opened.evaluation).made.startswith("Wilson's interval of a hit rate, because each of")


def test_whole_groups_spread_as_the_clustered_standard_error_says() -> None:
    """Miller 2024: twelve scores in four groups have .2165, and a hundred groups like these a fifth of it."""
    flags = [1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0, 0.0] * 25
    truth = {f"g{at // 3}-{at}": {"a": 1} for at in range(300)}
    run = {id_: {"a" if flag else "b": 1.0} for id_, flag in zip(truth, flags, strict=True)}
    low, high = inspector.open_pair(truth, run, "map@1").interval(group="id-start")
    assert (high - low) / 2 == pytest.approx(1.96 * 0.21650635094610968 / 5, rel=0.05)


def test_the_interval_of_a_mean_is_scipys() -> None:
    row = under("map@3").scores.row
    wanted = stats.bootstrap((row,), np.mean, method="percentile", n_resamples=9_999, rng=1).confidence_interval
    found = estimate(under("map@3"), resamples=10_000)
    assert found.ends == pytest.approx(tuple(wanted), abs=0.03 * (wanted.high - wanted.low))


def test_the_interval_of_micro_f_is_scipys() -> None:
    evaluation = under("f1(average=micro)")
    counts = evaluation.metric.counts_of_rows(evaluation.batch(evaluation.all_rows))

    def f1(tp, fp, fn, axis):
        sums = [part.sum(axis=axis) for part in (tp, fp, fn)]
        return 2 * sums[0] / (2 * sums[0] + sums[1] + sums[2])

    wanted = stats.bootstrap(
        tuple(counts), f1, method="percentile", paired=True, n_resamples=4_999, rng=1
    ).confidence_interval
    found = estimate(evaluation, resamples=5_000)
    assert found.ends == pytest.approx(tuple(wanted), abs=0.05 * (wanted.high - wanted.low))


@pytest.mark.parametrize("group", ["", "id-end"])
def test_the_interval_of_gap_is_that_of_lists_scored_anew(group: str) -> None:
    evaluation, rng = under("gap"), np.random.default_rng(3)
    evidence = evaluation.scores.evidence(evaluation.all_rows, lambda: evaluation.batch(evaluation.all_rows))
    unit = evaluation.table.groups(group).of_row if group else evaluation.all_rows
    drawn, units = [], int(unit.max()) + 1
    for _ in range(300):
        times = np.bincount(rng.integers(0, units, units), minlength=units)[unit]
        hit = np.repeat(evidence.hit, times[evidence.row])
        precision = np.cumsum(hit) / np.arange(1, len(hit) + 1)
        drawn.append((precision * hit).sum() / (times @ evidence.truths))
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert estimate(evaluation, group=group).ends == pytest.approx((low, high), abs=0.15 * (high - low))


@pytest.mark.parametrize("group", ["", "id-end"])
def test_the_interval_of_a_geometric_mean_is_that_of_drawn_rows(group: str) -> None:
    evaluation, rng, drawn = under("gmap"), np.random.default_rng(3), []
    unit = evaluation.table.groups(group).of_row if group else evaluation.all_rows
    members = [np.flatnonzero(unit == number) for number in range(int(unit.max()) + 1)]
    for _ in range(2_000):
        rows = np.concatenate([members[number] for number in rng.integers(0, len(members), len(members))])
        drawn.append(math.exp(np.log(np.maximum(evaluation.scores.row[rows], 1e-5)).mean()))
    low, high = np.quantile(drawn, [0.025, 0.975])
    assert estimate(evaluation, group=group, resamples=2_000).ends == pytest.approx((low, high), abs=0.1 * (high - low))


@pytest.mark.slow
def test_95_of_100_intervals_hold_the_truth() -> None:
    rng, scores, held = np.random.default_rng(0), np.array([0.0, 0.2, 0.25, 0.5, 1.0]), 0
    chances = np.array([0.4, 0.1, 0.1, 0.1, 0.3])
    samples = rng.multinomial(120, chances, 2_000)
    for seed, counts in enumerate(samples):
        low, high = bootstrap_mean(Counted(scores, counts), resamples=300, seed=seed).ends
        held += low <= scores @ chances <= high
    assert held / 2_000 == pytest.approx(0.945, abs=0.015)


@settings(max_examples=10)
@given(order=st.permutations(range(ROWS)), metric=st.sampled_from(["map@3", "map@1", "f1(average=micro)"]))
def test_the_order_of_the_rows_does_not_matter(order: list[int], metric: str) -> None:
    assert estimate(pair(np.array(order), metric).evaluation).ends == estimate(under(metric)).ends


@pytest.mark.parametrize("group", ["", "id-end"])
def test_rows_that_all_score_the_same_have_an_interval_without_width(group: str) -> None:
    truth = {f"q{at}-{at % 4}": {"a": 1} for at in range(20)}
    found = estimate(
        inspector.open_pair(truth, {id_: {"b": 2.0, "a": 1.0} for id_ in truth}, "map@2").evaluation, group=group
    )
    assert found.ends == (0.5, 0.5)
    assert found.short == "0.5000–0.5000"


@pytest.mark.parametrize("metric", METHODS)
def test_groups_of_one_row_are_rows(metric: str) -> None:
    found = estimate(under(metric), group="id-start")
    assert found.ends == pytest.approx(estimate(under(metric)).ends, nan_ok=True, abs=0)
    if found.method == "bootstrap":
        assert "rows, each a group of id-start by itself, were drawn again 300 times" in found.made
        assert "few groups" not in found.words


@pytest.mark.parametrize("metric", METHODS)
def test_groups_of_several_rows_are_drawn_whole(metric: str) -> None:
    found = estimate(under(metric), group="id-end")
    if METHODS[metric] != "none":
        assert found.ends != estimate(under(metric)).ends
        assert f"whole groups of id-end, 6 with {found.n} rows, were drawn again 300 times, seed 0" in found.made
        assert "With so few groups it is rather too short." in found.words
        assert found.brief.endswith("drawn again 300 times, seed 0. With so few groups it is rather too short)")


@pytest.mark.parametrize("metric", METHODS)
def test_a_filter_has_the_interval_of_its_rows_alone(metric: str) -> None:
    rows = np.arange(1, ROWS, 2)
    alone = pair(rows).evaluation.under(parse(metric))
    found = estimate(under(metric), rows[::-1])
    assert found.overall == pytest.approx(alone.scores.overall, abs=1e-12)
    assert found.ends == pytest.approx(estimate(alone).ends, nan_ok=True, abs=1e-12)
    assert found.n == estimate(alone).n


def test_the_interface_follows_filter_and_edits() -> None:
    opened = pair(np.arange(ROWS))
    plain = opened.interval(seed=1)
    assert plain == opened.interval(None, 1) != opened.interval(seed=2)
    opened.edit("q0-0", ["w_0"])
    assert opened.interval(seed=1) > plain
    opened.undo()
    assert opened.interval(seed=1) == plain
    opened.narrow("score<0.5")
    rows = np.sort(opened.state.order.rows)
    assert opened.interval() == drain(interval_task(opened.evaluation, rows)).ends
    assert opened.interval()[1] < plain[1]


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(InputError, match="to group by"):
        whole().interval("colour")


@pytest.mark.parametrize(
    ("rows", "group", "why"),
    [
        ([3], "", "one row says nothing about others"),
        ([3], "id-end", "one row says nothing about others"),
        ([], "", "no row is scored"),
        ([], "id-end", "no row is scored"),
        ([3, 9, 15], "id-end", "all rows are in one group, which says nothing about others"),
    ],
)
@pytest.mark.parametrize("metric", ["map@3", "gap"])
def test_too_few_rows_have_no_interval(rows: list[int], group: str, why: str, metric: str) -> None:
    found = estimate(under(metric), np.array(rows, int), group=group)
    assert (found.why, found.method, found.n) == (why, "none", len(rows))
    assert math.isnan(found.overall) == (not rows)


def test_the_normal_interval_is_told_from_200_rows_on() -> None:
    truth = {f"q{at}": {"a": 1} for at in range(200)}
    run = {id_: {"b": 2.0, "a": 1.0} if at % 3 else {"a": 1.0} for at, id_ in enumerate(truth)}
    found = estimate(inspector.open_pair(truth, run, "map@2").evaluation)
    row = np.where(np.arange(200) % 3, 0.5, 1.0)
    reach = 1.959964 * row.std(ddof=1) / math.sqrt(200)
    assert found.check == pytest.approx((row.mean() - reach, row.mean() + reach), abs=1e-6)
    assert found.words.endswith(f"The normal interval is {found.check[0]:.4f} to {found.check[1]:.4f}.")


@pytest.mark.parametrize("asked", [(0, 1, 2), (0, 2), (2,), (0,)], ids=str)
def test_edits_are_followed_whether_or_not_each_was_asked_about(asked: tuple[int, ...]) -> None:
    opened = pair(np.arange(ROWS), "map(missing=skip)@3")
    following = Uncertainty(opened.evaluation)
    if 0 in asked:
        drain(following.task())
    for number, (row, labels) in enumerate([(9, ["w_4"]), (11, ["w_1", "w_5"]), (11, ["w_7"]), (9, [])], 1):
        opened.edit(opened.evaluation.table.id(row), labels)
        following = following.follow(opened.evaluation, np.array([row]))
        if number in asked:
            drain(following.task())
    assert drain(following.task()) == drain(interval_task(opened.evaluation))


@pytest.mark.parametrize("label", ["x", "y"])
def test_one_row_has_no_interval_whatever_it_scores(label: str) -> None:
    truth, given = (pd.DataFrame({"id": ["a"], "label": [one]}) for one in ("x", label))
    found = drain(Uncertainty(inspector.open_pair(truth, given, "map@1").evaluation).task())
    assert (found.has_interval, found.words) == (False, "There is no interval: one row says nothing about others.")


def test_a_huge_interval_has_exponents() -> None:
    found = Estimate(overall=3.851e13, n=9, ends=(3.2979004e13, 4.4192e13), method="bootstrap")
    assert (found.short, found.told) == ("3.298e+13–4.419e+13", "3.851e+13 (3.298e+13–4.419e+13)")


def test_rows_with_finite_scores_have_an_interval_beside_infinite_ones() -> None:
    truth = pd.DataFrame({"id": [*"abcde"], "y": [1, 0, 1, 0, 1]})
    chances = truth.assign(y=[0.0, 0.2, 0.7, 0.4, 0.6])
    found = inspector.open_pair(truth, chances, "logloss(clip=none)")
    alone = inspector.open_pair(truth[1:], chances[1:], "logloss(clip=none)")
    assert np.isnan(found.interval()).all()
    found.narrow("id!=a")
    assert found.interval() == alone.interval()


def test_an_end_that_rounds_to_nothing_has_no_sign() -> None:
    found = Estimate(overall=-0.0, n=9, ends=(-0.0, -0.0), method="bootstrap")
    assert (found.brief.partition("  (")[0], found.told) == ("0.0000 to 0.0000", "0.0000 (0.0000–0.0000)")
