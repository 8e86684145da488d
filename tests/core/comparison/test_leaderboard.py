"""Submissions against one baseline: a line each, over the rows of a filter."""

from __future__ import annotations

import math

import pandas as pd
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.comparison.judging import DrawOptions
from inspector.core.comparison.leaderboard import FURTHER, LineDone
from inspector.core.task import drain

IDS = [f"{kind}_{number}" for kind in "ab" for number in range(30)]
TRUTH = {id_: f"w{at % 6}" for at, id_ in enumerate(IDS)}
FIELDS = [
    "name",
    "overall",
    "delta",
    "interval",
    "p",
    "p_exact",
    "p_corrected",
    "test",
    "resamples",
    "t",
    "p_t",
    "better",
    "worse",
    "same",
    "alone",
    "smallest_difference",
    *FURTHER,
    "rows",
    "unpaired",
    "verdict",
]


def hitting(rows: range, without: int = 0) -> dict[str, list[str]]:
    """A submission that is right in these rows, and lacks the last ones."""
    kept = IDS[: len(IDS) - without]
    return {id_: [TRUTH[id_] if at in rows else "x", "y"] for at, id_ in enumerate(kept)}


@pytest.fixture
def four() -> Inspection:
    """Submissions that hit rows 0 to 29, 0 to 49, 10 to 39 and, without the last five rows, 0 to 29."""
    opened = inspector.open_pair(TRUTH, hitting(range(30)), "map@2")
    opened.add(hitting(range(50)), "more")
    opened.add(hitting(range(10, 40)), "other")
    opened.add(hitting(range(30), without=5), "fewer")
    opened.baseline = "submission"
    return opened


def test_a_line_has_every_field_and_the_baseline_is_named_as_such(four: Inspection) -> None:
    frame = four.compare()
    assert list(frame.columns) == FIELDS
    assert frame.name.tolist() == ["submission", "more", "other", "fewer"]
    assert frame.verdict.tolist() == ["baseline", "better", "undecided", "equivalent"]
    assert frame.overall.tolist() == pytest.approx([0.5, 50 / 60, 0.5, 0.5])
    assert frame.delta.tolist() == pytest.approx([0, 20 / 60, 0, 0])
    assert frame[["better", "worse", "same"]].to_numpy().tolist() == [[0, 0, 60], [20, 0, 40], [10, 10, 40], [0, 0, 60]]
    assert frame.unpaired.tolist() == [0, 0, 0, 5]
    assert frame.p_exact[1] == 2.0**-19


def test_rows_won_alone_are_those_where_no_other_submission_scores(four: Inspection) -> None:
    assert four.compare().alone.tolist() == [0, 10, 0, 0]
    four.narrow("id:/^a_/")
    assert four.compare().alone.tolist() == [0, 0, 0, 0]


def test_of_losses_a_row_is_won_alone_where_one_loses_least() -> None:
    truth, *given = (
        pd.DataFrame({"id": [*ids], "price": numbers})
        for ids, numbers in (
            ("qrst", [1.0, 2.0, 3.0, 4.0]),
            ("qrst", [1.5, 2.5, 3.0, 4.5]),
            ("qrst", [1.25, 2.5, 4.0, 4.75]),
            ("qrt", [0.0, 2.75, 4.25]),
        )
    )
    opened = inspector.open_pair(truth, given[0], "rmse")
    for number in (1, 2):
        opened.add(given[number], f"other {number}")
    assert opened.compare().alone.tolist() == [1, 1, 1]


def test_a_filter_leaves_its_rows(four: Inspection) -> None:
    four.narrow("id:/^b_/")
    frame = four.compare()
    assert frame.rows.tolist() == [30] * 4
    assert frame.overall.tolist() == pytest.approx([0, 20 / 30, 10 / 30, 0])
    assert four.compare().verdict.tolist() == ["baseline", "better", "better", "equivalent"]


def test_rows_chosen_by_their_outcome_have_sizes_and_counts_alone(four: Inspection) -> None:
    four.narrow("score<1")
    frame = four.compare()
    assert frame.delta.tolist() == pytest.approx([0, 20 / 30, 10 / 30, 0])
    assert frame[["p", "p_exact", "p_corrected", "t", "p_t"]].isna().all(axis=None)
    assert frame.verdict.tolist() == ["baseline", "undecided", "undecided", "equivalent"]


def test_lines_say_which_rows_only_one_file_has_and_which_are_equal(four: Inspection) -> None:
    more, other, fewer = drain(drain(four.leaderboard_task()).task())[1:]
    assert "5 rows are missing in fewer." in fewer.words()
    assert fewer.words().startswith("fewer and submission score the same in all 60 rows.")
    assert other.words().startswith("other and submission have the same overall, a difference of 0.0000")
    assert more.words().startswith("more is better than submission, +0.3333")


def test_every_p_is_corrected_for_the_number_of_submissions(four: Inspection) -> None:
    frame = four.compare()
    assert math.isnan(frame.p_corrected[0])
    assert (frame.p_corrected[1:] >= frame.p_exact[1:].clip(upper=1) - 1e-12).all()
    two = inspector.open_pair(TRUTH, hitting(range(30)), "map@2")
    two.add(hitting(range(50)), "more")
    assert two.compare().p_corrected.isna().all()


def test_the_holm_correction_serves_where_rows_cannot_be_flipped_together(four: Inspection) -> None:
    four.set_metric("f1(average=micro)")
    lines = drain(drain(four.leaderboard_task()).task(None, DrawOptions(resamples=200)))
    assert [line.correction for line in lines] == ["", "Holm", "Holm", "Holm"]
    assert lines[1].p_corrected == pytest.approx(min(1, 3 * lines[1].of.p))


def test_lines_arrive_one_by_one_and_the_task_can_be_dropped(four: Inspection) -> None:
    board = drain(four.leaderboard_task())
    steps = [*board.task()]
    assert [step.line.name for step in steps if isinstance(step, LineDone)] == list(board.comparisons)
    fractions = [step.fraction for step in steps]
    assert fractions == sorted(fractions)
    assert (fractions[0] >= 0, fractions[-1]) == (True, 1.0)
    task = board.task()
    next(task)
    task.close()


def test_a_submission_is_the_baseline_of_its_file_until_it_is_edited(four: Inspection) -> None:
    four.baseline = "file"
    assert four.compare().verdict.tolist() == ["baseline", "better", "undecided", "equivalent"]
    four.edit(IDS[59], [TRUTH[IDS[59]]])
    frame = four.compare()
    assert (frame.verdict[0], frame.better[0], frame.delta[1]) == ("undecided", 1, pytest.approx(20 / 60))


def test_a_version_can_be_the_baseline(four: Inspection) -> None:
    four.keep("before")
    four.edit(IDS[59], [TRUTH[IDS[59]]])
    four.baseline = "before"
    frame = four.compare()
    assert (frame.better[0], frame.delta[1]) == (1, pytest.approx(20 / 60))


def test_the_same_seed_draws_the_same_and_another_one_does_not(four: Inspection) -> None:
    one, again, other = (four.compare(seed=seed) for seed in (3, 3, 4))
    pd.testing.assert_frame_equal(one, again)
    assert one.interval[2] != other.interval[2]
    assert four.compare(resamples=50).resamples[2] == 50


def test_groups_of_rows_are_drawn_whole(four: Inspection) -> None:
    frame = four.compare(group="id-start")
    assert frame.test[1] == "sign-flip of groups"
    with pytest.raises(InputError, match="no column 'nothing' to group by"):
        four.compare(group="nothing")


def test_a_metric_of_another_submission_is_scored_for_all(four: Inspection) -> None:
    four.set_metric("map@1")
    four.open("more")
    four.set_metric("recall@2")
    assert four.compare().overall.tolist() == pytest.approx([0.5, 50 / 60, 0.5, 0.5])
