"""Which folder may import which, each rule in one sentence. Imports for types only count like all others."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from pytest_archon import archrule

import inspector

PACKAGE = Path(inspector.__file__).parent
UI = "inspector.ui"
SHARED = ("widgets", "tasks")
# What one feature of the window takes from another one; everything else that they share goes through `window`.
EXCEPTIONS = {
    "ensemble": ("analysis.group_columns", "analysis.group_model", "analysis.group_table"),
    "ladder": (
        "analysis.group_columns",
        "analysis.group_model",
        "analysis.group_table",
        "plots.axes",
        "plots.brush",
        "plots.export",
    ),
    "luck": ("plots.axes", "plots.canvas", "plots.export"),
    "problems": ("edit.change_queue", "open.open_controller", "open.reading_choices", "open.repair_list"),
    "recovery": ("edit.change_queue", "open.open_controller"),
}
FEATURES = sorted(
    folder.name
    for folder in (PACKAGE / "ui").iterdir()
    if (folder / "__init__.py").exists() and folder.name not in ("window", *SHARED)
)


def test_no_module_is_part_of_a_circle_of_imports() -> None:
    (
        archrule("no circles", comment="the package's own __init__ imports lazily what it hands on")
        .match("inspector.*")
        .should(_be_in_no_circle, "no circle")
        .check("inspector")
    )


@pytest.mark.parametrize("feature", FEATURES)
def test_features_of_the_window_meet_only_in_window(feature: str) -> None:
    others = [other for other in FEATURES if other != feature]
    (
        archrule(feature, comment="a feature imports widgets, tasks and what EXCEPTIONS names")
        .match(f"{UI}.{feature}.*")
        .should_not_import(*(f"{UI}.{other}.*" for other in others), f"{UI}.window*", f"{UI}.app")
        .may_import(*(f"{UI}.{name}" for name in EXCEPTIONS.get(feature, ())))
        .check("inspector", only_direct_imports=True)
    )


@pytest.mark.parametrize("shared", SHARED)
def test_widgets_and_tasks_know_no_feature(shared: str) -> None:
    (
        archrule(shared)
        .match(f"{UI}.{shared}.*")
        .should_not_import(*(f"{UI}.{feature}.*" for feature in FEATURES), f"{UI}.window*", f"{UI}.app")
        .check("inspector", only_direct_imports=True)
    )


def test_widgets_know_no_document() -> None:
    (
        archrule("widgets")
        .match(f"{UI}.widgets.*")
        .exclude(f"{UI}.widgets.label_edit")  # completes labels from the vocabulary of the open pair
        .should_not_import("inspector.core.document*", "inspector.core.evaluation*", "inspector.core.files*")
        .check("inspector", only_direct_imports=True)
    )


@pytest.mark.parametrize("folder", ["analysis", "edits", "ensemble", "evaluation", "ladder", "luck", "query", "rows"])
def test_questions_about_scores_ask_the_evaluation_not_the_document(folder: str) -> None:
    (
        archrule(folder)
        .match(f"inspector.core.{folder}*")
        .should_not_import("inspector.core.document*", "inspector.core.recovery*")
        .check("inspector")
    )


def test_the_ladder_is_arrays_of_scores() -> None:
    (
        archrule("ladder", comment="numpy only; tables are made of it elsewhere")
        .match("inspector.core.ladder*")
        .should_not_import("inspector.core.rows*", "inspector.core.query*", "pyarrow*", "pandas*", "scipy*")
        .check("inspector", only_direct_imports=True)
    )


def test_only_the_registry_of_metrics_knows_the_families() -> None:
    (
        archrule("families are leaves")
        .match("inspector.core.metrics.*")
        .exclude("inspector.core.metrics.registry", "inspector.core.metrics.families*")
        .should_not_import("inspector.core.metrics.families*", "inspector.core.metrics.registry")
        .check("inspector", only_direct_imports=True)
    )


def test_arrays_and_data_are_at_the_bottom_of_the_core() -> None:
    rest = (
        "analysis",
        "document",
        "edits",
        "evaluation",
        "files",
        "ladder",
        "metrics",
        "query",
        "recovery",
        "rows",
        "samples",
    )
    (
        archrule("arrays and data")
        .match("inspector.core.arrays*", "inspector.core.data*")
        .should_not_import(*(f"inspector.core.{folder}*" for folder in rest))
        .check("inspector")
    )


def test_statistics_take_arrays_and_know_no_evaluation() -> None:
    rest = [folder.name for folder in (PACKAGE / "core").iterdir() if folder.name not in ("arrays", "statistics")]
    (
        archrule("statistics")
        .match("inspector.core.statistics*")
        .should_not_import(
            *(f"inspector.core.{name}*" for name in rest if (PACKAGE / "core" / name / "__init__.py").exists()),
            "scipy*",
            "pandas*",
            "pyarrow*",
        )
        .check("inspector", only_direct_imports=True)
    )


def test_the_process_of_a_metric_loads_nothing_else_of_the_package() -> None:
    rest = [folder.name for folder in (PACKAGE / "core").iterdir() if (folder / "__init__.py").exists()]
    (
        archrule("child", comment="it starts as fast as pandas does, and a broken metric breaks nothing of ours")
        .match("inspector.core.host.child*")
        .should_not_import(*(f"inspector.core.{name}*" for name in rest), "inspector.core.errors", "pyarrow*")
        .may_import("inspector.core.host.child*")
        .check("inspector", only_direct_imports=True)
    )


def test_a_metric_of_the_host_knows_files_but_no_document_and_no_pandas() -> None:
    (
        archrule("host", comment="pandas is loaded in the process of the metric only")
        .match("inspector.core.host*")
        .exclude("inspector.core.host.child*")
        .should_not_import(
            "inspector.core.document*",
            "inspector.core.host.child.worker",
            "inspector.core.host.child.tables",
            "inspector.core.host.child.metric",
            "pandas*",
        )
        .check("inspector", only_direct_imports=True)
    )


@pytest.mark.parametrize("folder", sorted({path.parent for path in PACKAGE.rglob("*.py")}), ids=lambda path: path.name)
def test_a_folder_says_what_it_is_for_and_holds_few_files(folder: Path) -> None:
    assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8")))
    assert len([*folder.glob("[a-z]*.py")]) <= 14


def _be_in_no_circle(module: str, imports: set[str], all_imports: dict[str, set[str]]) -> bool:
    """Whether no way along the imports leads back to the module; the package's front is not on the way."""
    seen, waiting = {"inspector"}, [*imports]
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += all_imports.get(name, ())
    return module not in seen
