"""The version of the program, once, and those of what it runs on."""

from __future__ import annotations

__version__ = "1.0.0"

_PACKAGES = ("PySide6_Essentials", "pyqtgraph", "numpy", "pyarrow", "pandas")


def versions() -> list[str]:
    """The versions of the program, of Python, of its packages and of Qt, as an error report should name them.

    Qt is left out where it cannot be loaded, because a library of the system is missing.
    """
    import platform
    from importlib.metadata import version

    python = f"Python {platform.python_version()} on {platform.platform()}"
    packages = [f"{name} {version(name)}" for name in _PACKAGES]
    return [f"Submission Inspector {__version__}", python, *packages, *_qt()]


def _qt() -> list[str]:
    try:
        from PySide6.QtCore import qVersion
    except ImportError:
        return []
    return [f"Qt {qVersion()}"]
