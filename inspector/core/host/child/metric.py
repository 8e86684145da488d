"""The script once it is loaded: calling its `score`, and putting into words what goes wrong."""

from __future__ import annotations

import importlib.util
import linecache
import math
import os
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

Frames: TypeAlias = tuple[pd.DataFrame, pd.DataFrame]

_MODULE = "host_metric"
_STAND_IN = "kaggle_metric_utilities"
_MOST_WORDS, _MOST_DETAILS = 2_000, 20_000


@dataclass(eq=False)
class Failed(Exception):  # noqa: N818, an answer rather than an error
    """Why there is no number; the fields are those of `HostError`. line: of the script."""

    failure: str
    what: str = ""
    details: str = ""
    line: int | None = None


class Metric:
    """A loaded script."""

    def __init__(self, text: str, path: str) -> None:
        """Run the file's top level. Raises Failed."""
        self._module, self._process, self._path = ModuleType(_MODULE), os.getpid(), path
        self._module.__file__ = path
        sys.modules[_MODULE] = self._module
        sys.modules[_STAND_IN] = _stand_in()
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)
        try:
            exec(compile(text, path, "exec", dont_inherit=True), self._module.__dict__)  # noqa: S102, agreed to
        except BaseException as error:
            self._leave_forks()
            raise self._failed(error) from None

    def score(self, frames: Frames, id_name: str, arguments: Mapping[str, Any]) -> float:
        """A call. Raises Failed."""
        try:
            value = self._module.score(*frames, id_name, **arguments)
        except BaseException as error:
            self._leave_forks()
            raise self._failed(error) from None
        self._leave_forks()
        return _number(value)

    def _leave_forks(self) -> None:
        """A process that the script forked and that came back here does not answer."""
        if os.getpid() != self._process:
            os._exit(0)

    def _failed(self, error: BaseException) -> Failed:
        name, words, line = type(error).__name__, _words(error), self._line(error)
        if name == "ParticipantVisibleError":
            return Failed("refused", words or name, line=line)
        if isinstance(error, MemoryError):
            return Failed("too-much", "", self._details(error), line)
        return Failed("failed", f"{name}: {words}" if words else name, self._details(error), line)

    def _line(self, error: BaseException) -> int | None:
        """The innermost line of the script."""
        lines = [number for frame, number in traceback.walk_tb(error.__traceback__) if self._is_own(frame)]
        return lines[-1] if lines else None

    def _is_own(self, frame: FrameType) -> bool:
        return frame.f_code.co_filename == self._path

    def _details(self, error: BaseException) -> str:
        """The traceback from where the script begins."""
        trace = error.__traceback__
        while trace is not None and not self._is_own(trace.tb_frame):
            trace = trace.tb_next
        try:
            text = "".join(traceback.format_exception(type(error), error, trace))
        except Exception:  # what the script's own error does with its text
            text = type(error).__name__
        return text if len(text) <= _MOST_DETAILS else f"{text[: _MOST_DETAILS // 2]}\n…\n{text[-_MOST_DETAILS // 2 :]}"


def _words(error: BaseException) -> str:
    try:
        return str(error)[:_MOST_WORDS]
    except Exception:
        return ""


def _number(value: object) -> float:
    """The score as a number. Raises Failed for what is none, as the host requires a finite one."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | float | np.integer | np.floating):
        raise Failed("no-number", _kind(value))
    try:
        number = float(value)
    except OverflowError:
        raise Failed("no-number", "a number that is too large") from None
    if not math.isfinite(number):
        raise Failed("no-number", "NaN" if math.isnan(number) else "an infinite number")
    return number


def _kind(value: object) -> str:
    if value is None or isinstance(value, bool | np.bool_):
        return str(value)
    if isinstance(value, str):
        return f"the text {value[:60]!r}"
    return f"a {type(value).__name__}"


def _stand_in() -> ModuleType:
    path = Path(__file__).with_name(f"{_STAND_IN}.py")
    spec = importlib.util.spec_from_file_location(_STAND_IN, path)
    assert spec is not None and spec.loader is not None  # noqa: S101, a file of this package
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
