"""Normalizes new lists to what the submission file would read back after saving."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.prediction import Prediction
from inspector.core.edits.own_scores import with_own_scores
from inspector.core.edits.score_order import with_falling_scores
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.labels.dispatch import tie_ranks, validate_prediction
from inspector.core.files.labels.reading import Reading

TextOf = Callable[[int], str]


def normalize_for_file(
    evaluation: Evaluation, rows: Ints, lists: Ragged, text_of: TextOf | None = None, *, is_scored: bool = False
) -> tuple[Ints, Ragged]:
    """The rows, int64, whose predictions change, and their new lists in the order of the file.

    lists: one for each of the distinct rows, int64; text_of: the text of a code, if the vocabulary does not have all;
    is_scored: whether the labels come with scores of their own.
    Raises InputError naming a row for a list that the file cannot hold.
    """
    before, reading = evaluation.predictions(rows), evaluation.pair.submission
    texts = text_of or evaluation.table.vocab.text
    changed = np.flatnonzero(~lists.same(before))
    rows, lists, before = rows[changed], lists.take(changed), before.take(changed)
    if not evaluation.table.kind.names_labels:
        _refuse_numbers(evaluation, rows, lists)
        return rows, lists
    for code in _added(before, lists).tolist():
        validate_prediction(reading, Prediction((texts(code),)))
    _refuse_lists(evaluation, rows, lists, texts)
    former = before, evaluation.table.predictions.take(rows)
    ordered = ordered_for_file(reading, lists, former, texts, is_scored=is_scored)
    if ordered is lists:
        return rows, lists
    changed = np.flatnonzero(~ordered.same(before))
    return rows[changed], ordered.take(changed)


def _refuse_numbers(evaluation: Evaluation, rows: Ints, lists: Ragged) -> None:
    """Raise InputError naming a row whose number is infinite. One that is NaN keeps the cell that holds no number."""
    if lists.weights is not None and len(broken := np.flatnonzero(np.isinf(lists.weights))):
        row = int(rows[int(lists.list_of(broken[:1])[0])])
        found = f"row {shorten(evaluation.table.id(row))}"
        raise InputError("a number would be infinite", found=found, hint="Choose a smaller number")


def _added(before: Ragged, after: Ragged) -> Ints:
    """The codes, int64, that are only in `after`."""
    # The additional last entry is for BLANK, -1.
    known = np.zeros(2 + max(int(lists.codes.max(initial=-1)) for lists in (before, after)), bool)
    known[after.codes] = True
    known[before.codes] = False
    return np.flatnonzero(known[:-1])


def _refuse_lists(evaluation: Evaluation, rows: Ints, lists: Ragged, text_of: TextOf) -> None:
    """Raise InputError for repeated labels, invalid confidences or too many labels, if the file cannot hold them."""
    reading = evaluation.pair.submission
    if reading.layout.shape == "list":
        return
    repeats = lists.repeats()
    # A file with a column a rank can hold all lists if it can hold the longest.
    is_limited = reading.layout.shape == "slots" and len(lists.codes) > 0
    first = [int(lists.offsets[np.argmax(lists.lengths)])] if is_limited else []
    first += [int(np.flatnonzero(repeats)[0])] if repeats.any() else []
    if lists.weights is not None:
        outside = ~((lists.weights > 0) & (lists.weights <= 1))
        first += [int(np.flatnonzero(outside)[0])] if outside.any() else []
    for at in lists.list_of(np.array(first, np.int64)).tolist():
        weights = lists.weights_of(at)
        labels = tuple(map(text_of, lists[at].tolist()))
        try:
            validate_prediction(reading, Prediction(labels, None if weights is None else tuple(weights.tolist())))
        except InputError as error:
            found = f"{error.found} in row {shorten(evaluation.table.id(int(rows[at])))}".strip()
            raise InputError(error.what, found=found, expected=error.expected, hint=error.hint) from None


def has_own_scores(reading: Reading) -> bool:
    """Whether a file is ordered by the score that it has beside each label, which goes with it."""
    return reading.layout.shape == "long" and tie_ranks(reading, []) is not None


def ordered_for_file(
    reading: Reading, lists: Ragged, former: tuple[Ragged, Ragged], text_of: TextOf, *, is_scored: bool = False
) -> Ragged:
    """The lists in the order of the file; the same object if they are in order already.

    Equal scores that would change the order are made to differ. former: the lists as they are now, whose labels keep
    their scores in a file with a score beside each, and as they are in the file; is_scored: whether the labels come
    with scores of their own.
    """
    if tie_ranks(reading, []) is None or not len(lists.codes):
        return lists
    ties = _ties(reading, lists, text_of)
    if reading.layout.shape == "wide" and _are_in_order(lists, ties):  # numbers that were typed stay as they are
        return lists
    given, kept = lists, lists.lengths if is_scored else former[0].lengths
    if has_own_scores(reading) and not is_scored:
        lists, has_own = with_own_scores(*former, lists, ties)
        kept = np.where(has_own, lists.lengths, kept)
    lists = with_falling_scores(lists, ties, kept)
    if _are_in_order(lists, ties):
        return given if lists.same(given).all() else lists
    order = _order(lists, ties)
    return Ragged(lists.offsets, lists.codes[order], None if lists.weights is None else lists.weights[order])


def sorted_for_file(reading: Reading, lists: Ragged, text_of: TextOf) -> Ragged:
    """The lists as the file would be read: where scores order them, sorted by these, which stay as they are."""
    if tie_ranks(reading, []) is None or not len(lists.codes):
        return lists
    order = _order(lists, _ties(reading, lists, text_of))
    return Ragged(lists.offsets, lists.codes[order], None if lists.weights is None else lists.weights[order])


def _ties(reading: Reading, lists: Ragged, text_of: TextOf) -> Ints:
    """int64 (m,): which of two labels with equal scores comes first, the lower, where scores order the file."""
    used, at = np.unique(lists.codes, return_inverse=True)
    return np.array(tie_ranks(reading, [text_of(code) for code in used.tolist()]))[at]


def _order(lists: Ragged, ties: Ints) -> Ints:
    """int64 (m,): the codes of each list by their scores, equal ones by `ties`."""
    keys = (ties, lists.owners()) if lists.weights is None else (ties, -lists.weights, lists.owners())
    return np.lexsort(keys)


def _are_in_order(lists: Ragged, ties: Ints) -> bool:
    order = _order(lists, ties)
    return bool((order[1:] > order[:-1]).all())
