"""A pair of few rows from one that Spark scored: the worst, and some drawn from each tenth of the scores."""

from __future__ import annotations

import csv
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.core.batches.kinds import Way, way_of
from inspector.core.batches.lists import Cells
from inspector.core.errors import InputError
from inspector.core.files.sample import BEGINNINGS, NOTE

if TYPE_CHECKING:
    from inspector.core.batches.stream import Scored

_WORST, _DRAWN, _BINS = 500, 100, 10
_ABOUT = """{0}

{1}{rows:,} of {all:,} rows: the {worst:,} worst ones, \
and up to {drawn:,} drawn from each tenth of the scores from 0 to {top:g}.

{2}{label} {overall!r} ({metric})

The overall that the window shows is that of the rows in these files. The histograms below are those of all rows.

score of a row            rows
{bins}

first hit                 rows
{hits}
"""


def refuse_existing(folder: Path | None) -> None:
    """Raise InputError if there is something already where the sample should go."""
    if folder is not None and folder.exists():
        raise InputError("the folder of the sample exists already", folder, hint="Name a new one")


def write(rows: Any, results: Any, found: Scored, cells: Cells, folder: Path) -> None:
    """Write truth.csv, submission.csv and SAMPLE.txt. Rows that score the same are drawn by a hash of their ids."""
    import pyspark.sql.functions as do

    scored = results.where(do.col("score").isNotNull()).select("id", "score")
    # What a row adds to a GAP is far below 1.
    top = (scored.agg(do.max("score")).first()[0] or 1.0) if way_of(found.metric) is Way.LIST else 1.0
    tenth = do.least(do.floor(do.col("score") / do.lit(top) * _BINS), do.lit(_BINS - 1)).cast("int")
    binned = scored.withColumn("tenth", tenth).persist()
    counts = {row["tenth"]: row["count"] for row in binned.groupBy("tenth").count().collect()}
    chosen = _chosen(binned, found.metric.lower_is_better)
    picked = rows.join(chosen.distinct(), "id").orderBy("id").collect()
    try:
        draft = Path(tempfile.mkdtemp(dir=folder.absolute().parent))
        try:
            _write_csv(draft / "truth.csv", [(row["id"], row["truth"]) for row in picked], cells.truth_separator)
            given = [(row["id"], row["prediction"]) for row in picked if row["submitted"]]
            _write_csv(draft / "submission.csv", given, cells.separator)
            (draft / NOTE).write_text(_about(found, len(picked), top, counts), encoding="utf-8")
            draft.chmod(0o755)
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as error:
        raise InputError(f"the sample cannot be written: {error.strerror}", folder) from None


def _chosen(binned: Any, lower_is_better: bool) -> Any:
    """The ids of the worst rows, and of some of each tenth of the scores."""
    import pyspark.sql
    import pyspark.sql.functions as do

    worst = binned.orderBy(do.desc("score") if lower_is_better else do.asc("score"), do.xxhash64("id"), "id")
    by_hash = pyspark.sql.Window.partitionBy("tenth").orderBy(do.xxhash64("id"), "id")
    drawn = binned.withColumn("number", do.row_number().over(by_hash)).where(do.col("number") <= _DRAWN)
    return worst.limit(_WORST).select("id").union(drawn.select("id"))


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


def _about(found: Scored, rows: int, top: float, counts: dict[int, int]) -> str:
    sums = found.sums
    ends = [f"{i * top / _BINS:.3g} to {(i + 1) * top / _BINS:.3g}" for i in range(_BINS)]
    tenths = [f"{end:<25} {counts.get(i, 0):,}" for i, end in enumerate(ends)]
    hits = [f"{rank or 'none':<25} {count:,}" for rank, count in sums.first_hits.items()]
    return _ABOUT.format(
        *BEGINNINGS,
        rows=rows,
        all=sums.rows,
        worst=min(_WORST, sums.scored),
        drawn=_DRAWN,
        top=top,
        label=found.metric.label,
        overall=found.overall,
        metric=found.metric,
        bins="\n".join(tenths),
        hits="\n".join(hits),
    )
