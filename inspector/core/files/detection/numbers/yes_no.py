"""A yes or no as a label or a number, as a metric needs it.

With its probability it is a label for metrics of labels that go by their confidence; without one, a number for
metrics that need one.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from inspector.core.arrays.cell_numbers import cell_numbers
from inspector.core.arrays.types import Floats
from inspector.core.data.kind import NUMBERS
from inspector.core.data.numbers import are_answers
from inspector.core.errors import InputError
from inspector.core.files.detection.align import Understood, named_as_true, understand
from inspector.core.files.detection.question import AmbiguousReadingError
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.numbers.cells import decimal_of
from inspector.core.files.options import Options
from inspector.core.files.schema.contents import column_probabilities, is_probability, parse_chunks
from inspector.core.files.schema.layout import Layout

_HEAD, _NEARLY_ALL = 1000, 0.9


def understand_labels(truth: Sheet, submission: Sheet, options: Options) -> Understood:
    """As `understand`; but a yes or no with its probability is a label, named like its column.

    That is where the labels would be the probabilities as they are written, of which the truth has none.
    """
    try:
        found = understand(truth, submission, options)
    except AmbiguousReadingError as error:
        if any(reading.known for reading in error.readings) or (asked := _as_label(truth, submission, options)) is None:
            raise
        return _named(understand(truth, submission, asked))
    asked = _as_label(truth, submission, options, found.layouts[1])
    return found if asked is None else _named(understand(truth, submission, asked))


def _named(found: Understood) -> Understood:
    true, predicted = found.layouts
    return replace(found, layouts=(true, named_as_true(true, found.truth, predicted)))


def understand_chances(truth: Sheet, submission: Sheet, options: Options) -> Understood:
    """As `understand`; but 0 and 1 as predictions of no and yes, labels without confidences, are numbers."""
    found = understand(truth, submission, options)
    sheets, layouts = (found.truth, found.submission), found.layouts
    is_plain = all(len(layout.labels) == 1 and layout.shape == "list" for layout in layouts)
    if not is_plain or layouts[1].confidence is not None:
        return found
    columns = [sheet.columns[layout.labels[0]] for sheet, layout in zip(sheets, layouts, strict=True)]
    if not _hold_answers(column_probabilities(columns[0])) or not _hold_answers(parse_chunks(columns[1], cell_numbers)):
        return found
    true, predicted = (sheet.names[layout.labels[0]] for sheet, layout in zip(sheets, layouts, strict=True))
    asked = replace(options, truth_column=true, submission_column=predicted)
    return understand(truth, submission, asked.of_kind(NUMBERS))


def _hold_answers(values: Floats) -> bool:
    """Whether the cells of a column, NaN for no number, are 0 and 1, and hardly anything else."""
    known = values[~np.isnan(values)]
    return len(known) > _NEARLY_ALL * len(values) and are_answers(known)


def _as_label(truth: Sheet, submission: Sheet, options: Options, instead: Layout | None = None) -> Options | None:
    """The options that read a yes or no and its probability as a label; None where the files hold something else.

    instead: how the submission would be read otherwise, None for any way.
    """
    if instead is not None and not (len(instead.labels) == 1 and _are_shares(submission, instead.labels[0])):
        return None
    try:
        found = understand(truth, submission, options.of_kind(NUMBERS))
    except InputError:
        return None
    sheets, layouts = (found.truth, found.submission), found.layouts
    if any(len(layout.labels) != 1 for layout in layouts) or (instead and instead.labels != layouts[1].labels):
        return None
    columns = [sheet.columns[layout.labels[0]] for sheet, layout in zip(sheets, layouts, strict=True)]
    right, likely = (column_probabilities(one, layout.decimal) for one, layout in zip(columns, layouts, strict=True))
    right, likely = right[~np.isnan(right)], likely[~np.isnan(likely)]
    if not (len(right) and are_answers(right) and is_probability(likely).all()) or are_answers(likely):
        return None
    true, predicted = (sheet.names[layout.labels[0]] for sheet, layout in zip(sheets, layouts, strict=True))
    return replace(options, shape="wide", truth_column=true, submission_column=predicted)


def _are_shares(sheet: Sheet, column: int) -> bool:
    """Whether the first cells of a column are probabilities, which is told in no time."""
    cells = sheet.columns[column].slice(0, _HEAD)
    head = column_probabilities(cells, decimal_of(cells))
    known = head[~np.isnan(head)]
    return len(known) > 0 and bool(is_probability(known).all())
