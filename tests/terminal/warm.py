"""Runs the program in processes that are forked from one which has imported it: each takes half as long to start.

For tests of what the program finds around it while it runs; what is read when Python or the program starts to import
(locales, the allocator, limits of the process) needs a process of its own, as in `terminal.process`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import inspector

# Reads a request a line. The child leaves the loop and runs its code as the last thing of the script.
_SERVER = """
import json, os, runpy, sys, warnings
import inspector.cli, inspector.ui.preload
from inspector.ui.window import palette, workbench
for line in sys.stdin:
    request = json.loads(line)
    with warnings.catch_warnings():  # Python warns of threads, which libraries start when they are imported
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
else:
    sys.exit()
for number, name in enumerate((os.devnull, request["out"], request["error"])):
    os.dup2(os.open(name, os.O_RDWR), number)
os.environ.clear()
os.environ.update(request["env"])
code, *sys.argv[1:] = request["args"]
if code == "-m":
    sys.argv[:] = sys.argv[1:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
else:
    sys.argv[0] = "-c"
    exec(code, {"__name__": "__main__"})
"""


class Warm:
    """A process that has imported the program; folder: where the outputs of its children are kept."""

    def __init__(self, folder: Path) -> None:
        home = Path(inspector.__file__).parents[1]
        command = [sys.executable, "-W", "error", "-c", _SERVER]
        self._server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=home)
        self._outputs = folder / "out", folder / "error"

    def python(self, *args: str, env: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
        """Run a module, given as `-m` and its name, or a code, given as `-c` and its text."""
        for path in self._outputs:
            path.write_text("")
        out, error = map(str, self._outputs)
        given = args[1:] if args[0] == "-c" else args
        assert self._server.stdin is not None and self._server.stdout is not None
        self._server.stdin.write(json.dumps({"args": given, "env": {**env}, "out": out, "error": error}) + "\n")
        self._server.stdin.flush()
        status = int(self._server.stdout.readline())
        said = (path.read_text(errors="replace") for path in self._outputs)
        return subprocess.CompletedProcess(args, status, *said)

    def close(self) -> None:
        """End the process."""
        self._server.communicate()
