"""How long a comparison takes: coding a pair of submissions once, the verdict after each filter, and an edited row.

    python tests/benchmarks/comparing.py [one] [twelve] [many] [pooled] [gap] [files] [window] [--rows N] [--rounds 5]

one: MAP@5 with one truth label a row; twelve: MAP@12 with one; many: MAP@12 with one to twelve. A fifth of the rows
differs. pooled: micro F1 of the same size; gap: one prediction a row, ten resamples. Prints the median of the rounds,
in milliseconds. files: 2, 4 and 8 submissions of H&M with the same truth, each a file: the time and the memory of each
further one, a switch, verdicts, and an edit. window: two of them in a window in which each panel about both is seen.
The limits stand beside the figures, which nothing here asserts. comparing_peers.py compares with libraries.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import data
import numpy as np
from process import PROGRAMS, cost, python

from inspector.core.arrays.types import Floats
from inspector.core.metrics import parse
from inspector.core.statistics.bootstrap import bootstrap_mean
from inspector.core.statistics.cells import PairCodes
from inspector.core.statistics.gap import Listing, judge_gap
from inspector.core.statistics.judge import judge
from inspector.core.statistics.pooled import judge_pooled
from inspector.core.statistics.testing.sign_flip import sign_flip
from inspector.core.task import drain

# A measurement: its name and the measured work.
Measured = tuple[str, Callable[[], object]]
# Milliseconds at 1.4 million rows; of a further submission, its share of the time of the first.
LIMITS = {"one verdict after a filter": 50, "many verdict after a filter": 150, "switch": 100, "edit": 16}
FURTHER = 0.7
SHAPES = {"one": (5, False), "twelve": (12, False), "many": (12, True)}


def average_precision(rows: int, k: int, several: bool, rng: np.random.Generator) -> Floats:
    """Row scores of lists of k predictions, hit at random, with one truth label or up to k of them."""
    labels = np.minimum(rng.geometric(0.3, rows), k) if several else np.ones(rows, np.int64)
    hits, total = np.zeros(rows), np.zeros(rows)
    for rank in range(1, k + 1):
        hit = (rng.random(rows) < 0.06 * labels**0.3) & (hits < labels)
        hits += hit
        total += hit * hits / rank
    return total / labels


def scores(shape: str, rows: int) -> tuple[Floats, Floats]:
    """The row scores of two submissions."""
    rng = np.random.default_rng(1)
    baseline = average_precision(rows, *SHAPES[shape], rng)
    return baseline, np.where(rng.random(rows) < 0.2, average_precision(rows, *SHAPES[shape], rng), baseline)


def verdicts(shape: str, rows: int) -> Iterator[Measured]:
    """A row mean: what is done once a pair, once a filter and once an edit."""
    baseline, opened = scores(shape, rows)
    shown, few = np.flatnonzero(np.random.default_rng(2).random(rows) < 0.7), np.arange(5)
    codes = PairCodes.of(baseline, opened)
    cells = codes.cells(shown)
    differences = cells.differences()
    print(f"{shape}: {rows:,} rows, {len(cells.counts):,} cells, {len(differences.values):,} differences")
    yield "code both submissions", lambda: PairCodes.of(baseline, opened)
    yield "count the cells of a filter", lambda: codes.cells(shown)
    yield "verdict after a filter", lambda: judge(codes.cells(shown))
    yield "  of it the p", lambda: sign_flip(differences)
    yield "  of it the interval", lambda: bootstrap_mean(differences)
    yield "verdict, refined", lambda: judge(cells, resamples=100_000)
    yield "codes after 5 edited rows, of new scores", lambda: codes.updated(few, baseline[few], few / 7.7)
    yield "codes after 5 edited rows, of known scores", lambda: codes.updated(few, baseline[few], opened[few])


def pooled(rows: int) -> Iterator[Measured]:
    """Micro F1."""
    rng, metric = np.random.default_rng(1), parse("f1(average=micro)")
    counts = [rng.binomial(4, chance, (3, rows)) for chance in (0.3, 0.32)]
    yield "verdict of micro F1", lambda: judge_pooled(*counts, metric.of_counts)  # type: ignore[attr-defined]


def gap(rows: int) -> Iterator[Measured]:
    """GAP, of which a thousand resamples are usual."""
    rng, truths = np.random.default_rng(1), np.ones(rows, np.int64)
    lists = [Listing(rng.permutation(rows).astype(np.int32), rng.random(rows) < 0.5) for _ in range(2)]
    yield "10 resamples of GAP and 10 swaps", lambda: drain(judge_gap(*lists, truths, resamples=10))


def files(rows: int) -> None:
    """Several files of the shape of H&M, whose lists are turned by some places in a fifth of the rows."""
    truth, first = data.pair("hm-full", rows)
    further = [turned(first, number) for number in range(1, 8)]
    for count in (2, 4, 8):
        command = python(PROGRAMS / "submissions_run.py", "map@12", truth, first, *further[: count - 1])
        found = json.loads(cost(command).words)
        (seconds, memory), *others = found.pop("opening")
        print(f"{count} files  the first: {seconds:.2f} s, {memory:,.0f} MB")
        for time_, resident in others:
            print(f"         a further: {time_:.2f} s, {time_ / seconds:.2f} x the first, +{resident - memory:,.0f} MB")
            memory = resident
        usual = statistics.median(time_ for time_, _ in others) / seconds
        print(f"         their median: {usual:.2f} x the first (limit {FURTHER})")
        for name, value in found.items():
            print(f"         {name:45} {1000 * value:9.1f} ms{_limit(name)}", flush=True)


def window(rows: int) -> None:
    """Two of these files in a window."""
    truth, first = data.pair("hm-full", rows)
    command = python(PROGRAMS / "comparing_window.py", "map@12", truth, first, turned(first, 1))
    for name, (painted, worked, rested) in json.loads(cost(command).words).items():
        figures = f"painted {1000 * painted:7.1f} ms{_limit(name)}, of it the window's thread {1000 * worked:7.1f} ms"
        print(f"window   {name:24} {figures}, at rest {1000 * rested:9.1f} ms", flush=True)


def _limit(name: str) -> str:
    return f" (limit {LIMITS[name]})" if name in LIMITS else ""


def turned(first: Path, number: int) -> Path:
    """A copy of a submission whose lists are turned by so many places in a fifth of the rows; made when missing."""
    path = first.with_name(f"submission_{number}.csv")
    if not path.exists():
        with first.open() as read, path.open("w") as written:
            written.write(next(read))
            for row, line in enumerate(read):
                id_, _, cell = line.rstrip("\n").partition(",")
                labels, turn = cell.split(" "), number if (row + number) % 5 == 0 else 0
                written.write(f"{id_},{' '.join(labels[turn:] + labels[:turn])}\n")
    return path


def main() -> None:
    """Measure what is named, or everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=[*SHAPES, "pooled", "gap"])
    parser.add_argument("--rows", type=int, default=1_371_980)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    others = {"pooled": pooled, "gap": gap}
    whole = {"files": files, "window": window}
    for name in options.names:
        if name in whole:
            whole[name](options.rows)
            continue
        for label, work in others[name](options.rows) if name in others else verdicts(name, options.rows):
            figure = _median(work, options.rounds)
            print(f"{name:8} {label:45} {figure:9.1f}{_limit(f'{name} {label}')}", flush=True)


def _median(work: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


if __name__ == "__main__":
    main()
