"""Overalls of groups of rows: the mean over transects or users, and shares of kinds, exact under edits and undo."""

from __future__ import annotations

import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.metrics.metric_strategies import LABEL_FAMILIES, metrics
from core.metrics.oracles import agree
from core.strategies import HOSTILE, Lists, edits, pairs, weighted_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector
from inspector import InputError, Inspection
from inspector.core.analysis.baseline import constant_scores
from inspector.core.data.prediction import Prediction
from inspector.core.metrics import Metric, parse

AVERAGED = [name for name, family in LABEL_FAMILIES.items() if "group" in family.parameters()]
SITES = ["a", "A", "", "a b", 'x"y', "None", "01", "1"]


def opened(lists: Lists, sites: list[str], metric: Metric | str) -> Inspection:
    """The pair with a column `site` in the truth."""
    truth = pd.DataFrame({"id": lists.ids, "label": list(map(" ".join, lists.truths)), "site": sites})
    given = {"id": [lists.ids[row] for row in lists.order]}
    given["label"] = [" ".join(lists.predictions[row] or []) for row in lists.order]
    options = {"id_column": "id", "truth_column": "label", "separator": " "}
    if lists.confidences is not None:
        given["sure"] = [" ".join(map(repr, lists.confidences[row])) for row in lists.order]
        options["confidence_column"] = "sure"
    return inspector.open_pair(truth, pd.DataFrame(given), metric, **options)


def of_groups(plain: Inspection, sites: list[str]) -> float:
    """The mean over the sites of the overall of their rows alone."""
    rows = defaultdict(list)
    for row, site in enumerate(sites):
        rows[site].append(row)
    evaluation = plain.evaluation
    overalls = [evaluation.scores.part(np.array(r), lambda r=r: evaluation.batch(np.array(r))) for r in rows.values()]
    known = [overall for overall in overalls if not math.isnan(overall)]
    return math.fsum(known) / len(known) if known else math.nan


@st.composite
def grouped(draw: st.DrawFn, family: str) -> tuple[Lists, list[str], Metric]:
    lists = draw(st.one_of(pairs(), weighted_pairs()))
    sites = draw(st.lists(st.sampled_from(SITES), min_size=len(lists.truths), max_size=len(lists.truths)))
    return lists, sites, draw(metrics(family))


@pytest.mark.slow
@pytest.mark.parametrize("family", AVERAGED)
@given(st.data())
@settings(max_examples=10)
def test_the_overall_is_the_mean_of_the_groups_before_and_after_edits(family: str, data) -> None:
    lists, sites, metric = data.draw(grouped(family))
    by_site, plain = opened(lists, sites, metric.replace(group="site")), opened(lists, sites, metric)
    assert agree(by_site.overall, of_groups(plain, sites))
    start = by_site.overall
    for _ in range(3):
        row, prediction = data.draw(edits(lists))
        preview = by_site.evaluation.preview(row, prediction).overall
        by_site.predict(row, prediction)
        plain.predict(row, prediction)
        assert agree(by_site.overall, of_groups(plain, sites))
        fresh = by_site.evaluation.under(metric).under(by_site.metric)
        assert repr(by_site.overall) == repr(fresh.scores.overall) == repr(preview)
    while by_site.undo_name:
        by_site.undo()
    assert repr(by_site.overall) == repr(start)


# Of other families some divisors reward longer lists, so that the truth alone is not the best prediction.
BEST_IS_TRUTH = [name for name in AVERAGED if name not in ("precision", "map")]


@pytest.mark.slow
@pytest.mark.parametrize("family", BEST_IS_TRUTH)
@given(st.data())
@settings(max_examples=10)
def test_the_cost_of_a_row_is_what_making_it_right_wins_in_its_group(family: str, data) -> None:
    lists, sites, metric = data.draw(grouped(family))
    metric = metric.replace(missing="zero", **({"average": "mean"} if family == "recall" else {}))
    metric = metric.replace(average="rows") if family in ("f", "jaccard") else metric
    inspection = opened(lists, sites, metric.replace(group="site"))
    rows = inspection.evaluation.all_rows
    costs, losses = inspection.evaluation.costs(rows), inspection.evaluation.losses(rows)
    assert all(map(agree, costs.tolist(), losses.cost.tolist()))
    every = inspection.evaluation.all_losses()
    assert np.array_equal(every.cost, losses.cost, equal_nan=True)
    lost = inspection.evaluation.total_losses()
    if not np.isnan(inspection.evaluation.scores.ceiling).any():  # rows that would be left out change what others have
        assert agree(lost.ordering + lost.candidates, float(np.nansum(costs)))
    for row, truth in enumerate(lists.truths):
        if not truth:
            continue  # an empty prediction would leave the row out of the submission
        sure = None if lists.confidences is None else (1.0,) * len(truth)
        after = inspection.evaluation.preview(row, Prediction(tuple(truth), sure)).overall
        assert agree(float(costs[row]), after - inspection.overall)


# Three quadrats of transect one, F1 = 1, 1, 0; one of transect two, F1 = 1/2.
QUADRATS = ["CBN-Pla-A1-20130808", "CBN-Pla-A1-20140721", "CBN-Pla-A1-20150701", "CBN-Pla-B2-20130808"]
PLANTS = pd.DataFrame({"quadrat_id": QUADRATS, "species_ids": ["1", "2 3", "4", "5 6 7"]})
FOUND = pd.DataFrame({"quadrat_id": QUADRATS, "species_ids": ["1", "2 3", "9", "5"]})
OPTIONS = {"id_column": "quadrat_id", "separator": " "}


def test_a_worked_mean_over_transects() -> None:
    plain = inspector.open_pair(PLANTS, FOUND, "f1", **OPTIONS)
    assert plain.overall == pytest.approx((1 + 1 + 0 + 1 / 2) / 4, abs=1e-15)
    plain.set_metric("plantclef")
    assert str(plain.metric) == "f1(group=id-start)"
    assert plain.overall == pytest.approx(((1 + 1 + 0) / 3 + 1 / 2) / 2, abs=1e-15)


def test_a_row_of_a_small_group_weighs_more_and_says_so() -> None:
    inspection = inspector.open_pair(PLANTS, FOUND, "f1(group=id-start)", **OPTIONS)
    costs = inspection.evaluation.costs(inspection.evaluation.all_rows)
    assert costs.tolist() == pytest.approx([0, 0, 1 / 6, 1 / 4], abs=1e-15)
    assert inspection.explain(QUADRATS[2]).remark == "Its group 'CBN-Pla-A1' of 3 rows has 0.5 of the overall."
    before = inspection.overall
    inspection.edit(QUADRATS[3], ["5", "6", "7"])
    assert inspection.overall - before == pytest.approx(1 / 4, abs=1e-15)


def test_a_group_without_a_scored_row_is_left_out() -> None:
    inspection = inspector.open_pair(PLANTS, FOUND[:3], "f1(missing=skip, group=id-start)", **OPTIONS)
    assert inspection.overall == pytest.approx(2 / 3, abs=1e-15)
    inspection.edit(QUADRATS[3], ["5"])  # now the row is in the submission, and its group counts
    assert inspection.overall == pytest.approx((2 / 3 + 1 / 2) / 2, abs=1e-15)
    inspection.undo()
    assert inspection.overall == pytest.approx(2 / 3, abs=1e-15)


@pytest.mark.parametrize("name", [*HOSTILE, "a b", "a, b", 'say "a"', "f(x)=@5", "group", "=", " lead", "id-start"])
def test_a_column_of_any_name_makes_groups(name: str) -> None:
    truth = PLANTS.assign(**{name: ["u", "v", "v", "v"]})
    metric = parse("f1").replace(group=name)
    assert parse(str(metric)) == metric
    if name == name.strip():
        options = {**OPTIONS, "truth_column": "species_ids", "submission_column": "species_ids"}
        overall = inspector.open_pair(truth, FOUND, str(metric), **options).overall
        assert overall == pytest.approx((1 + (1 + 0 + 1 / 2) / 3) / 2, abs=1e-15)


@given(st.text(min_size=1), st.sampled_from(["f1", "map@5", "recall(divisor=min-m-k)@20"]))
def test_the_text_form_keeps_a_column_of_any_text(name: str, text: str) -> None:
    metric = parse(text).replace(group=name)
    assert parse(str(metric)) == metric


@pytest.mark.parametrize(
    ("metric", "words"),
    [
        ("f1(group=site)", "no column 'site' to group by"),
        ("f1(weights=a:0.4 b:0.6)", "has no groups of rows"),
        ("f1(group=id-start, weights=a:0.4 b:0.6)", "the groups 'CBN-Pla-A1', 'CBN-Pla-B2'"),
        ("f1(group=id-start, weights=a:0.4 b:0.4)", "weights cannot be"),
        ("f1(group=id-start, weights=a)", "weights cannot be"),
        ("f1(group=id-start, weights=a:2 b:-1)", "weights cannot be"),
    ],
)
def test_groups_and_weights_that_do_not_fit_are_refused(metric: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        inspector.open_pair(PLANTS, FOUND, metric, **OPTIONS)
    assert words in str(refused.value)


def test_the_baseline_of_one_prediction_for_all_rows_is_grouped_too() -> None:
    evaluation = inspector.open_pair(PLANTS, FOUND, "f1(group=id-start)", **OPTIONS).evaluation
    assert constant_scores(evaluation, ["1"]).overall == pytest.approx((1 / 3 + 0) / 2, abs=1e-15)


@pytest.mark.parametrize("parameter", ["group=id-start", "weights=a:1"])
def test_a_geometric_mean_has_no_groups(parameter: str) -> None:
    with pytest.raises(InputError, match="is not a choice of gmap"):
        parse(f"gmap({parameter})")


# Session 1: 1 of 2 clicks, 0 of 1 cart; session 2: 1 of 1 click, 3 of 3 orders; session 3: 0 of 1 order.
EVENTS = {"1_clicks": "7 8", "1_carts": "5", "1_orders": "", "2_clicks": "9", "2_carts": "", "2_orders": "1 2 3"}
EVENTS |= {"3_clicks": "", "3_carts": "4", "3_orders": "6"}
GUESSES = {**dict.fromkeys(EVENTS, ""), "1_clicks": "8 1", "2_clicks": "9", "2_orders": "1 2 3", "3_carts": "4"}


def frame(rows: dict[str, str]) -> pd.DataFrame:
    return pd.DataFrame({"session_type": [*rows], "labels": [*rows.values()]})


def test_a_worked_total_of_otto() -> None:
    inspection = inspector.open_pair(frame(EVENTS), frame(GUESSES), "otto", id_column="session_type", separator=" ")
    # clicks (1 + 1) of (2 + 1), carts (0 + 1) of (1 + 1), orders 3 of (3 + 1)
    assert inspection.overall == pytest.approx(0.1 * 2 / 3 + 0.3 * 1 / 2 + 0.6 * 3 / 4, abs=1e-15)
    assert parse(str(inspection.metric)) == inspection.metric == parse("otto")
    costs = inspection.evaluation.costs(inspection.evaluation.all_rows)
    wanted = {"1_clicks": 0.1 / 3, "1_carts": 0.3 / 2, "3_orders": 0.6 / 4}
    assert costs.tolist() == pytest.approx([wanted.get(id_, 0) for id_ in EVENTS], abs=1e-15)
    before = inspection.overall
    inspection.edit("3_orders", ["6"])
    assert inspection.overall == pytest.approx(0.1 * 2 / 3 + 0.3 * 1 / 2 + 0.6, abs=1e-15)
    inspection.undo()
    assert repr(inspection.overall) == repr(before)


def otto(truth: dict[str, str], given: dict[str, str]) -> float:
    """The contest's total: for each kind, the hits among 20 over min(20, the events) of all sessions."""
    shares, hits, events = {"clicks": 0.1, "carts": 0.3, "orders": 0.6}, defaultdict(int), defaultdict(int)
    for id_, labels in truth.items():
        kind = id_.split("_")[1]
        hits[kind] += len(set(labels.split()) & set(given[id_].split()[:20]))
        events[kind] += min(20, len(labels.split()))
    return sum(share * hits[kind] / events[kind] for kind, share in shares.items())


@given(st.integers(1, 4), st.integers(0, 2**32 - 1), st.booleans())
@settings(max_examples=25)
def test_the_total_of_otto_is_that_of_its_definition(sessions: int, seed: int, from_column: bool) -> None:
    rng = np.random.default_rng(seed)
    kinds = ("clicks", "carts", "orders")
    ids = [f"{session}_{kind}" for session in range(sessions) for kind in kinds]

    def events(most: int) -> str:
        return " ".join(str(event) for event in rng.permutation(40)[: rng.integers(1, most)])

    truth, given_ = {id_: events(30) for id_ in ids}, {id_: events(35) for id_ in ids}
    metric, table = parse("otto"), frame(truth)
    if from_column:
        metric, table = metric.replace(group="kind"), table.assign(kind=[id_.split("_")[1] for id_ in ids])
    options = {"id_column": "session_type", "truth_column": "labels", "separator": " "}
    overall = inspector.open_pair(table, frame(given_), metric, **options).overall
    assert overall == pytest.approx(otto(truth, given_), abs=1e-12)


def test_public_and_private_rows_are_grouped_apart(tmp_path: Path) -> None:
    truth = PLANTS.assign(Usage=["Public", "Private", "Private", "Private"])
    inspection = inspector.open_pair(truth, FOUND, "f1(group=id-start)", **OPTIONS, truth_column="species_ids")
    wanted = {"public": 1, "private": ((1 + 0) / 2 + 1 / 2) / 2}
    assert inspection.evaluation.parts() == pytest.approx(wanted, abs=1e-15)
