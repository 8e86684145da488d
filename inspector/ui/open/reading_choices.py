"""The reading options that the user can choose: position in the form, titles, and references to them from errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.errors import InputError

if TYPE_CHECKING:
    from inspector.core.files.preview import Preview

# The options that hold a value for each file, and their fields in the form: of the truth and of the submission.
SIDED = {"header": ("truth_header", "submission_header"), "shape": ("truth_shape", "submission_shape")}

_HEADER = "Whether the first line names the columns or is a row like the others"
_SHAPE = "How the labels of an id lie in the rows and columns"

# Name, line and column in the form, accessible name, tooltip; in the order of the tab key.
CHOICES = (
    ("truth_header", 1, 1, "Header of the truth", _HEADER),
    ("submission_header", 1, 2, "Header of the submission", _HEADER),
    ("truth_shape", 2, 1, "Shape of the truth", _SHAPE),
    ("submission_shape", 2, 2, "Shape of the submission", _SHAPE),
    ("id_column", 3, 1, "Id column of the truth", "The column that holds the ids; in both files, if both have it"),
    ("submission_id_column", 3, 2, "Id column of the submission", "The column that holds the ids"),
    ("truth_column", 4, 1, "Label column of the truth", "The column that holds the labels that are right"),
    ("submission_column", 4, 2, "Label column of the submission", "The column that holds the predicted labels"),
    ("relevance_column", 5, 1, "Relevance column", "The column of grades: how right each label of the truth is"),
    ("confidence_column", 5, 2, "Confidence column", "The column of confidences, if there is a separate one"),
    ("truth_separator", 6, 1, "Separator of the truth", "The characters between two labels of a cell"),
    (
        "separator",
        6,
        2,
        "Separator of the submission",
        "The characters between two labels of a cell; in the truth, too, unless one is chosen for it",
    ),
    ("truth_labels", 7, 1, "Form of the truth's labels", "How the labels of the truth are to be written"),
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
        if name in SIDED:
            found.append(f"{titles[SIDED[name][value.startswith('/')]]} ({value.strip('/')})")
        else:
            found.append(titles[name])
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
