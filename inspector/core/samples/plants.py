"""A sample with a set of labels for each row, like Plant Pathology 2021: its row count and label set counts."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from inspector.core.samples.sample import write_table

_COUNTS = {
    "scab": 4826,
    "healthy": 4624,
    "frog_eye_leaf_spot": 3181,
    "rust": 1860,
    "complex": 1602,
    "powdery_mildew": 1184,
    "scab frog_eye_leaf_spot": 686,
    "scab frog_eye_leaf_spot complex": 200,
    "frog_eye_leaf_spot complex": 165,
    "rust frog_eye_leaf_spot": 120,
    "rust complex": 97,
    "powdery_mildew complex": 87,
}
_LABELS = ("scab", "healthy", "frog_eye_leaf_spot", "rust", "complex", "powdery_mildew")


def write(folder: Path) -> None:
    """Write mostly right sets; some lack a label, have an extra one, are another set, or are empty."""
    rng = np.random.default_rng(21)
    truth = rng.permutation(np.repeat(list(_COUNTS), list(_COUNTS.values()))).tolist()
    ids = [f"{number:016x}.jpg" for number in rng.integers(0, 2**63, len(truth))]
    others = rng.choice(list(_COUNTS), len(truth), p=np.array(list(_COUNTS.values())) / len(truth)).tolist()
    outcomes = rng.choice(5, len(truth), p=[0.86, 0.05, 0.04, 0.043, 0.007]).tolist()
    extra = rng.integers(0, len(_LABELS), len(truth)).tolist()
    cells = [
        _guess(cell.split(), other, outcome, _LABELS[more])
        for cell, other, outcome, more in zip(truth, others, outcomes, extra, strict=True)
    ]
    header = "image,labels"
    write_table(folder / "truth.csv", header, ids, truth)
    write_table(folder / "submission.csv", header, ids, cells)
    write_table(folder / "constant.csv", header, ids, ["scab healthy"] * len(ids))


def _guess(labels: list[str], other: str, outcome: int, more: str) -> str:
    return " ".join(
        (
            labels,
            labels[1:] or labels,
            [*labels, more] if more not in labels else labels,
            other.split(),
            [],
        )[outcome]
    )
