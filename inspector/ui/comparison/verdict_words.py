"""What a verdict is about, in words: the baseline, the rows, the metric, and edits that no file holds."""

from __future__ import annotations

from inspector.core.document.inspection import Inspection


def opening(inspection: Inspection) -> str:
    """What the line begins with: which rows it is about, where that are not all; the verdict names both sides."""
    return "" if inspection.state.filter is None else "Only the rows shown are compared."


def whole_opening(inspection: Inspection) -> str:
    """What the copied text begins with, from which the verdict can be made again."""
    metric, filtered, opened = inspection.metric, inspection.state.filter, inspection.open_submission
    where = "" if filtered is None else f", in the rows of the filter {filtered.name}"
    edited = "" if opened.is_saved else f"; {opened.name} as edited, which no file holds"
    return f"Compared by {metric}{where}{edited}."


def compares_edits(inspection: Inspection) -> bool:
    """Whether the baseline is the file of the open submission: what a hand changes is no sample to test."""
    return inspection.evaluation.baseline.is_file


def baseline_name(inspection: Inspection) -> str:
    """The baseline as the verdict names it; edits of it that no file holds are said."""
    one = next((one for one in inspection.submissions if one.name == inspection.baseline), None)
    return inspection.baseline_words + ("" if one is None or one.is_saved else " as edited")
