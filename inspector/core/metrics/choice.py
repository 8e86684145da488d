"""The choices of a metric: which values each has, what each value means, and why it matters."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Choice:
    """One decision that can move a metric's number; the first value is the default (Kaggle's rule).

    values: each value with the sentence that says what it does; question: what is being decided, for the user.
    """

    question: str
    values: Mapping[str, str]

    @property
    def default(self) -> str:
        """The value taken when the user names none."""
        return next(iter(self.values))


def choice(question: str, **values: str) -> Any:
    """A dataclass field holding one of `values`; an underscore in a value's name stands for its hyphen."""
    declared = Choice(question, {name.strip("_").replace("_", "-"): text for name, text in values.items()})
    return dataclasses.field(default=declared.default, metadata={"choice": declared})


def repeats() -> Any:
    """What a label predicted a second time in the same row does to the ranks behind it."""
    return choice(
        "a label predicted twice",
        keep_rank="scores at its first place only; the copy still takes its rank",
        move_up="the copy is dropped and the labels behind it move up",
    )


def empty() -> Any:
    """What a row without a truth label adds to the overall."""
    return choice("a row without truth", zero="counts and scores 0", skip="is left out of the mean")


def missing() -> Any:
    """What a truth row without a row in the submission adds to the overall."""
    return choice(
        "a row absent from the submission",
        zero="counts and scores 0",
        skip="is left out of the mean",
        error="is refused: nothing is scored",
    )


def both_empty() -> Any:
    """What a row without truth for which nothing is predicted scores."""
    return choice(
        "a row without truth and without prediction",
        zero="scores 0",
        one="scores 1, because nothing is wrong with it",
        skip="is left out",
    )
