"""Writing a report within its budget."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from inspector.core.comparison.leaderboard import Leaderboard, scored_task
from inspector.core.errors import InputError
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.sides import baseline_of
from inspector.core.files.io.target import Target
from inspector.core.files.io.write import write
from inspector.core.report.blocks import Report
from inspector.core.report.contents import MOST, contents_task
from inspector.core.report.html.page import html
from inspector.core.report.markdown import markdown
from inspector.core.report.subject import Subject
from inspector.core.task import Task, portion

# A page that mails and chats take, whatever is in the files.
BUDGET = 1_000_000
_FORMS = {".html": html, ".htm": html, ".md": markdown, ".markdown": markdown}


def report_task(subject: Subject, others: Mapping[str, Evaluation], target: Target) -> Task[str]:
    """Write a report as HTML or Markdown, by the ending of the file; returns what the budget left out, "" for nothing.

    subject, others: of the open submission and of further ones by name, which are scored under its metric: snapshots,
    because edits may happen meanwhile. Raises InputError for another ending, and if the metric does not fit all.
    """
    target.found()
    ending = target.path.suffix.lower()
    if ending not in _FORMS:
        expected = "a name that ends in .html or .md"
        raise InputError("a report is written as HTML or Markdown", target.path, expected=expected)
    if others:
        subject = replace(subject, board=(yield from portion(_board(subject, others), 0.0, 0.2)))
    report = yield from portion(contents_task(subject), 0.2, 0.9)
    content, most = within_budget(report, ending)
    yield from write(target, [content], size=len(content))
    return "" if most == MOST else f"at most {most} lines in each table, to stay under {BUDGET:,} bytes"


def _board(subject: Subject, others: Mapping[str, Evaluation]) -> Task[Leaderboard]:
    opened = subject.evaluation
    scored = yield from scored_task({subject.name: opened, **others}, opened.metric)
    for refused in scored.refused.values():
        raise refused
    return Leaderboard.of(scored.fitting, subject.baseline, baseline_of(opened))


def within_budget(report: Report, ending: str) -> tuple[bytes, int]:
    """The file, and how many lines its tables have at most so that it is not larger than BUDGET."""
    most = MOST
    while True:
        content = _FORMS[ending](report.trimmed(most)).encode()
        if len(content) <= BUDGET or not most:
            return content, most
        most //= 2
