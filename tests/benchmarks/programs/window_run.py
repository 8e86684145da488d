"""Opens a pair in an off-screen window: how long the window was blocked, and its memory. Run by other scripts.

    python tests/benchmarks/window_run.py [TRUTH SUBMISSION METRIC [SECONDS]]

Prints its measurements as JSON. With SECONDS, cancels the load after that time. With BLOCKED_WHERE in the environment,
prints stack traces to stderr while the event loop is blocked.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from pathlib import Path

os.environ["QT_QPA_PLATFORM"] = "offscreen"
# As the program sets them; pyarrow and numpy read them when they are imported.
os.environ.update(ARROW_DEFAULT_MEMORY_POOL="system", NUMPY_MADVISE_HUGEPAGE="0", OPENBLAS_NUM_THREADS="1")

from event_loop import EventLoopMonitor, wait
from PySide6.QtWidgets import QApplication

from inspector.allocator import reuse_freed_memory
from inspector.ui.app import make_window
from inspector.ui.settings import Settings
from inspector.ui.widgets.theme import Theme

SETTLING = 1500


def memory(what: str) -> float:
    """A line of /proc/self/status in MB: VmRSS, or VmHWM for the peak."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what)) * 1024 / 1e6


def main() -> None:
    """Open the pair, wait, and print."""
    reuse_freed_memory()
    app = QApplication([])
    window = make_window(Theme(app), Settings(temporary=True))
    window.show()
    window.create_workbench()
    wait(None, SETTLING)
    found, monitor = {}, EventLoopMonitor()
    if "BLOCKED_WHERE" in os.environ:
        monitor.print_stacks()
    if sys.argv[1:]:
        steps = []
        window.bench.open_controller.worker.progressed.connect(
            lambda part, doing: (steps.append(part), setattr(monitor, "doing", doing))
        )
        window.bench.open_controller.worker.stopped.connect(lambda: setattr(monitor, "doing", "showing"))
        window.bench.open_controller.failed.connect(print)
        start = time.perf_counter()
        window.bench.open_controller.open(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])
        wait(window.bench.open_controller.opened, 600_000 if len(sys.argv) < 5 else int(1000 * float(sys.argv[4])))
        found = {"seconds": time.perf_counter() - start, "steps": len(steps)}
        if len(sys.argv) > 4:
            start = time.perf_counter()
            window.bench.open_controller.worker.cancel()
            app.processEvents()
            found["cancelled"] = time.perf_counter() - start
            window.bench.open_controller.worker.close()
            found["ended"] = time.perf_counter() - start
        wait(None, SETTLING)
    gc.collect()
    found |= {"gaps": monitor.longest(12), "settled": memory("VmRSS"), "peak": memory("VmHWM")}
    print(json.dumps(found), flush=True)
    os._exit(0)


if __name__ == "__main__":
    main()
