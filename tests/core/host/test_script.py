"""What a metric's file says of itself is read without running it, and what is no metric is a message."""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import pytest
from core.host.scripts import AUC, MAP_AT_K, RMSE
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector.core.errors import InputError
from inspector.core.host.extras import Extra
from inspector.core.host.process import folders
from inspector.core.host.script import Script

SCORE = "def score(solution, submission, row_id_column_name"


def script(folder: Path, content: str | bytes, name: str = "metric.py") -> Script:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return Script.read(path)


def test_a_metric_is_read_and_not_run(tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    text = RMSE + f"\nopen({str(marker)!r}, 'w')\n"
    read = script(tmp_path, text)
    assert (read.path, read.text) == (tmp_path / "metric.py", text)
    assert read.digest == hashlib.sha256(text.encode()).hexdigest()
    assert read.about == "Root of the mean squared error."
    assert not marker.exists()


def test_the_docstring_of_the_file_stands_in(tmp_path: Path) -> None:
    assert script(tmp_path, f'"""Of the file.\n\n    More."""\n{SCORE}): ...').about == "Of the file.\n\nMore."
    assert script(tmp_path, f"{SCORE}): ...").about == ""


@pytest.mark.parametrize(
    ("parameter", "extra"),
    [
        ("k: int = 5", Extra("k", "whole", 5)),
        ("k=5", Extra("k", "whole", 5)),
        ("eps: float = 1e-15", Extra("eps", "number", 1e-15)),
        ("eps: float = 10**-15", Extra("eps", "number", 1e-15)),
        ("eps: float = 1 / 4 - 2 * 3 + 1", Extra("eps", "number", -4.75)),
        ("eps: float = 9**9**9**9", Extra("eps", "other")),
        ("eps: float = " + " * ".join(["9**99"] * 9), Extra("eps", "other")),
        ("eps: float = 1 / 0", Extra("eps", "other")),
        ("eps: float = 1 + 'a'", Extra("eps", "other")),
        ("eps: float = -1", Extra("eps", "number", -1)),
        ("column: str = 'w'", Extra("column", "text", "w")),
        ("column: Optional[str] = None", Extra("column", "text", None, optional=True)),
        ("column: str | None = None", Extra("column", "text", None, optional=True)),
        ("column: 'typing.Optional[str]' = 'a'", Extra("column", "text", "a", optional=True)),
        ("column: str = None", Extra("column", "text", None, optional=True)),
        ("power: Union[int, float] = 2", Extra("power", "number", 2)),
        ("flag: bool = True", Extra("flag", "bool", True)),
        ("way: Literal['a', 'b'] = 'a'", Extra("way", "choice", "a", choices=("a", "b"))),
        ("way: typing.Literal[1, None] = 1", Extra("way", "choice", 1, optional=True, choices=(1, None))),
        ("beta: float", Extra("beta", "number", required=True)),
        ("*, beta: float", Extra("beta", "number", required=True)),
        ("*, beta: float = 2.0", Extra("beta", "number", 2.0)),
        ("names: list = [1]", Extra("names", "other")),
        ("top: float = np.inf", Extra("top", "other")),
        ("odd: 'a b' = 1", Extra("odd", "other", 1)),
        ("anything=None", Extra("anything", "other", None, optional=True)),
    ],
)
def test_further_parameters_are_known_by_kind(tmp_path: Path, parameter: str, extra: Extra) -> None:
    assert script(tmp_path, f"{SCORE}, {parameter}): ...").extras == (extra,)


@given(value=st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text()))
def test_values_are_read_as_they_were_written(value) -> None:
    kind = {bool: "bool", int: "whole", float: "number", str: "text"}[type(value)]
    extra = Extra("x", kind, choices=())
    if isinstance(value, str):
        value = value.strip()
    if abs(value) < 10**299 if isinstance(value, int) else True:
        assert extra.read(extra.write(value)) == value


@pytest.mark.parametrize(
    ("extra", "text"),
    [
        (Extra("k", "whole"), "five"),
        (Extra("k", "whole"), "9" * 5000),
        (Extra("k", "number"), "nan"),
        (Extra("k", "bool"), "maybe"),
        (Extra("k", "choice", "a", choices=("a", "b")), "c"),
        (Extra("k", "other"), "1"),
        (Extra("k", "whole"), ""),
    ],
)
def test_other_values_are_refused_with_what_is_expected(extra: Extra, text: str) -> None:
    with pytest.raises(InputError, match="k cannot be") as raised:
        extra.read(text)
    assert raised.value.expected == extra.expected


def test_arguments_are_what_differs_from_the_defaults(tmp_path: Path) -> None:
    read = script(tmp_path, f"{SCORE}, k: int = 5, *, beta: float): ...")
    assert read.arguments({"k": 5, "beta": 1.0}) == {"beta": 1.0}
    assert read.arguments({"k": 3, "beta": 1.0}) == {"k": 3, "beta": 1.0}
    with pytest.raises(InputError, match="no parameter 'q'"):
        read.arguments({"q": 1, "beta": 1.0})
    with pytest.raises(InputError, match="needs a value for beta"):
        read.arguments({"k": 3})


@pytest.mark.parametrize(
    ("content", "words", "line"),
    [
        (b"", "no function score", None),
        (b"def metric(a, b, c): ...", "no function score", None),
        (b"class A:\n  def score(a, b, c): ...", "no function score", None),
        (b"x = 1\ndef score(solution, submission): ...", "too few parameters", 2),
        (b"async def score(a, b, c): ...", "async", 1),
        (b"a = 1\ndef score(:\n", "not valid Python", 2),
        (b"a = '\0'\n", "not valid Python", None),
        (b"# caf\xe9\n", "not UTF-8", 1),
        (b"(" * 100_000, "not valid Python", None),
        (b"#" * ((1 << 20) + 1), "too large", None),
    ],
)
def test_a_file_that_is_no_metric_is_a_message(tmp_path: Path, content: bytes, words: str, line: int | None) -> None:
    with pytest.raises(InputError, match=words) as raised:
        script(tmp_path, content)
    assert raised.value.file == tmp_path / "metric.py"
    assert line is None or raised.value.line == line


@pytest.mark.parametrize("name", ["missing.py", "", "a\0b", "x" * 300])
def test_a_path_without_a_file_is_a_message(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError):
        Script.read(tmp_path / name)


def test_a_definition_in_a_try_or_with_any_arguments_counts(tmp_path: Path) -> None:
    assert script(tmp_path, f"try:\n    pass\nexcept ImportError:\n    pass\nelse:\n    {SCORE}, k=1): ...").extras
    assert script(tmp_path, "def score(*everything): ...").extras == ()
    assert script(tmp_path, f"\ufeff{SCORE}): ...").extras == ()


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=80))
def test_no_bytes_are_more_than_a_message(tmp_path: Path, content: bytes) -> None:
    for head in (b"", SCORE.encode()):
        try:
            script(tmp_path, head + content)
        except InputError as error:
            assert str(error)


@pytest.mark.parametrize(
    ("name", "content", "is_lower"),
    [
        ("metric.py", RMSE, True),
        ("metric.py", f"{SCORE}):\n    '''Something else.'''", None),
        ("rmse.py", RMSE, True),
        ("weighted-log_loss.py", AUC, True),
        ("metric.py", AUC, False),
        ("metric.py", MAP_AT_K, False),
        ("metric.py", f"{SCORE}):\n    return sklearn.metrics.mean_absolute_error(1, 2)", True),
        ("metric.py", f"{SCORE}):\n    return mean_squared_error(1, 2) + r2(1)", None),
        ("metric.py", f"def kl_divergence(): ...\n{SCORE}):\n    return accuracy()", True),
        ("metric.py", f"{SCORE}):\n    treat_as_participant_error(list(map(str, [])))", None),
    ],
)
def test_the_direction_is_guessed_from_words(tmp_path: Path, name: str, content: str, is_lower: bool | None) -> None:
    assert script(tmp_path, content, name).lower_is_better is is_lower


def test_folders_to_import_from_leave_out_where_the_program_was_started(tmp_path: Path, monkeypatch) -> None:
    here, other = tmp_path / "here", tmp_path / "other"
    for folder in (here, other):
        folder.mkdir()
    monkeypatch.setattr(sys, "path", ["", str(here), str(other)])
    monkeypatch.chdir(here)
    assert folders() == [str(other)]
    monkeypatch.setattr(sys, "path", ["", "beside", str(other)])
    here.rmdir()
    assert folders() == [str(other)]
