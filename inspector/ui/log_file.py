"""The log file of the window: warnings and unexpected errors, without any content of the user's files."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from logging.handlers import RotatingFileHandler
from pathlib import Path

import platformdirs

_APP = "submission-inspector"
_MAX_BYTES, _BACKUPS = 500_000, 2
_LOGGER = logging.getLogger("inspector")


def folder() -> Path:
    """The folder of the log file; it may not exist."""
    return Path(platformdirs.user_log_dir(_APP, appauthor=False))


def path() -> Path:
    """The path of the log file."""
    return folder() / "window.log"


@contextmanager
def log_to_file() -> Iterator[None]:
    """Log warnings and errors to the file within the context; does nothing if the file cannot be written."""
    handler = _handler()
    if handler is not None:
        _LOGGER.addHandler(handler)
    try:
        yield
    finally:
        if handler is not None:
            _LOGGER.removeHandler(handler)
            handler.close()


def log_error(error: BaseException) -> None:
    """Log the type and traceback of an unexpected error. Omits its message, which may quote a file."""
    trace = "".join(traceback.format_tb(error.__traceback__))
    _LOGGER.error("%s\n%s", type(error).__name__, trace.rstrip())


class _Handler(RotatingFileHandler):
    """Lets a record go that a full disk cannot take."""

    def handleError(self, record: logging.LogRecord) -> None:
        pass

    def close(self) -> None:
        with suppress(OSError):
            super().close()


def _handler() -> logging.Handler | None:
    try:
        folder().mkdir(parents=True, exist_ok=True)
        handler = _Handler(path(), maxBytes=_MAX_BYTES, backupCount=_BACKUPS, encoding="utf-8")
    except OSError:
        return None
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    return handler
