"""What was open beside unsaved edits, so that a crash leaves no other list, open submission or baseline behind."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.core.document.inspection import Inspection
from inspector.core.document.save import options_now
from inspector.core.files.options import Options
from inspector.core.path import located


@dataclass(frozen=True)
class Listed:
    """A submission of the list. path: None for one without a file; options: how the file is read."""

    name: str
    path: Path | None
    options: Options


@dataclass(frozen=True)
class Session:
    """The submissions in their order; opened, baseline: by name; is_guess: whether the metric was guessed."""

    listed: tuple[Listed, ...]
    opened: str = ""
    baseline: str = ""
    is_guess: bool = False

    @classmethod
    def now(cls, inspection: Inspection) -> Session:
        """What is open now."""
        listed = [
            Listed(one.name, one.path and located(one.path), options_now(one.evaluation.pair, one.saved))
            for one in inspection.submissions
        ]
        opened = inspection.open_submission.name
        return cls(tuple(listed), opened, inspection.baseline, inspection.evaluation.guessed)

    @classmethod
    def of(cls, content: Any) -> Session | None:
        """The session of its value in a journal; None for anything else, as of an older journal."""
        try:
            listed = tuple(
                Listed(str(name), None if path is None else path_of(path), Options.of(options))
                for name, path, options in content["listed"]
            )
            return cls(listed, str(content["open"]), str(content["baseline"]), content["guessed"] is True)
        except (KeyError, TypeError, ValueError, AttributeError):
            return None

    @property
    def as_dict(self) -> dict[str, object]:
        """The session as JSON values."""
        listed = [(one.name, None if one.path is None else str(one.path), one.options.as_dict) for one in self.listed]
        return {"listed": listed, "open": self.opened, "baseline": self.baseline, "guessed": self.is_guess}


def path_of(text: Any) -> Path:
    """The path of a text. Raises ValueError or TypeError unless it is absolute and a file can have it."""
    path = Path(text)
    if not path.is_absolute() or b"\0" in os.fsencode(path):
        raise ValueError
    return path
