"""Messages after something happened, in the message bar or briefly in the status bar."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QDialog

from inspector.core.arrays.types import Ints
from inspector.core.edits.replay import Recovered
from inspector.core.evaluation.fit.fitted import OtherKindError
from inspector.core.files.checks.errors import PairMismatchError
from inspector.core.files.problem import Problem
from inspector.core.plural import agreeing, count_of
from inspector.ui.edit.queued_change import no_callback
from inspector.ui.open.conflicts_dialog import ConflictsDialog
from inspector.ui.open.open_controller import OpenController
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.widgets.formatting import one_line, start
from inspector.ui.widgets.message_bar import MessageBar, Offer
from inspector.ui.window.docks.docks import Docks
from inspector.ui.window.main_window import MainWindow

_MOST_NAMED, _LONGEST = 10, 60
_INTERRUPTED = "The steps have ended: what you did needs all edits, so those not shown yet were made again"


class Notifications(QObject):
    """Shows what the controllers report in the message bar or the status bar.

    offer_fixes: shows a pair that does not fit together with its repairs; reset: gives rows the predictions of the
    file.
    """

    def __init__(
        self,
        window: MainWindow,
        signals: DocumentSignals,
        docks: Docks,
        offer_fixes: Callable[[PairMismatchError, MessageBar], None],
        open_controller: OpenController,
        reset: Callable[[Ints], None],
    ) -> None:
        super().__init__(window)
        self._window, self._inspection, self._docks = window, signals.inspection, docks
        self._offer_fixes, self._open_controller, self._reset = offer_fixes, open_controller, reset
        self._unsaved: Exception | None = None
        self._changes = 0  # since the steps were interrupted
        # Counts the conflicts that are told again, once some are.
        self._recount: Callable[[], object] = no_callback
        signals.edited.connect(lambda _: self._recount())
        docks.stage.interrupted.connect(self._show_interrupted)
        docks.stage.started.connect(lambda: window.message.retract(_INTERRUPTED))
        for signal in (signals.scored, signals.saved):
            signal.connect(self._count_change)

    def report(self, error: Exception | str) -> None:
        """Show an error, with its fixes when a pair does not fit; a metric of other files may read them anew."""
        if isinstance(error, PairMismatchError):
            self._offer_fixes(error, self._window.message)
            return
        self._window.report(error)
        if isinstance(error, OtherKindError) and self._open_controller.files():
            again, hint = partial(self._open_controller.open_again, error.metric), "Read the files as this metric needs"
            self._window.message.add_button(f"Open again with {error.metric.label}", again, hint)

    def report_unsaved(self, error: Exception) -> None:
        """Show why nothing was written, until something is."""
        self._unsaved = error
        self._window.status.clearMessage()  # of an earlier save
        self.report(error)

    def show_saved(self, text: str) -> None:
        """Say what was written; why nothing was written before holds no longer."""
        if self._unsaved is not None:
            self._window.message.retract(self._unsaved)
        self._unsaved = None
        self._window.message.review_offer()  # the file that changed may be the open one no more
        self._window.show_message(text)

    def offer_reload(self, paths: list[Path], replaced: Callable[[], list[Path]]) -> None:
        """Offer to reload files of the open pair that changed on disk, while some of them are among those replaced."""
        text = f"{' and '.join(path.name for path in paths)} changed on disk"
        hint = "Read the files again; your edits are found again by id"
        offer = Offer(text, "Reload", self._open_controller.reload, hint, lambda: not set(paths).isdisjoint(replaced()))
        self._window.message.offer_lasting(offer)

    def show_fixes(self) -> None:
        """Say with which repairs the pair was read."""
        if fixes := self._inspection.evaluation.pair.options.fixes:
            self._window.show_message(
                f"Read with the repair{'' if len(fixes) == 1 else 's'} {', '.join(fixes)}; the file is as it was"
            )

    def show_checked(self, problems: list[Problem], template: str) -> None:
        """Show how the submission differs from a template."""
        self._docks.problems.show_template_problems(problems)
        count = f"{len(problems)} difference{'' if len(problems) == 1 else 's'} between the submission and {template}"
        self._window.show_message(count if problems else f"Header and ids match those of {template}")
        if problems:
            self._docks.turn_problems(shown=True)

    def show_rebased(self, rebased: Recovered, others: Mapping[str, Recovered]) -> None:
        """Say that the files were read again, and what became of the edits, also of submissions that are not open."""
        gone, kept = rebased.unknown_ids, _carried(rebased, others)
        self._window.show_message(f"Read again from disk; {kept}")
        more = [*([_lost(gone)] if gone else []), *_words_of(others)]
        if len(rebased.conflicts):
            self._offer_choice(rebased.conflicts, more)
        elif more:
            self.report("\n".join(more))

    def show_met(self, conflicts: Ints, others: Mapping[str, Recovered], restored: str) -> None:
        """Say what was restored after a crash, and offer to choose where another program has changed the rows since."""
        more = [restored, *_words_of(others)]
        self._offer_choice(conflicts, more) if len(conflicts) else self.report("\n".join(more))

    def _show_interrupted(self) -> None:
        """Say why the steps have ended, in the place that what ended them does not clear."""
        self._changes, play = 0, self._window.commands.by_name["play_steps"].trigger
        self._window.message.offer(_INTERRUPTED, "Play again", play, "Play the steps from the first on")

    def _count_change(self) -> None:
        """Say no longer why the steps have ended, once another change follows the one that ended them."""
        self._changes += 1
        if self._changes > 1:
            self._window.message.retract(_INTERRUPTED)

    def _offer_choice(self, conflicts: Ints, more: Sequence[str]) -> None:
        """Offer to choose between the edits and what is on disk now; the edits are kept meanwhile.

        Rows are counted again after an edit, such as Undo, and the offer ends with the last one.
        """
        pair, bar, shown = self._inspection.evaluation.pair, self._window.message, ""

        def left() -> Ints:
            evaluation = self._inspection.evaluation  # of another pair, or another reading of it?
            return conflicts[np.isin(conflicts, evaluation.overlay.rows)] if evaluation.pair is pair else conflicts[:0]

        def choose() -> None:
            if not len(rows := left()):
                return
            dialog = ConflictsDialog(self._inspection.evaluation, rows, self._window)
            if dialog.exec() == QDialog.DialogCode.Accepted:
                self._reset(dialog.rows)
            dialog.deleteLater()

        def offer() -> None:
            nonlocal shown
            count = agreeing(len(left()), "row was", "rows were")
            shown = "\n".join([f"{count} edited here and changed on disk, too; your edits are kept", *more])
            bar.offer(shown, "Choose…", choose, "Compare both and choose for each row")

        def recount() -> None:
            if self._inspection.evaluation.pair is pair and bar.shows(shown):
                offer() if len(left()) else bar.retract(shown)

        self._recount = recount
        offer()


def _lost(ids: Sequence[str]) -> str:
    """How many edits have no row any more, and of which ids."""
    some = ", ".join(ids[:_MOST_NAMED]) + (", …" if len(ids) > _MOST_NAMED else "")
    lost = agreeing(len(ids), "edited row is lost, as its id is", "edited rows are lost, as their ids are")
    return f"{lost} not in the truth any more: {some}"


def _carried(rebased: Recovered, others: Mapping[str, Recovered]) -> str:
    """How many edited rows were carried over."""
    here, elsewhere = len(rebased.edit.rows), sum(len(one.edit.rows) for one in others.values())
    if not elsewhere:
        none = "no edited row carried over" if rebased.unknown_ids else "no edits to carry over"
        return f"{count_of(here, 'edited row')} carried over" if here else none
    counts = f"{count_of(here, 'edited row')} and {elsewhere:,}" if here else count_of(elsewhere, "edited row")
    return f"{counts} of other submissions carried over"


def _words_of(others: Mapping[str, Recovered]) -> list[str]:
    """A line for each submission whose edits meet another file: rows changed on disk, and rows that are gone."""
    lines = list[str]()
    for name, one in others.items():
        counts = (
            (len(one.conflicts), "changed on disk, too; the edits are kept"),
            (one.unknown, "not in the truth any more"),
        )
        if parts := [f"{count_of(count, 'edited row')} {what}" for count, what in counts if count]:
            lines.append(f"{one_line(start(name, _LONGEST))}: {', '.join(parts)}")
    return lines
