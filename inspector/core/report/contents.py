"""What a report says: its sections in their order."""

from __future__ import annotations

from inspector.core.plural import count_of
from inspector.core.report.blocks import Block, Facts, Report, Section, Table
from inspector.core.report.comparison import board_section, matrices_section
from inspector.core.report.decimals import aligned
from inspector.core.report.groups import failures_section, slices_section, targets_section
from inspector.core.report.outcomes import confusions_section, reliability_section
from inspector.core.report.rows import edits_section, notes_section, rows_section
from inspector.core.report.score import (
    distribution_section,
    files_section,
    rule_section,
    rule_text,
    score_facts,
    score_section,
)
from inspector.core.report.subject import Subject
from inspector.core.report.texts import score, visible
from inspector.core.task import Task, portion
from inspector.version import __version__

# The most lines that a table may get.
MOST = 100
_PAIRS = 30
_CARD_ROWS = 5


def contents_task(subject: Subject) -> Task[Report]:
    """A task: all that a report says, in tables of at most MOST lines; what sums up stands before what lists rows."""
    of = subject.evaluation
    overall = yield from portion(score_section(subject), 0.0, 0.1)
    found: list[Section | None] = [overall, rule_section(of)]
    if subject.board is not None:
        found.append((yield from portion(board_section(subject, subject.board), 0.1, 0.4)))
    if of.table.kind.names_labels:
        found.append((yield from portion(matrices_section(subject), 0.4, 0.5)))
    found += [distribution_section(subject), reliability_section(subject)]
    found.append((yield from portion(failures_section(subject), 0.5, 0.6)))
    found.append((yield from portion(slices_section(subject, MOST), 0.6, 0.75)))
    found.append((yield from portion(targets_section(subject, MOST), 0.75, 0.8)))
    found.append((yield from portion(confusions_section(subject, _PAIRS), 0.8, 0.95)))
    found += [
        rows_section(subject, MOST),
        edits_section(subject, MOST),
        notes_section(of, MOST),
        files_section(subject),
    ]
    edited = f", with {count_of(len(of.overlay), 'edited row')}" if len(of.overlay) else ""
    title = f"{visible(subject.name)}{edited}: {of.metric.label} {score(of.scores.known_overall).text}"
    sections = (Section(one.title, tuple(map(aligned, one.blocks))) for one in found if one)
    return Report(title, tuple(sections), f"Submission Inspector {__version__}")


def card_blocks(subject: Subject) -> tuple[Block, ...]:
    """What a notebook shows of a pair: the score, its rule, both histograms and the worst rows."""
    of = subject.evaluation
    rule = Facts((("rule", rule_text(of.metric)), ("formula", of.metric.formula)))
    rows = (block.without_last() for block in rows_section(subject, _CARD_ROWS).blocks if isinstance(block, Table))
    return Facts(tuple(score_facts(subject))), rule, *distribution_section(subject).blocks, *map(aligned, rows)
