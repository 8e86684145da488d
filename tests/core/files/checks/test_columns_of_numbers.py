"""Columns of numbers that are of another scale, lack in the submission, or cannot be matched."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import numpy as np
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.files.detection.question import AmbiguousReadingError
from inspector.core.files.numbers.evidence import closeness

IDS = range(1, 61)


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Inspection]:
    def open_rows(truth: list[str], submission: list[str], metric: str = "rmse") -> Inspection:
        (tmp_path / "truth.csv").write_text("\n".join(truth) + "\n")
        (tmp_path / "submission.csv").write_text("\n".join(submission) + "\n")
        return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric)

    return open_rows


def prices(draw: Random) -> dict[int, float]:
    return {id_: round(math.exp(draw.gauss(12, 0.4)), 2) for id_ in IDS}


def rows(names: str, values: dict[int, object]) -> list[str]:
    return [names, *(f"{id_},{value}" for id_, value in values.items())]


def test_logarithms_of_what_is_true_are_told(opened) -> None:
    truth = prices(Random(1))
    logs = {id_: math.log1p(price) for id_, price in truth.items()}
    (problem,) = opened(rows("Id,SalePrice", truth), rows("Id,SalePrice", logs)).problems
    assert (problem.kind, problem.count, problem.column) == ("other-scale", len(IDS), "SalePrice")
    assert "below the true ones" in problem.message
    (problem,) = opened(rows("Id,SalePrice", logs), rows("Id,SalePrice", truth)).problems
    assert "above the true ones" in problem.message


@pytest.mark.parametrize("metric", ["rmse", "auc"])
def test_percentages_of_a_yes_or_no_are_told(opened, metric: str) -> None:
    draw = Random(4)
    truth = {id_: int(id_ % 20 == 0) for id_ in IDS}
    shares = {id_: round(draw.random(), 3) for id_ in IDS}
    assert not opened(rows("id,fraud", truth), rows("id,fraud", shares), metric).problems
    percentages = {id_: round(100 * share, 1) for id_, share in shares.items()}
    (problem,) = opened(rows("id,fraud", truth), rows("id,fraud", percentages), metric).problems
    assert (problem.kind, problem.count, problem.column) == ("other-scale", len(IDS), "fraud")
    assert re.search(r"spread 9\d times as wide as the true ones: .*, not 0 to 1$", problem.message)


def test_a_few_wild_numbers_or_a_constant_truth_have_no_other_scale(opened) -> None:
    draw = Random(6)
    truth = {id_: round(draw.gauss(0, 1), 3) for id_ in range(1, 301)}
    wild = {id_: value * (1000 if id_ < 3 else 2) for id_, value in truth.items()}
    assert not opened(rows("id,value", truth), rows("id,value", wild)).problems
    assert not opened(rows("id,value", dict.fromkeys(truth, 0)), rows("id,value", truth)).problems


def test_a_model_that_is_far_off_is_of_the_same_scale(opened) -> None:
    draw = Random(2)
    truth = prices(draw)
    wrong = {id_: price * draw.uniform(1.5, 4) for id_, price in truth.items()}
    assert not opened(rows("Id,SalePrice", truth), rows("Id,SalePrice", wrong)).problems


@pytest.mark.parametrize("name", ["std", "grammar"])
def test_a_column_predicted_no_better_than_by_chance_is_told(opened, name: str) -> None:
    draw = Random(5)
    truth = {id_: (round(draw.gauss(50, 9), 2), round(draw.random(), 3)) for id_ in IDS}

    def told(guess: Callable[[float], float]) -> list[tuple[str, str | None]]:
        predicted = {id_: (value + draw.gauss(0, 2), guess(other)) for id_, (value, other) in truth.items()}
        given = [{id_: f"{one},{other}" for id_, (one, other) in of.items()} for of in (truth, predicted)]
        found = opened(*(rows(f"id,value,{name}", of) for of in given))
        return [(problem.kind, problem.column) for problem in found.problems]

    assert told(lambda _: draw.random()) == [("unrelated-numbers", name)]
    assert told(lambda other: other + draw.gauss(0, 0.1)) == []
    assert told(lambda _: 0.5) == []  # as in a sample of a submission


def test_a_column_of_one_true_number_is_not_called_unrelated(opened) -> None:
    draw = Random(5)
    truth = {id_: round(draw.gauss(50, 9), 2) for id_ in IDS}
    given = {id_: f"{value + draw.gauss(0, 2)},{draw.random()}" for id_, value in truth.items()}
    true = {id_: f"{value},0" for id_, value in truth.items()}
    found = opened(rows("id,value,std", true), rows("id,value,std", given))
    assert not [problem.kind for problem in found.problems]


def test_a_weak_column_that_many_rows_tell_from_chance_is_none(opened) -> None:
    draw = np.random.default_rng(3)
    strong, weak = draw.random((2, 6000)) < [[0.4], [0.12]]
    noise = draw.normal(size=(2, 6000))
    chances = 1 / (1 + np.exp(-np.stack([3 * strong - 1 + noise[0], 0.25 * weak - 2 + noise[1]])))
    assert closeness(weak[:1000].astype(float), chances[1, :1000].round(4)).sure == 0
    truth = {id_: f"{int(one)},{int(other)}" for id_, (one, other) in enumerate(zip(strong, weak, strict=True))}
    given = {id_: f"{one:.4f},{other:.4f}" for id_, (one, other) in enumerate(chances.T.tolist())}
    assert not opened(rows("id,fever,nausea", truth), rows("id,fever,nausea", given), "rocauc").problems


def targets(draw: Random, count: int) -> dict[int, str]:
    return {id_: ",".join(f"{draw.random():.3f}" for _ in range(count)) for id_ in IDS}


def test_a_target_that_the_submission_lacks_is_told(opened) -> None:
    draw = Random(3)
    truth = rows("id,grammar,syntax,cohesion,vocabulary", targets(draw, 4))
    found = opened(truth, rows("id,grammar,syntax,vocabulary", targets(draw, 3)))
    (problem,) = found.problems
    assert (problem.kind, problem.examples, problem.where) == ("missing-columns", ("cohesion",), "submission")
    assert not opened(truth, rows("id,grammar,syntax,cohesion,vocabulary", targets(draw, 4))).problems


def test_several_columns_for_one_true_number_are_refused(opened) -> None:
    draw = Random(4)
    months = rows("ParcelId,201610,201611,201612,201710", targets(draw, 4))
    with pytest.raises(InputError, match="no column of numbers"):
        opened(rows("parcelid,logerror", targets(draw, 1)), months, "mae")


def test_numbers_of_classes_that_happen_to_be_ids_are_no_groups(opened) -> None:
    animals = ["airplane", "bird", "cat", "deer"]
    names = {id_: animals[id_ % len(animals)] for id_ in IDS}
    classes = {id_: animals.index(name) for id_, name in names.items()}
    found = opened(rows("id,label", names), rows("id,label", classes), "accuracy")
    assert [problem.kind for problem in found.problems] == ["label-overlap"]
    assert found.evaluation.table.truth.longest == 1


def kinds(found: Inspection) -> set[str]:
    return {problem.kind for problem in found.problems}


def test_text_under_the_name_of_a_prediction_is_no_other_column(opened) -> None:
    draw = Random(6)
    ill = {id_: draw.random() < 0.4 for id_ in IDS}
    truth = rows("id,diagnosis,smoker", {id_: f"{'BM'[is_ill]},{draw.randrange(2)}" for id_, is_ill in ill.items()})
    with pytest.raises(InputError):
        opened(truth, rows("id,diagnosis", {id_: f"{draw.random():.3f}" for id_ in ill}), "rocauc")


def test_a_prediction_that_follows_a_feature_exactly_is_asked_about(opened) -> None:
    draw = Random(7)
    lag = {id_: draw.uniform(100, 500) for id_ in IDS}
    truth = {id_: f"{value:.2f},{value + draw.gauss(0, 40):.2f}" for id_, value in lag.items()}
    given = rows("id,prediction", {id_: f"{value + draw.random() / 9:.3f}" for id_, value in lag.items()})
    with pytest.raises(AmbiguousReadingError) as asked:
        opened(rows("id,demand_lag1,demand", truth), given)
    assert {one.options.truth_column for one in asked.value.readings} == {"demand_lag1", "demand"}


CLASSES = ("low", "mid", "high")


def shares(draw: Random) -> dict[int, list[float]]:
    """Probabilities of three classes that add up to 1."""
    found = {}
    for id_ in IDS:
        first = round(draw.uniform(0.1, 0.6), 3)
        second = round(draw.uniform(0.05, 0.3), 3)
        found[id_] = [first, second, round(1 - first - second, 3)]
    return found


def written(values: dict[int, list[float]], more: Callable[[list[float]], object] | None = None) -> dict[int, str]:
    cells = {id_: [*of, more(of)] if more else of for id_, of in values.items()}
    return {id_: ",".join(map(str, of)) for id_, of in cells.items()}


def test_a_figure_beside_probabilities_that_add_up_to_1_is_no_class(opened) -> None:
    draw = Random(8)
    truth, given = rows("id,label", {id_: draw.choice(CLASSES) for id_ in IDS}), shares(draw)
    names = f"id,{','.join(CLASSES)}"
    plain = opened(truth, rows(names, written(given)), "mlogloss").overall
    assert opened(truth, rows(f"{names},max_prob", written(given, max)), "mlogloss").overall == plain


def test_a_flag_beside_true_classes_is_none_of_them(opened) -> None:
    draw = Random(9)
    one_hot = {id_: draw.sample([1, 0, 0], 3) for id_ in IDS}
    given, names = written(shares(draw)), f"id,{','.join(CLASSES)}"
    plain = opened(rows(names, written(one_hot)), rows(names, given), "mlogloss").overall
    flagged = rows(f"{names},is_val", written(one_hot, lambda _: draw.randrange(2)))
    found = opened(flagged, rows(names, given), "mlogloss")
    assert found.overall == plain
    assert [(problem.kind, problem.column) for problem in found.problems] == [("missing-columns", "is_val")]


def test_classes_that_are_counted_from_another_number_are_told(opened) -> None:
    draw = Random(10)
    truth = rows("Id,Cover_Type", {id_: draw.randrange(1, 4) for id_ in IDS})
    found = opened(truth, rows("Id,0,1,2", written(shares(draw))), "mlogloss")
    missing = next(problem for problem in found.problems if problem.kind == "missing-classes")
    assert (missing.examples, len(missing.rows)) == (("3",), sum(line.endswith(",3") for line in truth))
    assert "unknown-columns" in kinds(found)
    assert not kinds(opened(truth, rows("Id,1,2,3", written(shares(draw))), "mlogloss"))


def test_counts_where_the_submission_has_shares_are_told(opened) -> None:
    draw = Random(11)
    votes = {id_: [draw.randrange(1, 9) for _ in CLASSES] for id_ in IDS}
    names, given = "id,a_vote,b_vote,c_vote", written(shares(draw))
    assert kinds(opened(rows(names, written(votes)), rows(names, given), "kl")) == {"true-counts"}
    divided = {id_: [vote / sum(of) for vote in of] for id_, of in votes.items()}
    assert not kinds(opened(rows(names, written(divided)), rows(names, given), "kl"))


def test_three_digits_behind_a_point_may_be_thousands(opened) -> None:
    draw = Random(12)
    truth = [f"{id_};{draw.randrange(100, 400)}.{draw.randrange(1000):03}" for id_ in IDS]
    given = [f"{id_};{draw.randrange(100, 400)}.{draw.randrange(1000):03}" for id_ in IDS]
    assert kinds(opened(["Id;Price", *truth], ["Id;Price", *given])) >= {"three-decimals"}
    commas = [[line.replace(";", ",") for line in lines] for lines in (truth, given)]
    assert not kinds(opened(["Id,Price", *commas[0]], ["Id,Price", *commas[1]]))


def test_probabilities_beside_answers_of_0_and_1_are_read(opened) -> None:
    draw = Random(13)
    ill = {id_: draw.randrange(2) for id_ in IDS}
    sure = {id_: round(0.3 * is_ill + 0.7 * draw.random(), 4) for id_, is_ill in ill.items()}
    plain = opened(rows("id,target", ill), rows("id,target", sure), "auc").overall
    both = rows("id,probability,prediction", {id_: f"{value},{int(value > 0.5)}" for id_, value in sure.items()})
    assert opened(rows("id,target", ill), both, "auc").overall == plain


@pytest.mark.parametrize("name", ["p({})", "P ({})", "prob_{}", "{}_prob"])
def test_classes_are_found_in_the_names_of_columns(opened, name: str) -> None:
    draw = Random(14)
    truth, given = rows("id,label", {id_: draw.choice(CLASSES) for id_ in IDS}), written(shares(draw))
    plain = opened(truth, rows(f"id,{','.join(CLASSES)}", given), "mlogloss").overall
    found = opened(truth, rows(f"id,{','.join(map(name.format, CLASSES))}", given), "mlogloss")
    assert (found.overall, kinds(found)) == (plain, set())


def test_a_last_row_that_sums_up_the_others_is_told(opened) -> None:
    draw = Random(15)
    truth, given = prices(draw), prices(draw)
    assert not kinds(opened(rows("Id,SalePrice", truth), rows("Id,SalePrice", given)))
    sums = [f"Total,{sum(values.values()):.2f}" for values in (truth, given)]
    found = opened([*rows("Id,SalePrice", truth), sums[0]], [*rows("Id,SalePrice", given), sums[1]])
    (problem,) = found.problems
    assert (problem.kind, problem.line, problem.examples) == ("summary-row", len(IDS) + 2, ("Total",))
    only_true = opened([*rows("Id,SalePrice", truth), sums[0]], rows("Id,SalePrice", given))
    assert kinds(only_true) == {"missing-ids"}


def test_no_repair_drops_most_rows_of_a_file(opened) -> None:
    truth = ["shop,day,sold", *(f"{shop},{day},{shop * day + 0.5}" for shop in range(3) for day in range(1, 11))]
    with pytest.raises(InputError) as refused:
        opened(truth, rows("id,sold", {f"shop{shop}": 1.5 for shop in range(3)}))
    assert "The repair" not in str(refused.value)


@pytest.mark.parametrize("metric", ["auc", "logloss", "rmse"])
def test_numbers_that_run_against_the_true_ones_are_told(opened, metric: str) -> None:
    draw = Random(4)
    shares = {id_: round(draw.random(), 4) for id_ in IDS}
    truth = rows("id,won", {id_: int(share + draw.gauss(0, 0.1) > 0.5) for id_, share in shares.items()})

    def kinds(values: dict[int, object]) -> list[str]:
        return [problem.kind for problem in opened(truth, rows("id,won", values), metric).problems]

    assert kinds({id_: round(1 - share, 4) for id_, share in shares.items()}) == ["reversed-numbers"]
    assert kinds(dict(shares)) == []
    assert kinds({id_: round(draw.random(), 4) for id_ in IDS}) == []  # chance


@pytest.mark.parametrize("names", ["0,1,2", "x,y,z"])
def test_as_many_numbers_of_both_files_that_are_not_read_are_told(opened, names: str) -> None:
    truth = ["id,price,qty,cost", "11,39.5,2.0,693.0", "12,57.2,4.8,411.0", "13,63.6,5.3,404.4", "14,21.7,7.1,900.9"]
    given = [f"id,{names}", "11,31.4,1.9,650.8", "12,60.2,3.7,459.3", "13,70.4,4.6,364.8", "14,60.1,7.3,801.2"]
    found = opened(truth, given)
    assert len(found.evaluation.pair.truth.layout.labels) == 1
    (problem,) = found.problems
    assert (problem.kind, problem.count) == ("unpaired-columns", 2)
    assert "of the truth and" in problem.message


def test_a_feature_beside_an_answer_is_no_unread_target(opened) -> None:
    truth = ["id,age,target", *(f"{id_},{20 + id_ % 7},{id_ % 2}" for id_ in IDS)]
    given = ["id,pred,proba", *(f"{id_},{id_ % 2},{0.3 + 0.4 * (id_ % 2) + id_ / 999:.3f}" for id_ in IDS)]
    assert not opened(truth, given, "logloss").problems
