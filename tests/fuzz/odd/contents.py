"""What an odd pair says: labels and predictions by id, drawn before anything is written."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from fuzz.odd.cells import IDS, LABELS, MOST_LABELS
from fuzz.odd.shapes import Keys, Lists

TRUTH_FORMS = {
    "one label": 24,
    "lists": 16,
    "long": 12,
    "judged": 12,
    "wide": 8,
    "qrels": 10,
    "json lines": 5,
    "json array": 3,
    "json nested": 4,
    "groups": 5,
}
SUBMISSION_FORMS = {
    "lists": 24,
    "one label": 10,
    "in turn": 5,
    "with scores": 4,
    "confidence column": 5,
    "long": 7,
    "long ranked": 6,
    "long scored": 6,
    "long ranked and scored": 4,
    "wide": 6,
    "probabilities": 9,
    "best probabilities": 5,
    "slots": 9,
    "run": 9,
    "json lines": 5,
    "json array": 3,
    "json nested": 4,
}
PROBABILITIES = {"probabilities", "best probabilities"}
GRADED = {"judged", "qrels", "json nested"}
TABLES = {"one label", "lists", "long", "judged", "wide", "groups"}
ONE_CELL = {"one label", "lists"}
_OF_ONE_LABEL = {"one label", "confidence column"}
_WITHOUT_SPACES = {"in turn", "with scores", "run"}
_OF_GROUPS = {"lists", "long", "long ranked", "json lines"}
_PLAIN_KINDS = [kind for kind in LABELS if not kind.startswith("names")]


@dataclass(frozen=True)
class Contents:
    """truth: the right labels by id; grades: relevance by id and label, 0 included; predictions: best first, by id.

    labels: all labels that occur; keys: the parts of ids that are made of several columns; groups: the name of the
    group of each id, where the right labels are the ids of the same group.
    """

    forms: tuple[str, str]
    kinds: tuple[str, str]
    truth: Lists
    predictions: Lists
    labels: list[str]
    grades: dict[str, dict[str, int]] = field(default_factory=dict)
    groups: dict[str, str] = field(default_factory=dict)
    keys: Keys = field(default_factory=dict)


def draw_contents(rng: Random, one_file: bool) -> Contents:
    """Draw the forms of both files, then ids and labels that they can hold."""
    forms = _forms(rng, one_file)
    kinds = _kinds(rng, forms)
    count = rng.randint(30, 120)
    if forms[0] == "groups":
        return _of_groups(rng, forms, kinds, count)
    ids, spare = _split(IDS[kinds[0]](rng, 2 * count), count)
    labels, unseen = _labels(rng, forms, kinds[1], count)
    most = 1 if forms[0] == "one label" else rng.choice((3, 6))
    truth = {id_: rng.sample(labels, rng.randint(1, min(most, len(labels) // 2))) for id_ in ids}
    if forms[0] in {"lists", "wide"} and rng.random() < 0.1:
        truth |= {id_: [] for id_ in rng.sample(ids, 2)}
    grades = _grades(rng, truth, labels) if forms[0] in GRADED else {}
    predicted = ids if one_file else _submitted(rng, ids, spare)
    predictions = _predictions(rng, forms[1], truth, predicted, labels, unseen)
    if grades:
        truth = {id_: [label for label in found if found[label] > 0] for id_, found in grades.items()}
    keys = _keys(rng, ids + spare) if not one_file and {*forms} <= {*ONE_CELL, "slots"} and rng.random() < 0.1 else {}
    return Contents(forms, kinds, truth, predictions, labels + unseen, grades, {}, keys)


def _forms(rng: Random, one_file: bool) -> tuple[str, str]:
    if one_file:
        return rng.choice(("one label", "one label", "lists")), rng.choice(("lists", "lists", "slots", "probabilities"))
    truth = rng.choices([*TRUTH_FORMS], [*TRUTH_FORMS.values()])[0]
    able = dict(SUBMISSION_FORMS)
    if truth == "groups":
        able = {form: able[form] for form in _OF_GROUPS}
    elif truth in GRADED:
        able = {form: weight for form, weight in able.items() if form not in {*_OF_ONE_LABEL, "wide", *PROBABILITIES}}
        able["run"] = able["run"] * (6 if truth == "qrels" else 2)
    elif truth == "wide":
        able["probabilities"] = able["wide"] = 30
    return truth, rng.choices([*able], [*able.values()])[0]


def _kinds(rng: Random, forms: tuple[str, str]) -> tuple[str, str]:
    """The kinds of ids and labels."""
    plain = forms[0] == "qrels" or forms[1] in _WITHOUT_SPACES
    kind = rng.choice(_PLAIN_KINDS if plain else [*LABELS])
    if forms[1] == "in turn" and kind == "small numbers":
        kind = "large numbers"
    ids = rng.choice([*IDS])
    # The same small numbers as ids and as labels of long files can be read either way.
    both_small = kind == "small numbers" and ids == "row numbers" and not {*forms} <= ONE_CELL
    return "images" if both_small else ids, kind


def _labels(rng: Random, forms: tuple[str, str], kind: str, count: int) -> tuple[list[str], list[str]]:
    """Labels of the truth, and others that are predicted only."""
    is_wide = bool({*forms} & {"wide", *PROBABILITIES})
    many = rng.randint(12, 20) if is_wide or kind in MOST_LABELS else rng.choice((15, 25, 40, count))
    found = LABELS[kind](rng, min(many, MOST_LABELS.get(kind, many)))
    if kind != "small numbers":
        rng.shuffle(found)
    return _split(found, round(len(found) * rng.choice((1, 1, 0.9, 0.7))))


def _split(items: list[str], at: int) -> tuple[list[str], list[str]]:
    return items[:at], items[at:]


def _grades(rng: Random, truth: Lists, labels: list[str]) -> dict[str, dict[str, int]]:
    """Judgements: the right labels relevant, some others not."""
    best, worst = rng.choice((1, 1, 2, 3)), -1 if rng.random() < 0.05 else 0
    found = {}
    for id_, right in truth.items():
        judged = {label: rng.randint(1, best) for label in right}
        judged |= {label: rng.randint(worst, 0) for label in rng.sample(labels, 3) if label not in judged}
        found[id_] = dict(rng.sample([*judged.items()], len(judged)))
    return found


def _submitted(rng: Random, ids: list[str], spare: list[str]) -> list[str]:
    """The ids of the submission: those of the truth, often fewer or further ones, in another order."""
    kept = rng.sample(ids, round(len(ids) * rng.choice((1, 1, 1, 0.9, 0.6))))
    found = kept + spare[: round(len(spare) * rng.choice((0, 0, 0, 0.1, 0.5, 1)))]
    return rng.sample(found, len(found)) if rng.random() < 0.7 else sorted(found)


def _predictions(rng: Random, form: str, truth: Lists, ids: list[str], labels: list[str], unseen: list[str]) -> Lists:
    """Predictions that are right often enough to tell them from chance."""
    skill, every = rng.uniform(0.45, 0.95), labels + unseen
    most = 1 if form in _OF_ONE_LABEL else rng.choice((2, 3, 5, 5, 10))
    most = len(every) if form == "probabilities" else max(1, min(most, len(every) // 3))
    varies = form not in {*PROBABILITIES, "slots"} and rng.random() < 0.4
    blank = form in ONE_CELL and rng.random() < 0.1
    found = {}
    for id_ in ids:
        right = [label for label in truth.get(id_, ()) if rng.random() < skill]
        ranked = [*dict.fromkeys([*right, *rng.sample(every, len(every))])]
        ranked = ranked[: rng.randint(1, most) if varies else most]
        ranked = ranked if form in PROBABILITIES else rng.sample(ranked, len(ranked))
        found[id_] = [] if blank and rng.random() < 0.05 else ranked
        if form == "wide":
            found[id_] = sorted(ranked, key=every.index)
    return found


def _of_groups(rng: Random, forms: tuple[str, str], kinds: tuple[str, str], count: int) -> Contents:
    """Groups of ids: the right labels of an id are the ids of its group."""
    ids, groups = IDS[kinds[0]](rng, count), dict[str, list[str]]()
    names = [str(number) for number in rng.sample(range(10**6, 10**9), count // 3)]
    for id_ in ids:
        groups.setdefault(rng.choice(names), []).append(id_)
    of = {id_: name for name, members in groups.items() for id_ in members}
    of = {id_: of[id_] for id_ in ids}
    truth = {id_: groups[name] for id_, name in of.items()}
    predictions = {
        id_: [id_, *(i for i in truth[id_] if i != id_ and rng.random() < 0.7), *rng.sample(ids, rng.randrange(3))]
        for id_ in ids
    }
    predictions = {id_: [*dict.fromkeys(found)] for id_, found in predictions.items()}
    return Contents(forms, (kinds[0], "ids"), truth, predictions, ids, groups=of)


def _keys(rng: Random, ids: list[str]) -> Keys:
    """Ids made of two columns, neither of them unique."""
    users = max(4, len(ids) // 6)
    return {id_: (f"u{i % users}", str(7000 + i // users)) for i, id_ in enumerate(rng.sample(ids, len(ids)))}
