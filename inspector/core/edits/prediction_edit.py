"""The edit of one row. Raises InputError for a prediction that the submission file cannot hold."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from inspector.core.arrays.arrow import texts
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.edits import Edit
from inspector.core.data.numbers import summing_to_1
from inspector.core.data.prediction import Prediction
from inspector.core.edits.bulk_labels import first_missing_truth
from inspector.core.edits.normalize import has_own_scores, ordered_for_file
from inspector.core.edits.pasting.pairs import pairs_of
from inspector.core.errors import InputError
from inspector.core.evaluation.class_probabilities import is_of_one_class
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import truth_of
from inspector.core.files.labels.cell import BESIDE
from inspector.core.files.labels.dispatch import in_file_order, validate_prediction

# The sum of numbers that add up to 1 is off by less.
_ROUNDING = 1e-9
# How many labels are written before the first that differs.
_BEFORE = 2


def typed_prediction(evaluation: Evaluation, row: int, text: str, *, keeps_sum: bool = False) -> Prediction:
    """A prediction as it is typed for a row, for preview and edit alike. Raises InputError as `prediction_edit`.

    Where confidences stand in cells of their own, the ranks keep theirs, unless they are in the text as `written_whole`
    has them. Line breaks and tabs, as pasted, separate labels, too. keeps_sum: as of `with_sum_1`.
    """
    text = separated(evaluation, row, text)
    prediction = evaluation.pair.submission.grammar.read(text)
    if prediction.confidence is None:
        before, whole = evaluation.prediction(row), _read_whole(evaluation, text)
        prediction = before.with_labels(prediction.labels) if whole is None else whole
        prediction = _with_rest(prediction, before) if keeps_sum and whole is not None else prediction
    if keeps_sum:
        prediction = with_sum_1(prediction, evaluation.prediction(row))
    if evaluation.pair.has_class_columns:
        prediction = prediction.without([at for at, value in enumerate(prediction.confidence or ()) if value == 0])
    _refuse(evaluation, prediction)
    return prediction


def _read_whole(evaluation: Evaluation, text: str) -> Prediction | None:
    """The prediction that `written_whole` wrote; None where the words are labels, or hold no known ones."""
    pairs = pairs_of(evaluation, texts([text]))
    if pairs is None:
        return None
    whole = Prediction(tuple(pairs.labels.to_pylist()), tuple(pairs.numbers.tolist()))
    if evaluation.pair.submission.layout.shape != "wide":
        return whole
    return in_file_order(evaluation.pair.submission, whole)  # its numbers order it, not their places


def separated(evaluation: Evaluation, row: int, text: str) -> str:
    """A typed text with the separator in place of line breaks, and of tabs unless a label of the row holds one."""
    signs = "\r\n" if any("\t" in label for label in evaluation.prediction(row).labels) else "\r\n\t"
    return re.sub(f"[{signs}]+", lambda _: evaluation.pair.submission.grammar.separator, text)


def written_whole(
    evaluation: Evaluation, row: int, prediction: Prediction, typed: tuple[int, str] | None = None
) -> str:
    """A prediction of a row as text from which it comes back whole.

    Confidences that stand in cells of their own are beside their labels if they are others, and where there is a column
    for each class: `8:0.33 6:0.2`. typed: the index of a number, and its text as it is typed so far, which may be none
    yet.
    """
    grammar = evaluation.pair.submission.grammar
    is_same = typed is None and prediction == evaluation.prediction(row).with_labels(prediction.labels)
    is_known = is_same and not evaluation.pair.has_class_columns
    if evaluation.table.kind.names_labels and grammar.sign is None and not is_known:
        grammar = replace(grammar, sign=BESIDE)
    return grammar.write(prediction, typed)


def span_in_whole(evaluation: Evaluation, row: int, rank: int) -> tuple[int, int] | None:
    """Where the label or number at a rank, from 0, begins and ends in `written_whole` of a row; None for none.

    Where there is a column for each class, it is the probability of the class, as the class is the same in any row.
    """
    prediction, grammar = evaluation.prediction(row), evaluation.pair.submission.grammar
    if not evaluation.pair.has_class_columns:
        return grammar.span(prediction, rank)
    return _span_of_number(evaluation, row, prediction, rank) if rank < len(prediction) else None


def true_class_in_whole(evaluation: Evaluation, row: int) -> tuple[str, tuple[int, int]] | None:
    """The prediction of a row as text with its true class, which may have 0, and where its number begins and ends.

    None for a row without a true class, and where classes have no columns.
    """
    prediction, truth = evaluation.prediction(row), evaluation.truth(row)
    if not truth or not evaluation.pair.has_class_columns:
        return None
    if truth[0] not in prediction.labels:
        prediction = Prediction((*prediction.labels, truth[0]), (*(prediction.confidence or ()), 0.0))
    place = _span_of_number(evaluation, row, prediction, prediction.labels.index(truth[0]))
    return written_whole(evaluation, row, prediction), place


def _span_of_number(evaluation: Evaluation, row: int, prediction: Prediction, rank: int) -> tuple[int, int]:
    end = len(written_whole(evaluation, row, prediction.without(range(rank + 1, len(prediction)))))
    return end - len(repr((prediction.confidence or ())[rank])), end


def written_apart(evaluation: Evaluation, row: int) -> tuple[str, str]:
    """The prediction of a row and that of the file as text, both from shortly before the first difference.

    Confidences in cells of their own are beside their labels if the labels are the same.
    """
    mine, theirs = evaluation.prediction(row), evaluation.table.prediction(row)
    grammar = evaluation.pair.submission.grammar
    if not evaluation.table.kind.names_labels:
        return grammar.write(mine), grammar.write(theirs)
    if grammar.sign is None and mine.labels == theirs.labels:
        grammar = replace(grammar, sign=BESIDE)
    both = [zip(one.labels, one.confidence or one.labels, strict=True) for one in (mine, theirs)]
    same = [one == other for one, other in zip(*both, strict=False)]
    first = max(0, (same.index(False) if False in same else len(same)) - _BEFORE)
    parts = [one.without(range(first)) for one in (mine, theirs)]
    one, other = ("… " * (first > 0) + grammar.write(part) for part in parts)
    return one, other


def example_with_confidences(evaluation: Evaluation) -> str:
    """How labels with their confidences are typed: `8:0.33 6:0.2`; empty where there are none."""
    grammar = evaluation.pair.submission.grammar
    if evaluation.table.predictions.weights is None or not evaluation.table.kind.names_labels:
        return ""
    return replace(grammar, sign=grammar.sign or BESIDE).write(Prediction(("8", "6"), (0.33, 0.2)))


def with_sum_1(prediction: Prediction, before: Prediction) -> Prediction:
    """A prediction with its probabilities scaled to a sum of 1, unless they are those of the one before.

    A single label with another one, or that comes, keeps it wherever it stands, and the others share the rest. Raises
    InputError as `summing_to_1`.
    """
    now = prediction.confidence or ()
    if not now or now == before.confidence or _is_1(now):
        return prediction
    others = _changed(prediction, before)
    has_all = {*before.labels} <= {*prediction.labels}
    return Prediction(prediction.labels, summing_to_1(now, others if has_all and len(others) == 1 else ()))


def _with_rest(prediction: Prediction, before: Prediction) -> Prediction:
    """A prediction of which some numbers are typed, with the labels that are left out: they share what lacks to 1.

    `cat:0.3` alone is no certainty. Where all that is left has the numbers it had, the others were taken out.
    """
    now = prediction.confidence or ()
    pairs = zip(before.labels, before.confidence or (), strict=False)
    missing = {label: value for label, value in pairs if label not in prediction.labels and value > 0}
    if not missing or _is_1(now) or math.fsum(now) > 1 or not _changed(prediction, before):
        return prediction
    numbers = summing_to_1((*now, *missing.values()), range(len(now)))
    return Prediction((*prediction.labels, *missing), numbers)


def _changed(prediction: Prediction, before: Prediction) -> list[int]:
    """Which labels have other numbers than before, or are new."""
    old = dict(zip(before.labels, before.confidence or (), strict=False))
    pairs = enumerate(zip(prediction.labels, prediction.confidence or (), strict=False))
    return [at for at, (label, value) in pairs if value != old.get(label)]


def _is_1(numbers: Sequence[float]) -> bool:
    return abs(math.fsum(numbers) - 1) <= _ROUNDING


def best_missing_truth(evaluation: Evaluation, row: int) -> str:
    """A truth label of the highest grade unless a row begins with one, else the best it lacks; the row has a truth."""
    rows = np.array([row])
    code = first_missing_truth(evaluation.table.truth.take(rows), evaluation.predictions(rows))[0]
    return evaluation.table.vocab.text(int(code))


def truth_first(evaluation: Evaluation, row: int, *, keeps_sum: bool = False) -> tuple[Prediction, str] | None:
    """A row with `best_missing_truth` first, or with its true numbers.

    With the name of that edit; None for a row without a truth. keeps_sum: as of `with_sum_1`.
    """
    id_ = evaluation.table.id(row)
    if not evaluation.truth(row):
        return None
    if not evaluation.table.kind.names_labels:
        return truth_of(evaluation, row), f"set {id_} to the truth"
    label = best_missing_truth(evaluation, row)
    before = evaluation.prediction(row)
    # Of classes, the true one takes the highest probability, and gives its own for it.
    after = before.exchange_first(label) if is_of_one_class(evaluation) else before.put_first(label)
    return with_sum_1(after, before) if keeps_sum else after, f"put {label} at rank 1 of {id_}"


def cleared(evaluation: Evaluation, row: int) -> tuple[Prediction, str] | None:
    """A row without labels, with the name of that edit; None for numbers."""
    if not evaluation.table.kind.names_labels:
        return None
    return evaluation.prediction(row).with_labels([]), f"clear {evaluation.table.id(row)}"


def moved(evaluation: Evaluation, row: int, prediction: Prediction, source: int, target: int) -> Prediction:
    """A prediction of a row with the label at index `source` at `target`.

    In a file with a score beside each label it alone gets another score, between those of its neighbours.
    """
    after, rest = prediction.moved(source, target), prediction.without([source])
    has_own = has_own_scores(evaluation.pair.submission) and np.isfinite(rest.confidence or [np.nan]).all()
    if source == target or not has_own:
        return after
    return as_saved(evaluation, row, rest.with_labels(after.labels), rest)


def prediction_edit(
    evaluation: Evaluation, row: int, prediction: Prediction, name: str = "", *, is_scored: bool = False
) -> Edit:
    """An edit that replaces the prediction of a row. name: for the undo menu; is_scored: as for `ordered_for_file`.

    In a file that is ordered by score, the order of new labels rules, and equal scores are made to differ; with the
    same labels, the scores rule and order them. Raises InputError for a prediction that the file cannot hold, or whose
    confidences do not fit.
    """
    _refuse(evaluation, prediction)
    after = _ordered(evaluation, row, prediction, evaluation.table.vocab.add, is_scored=is_scored)
    return Edit(np.array([row]), after, name or f"edit {evaluation.table.id(row)}")


def as_saved(evaluation: Evaluation, row: int, prediction: Prediction, before: Prediction | None = None) -> Prediction:
    """A prediction with the confidences that its edit would give it; changes nothing, not even the vocabulary.

    before: the prediction whose labels keep their scores; None for that of the row.
    """
    if prediction.confidence is None:
        return prediction
    new = dict[str, int]()
    after = _ordered(evaluation, row, prediction, lambda label: evaluation.code_for(label, new), before)
    named = {code: label for label, code in new.items()}
    labels = [named.get(code) or evaluation.table.vocab.text(code) for code in after.codes.tolist()]
    return Prediction(tuple(labels), None if after.weights is None else tuple(after.weights.tolist()))


def _ordered(
    evaluation: Evaluation,
    row: int,
    prediction: Prediction,
    code_of: Callable[[str], int],
    before: Prediction | None = None,
    *,
    is_scored: bool = False,
) -> Ragged:
    """The prediction as one list in the order of the file. code_of: the code of a label; before: as of `as_saved`."""
    submission = evaluation.pair.submission
    if prediction.labels == evaluation.prediction(row).labels:
        prediction = in_file_order(submission, prediction)
    known, rows = evaluation.codes_by_label(row), np.array([row])

    def listed(given: Prediction) -> Ragged:
        known.update((label, code_of(label)) for label in given.labels if label not in known)
        return Ragged.one([known[label] for label in given.labels], given.confidence)

    lists, now = listed(prediction), evaluation.predictions(rows) if before is None else listed(before)
    former = now, evaluation.table.predictions.take(rows)
    texts, vocab = {code: label for label, code in known.items()}, evaluation.table.vocab
    return ordered_for_file(
        submission, lists, former, lambda code: texts[code] if code in texts else vocab.text(code), is_scored=is_scored
    )


def _refuse(evaluation: Evaluation, prediction: Prediction) -> None:
    validate_prediction(evaluation.pair.submission, prediction)
    has_confidences = evaluation.table.predictions.weights is not None
    if prediction.confidence is None:
        if has_confidences:
            raise InputError("every label needs a confidence, as in the submission")
    elif not has_confidences or len(prediction.confidence) != len(prediction):
        expected = f"{len(prediction)} confidences" if has_confidences else "none: the submission has no confidences"
        raise InputError("the confidences do not fit", found=str(len(prediction.confidence)), expected=expected)
