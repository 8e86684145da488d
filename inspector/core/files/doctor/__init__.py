"""The format doctor: finds what is wrong in a pair, says what it costs, and proposes repairs; makes those asked for."""

from inspector.core.files.doctor.findings import problems
from inspector.core.files.doctor.repair import FIXES, repair, repaired, rewritten
from inspector.core.files.doctor.template import template_problems
from inspector.core.files.doctor.unfit import UnfitError, unfit

__all__ = ["FIXES", "UnfitError", "problems", "repair", "repaired", "rewritten", "template_problems", "unfit"]
