"""The score of a row as the steps of a calculation."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from inspector.core.errors import InputError
from inspector.core.metrics import Explanation
from inspector.ui.widgets.formatting import fixed_decimals, full_precision, tip
from inspector.ui.widgets.plain_label import PlainLabel

# More terms than this say no more than their sum does.
_MOST_TERMS = 6
_SMALL = 0.001
_DECIMALS = 6
# The digits before the point of numbers from 1,000 on.
_THOUSANDS = re.compile(r"(?<![\d.,e])\d{4,15}(?![\d])")


class FormulaLabel(PlainLabel):
    """Shows how a row gets its score; the tooltip has all digits."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, name="rowSum", figures=True, selectable=True, wraps=True)

    def show_mistake(self, error: InputError) -> None:
        """Show why there is no calculation."""
        self.setText(f"⚠ {error}")
        self.setToolTip(tip(str(error)))

    def show_formula(self, explained: Explanation) -> None:
        """Show the calculation of an explanation."""
        self.setText(formula(explained))
        self.setToolTip(tip(formula(explained, exactly)))


def exactly(value: float) -> str:
    """All digits; none behind the point of a whole number."""
    return full_precision(value).removesuffix(".0")


def shortly(value: float) -> str:
    """At most six decimals, `–` for NaN; four digits of a number of which they would leave little."""
    if math.isnan(value) or 0 < abs(value) < _SMALL:
        return "–" if math.isnan(value) else f"{value:.4g}"
    return _trimmed(fixed_decimals(value, _DECIMALS))


def formula(explained: Explanation, number: Callable[[float], str] = shortly) -> str:
    """The score as a quotient of what the labels add and of the divisor in words, then in numbers; then the overall,
    where it is no mean of such scores.

    number: writes a number.
    """
    return "\n".join(filter(None, [_score(explained, number), explained.of_overall]))


def _score(explained: Explanation, number: Callable[[float], str]) -> str:
    if len(explained.steps) == 1 and explained.steps[0].verdict == "number":
        (step,) = explained.steps
        equal = f"{grouped(step.working)} = {number(step.term)}" if step.working else f"score = {number(step.term)}"
        return "\n".join(filter(None, [equal, explained.remark]))
    if not explained.divisor and all(step.verdict == "not counted" for step in explained.steps) and explained.remark:
        return explained.remark
    if explained.asked:
        return "\n".join(filter(None, [f"score = {number(explained.score)}, {explained.asked}", explained.remark]))
    if explained.rule_makes_0:
        return "\n".join(filter(None, [f"score = 0: {explained.divisor_rule}", explained.remark]))
    terms = explained.working or _terms(explained)
    if explained.divisor == 1 and (explained.working or not explained.divisor_rule):
        equal = " = ".join(dict.fromkeys([terms, number(explained.score)]))  # a score of 0 is no sum
        return "\n".join(filter(None, [f"score = {equal}", explained.remark]))
    if explained.working or " + " in terms:
        terms = f"({terms})"
    quotient = f"{number(explained.total)} ÷ {number(explained.divisor)}"
    lines = [
        f"score = {terms} ÷ {_grouped(explained.divisor_rule)}" if explained.divisor else "",
        f"{'' if explained.divisor else 'score '}= {quotient} = {number(explained.score)}",
        explained.remark,
    ]
    return "\n".join(filter(None, lines))


def grouped(text: str) -> str:
    """A text with commas between the thousands of its numbers."""
    return _THOUSANDS.sub(lambda found: f"{int(found.group()):,}", text)


def _terms(explained: Explanation) -> str:
    if not any(step.term for step in explained.steps):
        return "0"
    # Of numbers those that score 0 count, too, and tell the most.
    added = (step.term for step in explained.steps if step.term or step.verdict == "number")
    terms = [_trimmed(fixed_decimals(term, 4)) for term in added]
    if len(terms) > _MOST_TERMS:
        return f"{' + '.join(terms[:_MOST_TERMS])} + … {len(terms)} terms"
    return " + ".join(terms)


def _trimmed(text: str) -> str:
    """A number without the zeros at the end of its decimals."""
    return text.rstrip("0").rstrip(".") if "." in text and "e" not in text else text


def _grouped(rule: str) -> str:
    return f"({rule})" if " " in rule and not rule.startswith("min(") else rule
