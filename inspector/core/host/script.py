"""The Python file of a host's metric, read as text: what it says of itself. Nothing of it is run here."""

from __future__ import annotations

import ast
import hashlib
import inspect
import os
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from inspector.core.errors import InputError, shorten
from inspector.core.host.direction import guess_lower_is_better
from inspector.core.host.extras import Extra, Value, extras_of
from inspector.core.path import path_error

_MOST_BYTES = 1 << 20
_EXPECTED = "def score(solution, submission, row_id_column_name, ...)"


@dataclass(frozen=True)
class Script:
    """A metric's file at one moment.

    path: absolute; text: its content; digest: sha256 of its bytes, in hex; about: the docstring of `score`, or else of
    the file, "" without one; extras: the further parameters of `score`; lower_is_better: guessed from names, None if
    they say nothing.
    """

    path: Path
    text: str
    digest: str
    about: str
    extras: tuple[Extra, ...]
    lower_is_better: bool | None

    @classmethod
    def read(cls, path: Path | str) -> Script:
        """Read a file. Raises InputError if there is none, or no `score` in it that takes what hosts hand over."""
        path = Path(os.path.abspath(path))  # noqa: PTH100, links stay: the user agreed to this name
        data = _bytes(path)
        text = _decoded(data, path)
        module = _parsed(text, path)
        function = _score(module, path)
        about = ast.get_docstring(function) or ast.get_docstring(module) or ""
        digest, guessed = hashlib.sha256(data).hexdigest(), guess_lower_is_better(path.stem, module)
        return cls(path, text, digest, inspect.cleandoc(about), extras_of(function), guessed)

    def arguments(self, typed: Mapping[str, Value]) -> dict[str, Value]:
        """The further arguments of a call, those that differ from the default. Raises InputError.

        Refused are names that `score` does not have, and a parameter without a default that got no value.
        """
        known = {extra.name: extra for extra in self.extras}
        for name in typed:
            if name not in known:
                expected = " | ".join(known) or "no further parameters"
                raise InputError(f"score has no parameter {shorten(name)}", self.path, expected=expected)
        for extra in self.extras:
            if extra.required and extra.name not in typed:
                hint = f"Name it in parentheses: {self.path.name}({extra.name}=...)"
                raise InputError(f"score needs a value for {extra.name}", self.path, None, "", extra.expected, hint)
        return {name: value for name, value in typed.items() if known[name].required or value != known[name].default}


def _bytes(path: Path) -> bytes:
    """The content. Raises InputError, also for what is no regular file: a pipe would block."""
    try:
        if not path.is_file():
            what = "this is no file" if path.exists() else "there is no such file"
            raise InputError(what, path, expected="a Python file with a function score", hint="Check the name")
        with path.open("rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise path_error("the metric cannot be read", path, error) from None
    if len(data) > _MOST_BYTES:
        expected = f"at most {_MOST_BYTES:,} bytes of Python"
        raise InputError("the file is too large for a metric", path, expected=expected)
    return data


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line, found = data[: error.start].count(b"\n") + 1, f"the byte 0x{data[error.start]:02X}"
        hint = "Save the file as UTF-8"
        raise InputError("the metric is not UTF-8 text", path, line, found, "Python in UTF-8", hint) from None


def _parsed(text: str, path: Path) -> ast.Module:
    try:
        with warnings.catch_warnings():  # such as of "\d", which is no reason to refuse it
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        found = shorten((error.text or "").strip())
        what = f"the metric is not valid Python: {error.msg}"
        raise InputError(what, path, error.lineno, found if error.text else "") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise InputError("the metric is not valid Python", path, found=shorten(str(error))) from None


def _score(module: ast.Module, path: Path) -> ast.FunctionDef:
    """The last definition of `score`, which is the one that counts. Raises InputError."""
    function = None
    for node in _top_level(module.body):
        if getattr(node, "name", "") == "score" and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            function = node
    if function is None:
        raise InputError("the file has no function score", path, expected=_EXPECTED)
    if isinstance(function, ast.AsyncFunctionDef):
        raise InputError("score is an async function", path, function.lineno, expected=_EXPECTED)
    given = function.args
    if len(given.posonlyargs) + len(given.args) < 3 and given.vararg is None:
        found = f"def score({ast.unparse(given)})"
        hint = "The first three parameters are what the host hands over"
        raise InputError("score takes too few parameters", path, function.lineno, shorten(found), _EXPECTED, hint)
    return function


def _top_level(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module, also those in a `try` or an `if`."""
    for node in body:
        yield node
        for inner in ("body", "orelse", "finalbody"):
            if isinstance(node, ast.If | ast.Try | ast.With):
                yield from _top_level(getattr(node, inner, []))
