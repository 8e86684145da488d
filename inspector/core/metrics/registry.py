"""The metric families: parsing their text form, guessing the metric of a pair, and creating its scores."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints
from inspector.core.data.kind import Kind
from inspector.core.errors import InputError, shorten
from inspector.core.host.script import Script
from inspector.core.metrics.base import MAX_K, Metric, require_confidences
from inspector.core.metrics.batch import Batch
from inspector.core.metrics.by_label.curve import LabelCurve
from inspector.core.metrics.by_label.curve_scores import CurveScores
from inspector.core.metrics.choice import unknown, unquoted
from inspector.core.metrics.classes.probabilities import ClassLoss, MultiLogLoss
from inspector.core.metrics.classes.registry import FAMILIES_OF_CLASSES, SCORES_OF_CLASSES, is_one_of_classes
from inspector.core.metrics.families.average_precision import AveragePrecision
from inspector.core.metrics.families.bpref import BinaryPreference
from inspector.core.metrics.families.f_max import FMax
from inspector.core.metrics.families.f_score import FScore
from inspector.core.metrics.families.first_hit import HitRate, ReciprocalRank
from inspector.core.metrics.families.gap import GlobalAveragePrecision
from inspector.core.metrics.families.gap_scores import GapScores
from inspector.core.metrics.families.geometric_map import GeometricMAP, GeometricScores
from inspector.core.metrics.families.label_curves import MacroAUC, PaddedAveragePrecision
from inspector.core.metrics.families.label_ranking import LabelRanking
from inspector.core.metrics.families.ndcg import NDCG
from inspector.core.metrics.families.overlap import Accuracy, Jaccard
from inspector.core.metrics.families.precision_recall import InterpolatedPrecision, Precision, Recall, RPrecision
from inspector.core.metrics.grouped.pools import grouped_scores
from inspector.core.metrics.host.metric import NAME, HostMetric, family_of, file_and_choices
from inspector.core.metrics.host.scores import HostScores
from inspector.core.metrics.naming.other_names import in_own_words
from inspector.core.metrics.numbers.auc import RocAUC
from inspector.core.metrics.numbers.kappa import QuadraticKappa
from inspector.core.metrics.numbers.registry import FAMILIES_OF_NUMBERS, SCORES_OF_NUMBERS
from inspector.core.metrics.plugins.families import Families
from inspector.core.metrics.pooled_scores import PooledScores
from inspector.core.metrics.scores import Scores

_FAMILIES: tuple[type[Metric], ...] = (
    AveragePrecision,
    GlobalAveragePrecision,
    FScore,
    Precision,
    Recall,
    HitRate,
    ReciprocalRank,
    NDCG,
    RPrecision,
    BinaryPreference,
    InterpolatedPrecision,
    GeometricMAP,
    Jaccard,
    Accuracy,
    LabelRanking,
    FMax,
    MacroAUC,
    PaddedAveragePrecision,
    *FAMILIES_OF_CLASSES,
    *FAMILIES_OF_NUMBERS,
)
# The scores of metrics that need their own, by family; those of a family come before those of its bases.
_SCORES: Mapping[type, Callable[[Any, Batch], Scores]] = {
    HostMetric: HostScores,
    GlobalAveragePrecision: GapScores,
    GeometricMAP: GeometricScores,
    LabelCurve: CurveScores,
    **SCORES_OF_CLASSES,
    **SCORES_OF_NUMBERS,
}
_NAMES = {family.name for family in _FAMILIES}
FAMILIES = Families(_FAMILIES, is_taken=lambda name: name == NAME or bool(in_own_words(name, _NAMES)))


def families_of(kind: Kind) -> dict[str, type[Metric]]:
    """The families that score a kind of predictions, by name."""
    return {name: family for name, family in FAMILIES.items() if family.kind in (None, kind)}


# If at least this share of rows has the most common number of labels, that number is K.
_COMMON_SHARE = 0.9
# If at least this share of rows has the most common number of labels, lists may be cut there.
_CUT_SHARE = 0.5
_MOST_DIGITS = 30

_FORM = re.compile(r'\s*([a-z]+)(\d*)\s*(?:\(((?:[^()"]|"[^"]*")*)\))?\s*(?:@\s*(-?\d+))?\s*', re.IGNORECASE)
# What is between two commas; commas in quotes are part of a value.
_PART = re.compile(r'(?:[^,"]|"[^"]*")+')


# What a guess was told by, for the user.
_TOLD_BY: Mapping[type, str] = {
    RocAUC: "a truth of 0 and 1",
    QuadraticKappa: "ratings on both sides",
    ClassLoss: "probabilities that add up to 1",
    MacroAUC: "a probability for each label",
    NDCG: "the grades",
    FScore: "sets of labels",
    Accuracy: "one label a row",
}
# Families that have one name in the field, of labels first, then of numbers.
NAMESAKES = ("auc", "rocauc"), ("mlogloss", "logloss"), ("mbrier", "brier")


def parse(text: str) -> Metric:
    """Parse a metric such as `map(divisor=m)@12`, a key of ALIASES, or of trec_eval and others: `P_10`, `macro F1`.

    A path to a .py file, its choices in parentheses, is a host's own metric, which is not run. Raises InputError.
    """
    if short := file_and_choices(text):
        return _of_file(*short)
    form = _FORM.fullmatch(in_own_words(text, _NAMES) or text)
    if form is None:
        raise InputError(
            f"{shorten(text)} is not a metric", expected="name(choice=value, ...)@K, like map(divisor=m)@12"
        )
    name, beta, choices, k = form.groups()
    # Only F has a number in its name: f1, f2.
    if name.lower() == NAME:
        return _of_file(None, choices or "")
    family = _known(name.lower() if name.lower() == "f" else f"{name.lower()}{beta}")
    values = _values(family, choices or "")
    if family is FScore and beta:
        if "beta" in values:
            raise InputError(f"{shorten(text)} names two betas", expected=f"f{beta} or f(beta=...)")
        values["beta"] = float(beta)
    if k is not None and len(k) > _MOST_DIGITS:  # Python refuses to parse some thousand digits
        expected = f"@K with K from 1 to {MAX_K:,}, like map@5"
        raise InputError(f"a metric cannot be cut at {shorten(k)}", expected=expected)
    return family(k=None if k is None else int(k), **values)


def of_kind(metric: Metric, kind: Kind) -> Metric:
    """The metric itself, or the one that those who score predictions of a kind mean by its name: AUC, log loss, Brier.

    Choices that were made are kept where both have them.
    """
    name = next((other for names in NAMESAKES if metric.name in names for other in names if other != metric.name), "")
    if metric.kind in (None, kind) or not name or FAMILIES[name].kind is not kind:
        return metric
    known = {own: declared.values for own, declared in FAMILIES[name].choices().items()}
    made = {own: metric.value(own) for own in metric.choices() if not metric.is_default(own)}
    kept = {own: value for own, value in made.items() if value in known.get(own, ())}
    return FAMILIES[name]().replace(**kept)


def kind_to_read(metric: Metric) -> tuple[Kind | None, bool]:
    """What files should hold for a metric, None for any; and whether the files decide, between families of one name."""
    of_labels, of_numbers = ({*names} for names in zip(*NAMESAKES, strict=True))
    return None if metric.name in of_labels else metric.kind, metric.name in of_numbers


def needs_chances(metric: Metric) -> bool:
    """Whether a metric of labels needs a confidence of each, and one of numbers has its name."""
    return metric.needs_confidence and metric.name in {of_labels for of_labels, _ in NAMESAKES}


def text_form(typed: str) -> str:
    """The text form of a metric that was typed; of any other text the text itself."""
    try:
        return str(parse(typed))
    except InputError:
        return typed


def open_scores(metric: Metric, batch: Batch) -> Scores:
    """Score a whole table; parts of it can be rescored later. Raises InputError if the metric does not fit."""
    if metric.needs_confidence:
        require_confidences(metric.name, batch)
    if any(getattr(metric, name, "") for name in ("group", "weights")):
        return grouped_scores(metric, batch)
    own = next((_SCORES[base] for base in type(metric).__mro__ if base in _SCORES), None)
    if own is not None:
        return own(metric, batch)
    pool = metric.pool(batch)
    return Scores(metric, batch) if pool is None else PooledScores(metric, batch, pool)


def guess(truth: Ragged, predictions: Ragged, *, ranked: bool = False, retrieval: bool = False) -> Metric:
    """Guess the metric of a pair: GAP with confidences, mean F1 for sets, accuracy for one label a row, else MAP@K.

    K is the most common number of labels in a row, or the highest if rows differ. ranked: whether the file has a rank
    for each label; then it is MAP, or NDCG if the truth has grades, without K if rows have different numbers of labels.
    retrieval: whether the files are qrels and a run; then K is left out, as trec_eval does.
    """
    has_sets = truth.longest > 1
    lengths = predictions.lengths[predictions.lengths > 0]
    longest = predictions.longest
    if predictions.weights is not None:
        # Google Landmark Recognition has rows with several landmarks, but a prediction a row.
        return GlobalAveragePrecision(divisor="labels" if has_sets and longest > 1 else "rows")
    k = int(np.bincount(lengths).argmax()) if len(lengths) else None
    varied = (lengths == k).mean() < _COMMON_SHARE if k else False
    if ranked:
        family = AveragePrecision if truth.weights is None else NDCG
        return family(k=None if varied or retrieval else k)
    if k and has_sets and (k == 1 or (varied and not _is_cut(lengths, k, truth))):
        return FScore()
    if longest == 1:
        return Accuracy()
    return AveragePrecision(k=longest if varied or k == 1 else k)


def guess_for_classes(truth: Ragged, predictions: Ragged) -> Metric | None:
    """The log loss of classes for a truth of one class a row and probabilities that add up to 1; the AUC of each label
    where rows have several true ones; else None.

    predictions: with a confidence for each class, as of a file with a column for each.
    """
    if truth.longest > 1 and predictions.weights is not None:
        return MacroAUC()
    return MultiLogLoss() if is_one_of_classes(truth, predictions) else None


def guessed_from(metric: Metric) -> str:
    """What `guess`, `guess_for_classes` and `guess_for_numbers` told a metric by, for the user."""
    if told := next((words for family, words in _TOLD_BY.items() if isinstance(metric, family)), ""):
        return told
    if metric.kind is not None and not metric.kind.names_labels:
        return metric.kind.words
    if metric.has_places:
        return "the confidences"
    return f"up to {metric.k} labels a row" if metric.k else "ranked lists"


def _is_cut(lengths: Ints, k: int, truth: Ragged) -> bool:
    """Whether lists look like guesses cut at k: most have this length, and they are longer than the truth needs.

    Sets differ in length as the truth does.
    """
    return bool((lengths == k).mean() >= _CUT_SHARE and lengths.mean() >= 2 * truth.lengths.mean())


def _values(family: type[Metric], text: str) -> dict[str, Any]:
    """Parse the choices and parameters between the parentheses."""
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in _PART.findall(text))):
        name, _, value = (piece.strip() for piece in part.partition("="))
        if name in family.parameters():
            declared = family.parameters()[name]
            values[declared.field] = declared.read(_plain(name, value))
            continue
        if name not in family.choices():
            of = family.script.path.name if issubclass(family, HostMetric) else family.name
            raise unknown(name, [*family.parameters(), *family.choices()], f"choice of {of}")
        values[name] = family.choices()[name].synonyms.get(value, value)
    return values


def _of_file(path: str | None, text: str) -> Metric:
    """The metric of a file with the choices of a text, which names the file where the path is None.

    Raises InputError.
    """
    for part in _PART.findall(text):
        name, _, value = (piece.strip() for piece in part.partition("="))
        path = path or (_plain(name, value) if name == "path" else None)
    if path is not None:
        script = Script.read(path)
        return family_of(script)(**{"path": script.path, **_values(family_of(script), text)})
    raise InputError("a metric of a file needs its path", expected=f"{NAME}(path=/folder/metric.py)")


def _plain(name: str, value: str) -> str:
    plain = unquoted(value)
    if plain is None:
        expected = f'{name}="..." with each quote inside doubled'
        raise InputError(f"{name} cannot be {shorten(value)}", expected=expected)
    return plain


def _known(name: str) -> type[Metric]:
    if name in FAMILIES:
        return FAMILIES[name]
    if problem := FAMILIES.problems.get(name):
        raise problem
    raise unknown(name, [*map(text_form, FAMILIES.with_value(name)), *FAMILIES], "metric")
