"""Two submissions row by row: the verdict fits the metric, and both directions of a comparison agree."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from core.metrics.metric_strategies import LABEL_FAMILIES, OF_ONE_CLASS
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector
from inspector import InputError, Inspection
from inspector.core.comparison.comparison import Comparison
from inspector.core.comparison.judging import DrawOptions
from inspector.core.data.evidence import RowSums
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import as_loaded, baseline_of
from inspector.core.metrics import parse
from inspector.core.statistics.verdict import Verdict
from inspector.core.task import drain

LABELS = [f"w_{number}" for number in range(8)]
ROWS = 40
# The test that each kind of overall gets.
TESTS = {
    "map@3": "sign-flip",
    "map(missing=skip)@3": "sign-flip",
    "f1": "sign-flip",
    "f1(average=micro)": "swapped rows",
    "f1(label=w_1)": "swapped rows",
    "recall(average=pooled)@2": "swapped rows",
    "precision(average=macro)@2": "bootstrap",
    "f1(average=weighted, labels=both)": "bootstrap",
    "gap": "swapped ranks",
    "gap(divisor=labels, missing=skip)": "swapped ranks",
    "mcc(missing=skip)": "bootstrap",
    "balancedaccuracy(adjusted=yes)": "bootstrap",
    "gmap": "none",
    "fmax": "none",
    "cmap": "none",
    "map(group=id-start)@3": "none",
    "f1(average=micro, group=id-start)": "swapped rows",
}


def run(seed: int, rows: int) -> dict[str, dict[str, float]]:
    """Three labels for each of some rows, at random."""
    rng = np.random.default_rng(seed)
    return {
        f"q{at}": {label: float(rng.random()) for label in rng.choice(LABELS, 3, False).tolist()} for at in range(rows)
    }


@cache
def two(single: bool = False) -> Inspection:
    """A truth of 40 rows with the submission "submission", which lacks two, and "b", which lacks one and is the
    baseline; single: with one truth label in each row."""
    truth = {f"q{at}": {LABELS[at % 5]: 1} | ({} if single else {LABELS[at * 3 % 7]: 1}) for at in range(ROWS)}
    opened = inspector.open_pair(truth, run(1, ROWS - 2), "map@3")
    opened.add(run(2, ROWS - 1), "b")
    opened.baseline = "b"
    return opened


def both(metric: str) -> tuple[Evaluation, Evaluation]:
    """The open submission and its baseline under a metric."""
    now = two(parse(metric).name in OF_ONE_CLASS).evaluation.under(parse(metric))
    return now, baseline_of(now)


def judged(opened: Evaluation, baseline: Evaluation, rows: np.ndarray | None = None, **draws: object) -> Verdict:
    return drain(Comparison(opened, baseline).verdict_task(rows, DrawOptions(resamples=200, **draws)))  # type: ignore[arg-type]


@pytest.mark.parametrize("metric", TESTS)
def test_each_kind_of_overall_has_its_test_and_its_difference(metric: str) -> None:
    opened, baseline = both(metric)
    verdict = judged(opened, baseline)
    assert verdict.test == TESTS[metric]
    if "skip" not in metric:
        assert verdict.delta == pytest.approx(opened.scores.overall - baseline.scores.overall, abs=1e-12)
        assert (verdict.n, verdict.unpaired) == (ROWS, 0) or "label" in metric


@pytest.mark.parametrize("metric", TESTS)
def test_the_other_direction_is_the_mirror_image(metric: str) -> None:
    opened, baseline = both(metric)
    there, back = judged(opened, baseline), judged(baseline, opened)
    mirrored = back.turned()
    assert there.interval == mirrored.interval or there.test == "none"
    assert (there.delta, there.verdict) == (mirrored.delta, mirrored.verdict)
    assert (there.better, there.worse, there.same, there.n) == (back.worse, back.better, back.same, back.n)
    assert there.best_p == pytest.approx(back.best_p, nan_ok=True, rel=0, abs=0)


@pytest.mark.parametrize("metric", TESTS)
def test_a_submission_and_itself_are_the_same_with_p_1(metric: str) -> None:
    opened, _ = both(metric)
    for other in (opened, as_loaded(opened)):
        verdict = judged(opened, other)
        assert (verdict.delta, verdict.interval, verdict.p, verdict.verdict) == (0.0, (0.0, 0.0), 1.0, "equivalent")
        assert "score the same in all" in verdict.words()


@pytest.mark.parametrize("metric", ["gmap", "gap", "map@3", "f1(average=micro)"])
def test_two_files_alike_are_the_same_with_p_1(metric: str) -> None:
    pair = inspector.open_pair({f"q{at}": {LABELS[at % 5]: 1} for at in range(ROWS)}, run(1, ROWS), metric)
    pair.add(run(1, ROWS), "alike")
    verdict = judged(pair.submission("alike").evaluation, pair.evaluation)
    assert (verdict.delta, verdict.interval, verdict.p, verdict.verdict) == (0.0, (0.0, 0.0), 1.0, "equivalent")


@pytest.mark.parametrize("metric", TESTS)
def test_rows_that_are_better_and_worse_are_those_of_a_naive_loop(metric: str) -> None:
    opened, baseline = both(metric)
    rows = np.arange(3, ROWS, 2)[::-1]
    before, after = baseline.scores.row[rows].tolist(), opened.scores.row[rows].tolist()
    better = sum(new > old + 1e-12 for old, new in zip(before, after, strict=True))
    worse = sum(new < old - 1e-12 for old, new in zip(before, after, strict=True))
    verdict = judged(opened, baseline, rows)
    assert (verdict.better, verdict.worse) == (better, worse)
    differences = Comparison(opened, baseline).differences(rows)
    assert ((differences > 0).sum(), (differences < 0).sum()) == (better, worse)


@pytest.mark.parametrize("metric", TESTS)
def test_a_filter_compares_what_the_rows_alone_would_score(metric: str) -> None:
    opened, baseline = both(metric)
    rows = np.arange(1, ROWS - 3, 2)
    after, before = (side.scores.part(rows, lambda side=side: side.batch(rows)) for side in (opened, baseline))
    verdict = judged(opened, baseline, rows)
    assert (verdict.overall, verdict.baseline_overall) == pytest.approx((after, before), abs=1e-12)


@pytest.mark.parametrize("name", LABEL_FAMILIES)
def test_a_metric_says_truly_whether_its_overall_is_the_mean_of_the_rows(name: str) -> None:
    scores = both(name if LABEL_FAMILIES[name].takes_k is False or name == "f" else f"{name}@3")[0].scores
    if scores.is_mean:
        assert scores.overall == pytest.approx(float(np.nanmean(scores.row)), abs=1e-12)


POOLED = [metric for metric, test in TESTS.items() if test == "swapped rows"]


@pytest.mark.parametrize("metric", [*POOLED, "f1(average=micro, missing=skip)"])
def test_the_sums_of_a_pooled_overall_give_the_overall(metric: str) -> None:
    opened, _ = both(metric)
    evidence = opened.scores.evidence(opened.all_rows, lambda: opened.batch(opened.all_rows))
    assert isinstance(evidence, RowSums)
    sums = evidence.counts.sum(axis=1, keepdims=True)
    assert evidence.overall(sums) == pytest.approx([opened.scores.overall])


def test_the_interval_finds_a_better_submission_where_there_is_no_p() -> None:
    truth = {f"q{at}": LABELS[at % 5] for at in range(60)}
    pair = inspector.open_pair(truth, {id_: label if at % 3 else "x" for at, (id_, label) in enumerate(truth.items())})
    pair.set_metric("f1(average=macro)")
    pair.add(truth, "perfect")
    better = judged(pair.submission("perfect").evaluation, pair.evaluation)
    assert (better.verdict, better.test, better.best_p != better.best_p) == ("better", "bootstrap", True)
    assert judged(pair.evaluation, pair.submission("perfect").evaluation).verdict == "worse"
    assert "the interval decides" in better.words()


def test_an_overall_without_a_test_says_so_in_words() -> None:
    words = judged(*both("gmap")).words("a", "b")
    assert "there is no test for this metric" in words
    assert "nan" not in words
    assert words.startswith(("a is above b, +", "a is below b, −"))


edits = st.lists(
    st.tuples(st.integers(0, ROWS - 1), st.lists(st.sampled_from(LABELS), max_size=3, unique=True)), max_size=4
)


@pytest.mark.parametrize("metric", ["map@3", "gap"])
@given(edits)
@settings(max_examples=8)
def test_a_comparison_that_follows_edits_is_that_of_fresh_scores(metric: str, changes: list) -> None:
    pair = two()
    pair.set_metric(metric)
    comparison = Comparison.of(pair.evaluation)
    assert comparison.codes is comparison.codes
    for row, labels in changes:
        pair.edit(f"q{row}", labels, [0.5] * len(labels))
        comparison = comparison.follow(pair.evaluation, np.array([row]))
    fresh = Comparison.of(pair.evaluation)
    assert comparison.differences() == pytest.approx(fresh.differences(), abs=1e-15, rel=1e-13, nan_ok=True)
    assert np.array_equal(comparison.differences() > 0, fresh.differences() > 0)
    assert np.array_equal(comparison.differences() < 0, fresh.differences() < 0)
    for _ in changes:
        pair.undo()
    pair.set_metric("map@3")


def test_an_edit_codes_only_its_own_rows_again() -> None:
    pair = two()
    comparison = Comparison.of(pair.evaluation)
    comparison.codes  # noqa: B018  # is coded at its first use
    assert "codes" in vars(comparison.follow(pair.evaluation, np.array([1])))
    assert "codes" not in vars(comparison.follow(pair.evaluation))


def test_filters_that_were_tried_are_counted_and_kept_over_edits() -> None:
    comparison = Comparison.of(two().evaluation)
    tried = comparison.trying("score<0.2").trying(" ").trying("score<0.2 ").trying("rank=1")
    assert (len(comparison.tried), len(tried.tried)) == (0, 2)
    assert len(tried.follow(two().evaluation, np.array([0])).tried) == 2
    assert not Comparison.of(two().evaluation).tried


def test_rows_of_one_side_alone_are_counted_with_those_that_edits_add() -> None:
    pair = two()
    assert Comparison.of(pair.evaluation).lacking() == (0, 1)
    pair.edit(f"q{ROWS - 1}", ["w_1"])
    assert Comparison.of(pair.evaluation).lacking() == (1, 1)
    assert Comparison.of(pair.evaluation).lacking(np.array([ROWS - 1])) == (1, 0)
    pair.undo()


def test_rows_that_not_both_score_are_unpaired() -> None:
    opened, baseline = both("map(missing=skip)@3")
    verdict = judged(opened, baseline)
    assert (verdict.n, verdict.unpaired) == (ROWS - 2, 2)
    assert not Comparison(opened, baseline).paired()[ROWS - 2 :].any()


def test_a_snapshot_is_not_changed_by_later_edits() -> None:
    pair = two()
    pair.set_metric("gap")
    comparison = Comparison.of(pair.evaluation)
    frozen, before = comparison.snapshot(), judged(comparison.opened, comparison.baseline)
    pair.edit("q0", ["w_7"], [0.9])
    # From Python 3.13 on, a dataclass that holds NaN does not equal itself.
    assert repr(drain(frozen.verdict_task(None, DrawOptions(resamples=200)))) == repr(before)
    pair.undo()
    pair.set_metric("map@3")


def test_groups_are_drawn_whole_and_refused_where_there_is_no_such_test() -> None:
    opened, baseline = both("map@3")
    assert judged(opened, baseline, group="id-start").test == "sign-flip of groups"
    with pytest.raises(InputError, match="no column 'nothing' to group by"):
        judged(opened, baseline, group="nothing")
    with pytest.raises(InputError, match="no test by groups for gap"):
        judged(*both("gap"), group="id-start")


def test_where_lower_is_better_the_words_turn_and_the_numbers_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    opened, baseline = both("map@3")
    usual = judged(opened, baseline)
    monkeypatch.setattr(type(opened.metric), "lower_is_better", True)
    turned = judged(opened, baseline)
    back = replace(turned, better=turned.worse, worse=turned.better, verdict=usual.verdict, is_loss=False)
    assert turned.is_loss
    assert repr(back) == repr(usual)  # as above: it holds NaN
