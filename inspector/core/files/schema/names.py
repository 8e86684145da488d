"""What the name of a column suggests about its role; weak evidence, which decides only where content does not."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inspector.core.files.formats.sheet import Sheet

_WEIGHT = re.compile(
    r"(.*[_ ])?(conf|confs|confidences?|scores?|probs?|probability|probabilities|similarity|sim|logit)"
)
_GRADE = re.compile(r"(.*[_ ])?(rel|relevan(?:t|ce|cy)|grade|gain|judge?ment|rating|score|clicked|click|qrel)")
_RANK = re.compile(r"(.*[_ ])?(rank|ranking|position|pos|order)")
_TRUTH = re.compile(r"(.*[_ ])?(true|truth|actual|gold|target|ground_truth|expected|y|label|labels)")
_PREDICTED = re.compile(r"(.*[_ ])?(pred|preds|predicted|predictions?|submission|output|y_pred|y_hat|oof)([_ ].*)?")
_LABEL = re.compile(r".*(label|target|pred|class|tags?|truth|answer|category|recommend|reference|matches).*")
_ID = re.compile(
    r"(.*[_ \-.])?(id|key|uuid|guid|image|img|file|filename|photo|query|qid|topic|user|session|customer|row)"
)
_OTHER = re.compile(
    r"(.*[_ ])?(folds?|usage|split|weights?|date|time|timestamp|impressions?|candidates?|displayed|fold_id|seed|batch)"
)
_ORDINALS = "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"
_ORDINAL = re.compile(rf"(.*[_ .-])?({'|'.join(_ORDINALS)}|(\d{{1,2}})(?:st|nd|rd|th))([_ .-].*)?")
_GROUP = re.compile(r".*(group|cluster).*")
_ITEM = re.compile(r"(.*[_ \-.])?(doc|docid|document|corpus|item|article|product|passage|pid|ad|content)([_ \-.]?id)?")


def normalized(name: str) -> str:
    """Normalize a column name: no surrounding white space, case-folded."""
    return name.strip().casefold()


def is_index(name: str) -> bool:
    """Whether a normalized name is that of a saved DataFrame index."""
    return name in ("", "index", "level_0", "__index_level_0__") or name.startswith("unnamed:")


def is_weight(name: str) -> bool:
    """Whether a normalized name is that of confidences."""
    return _WEIGHT.fullmatch(name) is not None


def is_grade(name: str) -> bool:
    """Whether a normalized name is that of relevance grades."""
    return _GRADE.fullmatch(name) is not None


def is_rank(name: str) -> bool:
    """Whether a normalized name is that of ranks."""
    return _RANK.fullmatch(name) is not None


def is_true(name: str) -> bool:
    """Whether a normalized name is that of true labels."""
    return _TRUTH.fullmatch(name) is not None and not is_predicted(name)


def is_predicted(name: str) -> bool:
    """Whether a normalized name is that of predictions."""
    return _PREDICTED.fullmatch(name) is not None


def id_hint(name: str) -> float:
    """How much a normalized name suggests ids: 0.3 to -0.3."""
    if _ID.fullmatch(name) or (name.endswith("id") and not _ITEM.fullmatch(name)):
        return 0.3
    return -0.3 if _LABEL.fullmatch(name) or _OTHER.fullmatch(name) or _ITEM.fullmatch(name) else 0.0


def label_hint(name: str) -> float:
    """How much a normalized name suggests labels: 0.3 to -0.3."""
    if _OTHER.fullmatch(name) or is_rank(name) or is_weight(name):
        return -0.3
    return 0.3 if _LABEL.fullmatch(name) else 0.2 if _ITEM.fullmatch(name) else 0.0


def is_group(name: str) -> bool:
    """Whether a normalized name is that of groups of rows."""
    return _GROUP.fullmatch(name) is not None


def says_something(name: str) -> bool:
    """Whether a normalized name is that of any role, as a value of a headerless file hardly ever is."""
    tests = (is_weight, is_grade, is_rank, is_true, is_predicted, _LABEL.fullmatch, _OTHER.fullmatch, _ID.fullmatch)
    return any(test(name) for test in tests) or name == "index"


def names_both(sheet: Sheet) -> bool:
    """Whether the column names alone identify a column of true and one of predicted labels."""
    names = [normalized(name) for name in sheet.names]
    return any(map(is_predicted, names)) and any(map(is_true, names))


def stems(names: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    """Names with a number at their end or a word such as `first`, by the rest: the number and the index of each."""
    found: dict[str, list[tuple[int, int]]] = {}
    for index, name in enumerate(map(normalized, names)):
        if match := re.fullmatch(r"(.*?)[_ .-]?(\d{1,4})", name):
            found.setdefault(match[1], []).append((int(match[2]), index))
        elif match := _ORDINAL.fullmatch(name):
            number = int(match[3]) if match[3] else 1 + _ORDINALS.index(match[2])
            found.setdefault(f"{match[1] or ''} {match[4] or ''}", []).append((number, index))
    return found
