"""Cells of truth against prediction: what is far off stands at the border, and edits move rows."""

from __future__ import annotations

import numpy as np

from inspector.core.analysis.numbers.cloud import Square, counted, grid


def test_all_rows_stand_in_the_square_and_equal_numbers_on_its_diagonal() -> None:
    truth = np.linspace(-5.0, 5.0, 500)
    square = Square.around(truth, truth)
    assert square.low < -5 < 5 < square.high
    assert not square.low_is_cut
    assert not square.high_is_cut
    counts = grid(counted(square, truth, truth).bars.counts)
    assert counts.sum() == np.trace(counts) == 500


def test_a_number_far_off_does_not_ruin_the_square() -> None:
    truth, predicted = np.linspace(0.0, 1.0, 1000), np.linspace(0.0, 1.0, 1000)
    predicted[7] = 1e9
    square = Square.around(truth, predicted)
    assert square.high < 1.3
    assert (square.low_is_cut, square.high_is_cut) == (False, True)
    assert grid(counted(square, truth, predicted).bars.counts)[:, -9:].sum() == 1
    assert square.inside(predicted).max() < square.high
    low, high = square.within
    assert (low, high) == (square.low, square.inside(predicted).max())
    assert np.delete(predicted, 7).max() < high  # that row alone stands at the end


def test_rows_without_a_number_are_in_no_cell() -> None:
    truth, predicted = np.array([1.0, np.nan, 2.0]), np.array([np.nan, 1.0, np.inf])
    cells = counted(Square.around(truth, predicted), truth, predicted)
    assert cells.bars.of_row[:2].tolist() == [-1, -1]
    assert cells.bars.counts.sum() == 1


def test_without_any_spread_there_is_a_square() -> None:
    for values in (np.empty(0), np.array([np.nan]), np.zeros(3), np.full(3, 7.0), np.array([-1.7e308, 1.7e308])):
        square = Square.around(values, values)
        assert 0 < square.high - square.low < np.inf


def test_an_edited_row_moves_to_its_new_cell() -> None:
    truth = np.arange(10.0)
    square = Square.around(truth, truth)
    moving, after = counted(square, truth, truth), np.where(truth == 3, 9.0, truth)
    moving.move(np.array([3]), square.cells(truth[[3]], after[[3]]))
    assert moving.bars.counts.tolist() == counted(square, truth, after).bars.counts.tolist()
