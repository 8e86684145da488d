"""The submissions of the document, all scored under the metric in force."""

from __future__ import annotations

from collections.abc import Mapping

from inspector.core.document.inspection import Inspection
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.task import Progress, Task


def loaded(inspection: Inspection, opened: Evaluation) -> dict[str, Evaluation]:
    """By name, as they are now. opened: the evaluation of the open submission, which edits may change in place."""
    now = inspection.open_submission
    return {one.name: opened if one is now else one.evaluation for one in inspection.submissions}


def scored_task(submissions: Mapping[str, Evaluation], opened: Evaluation) -> Task[dict[str, Evaluation]]:
    """All under the metric of `opened`, without those that it does not fit. Changes none of them, for a worker."""
    found = dict[str, Evaluation]()
    for name, evaluation in submissions.items():
        yield Progress(0.0, f"Scoring {name}")
        try:
            found[name] = evaluation.under(opened.metric)
        except InputError:  # the list of submissions tells why
            continue
    return found
