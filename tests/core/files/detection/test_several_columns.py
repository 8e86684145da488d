"""Several columns that may hold the labels: ranks by many names, padded rows, and columns that are asked about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

import inspector
from inspector import Inspection
from inspector.core.files.detection.question import AmbiguousReadingError

LABELS = [f"d{number}" for number in range(12)]
IDS = [f"q{number}" for number in range(80)]


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Inspection]:
    def open_rows(truth: Sequence[str], submission: Sequence[str]) -> Inspection:
        for name, lines in (("truth", truth), ("submission", submission)):
            (tmp_path / f"{name}.csv").write_text("\n".join(lines) + "\n")
        return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", "map@3")

    return open_rows


def true_labels(draw: Random) -> dict[str, str]:
    return {id_: draw.choice(LABELS) for id_ in IDS}


def guess(draw: Random, right: str, share: float = 0.6) -> str:
    """The right label in a share of the cases."""
    return right if draw.random() < share else draw.choice(LABELS)


def ranked(draw: Random, right: str) -> list[str]:
    """Three labels, the right one at any place or at none."""
    others = draw.sample([label for label in LABELS if label != right], 3)
    at = draw.choice((0, 0, 1, 2, 3))
    return [*others[:at], right, *others[at:]][:3]


def lines(names: str, rows: dict[str, Sequence[str]]) -> list[str]:
    return [names, *(",".join((id_, *cells)) for id_, cells in rows.items())]


def predicted(found: Inspection) -> dict[str, list[str]]:
    evaluation = found.evaluation
    return {evaluation.table.id(row): evaluation.labels(row) for row in range(len(IDS))}


NAMES = (
    *("first,second,third", "1st,2nd,3rd", "first_choice,second_choice,third_choice", "best,second_best,third_best"),
    *(
        "one,two,three",
        "prediction,prediction.1,prediction.2",
        "guess,guess2,guess3",
        "top1_label,top2_label,top3_label",
    ),
)


@pytest.mark.parametrize("names", NAMES)
def test_columns_of_ranks_are_known_by_their_names(opened, names: str) -> None:
    draw = Random(names)
    truth = true_labels(draw)
    rows = {id_: ranked(draw, right) for id_, right in truth.items()}
    assert predicted(opened(lines("id,label", truth_rows(truth)), lines(f"id,{names}", rows))) == rows


def truth_rows(truth: dict[str, str]) -> dict[str, Sequence[str]]:
    return {id_: [label] for id_, label in truth.items()}


@pytest.mark.parametrize("fill", ["", "nan", "None", "-1", "0", "[PAD]"])
def test_ranks_that_fill_up_a_row_do_not_hide_the_others(opened, fill: str) -> None:
    draw = Random(fill)
    truth = true_labels(draw)
    rows = {id_: ranked(draw, right)[: draw.choice((1, 1, 2, 3))] for id_, right in truth.items()}
    padded = {id_: [*of, *[fill] * (6 - len(of))] for id_, of in rows.items()}
    names = ",".join(f"rec_{rank}" for rank in range(1, 7))
    found = predicted(opened(lines("id,label", truth_rows(truth)), lines(f"id,{names}", padded)))
    assert {id_: [label for label in of if label != fill] for id_, of in found.items()} == rows


def test_two_true_columns_are_asked_about(opened) -> None:
    draw = Random(1)
    truth = {id_: draw.sample(LABELS, 2) for id_ in IDS}
    rows = {id_: [guess(draw, both[draw.random() < 0.4])] for id_, both in truth.items()}
    with pytest.raises(AmbiguousReadingError) as asked:
        opened(lines("id,last_item,next_item", truth), lines("id,guess", rows))
    assert {one.options.truth_column for one in asked.value.readings} == {"last_item", "next_item"}


def test_the_predictions_of_two_models_are_asked_about(opened) -> None:
    draw = Random(2)
    truth = true_labels(draw)
    rows = {id_: [guess(draw, right, 0.8), guess(draw, right, 0.5)] for id_, right in truth.items()}
    with pytest.raises(AmbiguousReadingError) as asked:
        opened(lines("id,label", truth_rows(truth)), lines("id,model_a,model_b", rows))
    assert {one.options.submission_column for one in asked.value.readings} >= {"model_a", "model_b"}


def test_names_tell_true_from_predicted_where_a_file_has_both(opened) -> None:
    draw = Random(3)
    truth = true_labels(draw)
    rows = {id_: [guess(draw, right)] for id_, right in truth.items()}
    with_baseline = {id_: [guess(draw, rows[id_][0], 0.75), right] for id_, right in truth.items()}
    found = opened(lines("id,baseline_pred,label", with_baseline), lines("id,pred", rows))
    assert predicted(found) == rows
    assert [found.evaluation.truth(row) for row in range(len(IDS))] == [[right] for right in truth.values()]


def test_further_columns_of_labels_are_told(opened) -> None:
    draw = Random(8)
    truth = true_labels(draw)
    rows = {id_: [guess(draw, right), *draw.sample(LABELS, 2), right] for id_, right in truth.items()}
    found = opened(lines("id,label", truth_rows(truth)), lines("id,alpha,beta,gamma,label", rows))
    problem = next(one for one in found.problems if one.kind == "further-columns")
    assert (problem.examples, predicted(found)) == (("beta", "gamma"), {id_: of[:1] for id_, of in rows.items()})


def test_scores_beside_ranks_in_another_order_are_told(opened) -> None:
    draw = Random(4)
    truth = true_labels(draw)
    rows = {id_: [*ranked(draw, right), *(f"{draw.random():.3f}" for _ in range(3))] for id_, right in truth.items()}
    names = "id,label1,label2,label3,score1,score2,score3"
    (problem,) = opened(lines("id,label", truth_rows(truth)), lines(names, rows)).problems
    rising = [n for n, of in enumerate(rows.values()) if sorted(of[3:], reverse=True) != of[3:]]
    assert (problem.kind, problem.rows.tolist()) == ("rank-against-score", rising)
    falling = {id_: [*of[:3], *sorted(of[3:], reverse=True)] for id_, of in rows.items()}
    assert not opened(lines("id,label", truth_rows(truth)), lines(names, falling)).problems


def test_figures_beside_probabilities_are_told(opened) -> None:
    draw = Random(5)
    truth = true_labels(draw)
    rows = {id_: [f"{draw.random():.3f}" for _ in range(len(LABELS) + 1)] for id_ in truth}
    found = opened(lines("id,label", truth_rows(truth)), lines(f"id,{','.join(LABELS)},entropy", rows))
    (problem,) = [one for one in found.problems if one.kind == "unknown-columns"]
    assert problem.examples == ("entropy",)
    known = {id_: of[:-1] for id_, of in rows.items()}
    found = opened(lines("id,label", truth_rows(truth)), lines(f"id,{','.join(LABELS)}", known))
    assert not [one for one in found.problems if one.kind == "unknown-columns"]


@pytest.mark.parametrize("write", ["{label} {whole}", "{share} {label}", "{label} ({share})"])
def test_confidences_that_are_read_as_labels_are_told(opened, write: str) -> None:
    draw = Random(6)
    truth = true_labels(draw)
    rows = {
        id_: [" ".join(write.format(label=label, whole=90 - 9 * n, share=0.9 - n / 10) for n, label in enumerate(of))]
        for id_, of in ((id_, ranked(draw, right)) for id_, right in truth.items())
    }
    found = opened(lines("id,label", truth_rows(truth)), lines("id,guess", rows))
    (problem,) = [one for one in found.problems if one.kind == "numbers-among-labels"]
    assert problem.message.startswith("50% of what is predicted")


def test_a_row_that_never_names_itself_is_told(opened) -> None:
    draw = Random(7)
    images = [f"im_{number}.jpg" for number in range(len(IDS))]
    group = {image: number // 5 for number, image in enumerate(images)}
    truth = ["image,identity", *(f"{image},g{of}" for image, of in group.items())]
    alike = {image: [other for other in images if group[other] == group[image]] for image in images}
    with_self = [f"{image},{' '.join([*draw.sample(of, 3), image])}" for image, of in alike.items()]
    without = [f"{image},{' '.join(draw.sample([o for o in of if o != image], 3))}" for image, of in alike.items()]
    assert "never-itself" not in {one.kind for one in opened(truth, ["image,retrieved", *with_self]).problems}
    assert "never-itself" in {one.kind for one in opened(truth, ["image,retrieved", *without]).problems}


def test_a_column_beside_numbered_ranks_is_none_of_them(opened) -> None:
    draw = Random(9)
    truth = true_labels(draw)
    rows = {id_: [draw.choice(LABELS), *ranked(draw, right)] for id_, right in truth.items()}
    found = opened(lines("id,label", truth_rows(truth)), lines("id,rec,rec_1,rec_2,rec_3", rows))
    assert predicted(found) == {id_: of[1:] for id_, of in rows.items()}
