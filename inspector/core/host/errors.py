"""The error of a host's metric, and its words: it refused the submission, failed, or its process ended."""

from __future__ import annotations

import contextlib
import signal
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from inspector.core.errors import InputError
from inspector.core.host.limits import MEMORY, SECONDS, Limits

# What went wrong: the metric refused the submission with a message for its participants; it failed; it returned
# something that is no number; its process ended by itself; it took too long, or too much memory.
Failure: TypeAlias = Literal["refused", "failed", "no-number", "ended", "too-long", "too-much"]

_RAISE = "If it needs that much, set the environment variable {} to a higher number"


@dataclass(eq=False)
class HostError(InputError):
    """A metric that gave no number. The next call starts a fresh process where this one has ended.

    details: the traceback, empty without one; remarks: what the metric printed.
    """

    failure: Failure = "failed"
    details: str = ""
    remarks: str = ""


def error_of(path: Path, answer: Mapping[str, Any], limits: Limits, printed: str = "") -> HostError:
    """The error for an answer without a number. The answer may be anybody's: nothing in it is relied on."""
    failure, what, details, line = (answer.get(name) for name in ("failure", "what", "details", "line"))
    words = " ".join(str(what or "").split()).removesuffix(".")
    at = line if isinstance(line, int) else None
    known: dict[str, tuple[Failure, str, str, str]] = {
        "refused": ("refused", f"the metric refuses the submission: {words}", "", ""),
        "no-number": ("no-number", f"the metric returned {words}", "a finite number", ""),
        "too-much": ("too-much", f"the metric took more than {limits.memory >> 20:,} MB of memory", "", MEMORY),
    }
    usual: tuple[Failure, str, str, str] = ("failed", f"the metric failed: {words}", "", "")
    kind, text, expected, variable = known.get(str(failure), usual)
    hint = _RAISE.format(variable) if variable else _hint(words)
    return HostError(
        text, path, at, expected=expected, hint=hint, failure=kind, details=str(details or ""), remarks=printed
    )


def error_of_end(path: Path, status: int | None, limits: Limits, printed: str = "") -> HostError:
    """The error for a process that ended with a status, or was ended because it took too long, None."""
    if status is None or status == -signal.SIGXCPU:
        what, hint = f"the metric took more than {limits.seconds:g} seconds", _RAISE.format(SECONDS)
        return HostError(what, path, hint=hint, failure="too-long", remarks=printed)
    what, hint = f"the metric's process has ended, {_ended(status)}", "The next call starts another one"
    return HostError(what, path, hint=hint, failure="ended", remarks=printed)


def _hint(words: str) -> str:
    if words.startswith("ModuleNotFoundError"):
        return "Install it where this program is installed. Files beside the metric are not imported"
    return ""


def _ended(status: int) -> str:
    if status >= 0:
        return f"by itself with exit status {status}"
    with contextlib.suppress(ValueError):
        return f"by the signal {signal.Signals(-status).name}"
    return f"by the signal {-status}"
