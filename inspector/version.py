"""The version of the program, once, and those of what it runs on."""

from __future__ import annotations

__version__ = "1.0.0"

_PACKAGES = ("PySide6_Essentials", "pyqtgraph", "numpy", "pyarrow", "pandas")


def versions() -> list[str]:
    """The versions of the program, of Python and of its packages, as an error report should name them."""
    import platform
    from importlib.metadata import version

    python = f"Python {platform.python_version()} on {platform.platform()}"
    return [f"Submission Inspector {__version__}", python, *(f"{name} {version(name)}" for name in _PACKAGES)]
