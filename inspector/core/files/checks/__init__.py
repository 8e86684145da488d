"""The format doctor: finds what is wrong in a pair, says what it costs, and proposes repairs; makes those asked for."""

from inspector.core.files.checks.errors import PairMismatchError, pair_mismatch
from inspector.core.files.checks.findings import problems
from inspector.core.files.checks.fixes import FIXES, repair, repaired, rewritten
from inspector.core.files.checks.template import template_problems

__all__ = [
    "FIXES",
    "PairMismatchError",
    "pair_mismatch",
    "problems",
    "repair",
    "repaired",
    "rewritten",
    "template_problems",
]
