"""What can be chosen about how files are read: where it stands in the form, what it is called in the window, and how a
refusal points to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.errors import InputError

if TYPE_CHECKING:
    from inspector.core.files import Preview

# The name of the choice, its line, its column, its title for a screen reader, its tooltip.
CHOICES = (
    ("truth_shape", 1, 1, "Shape of the truth", "How the labels of an id lie in the rows and columns"),
    ("submission_shape", 1, 2, "Shape of the submission", "How the labels of an id lie in the rows and columns"),
    ("id_column", 2, 1, "Id column of the truth", "The column that holds the ids; in both files, if both have it"),
    ("submission_id_column", 2, 2, "Id column of the submission", "The column that holds the ids"),
    ("truth_column", 3, 1, "Label column of the truth", "The column that holds the labels that are right"),
    ("submission_column", 3, 2, "Label column of the submission", "The column that holds the predicted labels"),
    ("confidence_column", 4, 2, "Confidence column", "The column of confidences, if they have one of their own"),
    ("separator", 5, 1, "Separator", "What stands between two labels of a cell, in both files"),
)

FOLD = "Change how the files are read"
_MOST = 4


def chosen_at(error: Exception) -> str:
    """Which choices of the form help against an error, such as `Id column of the truth`; or nothing."""
    titles = {name: title for name, _, _, title, _ in CHOICES}
    wanted = error.options if isinstance(error, InputError) else ()
    places = []
    for option in wanted:
        name, _, value = option.partition("=")
        side = "submission_shape" if value.startswith("/") else "truth_shape"
        places.append(titles[name] if name in titles else f"{titles[side]} ({value.strip('/')})")
    return ", ".join(places)


def refused(error: Exception) -> str:
    """An error as it is said above the form, with the choices that help."""
    place = chosen_at(error)
    return f"⚠ {error}" + (f" Below: {place}." if place else "")


def refusal_words(preview: Preview) -> str:
    """Why a pair cannot be opened, and in a line each what else a site would refuse; empty when it can be opened."""
    if preview.refusal is None:
        return ""
    further = [f"✗ {problem.message}" for problem in preview.problems[1:] if problem.rejects]
    more = [f"and {len(further) - _MOST:,} more"] if len(further) > _MOST else []
    return "\n".join([refused(preview.refusal), *further[:_MOST], *more])


def warning(error: Exception | str) -> str:
    """An error as the message bar shows it, with the choices of the open dialog that help."""
    place = chosen_at(error) if isinstance(error, Exception) else ""
    return f"⚠ {error}" + (f" In File > Open, “{FOLD}”: {place}." if place else "")
