"""Which columns are numbers that belong together, when the program asks, and what tells labels from numbers."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.files import Options, preview_pair, read_further
from inspector.core.files.detection.question import AmbiguousReadingError
from inspector.core.task import drain

ROWS = 60
IDS = [f"r{row}" for row in range(ROWS)]
DRAW = np.random.default_rng(5)
TRUE = np.round(DRAW.normal(50, 9, ROWS), 2)
GUESSED = np.round(TRUE + DRAW.normal(0, 2, ROWS), 3)
OTHER = np.round(TRUE + DRAW.normal(0, 2, ROWS), 3)
YES = (DRAW.random(ROWS) < 0.4).astype(int)


def lines(header: str, *columns) -> list[str]:
    return [header, *(",".join(map(str, cells)) for cells in zip(IDS, *columns, strict=True))]


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
