"""What a verdict is about, in words: the baseline, the rows, the metric, and edits that no file holds."""

from __future__ import annotations

from inspector.core.document.inspection import Inspection


def opening(inspection: Inspection) -> str:
    """What the line begins with, as short as it can be; of edits against their own file, no more than which rows."""
    where = "" if inspection.state.filter is None else ", in the rows shown"
    if compares_edits(inspection):
        return "In the rows shown:" if where else ""
    return f"Compared with {_baseline(inspection)}{where}:"


def whole_opening(inspection: Inspection) -> str:
    """What the copied text begins with, from which the verdict can be made again."""
    metric, filtered, opened = inspection.metric, inspection.state.filter, inspection.open_submission
    where = "" if filtered is None else f", in the rows of the filter {filtered.name}"
    edited = "" if opened.is_saved else f"; {opened.name} as edited, which no file holds"
    return f"Compared by {metric.label} ({metric}) with {_baseline(inspection)}{where}{edited}:"


def compares_edits(inspection: Inspection) -> bool:
    """Whether the baseline is the file of the open submission: what a hand changes is no sample to test."""
    return inspection.evaluation.baseline.is_file


def _baseline(inspection: Inspection) -> str:
    """The baseline; edits of it that no file holds are said."""
    one = next((one for one in inspection.submissions if one.name == inspection.baseline), None)
    return inspection.baseline_words + ("" if one is None or one.is_saved else " as edited")
