"""Exit status, one message per error, and no unneeded imports."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from terminal.process import python

import inspector


def on_display(display: dict[str, str], *args: str) -> subprocess.CompletedProcess[str]:
    """Run the program on a display, in a separate process because Qt would abort this one."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    env = {name: value for name, value in os.environ.items() if name not in hidden}
    return python("-m", "inspector", *args, env=env | display)


def without_display(*args: str) -> subprocess.CompletedProcess[str]:
    done = on_display({}, *args)
    assert done.stderr.count("\n") == 1, done.stderr
    assert "no display" in done.stderr
    return done


@pytest.mark.slow
def test_demo_without_a_display_prints_the_report_and_exits_with_0() -> None:
    done = without_display("demo", "humpback", "--constant")
    assert (done.returncode, "MAP@5       0.38444330533759" in done.stdout) == (0, True)
    assert "--screenshot" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", [["open"], []], ids=["open", "no command"])
def test_open_without_a_display_prints_the_report_and_exits_with_2(files, command) -> None:
    done = without_display(*command, *files)
    assert (done.returncode, "first hit" in done.stdout) == (2, True)


@pytest.mark.parametrize("command", [["open"], []], ids=["open", "no command"])
def test_opening_nothing_without_a_display_says_why_there_is_no_window(command) -> None:
    done = without_display(*command)
    assert (done.returncode, done.stdout) == (2, "")


DEAD_DISPLAYS = {
    "x11": {"DISPLAY": ":7654"},
    "x11 chosen": {"DISPLAY": ":7654", "QT_QPA_PLATFORM": "xcb"},
    "wayland": {"WAYLAND_DISPLAY": "gone", "XDG_RUNTIME_DIR": "/nowhere"},
    "both": {"DISPLAY": ":7654", "WAYLAND_DISPLAY": "gone", "QT_QPA_PLATFORM": "wayland;xcb"},
}


@pytest.mark.slow
@pytest.mark.parametrize("display", DEAD_DISPLAYS)
def test_a_display_that_cannot_be_reached_is_as_none(files, display: str) -> None:
    done = on_display(DEAD_DISPLAYS[display], "open", *files)
    assert (done.returncode, "first hit" in done.stdout) == (2, True)
    assert re.match(r"The display (:7654|gone|gone or :7654) cannot be reached .*--screenshot.*\n$", done.stderr)


def test_a_platform_that_qt_does_not_have_is_an_error_and_no_abort() -> None:
    done = on_display({"QT_QPA_PLATFORM": "nonsense"})
    assert (done.returncode, done.stderr.startswith("Error: ")) == (2, True)


@pytest.mark.slow
def test_a_picture_that_cannot_be_written_says_why(files, tmp_path) -> None:
    done = on_display({}, "open", *files, "--screenshot", str(tmp_path / "gone" / "a.png"))
    said = "the file cannot be written: No such file or directory. No file was changed. Choose another folder.\n"
    assert (done.returncode, done.stderr) == (2, f"Error: {tmp_path / 'gone' / 'a.png'}: {said}")
    done = on_display({}, "open", *files, "--screenshot", str(tmp_path / "a.nope"))
    assert (done.returncode, done.stderr.endswith("Expected: a name that ends in .png or .jpg.\n")) == (2, True)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["score", "TRUTH", "missing.csv"], "missing.csv: there is no such file."),
        (["score", "TRUTH"], "does not contain both"),
        (["score", "TRUTH", "EMPTY"], "empty.csv: the file is empty."),
        (["score", "TRUTH", "SUBMISSION", "-m", "map@0"], "cut at 0"),
        (["score", "TRUTH", "SUBMISSION", "-m", "mpa@5"], "Did you mean map?"),
        (["score", "TRUTH", "SUBMISSION", "-m", "map(missing=error)@5"], "absent from the submission"),
        (["score", "TRUTH", "SUBMISSION", "-m", "map@3000000000"], "cut at"),
        (["score", "TRUTH", "SUBMISSION", "--id-column", "nope"], "nope"),
        (["rows", "TRUTH", "SUBMISSION", "--sort", "nope"], "nope"),
        (["rows", "TRUTH", "SUBMISSION", "--sort", "extra:nope"], "nope"),
        (["rows", "TRUTH", "SUBMISSION", "-o", "/nowhere/o.csv"], "/nowhere/o.csv: the file cannot be written"),
        (["rows", "TRUTH", "SUBMISSION", "-o", "/nowhere/o.parquet"], "/nowhere/o.parquet: the file cannot be written"),
        (["rows", "TRUTH", "SUBMISSION", "--worst", "-1"], "--worst"),
        (["explain", "TRUTH", "SUBMISSION", "--id", "zz"], "no row has the id 'zz'"),
        (["demo", "nope"], "humpback"),
        (["open", "TRUTH", "missing.csv"], "missing.csv: there is no such file."),
        (["open", "TRUTH", "SUBMISSION", "nothing/*.csv"], "there is no further file here"),
        (["nope.csv"], "nope.csv: there is no such file."),
        (["nope.csv", "SUBMISSION"], "nope.csv: there is no such file."),
        (["folder/nope", "SUBMISSION"], "folder/nope: there is no such file."),
        (["scoer"], "No such command or file 'scoer'"),
        (["scoer", "TRUTH", "SUBMISSION"], "No such command or file 'scoer'"),
    ],
)
def test_bad_usage_and_bad_input_exit_with_2_and_one_message(run, files, tmp_path, arguments, says) -> None:
    (tmp_path / "empty.csv").touch()
    names = {"TRUTH": files[0], "SUBMISSION": files[1], "EMPTY": str(tmp_path / "empty.csv")}
    status, out, err = run(*(names.get(argument, argument) for argument in arguments))
    assert (status, out) == (2, "")
    assert says in err
    assert err.count("Error: ") == 1


def test_a_custom_separator_can_be_given(run, tmp_path) -> None:
    (tmp_path / "p.csv").write_text("id,label\na,x/y\nb,z\n")
    status, out, _ = run("score", tmp_path / "p.csv", tmp_path / "p.csv", "-m", "map@5", "--separator", "/")
    assert (status, "MAP@5       1.0" in out) == (0, True)


LOADED = """
import sys
from inspector.cli import main
try:
    main()
finally:
    print(sorted(set(sys.modules) & {"PySide6", "pyqtgraph", "pandas", "inspector.ui"}), file=sys.stderr)
"""


@pytest.mark.slow
@pytest.mark.parametrize("command", ["score", "rows", "check"])
def test_a_command_of_the_terminal_loads_neither_qt_nor_pandas(files, command: str) -> None:
    done = python("-c", LOADED, command, *files, "-m", "map@5")
    assert done.stderr == "[]\n"
    assert done.stdout


@pytest.mark.slow
def test_the_module_runs_the_program_without_warnings(files) -> None:
    done = python("-m", "inspector", "score", *files, "-m", "map@5", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["overall"] == 0.375


@pytest.mark.slow
def test_a_closed_output_pipe_is_no_error(tmp_path) -> None:
    for name in ("t.csv", "s.csv"):
        (tmp_path / name).write_text("id,label\n" + "".join(f"{row},x\n" for row in range(50_000)))
    arguments = [sys.executable, "-m", "inspector", "rows", str(tmp_path / "t.csv"), str(tmp_path / "s.csv")]
    home = Path(inspector.__file__).parents[1]
    with subprocess.Popen(
        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=home, env={**os.environ}
    ) as process:
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


PRINTING = {
    "help": ["--help"],
    "help of a command": ["score", "--help"],
    "metrics": ["metrics"],
    "samples": ["demo"],
    "score": ["score", "TRUTH", "SUBMISSION"],
    "rows": ["rows", "TRUTH", "SUBMISSION"],
    "check": ["check", "TRUTH", "SUBMISSION", "--json"],
}


def into(redirection: str, command: str, files: tuple[str, str]) -> subprocess.CompletedProcess[str]:
    """A command whose output a shell redirects."""
    arguments = [{"TRUTH": files[0], "SUBMISSION": files[1]}.get(argument, argument) for argument in PRINTING[command]]
    line = shlex.join([sys.executable, "-m", "inspector", *arguments])
    home = Path(inspector.__file__).parents[1]
    return subprocess.run(["bash", "-c", f"set -o pipefail; {line} {redirection}"], capture_output=True, cwd=home)


@pytest.mark.slow
@pytest.mark.parametrize("command", PRINTING)
def test_output_onto_a_full_disk_is_an_error(files, command: str) -> None:
    done = into(">/dev/full", command, files)
    assert (done.returncode, done.stderr) == (2, b"Error: the output cannot be written: No space left on device.\n")


@pytest.mark.slow
@pytest.mark.parametrize("command", ["rows", "check"])
def test_output_that_is_closed_is_not_written(files, command: str) -> None:
    done = into(">&-", command, files)
    assert (done.returncode, done.stderr) == (int(command == "check"), b"")


@pytest.mark.slow
@pytest.mark.parametrize(("command", "status"), [("score", 0), ("metrics", 0), ("check", 1)])
def test_a_reader_that_ends_early_does_not_change_the_status(files, command: str, status: int) -> None:
    done = into("| true", command, files)
    assert (done.returncode, done.stderr) == (status, b"")
