"""Laws that every metric family keeps, whatever its choices; a family without an oracle breaks the first."""

from __future__ import annotations

import math
from collections.abc import Iterator

import hypothesis.strategies as st
import numpy as np
import pytest
from core.oracle import ORACLES, Expected, agree
from core.strategies import ACCEPTING, Lists, any_label, chosen, metrics, open_lists, pairs
from hypothesis import given

from inspector import InputError, Inspection, Metric
from inspector.core.metrics import FAMILIES, parse
from inspector.core.scores import Scores

edited_lists = st.lists(any_label, max_size=7)


def expected(lists: Lists, metric: Metric) -> Expected:
    return ORACLES[metric.name](lists.truths, lists.predictions, metric.k, chosen(metric))


def same_bits(left: float, right: float) -> bool:
    """Equal to the last bit, NaN being equal to NaN."""
    return repr(float(left)) == repr(float(right))


def test_every_family_has_an_oracle_under_its_own_name() -> None:
    assert set(ORACLES) == set(FAMILIES)
    assert all(family.name == name for name, family in FAMILIES.items())


@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_a_family_says_what_it_is_and_what_each_of_its_choices_does(family: type[Metric]) -> None:
    assert family.title and family.formula and family.source
    for choice in family.choices().values():
        assert choice.question
        assert len(choice.values) > 1
        assert all(choice.values.values())
        assert choice.default == next(iter(choice.values))


def scored(lists: Lists) -> Iterator[tuple[Metric, Scores]]:
    """The scores of one pair under every metric there is."""
    state = open_lists(lists, "map@5").state
    batch = state.batch(np.arange(len(state.table)))
    for metric in ACCEPTING:
        yield metric, Scores.of(metric, batch)


@given(pairs())
def test_row_scores_first_hits_ceilings_and_overall_are_those_of_the_oracle(lists: Lists) -> None:
    for metric, scores in scored(lists):
        wanted = expected(lists, metric)
        assert all(map(agree, scores.row.tolist(), wanted.rows)), (metric, scores.row, wanted.rows)
        assert agree(scores.overall, wanted.overall), metric
        assert scores.first_hit.tolist() == wanted.first_hits, metric
        assert all(map(agree, scores.ceiling.tolist(), wanted.ceilings)), metric
        assert scores.counted == sum(not math.isnan(score) for score in wanted.rows)


@given(pairs())
def test_a_row_scores_at_least_nothing_and_at_most_its_ceiling(lists: Lists) -> None:
    for metric, scores in scored(lists):
        counted = ~np.isnan(scores.row)
        assert (scores.row[counted] >= 0).all(), metric
        assert (scores.row[counted] <= scores.ceiling[counted]).all(), metric


@given(pairs())
def test_predicting_the_truth_itself_reaches_every_ceiling(lists: Lists) -> None:
    for metric, scores in scored(Lists(lists.truths, list(lists.truths))):
        counted = ~np.isnan(scores.row)
        assert scores.row[counted].tolist() == scores.ceiling[counted].tolist(), metric


@given(pairs(), metrics())
def test_what_the_rows_cost_is_what_the_overall_lacks_of_its_best(lists: Lists, metric: Metric) -> None:
    state, wanted = open_lists(lists, metric).state, expected(lists, metric)
    costs = state.costs(np.arange(len(state.table)))
    assert np.isnan(costs).tolist() == [math.isnan(score) for score in wanted.rows]
    best = [most for most, score in zip(wanted.ceilings, wanted.rows, strict=True) if not math.isnan(score)]
    if best:
        assert agree(float(np.nansum(costs)), math.fsum(best) / len(best) - wanted.overall, within=1e-9)


@given(pairs(), metrics(), st.randoms(use_true_random=False))
def test_the_order_of_the_truth_labels_does_not_matter(lists: Lists, metric: Metric, random) -> None:
    shuffled = Lists([random.sample(truth, len(truth)) for truth in lists.truths], lists.predictions)
    plain, other = open_lists(lists, metric).state.scores, open_lists(shuffled, metric).state.scores
    assert np.array_equal(plain.row, other.row, equal_nan=True)
    assert np.array_equal(plain.first_hit, other.first_hit)


@given(pairs(), metrics(), st.data())
def test_scoring_only_the_edited_rows_gives_what_scoring_everything_gives(lists, metric, data) -> None:
    inspection = open_lists(lists, metric)
    for _ in range(data.draw(st.integers(1, 4))):
        row = data.draw(st.integers(0, len(lists.truths) - 1))
        inspection.predict(row, data.draw(edited_lists))
    state = inspection.state
    full = Scores.of(metric, state.batch(np.arange(len(state.table))))
    assert np.array_equal(state.scores.row, full.row, equal_nan=True)
    assert np.array_equal(state.scores.first_hit, full.first_hit)
    assert same_bits(state.scores.overall, full.overall)


@given(pairs(), metrics(), st.data())
def test_undo_and_redo_restore_the_overall_to_the_last_bit(lists, metric, data) -> None:
    inspection = open_lists(lists, metric)
    overalls = [inspection.overall]
    for _ in range(data.draw(st.integers(1, 4))):
        before = inspection.revision
        inspection.predict(data.draw(st.integers(0, len(lists.truths) - 1)), data.draw(edited_lists))
        if inspection.revision > before:
            overalls.append(inspection.overall)
    for wanted in reversed(overalls[:-1]):
        inspection.undo()
        assert same_bits(inspection.overall, wanted)
    for wanted in overalls[1:]:
        inspection.redo()
        assert same_bits(inspection.overall, wanted)


@given(pairs(), metrics(), st.data())
def test_a_preview_tells_exactly_what_the_edit_then_does(lists, metric, data) -> None:
    inspection = open_lists(lists, metric)
    row, labels = data.draw(st.integers(0, len(lists.truths) - 1)), data.draw(edited_lists)
    preview = inspection.state.preview(row, labels)
    inspection.predict(row, labels)
    assert same_bits(preview.score, inspection.state.scores.row[row])
    assert same_bits(preview.overall, inspection.overall)


@given(pairs(), metrics())
def test_the_explained_arithmetic_ends_in_exactly_the_row_score(lists: Lists, metric: Metric) -> None:
    inspection = open_lists(lists, metric)
    for row, id_ in enumerate(lists.ids):
        explained, score = inspection.explain(id_), float(inspection.state.scores.row[row])
        total = 0.0
        for step in explained.steps:
            total += step.term
        assert explained.total == total
        assert same_bits(explained.score, score)
        if math.isnan(score):
            assert explained.remark
        else:
            assert score == (explained.total / explained.divisor if explained.divisor else 0)


@given(pairs(), metrics())
def test_the_explained_places_are_the_places_as_written(lists: Lists, metric: Metric) -> None:
    inspection = open_lists(lists, metric)
    for row, id_ in enumerate(lists.ids):
        steps, labels = inspection.explain(id_).steps, lists.predictions[row] or []
        assert inspection.state.table.vocab.texts(step.code for step in steps) == labels
        assert [step.place for step in steps] == list(range(1, len(labels) + 1))
        assert [step.hit for step in steps] == [label in lists.truths[row] for label in labels]
        assert [step.repeat for step in steps] == [label in labels[:at] for at, label in enumerate(labels)]
        assert [step.rel for step in steps] == [int(step.hit and not step.repeat) for step in steps]
        ranked = [step for step in steps if not math.isnan(step.precision)]
        hits = np.cumsum([step.rel for step in ranked])
        assert [step.precision for step in ranked] == [n / k for k, n in enumerate(hits.tolist(), start=1)]


@given(metrics(refusing=True))
def test_the_text_form_of_a_metric_gives_the_metric_back(metric: Metric) -> None:
    assert parse(str(metric)) == metric


@given(pairs(), metrics())
def test_missing_error_refuses_a_pair_with_a_missing_row_and_only_that(lists: Lists, metric: Metric) -> None:
    strict = metric.replace(missing="error")
    if any(given is None for given in lists.predictions):
        with pytest.raises(InputError, match="absent from the submission"):
            open_lists(lists, strict)
    else:
        assert isinstance(open_lists(lists, strict), Inspection)
