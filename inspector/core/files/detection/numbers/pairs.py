"""Which columns of numbers of two files may belong together, with what their names and their order say for it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np

from inspector.core.files.detection.ids.columns import ends
from inspector.core.files.detection.part import Part
from inspector.core.files.detection.side import LayoutChoice, Side
from inspector.core.files.numbers.cells import NUMERALS, are_numbers, no_yes_of
from inspector.core.files.numbers.evidence import closeness
from inspector.core.files.schema import names
from inspector.core.files.schema.layout import Layout

# Columns of the truth, each with one of the submission.
Pairs: TypeAlias = tuple[tuple[int, int], ...]

# So many columns tell what all of them are.
MOST_JUDGED = 24
_MOST_TRUE, _MOST_PREDICTED = 200, 3
# What it adds that columns of both files have the same names, or only stand in the same order.
_SAME, _IN_ORDER = 1.2, 0.3
# Numbers of other rows are hardly ever so near; the share of targets in order that may be no nearer.
_SURELY, _WEAK = 0.5, 0.2
# What speaks against a column of the truth that the submission has as it is.
_SHARED = 0.5
# What the name of a true number adds, as that of a label does.
_TRUE = 0.3
# What tells a true from a predicted number in the names of their columns.
_ROLES = {"pred", "preds", "predict", "predicted", "prediction", "predictions", "oof", "hat", "true", "truth", "actual"}
_ROLES |= {"p", "prob", "probs", "proba", "probability"}
_CUT = re.compile(r"[_ .:-]+")


def number_columns(side: Side) -> list[int]:
    """The columns that the user names, or those of numbers; in a truth, also those of no and yes."""
    return list(side.given) or [i for i in side.rest if are_numbers(side.sheet, i) or _tells_yes(side, i)]


def _true_columns(side: Side) -> list[int]:
    """The columns that may hold true numbers: in one file with both, not what is named as predicted beside others."""
    columns = number_columns(side)
    if not side.is_one_file:
        return columns
    columns = [i for i in columns if not names.is_predicted(side.name(i))] or columns
    return [i for i in columns if not names.is_probability(side.name(i))] or columns


def _tells_yes(side: Side, column: int) -> bool:
    return side.is_truth and no_yes_of(side.sheet.columns[column]) != NUMERALS


def pairs_of(
    true: Side, predicted: Side, part: Part, labels: Sequence[LayoutChoice], known: Layout | None
) -> Iterator[tuple[Pairs, float]]:
    """The columns that may belong together, with what their names say for it."""
    wanted = true.given if known is None else known.labels
    t, p = list(wanted) or _true_columns(true), number_columns(predicted)
    if wanted and predicted.given:
        yield from [(tuple(zip(wanted, p, strict=True)), _SAME)] if len(t) == len(p) else []
        return
    # A column of the submission without numbers is a problem to report where the truth has numbers under its name.
    alike = _alike(true, predicted, t, predicted.given or predicted.rest)
    same = _of_one_file(true, t, p) if true.is_one_file else alike if any(i in p for _, i in alike) else []
    if wanted:
        same = [(i, dict(same)[i]) for i in t] if {*t} == {i for i, _ in same} else []
    kept = same if true.is_one_file else [pair for pair in same if not is_shared(part, pair)]
    if not kept and not true.is_one_file:  # what is predicted may stand beside copies of the truth
        behind = _alike(true, predicted, t, [i for i in p if i not in dict(same).values()])
        kept = [pair for pair in behind if not is_shared(part, pair)]
    # Unless they are predicted: a fold of each file's own is near the other's by chance only.
    kept = [pair for pair in kept if not names.is_beside(true.name(pair[0])) or _sure(part, pair)] or kept
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
    if predicted.left_out or (named and all(map(predicted.is_no_or_yes, named))):
        # What these answers were made from, too.
        likely = [i for i in free if names.is_likelihood(predicted.name(i)) and i not in named]
        named += [i for i in likely if not predicted.is_no_or_yes(i)]
    chosen = named or ([] if true.is_one_file and not predicted.given else free)
    if of_labels:  # as the threshold is that stands beside probabilities
        chosen = [i for i in chosen if not predicted.is_constant(i)]
    if len(chosen) > _MOST_PREDICTED and not named:
        return
    able = sorted(ends(t), key=lambda i: (-names.label_hint(true.name(i)), -i))[:_MOST_TRUE]
    for one, other in product(able, chosen):
        if not true.is_one_file or (one != other and not names.is_predicted(true.name(one))):
            hints = max(names.label_hint(true.name(one)), _TRUE * names.is_true(true.name(one)))
            hints += names.label_hint(predicted.name(other))
            yield ((one, other),), hints + true.role_hint(true.name(one))


def _in_order(part: Part, pairs: Pairs) -> Iterator[tuple[Pairs, float]]:
    """As many columns in both files under different names, if each is nearest to the one in its place."""
    judged = pairs[:MOST_JUDGED]
    if any(is_shared(part, pair) for pair in judged):
        return
    found = [[closeness(part.values(0, t), part.values(1, p)) for _, p in judged] for t, _ in judged]
    nearest = np.argmax([[one.near for one in row] for row in found], axis=1)
    # A feature beside what is predicted is near nothing; of many targets, a few may not be predicted any better.
    by_chance = sum(row[at].sure < _SURELY for at, row in enumerate(found))
    if (nearest == np.arange(len(judged))).all() and by_chance <= _WEAK * len(judged):
        yield pairs, _IN_ORDER


def _sure(part: Part, pair: tuple[int, int]) -> float:
    """How sure it is that numbers are near by no chance."""
    return closeness(part.values(0, pair[0]), part.values(1, pair[1])).sure


def is_shared(part: Part, pair: tuple[int, int]) -> bool:
    """Whether two columns have the same numbers, not all 0, as features have that both files share."""
    true, predicted = (part.values(which, column) for which, column in enumerate(pair))
    return np.array_equal(true, predicted, equal_nan=True) and bool(np.nan_to_num(true).any())
