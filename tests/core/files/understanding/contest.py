"""What a contest is made of: headers as its host gave them, made rows, and the score by a few independent lines."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

Lists = dict[str, list[str]]
Files = tuple[str, str, float]
CONTESTS: dict[str, Contest] = {}


@dataclass(frozen=True)
class Contest:
    """metric: the host's, or the nearest one; make: draws truth, submission and the expected score.

    endings: of the names of both files.
    """

    metric: str
    make: Callable[[Draw], Files]
    endings: tuple[str, str]


def contest(name: str, metric: str, endings: str = "csv csv") -> Callable[[Callable[[Draw], Files]], None]:
    """Register the function that makes the files of a contest."""

    def register(make: Callable[[Draw], Files]) -> None:
        truth, submission = endings.split()
        CONTESTS[name] = Contest(metric, make, (truth, submission))

    return register


class Draw(Random):
    """Plausible ids, labels and predictions."""

    def distinct(self, count: int, make: Callable[[], str]) -> list[str]:
        """Different texts."""
        found: dict[str, None] = {}
        while len(found) < count:
            found[make()] = None
        return list(found)

    def hexes(self, count: int, digits: int, ending: str = "", before: str = "") -> list[str]:
        """Hashes, such as file names."""
        return self.distinct(count, lambda: f"{before}{self.getrandbits(4 * digits):0{digits}x}{ending}")

    def numbers(self, count: int, low: int, high: int) -> list[str]:
        """Whole numbers."""
        return [str(number) for number in self.sample(range(low, high), count)]

    def truth(self, ids: Sequence[str], labels: Sequence[str], least: int = 1, most: int = 1) -> Lists:
        """Some labels for each id."""
        return {id_: self.sample(labels, self.randint(least, most)) for id_ in ids}

    def guesses(
        self, truth: Lists, labels: Sequence[str], least: int = 1, most: int | None = None, skill: float = 0.6
    ) -> Lists:
        """Different labels for each id, each right one near the beginning with a probability of `skill`.

        The first id is all right, so that a first line which is lost changes the score.
        """
        found = {}
        for id_, right in truth.items():
            hits = [label for label in right if not found or self.random() < skill]
            others = [label for label in self.sample(labels, len(labels)) if label not in hits]
            mixed = [*hits, *others][: self.randint(max(least, 0 if found else len(hits)), most or least)]
            early, late = mixed[:6], mixed[6:]
            found[id_] = [*(self.sample(early, len(early)) if found else early), *late]
        return found

    def confidences(self, count: int) -> list[float]:
        """Different numbers below 1, the largest first."""
        return sorted((step / 10**6 for step in self.sample(range(1, 10**6), count)), reverse=True)


def table(header: str, rows: Iterable[Sequence[object]], delimiter: str = ",", quoted: bool = False) -> str:
    """The text of a file; an empty header for none."""
    text = io.StringIO()
    quoting = csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(text, delimiter=delimiter, lineterminator="\n", quoting=quoting)
    writer.writerows([header.split(delimiter)] if header else [])
    writer.writerows(rows)
    return text.getvalue()


def listed(header: str, lists: Lists, sign: str = " ", delimiter: str = ",", quoted: bool = False) -> str:
    """One row an id, its labels in one cell."""
    return table(header, ((id_, sign.join(labels)) for id_, labels in lists.items()), delimiter, quoted)


def long(header: str, lists: Lists, delimiter: str = ",") -> str:
    """One row a label."""
    return table(header, ((id_, label) for id_, labels in lists.items() for label in labels), delimiter)


def wide(header: str, lists: Lists, labels: Sequence[str], cell: Callable[[str, str], object]) -> str:
    """One column a label."""
    return table(f"{header},{','.join(labels)}", ([id_, *(cell(id_, label) for label in labels)] for id_ in lists))


def probabilities(draw: Draw, lists: Lists) -> Callable[[str, str], object]:
    """Different probabilities that fall along each list, which holds every label."""
    found = {id_: dict(zip(labels, draw.confidences(len(labels)), strict=True)) for id_, labels in lists.items()}
    return lambda id_, label: found[id_][label]


def mean(values: Iterable[float]) -> float:
    """The exact mean."""
    found = list(values)
    return math.fsum(found) / len(found)


def map_at(k: int, truth: Lists, predicted: Lists, whole: bool = False) -> float:
    """Mean average precision; whole: divided by the number of right labels, not by at most k."""

    def one(id_: str) -> float:
        right, found = {*truth[id_]}, [label in truth[id_] for label in predicted.get(id_, [])[:k]]
        total = sum(sum(found[: i + 1]) / (i + 1) for i, hit in enumerate(found) if hit)
        return total / (len(right) if whole else min(len(right), k)) if right else 0.0

    return mean(one(id_) for id_ in truth)


def hit_at(k: int, truth: Lists, predicted: Lists) -> float:
    """The share of ids with a right label among the first k."""
    return mean(bool({*truth[id_]} & {*predicted.get(id_, [])[:k]}) for id_ in truth)


def accuracy(truth: Lists, predicted: Lists) -> float:
    """The share of ids whose labels are the right ones."""
    return mean({*truth[id_]} == {*predicted.get(id_, [])} for id_ in truth)


def f_mean(beta: float, truth: Lists, predicted: Lists) -> float:
    """The mean of each row's F."""
    return mean(_f(beta, *_counts(truth[id_], predicted.get(id_, []))) for id_ in truth)


def f_micro(truth: Lists, predicted: Lists) -> float:
    """F1 of the pooled counts."""
    return _f(1, *map(sum, zip(*(_counts(truth[id_], predicted.get(id_, [])) for id_ in truth), strict=True)))


def f_macro(truth: Lists, predicted: Lists) -> float:
    """The mean F1 of the labels that the truth holds."""
    right = Counter(label for id_ in truth for label in {*truth[id_]} & {*predicted.get(id_, [])})
    true = Counter(label for labels in truth.values() for label in {*labels})
    given = Counter(label for id_ in truth for label in {*predicted.get(id_, [])})
    return mean(_f(1, right[label], given[label] - right[label], true[label] - right[label]) for label in true)


def jaccard(truth: Lists, predicted: Lists) -> float:
    """The mean of intersection over union."""
    counts = (_counts(truth[id_], predicted.get(id_, [])) for id_ in truth)
    return mean(hit / total if (total := hit + wrong + missed) else 0.0 for hit, wrong, missed in counts)


def mrr(k: int, truth: Lists, predicted: Lists) -> float:
    """The mean of 1 / rank of the first hit."""
    ranks = ((i for i, label in enumerate(predicted.get(id_, [])[:k]) if label in truth[id_]) for id_ in truth)
    return mean(1 / (1 + next(found, math.inf)) for found in ranks)


def ndcg(k: int, grades: dict[str, dict[str, int]], predicted: Lists, power: bool = False) -> float:
    """Discounted gains over the best possible ones; the gain is the grade, or 2 to its power less 1."""

    def dcg(values: Iterable[int]) -> float:
        gains = (2**grade - 1 if power else grade for grade in [*values][:k])
        return sum(gain / math.log2(i + 2) for i, gain in enumerate(gains))

    best = {id_: dcg(sorted(found.values(), reverse=True)) for id_, found in grades.items()}
    found = {id_: dcg(grades[id_].get(label, 0) for label in predicted.get(id_, [])) for id_ in grades}
    return mean(found[id_] / best[id_] if best[id_] else 0.0 for id_ in grades)


def gap(truth: Lists, predicted: dict[str, tuple[str, float]]) -> float:
    """Global average precision: one guess an id, M ids with a right label."""
    order = sorted(predicted, key=lambda id_: -predicted[id_][1])
    hits, total = 0, 0.0
    for rank, id_ in enumerate(order, 1):
        if predicted[id_][0] in truth.get(id_, ()):
            hits += 1
            total += hits / rank
    return total / sum(bool(labels) for labels in truth.values())


def recall_pooled(k: int, truth: Lists, predicted: Lists) -> float:
    """Hits among the first k over the hits that were possible, all rows together."""
    hits = sum(len({*truth[id_]} & {*predicted.get(id_, [])[:k]}) for id_ in truth)
    return hits / sum(min(len({*truth[id_]}), k) for id_ in truth)


def _counts(right: Sequence[str], given: Sequence[str]) -> tuple[int, int, int]:
    hits = len({*right} & {*given})
    return hits, len({*given}) - hits, len({*right}) - hits


def _f(beta: float, hits: int, wrong: int, missed: int) -> float:
    down = (1 + beta**2) * hits + beta**2 * missed + wrong
    return (1 + beta**2) * hits / down if down else 0.0
