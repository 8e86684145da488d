"""A pair of files of which one may be damaged, drawn from a seed and a number alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from core.files.written import FORMS, PACKINGS, PLAIN, Entry, Form, json_lines, listed, long, slots, wide, words
from fuzz.mutated.damage import OF_BYTES, OF_TEXT

from inspector.core.data.prediction import Prediction

_CONFIDENCES = [0.9, 0.75, 0.637822, 0.5, 0.25, 1e-07]


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """Two files with their names.

    form: of the submission; told: the options to read both with; content: the submission, damaged but not packed, None
    when its packed bytes are damaged; about: the forms, the packing and the damage in words.
    """

    form: Form
    told: dict[str, Any]
    truth: bytes
    truth_name: str
    submission: bytes
    name: str
    content: bytes | None
    about: str
    chance: Random


def _qrels(entries: Sequence[Entry]) -> str:
    return "".join(f"{id_} 0 {label} {rank % 3}\n" for id_, p in entries for rank, label in enumerate(p.labels, 1))


def _groups(entries: Sequence[Entry]) -> str:
    return "id,label_group\n" + "".join(f"{id_},{len(p)}\n" for id_, p in entries)


_NO_BLANKS = ("x", "y", "lm_1", "0706")
# Forms of the truth by the shape to tell; TREC and JSON need none.
TRUTHS: dict[str, Form] = {
    "list": Form("list", listed(lambda p: " ".join(p.labels)), _NO_BLANKS),
    "one label": Form("one label", listed(lambda p: " ".join(p.labels)), _NO_BLANKS, most=1),
    "long": Form("long", long(["id", "label"], lambda place, p: ()), _NO_BLANKS),
    "wide": Form("wide", wide(words("1", "0")), PLAIN, unique=True),
    "slots": Form("slots", slots, _NO_BLANKS),
    "groups": Form("groups", _groups, _NO_BLANKS),
    "JSON lines": Form("JSON lines", json_lines, _NO_BLANKS, ending=".jsonl"),
    "qrels": Form("qrels", _qrels, _NO_BLANKS, unique=True, ending=".txt"),
}
_SHAPES = {"one label": "list", "JSON lines": "", "qrels": ""}


def _with_delimiter(form: Form, delimiter: str, name: str) -> Form:
    """The same form of text with another delimiter between the columns."""
    return replace(
        form,
        name=f"{form.name} by {name}",
        write=lambda entries: str(form.write(entries)).replace(",", delimiter),
        labels=tuple(label for label in form.labels if "," not in label),
        ending=".tsv" if delimiter == "\t" else ".csv",
    )


_BY_COMMAS = [form for form in FORMS if form.name in ("list", "pairs", "long with scores", "wide", "slots")]
SUBMISSIONS = [
    *FORMS,
    *(_with_delimiter(form, "\t", "tabs") for form in _BY_COMMAS),
    *(_with_delimiter(form, ";", "semicolons") for form in _BY_COMMAS[:2]),
]


def entries_of(form: Form, ids: Sequence[str], chance: Random) -> list[Entry]:
    """Entries that a form can hold."""
    return [(id_, _prediction(form, chance)) for id_ in ids]


def _prediction(form: Form, chance: Random) -> Prediction:
    count = chance.randint(int(not form.holds_empty), form.most)
    if form.unique:
        labels = sorted(chance.sample(form.labels, min(count, len(form.labels))), key=form.labels.index)
    else:
        labels = [chance.choice(form.labels) for _ in range(count)]
    if not form.weighted:
        return Prediction(tuple(labels))
    values = [*_CONFIDENCES] if form.falling else [chance.choice(_CONFIDENCES) for _ in labels]
    values = sorted(chance.sample(values, len(labels)), reverse=True) if form.falling else values
    return Prediction(tuple(labels), tuple(values))


def drawn(seed: int, number: int) -> Drawn:
    """The pair of this seed and number."""
    chance = Random(f"{seed}/{number}")
    form, kind = chance.choice(SUBMISSIONS), chance.choice([*TRUTHS])
    packing, damages_truth = chance.choice([*PACKINGS, "", ""]), chance.random() < 0.2
    ids = [f"r{row}" for row in range(chance.choice([2, 3, 4, 6, 12, 40]))]
    truth = TRUTHS[kind].file(entries_of(TRUTHS[kind], ids, chance))
    plain = form.file(entries_of(form, chance.sample(ids, chance.randint(1, len(ids))), chance))
    damages, content = list[str](), plain
    for _ in range(chance.choice([0, 1, 1, 1, 2, 2, 3])):
        damage = chance.choice(OF_TEXT)
        damages.append(damage.__name__)
        if damages_truth:
            truth = damage(truth, chance)
        else:
            content = damage(content, chance)
    packed = PACKINGS[packing](content, f"s{form.ending}")
    is_torn = bool(packing) and chance.random() < 0.15
    if is_torn:
        damages.append(f"packed {(damage := chance.choice(OF_BYTES)).__name__}")
        packed = damage(packed, chance)
    told = dict(form.told)
    if told:
        told["shape"] = f"{_SHAPES.get(kind, kind)}/{told['shape'].partition('/')[2]}"
        told |= {"truth_separator": " "} if kind in ("list", "one label") else {}
    return Drawn(
        form=form,
        told=told if chance.random() < 0.5 else {},
        truth=truth,
        truth_name=f"truth{TRUTHS[kind].ending}",
        submission=packed,
        name=f"s{form.ending}{packing}",
        content=None if is_torn else content,
        about=f"{form.name}{packing}, {'damaged ' * damages_truth}truth {kind}, {' '.join(damages) or 'as written'}",
        chance=chance,
    )
