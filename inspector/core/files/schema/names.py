"""What the name of a column suggests about its role; weak evidence, which decides only where content does not."""

from __future__ import annotations

import re
from collections.abc import Iterable

from inspector.core.files.formats.sheet import Sheet

# What stands before the name of a target in the columns that a model adds: `$R-churn`, and `$RC-churn` or `$LP-churn`.
_MODEL = r"\$(knn|x[rsf]|[abcdeglnqrst])"
_WEIGHT = re.compile(
    r"(.*[_ ])?(conf|confs|confidences?|scores?|probs?|probas?|probability|probabilities|similarity|sim|logit)"
    rf"|{_MODEL}r?[cp]-.+"
)
_PROBABILITY = re.compile(r"(.*[_ ])?(probs?|probas?|probability|probabilities)([_ ]\d+)?|p")
_GRADE = re.compile(r"(.*[_ ])?(rel|relevan(?:t|ce|cy)|grade|gain|judge?ment|rating|score|clicked|click|qrel)")
_RANK = re.compile(r"(.*[_ ])?(rank|ranking|position|pos|order)")
_TRUTH = re.compile(
    r"(.*[_ ])?(true|truth|actual|gold|target|ground_truth|gt|expected|y|label|labels)"
    r"|(true|actual|observed|measured)[_ ](values?|labels?|class)|obs|observed|measured|ytrue"
)
_PREDICTED = re.compile(
    r"(\.|.*[_ ])?(pred|preds|predict|predicted|predictions?|submission|outputs?|y_pred|y_hat|oof)([_ (].*)?"
    r"|scored (labels?|probabilit(y|ies))|fitted([_ ]values?)?|forecast|yhat|phat|ypred|estimated?|modell?ed"
    rf"|rawformulaval|{_MODEL}-.+|em_(classification|eventprobability|prediction)"
)
_LABEL = re.compile(r".*(label|target|pred|class|tags?|truth|answer|category|recommend|reference|matches).*")
_CLASS = re.compile(r"(.*[_ ])?(class|classes|labels?|targets?|category)([_ ]?id)?")
_ID = re.compile(
    r"(.*[_ \-.])?(id|key|uuid|guid|image|img|file|filename|photo|query|qid|topic|user|session|customer|row)"
)
_OTHER = re.compile(
    r"(.*[_ ])?(usage|split|weights?|date|time|timestamp|impressions?|candidates?|displayed|seed|batch)"
)
_FOLD = re.compile(r"(.*[_ ])?(k_?)?folds?(_?(id|nr|no|number|index))?|cv(_?(split|id|group|set))?")
_TYPE = re.compile(r":(token|float)(_seq)?$")
_ORDINALS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
)
_TEN = 10
_NUMBERED = re.compile(
    rf"(?P<before>.*?)[_ .-]?((?P<number>\d{{1,4}})|(?P<ordinal>\d{{1,2}})(?:st|nd|rd|th)"
    rf"|(?:(?<=[_ .-])|^)(?P<word>{'|'.join(_ORDINALS)}))(?:[_ .-](?P<after>[^\d]+))?"
)
_GROUP = re.compile(r".*(group|cluster).*")
_ITEM = re.compile(r"(.*[_ \-.])?(doc|docid|document|corpus|item|article|product|passage|pid|ad|content)([_ \-.]?id)?")


def normalized(name: str) -> str:
    """Normalize a column name: no surrounding white space, case-folded, without a type behind it as in RecBole."""
    return _TYPE.sub("", name.strip().casefold())


def is_index(name: str) -> bool:
    """Whether a normalized name is that of a saved DataFrame index."""
    return name in ("", "index", "level_0", "__index_level_0__") or name.startswith("unnamed:")


def is_weight(name: str) -> bool:
    """Whether a normalized name is that of confidences."""
    return _WEIGHT.fullmatch(name) is not None


def is_probability(name: str) -> bool:
    """Whether a normalized name is that of probabilities, which are predicted."""
    return _PROBABILITY.fullmatch(name) is not None


def is_likelihood(name: str) -> bool:
    """Whether a normalized name is that of confidences or probabilities."""
    return is_weight(name) or is_probability(name)


def is_grade(name: str) -> bool:
    """Whether a normalized name is that of relevance grades."""
    return _GRADE.fullmatch(name) is not None


def is_relevance(name: str) -> bool:
    """Whether a normalized name is that of relevance grades, and not of confidences as well."""
    return is_grade(name) and not is_weight(name)


def is_rank(name: str) -> bool:
    """Whether a normalized name is that of ranks."""
    return _RANK.fullmatch(name) is not None


def is_true(name: str) -> bool:
    """Whether a normalized name is that of true labels."""
    return _TRUTH.fullmatch(name) is not None and not is_predicted(name)


def is_beside(name: str) -> bool:
    """Whether a normalized name is that of what stands beside labels: folds, splits, weights, times."""
    return is_fold(name) or _OTHER.fullmatch(name) is not None


def is_fold(name: str) -> bool:
    """Whether a normalized name is that of the folds of a cross-validation, which nobody predicts."""
    return _FOLD.fullmatch(name) is not None


def is_predicted(name: str) -> bool:
    """Whether a normalized name is that of predictions."""
    return _PREDICTED.fullmatch(name) is not None


def id_hint(name: str) -> float:
    """How much a normalized name suggests ids: 0.3 to -0.3."""
    if _ID.fullmatch(name) or (name.endswith("id") and not _ITEM.fullmatch(name)):
        return 0.3
    others = _LABEL.fullmatch(name) or is_beside(name) or _ITEM.fullmatch(name)
    return -0.3 if others or is_rank(name) or is_weight(name) else 0.0


def label_hint(name: str) -> float:
    """How much a normalized name suggests labels: 0.3 to -0.3."""
    if is_beside(name) or is_rank(name) or is_weight(name):
        return -0.3
    return 0.3 if _LABEL.fullmatch(name) else 0.2 if _ITEM.fullmatch(name) else 0.0


def is_class(name: str) -> bool:
    """Whether a normalized name is that of classes."""
    return _CLASS.fullmatch(name) is not None


def is_group(name: str) -> bool:
    """Whether a normalized name is that of groups of rows."""
    return _GROUP.fullmatch(name) is not None


def says_something(name: str) -> bool:
    """Whether a normalized name is that of any role, as a value of a headerless file hardly ever is."""
    tests = (is_weight, is_grade, is_rank, is_true, is_predicted, is_beside, _LABEL.fullmatch, _ID.fullmatch)
    return any(test(name) for test in tests) or name == "index"


def names_both(sheet: Sheet) -> bool:
    """Whether the column names alone identify a column of true and one of predicted labels."""
    names = [normalized(name) for name in sheet.names]
    return any(map(is_predicted, names)) and any(map(is_true, names))


def stems(names: Iterable[str]) -> dict[str, list[tuple[int, int]]]:
    """Names with a number or a word such as `first` in them, by the rest: the number and the index of each.

    The first of them may be without a number, as `label` is before `label2`, or before the `label.1` of pandas.
    """
    found: dict[str, list[tuple[int, int]]] = {}
    plain: dict[str, int] = {}
    given = [*map(normalized, names)]
    for index, name in enumerate(given):
        if match := _NUMBERED.fullmatch(name):
            number = int(match["number"] or match["ordinal"] or 1 + _ORDINALS.index(match["word"]) % _TEN)
            found.setdefault(f"{match['before'] or ''} {match['after'] or ''}".strip(), []).append((number, index))
        else:
            plain[name] = index
    for stem in found.keys() & plain.keys():
        first = min(found[stem])[0]
        if first == 2 or f"{stem}.1" in given:
            found[stem].append((first - 1, plain[stem]))
    return found
