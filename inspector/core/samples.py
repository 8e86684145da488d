"""Built-in samples: pairs of the shape of real contests, generated at first use and kept in the user's cache."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import platformdirs

from inspector.core.arrays import Ints
from inspector.core.errors import InputError

_EDITION = "1"


@dataclass(frozen=True)
class Sample:
    """A generated pair; write(folder) makes its truth.csv, submission.csv and constant.csv, the constant prediction."""

    name: str
    title: str
    story: str
    metric: str
    write: Callable[[Path], None]

    def folder(self) -> Path:
        """The folder with the sample's files, written now if they are not there yet."""
        home = platformdirs.user_cache_path("submission-inspector") / "samples"
        folder = home / f"{self.name}-{_EDITION}"
        if not folder.is_dir():
            self._make(home, folder)
        return folder

    def _make(self, home: Path, folder: Path) -> None:
        try:
            home.mkdir(parents=True, exist_ok=True)
            draft = Path(tempfile.mkdtemp(dir=home))
            self.write(draft)
            draft.rename(folder)
        except OSError as error:
            if folder.is_dir():  # another process made it in the meantime
                shutil.rmtree(draft, ignore_errors=True)
                return
            hint = "Make room there, or set XDG_CACHE_HOME to another folder"
            raise InputError(f"the sample cannot be written: {error.strerror}", home, hint=hint) from None


def find(name: str) -> Sample:
    """The sample with this name. Raises InputError naming those there are."""
    if name not in SAMPLES:
        raise InputError(f"there is no sample {name!r}", expected=", ".join(SAMPLES))
    return SAMPLES[name]


_HUMPBACK_LABELS = {"new_whale": 9664, "w_23a388d": 73, "w_9b5109b": 65, "w_9c506f6": 62, "w_0369a5c": 61}
_HUMPBACK_ROWS, _HUMPBACK_TAIL = 25_361, 5_000
_HUMPBACK_HITS = {1: 0.62, 2: 0.13, 3: 0.05, 4: 0.03, 5: 0.02, 6: 0.004}


def _write_humpback(folder: Path) -> None:
    """One label a row: the row count of Humpback Whale Identification and the counts of its five commonest labels."""
    rng = np.random.default_rng(5)
    tail = [f"w_{number:07x}" for number in rng.choice(16**7, _HUMPBACK_TAIL, replace=False)]
    labels = np.array([*_HUMPBACK_LABELS, *tail])
    tail_rows = _HUMPBACK_ROWS - sum(_HUMPBACK_LABELS.values())
    counts = np.array([*_HUMPBACK_LABELS.values(), *_long_tail(_HUMPBACK_TAIL, tail_rows, most=60)])
    truth = rng.permutation(np.repeat(np.arange(len(labels)), counts))
    ids = [f"{number:09x}.jpg" for number in np.sort(rng.choice(16**9, _HUMPBACK_ROWS, replace=False))]
    lines = _spoil(_predict(rng, truth, counts / counts.sum()), rng)
    constant = " ".join(_HUMPBACK_LABELS)
    _write(folder / "truth.csv", ids, labels[truth].tolist())
    _write(folder / "constant.csv", ids, [constant] * len(ids))
    submitted = [" ".join(labels[line]) for line in lines]
    ids[700], ids[9_000], ids[21_000] = "left_out_1.jpg", "left_out_2.jpg", "left_out_3.jpg"
    _write(folder / "submission.csv", ids, submitted)


def _long_tail(n: int, total: int, most: int) -> Ints:
    """n counts of 1..most, falling like a power, that add up to `total`."""
    counts: Ints = np.minimum(most, 1 + np.floor(most * 4 / np.arange(1, n + 1) ** 0.75)).astype(np.int64)
    while lacking := total - int(counts.sum()):
        step = 1 if lacking > 0 else -1
        free = np.flatnonzero((counts + step >= 1) & (counts + step <= most))
        counts[free[: abs(lacking)]] += step
    return counts


def _predict(
    rng: np.random.Generator, truth: Ints, weights: np.ndarray[tuple[int], np.dtype[np.float64]]
) -> list[list[int]]:
    """Five labels for each row: the true one at a likely rank or not at all, look-alikes at the others."""
    guesses = rng.choice(len(weights), (len(truth), 9), p=np.sqrt(weights) / np.sqrt(weights).sum())
    ranks = rng.choice([*_HUMPBACK_HITS, 0], len(truth), p=[*_HUMPBACK_HITS.values(), 1 - sum(_HUMPBACK_HITS.values())])
    lines = []
    for right, rank, row in zip(truth.tolist(), ranks.tolist(), guesses.tolist(), strict=True):
        line = [code for code in dict.fromkeys(row) if code != right][: 6 if rank == 6 else 5]
        if rank:
            line[rank - 1] = right
        lines.append(line)
    return lines


def _spoil(lines: list[list[int]], rng: np.random.Generator) -> list[list[int]]:
    """Faults as people make them: some rows name a label twice, a few predict nothing, some are cut short."""
    rows = rng.choice(len(lines), 260, replace=False).tolist()
    for row in rows[:120]:
        lines[row][2:4] = lines[row][0:2]
    for row in rows[120:132]:
        lines[row] = []
    for row in rows[132:]:
        lines[row] = lines[row][: 1 + row % 4]
    return lines


def _write(path: Path, ids: list[str], cells: list[str]) -> None:
    text = "".join(f"{id_},{cell}\n" for id_, cell in zip(ids, cells, strict=True))
    path.write_text("Image,Id\n" + text, encoding="utf-8")


SAMPLES: Mapping[str, Sample] = {
    sample.name: sample
    for sample in [
        Sample(
            "humpback",
            "Humpback Whale MAP@5",
            "25,361 pictures of whale tails, five guesses each, one of them right at best",
            "map@5",
            _write_humpback,
        )
    ]
}
