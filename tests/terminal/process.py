"""The program in a process of its own, as its users run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import inspector


def python(*args: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A process of its own, in the folder that holds the package."""
    home = Path(inspector.__file__).parents[1]
    return subprocess.run(
        [sys.executable, "-W", "error", *args], capture_output=True, text=True, cwd=home, env=env, timeout=60
    )
