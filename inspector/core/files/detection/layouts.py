"""The layouts that one of two files may have, given its id columns; wide ones have a number for each label."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import replace

import pyarrow.compute as pc

from inspector.core.files.detection.lists import lists, long
from inspector.core.files.detection.side import LayoutChoice, Side
from inspector.core.files.detection.wide import WideColumns, add_up, has_fractions, head_of, stems_of, wide_columns
from inspector.core.files.numbers.cells import decimal_of_all
from inspector.core.files.schema import names
from inspector.core.files.schema.contents import no_yes
from inspector.core.files.schema.layout import Layout

_FEW = 8
# Nobody predicts so many labels.
_MOST_SLOTS = 1000
# Two groups are rather the answers to a question.
_FEWEST_GROUPS = 3
# Their columns are not the label column of another layout.
_OF_SEVERAL_COLUMNS = ("wide", "slots")


def layout_choices(side: Side) -> list[LayoutChoice]:
    """All layouts with labels that a file may have. Raises InputError for options that do not apply to it."""
    roles = side.sheet.roles
    if roles is not None:
        return [LayoutChoice(Layout((roles.id,), (roles.label,), "long", None, roles.score, roles.rank), 0.0)]
    found = list[LayoutChoice]()
    for shape, make in _MAKERS.items():
        if side.shape == shape or (side.shape is None and (shape != "list" or not side.is_long)):
            found += make(side)
    several = {column for c in found if c.layout.shape in _OF_SEVERAL_COLUMNS for column in c.layout.labels}
    several -= {*side.given}
    found = [c for c in found if c.layout.shape in _OF_SEVERAL_COLUMNS or not several & {*c.layout.labels}]
    return [replace(c, layout=replace(c.layout, usage=side.usage)) for c in found]


def _wide(side: Side) -> Iterator[LayoutChoice]:
    """A number for each label that the other file names; a truth has no fractions."""
    explicit = side.shape == "wide"
    if not explicit and (len(side.given) == 1 or not side.has_names):
        return
    for found in _columns_of_labels(side, explicit=explicit):
        columns = found.columns
        if not found.affix and not explicit and any(map(side.is_of_other, columns)):
            continue
        if side.is_one_file and not {*side.rest} - {*columns}:  # then nothing is left for the other side
            continue
        words_of_no_yes, decimal = no_yes(side.sheet, columns), decimal_of_all(side.sheet, columns)
        layout = Layout(side.ids, columns, "wide", no_yes=words_of_no_yes, label_names=found.labels, decimal=decimal)
        fractions = side.is_truth and any(has_fractions(head_of(side.sheet, column)) for column in columns[:_FEW])
        if fractions and side.is_one_file and not explicit:  # they are what is predicted
            continue
        yield LayoutChoice(layout, 0.8 - 3 * fractions + side.role_hint(found.affix))


def _columns_of_labels(side: Side, *, explicit: bool) -> Iterator[WideColumns]:
    """The columns that may hold a number for each label, also `cat` and `dog` of a truth beside `p_cat` and `p_dog`."""
    columns, heads = list(side.given) or side.rest, {name.strip() for name in side.other.names}
    all_found: list[tuple[WideColumns, Set[str], Set[str]]] = [
        (found, side.words, heads)
        for found in wide_columns(side.sheet, columns, side.words, explicit=explicit)
        if explicit or found.affix or not side.is_one_file
    ]
    if side.is_one_file and not explicit:  # its own names do not tell which of its columns are labels
        cells = wide_columns(side.sheet, columns, side.words_of_cells, explicit=False)
        all_found += [(found, side.words_of_cells, heads) for found in cells if not found.affix]
    if side.is_truth and not explicit and all(found.affix for found, _, _ in all_found):
        stems = stems_of(side.other.names)
        bare = (found for found in wide_columns(side.sheet, columns, stems, explicit=False) if not found.affix)
        all_found += [(found, stems, stems) for found in bare]
    for found, words, named in all_found:
        yield found if explicit or side.given else _of_classes(side, found, words, named)


def _of_classes(side: Side, found: WideColumns, words: Set[str], heads: Set[str]) -> WideColumns:
    """The columns without others beside them: those that both headers name, or whose numbers add up to 1.

    words, heads: the texts and the names of columns of the other file.
    """
    labels = found.labels or tuple(side.sheet.names[column].strip() for column in found.columns)
    in_header = [
        at for at, column in enumerate(found.columns) if {side.sheet.names[column].strip(), labels[at]} & heads
    ]
    known = [at for at, label in enumerate(labels) if label in words]
    kept = in_header if side.is_truth and len(in_header) > 1 else known
    if len(kept) in (0, 1, len(labels)):
        return found
    adds_up = add_up(side.sheet, [found.columns[at] for at in kept]) and not add_up(side.sheet, found.columns)
    if not (kept is in_header or adds_up):
        return found
    return replace(found, columns=tuple(found.columns[at] for at in kept), labels=tuple(labels[at] for at in kept))


def _slots(side: Side) -> Iterator[LayoutChoice]:
    """A column for each rank: given, or named alike with numbers that count."""
    explicit = side.shape == "slots"
    if explicit or side.given:
        columns = side.given or tuple(side.rest)
        if explicit or len(columns) > 1:
            yield LayoutChoice(Layout(side.ids, columns, "slots"), 0.3)
        return
    for numbered in names.stems(side.sheet.names[i] for i in side.rest).values():
        if len(numbered) > _MOST_SLOTS:
            continue
        ranks, indices = zip(*sorted(numbered), strict=True)
        columns = tuple(side.rest[index] for index in indices)
        counts = list(ranks) == list(range(ranks[0], ranks[0] + len(ranks)))
        # A rank of a few rows may hold no label of the truth, or none at all.
        known = sum(side.known(column) > 0 for column in columns) > 1
        if counts and known and _may_be_slots(side, columns) and not _repeat_labels(side, columns):
            yield LayoutChoice(Layout(side.ids, columns, "slots"), 0.3 + max(map(side.hint, columns)))


def _may_be_slots(side: Side, columns: tuple[int, ...]) -> bool:
    """Whether cells may be labels; names that the program has given are no evidence, the same labels are.

    Without such names, a column beside repeated ids may as well be their rank.
    """
    if any(map(side.is_decimal, columns)):
        return False
    if side.has_names:
        return True
    if side.is_long:
        return False
    first, *others = ({*side.cells(column).to_pylist()} for column in columns)
    return all(first & other for other in others)


def _repeat_labels(side: Side, columns: tuple[int, ...]) -> bool:
    """Whether most rows have a label at several ranks, as no prediction does, but rows of counts and of zeros do.

    A text that the other file does not have, such as `nan` or `-1`, only fills up a row to the number of columns.
    """
    cells = zip(*(map(str.strip, side.cells(i).to_pylist()) for i in columns), strict=True)
    rows = [[cell for cell in row if cell != row[-1] or cell in side.words] for row in cells]
    filled = [row for row in rows if len(row) > 1]
    return 2 * sum(len({*row}) < len(row) for row in filled) > len(filled) > 0


def _groups(side: Side) -> Iterator[LayoutChoice]:
    """The ids of a group as the labels of a truth, if the other file has ids as labels."""
    explicit = side.shape == "groups"
    if not explicit and (not side.is_truth or side.is_one_file or len(side.ids) > 1 or side.known(side.ids[0]) < 0.5):
        return
    for column in side.given or side.rest:
        cells, is_named = side.cells(column), names.is_group(side.name(column))
        if explicit or (
            (is_named or side.are_labels) and _FEWEST_GROUPS <= pc.count_distinct(cells).as_py() < len(cells)
        ):
            yield LayoutChoice(Layout(side.ids, (column,), "groups"), 0.5 * is_named)


_MAKERS: dict[str, Callable[[Side], Iterable[LayoutChoice]]] = {
    "list": lists,
    "long": long,
    "wide": _wide,
    "slots": _slots,
    "groups": _groups,
}
