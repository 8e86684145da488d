"""Find out how two sheets are to be read, and match their entries by id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from inspector.core.arrays.arrow import combine_chunks
from inspector.core.arrays.types import Ints
from inspector.core.data.kind import NUMBERS
from inspector.core.errors import InputError, quoted, shorten
from inspector.core.files.detection.detect import Detected, detect
from inspector.core.files.detection.header import with_header_decided, with_header_proven
from inspector.core.files.detection.ids.choices import id_choices
from inspector.core.files.detection.ids.columns import are_fractions, ends, is_index_column
from inspector.core.files.detection.ids.one_file import with_ids
from inspector.core.files.detection.layouts import layout_choices
from inspector.core.files.detection.numbers.choices import number_layout
from inspector.core.files.detection.numbers.pairs import number_columns
from inspector.core.files.detection.part import Part
from inspector.core.files.detection.question import OneSidedFileError, question
from inspector.core.files.detection.side import Side, words_of
from inspector.core.files.formats.csv.reader import Delimited, read_delimited
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.matching.alignment import Alignment, aligned
from inspector.core.files.options import Options
from inspector.core.files.schema.contents import is_probability, parse_probabilities
from inspector.core.files.schema.layout import Layout, Repeats
from inspector.core.files.schema.names import names_both

_HEAD = 1000
_SHOWN = 10
_FEWEST_CLASSES = 2
_UNIQUE = Repeats(0, 0, 1)


@dataclass(frozen=True, eq=False)
class Understood:
    """Two sheets (the same one twice if a file holds both), and how they are to be read.

    part: the part of them from which that is known, None if they have no id in common.
    """

    truth: Sheet
    submission: Sheet
    layouts: tuple[Layout, Layout]
    part: Part | None

    def align(self) -> Alignment:
        """Match the entries; a mismatch is returned as the alignment's refusal."""
        return aligned(self.truth, self.submission, self.layouts)


def align(truth: Sheet, submission: Sheet, options: Options) -> Alignment:
    """Understand two sheets, and match their entries. Raises as `understand` does."""
    return understand(truth, submission, options).align()


def understand(truth: Sheet, submission: Sheet, options: Options) -> Understood:
    """Find out how two sheets are to be read (the same one twice if a file holds both).

    Raises AmbiguousReadingError when several readings are likely, and InputError for options that do not apply to the
    files.
    """
    is_one = truth is submission
    tried = [
        _detected(one, other, options)
        for one in _split(truth)
        for other in ([one] if truth is submission else _split(submission))
    ]
    truth, submission, found = tried[0] if len(tried) == 1 else max(tried, key=lambda one: one[2].weight)
    if is_one and not (found.candidates and (found.best.evidence.is_any or names_both(truth) or options.names_labels)):
        what = "the file does not contain both true and predicted labels"
        expected = "one column of true and one of predicted labels, or a second file"
        hint = "Name them with --truth-column and --submission-column" if len(truth.names) > 2 else ""
        raise OneSidedFileError(what, truth.name, expected=expected, hint=hint)
    if not (is_one or (found.candidates and found.best.evidence.is_any)):
        _need_ids(truth, submission, options)
        _need_probabilities(truth, submission, options)
    if found.rivals:
        raise question((found.best, *found.rivals), (truth, submission), options)
    if found.candidates:
        return Understood(truth, submission, found.best.layouts, found.best.part)
    return Understood(truth, submission, _without_match(truth, submission, options), None)


def align_further(
    truth: Sheet, submission: Sheet, known: Layout, options: Options, usual: Layout | None, likely: Ints | None = None
) -> Alignment:
    """Align a further submission with a truth that was read before, in the layout `known`.

    usual: how a submission with the same header was read, which decides between readings that are close; likely: where
    the ids of the truth stood in it, see `code_ids`. Raises like `align`.
    """
    tried = [_detected(truth, sheet, options, known) for sheet in _split(submission)]
    _, submission, found = max(tried, key=lambda one: one[2].weight)
    if not found.candidates:
        return aligned(truth, submission, (known, _without_match(truth, submission, options)[1]))
    close = (found.best, *found.rivals)
    best = found.best if len(close) == 1 else next((c for c in close if c.layouts[1] == usual), None)
    if best is None:
        raise question(close, (truth, submission), options)
    layout = named_as_true(known, truth, best.layouts[1]) if options.by_confidence else best.layouts[1]
    return aligned(truth, submission, (known, layout), likely)


def named_as_true(true: Layout, truth: Sheet, predicted: Layout) -> Layout:
    """The layout of a submission in which a yes or no has the name that the truth gives it, whatever its column has.

    Unchanged where either side has another shape than a column for one label.
    """
    is_single = all(layout.shape == "wide" and len(layout.labels) == 1 for layout in (true, predicted))
    return replace(predicted, label_names=true.names_of(truth)) if is_single else predicted


def _split(sheet: Sheet) -> Iterator[Sheet]:
    """The file, also split at other delimiters where more than one is possible."""
    yield sheet
    if isinstance(sheet.syntax, Delimited):
        yield from (read_delimited(sheet.syntax.source, delimiter) for delimiter in sheet.syntax.others)


def _detected(
    truth: Sheet, submission: Sheet, options: Options, known: Layout | None = None
) -> tuple[Sheet, Sheet, Detected]:
    """Both sheets, with their first lines as headers or as rows, and how they can be read.

    known: the layout of a truth that was read before, and stays as it is.
    """
    is_one = truth is submission
    truth = with_header_decided(truth, options, is_truth=True) if known is None else truth
    truth = with_ids(truth, options) if is_one else truth
    submission = truth if is_one else with_header_decided(submission, options, is_truth=False)
    sheets, found = (truth, submission), detect(truth, submission, options, known)
    if found.candidates:
        proven = with_header_proven(sheets, found.best, options)
        truth = proven[0] if known is None else truth
        submission = truth if is_one else proven[1]
        if (truth, submission) != sheets:
            found = detect(truth, submission, options, known)
    return truth, submission, found


def _need_ids(truth: Sheet, submission: Sheet, options: Options) -> None:
    """Raise InputError for a file of numbers alone."""
    ids = id_choices(truth, submission, options)[0]
    for sheet, columns, other in ((truth, ids.truth, submission), (submission, ids.submission, truth)):
        if any(is_index_column(sheet, i) for i in ends(range(len(sheet.names)))):
            continue
        if options.ids_of(sheet is truth) is None and sheet.roles is None and are_fractions(sheet, columns):
            raise _no_ids(sheet, "numbers with decimals in ", f", as in {other.name}")


def _no_ids(sheet: Sheet, found: str, like: str) -> InputError:
    return InputError(
        "no column can be the ids",
        sheet.name,
        found=found + ", ".join(map(shorten, sheet.names[:_SHOWN])),
        expected=f"a column with the id of each row{like}",
        hint="Write the file with its ids, or name their column if it has one",
        options=("id_column", "submission_id_column"),
    )


def _need_probabilities(truth: Sheet, submission: Sheet, options: Options) -> None:
    """Raise InputError for columns of a submission that are named like labels of the truth, and hold other numbers."""
    ids = id_choices(truth, submission, options)[0]
    known = words_of(truth, [i for i in ends(range(len(truth.names))) if i not in ids.truth])
    named = [i for i, name in enumerate(submission.names) if i not in ids.submission and name.strip() in known]
    if len(named) < _FEWEST_CLASSES or options.shape_of(False):
        return
    heads = [combine_chunks(submission.columns[i].slice(0, _HEAD)) for i in named]
    odd = [~is_probability(parse_probabilities(cells)) for cells in heads]
    at = next((at for at, each in enumerate(odd) if each.any()), None)
    if at is not None:
        row = int(odd[at].argmax())
        raise InputError(
            f"the columns of {len(named):,} labels hold no probabilities",
            submission.name,
            submission.line(row),
            found=f"{shorten(str(heads[at][row]))} for {quoted(submission.names[named[at]])}",
            expected="a number from 0 to 1 in each cell, with a point",
            hint="Divide percentages by 100, and turn scores into probabilities first",
        )


def _without_match(truth: Sheet, submission: Sheet, options: Options) -> tuple[Layout, Layout]:
    """The likeliest layouts of files without an id in common, so that this can be reported and repaired."""
    ids = id_choices(truth, submission, options)[0]
    heads = [replace(sheet, columns=tuple(c.slice(0, _HEAD) for c in sheet.columns)) for sheet in (truth, submission)]
    sides = [
        Side(heads[0], ids.truth, _UNIQUE, options, True, heads[1], ids.submission),
        Side(heads[1], ids.submission, _UNIQUE, options, False, heads[0], ids.truth),
    ]
    if options.held == NUMBERS.words:
        return number_layout(sides[0], number_columns(sides[0])), number_layout(sides[1], number_columns(sides[1]))
    best = [max(layout_choices(side), key=lambda choice: choice.prior).layout for side in sides]
    return best[0], best[1]
