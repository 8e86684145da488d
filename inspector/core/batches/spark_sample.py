"""A pair of few rows from one that Spark scored: the worst, and some drawn from each tenth of the scores."""

from __future__ import annotations

import csv
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.core.batches.lists import Cells
from inspector.core.batches.sums import BINS
from inspector.core.errors import InputError

if TYPE_CHECKING:
    from inspector.core.batches.stream import Scored

_WORST, _DRAWN = 500, 100
_ABOUT = """THIS IS A SAMPLE, not the whole pair.

truth.csv and submission.csv hold {rows:,} of {all:,} rows: the {worst:,} worst ones, and up to {drawn:,} drawn from
each tenth of the scores. The overall that the window shows for them is not that of the whole pair.

Of all rows: {label} {overall!r} ({metric})

score of a row    rows
{bins}

first hit         rows
{hits}
"""


def refuse_existing(folder: Path | None) -> None:
    """Raise InputError if there is something already where the sample should go."""
    if folder is not None and folder.exists():
        raise InputError("the folder of the sample exists already", folder, hint="Name a new one")


def write(rows: Any, results: Any, found: Scored, cells: Cells, folder: Path) -> None:
    """Write truth.csv, submission.csv and SAMPLE.txt. Rows that score the same are drawn by a hash of their ids."""
    chosen = _chosen(results, found.metric.lower_is_better)
    picked = rows.join(chosen.select("id").distinct(), "id").orderBy("id").collect()
    try:
        draft = Path(tempfile.mkdtemp(dir=folder.absolute().parent))
        try:
            _write_csv(draft / "truth.csv", [(row["id"], row["truth"]) for row in picked], cells.truth_separator)
            given = [(row["id"], row["prediction"]) for row in picked if row["submitted"]]
            _write_csv(draft / "submission.csv", given, cells.separator)
            (draft / "SAMPLE.txt").write_text(_about(found, len(picked)), encoding="utf-8")
            draft.chmod(0o755)
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as error:
        raise InputError(f"the sample cannot be written: {error.strerror}", folder) from None


def _chosen(results: Any, lower_is_better: bool) -> Any:
    """The ids of the worst rows, and of some of each tenth of the scores."""
    from pyspark.sql import Window
    from pyspark.sql import functions as do

    scored = results.where(do.col("score").isNotNull()).select("id", "score")
    worst = scored.orderBy(do.desc("score") if lower_is_better else do.asc("score"), do.xxhash64("id"), "id")
    tenth = do.least(do.floor(do.col("score") * BINS), do.lit(BINS - 1))
    by_hash = Window.partitionBy("tenth").orderBy(do.xxhash64("id"), "id")
    drawn = scored.withColumn("tenth", tenth).withColumn("number", do.row_number().over(by_hash))
    return worst.limit(_WORST).select("id").union(drawn.where(do.col("number") <= _DRAWN).select("id"))


def _write_csv(path: Path, rows: list[tuple[str, Any]], separator: str) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["id", "labels"])
        writer.writerows((id_, _cell(cell, separator)) for id_, cell in rows)


def _cell(cell: Any, separator: str) -> str:
    """A cell of text as it is; a list as its labels, each with its confidence if it has one."""
    if cell is None or isinstance(cell, str):
        return cell or ""
    words = [item if isinstance(item, str) else f"{item[0]}{separator}{item[1]!r}" for item in cell]
    return separator.join(words)


def _about(found: Scored, rows: int) -> str:
    sums = found.sums
    tenths = [f"{i / BINS:.1f} to {(i + 1) / BINS:.1f}        {n:,}" for i, n in enumerate(sums.bins)]
    hits = [f"{'none' if rank == 0 else rank!s:<17} {count:,}" for rank, count in sums.first_hits.items()]
    return _ABOUT.format(
        rows=rows,
        all=sums.rows,
        worst=min(_WORST, sums.scored),
        drawn=_DRAWN,
        label=found.metric.label,
        overall=found.overall,
        metric=found.metric,
        bins="\n".join(tenths),
        hits="\n".join(hits),
    )
