"""How the files of an odd pair look: whether their names help, have a header, and what lies between the columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from fuzz.odd.contents import Contents
from fuzz.odd.shapes import Names

_IDS = ["id", "Id", "image", "image_id", "row_id", "query_id", "user_id", "filename", "sample_id", "qid"]
_LABELS = [
    "label",
    "labels",
    "target",
    "class",
    "category",
    "Tags",
    "species",
    "individual_id",
    "landmark_id",
    "attribute_ids",
]
_PREDICTED = ["prediction", "predictions", "Predicted", "pred", "output"]
_NEUTRAL = ["a", "b", "col1", "x", "data", "value", "field", "info", "v", "k"]
_ODD_IDS = ["label", "answer", "target", "class", "prediction", "name", "category"]
_ODD_LABELS = ["id", "image_id", "key", "row", "name", "user", "query"]
ANY_NAMES = [*_IDS, *_LABELS, *_PREDICTED, *_NEUTRAL]
_SLOTS = ["pred_", "article_", "top", "rank_", "misconception_id_"]
_SCORES, _RANKS = ("score", "confidence", "probability", "similarity"), ("rank", "position")
_RELEVANCE = ("relevance", "rel", "score", "grade", "clicked", "label", "relevant")


@dataclass(frozen=True)
class Look:
    """How one file looks. mode: whether its names help, say nothing, or mislead."""

    names: Names
    mode: str
    delimiter: str
    header: bool


def looks(rng: Random, contents: Contents, one_file: bool) -> tuple[Look, Look]:
    """The looks of truth and submission."""
    mode, headers = _mode(rng, contents, one_file), _headers(rng, contents, one_file)
    names = _names(rng, contents, mode)
    delimiters = rng.choices(",\t;|", (76, 14, 9, 1), k=2)
    truth, submission = (Look(names[i], mode, delimiters[i], headers[i]) for i in (0, 1))
    return truth, submission


def _mode(rng: Random, contents: Contents, one_file: bool) -> str:
    is_long = [form.startswith(("long", "judged")) for form in contents.forms]
    # Where both files are long, exchanging ids and labels fits as well: only names and their order tell.
    ranked = contents.forms[1] == "lists" and contents.forms[0] == "one label"
    if all(is_long) or contents.keys or (one_file and not ranked):
        return "helpful"
    return rng.choices(("helpful", "neutral", "misleading"), (45, 20, 35))[0]


def _headers(rng: Random, contents: Contents, one_file: bool) -> tuple[bool, bool]:
    able = [form in {"one label", "lists", "long", "in turn", "long ranked"} for form in contents.forms]
    chance = rng.random()
    if one_file or contents.keys or chance > 0.3:
        return True, True
    return not (able[0] and chance < 0.2), not (able[1] and (chance < 0.1 or chance > 0.2))


def _names(rng: Random, contents: Contents, mode: str) -> tuple[Names, Names]:
    ids, labels = {
        "helpful": (_IDS, _LABELS),
        "neutral": (_NEUTRAL, _NEUTRAL),
        "misleading": (_ODD_IDS, _ODD_LABELS),
    }[mode]
    truth = rng.sample(ids, 1) + rng.sample(labels, 1)
    while truth[0] == truth[1]:
        truth[1] = rng.choice(labels)
    submission = list(truth)
    if rng.random() < 0.4:
        submission[0] = rng.choice([name for name in ids if name != submission[1]])
    if rng.random() < 0.5:
        others = _PREDICTED if mode == "helpful" else labels
        submission[1] = rng.choice([name for name in others if name != submission[0]])
    found = [_named(rng, name) for name in (truth, submission)]
    if contents.keys:
        return tuple(replace(names, ids=("user_id", "session_id")) for names in found)  # type: ignore[return-value]
    unnamed = contents.kinds[0] in {"images", "paths", "prefixed", "uuids"} and "json" not in " ".join(contents.forms)
    return tuple(  # type: ignore[return-value]
        replace(names, ids=("",)) if unnamed and rng.random() < 0.06 else names for names in found
    )


def _named(rng: Random, used: Sequence[str]) -> Names:
    def free(names: Sequence[str]) -> str:
        return rng.choice([name for name in names if name not in used])

    return Names((used[0],), used[1], free(_RANKS), free(_SCORES), free(_RELEVANCE), rng.choice(_SLOTS))
