"""One row's prediction as text, and what a hand does to it. Knows neither codes nor tables."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

# What a label gets that is put where no confidence stood before.
UNHEARD_OF = 1.0


@dataclass(frozen=True)
class Prediction:
    """Labels, the best first, and a confidence for each where the submission has confidences.

    A place keeps its confidence when another label takes it: a label moved to the front gets the front's confidence.
    """

    labels: tuple[str, ...]
    confidence: tuple[float, ...] | None = None

    def __len__(self) -> int:
        return len(self.labels)

    def moved(self, source: int, target: int) -> Prediction:
        """The label at one place moved to another; the confidences stay where they are."""
        rest = self.labels[:source] + self.labels[source + 1 :]
        return Prediction((*rest[:target], self.labels[source], *rest[target:]), self.confidence)

    def without(self, places: Collection[int]) -> Prediction:
        """The labels at some places removed, their confidences with them."""
        kept = [place for place in range(len(self)) if place not in places]
        confidence = None if self.confidence is None else tuple(self.confidence[place] for place in kept)
        return Prediction(tuple(self.labels[place] for place in kept), confidence)

    def replaced(self, place: int, labels: Sequence[str]) -> Prediction:
        """The label at a place, or the end of the list, exchanged for others."""
        return self.relabelled([*self.labels[:place], *labels, *self.labels[place + 1 :]])

    def reweighed(self, place: int, value: float) -> Prediction:
        """Another confidence for the label at a place."""
        if self.confidence is None:
            return self
        return Prediction(self.labels, (*self.confidence[:place], value, *self.confidence[place + 1 :]))

    def put_first(self, label: str) -> Prediction:
        """A label at rank 1, the others behind it; it takes the place of a confidence without a label."""
        return self.relabelled([label, *(other for other in self.labels if other not in ("", label))])

    def relabelled(self, labels: Sequence[str]) -> Prediction:
        """Other labels at the same places; places that are new get the last confidence, or 1."""
        if self.confidence is None:
            return Prediction(tuple(labels))
        last = self.confidence[-1] if self.confidence else UNHEARD_OF
        confidence = (*self.confidence, *[last] * len(labels))[: len(labels)]
        return Prediction(tuple(labels), confidence)
