"""The kinds of predictions: lists of labels, and numbers. What differs between them asks the kind."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.errors import InputError


@dataclass(frozen=True)
class Kind:
    """A kind of predictions.

    words: what a file of this kind holds, for messages; names_labels: whether a prediction names labels, which can be
    counted, confused, added and removed; else each row has the same components, each with a number.
    """

    words: str
    names_labels: bool

    def need_labels(self, what: str) -> None:
        """Raise InputError where predictions name no labels; what: needs them, such as `Confusions`."""
        if not self.names_labels:
            raise InputError(f"{what} need labels; these files hold {self.words}")


# Weights of a prediction are confidences, those of a truth are grades.
LABELS = Kind("labels", names_labels=True)
# Lists of the same components in the same order, which the vocabulary names; their weights are the numbers. A list is
# empty where a file has no row; a number is NaN where its cell holds none.
NUMBERS = Kind("numbers", names_labels=False)
