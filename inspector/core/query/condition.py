"""Evaluates a single condition over all rows: comparisons of fields with values."""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays import arrow
from inspector.core.arrays.cell_numbers import NUMBER, cell_numbers
from inspector.core.arrays.types import Bools, Floats
from inspector.core.errors import shorten
from inspector.core.metrics import text_form
from inspector.core.query import dates
from inspector.core.query.candidates import field_hint, field_names, flag_names
from inspector.core.query.error import QueryError
from inspector.core.query.fields import FLAGS, LABELS, NOTES, NUMBERS, OUTCOMES, RANKS, field, fits
from inspector.core.query.labels import exactly, matching
from inspector.core.query.notes import TextTest
from inspector.core.query.numbers import BASE, is_of_true, names_one, of_one
from inspector.core.statistics.cells import signs

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation
    from inspector.core.query.word import Word

_SIGNS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "=": operator.eq,
    ":": operator.eq,
    "!=": operator.ne,
}
# So many numbers of several, or classes, are named by an error.
_MOST_TOLD = 12


def pattern_error(pattern: str) -> str:
    """Why a regular expression is invalid, empty when it is valid."""
    try:
        pc.match_substring_regex(arrow.texts([""]), pattern)
    except pa.ArrowInvalid as error:
        return str(error).removeprefix("Invalid regular expression: ")
    return ""


def mention(evaluation: Evaluation, word: Word) -> Bools:
    """bool (n,): evaluate a single word: a flag by its name, or text to find in ids and labels."""
    if word.kind == "bare" and (flag := word.text.lower()) in FLAGS:
        if not fits(evaluation, flag):
            raise _of_another_kind(evaluation, word, ", ".join(flag_names(evaluation)))
        return FLAGS[flag](evaluation)

    def found(texts: pa.StringArray) -> pa.BooleanArray:
        return pc.match_substring(texts, word.text, ignore_case=True)

    by_id = arrow.flags(found(evaluation.table.ids))
    if not evaluation.table.kind.names_labels:
        return by_id
    test = matching(evaluation.table.vocab, found)
    return by_id | LABELS["truth"](evaluation, test) | LABELS["pred"](evaluation, test)


def compare(evaluation: Evaluation, name: Word, sign: str, value: Word) -> Bools:
    """bool (n,): compare a field with a value. Raises QueryError if they do not fit."""
    known = field(name.text)
    if not fits(evaluation, known):
        if name.text not in evaluation.table.extra:
            raise _of_another_kind(evaluation, name, ", ".join(field_names(evaluation)))
        known = ""  # the extra column that has the name
    if known in NUMBERS:
        return _of_number(evaluation, known, sign, value)
    if known in LABELS:
        return _of_text(name, sign, value, lambda: LABELS[known](evaluation, _label_test(evaluation, value)))
    if known == "id":
        return _of_text(name, sign, value, lambda: _matches(evaluation.table.ids, value))
    if known in NOTES:
        return _of_text(name, sign, value, lambda: NOTES[known](evaluation, _note_test(known, value)))
    if (found := _found(evaluation, name.text)) is not None:
        return _of_number_in(evaluation, found, name.text, sign, value)
    return _of_extra(evaluation, name, sign, value)


def is_outcome(evaluation: Evaluation, name: str) -> bool:
    """Whether a field or flag says how rows score or what is predicted, rather than what the files say of them."""
    if name in OUTCOMES and fits(evaluation, name):
        return True
    return _found(evaluation, name) is not None and not is_of_true(name)


def _of_number(evaluation: Evaluation, known: str, sign: str, value: Word) -> Bools:
    named = RANKS.get(known, {})
    if value.text.lower() in named and sign in ("=", ":", "!="):
        rows = named[value.text.lower()](evaluation)
        return ~rows if sign == "!=" else rows
    hint = f"{known} also takes none and after" if named else ""
    return _of_number_in(evaluation, NUMBERS[known](evaluation), known, sign, value, hint)


def _of_number_in(evaluation: Evaluation, values: Floats, name: str, sign: str, value: Word, hint: str = "") -> Bools:
    """Compare numbers with a number, or with those of another field."""
    if (number := _number(value)) is not None:
        return _holds(values, sign, number)
    if value.kind != "regex" and (other := _numbers_of(evaluation, value.text)) is not None:
        # The same score may be computed in two ways: rounding is no difference.
        return _holds(np.where(np.isnan(values + other), np.nan, signs(other, values)), sign, 0.0)
    expected, hint = "a number, or a field of numbers such as base.score", hint or field_hint(evaluation, value.text)
    raise QueryError(
        f"{name} needs a number", found=shorten(value.text), expected=expected, position=value.position, hint=hint
    )


def _numbers_of(evaluation: Evaluation, name: str) -> Floats | None:
    """The numbers of a field, or of a further metric."""
    known = field(name)
    is_field = known in NUMBERS and fits(evaluation, known)
    return NUMBERS[known](evaluation) if is_field else _found(evaluation, name)


def _of_text(name: Word, sign: str, value: Word, rows: Callable[[], Bools]) -> Bools:
    if sign not in ("=", ":", "!="):
        hint = {"truth": "truths counts a row's truth labels", "pred": "preds counts a row's predictions"}
        raise QueryError(
            f"{name.text} holds text, which cannot be compared with {sign}",
            expected=f"{name.text}:{value.text}",
            hint=hint.get(field(name.text), ""),
            position=name.position,
        )
    return ~rows() if sign == "!=" else rows()


def _of_extra(evaluation: Evaluation, name: Word, sign: str, value: Word) -> Bools:
    """Compare an extra column: as dates or as numbers if both sides are such, else as text."""
    column = _extra(evaluation, name)
    cells, decimal = evaluation.table.extra[column], evaluation.table.decimal_of(column)
    if dates.is_ordered(sign) and (found := _of_dates(cells, sign, value)) is not None:
        return found
    number = _number(value)
    if sign != ":" and number is not None and not np.isnan(numbers := cell_numbers(cells, decimal)).all():
        return _holds(numbers, sign, number)
    if dates.is_ordered(sign) and dates.with_date(cells) is not None:
        raise _no_date(name, value)
    return _of_text(name, sign, value, lambda: _matches(cells, value))


def _no_date(name: Word, value: Word) -> QueryError:
    """The error of a column of dates that is compared with something else."""
    expected = 'a date such as 2017-08-22, or a time such as "2017-08-22 10:05"'
    what = f"{name.text} needs a date"
    return QueryError(what, found=shorten(value.text), expected=expected, position=value.position)


def _of_dates(cells: pa.StringArray, sign: str, value: Word) -> Bools | None:
    """bool (n,): compare dates with a date; None where a side is no date."""
    if value.kind == "regex" or not dates.is_date(value.text):
        return None
    has_date = dates.with_date(cells)
    return None if has_date is None else has_date & dates.hold(cells, sign, value.text)


def _holds(values: Floats, sign: str, number: float) -> Bools:
    holds: Bools = _SIGNS[sign](values, number)
    return holds & ~np.isnan(values) if sign == "!=" else holds


def _number(value: Word) -> float | None:
    is_number = value.kind != "regex" and re.fullmatch(NUMBER, value.text)
    return float(value.text) if is_number else None


def _matches(texts: pa.StringArray, value: Word) -> Bools:
    return arrow.flags(_passes(texts, value))


def _passes(texts: pa.StringArray, value: Word) -> pa.BooleanArray:
    if value.kind == "regex":
        return pc.match_substring_regex(texts, value.text)
    return pc.equal(texts, arrow.text(value.text))


def _note_test(known: str, value: Word) -> TextTest:
    """A note contains the text; a tag is the text."""
    if known == "tag" or value.kind == "regex":
        return lambda texts: _passes(texts, value)
    return lambda texts: pc.match_substring(texts, value.text, ignore_case=True)


def _label_test(evaluation: Evaluation, value: Word) -> Callable[[Any], Bools]:
    if value.kind == "regex":
        return matching(evaluation.table.vocab, lambda texts: pc.match_substring_regex(texts, value.text))
    return exactly(evaluation.table.vocab, value.text)


def _found(evaluation: Evaluation, name: str) -> Floats | None:
    """The scores under a further metric, or the values of one of several numbers, or of a class; None for neither."""
    if (scores := _scores(evaluation, name)) is not None:
        return scores
    return None if name in evaluation.table.extra else of_one(evaluation, name)


def _scores(evaluation: Evaluation, name: str) -> Floats | None:
    """The scores under a further metric, by `metric:TEXT`, or by its text where the files have no such column."""
    known = evaluation.further.by_metric
    typed = name.removeprefix("metric:")
    text = text_form(typed) if known and typed not in known else typed
    return known[text].row if text in known and (typed != name or name not in evaluation.table.extra) else None


def _extra(evaluation: Evaluation, name: Word) -> str:
    """The name of an extra column. Raises QueryError listing the fields."""
    extra = evaluation.table.extra
    for known in (name.text, name.text.removeprefix("extra:")):
        if known in extra:
            return known
    names = field_names(evaluation)
    close = difflib.get_close_matches(name.text, names, 1)
    guess = f"Did you mean {close[0]}?" if close else "Put text with any of < > = : in double quotes"
    # Those of the baseline say little where that is the file as loaded.
    told = [known for known in names if not (evaluation.baseline.is_file and known.startswith(BASE))]
    untold = {*[known for known in told if names_one(known)][_MOST_TOLD:]}
    told = [*(known for known in told if known not in untold), *(["..."] if untold else [])]
    raise QueryError(
        f"there is no field {shorten(name.text)}",
        expected=", ".join(told),
        hint=field_hint(evaluation, name.text) or guess,
        position=name.position,
    )


def _of_another_kind(evaluation: Evaluation, name: Word, expected: str) -> QueryError:
    """The error of a field or flag that is about another kind of predictions."""
    kind = evaluation.table.kind
    without = " without confidences" if kind.names_labels and field(name.text).endswith("confidence") else ""
    what = f"{shorten(name.text)} does not exist for {kind.words}{without}, which these files hold"
    hint = {"truth": "true is the true number", "pred": "predicted is the predicted number"}
    of_field = "" if kind.names_labels else hint.get(field(name.text), "")
    return QueryError(what, expected=expected, hint=of_field, position=name.position)
