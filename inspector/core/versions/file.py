"""The file of versions: those of one submission beside one truth, in the program's own data folder.

Format: JSON lines. A header; then for each version a line about it, followed by one line for each row that differs from
the file, as in a journal. Windows on the same files write the same file: each first merges what is in it, under a lock
of the folder; the keys of versions that were deleted stay in it, so that no other window brings them back.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from errno import EAGAIN
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.compute as pc

from inspector.core.arrays.arrow import flags, integers, texts
from inspector.core.edits.rebase import recovered_overlay
from inspector.core.edits.replay import Lines
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.io.draft import alone_in, open_folder, remove_drafts, replacing
from inspector.core.path import located
from inspector.core.recovery.row_lines import row_lines
from inspector.core.task import Progress, Task
from inspector.core.versions.version import Version

_FORMAT = {"format": "submission-inspector versions", "version": 1}
_WHAT = "Keeping the versions"
_STEP = 2000


@dataclass
class _Kept:
    """A version in the file: what is said about it, its edits by id and label text, and these as they are written."""

    about: dict[str, Any]
    lines: Lines = field(default_factory=Lines)
    written: list[bytes] = field(default_factory=list)


class VersionsFile:
    """The versions of one submission beside one truth; there is no file before the first version.

    rows: the `row_print` of the truth.
    """

    def __init__(self, folder: Path, truth: Path, submission: Path, rows: bytes = b"") -> None:
        self.path = folder / _name(located(truth), located(submission), rows)
        earlier = folder / _name(truth.absolute(), submission.absolute(), rows)  # its name in links to folders
        if earlier.is_file() and not self.path.is_file():
            self.path = earlier

    def merge(
        self, evaluation: Evaluation, versions: Sequence[Version], deleted: Collection[str] = ()
    ) -> Task[list[Version]]:
        """Merge versions into the file, and return all that it holds then, in the order in which they were kept.

        Of the names that a version has here and in the file, the later one is kept. evaluation: of the submission; rows
        whose ids it no longer has, or that its file cannot hold, are left out of versions of other windows; deleted:
        keys. Raises InputError if the file cannot be written; it then stays as it was.
        """
        yield Progress(0.1, _WHAT)
        try:
            if not versions and not self.path.exists():
                return []
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with open_folder(self.path.parent) as opened:
                if not (yield from alone_in(opened)):
                    raise BlockingIOError(EAGAIN, "another window has not finished writing")
                kept, gone = yield from self._read()
                every_gone = gone | {*deleted}
                own = {one.key: _named_last(one, kept.get(one.key)) for one in versions if one.key not in every_gone}
                every = {key: one for key, one in kept.items() if key not in every_gone and key not in own}
                found = [*own.values(), *(_version(key, one, evaluation) for key, one in every.items())]
                found.sort(key=lambda version: version.when)
                further = {key: _unwritten(own[key], one) for key, one in kept.items() if key in own}
                # What is written stays: the files open here may hold less of it.
                written = {key: [*one.written, *further.get(key, [])] for key, one in kept.items()}
                if every_gone != gone or own.keys() - kept.keys() or any(further.values()) or _renamed(own, kept):
                    self._write(found, every_gone, written)
        except OSError as error:
            hint = "They stay in this window and are tried again"
            raise InputError(f"the versions cannot be kept: {error.strerror}", self.path, hint=hint) from None
        return found

    def _read(self) -> Task[tuple[dict[str, _Kept], set[str]]]:
        """The versions in the file by key, and the keys of deleted ones; lines that cannot be read are skipped."""
        kept, gone, last = dict[str, _Kept](), set[str](), None
        with contextlib.suppress(FileNotFoundError), self.path.open("rb") as file:
            gone |= _deleted(_parsed(file.readline()), self.path)
            for number, line in enumerate(file):
                content = _parsed(line)
                if isinstance(content, dict):
                    last = kept.setdefault(str(content["key"]), _Kept(content)) if "key" in content else None
                elif last is not None:
                    with contextlib.suppress(ValueError, TypeError, OverflowError):
                        last.lines.add(content)
                        last.written.append(line)
                if number % _STEP == 0:
                    yield Progress(0.5, _WHAT)
        return kept, gone

    def _write(
        self, versions: Sequence[Version], gone: Collection[str], written: Mapping[str, Sequence[bytes]]
    ) -> None:
        """Write a new file and put it in place of the old one, as a whole or not at all. Raises OSError.

        written: by key, the rows of versions as lines; those of the others are made.
        """
        remove_drafts(self.path.parent)
        with replacing(self.path) as draft:
            draft.writelines(_lines(versions, gone, written))


def _name(truth: Path, submission: Path, rows: bytes = b"") -> str:
    return hashlib.sha256(os.fsencode(truth) + b"\0" + os.fsencode(submission) + rows).hexdigest()[:32] + ".jsonl"


def _lines(
    versions: Sequence[Version], gone: Collection[str], written: Mapping[str, Sequence[bytes]]
) -> Iterator[bytes | memoryview]:
    yield json.dumps({**_FORMAT, "deleted": sorted(gone)}).encode() + b"\n"
    for version in versions:
        about = {"key": version.key, "name": version.name, "made_from": version.made_from}
        times = {"when": version.when.isoformat(), "named": version.named.isoformat()}
        scored = dict(zip(("metric", "overall"), version.scored or (), strict=False))
        yield json.dumps({**about, **times, **scored}).encode() + b"\n"
        if version.key in written:
            yield b"".join(line.rstrip(b"\n") + b"\n" for line in written[version.key])
            continue
        rows, lists = version.edits.rows, version.edits.predictions
        yield row_lines(version.pair.table, rows, lists, np.ones(len(rows), bool))


def _version(key: str, kept: _Kept, evaluation: Evaluation) -> Version:
    """A version of the file, applied to the submission as it was read now."""
    about = kept.about
    edits = recovered_overlay(kept.lines.edits(), evaluation)
    made_from = about.get("made_from")
    when = _time(about.get("when"))
    name = str(about.get("name", ""))
    made_from = made_from and str(made_from)
    return Version(name, evaluation.pair, edits, made_from, when, key, _named(kept), _scored(about))


def _scored(about: dict[str, Any]) -> tuple[str, float] | None:
    metric, overall = about.get("metric"), about.get("overall")
    return (metric, float(overall)) if isinstance(metric, str) and isinstance(overall, int | float) else None


def _time(text: Any) -> datetime:
    try:
        return datetime.fromisoformat(str(text)).astimezone()
    except (ValueError, OverflowError):
        return datetime.fromtimestamp(0).astimezone()


def _unwritten(own: Version, kept: _Kept) -> list[bytes]:
    """The rows that came to a version since it was written, because a save or another program changed its file."""
    table, rows = own.pair.table, own.edits.rows
    is_written = flags(pc.is_in(table.ids.take(integers(rows)), value_set=texts([*kept.lines.at])))
    new = np.flatnonzero(~is_written)
    lists = own.edits.predictions.take(new)
    return row_lines(table, rows[new], lists, np.ones(len(new), bool)).tobytes().splitlines() if len(new) else []


def _named(kept: _Kept) -> datetime:
    """When a version in the file got its name; files of before say only when it was kept."""
    return _time(kept.about.get("named", kept.about.get("when")))


def _named_last(own: Version, kept: _Kept | None) -> Version:
    """A version with the name that it was given last, here or in the file.

    A name that was only made unique here is none that it was given.
    """
    if kept is None or own.named > (named := _named(kept)):
        return own
    return replace(own, name=str(kept.about.get("name", "")), named=named)


def _renamed(own: dict[str, Version], kept: dict[str, _Kept]) -> bool:
    return any(key in kept and version.named > _named(kept[key]) for key, version in own.items())


def _deleted(head: Any, path: Path) -> set[str]:
    """The keys of deleted versions in a header. Raises InputError for one of a newer program."""
    if not isinstance(head, dict) or head.get("format") != _FORMAT["format"]:
        return set()
    if head.get("version") != _FORMAT["version"]:
        hint = "Update the program; until then versions are kept in this window only"
        raise InputError("the versions were written by a newer version of the program", path, hint=hint)
    keys = head.get("deleted")
    return {*map(str, keys)} if isinstance(keys, list) else set()


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None
