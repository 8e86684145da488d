"""What can be chosen about how files are read: where it stands in the form, and what it is called in the window."""

from __future__ import annotations

from inspector.core.errors import InputError

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
