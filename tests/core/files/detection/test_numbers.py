"""Which columns are numbers that belong together, when the program asks, and what tells labels from numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import roc_auc_score

import inspector
from inspector import InputError, Inspection
from inspector.core.files.detection.question import AmbiguousReadingError
from inspector.core.files.further import read_further
from inspector.core.files.options import Options
from inspector.core.files.preview import preview_pair
from inspector.core.task import drain

ROWS = 60
IDS = [f"r{row}" for row in range(ROWS)]
DRAW = np.random.default_rng(5)
TRUE = np.round(DRAW.normal(50, 9, ROWS), 2)
GUESSED = np.round(TRUE + DRAW.normal(0, 2, ROWS), 3)
OTHER = np.round(TRUE + DRAW.normal(0, 2, ROWS), 3)
YES = (DRAW.random(ROWS) < 0.4).astype(int)


def lines(header: str, *columns) -> list[str]:
    return [header, *(",".join(map(str, cells)) for cells in zip(IDS[: len(columns[0])], *columns, strict=True))]


@pytest.fixture
def written(tmp_path: Path):
    def write(*files: list[str]) -> list[Path]:
        paths = [tmp_path / f"{name}.csv" for name, _ in zip(("truth", "submission", "other"), files, strict=False)]
        for path, text in zip(paths, files, strict=True):
            path.write_text("\n".join(text) + "\n")
        return paths

    return write


def columns(found: Inspection) -> tuple[str, str, str]:
    pair = found.evaluation.pair
    return pair.table.kind.words, pair.truth.label_name, pair.submission.label_name


def test_of_several_features_the_one_that_is_near_is_predicted(written) -> None:
    truth = lines("id,area,rooms,value", TRUE * 30, DRAW.integers(1, 9, ROWS), TRUE)
    assert columns(inspector.open_pair(*written(truth, lines("id,guess", GUESSED)))) == ("numbers", "value", "guess")


@pytest.mark.parametrize("name", ["fold", "kfold", "strat_fold", "fold_id", "k_folds", "cv", "cv_split"])
def test_the_folds_of_both_files_are_no_target(written, name: str) -> None:
    header, folds = f"id,{name},value", DRAW.integers(0, 5, (2, ROWS))
    for truth, given in (folds, (TRUE, GUESSED)):
        found = inspector.open_pair(*written(lines(header, truth, TRUE), lines(header, given, GUESSED)))
        assert columns(found) == ("numbers", "value", "value")
        assert len(found.evaluation.pair.submission.layout.labels) == 1


@pytest.mark.parametrize("rows", [4, 40, ROWS])
@pytest.mark.parametrize("metric", [None, "rocauc"])
def test_the_prediction_beside_folds_of_its_own_is_scored(written, metric: str | None, rows: int) -> None:
    target, folds = (DRAW.permutation(rows) % 2), DRAW.integers(0, 5, (2, rows))
    chances = np.round(0.3 * target + 0.7 * DRAW.random(rows), 4)
    truth = lines("id,target,fold", target, folds[0])
    for header, cells in (("prediction,fold", (chances, folds[1])), ("target,fold,pred", (target, folds[1], chances))):
        found = inspector.open_pair(*written(truth, lines(f"id,{header}", *cells)), metric)
        assert (str(found.metric), found.overall) == ("rocauc", pytest.approx(roc_auc_score(target, chances)))


@pytest.mark.parametrize("name", ["weight", "time"])
def test_a_weight_or_time_is_no_target_unless_it_is_predicted(written, name: str) -> None:
    header = f"id,{name},value"
    each = DRAW.integers(0, 5, (2, ROWS))
    found = inspector.open_pair(*written(lines(header, each[0], TRUE), lines(header, each[1], GUESSED)))
    assert columns(found) == ("numbers", "value", "value")
    assert len(found.evaluation.pair.submission.layout.labels) == 1
    found = inspector.open_pair(*written(lines(header, TRUE, GUESSED), lines(header, OTHER, OTHER)))
    assert len(found.evaluation.pair.submission.layout.labels) == 2


@pytest.mark.parametrize("rows", [3, 12, 20, 21, ROWS])
@pytest.mark.parametrize("metric", [None, "rmse"])
def test_the_unnamed_header_of_a_saved_series_is_no_row(tmp_path: Path, metric: str | None, rows: int) -> None:
    for name, values in (("truth", TRUE), ("submission", GUESSED)):
        pd.Series(values[:rows]).to_csv(tmp_path / f"{name}.csv")
    found = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric)
    assert found.overall == pytest.approx(np.sqrt(np.mean((TRUE - GUESSED)[:rows] ** 2)))
    assert len(found.evaluation.table) == rows


def test_features_that_both_files_share_are_not_predicted(written) -> None:
    area = np.round(TRUE * 30, 1)
    found = inspector.open_pair(*written(lines("id,area,value", area, TRUE), lines("id,area,value", area, GUESSED)))
    assert columns(found) == ("numbers", "value", "value")
    assert len(found.evaluation.pair.submission.layout.labels) == 1


def test_names_of_the_truth_are_those_of_the_components(written) -> None:
    truth, submission = lines("id,a,b", TRUE, TRUE / 7), lines("id,p1,p2", GUESSED, GUESSED / 7)
    table = inspector.open_pair(*written(truth, submission)).evaluation.table
    assert table.vocab.texts(np.arange(2)) == ["a", "b"]


def test_which_of_two_models_is_meant_is_asked_and_each_can_be_chosen(written) -> None:
    paths = written(lines("id,target,one_pred,two_pred", TRUE, GUESSED, OTHER))
    with pytest.raises(AmbiguousReadingError) as raised:
        inspector.open_pair(*paths)
    assert "closer than chance" in str(raised.value)
    assert {reading.options.submission_column for reading in raised.value.readings} == {"one_pred", "two_pred"}
    for reading in raised.value.readings:
        assert not reading.kind.names_labels
        found = inspector.open_pair(*paths, **reading.options.as_dict)
        assert found.evaluation.pair.submission.label_name == reading.options.submission_column


def test_features_alone_are_no_predictions(written) -> None:
    with pytest.raises(InputError, match="does not contain both"):
        inspector.open_pair(*written(lines("id,area,value", TRUE * 30, TRUE)))


def test_an_index_is_the_id_only_where_no_other_column_can_be(written) -> None:
    features = [",a,b", *(f"{row},{one},{two}" for row, (one, two) in enumerate(zip(TRUE, TRUE / 3, strict=True)))]
    guesses = [",b,a", *(f"{row},{two},{one}" for row, (one, two) in enumerate(zip(GUESSED, GUESSED / 3, strict=True)))]
    found = inspector.open_pair(*written(features, guesses))
    assert (columns(found), len(found.evaluation.table)) == (("numbers", "a", "a"), ROWS)
    moved = [",id,a", *(f"{row},q{row},{one}" for row, one in enumerate(GUESSED))]
    with pytest.raises(InputError, match="no id of the truth"):
        inspector.open_pair(*written([",id,a", *(f"{r},r{r},{one}" for r, one in enumerate(TRUE))], moved))


def test_rows_of_files_without_a_header_are_all_read(written) -> None:
    found = inspector.open_pair(*written(lines("", TRUE)[1:], lines("", GUESSED)[1:]))
    assert (found.evaluation.table.kind.words, len(found.evaluation.table)) == ("numbers", ROWS)


@pytest.mark.parametrize(
    ("metric", "kind"), [(None, "labels"), ("rmse", "numbers"), ("mae", "numbers"), ("accuracy", "labels")]
)
def test_the_metric_decides_what_yes_and_no_are(written, metric: str | None, kind: str) -> None:
    found = inspector.open_pair(*written(lines("id,y", YES), lines("id,y", 1 - YES)), metric=metric)
    assert found.evaluation.table.kind.words == kind
    assert found.evaluation.pair.options.kind == (metric and kind)
    assert "--kind" not in found.evaluation.pair.options.arguments


def test_a_metric_of_labels_reads_numbers_as_labels(written) -> None:
    paths = written(lines("id,y", TRUE), lines("id,y", GUESSED))
    assert columns(inspector.open_pair(*paths, metric="map@3"))[0] == "labels"
    assert columns(inspector.open_pair(*paths))[0] == "numbers"


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [("No", "Yes"), ("False", "True"), ("FALSE", "TRUE"), ("n", "y"), ("f", "t"), ("negative", "positive")]
)
def test_yes_and_no_are_words_in_a_truth_of_probabilities(written, words: tuple[str, str]) -> None:
    told = [words[yes] for yes in YES]
    guessed = np.round((YES + OTHER / 50) / 3, 3)
    of_numbers = inspector.open_pair(*written(lines("id,y", YES), lines("id,p", guessed)))
    commas = [f"{row};{one}".replace(".", ",") for row, one in zip(IDS, guessed, strict=True)]
    truth = lines("id,y,age", told, DRAW.integers(20, 80, ROWS))
    for submission in (lines("id,p", guessed), ["id;p", *commas]):
        found = inspector.open_pair(*written(truth, submission))
        assert columns(found) == ("numbers", "y", "p")
        assert f"{words[1]!r} is 1 and {words[0]!r} is 0" in str(found.evaluation.pair.truth)
        assert (found.overall, str(found.metric)) == (of_numbers.overall, str(of_numbers.metric))
    assert columns(inspector.open_pair(*written(truth, lines("id,p", 1 - YES)))) == ("numbers", "y", "p")
    without_header = inspector.open_pair(*written(lines("", told)[1:], lines("", guessed)[1:]))
    assert without_header.overall == of_numbers.overall


def test_words_of_yes_and_no_stay_labels_where_they_are_predicted(written) -> None:
    told, other = (["Yes" if yes else "No" for yes in found] for found in (YES, 1 - YES))
    found = inspector.open_pair(*written(lines("id,y", told), lines("id,y", other)))
    assert columns(found)[0] == "labels"
    assert found.overall == 0.0
    probabilities = [["No,Yes", *[f"{1 - p},{p}" for p in np.clip(YES, 0.25, 0.75)]]]
    wide = [",".join(cells) for cells in zip(["id", *IDS], *probabilities, strict=True)]
    assert inspector.open_pair(*written(lines("id,y", told), wide), metric="accuracy").overall == 1.0


@pytest.mark.parametrize(("beside", "kind"), [("confidence", "labels"), ("fold", "labels"), ("probability", "numbers")])
def test_numbers_beside_a_predicted_yes_or_no_may_be_its_confidences(written, beside, kind) -> None:
    told = ["Yes" if yes else "No" for yes in YES]
    likely = np.clip((YES + DRAW.normal(0.5, 0.6, ROWS)) / 2, 0.01, 0.99).round(3)
    predicted = likely > 0.5
    assert 0.6 < (predicted == YES).mean() < 1
    numbers = {
        "confidence": np.maximum(likely, 1 - likely).round(3),
        "probability": likely,
        "fold": np.arange(ROWS) % 5,
    }
    given = lines("id,y,n", ["Yes" if yes else "No" for yes in predicted], numbers[beside])
    assert columns(inspector.open_pair(*written(lines("id,y", told), given)))[0] == kind
    features = lines("id,smoker,p", ["No", "Yes"] * (ROWS // 2), likely)
    assert columns(inspector.open_pair(*written(lines("id,y", told), features))) == ("numbers", "y", "p")


def test_odd_cells_among_words_are_a_problem(written) -> None:
    told = ["Yes" if yes else "No" for yes in YES]
    found = inspector.open_pair(*written(lines("id,y", ["maybe", *told[1:]]), lines("id,p", np.round(OTHER / 99, 3))))
    assert columns(found)[0] == "numbers"
    assert [(problem.kind, problem.line) for problem in found.problems] == [("odd-numbers", 2)]


def test_two_other_words_are_said_not_to_tell_which_is_yes(written) -> None:
    told = ["poisonous" if yes else "edible" for yes in YES]
    found = inspector.open_pair(*written(lines("id,y", told), lines("id,p", np.round(OTHER / 99, 3))))
    assert "write these as 0 and 1" in found.problems[0].cause


def test_two_answers_are_no_groups_of_ids(written) -> None:
    """Numbers of rows that are also answers or probabilities do not make a truth of groups."""
    numbered = [f"{row};{word}" for row, word in enumerate(["left", "right"] * (ROWS // 2))]
    guessed = [f"{row};{one}".replace(".", ",") for row, one in enumerate(np.round(OTHER / 99, 3))]
    found = inspector.open_pair(*written(["id;y", *numbered], ["id;p", *guessed]))
    assert found.evaluation.pair.truth.layout.shape != "groups"
    assert found.problems


def test_a_shape_is_stronger_than_the_kind_of_a_metric(written) -> None:
    paths = written(lines("id,y", TRUE), lines("id,y", GUESSED))
    with pytest.raises(InputError, match="does not score labels"):
        inspector.open_pair(*paths, metric="rmse", shape="list")
    with pytest.raises(InputError, match="do not fit"):
        inspector.open_pair(*paths, shape="numbers/list")


def test_text_is_refused_by_a_metric_of_numbers(written) -> None:
    words = lines("id,label", ["cat", "dog"] * (ROWS // 2))
    with pytest.raises(InputError, match="no column of numbers"):
        inspector.open_pair(*written(words, words), metric="rmse")


def test_a_further_submission_is_read_as_the_numbers_of_the_truth(written) -> None:
    paths = written(
        lines("id,a,b", YES, 1 - YES), lines("id,a,b", GUESSED, OTHER), lines("id,b,a,c", 1 - YES, YES, OTHER)
    )
    pair = inspector.open_pair(*paths[:2], metric="rmse").evaluation.pair
    again = drain(read_further(pair, paths[2]))
    assert again.table.kind is pair.table.kind
    assert again.table.prediction(0).confidence == (float(YES[0]), float(1 - YES[0]))
    with pytest.raises(InputError, match="no column of numbers"):
        paths[2].write_text("\n".join(lines("id,a", ["x"] * ROWS)))
        drain(read_further(pair, paths[2]))


def test_a_preview_shows_numbers_and_counts_no_labels(written) -> None:
    found = drain(preview_pair(*written(lines("id,a,b", TRUE, TRUE), lines("id,a,b", GUESSED, OTHER)), Options()))
    assert (found.truth.shape, found.known, found.submission.labels) == ("numbers", None, "a")
    assert found.submission.words == f'{ROWS} rows: id "id", 2 numbers a row, "a" to "b"'
    assert found.submission.rows[0] == ("r0", f"a {GUESSED[0]:g}   b {OTHER[0]:g}")
