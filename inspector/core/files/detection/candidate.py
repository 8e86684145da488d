"""One way to read both files, and how much speaks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from inspector.core.data.kind import Kind
from inspector.core.files.detection.evidence import HITS, Evidence
from inspector.core.files.detection.ids.choices import IdChoice
from inspector.core.files.detection.part import Part, duplicates, rows_together, uniqueness
from inspector.core.files.detection.reader import Reader
from inspector.core.files.detection.side import LayoutChoice, Side
from inspector.core.files.detection.weights import grade_prior, order_prior
from inspector.core.files.labels.dispatch import kind_of
from inspector.core.files.schema.layout import Layout

# What speaks against rows of a group: predictions with the numbers of classes, which may happen to be ids.
_OF_CLASSES = 6.0
_NEARLY_ALL = 0.9
# Numbers of other rows are so near by chance in one of ten thousand pairs of files.
_NUMBERS_SURELY = 0.5
_REPEATED = 3.0


@dataclass(frozen=True, eq=False)
class Candidate:
    """One way to read both files, weighed when it is compared with others.

    shift: what other candidates add to its weight.
    """

    choice: IdChoice
    reader: Reader
    side: Side
    true: LayoutChoice
    predicted: LayoutChoice
    shift: float = 0.0

    @property
    def part(self) -> Part:
        """The part of the files on which it is tried."""
        return self.reader.part

    @property
    def layouts(self) -> tuple[Layout, Layout]:
        """The layouts of truth and submission."""
        return self.true.layout, self.predicted.layout

    @property
    def kind(self) -> Kind:
        """What both files hold."""
        return kind_of(self.true.layout)

    @cached_property
    def evidence(self) -> Evidence:
        """What the part of the files says for it. Raises InputError for cells that cannot be read so."""
        truth, submission = self.layouts
        return self.reader.evidence(truth, submission if self._order is None else replace(submission, confidence=None))

    @cached_property
    def prior(self) -> float:
        """What speaks for it by names and by the look of both files, before any label is compared."""
        submission = self.layouts[1]
        total = (
            self.choice.prior
            + uniqueness(self.part)
            + rows_together(self.part, self.layouts)
            + self.true.prior
            + self.predicted.prior
            + self.reader.split_prior(self.layouts)
            + grade_prior(self.true, self.evidence, self.part.sheets[0])
            + (self._order or 0.0)
            - _REPEATED * self.reader.repeated(self.layouts)
        )
        if self.true.layout.shape == "groups" and (self.reader.repeats_labels(submission) or self._groups_by_chance):
            total -= _OF_CLASSES
        if self.is_one_file and self.evidence.longer_truth:
            total -= 1.5  # more labels are predicted than are right, not fewer
        return total - duplicates(self.part, self.layouts) + self.shift

    @cached_property
    def weight(self) -> float:
        """How much speaks for the candidate: ids that match, labels in common, and names."""
        return 3 * self.part.matched + self.evidence.weight + self.prior

    @cached_property
    def _order(self) -> float | None:
        return order_prior(self.reader, self.side, self.layouts)

    @property
    def _groups_by_chance(self) -> bool:
        """Whether rows name neither themselves nor others of their group, as numbers that happen to be ids do not."""
        return not self.evidence.sure and not self.reader.names_itself(self.layouts[1])

    @property
    def is_one_file(self) -> bool:
        """Whether one file holds both truth and predictions."""
        return self.part.sheets[0] is self.part.sheets[1]

    @property
    def tells_ids(self) -> bool:
        """Whether what both files have in common tells that the ids are the right ones: some is alike by chance."""
        if self.choice.sign and self.part.matched > _NEARLY_ALL and not self.part.repeats[0].records:
            return True  # nothing else makes such ids
        if self.kind.names_labels and self.layouts[1].shape == "wide":
            return max(self.evidence.lift, self.evidence.top) > HITS  # each row has all labels under any ids
        if self.kind.names_labels or self.choice.counts_rows:
            return max(self.evidence.known, self.evidence.similar) > HITS
        return self.evidence.is_any and self.evidence.sure > _NUMBERS_SURELY

    @property
    def follows_truth(self) -> bool:
        """Whether what is predicted follows the truth by no chance, and is not the truth itself."""
        first = self.evidence.top if self.kind.names_labels else 0.0
        return not self.evidence.copied and max(self.evidence.sure, first) > HITS

    @property
    def splits_truth(self) -> bool:
        """Whether any cell of the truth holds several labels."""
        true = self.layouts[0]
        return true.shape == "list" and any(len(labels) > 1 for labels in self.reader.lists(0, true).values())

    def reads_like(self, other: Candidate) -> bool:
        """Whether both read the same ids, truth and predictions; the ids of one file with both only name its rows."""
        if self.is_one_file and all(
            a == replace(b, ids=a.ids) for a, b in zip(self.layouts, other.layouts, strict=True)
        ):
            return not any(found.records for found in (*self.part.repeats, *other.part.repeats))
        if [layout.ids for layout in self.layouts] != [layout.ids for layout in other.layouts]:
            return False
        if not (self.kind.names_labels and other.kind.names_labels):
            return self.kind is other.kind and not self.differs_in_columns(other)
        sides = zip(self.layouts, other.layouts, strict=True)
        return all(self.reader.lists(i, a) == self.reader.lists(i, b) for i, (a, b) in enumerate(sides))

    def differs_in_columns(self, other: Candidate) -> bool:
        """Whether both read other columns, or another kind."""
        return self.kind is not other.kind or any(
            a.ids != b.ids or a.labels != b.labels for a, b in zip(self.layouts, other.layouts, strict=True)
        )

    def shifted(self, by: float) -> Candidate:
        """The candidate with another weight."""
        return replace(self, shift=self.shift + by) if by else self


def are_rather_classes(others: Sequence[Candidate], found: Sequence[Candidate]) -> bool:
    """Whether the best of others has a column for each label and follows the truth, and nothing found is as good."""
    best = max(others, key=lambda candidate: candidate.weight)
    rivals = [candidate for candidate in found if candidate.follows_truth and candidate.weight >= best.weight]
    return best.layouts[1].shape == "wide" and best.follows_truth and not rivals
