"""The ways to read two files as numbers: which columns of both belong together, and what speaks for them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeAlias

import numpy as np

from inspector.core.arrays.types import Floats, distinct
from inspector.core.errors import InputError, shorten
from inspector.core.files.detection.evidence import COPIES, Evidence
from inspector.core.files.detection.ids import ends
from inspector.core.files.detection.part import Part
from inspector.core.files.detection.side import LayoutChoice, Side
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.numbers.answers import are_answers, are_likely, are_one_hot, are_predictions, rise_with
from inspector.core.files.numbers.cells import NUMERALS, are_numbers, decimal_of_all, meant_numbers, no_yes_of
from inspector.core.files.numbers.evidence import MOST_CLASSES, Closeness, closeness, in_order
from inspector.core.files.schema import names
from inspector.core.files.schema.layout import Layout

# Columns of the truth, each with one of the submission.
Pairs: TypeAlias = tuple[tuple[int, int], ...]

_MOST_TRUE, _MOST_PREDICTED = 200, 3
# So many columns tell what all of them are.
_MOST_JUDGED = 24
_SHOWN = 10
# What it adds that columns of both files have the same names, or only stand in the same order.
_SAME, _IN_ORDER = 1.2, 0.3
# Numbers of other rows are hardly ever so near; the share of targets in order that may be no nearer.
_SURELY, _WEAK = 0.5, 0.2
# What speaks against a column of the truth that the submission has as it is.
_SHARED = 0.5
# Equal numbers speak for classes.
_EQUAL = 6.0
# What tells a true from a predicted number in the names of their columns.
_ROLES = {"pred", "preds", "predicted", "prediction", "predictions", "oof", "hat", "true", "truth", "actual"}
_ROLES |= {"p", "prob", "probs", "proba", "probability"}
_CUT = re.compile(r"[_ .:-]+")


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
    for pairs, prior in _pairs(true, predicted, part, [] if explicit else labels, known):
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
    judged = [side.sheet.columns[i] for i in columns[:_MOST_JUDGED]]
    decimal = decimal_of_all(side.sheet, columns)
    in_words = (words for column in judged if (words := no_yes_of(column)) != NUMERALS)
    no_yes = next(in_words, NUMERALS) if side.is_truth else NUMERALS
    return Layout(side.ids, tuple(columns), "numbers", usage=side.usage, no_yes=no_yes, decimal=decimal)


def number_columns(side: Side) -> list[int]:
    """The columns that the user names, or those of numbers; in a truth, also those of no and yes."""
    return list(side.given) or [i for i in side.rest if are_numbers(side.sheet, i) or _tells_yes(side, i)]


def _tells_yes(side: Side, column: int) -> bool:
    return side.is_truth and no_yes_of(side.sheet.columns[column]) != NUMERALS


def _pairs(
    true: Side, predicted: Side, part: Part, labels: Sequence[LayoutChoice], known: Layout | None
) -> Iterator[tuple[Pairs, float]]:
    """The columns that may belong together, with what their names say for it."""
    wanted = true.given if known is None else known.labels
    t, p = list(wanted) or number_columns(true), number_columns(predicted)
    if wanted and predicted.given:
        yield from [(tuple(zip(wanted, p, strict=True)), _SAME)] if len(t) == len(p) else []
        return
    # A column of the submission without numbers is a problem to report where the truth has numbers under its name.
    alike = _alike(true, predicted, t, predicted.given or predicted.rest)
    same = _of_one_file(true, t, p) if true.is_one_file else alike if any(i in p for _, i in alike) else []
    if wanted:
        same = [(i, dict(same)[i]) for i in t] if {*t} == {i for i, _ in same} else []
    kept = same if true.is_one_file else [pair for pair in same if not _is_shared(part, pair)]
    if not kept and not true.is_one_file:  # what is predicted may stand beside copies of the truth
        behind = _alike(true, predicted, t, [i for i in p if i not in dict(same).values()])
        kept = [pair for pair in behind if not _is_shared(part, pair)]
    # Unless they are predicted: a fold of each file's own is near the other's by chance only.
    kept = [pair for pair in kept if not names.is_beside(true.name(pair[0])) or _closeness(part, *pair).sure] or kept
    if kept or (same and (wanted or len(same) == min(len(t), len(p)))):
        yield tuple(same if wanted else kept or same), _SAME
    if not kept:
        yield from _elsewhere(true, predicted, part, labels, (t, p, same), is_known=bool(wanted))


def _elsewhere(
    true: Side,
    predicted: Side,
    part: Part,
    labels: Sequence[LayoutChoice],
    columns: tuple[list[int], list[int], list[tuple[int, int]]],
    *,
    is_known: bool,
) -> Iterator[tuple[Pairs, float]]:
    """Columns under different names; columns: those of numbers of both files, and those that both files share."""
    t, p, shared = columns
    free = [i for i in t if i not in dict(shared)], [i for i in p if i not in dict(shared).values()]
    ordered = []
    if 1 < len(free[0]) == len(free[1]) and not true.is_one_file:
        ordered = [*_in_order(part, tuple(zip(*free, strict=True)))]
        yield from ordered
    if not ordered and (len(t) < 2 or not is_known):
        yield from _single(true, predicted, free[0], free[1], labels)
        # The truth may be among the columns that the submission has, too.
        truths = [i for i in t if i in dict(shared)]
        yield from ((pair, prior - _SHARED) for pair, prior in _single(true, predicted, truths, free[1], labels))


def _alike(true: Side, predicted: Side, t: Sequence[int], p: Sequence[int]) -> list[tuple[int, int]]:
    """Columns with the same names, but for what says that they are true or predicted."""
    if not _are_comparable(true, predicted):
        return []
    for key in (Side.name, _bare):
        of_name = {key(true, i): i for i in reversed(t)}
        if found := {of_name[name]: i for i in reversed(p) if (name := key(predicted, i)) in of_name}:
            return sorted(found.items())
    return []


def _are_comparable(true: Side, predicted: Side) -> bool:
    """Whether equal names say something: numbers in place of names do not where one file has more columns."""
    return len(true.sheet.names) == len(predicted.sheet.names) or (true.has_names and predicted.has_names)


def _of_one_file(side: Side, t: Sequence[int], p: Sequence[int]) -> list[tuple[int, int]]:
    """Columns of one file of which the names say that one is predicted and the other is not."""
    given = [i for i in p if names.is_predicted(side.name(i)) or i in side.given]
    of_name = {_bare(side, i): i for i in reversed(t) if i not in given}
    return sorted({of_name[name]: i for i in reversed(given) if (name := _bare(side, i)) in of_name}.items())


def _bare(side: Side, column: int) -> str:
    """The name of a column without what says that it is true or predicted."""
    return "_".join(word for word in _CUT.split(side.name(column)) if word not in _ROLES)


def _single(
    true: Side, predicted: Side, t: Sequence[int], p: Sequence[int], labels: Sequence[LayoutChoice]
) -> Iterator[tuple[Pairs, float]]:
    """One column of each file, under different names."""
    of_labels = {i for choice in labels if choice.layout.shape == "wide" for i in choice.layout.labels}
    # What the truth has as text under this name is none of its other columns.
    texts = {true.name(i) for i in true.rest} - {true.name(i) for i in number_columns(true)}
    p = [i for i in p if true.is_one_file or predicted.name(i) not in texts or not _are_comparable(true, predicted)]
    named = [i for i in p if names.is_predicted(predicted.name(i))]
    # A single one is no class of several, although others beside it may be.
    free = [i for i in p if i not in of_labels or [i] == named]
    named = [i for i in free if i in named]
    if named and all(map(predicted.is_no_or_yes, named)):  # what these answers were made from, too
        named += [i for i in free if names.is_weight(predicted.name(i)) and not predicted.is_no_or_yes(i)]
    chosen = named or ([] if true.is_one_file and not predicted.given else free)
    if len(chosen) > _MOST_PREDICTED and not named:
        return
    likely = sorted(ends(t), key=lambda i: (-names.label_hint(true.name(i)), -i))[:_MOST_TRUE]
    for one, other in product(likely, chosen):
        if not true.is_one_file or (one != other and not names.is_predicted(true.name(one))):
            hints = names.label_hint(true.name(one)) + names.label_hint(predicted.name(other))
            yield ((one, other),), hints + true.role_hint(true.name(one))


def _in_order(part: Part, pairs: Pairs) -> Iterator[tuple[Pairs, float]]:
    """As many columns in both files under different names, if each is nearest to the one in its place."""
    judged = pairs[:_MOST_JUDGED]
    if any(_is_shared(part, pair) for pair in judged):
        return
    found = [[closeness(_values(part, 0, t), _values(part, 1, p)) for _, p in judged] for t, _ in judged]
    nearest = np.argmax([[one.near for one in row] for row in found], axis=1)
    # A feature beside what is predicted is near nothing; of many targets, a few may not be predicted any better.
    by_chance = sum(row[at].sure < _SURELY for at, row in enumerate(found))
    if (nearest == np.arange(len(judged))).all() and by_chance <= _WEAK * len(judged):
        yield pairs, _IN_ORDER


def _is_shared(part: Part, pair: tuple[int, int]) -> bool:
    """Whether two columns have the same numbers, not all 0, as features have that both files share."""
    true, predicted = (_values(part, which, column) for which, column in enumerate(pair))
    return np.array_equal(true, predicted, equal_nan=True) and bool(np.nan_to_num(true).any())


def _are_classes(part: Part, pairs: Pairs) -> bool:
    """Whether labels explain all numbers: yes or no in several columns, or a few whole numbers in both files.

    Not probabilities of several columns of which a row may have more than one or none: each is a target of its own.
    """
    judged = pairs[:_MOST_JUDGED]
    if len(pairs) == 1 and _is_in_words(part, pairs[0][0]):
        return _are_confidences(part, *pairs[0])
    true = np.concatenate([_known(part, 0, t) for t, _ in judged])
    predicted = np.concatenate([_known(part, 1, p) for _, p in judged])
    if len(pairs) > 1:
        if not are_answers(true) or not are_likely(predicted):
            return False
        wide = (meant_numbers(part.wide.columns[t]) for t, _ in pairs)
        return are_answers(predicted) or are_one_hot(wide)
    both = distinct(np.sort(np.concatenate([true, predicted])))
    return len(both) <= MOST_CLASSES and bool((both == np.round(both)).all())


def _are_confidences(part: Part, true: int, predicted: int) -> bool:
    """Whether numbers tell how sure a yes or no beside them is, and not how likely a yes is."""
    truth, values = _values(part, 0, true), _values(part, 1, predicted)
    columns = part.sheets[1].columns
    beside = (_values(part, 1, at) for at, column in enumerate(columns) if no_yes_of(column) != NUMERALS)
    return any(are_predictions(answers, truth) and not rise_with(values, answers) for answers in beside)


def _known(part: Part, which: int, column: int) -> Floats:
    values = _values(part, which, column)
    return values[np.isfinite(values)]


def _values(part: Part, which: int, column: int) -> Floats:
    """float64 (n,): the numbers of the ids of a part, of the first record of each; NaN for none."""
    codes, numbers = part.codes[which], meant_numbers(part.sheets[which].columns[column])
    values = np.full(1 + max(int(found.max(initial=-1)) for found in part.codes), np.nan)
    values[codes[::-1]] = numbers[::-1]
    return values


def number_evidence(part: Part, layouts: tuple[Layout, Layout]) -> Evidence:
    """What speaks for numbers, on the scale of what speaks for labels: the mean of the columns."""
    pairs = [*zip(layouts[0].labels[:_MOST_JUDGED], layouts[1].labels, strict=False)]
    copied = part.rows >= COPIES and all(_is_shared(part, pair) for pair in pairs)
    found = [_evidence(_closeness(part, *pair), is_alone=len(layouts[0].labels) == 1) for pair in pairs]
    known, similar, lift, sure, top = np.mean([(e.known, e.similar, e.lift, e.sure, e.top) for e in found], axis=0)
    return Evidence(float(known), float(similar), float(lift), float(sure), top=float(top), copied=copied)


def follows_exactly(part: Part, layouts: tuple[Layout, Layout]) -> bool:
    """Whether a prediction rises with one column of the truth in all rows, as with a feature that it was made from."""
    (true, *others), predicted = layouts[0].labels, layouts[1].labels[0]
    return not others and in_order(_values(part, 0, true), _values(part, 1, predicted))


def _closeness(part: Part, true: int, predicted: int) -> Closeness:
    """How close two columns are. No label of a submission of numbers is in a truth of words: they are no classes."""
    found = closeness(_values(part, 0, true), _values(part, 1, predicted))
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
