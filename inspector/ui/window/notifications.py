"""What is told after something happened: in the line that stays, with what can be done about it, or for a while."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from inspector.core.document.replay import Recovered
from inspector.core.files import PairMismatchError, Problem
from inspector.ui.save.save_controller import STILL_EDITING, STILL_WRITING

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench

_MOST_NAMED = 10


class Notifications(QObject):
    """Puts what the parts of a workbench report into words of the window."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self._bench, self._message, self._say = bench, bench.window.message, bench.window.say
        bench.edit_queue.rebased.connect(self._say_reloaded)
        bench.open_controller.opened.connect(self._say_repaired)
        bench.repair_controller.checked.connect(self._show_checked)
        bench.save_controller.worker.stopped.connect(lambda: self._message.take_back(STILL_WRITING))
        bench.edit_queue.worker.stopped.connect(lambda: self._message.take_back(STILL_EDITING))

    def report(self, error: Exception | str) -> None:
        """Say what went wrong, with what could be done about it, if there is anything."""
        if isinstance(error, PairMismatchError):
            self._bench.mismatch_controller.offer(error, self._message)
        else:
            self._bench.window.report(error)

    def offer_reload(self, paths: list[Path]) -> None:
        """Files of the open pair are others now."""
        names = " and ".join(path.name for path in paths)
        self._message.offer(f"{names} changed on disk", "Reload", self._bench.open_controller.reload)

    def _say_repaired(self) -> None:
        if fixes := self._bench.inspection.evaluation.pair.options.fixes:
            self._say(f"Read with the repair{'' if len(fixes) == 1 else 's'} {', '.join(fixes)}; the file is as it was")

    def _show_checked(self, problems: list[Problem], template: str) -> None:
        docks = self._bench.docks
        docks.problems.show_further(problems)
        count = f"{len(problems)} difference{'' if len(problems) == 1 else 's'}" if problems else "No difference"
        self._say(f"{count} between the submission and {template}")
        if problems:
            docks.turn_problems(shown=True)

    def _say_reloaded(self, rebased: Recovered) -> None:
        rows, gone = len(rebased.edit.rows), rebased.gone
        kept = f"{rows:,} edited row{'' if rows == 1 else 's'} carried over" if rows else "no edits to carry over"
        self._say(f"Read again from disk; {kept}")
        if gone:
            some = ", ".join(gone[:_MOST_NAMED]) + (", …" if len(gone) > _MOST_NAMED else "")
            self.report(f"{kept}; {len(gone):,} of them are in the truth no more: {some}")
