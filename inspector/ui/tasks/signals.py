"""Changes of the document as Qt signals."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from inspector.core.document.change import Change, ChangeKind
from inspector.core.document.inspection import Inspection

_LOADS = (ChangeKind.LOAD, ChangeKind.REPAIR, ChangeKind.SWITCH)
_OF_SCORES = (*_LOADS, ChangeKind.EDIT, ChangeKind.METRIC, ChangeKind.ANSWERED)


class DocumentSignals(QObject):
    """A signal for each kind of change, and some more.

    answered: a host's metric gave scores. scored: scores may be others, told behind the signal of what changed them;
    pictured: pictures come from another source; target_chosen: the name of the number of each row that plots of one are
    to show; closing: the window closes.
    """

    loaded = Signal()
    edited = Signal(Change)
    metric_changed = Signal()
    ordered = Signal()
    current_changed = Signal()
    saved = Signal()
    noted = Signal()
    further_changed = Signal()
    baseline_changed = Signal()
    submissions_changed = Signal()
    answered = Signal()
    scored = Signal()
    pictured = Signal()
    target_chosen = Signal(str)
    closing = Signal()

    def __init__(self, inspection: Inspection, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.inspection = inspection
        self._leave = inspection.subscribe(self._tell)
        self.destroyed.connect(self._leave)  # with a window that was never closed, such as when the program ends

    def close(self) -> None:
        """Unsubscribe, and let every receiver stop what still runs."""
        self._leave()
        self.closing.emit()

    def _tell(self, change: Change) -> None:
        match change.kind:
            case ChangeKind.LOAD | ChangeKind.REPAIR | ChangeKind.SWITCH:
                self.loaded.emit()
            case ChangeKind.EDIT:
                self.edited.emit(change)
            case ChangeKind.METRIC:
                self.metric_changed.emit()
            case ChangeKind.ANSWERED:
                self.answered.emit()
            case ChangeKind.ORDER:
                self.ordered.emit()
            case ChangeKind.CURRENT:
                self.current_changed.emit()
            case ChangeKind.SAVE:
                self.saved.emit()
            case ChangeKind.NOTES:
                self.noted.emit()
            case ChangeKind.FURTHER:
                self.further_changed.emit()
            case ChangeKind.BASELINE:
                self.baseline_changed.emit()
                self.ordered.emit()  # what is filtered or sorted by the difference
            case ChangeKind.SUBMISSIONS:
                self.submissions_changed.emit()
        if change.kind in _OF_SCORES:
            self.scored.emit()
