"""Rules for what is written to Qt from Python."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import PySide6.QtCore
import PySide6.QtGui
import PySide6.QtWidgets
import pytest

import inspector

MODULES = sorted((Path(inspector.__file__).parent / "ui").rglob("*.py"))
# Their `vars` hold a class only once it was used.
QT = {
    name: getattr(module, name) for module in (PySide6.QtCore, PySide6.QtGui, PySide6.QtWidgets) for name in dir(module)
}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_property_is_set_by_a_keyword(path: Path) -> None:
    """PySide finds the setter by the capital of the first letter, which in a Turkish locale is another one."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = [f"line {call.lineno}: {key}" for call, kind in _made(tree) for key in _properties(call, kind)]
    assert found == []


def test_the_rule_knows_a_property() -> None:
    tree = ast.parse("QTimer(self, interval=0)\nclass A(QTimer):\n def f(self): super().__init__(singleShot=True)")
    assert [_properties(call, kind) for call, kind in _made(tree)] == [["interval"], ["singleShot"]]


def _made(tree: ast.AST) -> Iterator[tuple[ast.Call, type]]:
    """Every call that makes an object of a class of Qt, or of one that derives from it in this file."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in QT:
            yield call, QT[call.func.id]
    for owner in ast.walk(tree):
        bases = [QT[base.id] for base in getattr(owner, "bases", ()) if isinstance(base, ast.Name) and base.id in QT]
        for call in ast.walk(owner) if bases else ():
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "super().__init__":
                yield call, bases[0]


def _properties(call: ast.Call, kind: type) -> list[str]:
    meta = getattr(kind, "staticMetaObject", None)
    return [key.arg for key in call.keywords if meta and key.arg and meta.indexOfProperty(key.arg) >= 0]
