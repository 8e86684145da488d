"""Rules of the architecture: allowed imports, and the form of modules and test names."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytest_archon import archrule

import inspector

PACKAGE = Path(inspector.__file__).parent
MODULES = sorted(PACKAGE.rglob("*.py"))
FILES = "inspector.core.files"
# Bytes, columns, the roles of columns, matching rows, labels, the choice of a reading, and problems.
PHASES = ("io", "formats", "schema", "matching", "labels", "detection", "checks")
WINDOWS = ("PySide6*", "pyqtgraph*", "inspector.ui*")


TESTS = sorted(Path(__file__).parent.rglob("test_*.py"))


def name(path: Path) -> str:
    return path.relative_to(PACKAGE.parent).as_posix()


@pytest.mark.slow
def test_the_core_imports_neither_the_ui_nor_the_terminal() -> None:
    (
        archrule("core is at the bottom", comment="rule 1: a border that a test guards")
        .match("inspector.core", "inspector.core.*")
        .should_not_import(
            *WINDOWS,
            "inspector.cli",
            "inspector.terminal.options",
            "inspector.terminal.text",
            "inspector.platform",
            "inspector.terminal.tasks",
            "inspector.terminal.blend",
            "inspector.terminal.compare",
            "inspector.terminal.luck",
            "inspector.terminal.score",
            "inspector.terminal.check",
            "inspector.terminal.metrics",
            "inspector.terminal.window",
            "click*",
        )
        .check("inspector")
    )


@pytest.mark.slow
def test_the_terminal_imports_the_ui_only_when_it_opens_a_window() -> None:
    (
        archrule("no Qt for the terminal", comment="rule 2: a second, tiny front end keeps the border honest")
        .match(
            "inspector",
            "inspector.__main__",
            "inspector.cli",
            "inspector.terminal.options",
            "inspector.terminal.text",
            "inspector.platform",
            "inspector.terminal.tasks",
            "inspector.terminal.blend",
            "inspector.terminal.compare",
            "inspector.terminal.luck",
            "inspector.terminal.score",
            "inspector.terminal.check",
            "inspector.terminal.metrics",
            "inspector.terminal.window",
        )
        .should_not_import(*WINDOWS, "pandas*")
        .check("inspector", only_toplevel_imports=True)
    )


@pytest.mark.slow
def test_the_report_never_imports_the_ui() -> None:
    archrule("report").match("inspector.terminal.text").should_not_import(*WINDOWS).check("inspector")


def test_metrics_import_neither_files_nor_edits_nor_state() -> None:
    (
        archrule("metrics are pure")
        .match("inspector.core.metrics*")
        .should_not_import(
            "inspector.core.files*",
            "inspector.core.data.edits",
            "inspector.core.document.history",
            "inspector.core.document.inspection",
            "inspector.core.document.state",
            "inspector.core.data.table",
            "pyarrow*",
            "pandas*",
        )
        .check("inspector")
    )


def test_files_import_neither_metrics_nor_the_document() -> None:
    (
        archrule("files are read, not judged")
        .match("inspector.core.files*")
        .should_not_import(
            "inspector.core.metrics*",
            "inspector.core.document.inspection",
            "inspector.core.document.state",
        )
        .check("inspector")
    )


@pytest.mark.parametrize("phase", PHASES)
def test_reading_goes_from_bytes_to_checks_and_never_back(phase: str) -> None:
    later = PHASES[PHASES.index(phase) + 1 :]
    (
        archrule(
            "io, formats, schema, matching, labels, detection, checks", comment="each phase knows only those before it"
        )
        .match(f"{FILES}.{phase}", f"{FILES}.{phase}.*")
        .should_not_import(*_rooms(*later), *_rooms("pair", "preview", "save", "check"))
        .check("inspector")
    )


def test_options_and_problems_import_nothing_else_of_files() -> None:
    (
        archrule("options and problems are at the bottom of files")
        .match(f"{FILES}.options", f"{FILES}.problem")
        .should_not_import(f"{FILES}*")
        .check("inspector")
    )


def test_the_files_package_imports_nothing_by_itself() -> None:
    archrule("files are read while the rest is imported").match(FILES).should_not_import("inspector.*").check(
        "inspector"
    )


def test_the_files_package_has_no_import_cycle_not_even_for_types() -> None:
    archrule("no circles").match(FILES, f"{FILES}.*").should(_be_in_no_circle, "no circle").check("inspector")


def _rooms(*names: str) -> Iterator[str]:
    for name in names:
        yield from (f"{FILES}.{name}", f"{FILES}.{name}.*")


def _be_in_no_circle(module: str, imports: set[str], all_imports: dict[str, set[str]]) -> bool:
    """Whether the module is not part of an import cycle."""
    seen, waiting = set[str](), [*imports]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += all_imports.get(name, ())
    return module not in seen


def test_importing_the_core_loads_no_qt_and_no_pandas() -> None:
    code = "import sys, inspector.core.document.inspection; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        capture_output=True,
        text=True,
        cwd=PACKAGE.parent,
        check=True,
        timeout=60,
    )
    loaded = set(done.stdout.split())
    assert "pyarrow" in loaded
    assert not loaded & {"PySide6", "shiboken6", "pyqtgraph", "pandas", "click", "lark"}


@pytest.mark.slow
def test_every_qlabel_is_made_by_plain_label() -> None:
    makers = [path for path in MODULES if "QLabel" in _names(path)]
    assert [name(path) for path in makers] == ["inspector/ui/widgets/plain_label.py"]


def _names(path: Path) -> Iterator[str]:
    """The names that a module imports, and the attributes that it uses."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.alias):
            yield node.name
        elif isinstance(node, ast.Attribute):
            yield node.attr


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_a_module_has_a_docstring_and_stays_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert ast.get_docstring(ast.parse(text)), "no docstring"
    assert len(text.splitlines()) <= 300


def test_no_module_is_named_utils_or_helpers() -> None:
    drawers = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}
    assert [name(path) for path in MODULES if drawers & {*path.parts[:-1], path.stem}] == []
    assert len(MODULES) > 30


@pytest.mark.slow
def test_names_of_tests_stay_under_70_characters() -> None:
    names = [found for path in TESTS for found in _test_names(path)]
    assert [name for name in names if len(name) >= 70] == []
    assert len(names) > 1000


def _test_names(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name


# Where what differs between kinds of predictions is registered, modules and folders; everything else asks the kind.
REGISTER_KINDS = (
    "core/data/kind.py",
    "core/data/table.py",
    "core/edits/bulk.py",
    "core/files/detection/",
    "core/files/labels/",
    "core/files/numbers/",
    "core/files/options.py",
    "core/metrics/base.py",
    "core/metrics/batch.py",
    "core/metrics/numbers/",
    "core/query/fields.py",
    "core/rows/cells.py",
    "core/rows/columns.py",
    "ui/commands/actions.py",
    "ui/row/row_panel.py",
    "ui/score/metric_texts.py",
    "ui/score/metric_chooser.py",
    "ui/table/painting/row_painter.py",
    "ui/window/menus/",
    "ui/window/palette.py",
)
KINDS = ("LABELS", "NUMBERS")


@pytest.mark.slow
def test_kinds_of_predictions_are_named_only_where_they_are_registered() -> None:
    registers = tuple(f"inspector/{one}" for one in REGISTER_KINDS)
    named = {name(path) for path in MODULES if any(_named_kinds(ast.parse(path.read_text(encoding="utf-8"))))}
    strays = {path for path in named if not path.startswith(registers)}
    assert not strays, "ask the kind, or add what differs to the mapping of the room"


@pytest.mark.slow
def test_no_module_compares_with_a_kind_of_predictions_by_its_name() -> None:
    for path in MODULES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        compared = [part for node in ast.walk(tree) if isinstance(node, ast.Compare) for part in ast.walk(node)]
        owners = {id(part.value) for part in compared if isinstance(part, ast.Attribute)}  # `NUMBERS.words` is a text
        kinds = {id(node) for node in _named_kinds(tree)} - owners
        assert not kinds & {id(part) for part in compared}, f"{name(path)}: ask the kind"


def _named_kinds(tree: ast.Module) -> Iterator[ast.AST]:
    """Where a module that takes the kinds from their module names one."""
    module = "inspector.core.data.kind"
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    taken = {one.asname or one.name for node in imports if node.module == module for one in node.names} & {*KINDS}
    has_module = any(
        one.name == "kind" for node in imports if node.module == "inspector.core.data" for one in node.names
    )
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in taken:
            yield node
        if has_module and isinstance(node, ast.Attribute) and node.attr in KINDS and ast.unparse(node.value) == "kind":
            yield node
