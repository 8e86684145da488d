"""Metrics as text: parsing, the canonical form, which parses to the same metric, and explained mistakes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from core.metrics.metric_strategies import EVERY_METRIC
from core.strategies import Lists, open_lists
from hypothesis import example, given
from hypothesis import strategies as st

import inspector
from inspector import InputError
from inspector.core.arrays.ragged import Ragged
from inspector.core.metrics import FAMILIES, guess, guess_for_classes, in_full, parse
from inspector.core.metrics.families.f_score import FScore
from inspector.core.metrics.families.overlap import Jaccard
from inspector.core.metrics.families.precision_recall import Precision, Recall


def test_the_text_form_of_every_metric_gives_the_metric_back() -> None:
    for metric in EVERY_METRIC:
        assert parse(str(metric)) == metric
    assert len({str(metric) for metric in EVERY_METRIC}) == len(EVERY_METRIC)


@example(0.123456789)
@example(2.0000001)
@given(st.floats(0.01, 100, exclude_min=True))
def test_the_text_form_of_f_keeps_every_digit_of_beta(beta: float) -> None:
    assert parse(str(FScore(beta=beta))) == FScore(beta=beta)


# Labels with everything that has a meaning in the text form, and spaces that a reader might drop.
@example("a, b")
@example('say ""')
@example('"')
@example("f1(label=x)@3")
@example("=x")
@example(" x ")
@example("\u2028x\n")
@given(st.text(min_size=1))
def test_the_text_form_keeps_every_character_of_a_label(label: str) -> None:
    for family in (FScore, Precision, Recall, Jaccard):
        metric = family(one_label=label, k=3)
        assert parse(str(metric)) == metric


@given(st.text('()",=@ ab', max_size=12))
def test_any_text_between_the_parentheses_is_a_metric_or_refused(text: str) -> None:
    try:
        metric = parse(f"f1(label={text})")
    except InputError:
        return
    assert parse(str(metric)) == metric


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("map@5", "map@5"),
        (" MAP ( divisor = m ) @ 12 ", "map(divisor=m)@12"),
        ("map(divisor=min-m-k)", "map"),
        ("gap(ties=file)", "gap(ties=file)"),
        ("gap()", "gap"),
        ("f", "f1"),
        ("f1", "f1"),
        ("f2", "f2"),
        ("F2(average=macro, labels=both)", "f2(average=macro, labels=both)"),
        ("f(beta=0.5)", "f(beta=0.5)"),
        ("f(beta=2)", "f2"),
        ("f3", "f(beta=3)"),
        ("f(beta=0.5, average=micro)", "f(beta=0.5, average=micro)"),
        ("recall(divisor=min-m-k, average=pooled)@20", "recall(divisor=min-m-k, average=pooled)@20"),
        ("ndcg(gain=exp2)@5", "ndcg(gain=exp2)@5"),
        ("F1(label=W_1)", "f1(label=W_1)"),
        ('f( label = "a, b" , beta=2 )@5', 'f2(label="a, b")@5'),
        ('jaccard(label="w_1")', "jaccard(label=w_1)"),
        ('f1(label="")', "f1"),
        ("f1(average=samples)", "f1"),
        ("precision(average=micro)", "precision(average=pooled)"),
        ("recall(average=rows)@3", "recall@3"),
        ("jaccard(average=pooled)", "jaccard(average=micro)"),
        ("map( relevant = 2 )@1000", "map(relevant=2)@1000"),
    ],
)
def test_loose_metric_texts_are_parsed_and_shown_in_canonical_form(text: str, wanted: str) -> None:
    assert str(parse(text)) == wanted


@pytest.mark.parametrize("text", [f"{name}@3" for name, family in FAMILIES.items() if not family.takes_k])
def test_a_metric_without_k_rejects_one(text: str) -> None:
    with pytest.raises(InputError, match="no cut-off"):
        parse(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f(beta=0)", "beta cannot be 0"),
        ("f0", "beta cannot be 0"),
        ("f(beta=-1)", "beta cannot be -1"),
        ("f(beta=nan)", "beta cannot be nan"),
        ("f(beta=inf)", "beta cannot be inf"),
        ("f(beta=one)", "beta cannot be 'one'"),
        ("map(beta=2)", "not a choice of map"),
        ('f1(label="a)', "not a metric"),
        ('f1(label=a"b"c)', "label cannot be"),
        ('f1(label="a"b")', "not a metric"),
        ('f1(label="a"b"c")', "label cannot be"),
        ("map(label=a)", "not a choice of map"),
        ("map5", "not a metric"),
        ("map@0", "cannot be cut at 0"),
        ("map@-1", "cannot be cut at -1"),
        ("map@1000001", "cannot be cut"),
        ("mapp@5", "Did you mean map"),
        ("mse2", "Expected: mse | rmse | rmsle | map"),
        ("macro", "Expected: f1(average=macro) | precision(average=macro) | "),
        ("map(divisor=n)@5", "has no divisor=n"),
        ("gap(tie=id)", "Did you mean ties"),
        ("", "not a metric"),
        ("map@5@5", "not a metric"),
    ],
)
def test_a_mistake_is_explained(text: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        parse(text)
    assert words in str(refused.value)


@pytest.mark.parametrize("beta", [1e-200, 1e200])
def test_an_extreme_beta_is_rejected_or_scored_but_never_crashes(beta: float) -> None:
    try:
        metric = FScore(beta=beta)
    except InputError:
        return
    score = open_lists(Lists([["a", "b"]], [["a", "c"]]), metric).overall
    assert math.isclose(score, 1 / 2)


def test_f_with_two_betas_is_rejected() -> None:
    with pytest.raises(InputError):
        parse("f2(beta=0.5)")


def test_the_titles_say_beta_average_cut_and_label() -> None:
    titles = {
        "map@5": "MAP@5",
        "f1": "F1",
        "f2(average=macro)": "F2 macro",
        "f(beta=0.5)": "F0.5",
        "f1@5": "F1@5",
        "f1(label=w_1)@5": "F1@5 of w_1",
        "recall(average=pooled)@20": "Recall@20 pooled",
        "precision(average=weighted)": "Precision weighted",
    }
    assert {text: parse(text).label for text in titles} == titles


def test_a_label_that_no_file_has_is_refused_when_the_pair_is_scored() -> None:
    lists = Lists([["a"]], [["b"]])
    for known in ("a", "b"):
        open_lists(lists, f"f1(label={known})")
    with pytest.raises(InputError, match="neither truth nor submission has the label 'c'"):
        open_lists(lists, "f1(label=c)")
    inspection = open_lists(lists, "f1")
    inspection.edit(lists.ids[0], ["c"])
    with pytest.raises(InputError, match="neither truth nor submission"):
        inspection.set_metric("precision(label=c)")
    assert str(inspection.metric) == "f1"


def test_a_choice_without_effect_under_the_others_says_so() -> None:
    assert not parse("f1").applies("labels")
    assert parse("f1(average=macro)").applies("labels")
    assert not parse("f1(average=macro, label=a)").applies("average")
    assert parse("recall").applies("divisor")
    assert not parse("recall(average=weighted)").applies("divisor")


def test_the_guess_is_gap_for_confidences_f1_for_sets_and_else_map() -> None:
    one, sets = Ragged.of([[1]] * 20), Ragged.of([[1, 2], [1], [2]] * 7)
    weighted = Ragged(one.offsets, one.codes, one.codes.astype(float))
    assert str(guess(one, weighted)) == "gap"
    assert str(guess(sets, sets)) == "f1"
    assert str(guess(sets, Ragged.of([[1, 2, 3, 4, 5]] * 21))) == "map@5"
    assert str(guess(one, one)) == "accuracy"
    assert str(guess(one, Ragged.of([[1, 2, 3]] * 19 + [[1]]))) == "map@3"
    assert str(guess(sets, Ragged.empty(21))) == "map"
    # Sets of mostly one label are not taken for rankings, nor long lists for sets.
    assert str(guess(sets, Ragged.of([[1]] * 20 + [[1, 2]]))) == "f1"
    assert str(guess(sets, Ragged.of([[1, 2, 3, 4], [1, 2, 3], [4, 5, 6, 7]] * 7))) == "map@4"


def test_columns_of_probabilities_suggest_what_they_are_made_for() -> None:
    shares = Ragged.of([[0, 1, 2]] * 3)
    sums = Ragged(shares.offsets, shares.codes, np.array([0.5, 0.25, 0.25] * 3))
    assert str(guess_for_classes(Ragged.of([[0], [1], [2]]), sums)) == "mlogloss"
    assert str(guess_for_classes(Ragged.of([[0, 1], [1], []]), sums)) == "auc"
    assert guess_for_classes(Ragged.of([[0, 1], [1], []]), shares) is None


@pytest.mark.parametrize("name", FAMILIES)
def test_names_in_full_are_read(name: str) -> None:
    for full in in_full(name):
        assert str(parse(full)) == str(parse(name))
        assert str(parse(full.title().replace(" ", "_"))) == str(parse(name))


@pytest.mark.parametrize(
    ("text", "metric"),
    [
        ("Quadratic Weighted Kappa", "qwk"),
        ("mean_absolute_error", "mae"),
        ("roc_auc_score", "rocauc"),
        ("mean average precision@5", "map@5"),
        ("multi-class log loss", "mlogloss"),
        ("r2_score", "r2"),
    ],
)
def test_examples_of_names_in_full(text: str, metric: str) -> None:
    assert str(parse(text)) == metric


# By default, these functions of scikit-learn give another number than the metric of a similar name.
@pytest.mark.parametrize("text", ["cohen_kappa_score", "f1_score", "precision_score", "jaccard_score", "ndcg_score"])
def test_names_of_other_numbers_are_none(text: str) -> None:
    with pytest.raises(InputError):
        parse(text)


def lists_of(*lengths: int) -> Ragged:
    """Twenty times lists of these lengths."""
    return Ragged.of([list(range(length)) for length in lengths] * 20)


@pytest.mark.parametrize(
    ("truth", "predicted", "wanted"),
    [
        pytest.param((1,) * 9 + (2,), (1,) * 9 + (2,), "f1", id="Plant Pathology: most rows have one label"),
        pytest.param((2, 2, 3, 4, 6), (1, 3, 5, 6, 8), "f1", id="iMet: a threshold makes sets of many sizes"),
        pytest.param((1, 3, 5, 8), (6, 8, 9, 12), "f1", id="Instacart: baskets"),
        pytest.param((0, 0, 0, 2), (1, 1, 1, 1, 2, 1, 1, 1), "f1", id="few rows have labels"),
        pytest.param((0, 0, 0, 2), (1,), "f1", id="a label a row for a truth of sets"),
        pytest.param((1,), (1,), "accuracy", id="single-label classification"),
        pytest.param((1,), (1, 0, 1), "accuracy", id="single-label classification with a row unanswered"),
        pytest.param((1,), (5,), "map@5", id="Humpback: five guesses"),
        pytest.param((1,), (1, 1, 5, 3), "map@5", id="up to five guesses, mostly one"),
        pytest.param((1, 2, 4), (12,), "map@12", id="H&M: twelve guesses"),
        pytest.param((1, 2, 1), (12, 12, 12, 7), "map@12", id="twelve guesses, not in all rows"),
        pytest.param((1, 1, 1, 3), (3, 3, 3, 4), "map@4", id="three guesses, once four"),
        pytest.param((3, 2, 4), (3,), "map@3", id="as many guesses in each row as labels in some"),
    ],
)
def test_the_guess_weighs_the_sizes_of_truth_and_prediction(truth, predicted, wanted: str) -> None:
    assert str(guess(lists_of(*truth), lists_of(*predicted))) == wanted


def test_labels_with_ranks_are_lists_in_order_and_no_sets() -> None:
    sets, graded = Ragged.of([[1, 2], [1], [2]] * 7), Ragged.of([[1, 2], [3], [2]] * 7)
    graded = Ragged(graded.offsets, graded.codes, graded.codes.astype(float))
    assert str(guess(sets, sets, ranked=True)) == "map"
    assert str(guess(sets, Ragged.of([[1, 2, 3]] * 21), ranked=True)) == "map@3"
    assert str(guess(sets, Ragged.of([[1, 2, 3]] * 21), ranked=True, retrieval=True)) == "map"
    assert str(guess(graded, Ragged.of([[1, 2, 3]] * 21), ranked=True, retrieval=True)) == "ndcg"
    assert str(guess(graded, sets, ranked=True)) == "ndcg"
    assert str(guess(graded, Ragged.of([[1, 2, 3]] * 21), ranked=True)) == "ndcg@3"


@pytest.mark.parametrize(
    ("submission", "wanted"),
    [
        ("id,label\na,x\na,y\nb,y\nc,q\nc,x\n", "f1"),
        ("id,label,score\na,x,.9\na,y,.7\nb,y,.9\nc,q,.4\nc,x,.2\n", "map"),
        ("id,label,rank\na,x,1\na,y,2\nb,y,1\nc,q,1\nc,x,2\n", "map"),
        ("id,label,rank\na,x,1\na,y,2\nb,y,1\nb,q,2\nc,q,1\nc,x,2\n", "map@2"),
    ],
)
def test_a_long_file_is_a_ranking_only_with_a_rank_or_score_column(tmp_path, submission, wanted) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na,x\na,y\nb,y\nc,x\nc,y\n")
    (tmp_path / "submission.csv").write_text(submission)
    opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", shape="long")
    assert (str(opened.metric), opened.evaluation.guessed) == (wanted, True)


@pytest.mark.parametrize("family", FAMILIES.values(), ids=[*FAMILIES])
def test_every_value_of_a_choice_is_said_in_words_of_its_own(family) -> None:
    for name, declared in family.choices().items():
        words = [declared.briefly[value] for value in declared.values]
        assert len({*words}) == len(words), name
        assert words.count("") <= (name in {"relevant", "average"}), name


def test_the_rule_in_force_is_said_in_words() -> None:
    metric = parse("map(divisor=m, empty=skip)@5")
    assert [metric.briefly(name) for name in ("divisor", "empty")] == ["divide by m", "rows without truth are left out"]
