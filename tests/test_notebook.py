"""The notebook of the resources runs from its first cell to its last one."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from typing import Any

import pytest

from inspector import resource


def test_every_cell_of_the_notebook_runs(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("tempfile.mkdtemp", lambda: str(tmp_path))
    shown, names = list[Any](), dict[str, Any]()
    notebook = json.loads(resource.path("notebook.ipynb").read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            shown.append(_run("".join(cell["source"]), names))
            assert not cell["outputs"], "a notebook is kept without what it printed"
    html, rows, (before, after), board, is_small = (value for value in shown)
    assert "0.62500" in html._repr_html_()
    assert rows.score.tolist() == [1.0, 0.5, 0.0, 1.0]
    assert (before, after) == (0.625, 0.875)
    assert board.overall.tolist() == [0.625, 0.75]
    assert is_small is True


@pytest.mark.slow
def test_a_notebook_needs_no_qt() -> None:
    code = (
        "import sys, inspector\n"
        "inspector.open_pair({'q': ['a']}, {'q': ['a']}, 'map@1')._repr_html_()\n"
        "assert not [name for name in sys.modules if name.startswith(('PySide6', 'shiboken6', 'pyqtgraph'))]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def _run(source: str, names: dict[str, Any]) -> Any:
    """Run a cell; the value of its last expression, as a notebook shows it."""
    *steps, last = ast.parse(source).body
    exec(compile(ast.Module(steps, []), "cell", "exec"), names)
    if isinstance(last, ast.Expr):
        return eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    exec(compile(ast.Module([last], []), "cell", "exec"), names)
    return None
