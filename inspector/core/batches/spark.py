"""A pair scored by Spark: it joins the files, sorts, and runs the metric on its workers; sums come back."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from inspector.core.batches import spark_gap, spark_sample
from inspector.core.batches.columns import Columns, Options, columns_of
from inspector.core.batches.kinds import Way, way_of
from inspector.core.batches.spark_work import SCORES, SUMS, Each, SumOf, sums_of
from inspector.core.batches.stream import Scored
from inspector.core.errors import InputError, shorten
from inspector.core.metrics.base import Metric
from inspector.core.task import Progress, Task

# The bytes of the files that one part of the rows may have.
_PART = 1 << 25
# Before the words of an error of a worker.
_OWN = f"{InputError.__module__}.{InputError.__name__}: "
_PYSPARK = "pip install 'submission-inspector[spark]'"
_JAVA = "Install Java 17 or later, on Debian: apt install openjdk-17-jre-headless"


def spark_task(
    truth: Path,
    submission: Path,
    metric: Metric,
    options: Options,
    sample: Path | None = None,
    master: str | None = None,
) -> Task[Scored]:
    """A task that scores the pair in Spark; with `sample`, it writes a pair of few rows into this new folder.

    Raises InputError for a metric that needs all rows at once, without pyspark or Java, for ids that occur twice, and
    for a folder that exists.
    """
    way = way_of(metric)
    _refuse_long(options)
    spark_sample.refuse_existing(sample)
    yield Progress(0.0, "Starting Spark")
    with _session(master, _parts(truth, submission)) as session:
        yield Progress(0.1, "Joining the files")
        frames = _read(session, truth), _read(session, submission)
        columns = columns_of(frames[0].columns, frames[1].columns, options, (truth, submission))
        known, given = (_by_id(frame, names) for frame, names in zip(frames, columns, strict=True))
        joined = _joined(known, given).persist()
        _refuse_twice(joined, truth, submission)
        unknown = given.join(known, "id", "left_anti").count()
        yield Progress(0.4, "Scoring")
        rows = joined.select("id", "truth", "prediction", "submitted")
        m = 1
        if way is Way.LIST:
            results, m = yield from spark_gap.results(rows, metric, options.cells)
        else:
            results = rows.mapInArrow(Each("scored", metric, options.cells), SCORES).persist()
        sums = sums_of(results.mapInArrow(SumOf(metric), SUMS).collect())
        found = Scored(metric, sums.overall(metric) if m else float("nan"), sums, unknown)
        if sample is not None:
            yield Progress(0.9, "Drawing the sample")
            spark_sample.write(rows, results, found, options.cells, sample)
        return found


@contextmanager
def _session(master: str | None, parts: int) -> Iterator[Any]:
    """A session of Spark on this machine, or on `master`; one that runs already is used and left running.

    parts: into how many the rows are divided on this machine; a cluster has its own setting.
    """
    try:
        import pyspark.sql
    except ImportError:
        raise InputError("the engine spark needs pyspark, which is not installed", hint=_PYSPARK) from None
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    running = pyspark.sql.SparkSession.getActiveSession()
    if running is not None:
        with _in_words():
            yield running
        return
    builder = pyspark.sql.SparkSession.builder.appName("submission-inspector").config("spark.ui.enabled", "false")
    builder = builder.config("spark.ui.showConsoleProgress", "false")
    if master is None or master.startswith("local"):
        builder = builder.config("spark.sql.shuffle.partitions", parts)
    try:
        session = builder.master(master or f"local[{os.cpu_count() or 1}]").getOrCreate()
    except Exception as error:  # the gateway raises errors of its own kinds
        raise InputError("Spark cannot be started", found=shorten(str(error), 200), hint=_JAVA) from None
    session.sparkContext.setLogLevel("OFF")  # its errors come as exceptions too
    try:
        with _in_words():
            yield session
    finally:
        session.stop()


@contextmanager
def _in_words() -> Iterator[None]:
    """Errors of Spark and of its workers as InputError: the last line of a worker's is what it says."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # pyspark's, about the version of pandas
            yield
    except Exception as error:
        if not type(error).__module__.startswith(("pyspark", "py4j")):
            raise
        said = [line.strip() for line in str(error).splitlines() if line.strip()]
        own = next((line for line in said if _OWN in line), "")
        found = own.partition(_OWN)[2] if own else shorten(said[0] if said else type(error).__name__, 300)
        raise InputError("Spark could not score the pair", found=found.rstrip(".")) from None


def _parts(*paths: Path) -> int:
    """Into how many parts files are divided: few for small ones, because each costs a worker some time."""
    files = [file for path in paths for file in ([path] if path.is_file() else path.rglob("*")) if file.is_file()]
    return 4 + sum(file.stat().st_size for file in files) // _PART


def _read(session: Any, path: Path) -> Any:
    """A file or a folder of Parquet, or CSV with a header, whose cells stay texts."""
    if not path.exists():
        raise InputError("the file does not exist", path)
    where = path.absolute().as_uri()
    if path.is_dir() or path.suffix.lower() in (".parquet", ".pq"):
        return session.read.parquet(where)
    # Quotes are doubled, as everybody but Spark writes them.
    return session.read.csv(where, header=True, inferSchema=False, quote='"', escape='"', multiLine=False)


def _by_id(frame: Any, columns: Columns) -> Any:
    """A row for each id: id as text, its cell, and how many rows there were."""
    import pyspark.sql.functions as do

    cell = do.col(_quoted(columns.labels))
    if columns.confidence is not None:
        sure = do.col(_quoted(columns.confidence)).cast("double").alias("confidence")
        cell = do.array(do.struct(cell.cast("string").alias("label"), sure))
    picked = frame.select(do.col(_quoted(columns.id)).cast("string").alias("id"), cell.alias("cell"))
    return picked.groupBy("id").agg(do.first("cell").alias("cell"), do.count("*").alias("copies"))


def _joined(truth: Any, submission: Any) -> Any:
    """A row for each id of the truth; `submitted` false where the submission lacks it."""
    import pyspark.sql.functions as do

    left = truth.select("id", do.col("cell").alias("truth"), "copies")
    right = submission.select("id", do.col("cell").alias("prediction"), do.col("copies").alias("given"))
    joined = left.join(right, "id", "left")
    return joined.withColumn("submitted", do.col("given").isNotNull())


def _refuse_twice(joined: Any, truth: Path, submission: Path) -> None:
    import pyspark.sql.functions as do

    twice = joined.where((do.col("copies") > 1) | (do.col("given") > 1)).select("id", "copies").first()
    if twice is not None:
        file = truth if twice["copies"] > 1 else submission
        hint = "If each label has a row of its own, collect the labels of an id in a list first"
        raise InputError(f"the id {shorten(twice['id'])} occurs twice", file, expected="a row for each id", hint=hint)


def _refuse_long(options: Options) -> None:
    if options.is_long(is_truth=True) or options.is_long(is_truth=False):
        raise InputError(
            "the engine spark reads a row for each id",
            expected="labels in a cell or a list",
            hint="Use --engine stream for files with a row for each label",
        )


def _quoted(name: str) -> str:
    """The name of a column, as it is, for Spark."""
    return f"`{name.replace('`', '``')}`"
