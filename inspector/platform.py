"""Checks what Qt needs for a window before Qt does, which would end the process: a display and system libraries."""

from __future__ import annotations

import ctypes
import importlib.util
import os
import re
import socket
from pathlib import Path

from inspector.core.errors import InputError

PACKAGES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libOpenGL.so.0": "libopengl0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libX11.so.6": "libx11-6",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xinerama.so.0": "libxcb-xinerama0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}


_PICTURE = "--screenshot FILE.png draws it into a picture instead."


def no_display(screenshot: Path | None) -> str:
    """Why no window can be shown, in a sentence; empty when one can, or for a screenshot."""
    if screenshot is not None:
        return ""
    if chosen := os.environ.get("QT_QPA_PLATFORM"):
        tried = [name.partition(":")[0] for name in chosen.split(";")]
    else:
        tried = [name for name, display in _DISPLAYS.items() if os.environ.get(display)]
    if not tried:
        return f"There is no display to open a window on; {_PICTURE}"
    if any(_REACHES.get(name.partition("-")[0], lambda: True)() for name in tried):
        return ""
    names = " or ".join(os.environ.get(_DISPLAYS[name.partition("-")[0]], "") or name for name in tried)
    return f"The display {names} cannot be reached to open a window on; {_PICTURE}"


def _reaches_x11() -> bool:
    """Whether an X server answers, and lets the user in."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True  # `require_qt` says what is missing
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed: int = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed


def _reaches_wayland() -> bool:
    """Whether a compositor listens."""
    path = Path(os.environ.get("XDG_RUNTIME_DIR", ""), os.environ.get("WAYLAND_DISPLAY") or "wayland-0")
    with socket.socket(socket.AF_UNIX) as connection:
        try:
            connection.connect(str(path))
        except OSError:
            return False
    return True


# The platforms of Qt that need a display, the variable that names it, and how to find out whether it is there.
_DISPLAYS = {"wayland": "WAYLAND_DISPLAY", "xcb": "DISPLAY"}
_REACHES = {"wayland": _reaches_wayland, "xcb": _reaches_x11}


def require_qt() -> None:
    """Raise InputError naming library and package when Qt or its plugin for this display cannot be loaded."""
    try:
        import PySide6.QtWidgets  # noqa: F401
    except ImportError as error:
        raise _missing(str(error)) from None
    plugin = _plugin()
    if plugin is not None:
        try:
            ctypes.CDLL(str(plugin))
        except OSError as error:
            raise _missing(str(error)) from None


def _plugin() -> Path | None:
    """Qt's X11 plugin if it will be used. Checked here because Qt aborts without naming the missing library."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "xcb" if os.environ.get("DISPLAY") else "")
    package = importlib.util.find_spec("PySide6")
    if not chosen.startswith("xcb") or package is None or package.origin is None:
        return None
    plugin = Path(package.origin).parent / "Qt" / "plugins" / "platforms" / "libqxcb.so"
    return plugin if plugin.exists() else None


def _missing(reason: str) -> InputError:
    library = re.search(r"(lib[\w.+-]+\.so[.\d]*): cannot open", reason)
    if library is None:
        return InputError("Qt cannot be loaded", found=reason)
    package = PACKAGES.get(library[1])
    return InputError(
        f"the system library {library[1]} is missing, and Qt needs it for a window",
        hint=f"Install it with: apt-get install {package}" if package else "Install the package that brings it",
    )


def version_of_qt() -> list[str]:
    """The line `Qt 6.8.0` of the versions; none where Qt cannot be loaded, because a library is missing."""
    try:
        from PySide6.QtCore import qVersion
    except ImportError:
        return []
    return [f"Qt {qVersion()}"]
