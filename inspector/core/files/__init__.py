"""Everything that touches a file: reading a pair, finding what is wrong with it, writing it back."""

from inspector.core.files.check import check_pair, check_template, repair_pair, write_repaired
from inspector.core.files.checks import PairMismatchError
from inspector.core.files.checks.diff import Place, RepairDiff
from inspector.core.files.pair import Pair, read_pair
from inspector.core.files.preview import Preview, Understood, preview_pair
from inspector.core.files.problem import Fix, Problem
from inspector.core.files.reading import Reading
from inspector.core.files.save import save
from inspector.core.files.schema.layout import SHAPES, Options
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
    "is_pair",
    "preview_pair",
    "read_pair",
    "repair_pair",
    "save",
    "tell_apart",
    "write_repaired",
]
