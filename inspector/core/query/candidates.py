"""What a filter expression about an evaluation can name: its fields, and the values of those that hold text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.arrays.types import presence_mask
from inspector.core.evaluation.numbers import has_targets
from inspector.core.query.fields import FLAGS, LABELS, NOTES, NUMBERS, PLACED, field, field_of, fits
from inspector.core.query.numbers import BASE, component_fields

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation
    from inspector.core.files.labels.reading import Reading

_MOST = 12
# First what most filters begin with.
_FIRST = ("truth", "pred", "score", "error", "rank", "top", "id", "cost")


def field_names(evaluation: Evaluation) -> list[str]:
    """The fields as they are typed, unquoted; those of extra columns last."""
    own = dict.fromkeys(sorted((*_FIRST, *LABELS, *NUMBERS, *NOTES), key=lambda name: name.startswith(BASE)))
    metric = evaluation.metric
    needed = (metric.has_places, PLACED), (metric.has_influence, ("influence",)), (metric.by_logs, ("log_error",))
    absent = {name for has_them, names in needed if not has_them for name in names}
    known = (name for name in own if fits(evaluation, name) and name not in absent)
    extra = (field_of(f"extra:{name}") for name in evaluation.table.extra)
    return [*known, *component_fields(evaluation), *evaluation.further.by_metric, *extra]


def flag_names(evaluation: Evaluation) -> list[str]:
    """The flags that these predictions can have."""
    return [name for name in FLAGS if fits(evaluation, name)]


def values(evaluation: Evaluation, name: str, typed: str) -> list[str]:
    """A few values of a field that fit what is typed, ignoring case: the same, then those that begin so, then others.

    Labels for fields of labels, cells for extra columns; none for ids, of which no two rows share one.
    """
    if any("\ud800" <= sign <= "\udfff" for sign in typed):  # half a character, which no file holds
        return []
    if field(name) in LABELS and fits(evaluation, field(name)):
        table, vocab = evaluation.table, evaluation.table.vocab
        same = [typed] if typed and vocab.find(typed) >= 0 else []
        among = presence_mask(table.truth.codes, len(vocab))[:-1] if field(name) == "truth" else None
        return list(dict.fromkeys([*same, *vocab.suggest(typed, _MOST, among)]))
    if field(name) == "tag":
        return [tag for tag in evaluation.notes.tags if tag.casefold().startswith(typed.casefold())][:_MOST]
    extra = evaluation.table.extra
    column = name if name in extra else name.removeprefix("extra:")
    if column not in extra or field(name) == "id":
        return []
    return evaluation.table.extra_texts(column).beginning(typed, _MOST)


def field_hint(evaluation: Evaluation, column: str) -> str:
    """The fields of a column of the truth or the submission, ignoring case, in a question; empty for none.

    Where both files have a scored column of this name, a sentence says which field is whose.
    """
    is_number = not evaluation.table.kind.names_labels
    pair, of_truth, of_submission = evaluation.pair, *(("true", "predicted") if is_number else ("truth", "pred"))
    true = _field(evaluation, pair.truth, of_truth, column)
    predicted = _field(evaluation, pair.submission, of_submission, column)
    if true and predicted:
        return f"Type {true} for {column} of the truth, {predicted} for that of the submission"
    return f"Did you mean {true or predicted}?" if true or predicted else ""


def _field(evaluation: Evaluation, file: Reading, field: str, column: str) -> str:
    """The field itself, of several numbers a row that of one; empty where the file has no such column of its own."""
    if file.layout.shape == "wide":  # whose columns are labels
        return ""
    names = (file.sheet.names[at].strip().casefold() for at in file.layout.labels)
    found = dict(zip(names, file.layout.names_of(file.sheet), strict=True))
    if (name := column.strip().casefold()) not in found:
        return ""
    return f"{field}.{found[name]}" if has_targets(evaluation) else field
