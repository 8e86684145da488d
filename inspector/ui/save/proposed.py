"""The names that are proposed for files to be written."""

from __future__ import annotations

import re
from itertools import chain, count
from pathlib import Path

from inspector.core.document.inspection import Inspection
from inspector.core.files.io.compression import Compression
from inspector.core.samples.sample import is_sample
from inspector.core.versions.version import Version

_UNNAMED = Path("submission.csv")
_LONGEST = 60
_EDITED = re.compile(r"(?<=.)-edited(-\d+)?$")


def beside_files(path: Path, inspection: Inspection) -> Path:
    """A proposed name in the folder it names, or else in that of the open submission, or of another file that is open.

    Never among the samples, where nobody would look for it: in the current folder instead.
    """
    truth = inspection.evaluation.pair.truth.sheet.source if inspection.is_open else None
    others = (one.path for one in (inspection.open_submission, *inspection.others)) if inspection.is_open else ()
    files = [path if path.name != str(path) else None, *others, truth.path if truth else None]
    folder = next((file.absolute().parent for file in files if file), Path())
    return (Path.cwd() if is_sample(folder) else folder) / path.name


def unnamed_path(name: str) -> Path:
    """Return the proposed name of a submission without a file."""
    return Path(f"{_safe(name)}.csv")


def edited_path(path: Path) -> Path:
    """Return the proposed name of an edited file: `sub_0.9-edited.csv.gz` for `sub_0.9.csv.gz`, or `-edited-2`."""
    plain, compression = _split(path)
    stem = _EDITED.sub("", plain.stem)
    ends = chain(["edited"], (f"edited-{number}" for number in count(2)))
    names = (path.with_name(f"{stem}-{end}{plain.suffix}{compression}") for end in ends)
    return next(name for name in names if not name.exists())


def version_path(version: Version, what: str) -> Path:
    """Return the proposed name of a version, beside its file: `sub-before lunch.csv`."""
    source = version.pair.submission.sheet.source
    path = source.path if source else _UNNAMED
    plain, compression = _split(path)
    return path.with_name(f"{plain.stem}-{_safe(what) or 'version'}{plain.suffix}{compression}")


def _split(path: Path) -> tuple[Path, str]:
    """The path without the suffix of its compression, and that suffix, empty for none."""
    compression = path.suffix if Compression.of_path(path) else ""
    return path.with_name(path.name.removesuffix(compression)), compression


def _safe(name: str) -> str:
    """A name without signs that no file can have."""
    return re.sub(r"[\x00-\x1f/\\\\:]", "-", name)[:_LONGEST].strip()


def patch_path(version: Version) -> Path:
    """Return the proposed name of the changed rows of a version, which are plain CSV: `sub-patch.csv`."""
    plain, _ = _split(version_path(version, "patch"))
    return plain.with_suffix(".csv")
