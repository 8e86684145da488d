"""A panel that is hidden counts nothing, and brings nothing up to date."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from inspector import Inspection
from inspector.core.evaluation.evaluation import Evaluation
from inspector.ui.tasks.recount import Recount
from inspector.ui.tasks.runner import ROWS_AT_ONCE
from inspector.ui.tasks.signals import DocumentSignals


def _nothing(*_: object):
    yield from ()


def test_an_edit_is_followed_at_once_only_while_the_panel_is_seen(qtbot, pair: Inspection) -> None:
    widget, signals = QWidget(), DocumentSignals(pair)
    recount = Recount(widget, signals, _nothing, lambda *_: None)
    moved: list[object] = []
    recount.follow_edits(lambda change: bool(moved.append(change)) or True)
    widget.show()
    qtbot.waitUntil(lambda: recount.is_fresh)
    pair.edit("r02", ["b"])
    assert (len(moved), recount.is_fresh) == (1, True)
    widget.hide()
    pair.edit("r03", ["c"])
    assert (len(moved), recount.is_fresh) == (1, False)
    widget.show()
    qtbot.waitUntil(lambda: recount.is_fresh)
    assert len(moved) == 1
    signals.close()
    widget.close()
    widget.deleteLater()


def test_many_rows_are_counted_once_after_several_edits(qtbot, pair: Inspection, monkeypatch) -> None:
    monkeypatch.setitem(ROWS_AT_ONCE, "count", 0)
    widget, signals, counted = QWidget(), DocumentSignals(pair), list[Evaluation]()
    recount = Recount(widget, signals, _nothing, lambda evaluation, *_: counted.append(evaluation))
    widget.show()
    qtbot.waitUntil(lambda: recount.is_fresh)
    for label in ("b", "c", "d"):
        pair.edit("r02", [label])
        assert not recount.is_fresh and not recount.runner.is_busy
    qtbot.waitUntil(lambda: recount.is_fresh)
    assert len(counted) == 2 and counted[-1] is pair.evaluation
    pair.edit("r03", ["c"])
    widget.hide()
    assert not recount._later.isActive()
    signals.close()
    widget.close()
    widget.deleteLater()
