"""The choices of a metric, each one of a few named values, and its parameters, which take any text or number."""

from __future__ import annotations

import dataclasses
import difflib
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from inspector.core.errors import InputError, shorten

# No space at either end, and nothing that has a meaning in the text form of a metric.
_BARE = re.compile(r'[^\s,()"=@](?:[^,()"]*[^\s,()"])?')
# Names that an error lists.
_MOST_NAMED = 24


@dataclass(frozen=True)
class Choice:
    """An option of a metric; the first value is the default, the rule of the metric's source.

    values: each value with its description; question: what is decided, as shown to the user; synonyms: what other
    programs call a value; briefly: what a value does in a few words, "" where that goes without saying.
    """

    question: str
    values: Mapping[str, str]
    synonyms: Mapping[str, str] = dataclasses.field(default_factory=dict)
    briefly: Mapping[str, str] = dataclasses.field(default_factory=dict)

    @property
    def default(self) -> str:
        """The default value."""
        return next(iter(self.values))


def choice(question: str, synonyms: Mapping[str, str] | None = None, /, **values: tuple[str, str]) -> Any:
    """A dataclass field for one of `values`, each with its description and a few words for it.

    Underscores in the names of values become hyphens.
    """
    named = {name.strip("_").replace("_", "-"): texts for name, texts in values.items()}
    described = {name: text for name, (text, _) in named.items()}
    declared = Choice(question, described, synonyms or {}, {name: words for name, (_, words) in named.items()})
    return dataclasses.field(default=declared.default, metadata={"choice": declared})


@dataclass(frozen=True)
class Parameter:
    """A value of a metric that is not one of a few.

    field: the name of the metric's field; question: what is asked, as shown to the user; read: parses its text, raises
    InputError; write: the text, without quotes.
    """

    field: str
    question: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]


def parameter(
    name: str, question: str, default: object, read: Callable[[str], Any] = str, write: Callable[[Any], str] = str
) -> Any:
    """A dataclass field for a parameter with this name in the text form of the metric."""
    return dataclasses.field(default=default, metadata={"parameter": (name, question, read, write)})


def quoted(text: str) -> str:
    """The value of a parameter in the text form: in double quotes where it is needed, a quote in it doubled."""
    return text if _BARE.fullmatch(text) else '"' + text.replace('"', '""') + '"'


def unquoted(text: str) -> str | None:
    """The value that `quoted` wrote; None if the quotes do not match."""
    inner = text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text
    return None if '"' in inner.replace('""', "") or (inner is text and '"' in text) else inner.replace('""', '"')


def unknown(name: str, names: list[str], what: str) -> InputError:
    """The error for a name that is none of the known ones, which lists those that are near first."""
    close = difflib.get_close_matches(name, names)
    names = [*dict.fromkeys([*close, *names])]
    hint = f"Did you mean {close[0]}?" if close else ""
    more = ["…"] if len(names) > _MOST_NAMED else []
    return InputError(f"{shorten(name)} is not a {what}", expected=" | ".join(names[:_MOST_NAMED] + more), hint=hint)


def repeats() -> Any:
    """How a repeated label affects the ranks after it."""
    return choice(
        "a label predicted twice",
        keep_rank=("scores at its first rank only; the copy still takes up a rank", "repeats keep their rank"),
        move_up=("the copy is dropped and the labels behind it move up", "labels behind a repeat move up"),
    )


def relevant() -> Any:
    """From which grade a truth label counts; a label without a grade has 1."""
    grades = {
        f"_{grade}": (f"those of grade {grade} and above", f"relevant from grade {grade}") for grade in range(2, 10)
    }
    return choice("the truth labels that are relevant (trec_eval -l)", _1=("all of them", ""), **grades)


def empty() -> Any:
    """How a row without truth labels counts in the overall."""
    return choice(
        "a row without truth",
        zero=("counts and scores 0", "rows without truth score 0"),
        skip=("is left out of the mean", "rows without truth are left out"),
    )


def average(mean: str = "rows", pooled: str = "micro") -> Any:
    """How rows make the overall, with the names of the first two values."""
    meanings = {
        mean: ("the mean of the row scores", ""),
        pooled: ("the counts of all rows are added up before they are divided", "counts of all rows added up"),
        "macro": ("the measure of each label, then their mean", "mean of the labels"),
        "weighted": (
            "the measure of each label, then their mean weighted by the rows that have the label",
            "weighted mean of the labels",
        ),
    }
    synonyms = {"samples": mean, "rows": mean, "mean": mean, "micro": pooled, "pooled": pooled}
    return choice("how rows make the overall", synonyms, **meanings)


def missing() -> Any:
    """How a row absent from the submission counts in the overall."""
    return choice(
        "a row absent from the submission",
        zero=("counts and scores 0", "missing rows score 0"),
        skip=("is left out of the mean", "missing rows are left out"),
        error=("is an error: nothing is scored", "missing rows are an error"),
    )


_BOTH_EMPTY = {
    "zero": ("scores 0", "blank on both sides scores 0"),
    "one": ("scores 1, because nothing is wrong with it", "blank on both sides scores 1"),
    "skip": ("is left out", "rows blank on both sides are left out"),
}


def both_empty(default: str = "zero") -> Any:
    """The score of a row without truth and without prediction."""
    ordered = {default: _BOTH_EMPTY[default], **_BOTH_EMPTY}
    return choice("a row without truth and without prediction", **ordered)


def ties() -> Any:
    """The order of a row's labels of equal confidence."""
    return choice(
        "labels of equal confidence",
        file=("as the submission lists them; in a TREC run by name from z to a", "equal confidences as read"),
        name_desc=("by name from z to a (trec_eval)", "equal confidences by name from z to a"),
        best=("the right ones first", "of equal confidences the right ones first"),
        worst=("the right ones last", "of equal confidences the right ones last"),
    )


def threshold() -> Any:
    """The confidence from which a label counts as predicted; None counts every label that the submission lists."""
    question = "the lowest confidence of a predicted label; empty for all labels listed"
    return parameter("threshold", question, None, _threshold, _number_text)


def group() -> Any:
    """The column whose groups of rows are averaged before the overall; empty for none."""
    return parameter(
        "group", "average within the groups of this column first, or by id-start or id-end; empty for no groups", ""
    )


def weights() -> Any:
    """What each group has of the overall, as `name:share` separated by spaces; empty for all alike."""
    question = "the share of each group in the overall, like clicks:0.4 orders:0.6; empty for equal shares"
    return parameter("weights", question, "", lambda text: text if not text or shares(text) else "")


def shares(text: str) -> dict[str, float]:
    """The share of each group of `weights`. Raises InputError unless the shares are above 0 and add up to 1."""
    pairs = [pair.rpartition(":") for pair in re.findall(r"\S.*?:\S+(?=\s|$)", text)]
    found = {name: _number(share) for name, _, share in pairs}
    is_whole = " ".join(name + ":" + share for name, _, share in pairs) == " ".join(text.split())
    is_one = math.isclose(sum(found.values()), 1, abs_tol=1e-9)
    if is_whole and is_one and len(found) == len(pairs) and min(found.values()) > 0:
        return found
    raise InputError(f"weights cannot be {shorten(text)}", expected="shares that add up to 1, like a:0.4 b:0.6")


def _threshold(text: str) -> float | None:
    number = _number(text)
    if text and math.isnan(number):
        raise InputError(f"threshold cannot be {shorten(text)}", expected="a number, like threshold=0.5")
    return number if text else None


def _number(text: str) -> float:
    """A finite number, or NaN."""
    try:
        number = float(text)
    except ValueError:
        return math.nan
    return number if math.isfinite(number) else math.nan


def _number_text(number: float | None) -> str:
    return "" if number is None else repr(number).removesuffix(".0")
