"""Trying the possible readings of an ambiguous pair: what each gives is what opening with its options gives."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector
from inspector.core.document.readings import TriedReading, try_readings
from inspector.core.files.detection.question import AmbiguousReadingError, PossibleReading
from inspector.core.files.options import Options
from inspector.core.files.preview import preview_pair
from inspector.core.task import drain


def question_of(ambiguous: tuple[Path, Path]) -> AmbiguousReadingError:
    with pytest.raises(AmbiguousReadingError) as raised:
        drain(preview_pair(*ambiguous, Options()))
    return raised.value


def tried(ambiguous: tuple[Path, Path], metric: str | None = None) -> tuple[TriedReading, ...]:
    return drain(try_readings(*ambiguous, question_of(ambiguous).readings, metric))


def test_each_reading_gives_what_opening_with_its_options_gives(ambiguous) -> None:
    found = tried(ambiguous, "map@3")
    assert {one.reading.options.truth_column for one in found} == {"left_fin", "right_fin"}
    for one in found:
        opened = inspector.open_pair(*ambiguous, "map@3", **one.reading.options.as_dict)
        assert (one.metric, one.overall) == ("MAP@3", opened.overall)
        assert (one.matched, one.of, one.known, one.refusal) == (40, 40, (10, 10), None)


def test_the_first_rows_of_each_reading_are_shown_with_both_sides(ambiguous) -> None:
    rows = {one.reading.options.truth_column: one.rows for one in tried(ambiguous)}
    assert rows["left_fin"][0] == ("im00.jpg", "w_0", "w_0   w_5   w_3")
    assert rows["right_fin"][0] == ("im00.jpg", "w_3", "w_0   w_5   w_3")
    assert {len(shown) for shown in rows.values()} == {5}


def test_rows_that_the_submission_lacks_are_counted_and_not_shown(ambiguous) -> None:
    truth, submission = ambiguous
    first, _, *rest = submission.read_text().splitlines(keepends=True)
    readings = question_of(ambiguous).readings
    submission.write_text("".join([first, *rest]))
    found = drain(try_readings(truth, submission, readings))
    assert [(one.matched, one.of, one.rows[0][0]) for one in found] == [(39, 40, "im01.jpg")] * 2


def test_a_metric_that_does_not_fit_refuses_each_reading_alone(ambiguous) -> None:
    readings = [*question_of(ambiguous).readings, PossibleReading("nothing", Options(truth_column="gone"), 0, 0)]
    found = drain(try_readings(*ambiguous, readings))
    assert [one.refusal is None for one in found] == [True, True, False]
    assert "no column 'gone'" in str(found[2].refusal)
    assert all("nothing" in str(one.refusal) for one in tried(ambiguous, "nothing@5"))


def test_progress_goes_on_from_one_reading_to_the_next(ambiguous) -> None:
    steps = [*try_readings(*ambiguous, question_of(ambiguous).readings)]
    assert [step.fraction for step in steps] == sorted(step.fraction for step in steps)
    assert (steps[0].message, steps[-1].message) == ("Reading 1 of 2: Reading the truth", "Reading 2 of 2: Scoring")
    assert 0.9 < steps[-1].fraction <= 1
