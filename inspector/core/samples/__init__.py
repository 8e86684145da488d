"""The built-in samples by name. The module of the same name writes each; it is imported on demand."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.core.errors import InputError
from inspector.core.samples.sample import Sample

__all__ = ["SAMPLES", "Sample", "find"]

SAMPLES: Mapping[str, Sample] = {
    sample.name: sample
    for sample in (
        Sample(
            "humpback",
            "Humpback Whale MAP@5",
            "25,361 pictures of whale tails, five guesses each",
            "map@5",
            (15, 0, 5, 5, 0, 13, 0, 0, 0, 62),
        ),
        Sample(
            "landmark",
            "Landmarks GAP",
            "40,000 photographs, one landmark and a confidence each",
            "gap",
            (71, 0, 0, 0, 1, 1, 2, 4, 6, 15),
        ),
        Sample(
            "hm",
            "H&M MAP@12",
            "24,000 customers, twelve recommended articles each",
            "map@12",
            (84, 9, 3, 1, 0, 1, 0, 0, 0, 1),
        ),
        Sample(
            "plants",
            "Plant Pathology F1",
            "18,632 leaves with one to three labels each",
            "f1",
            (4, 0, 0, 0, 0, 0, 4, 0, 0, 92),
        ),
        Sample(
            "compare",
            "Four submissions compared MAP@5",
            "A model after 10 and 30 epochs, an ensemble, a corrected one",
            "map@5",
            (13, 0, 5, 5, 0, 12, 0, 0, 0, 65),
            ("ensemble", "epoch_10", "epoch_30", "corrected"),
        ),
        Sample(
            "prices",
            "House prices RMSLE",
            "1,460 houses; one neighbourhood is priced much too high",
            "rmsle",
            (98, 1, 0, 0, 0, 0, 0, 0, 0, 0),
        ),
        Sample(
            "churn",
            "Churn AUC",
            "5,000 customers and the probability that each leaves",
            "rocauc",
            (2, 1, 2, 2, 3, 5, 7, 10, 13, 56),
        ),
        Sample(
            "digits",
            "Handwritten digits LogLoss",
            "2,000 digits; fours and nines are mixed up",
            "mlogloss",
            (96, 2, 1, 0, 0, 0, 0, 0, 0, 0),
        ),
    )
}


def find(name: str) -> Sample:
    """The sample with this name. Raises InputError listing the samples."""
    if name not in SAMPLES:
        raise InputError(f"there is no sample {name!r}", expected=", ".join(SAMPLES))
    return SAMPLES[name]
