"""File access: read a truth and a submission, check them, and write the submission back.

Reading has phases, one folder each, which depend only on earlier ones: io (bytes), formats (columns of text), schema
(the role of each column), matching (rows by id), labels (lists of labels and their representation in a file), checks
(problems and repairs). `options` and `problem` are plain values used by all; `pair`, `preview`, `check` and `save`
combine the phases. This module is the public interface; modules inside the package do not import it.
"""

from inspector.core.files.check import check_pair, check_template, repair_pair, write_repaired
from inspector.core.files.checks import PairMismatchError
from inspector.core.files.checks.diff import Place, RepairDiff
from inspector.core.files.labels.dispatch import in_file_order, refuse_prediction, tie_ranks
from inspector.core.files.labels.reading import Reading
from inspector.core.files.options import SHAPES, Options
from inspector.core.files.pair import Pair, read_pair
from inspector.core.files.preview import Preview, Understood, preview_pair
from inspector.core.files.problem import Fix, Problem
from inspector.core.files.save import save
from inspector.core.files.schema.role import is_pair, tell_apart
from inspector.core.task import Progress, Task, drain

__all__ = [
    "SHAPES",
    "Fix",
    "Options",
    "Pair",
    "PairMismatchError",
    "Place",
    "Preview",
    "Problem",
    "Progress",
    "Reading",
    "RepairDiff",
    "Task",
    "Understood",
    "check_pair",
    "check_template",
    "drain",
    "in_file_order",
    "is_pair",
    "preview_pair",
    "read_pair",
    "refuse_prediction",
    "repair_pair",
    "save",
    "tell_apart",
    "tie_ranks",
    "write_repaired",
]
