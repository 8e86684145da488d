"""How this process takes memory from the system: set by the program's own start, never by importing the package."""

from __future__ import annotations

import ctypes
import os
import sys

# Options of glibc's mallopt: one heap for all threads, large pieces in it too, and cut back only when much is free.
_ONE_HEAP, _LARGE, _TRIM = (-8, 1), (-3, 1 << 25), (-1, 1 << 28)


def reuse_freed_memory() -> None:
    """Have what is freed used again: pages that are new have to be cleared first, and that took a fourth of the time in
    which a pair is opened. Arrow's own allocators keep what they have as well, but never give it back.

    To be called before pyarrow is imported, which reads the environment once; a choice that is there already stays.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    set_option = getattr(ctypes.CDLL(None), "mallopt", None) if sys.platform == "linux" else None
    if set_option is not None:
        for option in (_ONE_HEAP, _LARGE, _TRIM):
            set_option(*option)
