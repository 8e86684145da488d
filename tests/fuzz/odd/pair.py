"""An odd pair of files with the true reading known: names, order and extra columns around drawn contents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from fuzz.odd import shapes
from fuzz.odd.cells import COULD_BE_PROBABILITY, COULD_BE_RELEVANCE, EXTRAS, NUMERIC, WORDED
from fuzz.odd.contents import GRADED, ONE_CELL, Contents, draw_contents
from fuzz.odd.look import ANY_NAMES, Look, looks
from fuzz.odd.shapes import Column, Lists, Names
from fuzz.odd.styles import style_for

_COPIED = ("date", "group", "fold", "text", "constant")


@dataclass(frozen=True)
class OddPair:
    """files: name and bytes of the truth and, unless one file holds both, of the submission; names: of their columns.

    about: what is odd, for the counts of what goes wrong.
    """

    files: tuple[tuple[str, bytes], ...]
    contents: Contents
    names: tuple[Names, Names]
    about: dict[str, str]


def odd_pair(rng: Random) -> OddPair:
    """Draw a pair."""
    one_file = rng.random() < 0.06
    contents = draw_contents(rng, one_file)
    truth_look, look = looks(rng, contents, one_file)
    copied = [] if one_file or not (truth_look.header and look.header) else _copied(rng, contents, look.mode)
    if one_file:
        files, styles = _both_in_one(rng, contents, truth_look)
    else:
        truth, submission = _truth(rng, contents, truth_look, copied), _submission(rng, contents, look, copied)
        files, styles = (truth[:2], submission[:2]), (truth[2], submission[2])
    about = {
        "truth": contents.forms[0],
        "submission": contents.forms[1],
        "files": "one" if one_file else "two",
        "names": look.mode,
        "header": " / ".join("header" if one.header else "none" for one in (truth_look, look)),
        "ids": ("two columns" if contents.keys else contents.kinds[0]),
        "labels": contents.kinds[1],
        "cells": " / ".join(styles),
        "delimiters": f"{truth_look.delimiter!r} / {look.delimiter!r}",
        "copied columns": "yes" if copied else "no",
    }
    return OddPair(files, contents, (truth_look.names, look.names), about)


def _truth(rng: Random, contents: Contents, look: Look, copied: list[tuple[str, str]]) -> tuple[str, bytes, str]:
    """Name, bytes and cell style of the truth."""
    form, lists, keys, names = contents.forms[0], contents.truth, contents.keys, look.names
    if form == "qrels":
        second, between = rng.choice(("0", "Q0", "4.5", "1", "x", "-1", "iter")), rng.choice((" ", "\t", "  "))
        return "truth.txt", shapes.qrels(contents.grades, second, between), second
    if form == "json nested":
        return "truth.json", shapes.json.dumps(contents.grades).encode(), "-"
    style = "bars" if form == "one label" else style_for(rng, contents.labels, look.delimiter)
    match form:
        case "one label" | "lists" | "json lines" | "json array":
            columns = shapes.listed(lists, keys, names, style)
        case "groups":
            columns = shapes.listed({id_: [name] for id_, name in contents.groups.items()}, keys, names, "bars")
        case "long":
            # A repeated row is a quantity: the true labels are a set.
            bought = {id_: labels + labels[:1] for id_, labels in lists.items()} if rng.random() < 0.2 else lists
            columns = shapes.long(rng, bought, keys, names, False, False)
        case "judged":
            columns = shapes.judged(contents.grades, keys, names)
        case _:
            columns = shapes.wide(lists, keys, names, contents.labels)
    columns = [*columns, *_copies(rng, columns, keys, copied)]
    return *_file(rng, "truth", contents, look, form, columns, lists), style if form == "lists" else "-"


def _submission(rng: Random, contents: Contents, look: Look, copied: list[tuple[str, str]]) -> tuple[str, bytes, str]:
    """Name, bytes and cell style of the submission."""
    form, lists = contents.forms[1], contents.predictions
    if form == "run":
        return "submission.txt", shapes.run(rng, lists, rng.choice((" ", "\t")), rng.choice(("tag", "my-run_1"))), "-"
    if form == "json nested":
        scored = {
            id_: dict(zip(labels, shapes.falling(rng, len(labels)), strict=True)) for id_, labels in lists.items()
        }
        return "submission.json", shapes.json.dumps(scored).encode(), "-"
    columns, style = _predicted(rng, contents, look)
    columns = [*columns, *_copies(rng, columns, contents.keys, copied)]
    return *_file(rng, "submission", contents, look, form, columns, lists), style if form == "lists" else "-"


def _predicted(rng: Random, contents: Contents, look: Look) -> tuple[list[Column], str]:
    """The columns of the predictions, in every shape that is a table, and the cell style."""
    form, lists, keys, names = contents.forms[1], contents.predictions, contents.keys, look.names
    style = style_for(rng, contents.labels, look.delimiter)
    match form:
        case "lists" | "json lines" | "json array":
            return shapes.listed(lists, keys, names, style), style
        case "one label":
            return shapes.listed(lists, keys, names, "bars"), style
        case "in turn":
            return shapes.in_turn(rng, lists, keys, names), style
        case "with scores":
            return shapes.in_turn(rng, lists, keys, names, rng.choice(":=@")), style
        case "confidence column":
            return shapes.with_confidence(rng, lists, keys, names), style
        case "wide":
            return shapes.wide(lists, keys, names, contents.labels), style
        case "probabilities":
            return shapes.wide(lists, keys, names, rng.sample(contents.labels, len(contents.labels)), rng), style
        case "best probabilities":
            every = rng.sample(contents.labels, len(contents.labels))
            return shapes.wide(lists, keys, names, every, rng, zero=""), style
        case "slots":
            return shapes.slots(lists, keys, names, rng.randint(0, 1)), style
    return shapes.long(rng, lists, keys, names, "ranked" in form, "scored" in form), style


def _both_in_one(rng: Random, contents: Contents, look: Look) -> tuple[tuple[tuple[str, bytes], ...], Sequence[str]]:
    """One file with the true and the predicted labels."""
    truth = Names((look.names.ids[0] or "id",), rng.choice(("target", "label", "y_true")))
    predicted = replace(truth, labels=rng.choice(("prediction", "oof_preds", "y_pred")))
    if look.mode != "helpful":
        truth, predicted = replace(truth, labels="q"), replace(predicted, labels="p")
    style = "bars" if contents.forms[0] == "one label" else style_for(rng, contents.labels, look.delimiter)
    columns, own = _predicted(rng, contents, replace(look, names=predicted))
    columns = [*shapes.listed(contents.truth, {}, truth, style), *columns[1:]]
    return (_file(rng, "oof", contents, look, " ".join(contents.forms), columns, contents.truth, True),), (style, own)


def _file(
    rng: Random, stem: str, contents: Contents, look: Look, form: str, columns: list[Column], lists: Lists,
    ordered: bool = False,
) -> tuple[str, bytes]:  # fmt: skip
    """Further columns around the used ones, and the bytes."""
    is_wide = form in {"wide"} or "probabilities" in form
    is_long = form.startswith(("long", "judged"))
    columns = _with_extras(rng, contents, look, columns, is_wide, is_long, stem == "truth")
    if not (ordered or is_long or not look.header) and rng.random() < 0.3:
        columns = _moved(rng, columns, len(look.names.ids))
    columns = columns if form.startswith("json") else _with_index(rng, contents, look, columns)
    if form.startswith("json"):
        values = {look.names.labels: [found if found else [] for found in lists.values()]}
        return f"{stem}.{'json' if 'array' in form else 'jsonl'}", shapes.objects(columns, values, "array" in form)
    ending = "tsv" if look.delimiter == "\t" and rng.random() < 0.7 else "csv"
    quoted, line_end = rng.random() < 0.15, rng.choice(("\n", "\n", "\r\n"))
    return f"{stem}.{ending}", shapes.table(columns, look.delimiter, look.header, quoted, line_end)


def _with_extras(
    rng: Random, contents: Contents, look: Look, columns: list[Column], is_wide: bool, is_long: bool, is_truth: bool
) -> list[Column]:
    kinds = _extra_kinds(contents, look, is_wide, is_long, is_truth)
    count = rng.choice((0, 0, 1, 2, 4)) if look.header else rng.choice((0, 0, 1))
    taken, length = {column.name for column in columns} | {*look.names.ids, look.names.labels}, len(columns[0].cells)
    for kind in rng.sample(kinds, count):
        own, make = EXTRAS[kind]
        pool = own if kind == "usage" or look.mode == "helpful" else [*ANY_NAMES, *own]
        # Names of extra columns may occur twice, those of the used ones may not.
        name, cell = rng.choice([name for name in pool if name not in taken] or own), make(rng)
        place = rng.randint(len(look.names.ids), len(columns)) if look.header else len(columns)
        columns = [*columns[:place], Column(name, [cell() for _ in range(length)], used=False), *columns[place:]]
    return columns


def _extra_kinds(contents: Contents, look: Look, is_wide: bool, is_long: bool, is_truth: bool) -> list[str]:
    """Kinds that cannot be taken for what the pair uses."""
    if not look.header:
        return [*WORDED]
    kinds = {kind for kind in EXTRAS if is_truth or kind != "usage"}
    if is_wide or contents.kinds[1] in NUMERIC:
        kinds -= COULD_BE_PROBABILITY
    if is_long:
        kinds -= COULD_BE_RELEVANCE
        kinds = kinds if look.mode == "helpful" else kinds & (WORDED | {"usage"})
    return sorted(kinds)


def _moved(rng: Random, columns: list[Column], ids: int) -> list[Column]:
    """The id columns at another place."""
    place = rng.randint(1, len(columns) - ids)
    rest = columns[ids:]
    return [*rest[:place], *columns[:ids], *rest[place:]]


def _with_index(rng: Random, contents: Contents, look: Look, columns: list[Column]) -> list[Column]:
    clear = look.header and look.names.ids[0] and not (contents.kinds[0] == "row numbers" and look.mode != "helpful")
    if not clear or rng.random() > 0.12:
        return columns
    name = rng.choice(("", "Unnamed: 0", "index"))
    return [Column(name, [str(i) for i in range(len(columns[0].cells))], used=False), *columns]


def _copied(rng: Random, contents: Contents, mode: str) -> list[tuple[str, str]]:
    """Columns of the truth that the submission repeats: name and kind."""
    able = contents.forms[0] in ONE_CELL and (contents.forms[1] in {"lists", "slots"} or mode == "helpful")
    able = able and contents.forms[1] in {*ONE_CELL, "slots", "confidence column"} and contents.forms[0] not in GRADED
    kind = rng.choice([kind for kind in _COPIED if kind != "fold" or contents.kinds[1] not in NUMERIC])
    return [(EXTRAS[kind][0][0], kind)] if able and rng.random() < 0.15 else []


def _copies(rng: Random, columns: list[Column], keys: object, copied: list[tuple[str, str]]) -> list[Column]:
    """The cells depend on the id alone, so that both files agree."""
    found = []
    for name, kind in copied:
        ids = list(zip(*(column.cells for column in columns[: 2 if keys else 1]), strict=True))
        found.append(Column(name, [EXTRAS[kind][1](Random(repr(id_)))() for id_ in ids], used=False))
    return found
