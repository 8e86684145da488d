"""The reading options that the user can choose: position in the form, titles, and references to them from errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.errors import InputError

if TYPE_CHECKING:
    from inspector.core.files import Preview

# Name, line and column in the form, accessible name, tooltip.
CHOICES = (
    ("truth_shape", 1, 1, "Shape of the truth", "How the labels of an id lie in the rows and columns"),
    ("submission_shape", 1, 2, "Shape of the submission", "How the labels of an id lie in the rows and columns"),
    ("id_column", 2, 1, "Id column of the truth", "The column that holds the ids; in both files, if both have it"),
    ("submission_id_column", 2, 2, "Id column of the submission", "The column that holds the ids"),
    ("truth_column", 3, 1, "Label column of the truth", "The column that holds the labels that are right"),
    ("submission_column", 3, 2, "Label column of the submission", "The column that holds the predicted labels"),
    ("confidence_column", 4, 2, "Confidence column", "The column of confidences, if there is a separate one"),
    ("separator", 5, 1, "Separator", "The characters between two labels of a cell, in both files"),
)

FOLD = "Change how the files are read"
_MOST = 4


def option_titles(error: Exception) -> str:
    """The titles of the options that can resolve an error, such as `Id column of the truth`; empty if none."""
    titles = {name: title for name, _, _, title, _ in CHOICES}
    options = error.options if isinstance(error, InputError) else ()
    found = []
    for option in options:
        name, _, value = option.partition("=")
        side = "submission_shape" if value.startswith("/") else "truth_shape"
        found.append(titles[name] if name in titles else f"{titles[side]} ({value.strip('/')})")
    return ", ".join(found)


def error_text(error: Exception) -> str:
    """The text of an error, with the options below that can resolve it."""
    choices = option_titles(error)
    return f"⚠ {error}" + (f" Below: {choices}." if choices else "")


def refusal_text(preview: Preview) -> str:
    """Why a pair cannot be opened, and one line per further problem that a site rejects; empty if it can be opened."""
    if preview.refusal is None:
        return ""
    others = [f"✗ {problem.message}" for problem in preview.problems[1:] if problem.rejects]
    more = [f"and {len(others) - _MOST:,} more"] if len(others) > _MOST else []
    return "\n".join([error_text(preview.refusal), *others[:_MOST], *more])


def warning(error: Exception | str) -> str:
    """An error as the message bar shows it, with the choices of the open dialog that help."""
    place = option_titles(error) if isinstance(error, Exception) else ""
    return f"⚠ {error}" + (f" In File > Open, “{FOLD}”: {place}." if place else "")
