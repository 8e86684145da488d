"""Files are read in threads of their own: both of a pair at once, and while the rest of the program is imported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from inspector.core.arrays.cancel import Cancelled, cancel_check, cancel_scope
from inspector.core.files.formats.detect import read_sheet
from inspector.core.files.formats.sheet import Sheet

# How often a task that waits looks whether it is cancelled, in seconds.
_OFTEN = 0.1


class Ahead:
    """A file that is being read. path: of the file."""

    def __init__(self, path: Path | str) -> None:
        self.path, self._is_wanted = path, True
        self._read: Sheet | Exception | None = None
        self._thread = Thread(target=self._work, name=f"read {path}")
        self._thread.start()

    def sheet(self) -> Sheet:
        """The file as columns of text, once; waits until it is read. Raises InputError as `read_sheet` does."""
        check = cancel_check()
        while self._thread.is_alive():
            check()
            self._thread.join(_OFTEN)
        read, self._read = self._read, None  # not kept beyond the reading
        if isinstance(read, Sheet):
            return read
        raise read or Cancelled

    def end(self) -> None:
        """Stop reading, unless all is read; waits for a piece that is being parsed, since no thread may outlive that.

        One that comes back from Arrow while Python ends would end the process with a signal.
        """
        self._is_wanted = False
        self._thread.join()

    def _work(self) -> None:
        try:
            with cancel_scope(lambda: self._is_wanted):
                self._read = read_sheet(self.path)
        except Exception as error:  # raised where the file is asked for
            self._read = error
        except Cancelled:
            pass


def sheet_of(origin: Any) -> Sheet:
    """What `read_ahead` hands out, as columns of text. Raises InputError as `read_sheet` does."""
    return origin.sheet() if isinstance(origin, Ahead) else read_sheet(origin)


@contextmanager
def read_ahead(truth: Any, submission: Any) -> Iterator[tuple[Any, Any]]:
    """Both origins, with an `Ahead` for each path, the same for equal ones; at the end, none is read any further."""
    known = dict[Path, Ahead]()

    def begun(origin: Any) -> Any:
        if not isinstance(origin, str | Path):
            return origin
        path = Path(origin).absolute()
        return known[path] if path in known else known.setdefault(path, Ahead(origin))

    try:
        yield begun(truth), begun(submission)
    finally:
        for ahead in known.values():
            ahead.end()
