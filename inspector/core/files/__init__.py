"""Everything that touches a file: reading a pair, finding what is wrong with it, writing it back."""

from inspector.core.files.layout import Options
from inspector.core.files.pair import Pair, Progress, Task, drain, read_pair
from inspector.core.files.problem import Problem
from inspector.core.files.reading import Reading
from inspector.core.files.role import tell_apart
from inspector.core.files.save import save

__all__ = ["Options", "Pair", "Problem", "Progress", "Reading", "Task", "drain", "read_pair", "save", "tell_apart"]
