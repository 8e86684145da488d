"""Say that a pair is a sample of a larger one: an engine that draws one leaves a note beside the files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from inspector.core.files.matching.alignment import Alignment
from inspector.core.files.problem import Problem

NOTE = "SAMPLE.txt"
# The beginnings of its first three paragraphs; each is one line.
BEGINNINGS = ("THIS IS A SAMPLE, not the whole pair.", "truth.csv and submission.csv hold ", "Of all rows: ")
# A note is a page; it is never read further.
_MOST, _LONGEST = 1 << 14, 200


def note_beside(file: Path | str) -> tuple[str, str] | None:
    """What the note says beside this truth: how many rows of how many, and the score of all; None without one."""
    path = Path(file).with_name(NOTE) if Path(file).name == "truth.csv" else None
    if path is None or not path.is_file():
        return None
    try:
        with path.open(encoding="utf-8", errors="replace") as note:
            paragraphs = note.read(_MOST).split("\n\n")[: len(BEGINNINGS)]
    except OSError:
        return None
    pairs = [*zip(BEGINNINGS, paragraphs, strict=False)]
    if len(pairs) < len(BEGINNINGS) or not all(text.startswith(start) for start, text in pairs):
        return None
    held, whole = (_plain(text.removeprefix(start)) for start, text in pairs[1:])
    return held.rstrip("."), whole


def _plain(text: str) -> str:
    """One short line without signs that cannot be seen."""
    return "".join(sign for sign in text if sign.isprintable())[:_LONGEST]


def problems(alignment: Alignment, rows: int) -> Iterable[Problem]:
    """The one problem of a sample: its overall is not that of the whole."""
    source = alignment.truth.source
    said = None if source is None else note_beside(source.path)
    if said is None:
        return
    held, whole = said
    yield Problem(
        "sample",
        "truth",
        rows,
        f"this is a sample: {held}",
        f"the overall is that of these rows only; of all rows it is {whole}. {NOTE} has the histograms of all rows",
        file=alignment.truth.name,
    )
