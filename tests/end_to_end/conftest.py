"""A separate X screen, with keyboard, mouse and screenshots from outside the program."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtGui import QImage

import inspector

SCREEN = (1400, 900)
PATIENCE = 30.0
_GRAB = """
import sys
from PySide6.QtGui import QGuiApplication
app = QGuiApplication([])
sys.exit(not app.primaryScreen().grabWindow(0).save(sys.argv[1]))
"""


def until(claim: Callable[[], Any], what: str, again: Callable[[], object] = lambda: None) -> Any:
    """Wait until a claim holds and return its result; call `again` before each further check."""
    end = time.monotonic() + PATIENCE
    while not (found := claim()):
        assert time.monotonic() < end, f"waited in vain: {what}"
        Event().wait(0.05)
        again()
    return found


@dataclass(frozen=True)
class Screen:
    """An X server without a window manager."""

    environment: dict[str, str]
    folder: Path

    def do(self, *words: str) -> str:
        """Run xdotool; returns its output."""
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        )
        return done.stdout.strip()

    def windows(self, title: str) -> list[str]:
        """The visible windows with this text in their titles."""
        return self.do("search", "--onlyvisible", "--name", title).split()

    def shown(self) -> int:
        """The number of visible windows, popups included."""
        return len(self.do("search", "--onlyvisible", "--name", "").split())

    def title(self, window: str) -> str:
        """The title of a window."""
        return self.do("getwindowname", window)

    def focus(self, window: str) -> None:
        """Focus a window, as a window manager would."""
        self.do("windowraise", window, "windowfocus", window)
        until(lambda: self.do("getwindowfocus") == window, f"window {window} has the keyboard")

    def press(self, *keys: str) -> None:
        """Press keys in order."""
        self.do("key", "--clearmodifiers", *keys)

    def write(self, words: str) -> None:
        """Type a text."""
        self.do("type", "--delay", "2", words)

    def click(self, x: int, y: int) -> None:
        """Click at a position."""
        self.do("mousemove", "--sync", str(x), str(y), "click", "1")

    def picture(self, name: str) -> QImage:
        """A screenshot, taken by another process."""
        path = self.folder / name
        subprocess.run([sys.executable, "-c", _GRAB, path], env=self.environment, check=True, timeout=PATIENCE)
        return QImage(str(path))


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    """A screen of 1400 x 900 on a free display."""
    for tool, package in (("Xvfb", "xvfb"), ("xdotool", "xdotool")):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (package {package}): there is no real window to drive")
    reading, writing = os.pipe()
    size = f"{SCREEN[0]}x{SCREEN[1]}x24"
    with (tmp_path / "xvfb.log").open("w") as log:
        server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", size, "-nolisten", "tcp", "-noreset"],
            pass_fds=[writing],
            stdout=log,
            stderr=log,
        )
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    assert number, (tmp_path / "xvfb.log").read_text()
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("QT_", "WAYLAND"))}
    try:
        yield Screen(kept | {"DISPLAY": f":{number}", "QT_QPA_PLATFORM": "xcb", "LC_ALL": "C.UTF-8"}, tmp_path)
    finally:
        server.terminate()
        server.wait(PATIENCE)


@pytest.fixture
def start(screen: Screen, tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start the program on the screen, with its output in out.txt and err.txt; it is stopped at the end."""
    running: list[subprocess.Popen[bytes]] = []

    def run(*arguments: str) -> subprocess.Popen[bytes]:
        with (tmp_path / "out.txt").open("wb") as out, (tmp_path / "err.txt").open("wb") as err:
            program = subprocess.Popen(
                [sys.executable, "-m", "inspector", *arguments],
                cwd=Path(inspector.__file__).parents[1],
                env=screen.environment,
                stdout=out,
                stderr=err,
            )
        running.append(program)
        return program

    yield run
    for program in running:
        if program.poll() is None:
            program.kill()
        program.wait(PATIENCE)
