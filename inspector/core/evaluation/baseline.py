"""What the open submission is compared with: its file as loaded, another submission, or itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from inspector.core.arrays.ragged import Ragged
from inspector.core.arrays.types import Ints

if TYPE_CHECKING:
    from inspector.core.evaluation.evaluation import Evaluation
    from inspector.core.metrics import Metric, Scores

# The name of the baseline that is the open submission as its file was loaded.
FILE_NAME = "file"


@dataclass(frozen=True, eq=False)
class Baseline:
    """What scores are compared with, row by row of the same truth.

    name: of the baseline, FILE_NAME for the open submission as loaded; other: another submission under the same
    metric, None for the open submission itself.
    """

    name: str = FILE_NAME
    other: Evaluation | None = None

    @property
    def is_file(self) -> bool:
        """Whether the open submission is compared with its own file, so that only edits make a difference."""
        return self.name == FILE_NAME and self.other is None

    def scores(self, of: Evaluation) -> Scores:
        """The scores that those of the open submission are compared with."""
        return of.base if self.is_file else (self.other or of).scores

    def predictions(self, of: Evaluation, rows: Ints) -> Ragged:
        """The lists of `rows` in the baseline, in the vocabulary of the open submission."""
        return of.table.predictions.take(rows) if self.is_file else (self.other or of).predictions(rows)

    def under(self, metric: Metric) -> Baseline:
        """The same under another metric. Raises InputError if the metric does not fit."""
        return self if self.other is None else replace(self, other=self.other.under(metric))


FILE = Baseline()
