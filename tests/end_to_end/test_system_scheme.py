"""The window follows a change of the desktop colour scheme that is announced on the session bus."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from end_to_end.conftest import PATIENCE, Screen, until
from end_to_end.test_real_window import SUBMISSION, TRUTH, colours

from inspector.ui.widgets.theme import DARK, LIGHT


@pytest.fixture
def tell(screen: Screen) -> Iterator[Callable[[int], None]]:
    """A separate session bus; the returned function announces a colour scheme: 1 for dark, 2 for light."""
    for tool, package in (("dbus-daemon", "dbus"), ("gdbus", "libglib2.0-bin")):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (package {package}): there is no bus to tell a scheme on")
    bus = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address"],
        env=screen.environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert bus.stdout is not None
    # Qt only listens on a known desktop.
    screen.environment.update(DBUS_SESSION_BUS_ADDRESS=bus.stdout.readline().strip(), XDG_CURRENT_DESKTOP="GNOME")

    def emit(scheme: int) -> None:
        signal = "org.freedesktop.portal.Settings.SettingChanged"
        said = ["'org.freedesktop.appearance'", "'color-scheme'", f"<uint32 {scheme}>"]
        place = ["--session", "--object-path", "/org/freedesktop/portal/desktop", "--signal", signal]
        subprocess.run(["gdbus", "emit", *place, *said], env=screen.environment, check=True, timeout=PATIENCE)

    yield emit
    bus.terminate()
    bus.wait(PATIENCE)
    bus.stdout.close()


def test_a_running_window_follows_the_desktop_into_the_dark_and_back(screen: Screen, start, tell, tmp_path) -> None:
    files = tmp_path / "truth.csv", tmp_path / "submission.csv"
    for path, content in zip(files, (TRUTH, SUBMISSION), strict=True):
        Path(path).write_text(content)
    program = start("open", *map(str, files), "--metric", "map@3")
    (window,) = until(lambda: screen.windows("MAP@3"), "the window shows the pair")
    screen.focus(window)

    def wears(own, other) -> bool:
        # The edge of a letter may have any colour.
        common = {colour for colour, count in colours(screen.picture(f"{own.window}.png")).items() if count > 100}
        return {own.window, own.base} <= common and not {other.window, other.base} & common

    until(lambda: wears(LIGHT, DARK), "the window is light at first")
    for scheme, own, other in ((1, DARK, LIGHT), (2, LIGHT, DARK)):
        tell(scheme)
        until(lambda own=own, other=other: wears(own, other), "the window wears what was told")
    screen.focus(window)
    screen.press("ctrl+q")
    assert program.wait(PATIENCE) == 0
