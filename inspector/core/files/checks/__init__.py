"""Find problems in a pair, describe their consequences, and propose and apply repairs."""

from inspector.core.files.checks.errors import PairMismatchError, pair_mismatch
from inspector.core.files.checks.findings import problems
from inspector.core.files.checks.fixes import FIXES, repair, repaired, with_repair
from inspector.core.files.checks.offers import unblocked, with_offers

__all__ = [
    "FIXES",
    "PairMismatchError",
    "pair_mismatch",
    "problems",
    "repair",
    "repaired",
    "unblocked",
    "with_offers",
    "with_repair",
]
