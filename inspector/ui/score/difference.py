"""How far the overall is from that of the baseline, as a pill in the colour of better or worse."""

from __future__ import annotations

import math

from PySide6.QtWidgets import QWidget

from inspector.core.analysis.numbers.problems import left_out
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.plural import count_of
from inspector.ui.widgets.formatting import full_precision, one_line, signed, start, tip
from inspector.ui.widgets.plain_label import PlainLabel
from inspector.ui.widgets.theme import GAP, Colours, restyle

_MOST = 24


class DifferencePill(PlainLabel):
    """Empty for the file as it is. texts: what it says where there is room, and where there is little."""

    texts: tuple[str, str] = ("", "")

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, name="scoreDelta", figures=True)
        self.setAccessibleName("Difference from the baseline")

    def show_difference(self, evaluation: Evaluation, colours: Colours, *, is_saved: bool) -> None:
        """Show how far the overall is from that of the baseline; is_saved: whether a file has the edits."""
        words = difference_words(evaluation, is_saved=is_saved)
        self.texts = words, brief_words(evaluation)
        self.setText(words)
        self.setToolTip(tip(f"{words}\n{difference_tip(evaluation)}") if words else "")
        is_worse = evaluation.metric.improvement(evaluation.delta) < 0
        text, fill = (colours.worse, colours.worse_soft) if is_worse else (colours.better, colours.better_soft)
        if len(left_out(evaluation)):  # an overall of fewer rows is neither better nor worse
            text, fill = colours.text, colours.chip
        restyle(self, f"color: {text}; background: {fill}; border-radius: {GAP}px; padding: 2px {GAP}px;")


def difference_words(evaluation: Evaluation, *, is_saved: bool = False) -> str:
    """The difference with what it is to: `▲ +0.005200 against a · 3 rows edited`; empty for the file as it is.

    is_saved: whether a file has the edits, which are counted from the file as it was loaded.
    """
    edits = f"{count_of(len(evaluation.overlay), 'row')} edited" if len(evaluation.overlay) else ""
    if gone := len(left_out(evaluation)):
        edits += f", {gone:,} left out"
    edits += ", saved" if edits and is_saved else ""
    change = _change(evaluation)
    if evaluation.baseline.is_itself:
        change = "the baseline"  # which follows the edits: ±0 would say that they do nothing
    elif not evaluation.baseline.is_file:
        none = "–" if math.isnan(evaluation.delta) else "±0"
        change = f"{change or none} against {start(one_line(evaluation.baseline.name), _MOST)}"
    repaired = "repaired" if evaluation.pair.options.submission_fixes else ""
    return " · ".join(filter(None, [change, edits, repaired]))


def brief_words(evaluation: Evaluation) -> str:
    """The same in short: `▲ +0.005200 · ✎ 3`."""
    edits = f"✎ {len(evaluation.overlay):,}" if len(evaluation.overlay) else ""
    return " · ".join(filter(None, [_change(evaluation), edits])) or difference_words(evaluation)


def difference_tip(evaluation: Evaluation) -> str:
    """The difference with all digits, and what it is to; with which repairs the submission is saved."""
    fixes = evaluation.pair.options.submission_fixes
    repaired = f"Repaired by {', '.join(fixes)}, and so it is saved" if fixes else ""
    return "\n".join(filter(None, [_change_tip(evaluation), repaired]))


def _change(evaluation: Evaluation) -> str:
    return signed(evaluation.delta, max(6, evaluation.scores.fine_decimals))


def _change_tip(evaluation: Evaluation) -> str:
    if evaluation.baseline.is_file:
        if not len(evaluation.overlay):
            return ""
        gone = len(left_out(evaluation))
        fewer = f". Edits leave out {count_of(gone, 'row')} that the file has a score for" if gone else ""
        return f"{full_precision(evaluation.delta)} by your edits, compared with the file as loaded{fewer}"
    if evaluation.baseline.is_itself:
        return f"{evaluation.baseline.name} is compared with itself"
    return f"{full_precision(evaluation.delta)} compared with {evaluation.baseline.name}"
