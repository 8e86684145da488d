"""The format doctor: finds what is wrong in a pair, says what it costs, and proposes repairs; makes those asked for."""

from inspector.core.files.checks.errors import UnfitError, unfit
from inspector.core.files.checks.findings import problems
from inspector.core.files.checks.fixes import FIXES, repair, repaired, rewritten
from inspector.core.files.checks.template import template_problems

__all__ = ["FIXES", "UnfitError", "problems", "repair", "repaired", "rewritten", "template_problems", "unfit"]
