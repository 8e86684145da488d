"""The submissions of the document, all scored under the metric in force."""

from __future__ import annotations

from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import Progress, Task


def submissions_task(inspection: Inspection, opened: Evaluation) -> Task[dict[str, Evaluation]]:
    """By name, without those that the metric does not fit. opened: the evaluation of the open submission."""
    found = dict[str, Evaluation]()
    for one in inspection.submissions:
        yield Progress(0.0, f"Scoring {one.name}")
        try:
            found[one.name] = opened if one is inspection.open_submission else one.under(opened.metric)
        except InputError:  # the list of submissions tells why
            continue
    return found
