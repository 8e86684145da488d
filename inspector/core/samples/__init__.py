"""The built-in samples by name."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.core.errors import InputError
from inspector.core.samples.hm import HM
from inspector.core.samples.humpback import HUMPBACK
from inspector.core.samples.landmark import LANDMARK
from inspector.core.samples.plants import PLANTS
from inspector.core.samples.sample import Sample

__all__ = ["SAMPLES", "Sample", "find"]

SAMPLES: Mapping[str, Sample] = {sample.name: sample for sample in (HUMPBACK, LANDMARK, HM, PLANTS)}


def find(name: str) -> Sample:
    """The sample with this name. Raises InputError naming those there are."""
    if name not in SAMPLES:
        raise InputError(f"there is no sample {name!r}", expected=", ".join(SAMPLES))
    return SAMPLES[name]
