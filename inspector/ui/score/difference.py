"""Words on how far the overall is from that of the baseline."""

from __future__ import annotations

import math

from inspector.core.analysis.numbers.problems import left_out
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.plural import count_of
from inspector.ui.widgets.formatting import full_precision, one_line, signed, start

_MOST = 24


def difference_words(evaluation: Evaluation) -> str:
    """The difference with what it is to: `▲ +0.005200 against a · 3 rows edited`; empty for the file as it is."""
    edits = f"{count_of(len(evaluation.overlay), 'row')} edited" if len(evaluation.overlay) else ""
    if gone := len(left_out(evaluation)):
        edits += f", {gone:,} left out"
    change = signed(evaluation.delta, max(6, evaluation.scores.fine_decimals))
    if not evaluation.baseline.is_file:
        none = "–" if math.isnan(evaluation.delta) else "±0"
        change = f"{change or none} against {start(one_line(evaluation.baseline.name), _MOST)}"
    repaired = "repaired" if evaluation.pair.options.submission_fixes else ""
    return " · ".join(filter(None, [change, edits, repaired]))


def difference_tip(evaluation: Evaluation) -> str:
    """The difference with all digits, and what it is to; with which repairs the submission is saved."""
    fixes = evaluation.pair.options.submission_fixes
    repaired = f"Repaired by {', '.join(fixes)}, and so it is saved" if fixes else ""
    return "\n".join(filter(None, [_change_tip(evaluation), repaired]))


def _change_tip(evaluation: Evaluation) -> str:
    if evaluation.baseline.is_file:
        if not len(evaluation.overlay):
            return ""
        gone = len(left_out(evaluation))
        fewer = f". Edits leave out {count_of(gone, 'row')} that the file has a score for" if gone else ""
        return f"{full_precision(evaluation.delta)} by your edits, compared with the file as loaded{fewer}"
    if evaluation.baseline.other is None:
        return f"{evaluation.baseline.name} is compared with itself"
    return f"{full_precision(evaluation.delta)} compared with {evaluation.baseline.name}"
