"""`python -m inspector` is the installed command."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the command line. Ctrl+C ends the process at once where nothing has to be cleared away."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # a shell may have it ignored
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from inspector import cli  # imports most of the terminal, in which Ctrl+C would print a traceback

    cli.main()


if __name__ == "__main__":
    main()
