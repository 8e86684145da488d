"""Real submissions compared: every count equals that of a naive loop, and both directions agree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats

import inspector
from inspector import Inspection
from inspector.core.comparison.comparison import Comparison
from inspector.core.comparison.judging import DrawOptions
from inspector.core.statistics.verdict import Verdict
from inspector.core.task import drain

HUMPBACK = ("submission_0.842", "submission_0.866", "submission_0.894")


@pytest.fixture(scope="module")
def whales(real_data: Path) -> Inspection:
    """The submissions of Humpback Whale Identification with the test labels that are known."""
    folder = real_data / "humpback"
    first, *others = (folder / f"{name}.csv" for name in HUMPBACK)
    opened = inspector.open_pair(folder / "known_test_labels.csv", first, "map@5")
    for path in others:
        opened.add(path)
    opened.baseline = HUMPBACK[0]
    return opened


@pytest.fixture(scope="module")
def landmarks(real_data: Path) -> Inspection:
    """Both landmark submissions; the truth, which is not public, is what one or, in each third row, the other says."""
    folder = real_data / "landmark_2018"
    tables = [pd.read_csv(folder / f"submission_{score}.csv", dtype=str, nrows=6_000) for score in ("0.073", "0.084")]
    labels = [table.landmarks.fillna("").str.split().str[0].fillna("") for table in tables]
    truth = pd.DataFrame({"id": tables[0].id, "label": np.where(np.arange(6_000) % 3, *labels)})
    opened = inspector.open_pair(truth, tables[0], "gap")
    opened.add(tables[1], "b")
    opened.baseline = "b"
    return opened


@pytest.fixture(scope="module")
def runs(real_data: Path) -> Inspection:
    """The run of trec_eval's test, and the same with the documents of each topic in another order."""
    folder = real_data / "trec_eval"
    opened = inspector.open_pair(folder / "qrels.test", folder / "results.test", "map(divisor=m)")
    lines = [line.split() for line in (folder / "results.test").read_text().splitlines()]
    other: dict[str, dict[str, float]] = {}
    for topic, _, document, _, score, _ in lines:
        other.setdefault(topic, {})[document] = float(score) + len(document) % 3
    opened.add(other, "other")
    opened.baseline = "other"
    return opened


def naive(opened: Inspection, name: str) -> tuple[int, int, int]:
    """How many rows of a submission score better, worse and the same as in the baseline."""
    after = opened.submission(name).under(opened.metric).scores.row.tolist()
    before = opened.submission(opened.baseline).under(opened.metric).scores.row.tolist()
    counts = [0, 0, 0]
    for new, old in zip(after, before, strict=True):
        if new == new and old == old:
            counts[2 if abs(new - old) < 1e-13 else int(new < old)] += 1
    return counts[0], counts[1], counts[2]


def directions(opened: Inspection, **draws: int) -> Iterator[Verdict]:
    """The open submission against its baseline, and the other way round."""
    comparison = Comparison.of(opened.evaluation)
    for sides in ((comparison.opened, comparison.baseline), (comparison.baseline, comparison.opened)):
        yield drain(Comparison(*sides).verdict_task(None, DrawOptions(**draws)))  # type: ignore[arg-type]


@pytest.mark.parametrize("metric", ["map@5", "mrr", "recall@5", "ndcg@3", "f1(average=micro)@1"])
def test_whales_are_counted_as_by_a_naive_loop(whales: Inspection, metric: str) -> None:
    whales.set_metric(metric)
    lines = whales.compare(resamples=200).set_index("name")
    for name in HUMPBACK:
        assert tuple(lines.loc[name, ["better", "worse", "same"]]) == naive(whales, name)
    assert lines.delta[HUMPBACK[2]] == pytest.approx(lines.overall[HUMPBACK[2]] - lines.overall[HUMPBACK[0]])


def test_whales_are_tested_as_scipy_does(whales: Inspection) -> None:
    whales.set_metric("map@5")
    line = whales.compare().set_index("name").loc[HUMPBACK[2]]
    rows = whales.differences(HUMPBACK[2])
    oracle = stats.ttest_rel(rows.score, rows.baseline_score)
    assert (line.t, line.p_t) == pytest.approx((oracle.statistic, oracle.pvalue))
    moved = rows.delta[rows.delta != 0].to_numpy()
    resampled = stats.permutation_test(
        (moved,), np.sum, permutation_type="samples", n_resamples=20_000, rng=np.random.default_rng(1)
    )
    assert line.p == pytest.approx(resampled.pvalue, abs=3e-3)
    drawn = stats.bootstrap(
        (rows.delta,), np.mean, n_resamples=5_000, method="percentile", rng=np.random.default_rng(1)
    )
    assert line.interval == pytest.approx(tuple(drawn.confidence_interval), abs=2e-3)


def test_landmarks_are_compared_in_both_directions(landmarks: Inspection) -> None:
    there, back = directions(landmarks, resamples=60)
    assert (there.better, there.worse, there.same) == naive(landmarks, landmarks.open_submission.name)
    assert (back.better, back.worse, back.same) == (there.worse, there.better, there.same)
    assert there.delta == pytest.approx(landmarks.evaluation.delta)
    assert there.delta == pytest.approx(-back.delta)
    assert there.interval[0] < there.delta < there.interval[1]
    assert (there.test, there.verdict, back.verdict) == ("swapped ranks", "better", "worse")


def test_two_trec_runs_are_too_few_topics_for_a_verdict(runs: Inspection) -> None:
    there, back = directions(runs)
    assert (there.better, there.worse, there.same) == naive(runs, runs.open_submission.name)
    assert (there.n, there.verdict) == (3, "undecided")
    moved = runs.differences().delta.to_numpy()
    signs = 1 - 2 * (np.arange(8)[:, None] >> np.arange(3) & 1)
    assert there.p_exact == back.p_exact == (np.abs(signs @ moved) >= abs(moved.sum()) - 1e-12).mean()
    assert there.delta == pytest.approx(-back.delta)


def test_one_overall_has_the_interval_that_scipy_gives_it(whales: Inspection) -> None:
    row = whales.evaluation.scores.row
    wanted = stats.bootstrap((row,), np.mean, method="percentile", n_resamples=4_999, rng=1).confidence_interval
    assert whales.interval() == pytest.approx(tuple(wanted), abs=0.05 * (wanted.high - wanted.low))


def test_the_interval_of_a_real_gap_is_that_of_rows_scored_anew(landmarks: Inspection) -> None:
    evaluation, rng, drawn = landmarks.evaluation, np.random.default_rng(0), []
    evidence = evaluation.scores.evidence(evaluation.all_rows, lambda: evaluation.batch(evaluation.all_rows))
    for _ in range(600):
        times = np.bincount(rng.integers(0, 6_000, 6_000), minlength=6_000)
        hit = np.repeat(evidence.hit, times[evidence.row])
        drawn.append((np.cumsum(hit)[hit] / (np.flatnonzero(hit) + 1)).sum() / (times @ evidence.truths))
    low, high = np.quantile(drawn, [0.025, 0.975])
    found = landmarks.interval()
    assert found == pytest.approx((low, high), abs=0.15 * (high - low))
    assert found[0] < landmarks.overall < found[1]
