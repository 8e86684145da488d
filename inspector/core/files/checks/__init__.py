"""Find problems in a pair, describe their consequences, and propose and apply repairs."""

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
