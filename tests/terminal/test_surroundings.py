"""The program in other surroundings: locales, and folders of the user that are missing, read-only or full."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from terminal.process import python

LOCALES = {
    "tr_TR.UTF-8": ("tr_TR", "UTF-8"),
    "tr_TR.ISO-8859-9": ("tr_TR", "ISO-8859-9"),
    "de_DE.UTF-8": ("de_DE", "UTF-8"),
    "ja_JP.eucJP": ("ja_JP", "EUC-JP"),
    "C": None,
}
# What Qt says of its own accord; it goes on in UTF-8.
_QT_SAYS = ("Detected locale", "Qt depends on a UTF-8 locale", "If this causes problems", "for more information.")


@pytest.fixture(scope="module")
def locales(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of locales, which few systems have installed."""
    folder = tmp_path_factory.mktemp("locales")
    if shutil.which("localedef") is None or not Path("/usr/share/i18n/locales/tr_TR").exists():
        pytest.skip("no localedef, or no sources of locales (Debian: apt-get install locales)")
    for name, (language, encoding) in filter(lambda entry: entry[1], LOCALES.items()):
        subprocess.run(["localedef", "-i", language, "-f", encoding, str(folder / name)], check=True)
    return folder


@pytest.fixture(params=LOCALES)
def locale(locales, request: pytest.FixtureRequest) -> dict[str, str]:
    """The environment of a user of this locale."""
    return {**os.environ, "LOCPATH": str(locales), "LC_ALL": request.param, "PYTHONUTF8": "0"}


def test_the_window_is_drawn_in_any_locale(locale, files, tmp_path) -> None:
    done = python("-m", "inspector", "open", *files, "--screenshot", str(tmp_path / "a.png"), env=locale)
    told = [line for line in done.stderr.splitlines() if not line.startswith(_QT_SAYS)]
    assert (done.returncode, told) == (0, [])
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


def test_labels_that_the_locale_cannot_write_are_printed(locale, tmp_path) -> None:
    for name in ("t.csv", "s.csv"):
        (tmp_path / name).write_text("id,label\nr1,\u6f22\U0001f600\nr2,y\n", "utf-8")
    pair = str(tmp_path / "t.csv"), str(tmp_path / "s.csv"), "-m", "map@1"
    done = python("-m", "inspector", "explain", *pair, "--id", "r1", env=locale)
    assert (done.returncode, done.stderr, "1.0" in done.stdout) == (0, "", True)
