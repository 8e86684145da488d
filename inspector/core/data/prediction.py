"""One row's prediction as text, and edit operations on it."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from inspector.core.arrays.falling import next_lower
from inspector.core.errors import InputError, shorten

# The confidence of a label added to an empty list.
DEFAULT_CONFIDENCE = 1.0


@dataclass(frozen=True)
class Prediction:
    """Labels, best first, and a confidence for each where the submission has confidences.

    Confidences belong to ranks, not labels: a label moved to the front gets the confidence of the front, unless the
    file has a score beside each label (`edits/own_scores`). Methods take 0-based indices.
    """

    labels: tuple[str, ...]
    confidence: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        # Equal predictions may lack the same numbers: one NaN is the same object as itself, but not equal to another.
        if self.confidence is not None and any(map(math.isnan, self.confidence)):
            known = tuple(math.nan if math.isnan(value) else value for value in self.confidence)
            object.__setattr__(self, "confidence", known)

    def __len__(self) -> int:
        return len(self.labels)

    def moved(self, source: int, target: int) -> Prediction:
        """Move the label at index `source` to `target`; confidences stay in place."""
        rest = self.labels[:source] + self.labels[source + 1 :]
        return Prediction((*rest[:target], self.labels[source], *rest[target:]), self.confidence)

    def without(self, indices: Collection[int]) -> Prediction:
        """Remove the labels at some indices together with their confidences."""
        kept = [i for i in range(len(self)) if i not in indices]
        confidence = None if self.confidence is None else tuple(self.confidence[i] for i in kept)
        return Prediction(tuple(self.labels[i] for i in kept), confidence)

    def replaced(self, index: int, labels: Sequence[str]) -> Prediction:
        """Replace the label at an index by others, or append them at index len(self)."""
        return self.with_labels([*self.labels[:index], *labels, *self.labels[index + 1 :]])

    def with_confidence(self, index: int, value: float) -> Prediction:
        """Set the confidence at an index."""
        if self.confidence is None:
            return self
        return Prediction(self.labels, (*self.confidence[:index], value, *self.confidence[index + 1 :]))

    def put_first(self, label: str) -> Prediction:
        """Put a label at rank 1, before the others; it replaces an empty label."""
        return self.with_labels([label, *(other for other in self.labels if other not in ("", label))])

    def exchange_first(self, label: str) -> Prediction:
        """Put a label at rank 1, and the one that is there where the label was; all others stay."""
        first = self.labels[:1]
        return self.with_labels([label, *(first[0] if other == label else other for other in self.labels[1:])])

    def with_labels(self, labels: Sequence[str]) -> Prediction:
        """Replace all labels, keeping the confidences; an added rank gets the next lower number of the last one, or 1.

        Where confidences rise, it gets that of the last one.
        """
        if self.confidence is None:
            return Prediction(tuple(labels))
        confidence = [*self.confidence] or [DEFAULT_CONFIDENCE]
        rises = any(after > before for before, after in pairwise(confidence))
        while len(confidence) < len(labels):
            last = confidence[-1]
            confidence.append(last if rises else float(next_lower(np.array([last]))[0]))
        return Prediction(tuple(labels), tuple(confidence[: len(labels)]))


def plain_numbers(values: Iterable[object]) -> list[float]:
    """Numbers that a script gives, as floats. Raises InputError for what is none."""
    found = []
    for value in values:
        try:
            found.append(float(value))  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise InputError(f"{shorten(str(value))} is no number", expected="a number") from None
    return found
