"""Blend files, whatever the truth knows of their ids, and write the blend in the form of the first file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.edits.normalize import normalize_for_file
from inspector.core.ensemble.alone import read_alone, unknown_ids
from inspector.core.ensemble.blend import Recipe, blend_task
from inspector.core.ensemble.generated import sheet_of_lists
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.io.target import Inputs, Target
from inspector.core.files.options import Options
from inspector.core.files.pair import Pair
from inspector.core.files.save import save, save_sheet
from inspector.core.metrics import guess_for_numbers, parse
from inspector.core.plural import count_of
from inspector.core.task import Task


@dataclass(frozen=True)
class Blended:
    """What was written. rows: how many ids have labels; is_as_first: whether in the form of the first file, else as a
    list of labels for each id; reading: how the first file was read; others: what each other file has of its ids."""

    rows: int
    is_as_first: bool
    reading: str
    others: tuple[str, ...]


def blend_files(files: Sequence[Path], recipe: Recipe, output: Path, options: Options, inputs: Inputs) -> Task[Blended]:
    """Blend several files into one with the ids of the first.

    It is the first file with other labels, byte for byte the same around them, or a list of labels for each id where
    that cannot hold the blend. inputs: further open files. Raises InputError; no existing file is replaced.
    """
    Target(path=output, inputs=inputs).found()
    pairs = yield from read_alone(files, [options] * len(files))
    first = pairs[0]
    lists = yield from blend_task(
        [pair.table.predictions.take for pair in pairs], len(first.table), recipe, first.table.kind
    )
    own = {file.name: source for file, pair in zip(files, pairs, strict=True) for source in pair.inputs.values()}
    is_as_first = yield from _write(first, lists, Target(path=output, inputs={**inputs, **own}))
    others = tuple(_words(file, pair) for file, pair in zip(files[1:], pairs[1:], strict=True))
    return Blended(int((lists.lengths > 0).sum()), is_as_first, str(first.submission), others)


def _write(first: Pair, lists: Ragged, target: Target) -> Task[bool]:
    """Write the blend; whether in the form of the first file."""
    edit = _edit(first, lists)
    if edit is None:
        yield from save_sheet(sheet_of_lists(first, [(first.table, lists)], "a blend")[0], target)
    else:
        yield from save(first, *edit, target.path, target.inputs)
    return edit is not None


def _edit(first: Pair, lists: Ragged) -> tuple[Ints, Ragged] | None:
    """The rows, int64, in which the blend differs, with their lists; None if the file cannot hold them."""
    if (lists.weights is None) != (first.table.predictions.weights is None):
        return None
    table, names_labels = first.table, first.table.kind.names_labels
    metric = parse("map@1") if names_labels else guess_for_numbers(table.truth, table.predictions)
    evaluation = Evaluation.of(first, metric)
    try:
        return normalize_for_file(evaluation, evaluation.all_rows, lists, is_scored=True)
    except InputError:
        if not names_labels:
            raise
        return None


def _words(file: Path, pair: Pair) -> str:
    """`b.csv: 7,958 of these ids, and 12 others, which are left out`."""
    unknown = unknown_ids(pair)
    covered = int(pair.table.submitted.sum())
    known = "all of these ids" if covered == len(pair.table) else f"{covered:,} of these ids"
    left_out = (
        f", and {count_of(unknown, 'other')}, which {'is' if unknown == 1 else 'are'} left out" if unknown else ""
    )
    return f"{file.name}: {known}{left_out}"
