"""The program of the process: it loads the script and the files once, and answers request after request."""

from __future__ import annotations

import contextlib
import os
import resource
import select
import sys

from inspector.core.host.child import guard


def main(requests: int, answers: int, program: int, memory: int) -> None:
    """Answer until the program has gone. requests, answers, program: pipes."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    guard.watch(program, answers, os.environ[guard.FAMILY], memory)
    os.close(program)
    # After the fork: these load numpy, which starts threads, and pandas.
    from inspector.core.host.child.wire import read_request, write_answer
    from inspector.core.host.child.worker import Worker

    waiting = select.poll()  # the script may have opened more files than `select` takes
    waiting.register(requests, select.POLLIN)
    worker = Worker(lambda: bool(waiting.poll(0)))
    with contextlib.suppress(OSError):
        while (request := read_request(requests)) is not None:
            _limit_processor_time(request.pop("seconds"))
            number = request.pop("number")
            answer = worker.answer(request)
            _flush()
            write_answer(answers, {**answer, "number": number})


def _limit_processor_time(seconds: float) -> None:
    """End this process if the program forgets a call that it has cancelled, and the metric never comes back."""
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    most = int(used + seconds * (os.cpu_count() or 1)) + 2
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    if hard == resource.RLIM_INFINITY or most < hard:
        resource.setrlimit(resource.RLIMIT_CPU, (most, hard))


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # the script may have put anything in their place
            stream.flush()
