"""The ways to read two files as numbers, and what speaks for them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from inspector.core.arrays.types import distinct
from inspector.core.data.numbers import are_answers
from inspector.core.errors import InputError, shorten
from inspector.core.files.detection.evidence import COPIES, Evidence
from inspector.core.files.detection.numbers.pairs import MOST_JUDGED, Pairs, is_shared, pairs_of
from inspector.core.files.detection.part import Part
from inspector.core.files.detection.side import LayoutChoice, Side
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.numbers.answers import are_likely, are_one_hot, are_predictions, rise_with
from inspector.core.files.numbers.cells import NUMERALS, decimal_of_all, meant_numbers, no_yes_of
from inspector.core.files.numbers.evidence import MOST_CLASSES, Closeness, closeness, in_order
from inspector.core.files.schema.layout import Layout

_SHOWN = 10
# Equal numbers speak for classes.
_EQUAL = 6.0


def number_choices(
    true: Side, predicted: Side, part: Part, labels: Sequence[LayoutChoice], known: Layout | None, *, explicit: bool
) -> Iterator[tuple[LayoutChoice, LayoutChoice]]:
    """The layouts of numbers of both files, each with its prior.

    labels: the layouts of the submission with labels; known: the layout of the truth, where it was read before;
    explicit: whether the files are known to hold numbers. Else yes and no, a few whole numbers in both files, and rows
    that share an id stay labels.
    """
    if not explicit and (
        true.sheet.roles or predicted.sheet.roles or any(found.are_intended for found in part.repeats)
    ):
        return
    for pairs, prior in pairs_of(true, predicted, part, [] if explicit else labels, known):
        if explicit or not _are_classes(part, pairs):
            columns = [*zip(*pairs, strict=True)]
            read = number_layout(true, columns[0]) if known is None else known
            given = replace(number_layout(predicted, columns[1]), label_names=read.names_of(true.sheet))
            yield LayoutChoice(read, prior), LayoutChoice(given, 0.0)


def no_numbers(truth: Sheet, submission: Sheet) -> InputError:
    """The error for files that are to hold numbers and do not."""
    heads = [*zip(submission.names, submission.columns, strict=True)][:_SHOWN]
    columns = [f"{shorten(name)} like {shorten(str(cells[0]))}" for name, cells in heads]
    return InputError(
        "no column of numbers in the submission belongs to one in the truth",
        submission.name,
        found=f"columns {', '.join(columns)}",
        expected=f"a column for each number to predict, as in {truth.name}",
        hint="Name the columns of both files, or read the files as labels with another metric or shape",
        options=("truth_column", "submission_column"),
    )


def number_layout(side: Side, columns: Sequence[int]) -> Layout:
    """The layout of one file with numbers in some columns."""
    judged = [side.sheet.columns[i] for i in columns[:MOST_JUDGED]]
    decimal = decimal_of_all(side.sheet, columns)
    in_words = (words for column in judged if (words := no_yes_of(column)) != NUMERALS)
    no_yes = next(in_words, NUMERALS) if side.is_truth else NUMERALS
    return Layout(side.ids, tuple(columns), "numbers", usage=side.usage, no_yes=no_yes, decimal=decimal)


def _are_classes(part: Part, pairs: Pairs) -> bool:
    """Whether labels explain all numbers: yes or no in several columns, or a few whole numbers in both files.

    Not probabilities of several columns of which a row may have more than one or none: each is a target of its own.
    """
    judged = pairs[:MOST_JUDGED]
    if len(pairs) == 1 and _is_in_words(part, pairs[0][0]):
        return _are_confidences(part, *pairs[0])
    true = np.concatenate([part.known(0, t) for t, _ in judged])
    predicted = np.concatenate([part.known(1, p) for _, p in judged])
    if len(pairs) > 1:
        if not are_answers(true) or not are_likely(predicted):
            return False
        wide = (meant_numbers(part.wide.columns[t]) for t, _ in pairs)
        return are_answers(predicted) or are_one_hot(wide)
    both = distinct(np.sort(np.concatenate([true, predicted])))
    return len(both) <= MOST_CLASSES and bool((both == np.round(both)).all())


def _are_confidences(part: Part, true: int, predicted: int) -> bool:
    """Whether numbers tell how sure a yes or no beside them is, and not how likely a yes is."""
    truth, values = part.values(0, true), part.values(1, predicted)
    columns = part.sheets[1].columns
    beside = (part.values(1, at) for at, column in enumerate(columns) if no_yes_of(column) != NUMERALS)
    return any(are_predictions(answers, truth) and not rise_with(values, answers) for answers in beside)


def number_evidence(part: Part, layouts: tuple[Layout, Layout]) -> Evidence:
    """What speaks for numbers, on the scale of what speaks for labels: the mean of the columns."""
    pairs = [*zip(layouts[0].labels[:MOST_JUDGED], layouts[1].labels, strict=False)]
    copied = part.rows >= COPIES and all(is_shared(part, pair) for pair in pairs)
    found = [_evidence(_closeness(part, *pair), is_alone=len(layouts[0].labels) == 1) for pair in pairs]
    known, similar, lift, sure, top = np.mean([(e.known, e.similar, e.lift, e.sure, e.top) for e in found], axis=0)
    return Evidence(float(known), float(similar), float(lift), float(sure), top=float(top), copied=copied)


def follows_exactly(part: Part, layouts: tuple[Layout, Layout]) -> bool:
    """Whether a prediction rises with one column of the truth in all rows, as with a feature that it was made from."""
    (true, *others), predicted = layouts[0].labels, layouts[1].labels[0]
    return not others and in_order(part.values(0, true), part.values(1, predicted))


def _closeness(part: Part, true: int, predicted: int) -> Closeness:
    """How close two columns are. No label of a submission of numbers is in a truth of words: they are no classes."""
    found = closeness(part.values(0, true), part.values(1, predicted))
    return replace(found, classes=False, decimals=True) if _is_in_words(part, true) else found


def _is_in_words(part: Part, column: int) -> bool:
    """Whether a column of the truth tells no and yes in words."""
    return no_yes_of(part.sheets[0].columns[column]) != NUMERALS


def _evidence(found: Closeness, *, is_alone: bool) -> Evidence:
    """The evidence of one column. Whole numbers may be labels, unless those that differ are near."""
    equal = _EQUAL * found.equal * is_alone
    if found.decimals:
        return Evidence(found.within, found.within, found.near, found.sure, top=1.0 - equal * found.classes)
    return Evidence(
        found.within * found.sure, found.within, found.near * found.sure, found.sure, top=2.0 * found.sure - 1.0 - equal
    )
