"""Finds the image or text of a row: in a folder of files named by ids, or in an extra column.

Ids and cells come from untrusted files: names that lead out of the folder are rejected.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from inspector.core.arrays.arrow import text
from inspector.core.arrays.types import Ints
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.io.target import Inputs

ENDINGS = ("", ".jpg", ".jpeg", ".png", ".webp")
LONGEST_TEXT = 4000


@dataclass(frozen=True)
class ImageSource:
    """folder: of the images, or None; column: an extra column with paths or texts, or empty."""

    folder: Path | None = None
    column: str = ""

    def __bool__(self) -> bool:
        return self.folder is not None or bool(self.column)

    def name(self, evaluation: Evaluation, row: int) -> str:
        """The name of a row's image: its cell in the column, else its id."""
        if self.column in evaluation.table.extra:
            return str(evaluation.table.extra[self.column][row])
        return evaluation.table.id(row)

    def base(self, evaluation: Evaluation) -> Path | None:
        """The folder to search: the chosen one, else for a column of paths that of the truth file."""
        if self.folder is not None or self.column not in evaluation.table.extra:
            return self.folder
        return Path(evaluation.pair.truth.sheet.name).absolute().parent

    def text(self, evaluation: Evaluation, row: int) -> str:
        """The row's cell as text, cut at LONGEST_TEXT characters; empty without a column."""
        if self.column not in evaluation.table.extra:
            return ""
        text = self.name(evaluation, row)
        left = len(text) - LONGEST_TEXT
        return text if left <= 0 else f"{text[:LONGEST_TEXT]} … and {left:,} more characters"


@dataclass(frozen=True)
class Pictures:
    """The pictures of all rows: open files, which are not overwritten."""

    evaluation: Evaluation
    source: ImageSource

    def is_at(self, status: os.stat_result) -> bool:
        """Whether this is the status of a row's picture, under whatever name."""
        base = self.source.base(self.evaluation)
        if base is None:
            return False
        column = self.evaluation.table.extra.get(self.source.column, self.evaluation.table.ids)
        names = {ending: pc.binary_join_element_wise(column, text(ending), text("")) for ending in ENDINGS}
        found = (name for folder in _folders(column) for name in _names_of(base, folder, status))
        return any(pc.index(cells, text(name)).as_py() >= 0 for name in found for cells in names.values())


def inputs_of(evaluation: Evaluation, source: ImageSource) -> Inputs:
    """The open files: those of the pair, and the pictures of its rows."""
    return {**evaluation.pair.inputs, **({"picture of a row": Pictures(evaluation, source)} if source else {})}


def _folders(column: pa.StringArray) -> list[str]:
    """The folders that names are in, each once and with a slash at its end; empty for none."""
    folders: list[str] = pc.unique(pc.replace_substring_regex(column, "[^/]*$", "")).to_pylist()
    return folders


def _names_of(base: Path, folder: str, status: os.stat_result) -> Iterator[str]:
    """The names of a file in a folder, with the folder before them."""
    if folder and not _stays_inside(folder):
        return
    with contextlib.suppress(OSError, ValueError), os.scandir(base / folder) as entries:
        for entry in entries:
            if entry.inode() == status.st_ino or entry.is_symlink():
                with contextlib.suppress(OSError):
                    if os.path.samestat(Path(entry.path).stat(), status):
                        yield folder + entry.name


def find(folder: Path, name: str) -> Path | None:
    """The file of this name in a folder, with or without one of ENDINGS; None if there is none inside the folder."""
    if not _stays_inside(name):
        return None
    for ending in ENDINGS:
        path = folder / (name + ending)
        try:
            if path.is_file():
                return path
        except (OSError, ValueError):  # too long for the file system, or not allowed
            return None
    return None


def examples(evaluation: Evaluation, label: str, most: int, besides: int) -> Ints:
    """int64: the first `most` rows whose truth has a label, except the row `besides`."""
    truth, code = evaluation.table.truth, evaluation.table.vocab.find(label)
    indices = np.flatnonzero(truth.codes == code)[: most + 1]
    rows = truth.list_of(indices)
    chosen: Ints = rows[rows != besides][:most]
    return chosen


def _stays_inside(name: str) -> bool:
    """Whether a path stays inside its folder, by both POSIX and Windows rules."""
    if not name.strip() or "\0" in name:
        return False
    return not any(
        path.is_absolute() or path.drive or path.root or ".." in path.parts
        for path in (PurePosixPath(name), PureWindowsPath(name))
    )
