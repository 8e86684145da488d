"""Bulk edits of numbers, compared with plain arithmetic on each number."""

from __future__ import annotations

import csv
import math
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import given

import inspector
from inspector import InputError, Inspection
from inspector.core.edits import bulk
from inspector.core.edits.bulk import BulkEdit
from inspector.core.edits.bulk_numbers import OPERATIONS
from inspector.core.edits.paste import paste
from inspector.core.evaluation.numbers import numbers
from inspector.core.rows.copying import copy_task
from inspector.core.task import drain

NAMES = ("low", "high")
TRUTH = ((1.0, 10.0), (2.0, 20.0), (3.0, 30.0), (4.0, 40.0))
PREDICTED = ((1.5, 9.0), (-2.25, 20.0), (3.0, 1e6))

finite = st.floats(-1e6, 1e6).map(lambda value: round(value, 6))
edits = st.builds(
    lambda kind, number, limits, digits, share, component: BulkEdit(
        kind,
        number=abs(number) or 0.5 if kind == "multiple" else number,
        low=min(limits),
        high=max(limits),
        digits=digits,
        share=share,
        component=component,
    ),
    st.sampled_from([*OPERATIONS]),
    finite,
    st.tuples(finite, finite),
    st.integers(-3, 6),
    st.floats(0, 1),
    st.sampled_from(["", *NAMES]),
)


def write(path: Path, rows) -> Path:
    with path.open("w", newline="") as file:
        csv.writer(file).writerows([("id", *NAMES), *((f"r{at}", *row) for at, row in enumerate(rows))])
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Four rows of two numbers; the submission lacks the last row."""
    folder = tmp_path_factory.mktemp("numbers")
    return write(folder / "truth.csv", TRUTH), write(folder / "submission.csv", PREDICTED)


@pytest.fixture
def pair(files: tuple[Path, Path]) -> Inspection:
    return inspector.open_pair(*files, "rmse", shape="numbers")


def predicted(pair: Inspection) -> list[list[float]]:
    return numbers(pair.evaluation, pair.evaluation.all_rows)[1].tolist()


def without_noise(after: float, now: float) -> float:
    return now if after == now else float(f"{after:.15g}")


def expected(edit: BulkEdit, name: str, now: float, truth: float) -> float:
    """One number after the edit; NaN for a row without a prediction."""
    if edit.component not in ("", name):
        return now
    match edit.kind:
        case "scale":
            return without_noise(now * edit.number, now)
        case "shift":
            larger = max(abs(now), abs(edit.number)) or 1.0
            return now if now + edit.number == now else round(now + edit.number, 14 - math.floor(math.log10(larger)))
        case "clip":
            return now if math.isnan(now) else min(max(now, edit.low), edit.high)
        case "round":
            return without_noise(float(np.round(now, edit.digits)) or 0.0, now)
        case "subtract":
            larger = max(abs(now), abs(edit.number)) or 1.0
            return round(edit.number - now, 14 - math.floor(math.log10(larger)))
        case "multiple":
            return without_noise(float(np.round(now / edit.number)) * edit.number or 0.0, now)
        case "set":
            return edit.number
        case "blend":
            return truth if edit.share == 1 else without_noise(now + edit.share * (truth - now), now)
        case "truth":
            return truth
    raise AssertionError(edit.kind)


@pytest.mark.slow
@given(st.lists(st.integers(0, 2), unique=True), edits)
def test_a_preview_equals_the_edit_and_undo_restores_every_bit(files, rows, edit) -> None:
    pair = inspector.open_pair(*files, "rmse", shape="numbers")
    before = predicted(pair), pair.evaluation.scores.row.tobytes(), repr(pair.overall)
    seen = bulk.preview(pair.evaluation, np.array(rows, np.int64), edit)
    pair.apply(made := bulk.edit(pair.evaluation, np.array(rows, np.int64), edit))
    wanted = [
        [expected(edit, *one) if row in rows else one[1] for one in zip(NAMES, now, TRUTH[row], strict=True)]
        for row, now in enumerate(before[0])
    ]
    assert repr(predicted(pair)) == repr(wanted)
    assert (seen.changed, seen.rows) == (len(made.rows), len(rows))
    assert seen.after == pytest.approx(pair.overall, rel=1e-12)
    pair.undo() if len(made.rows) else None
    assert repr(before) == repr((predicted(pair), pair.evaluation.scores.row.tobytes(), repr(pair.overall)))


def test_a_product_is_written_without_the_noise_of_floats(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth.csv", [(1, 2), (3, 4)])
    given = write(tmp_path / "given.csv", [(101632.83, 0.1), (0.12345678901234567, 0.12345678901234567)])
    pair = inspector.open_pair(truth, given, "rmse")
    pair.apply(bulk.edit(pair.evaluation, np.array([0]), BulkEdit("scale", number=1.1, component="low")))
    pair.apply(bulk.edit(pair.evaluation, np.array([0]), BulkEdit("shift", number=0.2, component="high")))
    pair.apply(bulk.edit(pair.evaluation, np.array([1]), BulkEdit("scale", number=1.0)))
    assert predicted(pair) == [[111796.113, 0.3], [0.12345678901234567, 0.12345678901234567]]


@pytest.mark.parametrize("digits", [2, 9, 13, 14, 15])
def test_rounding_to_more_decimals_than_a_number_has_leaves_it(tmp_path: Path, digits: int) -> None:
    prices = np.random.default_rng(1).uniform(1, 1e6, (200, 2)).round(2).tolist()
    given = write(tmp_path / "given.csv", [*prices, (1e300, -912842.82)])
    pair = inspector.open_pair(write(tmp_path / "truth.csv", [*prices, (1.5, 2.5)]), given, "mae")
    assert not len(bulk.edit(pair.evaluation, pair.evaluation.all_rows, BulkEdit("round", digits=digits)).rows)


def test_probabilities_are_inverted_by_subtracting_them_from_1(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,y\na,1\nb,0\nc,1\n")
    (tmp_path / "given.csv").write_text("id,y\na,0.1\nb,0.992941\nc,1\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "given.csv", "logloss")
    pair.apply(bulk.edit(pair.evaluation, np.arange(3), BulkEdit("subtract", number=1.0)))
    assert predicted(pair) == [[0.9], [0.007059], [0.0]]
    assert pair.undo_name == "subtract from 1 in 3 rows"


def test_a_sum_that_is_nearly_0_has_no_noise_of_its_summands(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth.csv", [(0, 1), (0, 0.25)])
    pair = inspector.open_pair(truth, write(tmp_path / "s.csv", [(-0.992941, 1e-9), (0.1, 0)]), "rmse", shape="numbers")
    pair.apply(bulk.edit(pair.evaluation, np.arange(2), BulkEdit("shift", number=1.0)))
    assert predicted(pair) == [[0.007059, 1.000000001], [1.1, 1.0]]


def test_blending_with_a_share_of_1_gives_the_truth_also_to_missing_rows(pair) -> None:
    pair.apply(bulk.edit(pair.evaluation, pair.evaluation.all_rows, BulkEdit("blend", share=1.0)))
    assert predicted(pair) == [list(row) for row in TRUTH]
    assert pair.overall == 0
    assert pair.undo_name == "move 100% of the way to the truth in 4 rows"


def test_numbers_are_rounded_to_multiples_of_a_step(tmp_path: Path) -> None:
    truth = write(tmp_path / "truth.csv", [(1, 2), (3, 4)])
    given = write(tmp_path / "given.csv", [(3.3, -0.2), (31.26, 4.75)])
    pair = inspector.open_pair(truth, given, "rmse")
    pair.apply(bulk.edit(pair.evaluation, np.arange(2), BulkEdit("multiple", number=0.5)))
    assert repr(predicted(pair)) == "[[3.5, 0.0], [31.5, 5.0]]"
    assert pair.undo_name == "round to multiples of 0.5 in 2 rows"
    for number in (0.0, -0.5):
        with pytest.raises(InputError, match="nothing is a multiple of"):
            bulk.edit(pair.evaluation, np.arange(2), BulkEdit("multiple", number=number))


def test_a_tenth_of_the_way_leaves_nine_tenths_of_each_error(pair) -> None:
    before = pair.overall
    pair.apply(bulk.edit(pair.evaluation, np.arange(3), BulkEdit("blend", share=0.1)))
    assert pair.overall == pytest.approx(0.9 * before)


def test_a_missing_row_gets_numbers_only_where_an_edit_gives_them(pair) -> None:
    last = np.array([3])
    for edit in (BulkEdit("scale", number=2.0), BulkEdit("blend"), BulkEdit("round"), BulkEdit("clip", low=0.0)):
        assert len(bulk.edit(pair.evaluation, last, edit).rows) == 0
    pair.apply(bulk.edit(pair.evaluation, last, BulkEdit("set", number=7.0)))
    assert predicted(pair)[3] == [7.0, 7.0]


@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (BulkEdit("clip", low=2.0, high=1.0), "the range is empty"),
        (BulkEdit("set", number=math.inf), "not a finite number"),
        (BulkEdit("shift", number=math.nan), "not a finite number"),
        (BulkEdit("blend", share=1.5), "no share"),
        (BulkEdit("round", digits=99), "too many digits"),
        (BulkEdit("set", component="middle"), "no number 'middle'"),
        (BulkEdit("put_first", "a"), "no edit of numbers"),
        (BulkEdit("scale", number=1e308), "would be infinite. Found: row 'r2'"),
    ],
)
def test_an_edit_that_cannot_be_made_is_refused_before_any_change(pair, edit: BulkEdit, what: str) -> None:
    before = predicted(pair)
    with pytest.raises(InputError, match=what):
        bulk.edit(pair.evaluation, np.array([2]), edit)
    assert repr(predicted(pair)) == repr(before)
    assert pair.undo_name is None


@pytest.mark.parametrize(
    "text",
    ["r0\t5\t6", "5\t6", "5 6", "id\thigh\tlow\nr0\t6\t5", "id,low,high\nr0,5,6", " 5.0\t6e0 "],
)
def test_pasted_numbers_go_to_their_rows_and_columns(pair, text: str) -> None:
    pair.apply(paste(pair.evaluation, text, np.array([0])).edit)
    assert predicted(pair)[0] == [5.0, 6.0]


@pytest.mark.parametrize("text", ["r0\t5", "5\t6\t7", "five\tsix", "5\tinf"])
def test_a_pasted_line_without_the_numbers_of_a_row_is_refused(pair, text: str) -> None:
    with pytest.raises(InputError, match=r"a pasted line does not fit.*'r0'.*2 numbers in each line"):
        paste(pair.evaluation, text, np.array([0]))


def test_rows_that_were_copied_can_be_pasted_again(pair) -> None:

    copied = drain(copy_task(pair.evaluation.snapshot(), np.arange(3), headers=True)).text.decode()
    pair.apply(bulk.edit(pair.evaluation, np.arange(3), BulkEdit("set", number=0.5)))
    pair.apply(paste(pair.evaluation, copied, np.array([0])).edit)
    assert predicted(pair)[:3] == [list(row) for row in PREDICTED]


YES_NO = ((1.0, 0.0), (0.0, 1.0), (1.0, math.nan), (0.0, 1.0))
SURE = ((0.9, 0.0), (0.25, 1.0), (0.5, 1e-9), (0.999999, math.nan))


@pytest.fixture
def yes_no(tmp_path: Path) -> Inspection:
    """Four rows of two answers, with probabilities."""
    files = (write(tmp_path / name, rows) for name, rows in (("truth.csv", YES_NO), ("submission.csv", SURE)))
    return inspector.open_pair(*files, "logloss", shape="numbers")


@pytest.mark.parametrize("power", [0.1, 0.5, 1.0, 1.7, 40.0, 5000.0])
@pytest.mark.parametrize("component", ["", "high"])
def test_the_odds_of_yes_are_raised_to_a_power(yes_no: Inspection, power: float, component: str) -> None:
    every = yes_no.evaluation.all_rows
    yes_no.apply(bulk.edit(yes_no.evaluation, every, BulkEdit("power", number=power, component=component)))
    for row, now in zip(predicted(yes_no), SURE, strict=True):
        for name, after, before in zip(NAMES, row, now, strict=True):
            if component not in ("", name) or power == 1 or before in (0, 1) or math.isnan(before):
                assert repr(after) == repr(before)
            else:
                odds = math.log(before / (1 - before)) * power
                assert after == pytest.approx(1 / (1 + math.exp(-odds)) if odds > -700 else 0, abs=1e-14, rel=1e-12)
    in_rows = f"raise the odds to the power {power:.6g}{f' ({component})' if component else ''} in"
    assert yes_no.undo_name is None or yes_no.undo_name.startswith(in_rows)


@pytest.mark.parametrize("number", [0.0, -1.0, math.inf])
def test_a_power_of_nothing_is_refused(yes_no: Inspection, number: float) -> None:
    with pytest.raises(InputError):
        bulk.edit(yes_no.evaluation, yes_no.evaluation.all_rows, BulkEdit("power", number=number))


@pytest.mark.parametrize(
    ("truth", "submission"),
    [(TRUTH, PREDICTED), (YES_NO, ((0.9, 0.1), (1.5, 0.0))), (YES_NO, ((0.9, -0.1),)), (((0.5, 1.0),), SURE)],
)
def test_only_probabilities_of_yes_and_no_have_a_power(tmp_path: Path, yes_no, truth, submission) -> None:
    files = (write(tmp_path / name, rows) for name, rows in (("truth.csv", truth), ("submission.csv", submission)))
    assert "power" not in bulk.operations(inspector.open_pair(*files, "rmse", shape="numbers").evaluation)
    assert "power" in bulk.operations(yes_no.evaluation)
