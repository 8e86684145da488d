"""The manual: its files, what they name, its page and its pictures, which are drawn by the real program."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

import inspector
from inspector import Inspection, manual, resource
from inspector.cli import cli
from inspector.core import samples
from inspector.core.analysis.slices.every import every_slice
from inspector.core.query import fields, parse
from inspector.core.task import drain
from inspector.ui.commands.command import all_commands
from inspector.ui.window.menus import MENUS

TASKS = manual.tasks()
by_task = pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
PROGRAM = "submission-inspector"


COMMANDS = [command for entries in MENUS.values() for command in all_commands(entries)]
WORDS = {command.text.replace("&", "").rstrip("…") for command in COMMANDS}
MENU_NAMES = {*MENUS, "Export", "Compare with", "Interval drawn by"}


@by_task
def test_a_task_has_a_title_a_picture_and_links_that_exist(task: manual.Task) -> None:
    tokens = [child for token in MarkdownIt().parse(task.text) for child in [token, *(token.children or [])]]
    assert [token.type for token in tokens].count("heading_open") == 1 and task.title
    pictures = [token.attrs["src"] for token in tokens if token.type == "image"]
    links = [token.attrs["href"] for token in tokens if token.type == "link_open"]
    assert pictures and links
    assert all((manual.folder() / name).is_file() for name in [*pictures, *links])
    assert all(token.content for token in tokens if token.type == "image"), "a picture without words"


@by_task
def test_the_menus_that_a_task_names_exist(task: manual.Task) -> None:
    for path in re.findall(r"\*([A-Z][a-z]+(?: > [^*]+)+)\*", task.text):
        menu, *names = (name.rstrip("…") for name in path.replace("\n   ", " ").split(" > "))
        assert menu in MENU_NAMES
        assert all(name in WORDS | MENU_NAMES for name in names), path


@by_task
def test_the_keys_that_a_task_names_are_those_of_a_command(task: manual.Task) -> None:
    known = {key for command in COMMANDS for key in command.keys}
    for key in re.findall(r"\b(?:Ctrl|Alt|Shift)(?:\+(?:Ctrl|Alt|Shift))*\+(?:Page Down|[A-Z0-9]+)\b", task.text):
        assert key.replace("Page Down", "PgDown") in known | {"Ctrl+L", "Ctrl+S", "Ctrl+C"}, key


@by_task
def test_the_commands_of_the_terminal_exist_with_their_options(task: manual.Task) -> None:
    lines = re.findall(rf"^    {PROGRAM} (.+)$", task.text, re.MULTILINE)
    assert lines
    for line in lines:
        name, *words = shlex.split(line)
        cli.commands[name].make_context(name, words)  # refuses options that are unknown, or lack where they are needed


@by_task
def test_the_fields_of_a_filter_exist(task: manual.Task) -> None:
    for expression in re.findall(r"`([a-z.]+)(?:[<>=]=?|:)[^`]*`", task.text):
        assert expression in fields.NUMBERS or expression in fields.LABELS or expression in ("map", "id"), expression


@pytest.mark.slow
def test_what_the_page_on_numbers_says_of_its_samples_is_so() -> None:
    """Its figures and filters, and the metrics that it names for each kind of files."""
    (text,) = (task.text for task in TASKS if task.name == "numbers")
    prices, churn, digits = (opened(name) for name in ("prices", "churn", "digits"))
    assert f"{len(prices.evaluation.table):,} houses" in text
    found = drain(every_slice(prices.evaluation))
    first = int(found.excess.argmax())
    assert found.name(first) == "Neighborhood: IDOTRR" and found.bias is not None
    assert "IDOTRR, 28,000 too high" in text and round(float(found.bias.mean[first]), -3) == 28_000
    for pair, expression in ((prices, "error>50000"), (prices, "true>300000"), (churn, "predicted<=0.5")):
        assert f"`{expression}`" in text and rows(pair, expression)
    assert rows(digits, "p_true<0.01")
    named = text.partition("**Which metric.**")[2].partition(" Under")[0]
    for name, part in zip(("prices", "churn", "digits"), re.split(r"; for\s(?:a yes|classes)", named), strict=True):
        for metric in {*re.findall(r"`(\w+)`", part)} - {"qwk"}:
            assert opened(name, metric).overall >= 0
    yes = opened("churn", "f1")
    assert yes.evaluation.assumption.startswith("threshold=0.5, average=micro")
    assert str(opened("churn", "average_precision_score").metric) == "cmap(padding=0)"


def opened(name: str, metric: str = "") -> Inspection:
    sample = samples.find(name)
    truth, submission, *_ = sample.files()
    return inspector.open_pair(truth, submission, metric or sample.metric)


def rows(pair: Inspection, expression: str) -> int:
    """How many rows a filter shows."""
    return int(parse(expression).mask(pair.evaluation).sum())


def test_the_page_of_the_manual_holds_everything() -> None:
    names = {"__name__": "build"}
    exec(compile(resource.path("manual/build.py").read_text(encoding="utf-8"), "build.py", "exec"), names)
    page = names["page"]()
    assert page.count('src="data:image/png;base64,') == len(TASKS)
    assert not re.search(r'(?:src|href)="(?!data:|#)', page), "a link that leaves the page"
    assert all(f'<section id="{task.name}">' in page for task in TASKS)
    checked = HTMLParser()
    checked.feed(page)
    checked.close()


@pytest.mark.slow
def test_a_picture_is_drawn_by_the_real_program(tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(manual.folder())!r}); from pathlib import Path; import pictures; "
        f"pictures.FOLDER = Path({str(tmp_path)!r}); pictures.main(['teach'])"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    drawn, kept = ((folder / "teach.png").read_bytes()[16:24] for folder in (tmp_path, manual.folder() / "pictures"))
    assert drawn == kept, "width and height"
