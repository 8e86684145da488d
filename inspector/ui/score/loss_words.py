"""Words on what all rows could win together."""

from __future__ import annotations

from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.marks import named_losses, scores_classes
from inspector.ui.widgets.formatting import full_precision


def loss_words(evaluation: Evaluation) -> tuple[str, str]:
    """What is lost by the order and the choice of labels, and what that means; in a few words, and with all digits."""
    if not evaluation.scores.tells_losses:
        return "", "What rows could win is not known: the metric can only be asked for the score of a whole submission."
    if not evaluation.table.kind.names_labels:
        return "", ""
    named, ties = named_losses(evaluation), evaluation.tie_range()
    words = f"Lost: {' · '.join(f'{lost:.4f} {name}' for name, lost in named)}"
    *by_order, of_choice = (full_precision(lost) for _, lost in named)
    if not by_order:
        return words, f"The right labels would win {of_choice} of the overall."
    meaning = (
        f"The best order of every row's own labels would win {by_order[0]} of the overall; "
        f"the right labels{', each with 1,' if scores_classes(evaluation) else ''} would then win {of_choice} more."
    )
    if ties is None:
        return words, meaning
    low, high = map(full_precision, ties)
    return f"{words} · ties {ties[0]:.6f}–{ties[1]:.6f}", f"{meaning} All orders of equal confidences: {low} to {high}."
