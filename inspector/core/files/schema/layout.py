"""Which column of a file is for what: ids, labels, confidences, ranks, and the host's split."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import product

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays.arrow import combine_chunks, integers, texts
from inspector.core.data.usage import USAGES
from inspector.core.errors import InputError, shorten
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.options import Options
from inspector.core.files.schema.contents import are_shares, holds_one, is_numeric, no_yes

_SAMPLE = 1000
_WEIGHT = re.compile(r"(.*[_ ])?(conf|confs|confidences?|scores?|probs?|probability|probabilities|similarity)")
_GRADE = re.compile(r"(.*[_ ])?(rel|relevance|grade|gain)")
_RANK = re.compile(r"(.*[_ ])?(rank|ranking|position|pos|order)")
_TRUTH = re.compile(r"(.*[_ ])?(true|truth|actual|gold|target|ground_truth|expected|y)")
_PREDICTED = re.compile(r"(.*[_ ])?(pred|preds|predicted|predictions?|submission|output|y_pred|y_hat)")
_NAMED = re.compile(r".*(label|target|pred|class|tags|truth|answer).*")
_MANY_REPEATS = 0.1
_CERTAINLY_MANY = 20


@dataclass(frozen=True)
class Repeats:
    """How a file's ids repeat. records: how many repeat an id; ids: how many ids are repeated; of: how many ids."""

    records: int
    ids: int
    of: int

    @property
    def are_meant(self) -> bool:
        """Whether there are too many for a slip: labels stand one below the other."""
        many = self.records >= _MANY_REPEATS * (self.records + self.of)
        return many and (self.records >= _CERTAINLY_MANY or (self.ids > 1 and 2 * self.ids >= self.of))


@dataclass(frozen=True)
class Layout:
    """Places in a file's header. shape: a name of SHAPES; labels: one column, or for the wide shape one for each label;
    confidence: a column of confidences or grades; rank: of ranks; usage: of the host's split; no_yes: how a wide file
    writes that a label is wrong, and that it is right.
    """

    id: int
    labels: tuple[int, ...]
    shape: str = "list"
    confidence: int | None = None
    rank: int | None = None
    usage: int | None = None
    no_yes: tuple[str, str] = ("0", "1")

    @property
    def used(self) -> set[int | None]:
        """The columns that have a part in the score."""
        return {self.id, *self.labels, self.confidence, self.rank}


def ids_by_name(truth: Sheet, submission: Sheet, options: Options) -> tuple[int, int]:
    """The id columns that are named, or that the headers suggest: the first name that both have, or the first ones."""
    if options.names_ids:
        mine, theirs = options.id_column, options.submission_id_column or options.id_column
        guess = (0, 0) if mine and theirs else ids_by_name(truth, submission, Options())
        return find(truth, mine) if mine else guess[0], find(submission, theirs) if theirs else guess[1]
    if truth.roles or submission.roles:
        return _first(truth), _first(submission)
    names = [plain(name) for name in submission.names]
    own = [plain(name) for name in truth.names]
    # Labels may have the same name in both files where ids have not.
    shared = (
        (t, names.index(name))
        for t, name in enumerate(own)
        if name in names and not is_index(name) and not _names_labels(name)
    )
    return next(shared, (_first(truth), _first(submission)))


def ids_by_content(truth: Sheet, submission: Sheet) -> tuple[int, int]:
    """The id columns in which the most ids of a sample of the truth occur in the submission."""
    # Ids are mostly distinct; labels, which both files share too, mostly are not.
    pairs = list(product(_distinct(truth), _distinct(submission)))
    pairs = pairs or list(product(range(len(truth.names)), range(len(submission.names))))
    pairs = [pair for pair in pairs if not _are_labels(truth, submission, *pair)]
    return max(
        pairs or [(_first(truth), _first(submission))], key=lambda pair: _shared_values(truth, submission, *pair)
    )


def arrange(
    sheet: Sheet, id_column: int, other: Sheet, repeats: Repeats, options: Options, *, is_truth: bool
) -> Layout:
    """The layout of a file whose id column is known."""
    if sheet.roles is not None:
        return Layout(sheet.roles.id, (sheet.roles.label,), "long", sheet.roles.score, sheet.roles.rank)
    usage = _usage(sheet) if is_truth else None
    named = options.truth_column if is_truth else options.submission_column
    shape, rest = options.shape_of(is_truth), _rest(sheet, {id_column, usage})
    wide = _wide(sheet, rest, other) if named is None and shape in (None, "wide") else ()
    if wide or shape == "wide":
        labels = wide or tuple(rest)
        return Layout(id_column, labels, "wide", usage=usage, no_yes=no_yes(sheet, labels))
    label = find(sheet, named) if named is not None else _label(sheet, rest, id_column, other, is_truth)
    free = [i for i in rest if i != label]
    weight = _weight(sheet, free, options, is_truth)
    rank = next((i for i in free if _RANK.fullmatch(plain(sheet.names[i])) and is_numeric(sheet, i)), None)
    if shape is None:
        # A column of ranks or scores beside them says the same as many repeats do.
        meant = repeats.are_meant or (repeats.records > 0 and (rank is not None or weight is not None))
        shape = "long" if meant and holds_one(sheet, label) else "list"
    if shape == "list":
        return Layout(id_column, (label,), "list", None if is_truth else weight, usage=usage)
    return Layout(id_column, (label,), "long", weight, rank, usage)


def find(sheet: Sheet, name: str) -> int:
    """The place of a column by its name. Raises InputError naming those there are."""
    names = list(sheet.names) if name in sheet.names else [plain(n) for n in sheet.names]
    wanted = name if name in sheet.names else plain(name)
    if wanted not in names:
        expected = "one of " + ", ".join(map(shorten, sheet.names))
        raise InputError(f"there is no column {shorten(name)}", sheet.name, 1, expected=expected)
    return names.index(wanted)


def holds_both(sheet: Sheet, options: Options) -> bool:
    """Whether one file has a column of true and one of predicted labels, by their names or by what the user says."""
    named = options.truth_column, options.submission_column
    if all(named):
        return named[0] != named[1]
    return len(sheet.names) > 2 and (any(named) or any(_PREDICTED.fullmatch(plain(name)) for name in sheet.names))


def names_both(sheet: Sheet) -> bool:
    """Whether the names alone say that one column holds true and another one predicted labels."""
    names = [plain(name) for name in sheet.names]
    predicted = {name for name in names if _PREDICTED.fullmatch(name)}
    return bool(predicted) and any(_TRUTH.fullmatch(name) for name in names if name not in predicted)


def plain(name: str) -> str:
    """A column's name without what does not count: blanks around it, upper case."""
    return name.strip().casefold()


def is_index(name: str) -> bool:
    """Whether a plain name is that of a stray index column."""
    return name in ("", "index", "level_0", "__index_level_0__") or name.startswith("unnamed:")


def _first(sheet: Sheet) -> int:
    """The first column that is no stray index."""
    return next((i for i, name in enumerate(sheet.names) if not is_index(plain(name))), 0)


def _rest(sheet: Sheet, taken: set[int | None]) -> list[int]:
    rest = [i for i, name in enumerate(sheet.names) if i not in taken and not is_index(plain(name))]
    return rest or [i for i in range(len(sheet.names)) if i not in taken]


def _distinct(sheet: Sheet) -> list[int]:
    """The columns in which no text stands twice."""
    return [i for i, column in enumerate(sheet.columns) if pc.count_distinct(column).as_py() == len(column)]


def _are_labels(truth: Sheet, submission: Sheet, t: int, s: int) -> bool:
    """Whether two columns must be the labels, for their name says so, or because there is nothing beside the ids."""
    name, sheets = plain(truth.names[t]), (truth, submission)
    alone = all(len(_rest(sheet, {_first(sheet)})) == 1 for sheet in sheets) and t != _first(truth)
    return name == plain(submission.names[s]) and (alone or _names_labels(name))


def _names_labels(name: str) -> bool:
    return not name.endswith("id") and _NAMED.fullmatch(name) is not None


def _shared_values(truth: Sheet, submission: Sheet, t: int, s: int) -> int:
    sample = truth.columns[t].take(integers(np.arange(0, len(truth), max(1, len(truth) // _SAMPLE))))
    return int(pc.sum(pc.is_in(sample, value_set=combine_chunks(submission.columns[s]))).as_py() or 0)


def _label(sheet: Sheet, rest: list[int], id_column: int, other: Sheet, is_truth: bool) -> int:
    """The label column that the names suggest, else the first that is no id."""
    names = {i: plain(sheet.names[i]) for i in rest}
    if sheet is other:
        mine, theirs = (_TRUTH, _PREDICTED) if is_truth else (_PREDICTED, _TRUTH)
        own = [i for i in rest if mine.fullmatch(names[i]) and not theirs.fullmatch(names[i])]
        others = [i for i in rest if theirs.fullmatch(names[i])]
        left = [i for i in rest if i not in others] or rest
        return own[0] if own else left[0 if is_truth else -1]
    wanted = [plain(name) for name in other.names if plain(name) != plain(sheet.names[id_column])]
    candidates = [i for i in rest if not _is_aside(names[i])] or rest
    return next((i for i in candidates if names[i] in wanted), candidates[0])


def _is_aside(name: str) -> bool:
    """Whether a name is that of a column beside the labels."""
    return any(pattern.fullmatch(name) for pattern in (_WEIGHT, _RANK))


def _weight(sheet: Sheet, free: list[int], options: Options, is_truth: bool) -> int | None:
    if options.confidence_column is not None and not is_truth:
        return find(sheet, options.confidence_column)
    pattern = _GRADE if is_truth else _WEIGHT
    return next((i for i in free if pattern.fullmatch(plain(sheet.names[i])) and is_numeric(sheet, i)), None)


def _usage(sheet: Sheet) -> int | None:
    """The column of the host's split, when there is one of that name that holds nothing much else."""
    for i, name in enumerate(sheet.names):
        if plain(name) in ("usage", "split"):
            cells = pc.utf8_lower(pc.utf8_trim_whitespace(sheet.columns[i].slice(0, _SAMPLE)))
            if pc.any(pc.is_in(cells, value_set=texts(USAGES))).as_py():
                return i
    return None


def _wide(sheet: Sheet, rest: list[int], other: Sheet) -> tuple[int, ...]:
    """The columns that are labels, when the file has one for each; empty when it has not."""
    if any(_NAMED.fullmatch(plain(sheet.names[i])) or _is_aside(plain(sheet.names[i])) for i in rest):
        return ()
    found = tuple(i for i in rest if are_shares(sheet, i))
    both = {plain(name) for name in other.names}
    if len(found) < len(rest):
        found = tuple(i for i in found if plain(sheet.names[i]) in both)
    return found if len(found) > 1 else ()
