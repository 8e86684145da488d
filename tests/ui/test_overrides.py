"""An unexpected error in a method that Qt calls is reported, and the window goes on."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QLabel, QTableView, QWidget
from ui.conftest import ROWS
from ui.user import Key, find, press, shown, text

import inspector.ui
from inspector.ui.overrides import classes, guarded, overrides

TESTS = Path(__file__).parents[1]


def every_override() -> Iterator[tuple[type, str]]:
    """Each method of ours that has the name of one of Qt's."""
    for module in pkgutil.walk_packages(inspector.ui.__path__, "inspector.ui."):
        for kind in classes(vars(importlib.import_module(module.name))):
            yield from ((kind, name) for name in overrides(kind))


def fail(*args: object) -> object:
    return 1 / 0  # as code of another module, it knows no name of this one


def inject(patch: pytest.MonkeyPatch, kind: type, name: str) -> None:
    """Let a method raise. Its code is replaced, not the method: PySide remembers where that is."""
    method = vars(kind)[name].__wrapped__
    patch.setattr(method, "__code__", fail.__code__.replace(co_freevars=method.__code__.co_freevars))


@pytest.fixture
def arrived(monkeypatch) -> Iterator[list[str]]:
    """The errors that arrive at the hook."""
    found: list[str] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: found.append(kind.__name__))
    return found


def test_every_method_that_qt_calls_reports_its_errors(window, monkeypatch, arrived) -> None:
    found = [*every_override()]
    assert len(found) > 100
    assert [f"{kind.__name__}.{name}" for kind, name in found if not hasattr(vars(kind)[name], "__wrapped__")] == []
    for kind, name in found:
        arrived.clear()
        with monkeypatch.context() as failing:
            inject(failing, kind, name)
            vars(kind)[name](None)
        assert arrived == ["ZeroDivisionError"], (kind, name)


@pytest.mark.slow
def test_modules_with_such_methods_are_imported_before_they_are_guarded() -> None:
    """None of them is imported later, when it would not be guarded."""
    code = (
        "import pkgutil, sys, inspector.ui.app, inspector.ui.manual.manual_window\n"
        "import inspector.ui.window.palette, inspector.ui.window.workbench\n"
        "before = {*sys.modules}\n"
        "from ui.test_overrides import every_override\n"
        "print({kind.__module__ for kind, _ in every_override()} - before)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=TESTS)
    assert ran.stdout == "set()\n"


@pytest.mark.slow
@pytest.mark.qt_no_exception_capture
@pytest.mark.no_qt_log  # a model without columns changes its data
def test_a_window_in_which_every_method_fails_comes_back(window, pair, monkeypatch, arrived) -> None:
    with monkeypatch.context() as failing:
        for kind, name in every_override():
            inject(failing, kind, name)
        use(window)
        pair.edit("r05", ["e"])
        QApplication.processEvents()
    assert {*arrived} == {"ZeroDivisionError"}
    assert len(arrived) > 100
    arrived.clear()
    pair.edit("r06", ["a"])
    use(window)
    assert text(window, "overallScore") == repr(pair.overall)
    assert sorted(shown(find(window, QTableView, "rowTable"), "id")) == [id_ for id_, *_ in ROWS]
    assert arrived == []


def use(window: QWidget) -> None:
    """Show every panel, press keys, and change the size."""
    for dock in window.bench.docks.by_name.values():
        dock.raise_()
        QApplication.processEvents()
    for key in (Key.Key_Down, Key.Key_F6, Key.Key_Tab, Key.Key_A, Key.Key_Escape):
        press(window, key)
    window.resize(window.width() - 10, window.height() - 10)
    QApplication.processEvents()
    assert not window.grab().isNull()


def test_qt_answers_where_a_method_fails(qapp, arrived) -> None:
    class Model(QAbstractTableModel):
        rowCount = data = fail  # noqa: N815

    class Label(QLabel):
        sizeHint = fail  # noqa: N815

    assert guarded(Model, "rowCount")(Model(), QModelIndex()) == 0
    assert guarded(Model, "data")(Model(), QModelIndex(), 0) is None
    assert guarded(Label, "sizeHint")(Label("ab")) == QLabel("ab").sizeHint() != QSize()
    assert arrived == ["ZeroDivisionError"] * 3


def test_a_painter_ends_with_the_method_that_fails(qapp, monkeypatch) -> None:
    """Although the error is kept, to be shown later."""
    kept: list[BaseException] = []
    painters: list[weakref.ref[QPainter]] = []
    monkeypatch.setattr(sys, "excepthook", lambda kind, error, trace: kept.append(error))

    class Painting(QWidget):
        def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
            painter = QPainter(self)
            painters.append(weakref.ref(painter))
            fail()

    Painting.paintEvent = guarded(Painting, "paintEvent")
    assert not Painting().grab().isNull()
    assert (len(kept), painters[0]()) == (1, None)
