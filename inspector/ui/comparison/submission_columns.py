"""The columns of the submissions panel, and the words in them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from inspector.core.comparison.leaderboard import Line
from inspector.core.evaluation.baseline import FILE_NAME
from inspector.core.statistics.verdict import bare
from inspector.ui.widgets.formatting import fixed_decimals, signed

_NAN = math.nan
_PENDING, _NONE = "…", "–"
_DECIMALS, _LEAST_DECIMALS = 6, 5


@dataclass(frozen=True, kw_only=True)
class Entry:
    """A line of the panel. title: the name as it is shown; mean: of the rows that the filter shows; edited: how many
    rows are; is_saved: whether a file has them so; problems: how many its file has; line: against the baseline, None
    while it is being counted; refusal: why it cannot be compared."""

    name: str
    title: str
    overall: float
    mean: float = _NAN
    edited: int = 0
    is_saved: bool = True
    problems: int = 0
    is_open: bool = False
    is_baseline: bool = False
    line: Line | None = None
    refusal: str = ""
    is_version: bool = False

    @property
    def is_file(self) -> bool:
        """Whether it is the open submission as loaded, or a version, which can be compared with but not opened."""
        return self.name == FILE_NAME or self.is_version


@dataclass(frozen=True, kw_only=True)
class SubmissionColumn:
    """A column: title, tooltip, sort key and text of an entry; sample: a text as wide as its usual ones; words: whether
    its cells are no numbers; is_of_difference: whether the baseline has none in it."""

    title: str
    tip: str
    key: Callable[[Entry], Any]
    text: Callable[[Entry], str]
    sample: str
    words: bool = False
    is_of_difference: bool = False


def _of(take: Callable[[Line], float]) -> Callable[[Entry], float]:
    """A number of the line against the baseline, NaN while there is none."""
    return lambda entry: _NAN if entry.line is None else take(entry.line)


def _compared(text: Callable[[Line], str]) -> Callable[[Entry], str]:
    """A text of the line against the baseline, `…` while it is being counted, `–` where it never is."""

    def words(entry: Entry) -> str:
        if entry.line is None:
            return _NONE if entry.refusal or entry.is_file else _PENDING
        return text(entry.line)

    return words


_OF_ALL = "Of all rows, whatever the filter shows: the line below the score is about the rows shown"


def _counts(title: str, hint: str, take: Callable[[Line], int], *, of_all: bool = False) -> SubmissionColumn:
    """A column of rows; of_all: among all submissions, so that the baseline has a count, too."""
    text = _compared(lambda line: f"{take(line):,}" if of_all or _is_counted(line) else _NONE)
    return SubmissionColumn(
        title=title, tip=f"{hint}. {_OF_ALL}", key=_of(take), text=text, sample="00,000", is_of_difference=not of_all
    )


def _is_counted(line: Line) -> bool:
    """Whether any row is compared; under a host's metric their scores are known late, or never."""
    return line.of.better + line.of.worse + line.of.same > 0 or not line.of.n


def _delta(line: Line) -> str:
    return _NONE if math.isnan(line.of.delta) else signed(line.of.delta, _digits(line)) or "±0"


def _interval(line: Line) -> str:
    low, high = line.of.interval
    return _NONE if math.isnan(low) or low == high else f"{_plus(low, _digits(line))} to {_plus(high, _digits(line))}"


def _digits(line: Line) -> int:
    """Decimals that show two digits of the width of the interval, at least five, as on leaderboards."""
    low, high = line.of.interval
    return min(9, max(_LEAST_DECIMALS, 1 - math.floor(math.log10(high - low)))) if high > low else _LEAST_DECIMALS


def _plus(value: float, decimals: int) -> str:
    """A number with its sign."""
    text = f"{abs(value):.{decimals}f}"
    return text if float(text) == 0 else f"{'−' if value < 0 else '+'}{text}"


def _chance(line: Line) -> str:
    return _NONE if math.isnan(line.of.best_p) else line.of.p_text


OPEN, VERSUS, NAME = range(3)
# The title of the verdicts while a filter shows other rows.
VERDICT_OF_ALL = "verdict (all)"

COLUMNS = (
    SubmissionColumn(
        title="open",
        tip="The submission in the table, which edits change. Another one is opened by a click here",
        key=lambda entry: entry.is_open,
        text=lambda entry: "",
        sample="open",
        words=True,
    ),
    SubmissionColumn(
        title="vs",
        tip="What every other submission is compared with. Another one is chosen by a click here, or by Space",
        key=lambda entry: entry.is_baseline,
        text=lambda entry: "",
        sample="vs",
        words=True,
    ),
    SubmissionColumn(
        title="submission",
        tip="Its name: of its file, until you rename it; * has edits that are not saved; ⚠ has problems in its file",
        key=lambda entry: entry.title.casefold(),
        text=lambda entry: entry.title,
        sample="submission_0.000 as loaded",
        words=True,
    ),
    SubmissionColumn(
        title="overall",
        tip="The overall of all rows, edits included",
        key=lambda entry: entry.overall,
        text=lambda entry: fixed_decimals(entry.overall, _DECIMALS),
        sample="0.000000",
    ),
    SubmissionColumn(
        title="Δ",
        tip=f"How far the overall is above that of the baseline, over the rows that both score. {_OF_ALL}",
        key=_of(lambda line: line.of.delta),
        text=_compared(_delta),
        sample="▲ +0.00000",
        is_of_difference=True,
    ),
    SubmissionColumn(
        title="verdict",
        tip=f"What the rows say: better, worse, equal within your margin, or that they cannot tell. {_OF_ALL}",
        key=_of(lambda line: line.of.delta),
        text=_compared(lambda line: line.in_words),
        sample="equal overall",
        words=True,
        is_of_difference=True,
    ),
    _counts("better", "Rows that score better than in the baseline", lambda line: line.of.better),
    _counts("worse", "Rows that score worse than in the baseline", lambda line: line.of.worse),
    _counts("same", "Rows that score the same as in the baseline", lambda line: line.of.same),
    _counts(
        "alone",
        "Rows where it scores and no other of the list does; of losses, where it alone loses least",
        lambda line: line.alone,
        of_all=True,
    ),
    SubmissionColumn(
        title="95 %",
        tip="Where the difference is likely to lie: the interval that holds it in 95 of 100 such samples of rows. "
        + _OF_ALL,
        key=_of(lambda line: line.of.interval[0]),
        text=_compared(_interval),
        sample="+0.00000 to +0.00000",
        words=True,
        is_of_difference=True,
    ),
    SubmissionColumn(
        title="p",
        tip=f"How often chance alone would make a difference as large as this one. {_OF_ALL}",
        key=_of(lambda line: line.of.best_p),
        text=_compared(_chance),
        sample="< 0.0001",
        is_of_difference=True,
    ),
    SubmissionColumn(
        title="p of several",
        tip="The p as one of so many: among several submissions, chance alone makes one of them differ sooner "
        f"(step-down MaxT, or Holm). {_OF_ALL}",
        key=_of(lambda line: line.p_corrected),
        text=_compared(lambda line: bare(line.corrected) or _NONE),
        sample="< 0.0001",
        is_of_difference=True,
    ),
    SubmissionColumn(
        title="shown",
        tip="The metric of the rows that the filter shows alone, or their mean score where that is not known",
        key=lambda entry: entry.mean,
        text=lambda entry: fixed_decimals(entry.mean, _DECIMALS),
        sample="0.000000",
    ),
    SubmissionColumn(
        title="edited",
        tip="How many of its rows you edited",
        key=lambda entry: entry.edited,
        text=lambda entry: f"✎ {entry.edited:,}" if entry.edited else "",
        sample="✎ 000",
    ),
)
DELTA, VERDICT, SAME = (
    next(at for at, column in enumerate(COLUMNS) if column.title == title) for title in ("Δ", "verdict", "same")
)
# Columns of which the lower number is the better one under a loss.
OF_SCORES = frozenset(at for at, column in enumerate(COLUMNS) if column.title in ("overall", "Δ", "shown"))
