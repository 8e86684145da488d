"""The choices of a metric: their values, what each value means, and the question they answer."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Choice:
    """An option of a metric; the first value is the default (Kaggle's rule).

    values: each value with its description; question: what is decided, as shown to the user.
    """

    question: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """The default value."""
        return next(iter(self.values))


def choice(question: str, **values: str) -> Any:
    """A dataclass field for one of `values`; underscores in their names become hyphens."""
    declared = Choice(question, {name.strip("_").replace("_", "-"): text for name, text in values.items()})
    return dataclasses.field(default=declared.default, metadata={"choice": declared})


def repeats() -> Any:
    """How a repeated label affects the ranks after it."""
    return choice(
        "a label predicted twice",
        keep_rank="scores at its first rank only; the copy still takes up a rank",
        move_up="the copy is dropped and the labels behind it move up",
    )


def relevant() -> Any:
    """From which grade a truth label counts; a label without a grade has 1."""
    grades = {f"_{grade}": f"those of grade {grade} and above" for grade in range(2, 10)}
    return choice("the truth labels that are relevant (trec_eval -l)", _1="all of them", **grades)


def empty() -> Any:
    """How a row without truth labels counts in the overall."""
    return choice("a row without truth", zero="counts and scores 0", skip="is left out of the mean")


def missing() -> Any:
    """How a row absent from the submission counts in the overall."""
    return choice(
        "a row absent from the submission",
        zero="counts and scores 0",
        skip="is left out of the mean",
        error="is an error: nothing is scored",
    )


def both_empty() -> Any:
    """The score of a row without truth and without prediction."""
    return choice(
        "a row without truth and without prediction",
        zero="scores 0",
        one="scores 1, because nothing is wrong with it",
        skip="is left out",
    )
