"""Decide which of two files is the odd one where both spell the same texts differently.

The form of a text is what its spelling leaves visible: its case, its digits, its file extension. The file whose texts
have the form that most of the texts in both files have is right. If they have none, the truth is right, unless its
texts show what happened to them: blanks around them, or `.0` behind them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, integers, text, texts
from inspector.core.arrays.types import Bools
from inspector.core.files.checks.spelling import Respelled

# Enough texts to know their usual form.
_SAMPLE = 10_000
_NO_DIGITS = integers(np.zeros(1, np.int64))[0]
_BEFORE_EXTENSION = r"(?s)^.*?(\.[A-Za-z][A-Za-z0-9]{0,4})?$"
_NEUTRAL = pa.nulls(1, pa.string())[0]


@dataclass(frozen=True, eq=False)
class Odd:
    """The texts to correct in each file, of those that both files spell differently.

    truth: `at` and `texts` are of the truth's texts, as Respelled otherwise has those of the submission.
    """

    truth: Respelled
    submission: Respelled

    def __getitem__(self, which: int) -> Respelled:
        return (self.truth, self.submission)[which]

    @property
    def which(self) -> int:
        """The file with more texts to correct: 0 for the truth, 1 for the submission."""
        return int(len(self.submission) >= len(self.truth))


def odd_texts(right: Respelled, unknown: pa.StringArray, common: pa.StringArray) -> Odd:
    """Divide respelled texts by the file to correct. unknown: the submission's texts; common: texts of both files."""
    given = unknown.take(integers(right.at))
    usual = usual_form(right.spelling.name, common)
    is_usual, truth_is_usual = (_has_form(right.spelling.name, values, usual) for values in (given, right.texts))
    # A text of the truth that stands for several of the submission, or is predicted too, cannot become one of them.
    alone = np.bincount(right.of, minlength=1)[right.of] == 1
    free = alone & ~flags(pc.is_in(right.texts, value_set=common))
    in_truth = is_usual & ~truth_is_usual
    other = Respelled(right.spelling, right.of, right.at, given)
    return Odd(other.only(in_truth & free), right.only(~in_truth))


def usual_form(spelling: str, values: pa.StringArray) -> str | None:
    """The form of most of these texts; if they have none, that of texts that no tool has altered."""
    forms = Counter(_FORMS[spelling][0](values.slice(0, _SAMPLE)).drop_null().to_pylist())
    for form, count in forms.most_common(1):
        if count * 2 > forms.total():
            return str(form)
    return _FORMS[spelling][1]


def has_form_of(spelling: str, values: pa.StringArray, others: pa.StringArray) -> Bools:
    """bool: whether any of the others has the form of a value."""
    form = _FORMS[spelling][0]
    return flags(pc.is_in(form(values), value_set=form(others)))


def _has_form(spelling: str, values: pa.StringArray, usual: str | None) -> Bools:
    if usual is None:
        return np.zeros(len(values), bool)
    return flags(pc.is_in(_FORMS[spelling][0](values), value_set=texts([usual])))


def _digits(values: pa.StringArray) -> pa.StringArray:
    """The number of digits at the beginning; null if there are none."""
    counts = pc.binary_length(pc.replace_substring_regex(values, r"(?s)^(\d*).*$", r"\1"))
    return pc.if_else(pc.equal(counts, _NO_DIGITS), _NEUTRAL, counts.cast(pa.string()))


def _float(values: pa.StringArray) -> pa.StringArray:
    is_float = pc.match_substring_regex(values, r"^\d+\.0+$|^\d+(\.\d+)?[eE]\+?\d{1,2}$")
    return pc.if_else(is_float, text("float"), text(""))


def _case(values: pa.StringArray) -> pa.StringArray:
    """upper, lower or mixed; null for a text without letters."""
    is_upper, is_lower = pc.equal(values, pc.utf8_upper(values)), pc.equal(values, pc.utf8_lower(values))
    cased = pc.if_else(is_upper, text("upper"), pc.if_else(is_lower, text("lower"), text("mixed")))
    return pc.if_else(pc.and_(is_upper, is_lower), _NEUTRAL, cased)


# By spelling: the form of values, and that of texts that no tool has altered, None if any may be.
_FORMS: dict[str, tuple[Callable[[pa.StringArray], pa.StringArray], str | None]] = {
    "extension": (lambda values: pc.replace_substring_regex(values, _BEFORE_EXTENSION, r"\1"), None),
    "trim": (
        lambda values: pc.if_else(pc.equal(values, pc.utf8_trim_whitespace(values)), text(""), text("blanks")),
        "",
    ),
    "zeros": (_digits, None),
    "number": (_float, ""),
    "case": (_case, None),
    "booleans": (
        lambda values: pc.if_else(pc.match_substring_regex(values, r"^\s*\d"), text("number"), text("word")),
        None,
    ),
}
