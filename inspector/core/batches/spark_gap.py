"""GAP in Spark: its sort orders all predictions; a second pass counts what is before each part, and a third credits."""

from __future__ import annotations

from typing import Any

from inspector.core.batches import listing
from inspector.core.batches.listing import Before
from inspector.core.batches.lists import Cells
from inspector.core.batches.spark_work import COUNTS, EARNED, RECORDS, TRUTHS, Credit, Each, count
from inspector.core.metrics.base import Metric
from inspector.core.task import Progress, Task


def results(rows: Any, metric: Metric, cells: Cells) -> Task[tuple[Any, int]]:
    """A frame with the columns of SCORES, each score is what the row adds to the overall; and M, the divisor."""
    import pyspark.sql.functions as do

    truths = rows.mapInArrow(Each("truths", metric, cells), TRUTHS).persist()
    # Both passes over the parts must see the same parts, so they are kept.
    records = rows.mapInArrow(Each("listed", metric, cells), RECORDS).orderBy(*_order(metric)).persist()
    yield Progress(0.5, "Sorting by confidence")
    counts = records.mapInArrow(count, COUNTS).collect()
    yield Progress(0.7, "Adding up")
    m = truths.agg(do.sum("truths")).first()[0] or 0
    earned = records.mapInArrow(Credit(_before(counts)), EARNED).groupBy("id").agg(do.sum("earned").alias("earned"))
    share = do.coalesce(do.col("earned"), do.lit(0.0)) / do.lit(float(max(1, m)))
    scores = (
        truths.join(earned, "id", "left")
        .select("id", do.when(do.col("counts"), share).alias("score"), "first_hit")
        .withColumn("pool", do.lit(None).cast("array<bigint>"))
        .persist()
    )
    return scores, int(m)


def _order(metric: Metric) -> list[Any]:
    import pyspark.sql.functions as do

    ways = {"ascending": do.asc, "descending": do.desc}
    return [ways[way](name) for name, way in listing.order(metric)]


def _before(counts: list[Any]) -> dict[int, Before]:
    """What there is before each part, by its number."""
    found, total = {}, Before()
    for row in sorted(counts, key=lambda row: int(row["part"])):
        found[int(row["part"])] = total
        total += Before(row["records"], row["hits"])
    return found
