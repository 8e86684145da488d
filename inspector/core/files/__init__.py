"""Everything that touches a file: reading a pair, finding what is wrong with it, writing it back.

A pair is read in phases, each a folder that knows only those before it: io (bytes), formats (columns of text), schema
(what each column is for), matching (which entries belong together), labels (the lists, and how a file holds them),
checks (what is wrong, and its repair). Options and problem are values below all of them; pair, preview, check and save
stand above and put the phases together. This front is for others: nobody inside imports it.
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
