"""Settings of the process for memory and threads: made when the program starts, never by importing the package."""

from __future__ import annotations

import atexit
import ctypes
import gc
import os
import sys

# Options of glibc's mallopt: one heap for all threads, large blocks in it too, trimmed only when much is free.
_ONE_HEAP, _LARGE, _TRIM = (-8, 1), (-3, 1 << 25), (-1, 1 << 28)
# New objects between two collections.
_RARELY = 10_000


def reuse_freed_memory() -> None:
    """Make the allocator reuse freed memory instead of returning it to the system.

    Clearing new pages took a fourth of the time to open a pair. Arrow's own allocators keep memory too, but never
    return it; NumPy asks for pages so large that clearing one empties the cache, which took up to an eighth. Call
    before importing numpy and pyarrow, which read the environment once; existing settings are kept.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    os.environ.setdefault("NUMPY_MADVISE_HUGEPAGE", "0")
    set_option = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if set_option is not None:
        for option in (_ONE_HEAP, _LARGE, _TRIM):
            set_option(*option)


def use_one_blas_thread() -> None:
    """Let NumPy's linear algebra run in the thread that asks for it.

    The other threads of OpenBLAS wait busily, which took a sixth of the processor time to open a pair, and the last
    digits of a sum depend on how many there are. Call before importing numpy; an existing setting is kept.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def collect_rarely() -> None:
    """Let Python look for garbage less often: imports make many objects, and all of them stay.

    At the end it would look through all of them several times, which took four fifths of the time to end.
    """
    gc.set_threshold(_RARELY)
    atexit.register(gc.freeze)
