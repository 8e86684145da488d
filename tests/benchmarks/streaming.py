"""The time and memory of scoring files in one pass, and how they grow: Parquet sorted by id, lists of 12 labels.

    python tests/benchmarks/streaming.py [--rows 1000000 20000000] [--metric map@12] [--folder DIR]

Files are made when they are missing. With --metric gap, each label of the submission has a confidence. Nothing here
asserts a time.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import data
from process import cost, python, show

LABELS, WIDE, BLOCK = 105_542, 12, 500_000
_RUN = "from inspector.__main__ import main; main()"


def pair(rows: int, folder: Path, *, sure: bool) -> tuple[Path, Path]:
    """The truth and the submission; made first, in another process, when they are missing."""
    made = folder / f"sorted-{'sure-' if sure else ''}{rows}"
    if not (made / "submission.parquet").exists():
        print(f"making {made} ...", file=sys.stderr)
        cost(python(__file__, "--make", made, "--rows", rows, *(["--metric", "gap"] if sure else [])))
    return made / "truth.parquet", made / "submission.parquet"


def write_pair(rows: int, folder: Path, *, sure: bool) -> None:
    """Write truth.parquet and submission.parquet, both sorted by id, a third of the rows with a hit."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    rng = np.random.default_rng(1)
    folder.mkdir(parents=True, exist_ok=True)
    names = pa.array([f"0{value:09d}" for value in rng.choice(900_000_000, LABELS, replace=False).tolist()])
    item = pa.struct([("label", pa.string()), ("confidence", pa.float64())]) if sure else pa.string()
    schemas = [pa.schema([("id", pa.string()), ("labels", pa.list_(kind))]) for kind in (pa.string(), item)]
    part = folder / "submission.part"
    with pq.ParquetWriter(folder / "truth.parquet", schemas[0]) as truth, pq.ParquetWriter(part, schemas[1]) as given:
        for low in range(0, rows, BLOCK):
            n = min(BLOCK, rows - low)
            ids = pa.array([f"c{row:011d}" for row in range(low, low + n)])
            sizes = np.minimum(rng.geometric(0.3, n), 50)
            starts = np.concatenate([[0], np.cumsum(sizes)])
            right = (LABELS * rng.random(starts[-1]) ** 3).astype(np.int64)
            drawn = (LABELS * rng.random((n, WIDE)) ** 3).astype(np.int64)
            third = np.arange(0, n, 3)
            drawn[third, third % WIDE] = right[starts[third]]
            labels = names.take(pa.array(drawn.ravel()))
            if sure:
                confidence = pa.array(np.round(rng.random(n * WIDE), 7))
                labels = pa.StructArray.from_arrays([labels, confidence], ["label", "confidence"])
            lists = pa.ListArray.from_arrays(pa.array(np.arange(n + 1, dtype=np.int32) * WIDE), labels)
            held = pa.ListArray.from_arrays(pa.array(starts.astype(np.int32)), names.take(pa.array(right)))
            truth.write_table(pa.table([ids, held], schema=schemas[0]), row_group_size=100_000)
            given.write_table(pa.table([ids, lists], schema=schemas[1]), row_group_size=100_000)
    part.rename(folder / "submission.parquet")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=[1_000_000, 20_000_000])
    parser.add_argument("--metric", default="map@12")
    parser.add_argument("--folder", type=Path, default=data.FOLDER)
    parser.add_argument("--make", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    sure = given.metric.startswith("gap")
    if given.make:
        write_pair(given.rows[0], given.make, sure=sure)
        return
    lines = []
    for rows in given.rows:
        files = pair(rows, given.folder, sure=sure)
        run = cost(python("-c", _RUN, "score", *files, "-m", given.metric, "--engine", "stream"))
        size = sum(path.stat().st_size for path in files) / 1e6
        lines.append(
            [f"{rows:,}", f"{size:,.0f} MB", f"{run.seconds:.1f} s", f"{run.cpu:.1f} s", f"{run.peak:,.0f} MB"]
        )
        print(run.words.splitlines()[0], file=sys.stderr)
    show(["rows", "files", "time", "CPU", "peak memory"], lines)


if __name__ == "__main__":
    main()
