"""Runs the program in a separate process, as users do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import inspector


def python(*args: str, env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Run the program in a separate process, in the parent folder of the package."""
    home = Path(inspector.__file__).parents[1]
    return subprocess.run(
        [sys.executable, "-W", "error", *args],
        capture_output=True,
        text=True,
        errors="replace",
        cwd=home,
        env=env,
        timeout=60,
    )
