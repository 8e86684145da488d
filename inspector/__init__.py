"""Submission Inspector from Python: `open_pair` to score and edit, `paired` to compare, `show` for the window."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.errors import InputError
from inspector.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import Any, TypeAlias, Unpack

    import pandas as pd

    from inspector.core.document.inspection import Inspection
    from inspector.core.metrics import Metric
    from inspector.core.statistics.verdict import Verdict
    from inspector.terminal.options import ReadingOptions

    Data: TypeAlias = Path | str | pd.DataFrame | Mapping[Any, Any] | Iterable[Any]

__all__ = ["InputError", "Inspection", "Metric", "__version__", "open_pair", "paired", "show"]


def open_pair(
    truth: Data,
    submission: Data | None = None,
    metric: Metric | str | None = None,
    **options: Unpack[ReadingOptions],
) -> Inspection:
    """Read a truth and a submission, score the submission, and return the Inspection.

    truth, submission: paths, pandas DataFrames, or data as ranx, pytrec_eval and ir_measures take it: a dict
    {query: {document: score}}, {id: [labels]} or {id: label}, a ranx Qrels or Run, or an iterable of Qrel or ScoredDoc
    tuples; leave out the second when the first holds both. metric: its text form, such as "map@12", guessed from the
    files when left out, or the path of a host's own metric, such as "metric.py", which is then run; options: id_column,
    truth_column, submission_column, confidence_column, separator, shape, fixes. Raises InputError when a file or the
    data cannot be used, or the metric gives no number.
    """
    from inspector.core.files.formats.ahead import read_ahead

    with read_ahead(truth, submission) as (true, predicted):  # while the rest is imported
        from inspector.core.document.inspection import Inspection
        from inspector.core.document.load import open_files
        from inspector.core.files.options import Options
        from inspector.core.task import drain

        inspection = Inspection(drain(open_files(true, predicted, metric, Options(**options))))
    inspection.settle()
    return inspection


def paired(a: Iterable[float], b: Iterable[float], *, resamples: int = 10_000, seed: int = 0) -> Verdict:
    """Compare two arrays of row scores, paired by position; NaN = not scored.

    The result has n, delta (the mean of b - a), interval (95 %), p, p_exact (None where not enumerable), t, p_t,
    better, worse, same, smallest_difference and further: p_sign, p_wilcoxon, equal_within, rows_needed.

    Raises InputError for arrays that cannot be paired.
    """
    from inspector.core.comparison.frames import paired as compared

    return compared(a, b, resamples=resamples, seed=seed)


def show(inspection: Inspection) -> None:
    """Open the window on an inspection; return when it is closed. Edits apply to the inspection."""
    from inspector.ui.app import run

    run(inspection)


def __getattr__(name: str) -> type[Inspection | Metric]:
    """Import `Inspection` and `Metric` on first use, so that help prints and the window paints without them."""
    if name == "Inspection":
        from inspector.core.document.inspection import Inspection

        return Inspection
    if name == "Metric":
        from inspector.core.metrics import Metric

        return Metric
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
