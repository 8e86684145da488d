"""What the user agreed to run: a file of this path with this content. Without an agreement no process can start."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspector.core.errors import InputError
from inspector.core.files.io.draft import remove_drafts, replacing
from inspector.core.host.script import Script

_FORMAT = {"format": "submission-inspector agreement", "version": 1}
_KEY = object()


def agreements_folder() -> Path:
    """The folder of what the user agreed to."""
    import platformdirs  # imported late: few runs look there

    return platformdirs.user_data_path("submission-inspector") / "agreements"


class Agreement:
    """That this content may be run; only `Agreements` makes one. What runs is its text, not what the file is then."""

    def __init__(self, script: Script, key: object = None) -> None:
        if key is not _KEY:
            raise TypeError("an agreement is given by Agreements.give, and found by Agreements.find")
        self._script = script

    @property
    def script(self) -> Script:
        """What was agreed to."""
        return self._script


@dataclass(frozen=True)
class Agreements:
    """The agreements in a folder, a file for each path; there is no folder before the first one."""

    folder: Path

    @classmethod
    def of_user(cls) -> Agreements:
        """Those of the user of this program."""
        return cls(agreements_folder())

    def find(self, script: Script) -> Agreement | None:
        """The agreement for this path with this content, None if the user has to be asked."""
        try:
            kept: Any = json.loads(self._file(script.path).read_bytes())
        except (OSError, ValueError, RecursionError):
            return None
        wanted = {**_FORMAT, "path": str(script.path), "digest": script.digest}
        return Agreement(script, _KEY) if kept == wanted else None

    def has_path(self, path: Path) -> bool:
        """Whether the user has agreed to some content of this path."""
        return self._file(path).exists()

    def give(self, script: Script, *, kept: bool = True) -> Agreement:
        """The user agrees. kept: also for later runs of the program. Raises InputError if it cannot be kept."""
        if kept:
            self._keep(script)
        return Agreement(script, _KEY)

    def forget(self, path: Path) -> None:
        """Ask again before the file of this absolute path is run. Raises InputError if that cannot be written."""
        try:
            self._file(path).unlink(missing_ok=True)
        except OSError as error:
            raise InputError(f"the agreement cannot be taken back: {error.strerror}", path) from None

    def _keep(self, script: Script) -> None:
        file = self._file(script.path)
        content = json.dumps({**_FORMAT, "path": str(script.path), "digest": script.digest}, ensure_ascii=True)
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            remove_drafts(self.folder)
            with replacing(file) as draft:
                draft.write(content.encode())
        except OSError as error:
            hint = "The metric can be run this once"
            raise InputError(f"the agreement cannot be kept: {error.strerror}", file, hint=hint) from None

    def _file(self, path: Path) -> Path:
        return self.folder / f"{hashlib.sha256(os.fsencode(path)).hexdigest()[:32]}.json"
