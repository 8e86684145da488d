"""Published and enumerated cases of paired tests; each says where it comes from.

Not here: Tukey's HSD is unpaired; sacrebleu's needs BLEU; splits and shake-ups are no comparison of two submissions.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from inspector.core.statistics.cells import Cells
from inspector.core.statistics.clusters import Clusters
from inspector.core.statistics.counted import Counted
from inspector.core.statistics.gap import Listing, judge_gap
from inspector.core.statistics.intervals import wilson
from inspector.core.statistics.judge import judge
from inspector.core.statistics.testing.corrections import benjamini_hochberg, holm, step_down
from inspector.core.statistics.testing.paired_tests import (
    equivalence_interval,
    equivalence_p,
    mcnemar_chi2,
    paired_t,
    sign_test,
    wilcoxon,
)
from inspector.core.statistics.testing.sign_flip import sign_flip
from inspector.core.task import drain

CASES: dict[str, Any] = json.loads((Path(__file__).parent / "golden.json").read_text(encoding="utf-8"))


def case(name: str) -> tuple[Any, Any]:
    return CASES[name]["inputs"], CASES[name]["expected"]


def test_darwins_plants() -> None:
    inputs, expected = case("darwin_zea")
    d = Counted.of(np.array(inputs["d"], float))
    assert sign_flip(d).exact == pytest.approx(expected["permutation_p_two"], abs=1e-12)
    assert sign_flip(d).p == pytest.approx(expected["permutation_p_two"], abs=0.006)
    assert paired_t(d).statistic == pytest.approx(expected["t"], abs=1e-12)
    assert paired_t(d).p == pytest.approx(expected["t_p"], abs=1e-12)
    assert wilcoxon(d).statistic == expected["wilcoxon_stat"]
    assert wilcoxon(d).p == pytest.approx(expected["wilcoxon_p"], abs=1e-12)
    assert wilcoxon(d, exact=False).p == pytest.approx(expected["wilcoxon_asymptotic_p"], abs=1e-12)


def test_sums_that_rounding_tells_apart_count_as_equal() -> None:
    inputs, expected = case("float_tie_trap")
    flips = sign_flip(Counted.of(np.array(inputs["d"])))
    assert flips.exact == expected["exact"]
    assert flips.p == pytest.approx(expected["exact"], abs=0.007)


def test_ranks_of_differences_that_rounding_tells_apart_are_shared() -> None:
    inputs, expected = case("wilcoxon_float_ties")
    found = wilcoxon(Cells.of(np.array(inputs["y"]), np.array(inputs["x"])).differences(), exact=True)
    assert 10 - found.statistic == expected["rounded_to_3_decimals"]["stat"]
    assert found.p == 2 * expected["rounded_to_3_decimals"]["p"]


def test_sign_test_of_smucker() -> None:
    inputs, expected = case("smucker2007_sign")
    for ups, n, p in (("pos", "n", "p_recomputed"), ("pos_min", "n_min", "p_min_recomputed")):
        up = inputs[ups]
        d = Counted.of(np.repeat([0.02, -0.03, 0.005], [up, inputs[n] - up, 7]))
        assert sign_test(d, least=0.01).p == pytest.approx(expected[p], abs=1e-12)


def test_mcnemar_of_r() -> None:
    inputs, expected = case("mcnemar_chi2")
    for correction, name in ((True, "corrected"), (False, "uncorrected")):
        for (first, second), (statistic, p) in zip(inputs["tables"], expected[name], strict=True):
            found = mcnemar_chi2(first[1], second[0], correction=correction)
            assert found.statistic == pytest.approx(statistic, rel=1e-6)
            assert found.p == pytest.approx(p, rel=1e-6)


def test_corrections_of_r_and_of_benjamini_and_hochberg() -> None:
    for name in ("bh1995", "multtest_r"):
        inputs, expected = case(name)
        assert benjamini_hochberg(np.array(inputs["p"])) == pytest.approx(expected["bh"], abs=1e-8)
        assert holm(np.array(inputs["p"])) == pytest.approx(expected["holm"], abs=1e-8)
    small = CASES["bh1995"]["expected"]["small"]
    assert benjamini_hochberg(np.array(small["p"])) == pytest.approx(small["bh"], abs=1e-12)


def test_wilsons_interval() -> None:
    inputs, expected = case("wilson")
    assert wilson(inputs["count"], inputs["nobs"]) == pytest.approx(expected["ci95"], abs=1e-12)
    assert wilson(38, 38) == pytest.approx(expected["n38_of_38"], abs=1e-12)
    assert wilson(0, 77) == pytest.approx(expected["n0_of_77"], abs=1e-12)
    inputs, expected = case("promptfoo_wilson")
    for (hits, rows), ends in zip(inputs["cases"], expected["recomputed"], strict=True):
        assert wilson(hits, rows) == pytest.approx(ends, abs=1e-12)


def test_equivalence_of_a_clinical_trial() -> None:
    inputs, expected = case("tost_paired")
    d = Cells.of(np.array(inputs["y"]), np.array(inputs["x"])).differences()
    assert d.mean == pytest.approx(expected["mean_diff"], abs=1e-12)
    assert equivalence_p(d, inputs["margin"]) == pytest.approx(expected["p"], abs=1e-9)
    assert equivalence_interval(d) == pytest.approx(expected["ci90"], abs=1e-9)
    assert paired_t(d).p == pytest.approx(expected["t_p"], abs=1e-9)


def test_pairs_of_four_runs_of_349_queries() -> None:
    inputs, expected = case("boytsov_maxt_map")
    runs = np.array(inputs["scores_times_10000"]) / 10_000
    for pair, wanted in expected["pairwise_exact"].items():
        first, second = (int(number) for number in pair.split("-"))
        found = judge(Cells.of(runs[first], runs[second]), resamples=2_000)
        assert found.p_t == pytest.approx(wanted["t_p"], abs=1e-10)
        assert found.p == pytest.approx(wanted["exact_p_two"], abs=4 * np.sqrt(0.25 / 2_000))
        if found.p_exact is not None:
            assert found.p_exact == pytest.approx(wanted["exact_p_two"], abs=1e-10)


def test_step_down_where_the_runs_of_a_query_are_exchanged() -> None:
    """The source exchanges all four runs of a query; ours flips differences, so the draws are made here."""
    inputs, expected = case("boytsov_maxt_map")
    runs, rng = np.array(inputs["scores_times_10000"]) / 10_000, np.random.default_rng(0)
    drawn = np.array([_t(np.take_along_axis(runs, rng.random(runs.shape).argsort(0), 0)) for _ in range(2500)])
    assert step_down(_t(runs), drawn) == pytest.approx(expected["maxt_vs_0"], abs=0.02)


def _t(runs: np.ndarray) -> np.ndarray:
    d = runs[1:] - runs[0]
    return np.abs(d.mean(axis=1)) / d.std(axis=1, ddof=1) * np.sqrt(d.shape[1])


def test_gap_of_two_submissions_under_all_swaps() -> None:
    inputs, expected = case("gap_swap_permutation")
    lists = [_listing(inputs["conf_" + side], inputs["hit_" + side]) for side in "AB"]
    found = drain(judge_gap(*lists, np.array(inputs["has_truth"]), resamples=400))
    assert found.baseline_overall == pytest.approx(expected["gap_A"], abs=1e-12)
    assert found.overall == pytest.approx(expected["gap_B"], abs=1e-12)
    assert found.delta == pytest.approx(expected["delta"], abs=1e-12)
    assert found.p_exact == pytest.approx(expected["p_two"], abs=1e-12)
    assert found.p == pytest.approx(expected["p_two"], abs=0.06)


def _listing(confidences: list[float], hits: list[int]) -> Listing:
    order = np.argsort(-np.array(confidences), kind="stable")
    return Listing(order, np.array(hits, bool)[order])


def test_clustered_standard_error() -> None:
    inputs, expected = case("clustered_se")
    scores, group = np.array(inputs["score"]), np.array(inputs["cluster"])
    assert Clusters.of(scores, group).mean == pytest.approx(expected["mean"], abs=1e-12)
    assert Clusters.of(scores, group).error == pytest.approx(expected["se_clustered"], abs=1e-12)
    assert Counted.of(scores).error == pytest.approx(expected["se_plain"], abs=1e-12)


def test_a_gain_of_one_standard_error_is_refused_by_the_ladder() -> None:
    inputs, expected = case("ladder_readme")
    losses = [(np.array(labels) != inputs["labels"]).astype(float) for labels in inputs["subs"]]
    best, shown = losses[0], [losses[0].mean()]
    for loss in losses[1:]:
        d = Cells.of(best, loss).differences()
        best = loss if d.mean < -d.error - 1e-12 else best
        shown.append(best.mean())
    assert shown == pytest.approx(expected["shown"], abs=1e-12)


def test_two_runs_of_fifty_topics(real_data: Path) -> None:
    """The scores are CC BY-SA and stay where they are; the file lies beside the folder of contest files."""
    path = real_data.parent / "golden" / "significance.json"
    if not path.exists():
        pytest.skip("no golden/significance.json beside the folder of contest files: its scores may not be shipped")
    cases = {entry["id"]: entry for entry in json.loads(path.read_text(encoding="utf-8"))["cases"]}
    inputs, expected = cases["urbano2019_readme"]["inputs"], cases["urbano2019_readme"]["expected"]
    cells = Cells.of(np.array(inputs["baseline"]), np.array(inputs["experimental"]))
    found, d = judge(cells, resamples=30_000), cells.differences()
    assert found.t == pytest.approx(-expected["t"], abs=1e-10)
    assert found.p_t == pytest.approx(expected["t_p_two"], abs=1e-9)
    assert found.p_exact == pytest.approx(expected["exact_permutation_p_two"], abs=1e-12)
    assert found.p == pytest.approx(expected["permutation_p_two"], abs=8e-4)
    assert (found.baseline_overall, found.overall) == pytest.approx(
        (expected["mean_baseline"], expected["mean_experimental"]), abs=1e-12
    )
    assert sign_test(d, least=expected["sign_min_d"]).p == pytest.approx(expected["sign_p_two"], abs=1e-8)
    # The published p of Wilcoxon's test, .003445, gives equal differences unequal ranks where rounding is all.
    assert wilcoxon(d, correction=True, exact=False).p == pytest.approx(0.0033919426674941695, abs=1e-12)
    assert wilcoxon(d, correction=True, exact=False).p == pytest.approx(expected["wilcoxon_p_two_R"], abs=1e-4)
