"""Re-scaled confidences: one monotone re-scale for all changes nothing, one a group is what its edit makes."""

from __future__ import annotations

import numpy as np
import pytest
from core.strategies import Lists, open_lists, weighted_pairs
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector
from inspector.core.edits.rescaling import Rescaling, plan, preview
from inspector.core.errors import InputError
from inspector.core.ladder.ladder import ladder_of
from inspector.core.ladder.rescaling import METHODS, GroupFigures, rescaled

# Two groups: the second one is less sure than it should be.
TWO = Lists([["a"], ["b"], ["c"], ["d"]], [["x"], ["b"], ["c"], ["d"]], [[0.8], [0.6], [0.3], [0.2]])
GROUP = np.array([0, 0, 1, 1])


def asked(opened: inspector.Inspection, method: str, *values: float) -> Rescaling:
    ladder = ladder_of(opened.evaluation)
    assert ladder is not None
    figures = GroupFigures.of(ladder, GROUP, 2)
    return Rescaling(GROUP, method, np.array(values), figures.precision, "set")


def confidences(opened: inspector.Inspection) -> list[float]:
    return [opened.evaluation.prediction(row).confidence[0] for row in range(len(opened.evaluation.table))]


@pytest.mark.slow
@given(
    weighted_pairs(most_rows=5), st.sampled_from([("multiply", 2.0), ("multiply", 0.5), ("shift", 0.0), ("power", 1.0)])
)
@settings(max_examples=60)
def test_one_monotone_rescale_for_all_changes_nothing(lists: Lists, drawn: tuple[str, float]) -> None:
    sure = [[0.001 if value == 1e-300 else value for value in row] for row in lists.confidences or []]
    evaluation = open_lists(Lists(lists.truths, lists.predictions, sure), "gap").evaluation
    n = len(evaluation.table)
    one = Rescaling(np.zeros(n, np.int64), drawn[0], np.array([drawn[1]]), np.array([0.5]), "all")
    assert preview(evaluation, one).after == pytest.approx(evaluation.scores.overall, abs=1e-15, nan_ok=True)


@pytest.mark.parametrize("value", [0.3, 0.7, 1.4, 3.0])
def test_a_power_or_a_shift_for_all_changes_nothing(value: float) -> None:
    for method in ("power", "shift"):
        opened = open_lists(TWO, "gap")
        found = preview(opened.evaluation, asked(opened, method, value, value))
        assert (found.changed, found.after) == (4, found.before)


@pytest.mark.parametrize(
    ("method", "values", "expected"),
    [
        ("multiply", (1, 3), [0.8, 0.6, 0.3 * 3, 0.2 * 3]),
        ("shift", (0, 0.5), [0.8, 0.6, 0.3 + 0.5, 0.2 + 0.5]),
        ("power", (1, 0.5), [0.8, 0.6, 0.3**0.5, 0.2**0.5]),
        ("precision", (1, 0), [0.5, 0.5, 0.3, 0.2]),
        ("precision", (0, 0.5), [0.8, 0.6, 0.65, 0.6]),
    ],
)
def test_the_preview_is_what_applying_makes(method: str, values: tuple[float, float], expected: list[float]) -> None:
    opened = open_lists(TWO, "gap")
    rescaling = asked(opened, method, *values)
    found = preview(opened.evaluation, rescaling)
    assert found.before == opened.overall and not len(opened.evaluation.overlay)
    before = confidences(opened)
    opened.apply(plan(opened.evaluation, rescaling))
    assert confidences(opened) == pytest.approx(expected, abs=1e-15)
    assert opened.overall == found.after and found.changed == len(opened.evaluation.overlay) == 2
    assert opened.undo_name == "re-scale confidences by set in 2 rows"
    opened.undo()
    assert confidences(opened) == before and opened.overall == found.before


def test_lifting_the_better_group_raises_gap() -> None:
    opened = open_lists(TWO, "gap")
    # From x b c d to c x d b: hits at ranks 1, 3, 4 instead of 2, 3, 4.
    found = preview(opened.evaluation, asked(opened, "multiply", 1, 3.3))
    assert (found.before, found.after) == pytest.approx(((1 / 2 + 2 / 3 + 3 / 4) / 4, (1 + 2 / 3 + 3 / 4) / 4))


def test_figures_of_groups() -> None:
    ladder = ladder_of(open_lists(TWO, "gap").evaluation)
    assert ladder is not None
    figures = GroupFigures.of(ladder, GROUP, 3)
    assert figures.predictions.tolist() == [2, 2, 0]
    assert figures.precision == pytest.approx([0.5, 1, np.nan], nan_ok=True)
    assert figures.confidence == pytest.approx([0.7, 0.25, np.nan], nan_ok=True)


@pytest.mark.parametrize("method", METHODS)
def test_a_neutral_value_keeps_every_bit(method: str) -> None:
    given_ = np.array([-1.5, -0.0, 0.1, np.nan, np.inf])
    after = rescaled(given_, np.zeros(5, np.int64), method, np.array([METHODS[method].neutral]), np.array([0.7]))
    assert after.tobytes() == given_.tobytes()


def test_a_group_without_predictions_has_no_precision_to_go_to() -> None:
    after = rescaled(np.array([0.4]), np.array([0]), "precision", np.array([1.0]), np.array([np.nan]))
    assert after.tolist() == [0.4]


def test_confidences_that_the_file_cannot_hold_are_refused(tmp_path) -> None:
    """A column a label holds probabilities up to 1."""
    (tmp_path / "truth.csv").write_text("id,label\n" + "".join(f"r{row},ant\n" for row in range(9)))
    lines = "".join(f"r{row},0.{row + 1},0\n" for row in range(9))
    (tmp_path / "wide.csv").write_text("id,ant,bee\n" + lines)
    opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "wide.csv", "gap", shape="wide")
    one = Rescaling(np.zeros(9, np.int64), "multiply", np.array([3.0]), np.array([1.0]), "all")
    with pytest.raises(InputError, match="probability"):
        preview(opened.evaluation, one)


def test_no_confidence_becomes_infinite() -> None:
    truth = {f"r{row}": {"ant": 1} for row in range(3)}
    opened = inspector.open_pair(truth, {id_: {"ant": 9_999.0} for id_ in truth}, "gap")
    one = Rescaling(np.zeros(3, np.int64), "power", np.array([100.0]), np.array([1.0]), "all")
    with pytest.raises(InputError, match="infinite"):
        preview(opened.evaluation, one)
