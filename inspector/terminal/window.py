"""The commands that show the window: `open` and `demo`. Qt is imported only when the window is made."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from inspector.core.errors import InputError
from inspector.core.path import exists, files_in, missing_error
from inspector.platform import no_display
from inspector.signals import held_back
from inspector.terminal.options import filtering
from inspector.terminal.output import Command, say
from inspector.terminal.tasks import inspection_of, pair_task, with_filter

if TYPE_CHECKING:
    from inspector.core.document.state import State
    from inspector.core.task import Task


@click.command("open", cls=Command)
@click.argument("files", nargs=-1, type=Path)
@click.option("--metric", "-m", help="Such as map@5; else the one last used in the window, or a guess.")
@filtering
@click.option("--screenshot", type=Path, help="Draw off screen, write the picture, exit.")
@click.option("--theme", type=click.Choice(["system", "light", "dark"]), help="For this run; kept in View > Theme.")
def open_(
    files: tuple[Path, ...], metric: str | None, expression: str | None, screenshot: Path | None, theme: str | None
) -> None:
    """Open the window, on TRUTH and SUBMISSION when given, or on one file that holds both.

    Further files are added as submissions to compare with; folders and patterns stand for their files.
    """
    files = (*files[:1], *files_in(files[1:], besides=files[:1]))
    if expression and not files:
        raise click.UsageError("A filter needs files to filter.")
    if reason := no_display(screenshot):
        click.echo(reason, err=True)
        if files:
            _say_score(pair_task(*_two(files), metric))
        raise click.exceptions.Exit(2)
    if not files:
        show_window(None, screenshot, theme)
    for path in files[:2]:
        if not exists(path, "the file cannot be opened"):  # a name that was mistyped is told where it was typed
            raise missing_error(path)
    pair = (*_two(files), metric)
    opening = pair_task(*pair) if metric or screenshot else _as_before(*_two(files))
    show_window(with_filter(opening, expression), screenshot, theme, pair, files[2:])


@click.command(cls=Command)
@click.argument("name", required=False)
@click.option("--constant", is_flag=True, help="Open the sample's constant prediction instead of its submission.")
@filtering
@click.option("--screenshot", type=Path, help="Draw off screen, write the picture, exit.")
@click.option("--theme", type=click.Choice(["system", "light", "dark"]), help="For this run; kept in View > Theme.")
def demo(name: str | None, constant: bool, expression: str | None, screenshot: Path | None, theme: str | None) -> None:
    """Open the window on a built-in sample; without NAME, list the samples."""
    from inspector.core import samples

    if name is None:
        for known in samples.SAMPLES.values():
            say(f"{known.name:<10} {known.title}: {known.story}")
        return
    sample = samples.find(name)
    with held_back():
        truth, first, *others = sample.files()
    files = truth, truth.with_name("constant.csv") if constant else first
    if reason := no_display(screenshot):
        click.echo(reason, err=True)
        _say_score(pair_task(*files, sample.metric))
        return
    show_window(with_filter(pair_task(*files, sample.metric), expression), screenshot, theme, None, others)


def _as_before(truth: Path, submission: Path | None) -> Task[State]:
    """Read a pair under the metric last used with it, as the window does; called a guess where a guess is the same."""
    from inspector.core.document.load import as_guessed
    from inspector.ui.open.tasks import usable
    from inspector.ui.settings import Settings

    metric = usable(Settings().metric_of(truth, submission or truth))
    try:
        return (yield from as_guessed(pair_task(truth, submission, metric)))
    except InputError:
        if metric is None:
            raise
        return (yield from pair_task(truth, submission))  # the files may have changed since


def _two(files: tuple[Path, ...]) -> tuple[Path, Path | None]:
    """The truth and the submission; a single file holds both."""
    return files[0], files[1] if len(files) > 1 else None


def _say_score(task: Task[State]) -> None:
    from inspector.terminal import text

    say(text.score_text(inspection_of(task)))


def show_window(
    opening: Task[State] | None,
    screenshot: Path | None = None,
    theme: str | None = None,
    files: tuple[Path, Path | None, str | None] | None = None,
    further: Sequence[Path] = (),
) -> NoReturn:
    """Show the window, or draw it into a picture. Raises InputError when a system library is missing."""
    if screenshot:
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from inspector.platform import require_qt

    require_qt()
    from inspector.ui.app import run

    raise click.exceptions.Exit(run(opening=opening, files=files, further=further, screenshot=screenshot, theme=theme))
