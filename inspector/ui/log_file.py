"""The log file: warnings and errors that nobody foresaw, without a word of the user's files. Only windows write it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

_APP = "submission-inspector"
_LARGEST, _OLDER = 500_000, 2
_LOGGER = logging.getLogger("inspector")


def folder() -> Path:
    """Where the log file is, or would be."""
    return Path(platformdirs.user_log_dir(_APP, appauthor=False))


def place() -> Path:
    """The log file itself."""
    return folder() / "window.log"


@contextmanager
def kept() -> Iterator[None]:
    """Write warnings and errors into the log file meanwhile; where it cannot be written, go on without it."""
    handler = _handler()
    if handler is not None:
        _LOGGER.addHandler(handler)
    try:
        yield
    finally:
        if handler is not None:
            _LOGGER.removeHandler(handler)
            handler.close()


def note(error: BaseException) -> None:
    """Log an error that nobody foresaw: its kind and its place. Its message may quote a file and is left out."""
    trail = "".join(traceback.format_tb(error.__traceback__))
    _LOGGER.error("%s\n%s", type(error).__name__, trail.rstrip())


def _handler() -> logging.Handler | None:
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(place(), maxBytes=_LARGEST, backupCount=_OLDER, encoding="utf-8")
    except OSError:
        return None
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    return handler
