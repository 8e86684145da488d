"""Bulk edits of numbers. A number that is NaN stays so, unless it is set or becomes the truth."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np

from inspector.core.arrays.offsets import offsets_of
from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Floats, Ints
from inspector.core.edits.bulk_edit import BulkEdit, Operation, refuse_arguments, refuse_power
from inspector.core.errors import InputError, shorten
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import names, numbers

_MOST_DIGITS = 15

OPERATIONS: Mapping[str, Operation] = {
    "blend": Operation("Move towards the truth", ("share", "component"), "move {share:.0%} of the way to the truth"),
    "scale": Operation("Multiply", ("number", "component"), "multiply by {number:.6g}"),
    "shift": Operation("Add a number", ("number", "component"), "add {number:.6g}"),
    "clip": Operation("Limit to a range", ("low", "high", "component"), "limit to {range}"),
    "round": Operation("Round", ("digits", "component"), "round to {digits} decimals"),
    "multiple": Operation("Round to multiples", ("number", "component"), "round to multiples of {number:.6g}"),
    "subtract": Operation("Subtract from a number (1 − p)", ("number", "component"), "subtract from {number:.6g}"),
    "set": Operation("Set to a number", ("number", "component"), "set to {number:.6g}"),
    "truth": Operation("Set to the truth", ("component",), "set to the truth"),
}
# Those of probabilities of yes beside a truth of yes and no, too.
OF_YES_NO: Mapping[str, Operation] = {
    "power": Operation(
        "Raise the odds to a power (above 1 sharpens, below flattens)",
        ("number", "component"),
        "raise the odds to the power {number:.6g}",
    ),
}


def are_yes_no(evaluation: Evaluation) -> bool:
    """Whether all predicted numbers are probabilities as edited now, and all true ones 0 or 1."""
    truth, predicted = numbers(evaluation, evaluation.all_rows)
    is_odd = (truth != 0) & (truth != 1) & ~np.isnan(truth)
    return not (is_odd.any() or np.isnan(truth).all() or ((predicted < 0) | (predicted > 1)).any())


def refuse(evaluation: Evaluation, bulk_edit: BulkEdit) -> None:
    """Raise InputError for arguments that make no sense."""
    takes = {**OPERATIONS, **OF_YES_NO}[bulk_edit.kind].takes
    refuse_arguments(bulk_edit, takes)
    if "digits" in takes and not abs(bulk_edit.digits) <= _MOST_DIGITS:
        raise InputError(f"{bulk_edit.digits} are too many digits", expected=f"{-_MOST_DIGITS} to {_MOST_DIGITS}")
    if bulk_edit.kind == "power":
        refuse_power(bulk_edit)
    if bulk_edit.kind == "multiple" and not bulk_edit.number > 0:
        raise InputError(f"nothing is a multiple of {bulk_edit.number:g}", expected="a number above 0, such as 0.5")
    if bulk_edit.component and bulk_edit.component not in names(evaluation):
        known = ", ".join(map(shorten, names(evaluation)))
        raise InputError(f"there is no number {shorten(bulk_edit.component)}", expected=known)


def after(evaluation: Evaluation, rows: Ints, bulk_edit: BulkEdit, code_of: Callable[[str], int]) -> Ragged:
    """The numbers of ascending rows after the edit; a row without any stays so, if none is given to it."""
    known = names(evaluation)
    truth, before = numbers(evaluation, rows)
    part = [known.index(bulk_edit.component)] if bulk_edit.component else slice(None)
    changed = before.copy()
    with np.errstate(over="ignore"):  # what is infinite then is refused
        changed[:, part] = _applied(bulk_edit, before[:, part], truth[:, part])
    has_list = (evaluation.predictions(rows).lengths > 0) | ~np.isnan(changed).all(axis=1)
    codes = np.array([code_of(name) for name in known], np.int32)
    return Ragged(offsets_of(has_list * len(known)), np.tile(codes, int(has_list.sum())), changed[has_list].ravel())


def _applied(bulk_edit: BulkEdit, before: Floats, truth: Floats) -> Floats:
    """Other numbers, float64 of the shape of both."""
    match bulk_edit.kind:
        case "scale":
            return _without_noise(before * bulk_edit.number, before)
        case "shift":
            return _added(before, bulk_edit.number)
        case "subtract":
            return _added(-before, bulk_edit.number)
        case "clip":
            return np.clip(before, bulk_edit.low, bulk_edit.high)
        case "round":
            return _rounded(before, bulk_edit.digits)
        case "multiple":
            return _without_noise(np.round(before / bulk_edit.number) * bulk_edit.number + 0.0, before)
        case "set":
            return np.full_like(before, bulk_edit.number)
        case "blend":
            towards = blended(before, truth, bulk_edit.share)
            return towards if bulk_edit.share == 1 else _without_noise(towards, before)
        case "truth":
            return blended(before, truth, 1.0)
        case "power":
            return _without_noise(with_odds_raised(before, bulk_edit.number), before)
    raise ValueError(f"there is no kind of bulk edit {bulk_edit.kind!r}")


def _rounded(before: Floats, digits: int) -> Floats:
    """To so many decimals; what is too large to have them stays."""
    rounded = np.round(before, digits) + 0.0  # no -0
    return _without_noise(np.where(np.isfinite(rounded), rounded, before), before)


def _added(before: Floats, number: float) -> Floats:
    """Sums to 15 digits of the larger summand, so that 1 − 0.992941 is 0.007059 and not 0.00705900000000004."""
    larger = np.fmax(np.abs(before), abs(number))
    decimals = _MOST_DIGITS - 1 - np.floor(np.log10(np.where(larger > 0, larger, 1.0)))
    sums = zip((before + number).ravel().tolist(), decimals.ravel().tolist(), strict=True)
    rounded = [round(value, int(places)) if math.isfinite(value) else value for value, places in sums]
    return np.where(before + number == before, before, np.reshape(rounded, before.shape))


def _without_noise(after: Floats, before: Floats) -> Floats:
    """Computed numbers to 15 digits, so that a file gets 111796.112 and not 111796.11200000002."""
    rounded = [float(f"{value:.{_MOST_DIGITS}g}") for value in after.ravel().tolist()]
    return np.where(after == before, before, np.reshape(rounded, after.shape))


def with_odds_raised(before: Floats, power: float) -> Floats:
    """Probabilities p of any shape as pᵃ ÷ (pᵃ + (1 − p)ᵃ) for a power a above 0, with all digits; a half stays one."""
    with np.errstate(divide="ignore", over="ignore"):  # against infinite odds it is 0
        after: Floats = 1.0 / (1.0 + ((1.0 - before) / before) ** power)
    return np.where(power == 1, before, after)


def blended(before: Floats, truth: Floats, share: float) -> Floats:
    """Numbers a share of the way to the truth; 1 is the truth itself. A number without a truth stays."""
    towards = truth if share == 1 else before + share * (truth - before)
    return np.where(np.isnan(truth), before, towards)
