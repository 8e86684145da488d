"""True labels of a row that repeat count once."""

from __future__ import annotations

from inspector.core.arrays.ragged import Ragged
from inspector.core.files.labels.weights import split_by_relevance


def test_labels_that_do_not_repeat_are_not_copied() -> None:
    labels = Ragged.of([[1, 2], [], [2]])
    assert split_by_relevance(labels) == (labels, None)


def test_of_labels_that_repeat_the_first_is_kept() -> None:
    found, judged = split_by_relevance(Ragged.of([[1, 2, 1], [], [2, 2]]))
    assert [found[row].tolist() for row in range(3)] == [[1, 2], [], [2]]
    assert judged is None
