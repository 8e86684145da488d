"""The command line: declares the commands, which are in `terminal`. Imports Qt only to show a window."""

from __future__ import annotations

import io
import signal
import sys
from pathlib import Path

import click

from inspector.allocator import collect_rarely, reuse_freed_memory, use_one_blas_thread
from inspector.core.errors import InputError
from inspector.core.path import exists
from inspector.platform import no_display, version_of_qt
from inspector.terminal.blend import blend
from inspector.terminal.check import check
from inspector.terminal.compare import compare
from inspector.terminal.luck import luck
from inspector.terminal.metrics import metrics, which
from inspector.terminal.options import error_message
from inspector.terminal.output import Command, say
from inspector.terminal.report import report
from inspector.terminal.score import explain, rows, score, slices
from inspector.terminal.window import demo, open_, show_window
from inspector.version import versions


class _Commands(Command, click.Group):
    """Opens files given without a command; without arguments, opens the empty window."""

    command_class = Command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            # A name with one of these signs could be no other's where the file does not exist.
            if not any(sign in args[0] for sign in "./\\") and not exists(Path(args[0]), "the file cannot be opened"):
                ctx.fail(f"No such command or file {args[0]!r}.")
            args = ["open", *args]
        return super().resolve_command(ctx, args)


def _print_versions(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        say("\n".join([*versions(), *version_of_qt()]))
        ctx.exit()


def _change_desktop(ctx: click.Context, option: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        from inspector import desktop

        if option.name == "install_desktop":
            say("\n".join(f"Written: {path}" for path in desktop.install()))
        else:
            say("\n".join(f"Removed: {path}" for path in desktop.remove()) or "There was no entry.")
        ctx.exit()


@click.group(cls=_Commands, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_versions, help="Show the versions."
)
@click.option(
    "--install-desktop",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_change_desktop,
    help="Make an entry in the menu of the desktop, for this user.",
)
@click.option(
    "--remove-desktop",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_change_desktop,
    help="Remove that entry.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """See what every row of a contest submission costs you, edit it, and watch the score move.

    Without a command: the window. With two files: the window on them.
    """
    if ctx.invoked_subcommand is None:
        if reason := no_display(None):
            click.echo(reason, err=True)
            raise click.exceptions.Exit(2)
        show_window(None)


for _command in (open_, demo, score, rows, slices, explain, check, which, metrics, compare, blend, report, luck):
    cli.add_command(_command)


def main() -> None:
    """Run the command line. Every error becomes a message and an exit status, never a traceback."""
    reuse_freed_memory()
    use_one_blas_thread()
    collect_rarely()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # an id or a label that the locale cannot write is still shown
            stream.reconfigure(errors="backslashreplace")
    try:
        status = cli.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        status = 2
    except InputError as error:
        click.echo(f"Error: {error_message(error)}", err=True)
        status = 2
    except MemoryError:
        click.echo("Error: there is not enough memory.", err=True)
        status = 2
    except (click.Abort, KeyboardInterrupt):
        status = 128 + signal.SIGINT
    sys.exit(status or 0)
