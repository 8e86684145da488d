"""A built-in sample: a pair like that of a real contest, generated on first use and cached."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import platformdirs

from inspector.core.errors import InputError

_EDITION = "2"


@dataclass(frozen=True)
class Sample:
    """A generated pair. `write(folder)` of the module with its name writes truth.csv, a file for each submission, and
    constant.csv, the constant prediction.

    profile: percent of the rows in ten ranges of the score, from 0 to the highest; submissions: the names of its
    submissions, of which the first is opened and the others are added.
    """

    name: str
    title: str
    story: str
    metric: str
    profile: tuple[int, ...]
    submissions: tuple[str, ...] = ("submission",)

    def files(self) -> tuple[Path, ...]:
        """The truth and the submissions, which are generated if missing. Raises InputError."""
        folder = self.folder()
        return tuple(folder / f"{name}.csv" for name in ("truth", *self.submissions))

    def folder(self) -> Path:
        """The folder with the sample's files, which are generated if missing. Raises InputError."""
        home = _home()
        folder = home / f"{self.name}-{_EDITION}"
        if not folder.is_dir():
            self._make(home, folder)
        return folder

    def _make(self, home: Path, folder: Path) -> None:
        draft: Path | None = None
        try:
            home.mkdir(parents=True, exist_ok=True)
            draft = Path(tempfile.mkdtemp(dir=home))
            import_module(f"inspector.core.samples.{self.name}").write(draft)
            draft.rename(folder)
        except OSError as error:
            if draft is not None:
                shutil.rmtree(draft, ignore_errors=True)
            if folder.is_dir():  # another process made it in the meantime
                return
            hint = "Make room there, or set XDG_CACHE_HOME to another folder"
            raise InputError(f"the sample cannot be written: {error.strerror}", home, hint=hint) from None


def write_table(path: Path, header: str, ids: Sequence[str], cells: Sequence[str]) -> None:
    """Write a CSV file with two columns."""
    write_columns(path, header, [ids, cells])


def write_columns(path: Path, header: str, columns: Sequence[Sequence[str]]) -> None:
    """Write a CSV file of columns of n cells each, none of which needs quotes."""
    lines = "".join(",".join(cells) + "\n" for cells in zip(*columns, strict=True))
    path.write_text(f"{header}\n{lines}", encoding="utf-8")


def is_sample(folder: Path) -> bool:
    """Whether a folder is one of those that hold the files of samples."""
    return folder.parent == _home()


def _home() -> Path:
    return platformdirs.user_cache_path("submission-inspector") / "samples"
