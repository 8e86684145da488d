"""The program in other surroundings: locales, and folders of the user that are missing, read-only or full."""

from __future__ import annotations

import gzip
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from terminal import window
from terminal.process import python
from terminal.warm import Warm

import inspector
from inspector.core.recovery.journal import Journal
from inspector.core.task import drain

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


@pytest.mark.slow
def test_the_window_is_drawn_in_any_locale(locale, files, tmp_path) -> None:
    done = python("-m", "inspector", "open", *files, "--screenshot", str(tmp_path / "a.png"), env=locale)
    told = [line for line in done.stderr.splitlines() if not line.startswith(_QT_SAYS)]
    assert (done.returncode, told) == (0, [])
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_labels_that_the_locale_cannot_write_are_printed(locale, tmp_path) -> None:
    for name in ("t.csv", "s.csv"):
        (tmp_path / name).write_text("id,label\nr1,\u6f22\U0001f600\nr2,y\n", "utf-8")
    pair = str(tmp_path / "t.csv"), str(tmp_path / "s.csv"), "-m", "map@1"
    done = python("-m", "inspector", "explain", *pair, "--id", "r1", env=locale)
    assert (done.returncode, done.stderr, "1.0" in done.stdout) == (0, "", True)


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warm]:
    """Starts the program many times, in other surroundings."""
    warm = Warm(tmp_path_factory.mktemp("warm"))
    yield warm
    warm.close()


VARIABLES = {
    "home": ("HOME",),
    "folders": ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME"),
    "temporary": ("TMPDIR",),
}
# What is where the folder should be, and whether the program can make the folder.
PLACES = {"nothing": True, "a file": False, "nothing can be": False}


@pytest.fixture(params=VARIABLES)
def variables(request: pytest.FixtureRequest) -> tuple[str, ...]:
    return VARIABLES[request.param]


@pytest.fixture(params=PLACES)
def place(tmp_path, request: pytest.FixtureRequest) -> Path:
    (tmp_path / "file").touch()
    places = {"nothing": tmp_path / "no" / "such", "a file": tmp_path / "file", "nothing can be": Path("/proc/no")}
    return places[request.param]


@pytest.fixture
def surroundings(variables, place) -> dict[str, str]:
    """The environment of a user one of whose folders is not there."""
    hidden = VARIABLES["folders"] if variables == VARIABLES["home"] else ()
    return {name: value for name, value in os.environ.items() if name not in hidden} | dict.fromkeys(
        variables, str(place)
    )


@pytest.mark.slow
def test_a_sample_needs_its_cache_and_says_so(warm, surroundings, variables, place, tmp_path) -> None:
    done = warm.python("-m", "inspector", "demo", "plants", "--screenshot", str(tmp_path / "a.png"), env=surroundings)
    if variables == ("TMPDIR",) or place.name == "such":
        assert (done.returncode, done.stderr, (tmp_path / "a.png").exists()) == (0, "", True)
    else:
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert f"Error: {place}" in done.stderr
        assert "set XDG_CACHE_HOME to another folder" in done.stderr


@pytest.mark.slow
def test_a_window_says_when_edits_cannot_be_kept(warm, surroundings, variables, place, files) -> None:
    done = warm.python("-c", window.CODE, *files, env=surroundings)
    can_keep = variables == ("TMPDIR",) or place.name == "such"
    assert (done.returncode, done.stderr, done.stdout.endswith("closed\n")) == (0, "", True)
    assert ("unsaved edits cannot be written" in done.stdout) == (not can_keep)


FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))\n"


@pytest.mark.slow
def test_a_full_disk_is_named_when_a_file_cannot_be_unpacked(files, tmp_path) -> None:
    packed = tmp_path / "s.csv.gz"
    packed.write_bytes(gzip.compress(Path(files[1]).read_bytes()))
    done = python("-c", FULL + "from inspector.cli import main\nmain()", "score", files[0], str(packed))
    assert (done.returncode, "s.csv.gz: a temporary file cannot be written: " in done.stderr) == (2, True)
    assert done.stderr.endswith("Make room there, or set TMPDIR to another folder.\n")


@pytest.mark.slow
def test_a_window_on_a_full_disk_says_that_edits_cannot_be_kept(tmp_path) -> None:
    for name in ("truth.csv", "submission.csv"):
        (tmp_path / name).write_text("id,label\na,x\nb,y z\n")
    files = str(tmp_path / "truth.csv"), str(tmp_path / "submission.csv")
    env = {**os.environ, **{f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "STATE", "CACHE")}}
    done = python("-c", FULL + window.CODE, *files, env=env)
    assert (done.returncode, done.stderr, done.stdout.endswith("closed\n")) == (0, "", True)
    assert "unsaved edits cannot be written: File too large" in done.stdout


def test_a_warning_that_cannot_be_logged_prints_no_traceback(tmp_path) -> None:
    code = "import logging\nfrom inspector.ui.log_file import log_to_file\nwith log_to_file():\n"
    code += "    logging.getLogger('inspector').warning('a warning')\n"
    done = python("-c", FULL + code, env={**os.environ, "XDG_STATE_HOME": str(tmp_path)})
    assert (done.returncode, done.stderr) == (0, "")


NAMES = ("theme", "textScale", "geometry", "docks", "columns", "views", "recent", "written", "savedFilters")
NAMES += ("recentFilters", "illustrations")
DAMAGED = {
    "random bytes": bytes(range(256)) * 40,
    "brackets": b"[" * 100_000,
    "a number": b"-1e999",
    "numbers": b"[[1, 2], 3, null]",
    "a wrong type": b"@Variant(\\0\\0\\0\\x7f\\0\\0\\0\\x1)",
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", DAMAGED)
def test_damaged_settings_and_journals_hide_no_unsaved_edits(warm, damage, files, tmp_path) -> None:
    content, edits = DAMAGED[damage], tmp_path / "submission-inspector" / "edits"
    pair = inspector.open_pair(*files, "map@5")
    pair.edit("b", ["kept"])
    journal = Journal.of(edits, pair.evaluation)
    drain(journal.write(pair.evaluation.overlay, "map@5", pair.evaluation.overlay.rows))
    journal.close()
    head = journal.path.read_bytes().splitlines(keepends=True)[0]
    for number, damaged in enumerate((content, head + content, head[:-9], head + b'["a",["x"]]\n' + content)):
        (edits / f"{number}.jsonl").write_bytes(damaged)
    (edits.parent / "window.ini").write_bytes(
        b"[General]\n" + b"".join(b"%s=%s\n" % (name.encode(), content) for name in NAMES)
    )
    env = {**os.environ, "XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    done = warm.python("-c", window.CODE, *files, env=env)
    assert (done.returncode, done.stderr, done.stdout.endswith("closed\n")) == (0, "", True)
    assert "not saved" in done.stdout, done.stdout
    assert journal.path.exists()


@pytest.mark.slow
def test_settings_that_are_random_bytes_are_as_none(warm, files, tmp_path) -> None:
    folder = tmp_path / "submission-inspector"
    folder.mkdir()
    (folder / "window.ini").write_bytes(bytes(range(255, -1, -1)) * 40)
    done = warm.python("-c", window.CODE, *files, env={**os.environ, "XDG_CONFIG_HOME": str(tmp_path)})
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "closed\n")
