"""The process of a host's metric: started fresh, isolated, asked one thing at a time, and ended with all it started."""

from __future__ import annotations

import contextlib
import os
import secrets
import selectors
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.core.arrays.cancel import cancel_check
from inspector.core.errors import InputError
from inspector.core.host.child.guard import FAMILY, end_family
from inspector.core.host.child.wire import LONGEST_ANSWER, Answer, Blobs, packed, parsed_answer
from inspector.core.host.consent import Agreement
from inspector.core.host.limits import Limits

_CODE = (
    "import sys; sys.path.insert(0, sys.argv[1]); from inspector.core.host.child.main import main; del sys.path[0]; "
    "main(*map(int, sys.argv[2:]))"
)
_ROOT = str(Path(__file__).absolute().parents[3])  # the folder of this package
# What a program needs to run; the rest of the environment, such as keys of services, is not for somebody's code.
_ENVIRONMENT = ("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "OMP_NUM_THREADS")
# Seconds between two looks at whether an answer is still wanted.
_TICK = 0.005
_PIECE = 1 << 16
_MOST_PRINTED = 4_000
_MOST_PIECES_AFTER = 64


@dataclass(eq=False)
class EndedError(Exception):
    """The process has ended, or had to be ended. status: as of Popen, None where it took too long."""

    status: int | None


class Process:
    """One process. Only its `kill` may be called from several threads."""

    def __init__(self, agreement: Agreement, limits: Limits) -> None:
        """Start it; what was agreed to is not loaded yet. Raises InputError if no process can be started."""
        if getattr(sys, "frozen", False):
            what = "a host's metric needs a Python, which the program without Python does not have"
            raise InputError(what, agreement.script.path, hint="Install the program with pipx or pip to use it")
        self._limits, self._agreement, self._token = limits, agreement, secrets.token_hex(16)
        self._rest, self._printed, self._dropped, self._until, self._number = b"", bytearray(), 0, 0.0, 0
        self._lock = threading.Lock()
        try:
            with contextlib.ExitStack() as stack:
                self._start(stack)
                self._finalizer = weakref.finalize(self, _end, self._popen, self._token, stack.pop_all())
        except OSError as error:
            raise InputError(f"the metric cannot be started: {error.strerror}", agreement.script.path) from None

    def _start(self, ours: contextlib.ExitStack) -> None:
        """ours: what is to be closed and removed at the end. Raises OSError."""
        folder = tempfile.mkdtemp(prefix="submission-inspector-metric-")
        ours.callback(shutil.rmtree, folder, ignore_errors=True)
        with contextlib.ExitStack() as theirs:
            requests, self._requests = _pipe(theirs, ours, 0)
            answers, self._answers = _pipe(theirs, ours, 1)
            printed, self._output = _pipe(theirs, ours, 1)
            program, _ = _pipe(theirs, ours, 0)
            files = requests, answers, program
            self._popen = subprocess.Popen(  # noqa: S603, our own interpreter
                [sys.executable, "-I", "-X", "utf8", "-c", _CODE, _ROOT, *map(str, files), str(self._limits.memory)],
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=printed,
                pass_fds=files,
                cwd=folder,
                env={**{name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}, FAMILY: self._token},
                start_new_session=True,
            )

    def kill(self) -> None:
        """End it and all that it has started; who waits for an answer gets EndedError."""
        with self._lock:
            if self._finalizer.alive:
                end_family(self._token, self._popen.pid)

    def end(self) -> None:
        """End it and close all files; nothing may be asked any more."""
        with self._lock:
            self._finalizer()

    def ask(self, request: Mapping[str, Any], blobs: Blobs, seconds: float) -> Answer:
        """Send a request and wait for its answer. Raises EndedError, and Cancelled as soon as nobody wants it.

        After Cancelled call `settle` before the next request.
        """
        self._printed.clear()
        self._dropped = 0
        return self._answer(request, blobs, seconds)

    def settle(self) -> None:
        """Wait until a call that nobody wanted has ended, as long as that may take. Raises as `ask`.

        That something else is asked lets a call for many rows end after the row that it is at.
        """
        if self._until:
            self._answer({"do": "settle"}, {}, max(0.0, self._until - time.monotonic()))

    @property
    def printed(self) -> str:
        """What was printed since the last request, its beginning."""
        text = self._printed.decode(errors="replace").strip()
        return f"{text}\n… and {self._dropped:,} more bytes" if self._dropped else text

    def _answer(self, request: Mapping[str, Any], blobs: Blobs, seconds: float) -> Answer:
        """Send a request, and read until there is an answer."""
        self._number += 1
        whole, until = {**request, "seconds": seconds, "number": self._number}, time.monotonic() + seconds
        check, waiting = cancel_check(), [memoryview(piece) for piece in packed(whole, blobs) if piece]
        with selectors.DefaultSelector() as selector:
            selector.register(self._answers, selectors.EVENT_READ)
            selector.register(self._output, selectors.EVENT_READ)
            if waiting:
                selector.register(self._requests, selectors.EVENT_WRITE)
            self._until = until
            for ready in self._turns(selector, until):
                if not waiting:
                    check()  # half a request would be of no use to the process
                if self._requests in ready and not self._sent(waiting):
                    selector.unregister(self._requests)
                if self._output in ready and not self._keep_printed():
                    selector.unregister(self._output)
                if self._answers in ready and (answer := self._received(selector)) is not None:
                    self._until = 0.0
                    self._keep_rest_of_printed()
                    return answer
        raise AssertionError  # the turns end by an error only

    def _turns(self, selector: selectors.BaseSelector, until: float) -> Iterator[set[int]]:
        """The files that are ready, again and again. Raises EndedError when the process or the time has ended."""
        while True:
            ready = {key.fd for key, _ in selector.select(_TICK)}
            has_ended = os.waitid(os.P_PID, self._popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
            yield ready | ({self._answers} if has_ended else set())
            if has_ended:
                self._keep_rest_of_printed()
                self.kill()  # what it has started; its id is not given to another one before it is waited for
                raise EndedError(self._popen.wait())
            if time.monotonic() > until:
                self.kill()
                raise EndedError(None)

    def _sent(self, waiting: list[memoryview]) -> bool:
        """Send what goes through; whether there is more."""
        with contextlib.suppress(BlockingIOError, BrokenPipeError):
            waiting[0] = waiting[0][os.write(self._requests, waiting[0][:_PIECE]) :]
            if not waiting[0]:
                waiting.pop(0)
        return bool(waiting)

    def _received(self, selector: selectors.BaseSelector) -> Answer | None:
        """The answer to the last request, None if it is not there yet; what else stands there is not ours."""
        while part := _read(self._answers):
            *lines, self._rest = (self._rest + part).split(b"\n")
            self._rest = self._rest[:LONGEST_ANSWER]
            for answer in filter(None, map(parsed_answer, lines)):
                if answer.get("number") == self._number or answer.get("failure") == "too-much":
                    return answer
        if part is not None and self._answers in selector.get_map():  # it was closed, and would be ready forever
            selector.unregister(self._answers)
        return None

    def _keep_rest_of_printed(self) -> None:
        for _ in range(_MOST_PIECES_AFTER):
            if not self._keep_printed():
                return

    def _keep_printed(self) -> bool:
        """Take what was printed; false if there is nothing."""
        part = _read(self._output)
        room = _MOST_PRINTED - len(self._printed)
        self._printed += (part or b"")[:room]
        self._dropped += max(0, len(part or b"") - room)
        return bool(part)


def folders() -> list[str]:
    """Where this program imports from, but for the folder that it was started in, which may hold anything."""
    try:
        here = Path.cwd()
    except OSError:  # it is gone, and nothing is beside it any more
        return [folder for folder in sys.path if Path(folder).is_absolute()]
    return [folder for folder in sys.path if folder and Path(folder).absolute() != here]


def _pipe(theirs: contextlib.ExitStack, ours: contextlib.ExitStack, end: int) -> tuple[int, int]:
    """A pipe as the process's end, which is 0 to read or 1 to write, and ours, which never blocks."""
    both = os.pipe()
    theirs.callback(os.close, both[end])
    ours.callback(os.close, both[1 - end])
    os.set_blocking(both[1 - end], False)
    return both[end], both[1 - end]


def _read(file: int) -> bytes | None:
    """What is there to be read, nothing at the end of the file; None if there is nothing yet."""
    try:
        return os.read(file, _PIECE)
    except BlockingIOError:
        return None


def _end(popen: subprocess.Popen[bytes], token: str, rest: contextlib.ExitStack) -> None:
    end_family(token, popen.pid)
    popen.wait()
    rest.close()
