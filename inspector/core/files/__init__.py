"""File access: read a truth and a submission, check them, and write the submission back.

Reading has phases, one folder each, which depend only on earlier ones: io (bytes), formats (columns of text), schema
(layouts, names and contents of columns), matching (rows by id), labels (lists of labels and their representation in a
file), detection (candidate readings, tried and weighed), checks (problems and repairs). `options` and `problem` are
plain values used by all; `pair`, `preview`, `check` and `save` combine the phases. This module is the public interface;
modules inside the package do not import it.
"""

from inspector.core.files.check import check_pair, check_template, repair_pair, write_repaired
from inspector.core.files.checks import PairMismatchError
from inspector.core.files.detection.question import AmbiguousReadingError, OneSidedFileError, PossibleReading
from inspector.core.files.detection.side import NONE
from inspector.core.files.further import read_further
from inspector.core.files.io.draft import remove_drafts
from inspector.core.files.io.target import Inputs, Obstacle, ObstacleError, Target
from inspector.core.files.io.write import write
from inspector.core.files.labels.dispatch import in_file_order, tie_ranks, validate_prediction
from inspector.core.files.labels.reading import Reading
from inspector.core.files.options import HEADERS, LABEL_FORMS, SHAPES, Options
from inspector.core.files.pair import Pair, read_pair
from inspector.core.files.preview import FilePreview, Preview, labels_text, preview_pair
from inspector.core.files.problem import Fix, Problem
from inspector.core.files.read_back import once_saved, options_to_reopen
from inspector.core.files.repair_diff import CellChange, RepairDiff
from inspector.core.files.save import save, save_target, validate_edit
from inspector.core.files.schema.role import is_pair, look_swapped, order_pair
from inspector.core.task import Progress, Task, drain

__all__ = [
    "HEADERS",
    "LABEL_FORMS",
    "NONE",
    "SHAPES",
    "AmbiguousReadingError",
    "CellChange",
    "FilePreview",
    "Fix",
    "Inputs",
    "Obstacle",
    "ObstacleError",
    "OneSidedFileError",
    "Options",
    "Pair",
    "PairMismatchError",
    "PossibleReading",
    "Preview",
    "Problem",
    "Progress",
    "Reading",
    "RepairDiff",
    "Target",
    "Task",
    "check_pair",
    "check_template",
    "drain",
    "in_file_order",
    "is_pair",
    "labels_text",
    "look_swapped",
    "once_saved",
    "options_to_reopen",
    "order_pair",
    "preview_pair",
    "read_further",
    "read_pair",
    "remove_drafts",
    "repair_pair",
    "save",
    "save_target",
    "tie_ranks",
    "validate_edit",
    "validate_prediction",
    "write",
    "write_repaired",
]
