"""Which panels and plots there are around the table, and where each has its place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from inspector.core.analysis.numbers.outcomes import has_levels, has_numbers, has_outcomes, has_probabilities
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.evaluation.numbers import has_targets
from inspector.core.metrics import Metric
from inspector.core.metrics.sets import SetMetric
from inspector.core.rows.rank_words import rank_words
from inspector.ui.analysis.confusions_panel import ConfusionsPanel
from inspector.ui.analysis.edits_panel import EditsPanel
from inspector.ui.analysis.failures_panel import FailuresPanel
from inspector.ui.analysis.labels_panel import LabelsPanel
from inspector.ui.analysis.metrics_panel import MetricsPanel
from inspector.ui.analysis.slices_panel import SlicesPanel
from inspector.ui.analysis.targets_panel import TargetsPanel
from inspector.ui.comparison.submissions_panel import SubmissionsPanel
from inspector.ui.ensemble.suspects_panel import SuspectsPanel
from inspector.ui.images.picture_grid import PictureGrid
from inspector.ui.images.query_panel import QueryPanel
from inspector.ui.ladder.ladder_panel import LadderPanel
from inspector.ui.luck.luck_panel import LuckPanel
from inspector.ui.plots.differences.delta_histogram import DeltaHistogram
from inspector.ui.plots.differences.differences_plot import DifferencesPlot
from inspector.ui.plots.first_hit_histogram import FirstHitHistogram
from inspector.ui.plots.label_bars import LabelBars
from inspector.ui.plots.matrix.first_hit_matrix import FirstHitMatrixPanel
from inspector.ui.plots.matrix.matrix_panel import MatrixPanel
from inspector.ui.plots.numbers.calibration_plot import CalibrationPanel
from inspector.ui.plots.numbers.error_histogram import ErrorPanel
from inspector.ui.plots.numbers.level_matrix import LevelMatrixPanel
from inspector.ui.plots.numbers.roc_plot import RocPanel
from inspector.ui.plots.numbers.truth_plot import TruthPanel
from inspector.ui.plots.precision_plot import PrecisionPlot
from inspector.ui.plots.score_histogram import ScoreHistogram
from inspector.ui.presentation.playback_panel import PlaybackPanel
from inspector.ui.problems.problems_panel import ProblemsPanel
from inspector.ui.row.row_panel import RowPanel
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.versions.versions_panel import VersionsPanel
from inspector.ui.widgets.theme import Theme

_RIGHT, _BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea


@dataclass(frozen=True)
class Dock:
    """One dock: its object name, title and area, and what makes its widget.

    tabbed_with: the dock that it shares a tab bar with; shown_at_first: whether it is shown with the first pair;
    fits: whether it has something to say about a pair under its metric; it is hidden otherwise; compares: whether it
    comes and goes with a baseline that is not the file; remembers: whether its panel is made at once, because it keeps
    something of earlier metrics; titled: its title under a metric, if that depends on it.
    """

    name: str
    title: str
    area: Qt.DockWidgetArea
    make: Callable[[DocumentSignals, Theme, QWidget], QWidget]
    tabbed_with: str | None = None
    shown_at_first: bool = True
    fits: Callable[[Evaluation], bool] | None = None
    compares: bool = False
    remembers: bool = False
    titled: Callable[[Metric], str] | None = None

    @property
    def kind(self) -> type[QWidget]:
        """The class of its panel, if that is known before there is one."""
        return self.make if isinstance(self.make, type) else QWidget


def _has_places(evaluation: Evaluation) -> bool:
    return evaluation.metric.has_places


def _counts_labels(evaluation: Evaluation) -> bool:
    return isinstance(evaluation.metric, SetMetric)


def _names_labels(evaluation: Evaluation) -> bool:
    return evaluation.table.kind.names_labels


def _plain(part: Callable[[DocumentSignals, QWidget], QWidget]) -> Callable[[DocumentSignals, Theme, QWidget], QWidget]:
    """Adapt a widget that takes no theme."""
    return lambda signals, theme, window: part(signals, window)


DOCKS = (
    Dock("scoreDock", "Score distribution", _RIGHT, ScoreHistogram),
    Dock(
        "firstHitDock",
        "First-hit rank",
        _RIGHT,
        FirstHitHistogram,
        fits=_names_labels,
        titled=lambda metric: rank_words(metric).title,
    ),
    Dock("errorDock", "Errors", _RIGHT, ErrorPanel, tabbed_with="firstHitDock", fits=has_numbers),
    Dock("rowDock", "Row", _RIGHT, RowPanel),
    Dock("editsDock", "Edits", _RIGHT, EditsPanel, tabbed_with="rowDock"),
    Dock("labelsDock", "Labels", _RIGHT, LabelsPanel, tabbed_with="rowDock", fits=_names_labels),
    Dock("slicesDock", "Slices", _RIGHT, SlicesPanel, tabbed_with="rowDock"),
    Dock("targetsDock", "Targets", _RIGHT, TargetsPanel, tabbed_with="rowDock", fits=has_targets),
    Dock("confusionsDock", "Confusions", _RIGHT, _plain(ConfusionsPanel), tabbed_with="rowDock", fits=_names_labels),
    Dock("matrixDock", "Matrix", _RIGHT, MatrixPanel, tabbed_with="rowDock", fits=_names_labels),
    Dock(
        "firstHitMatrixDock",
        "First hits",
        _RIGHT,
        FirstHitMatrixPanel,
        tabbed_with="rowDock",
        compares=True,
        fits=_names_labels,
        titled=lambda metric: rank_words(metric).ranks,
    ),
    Dock("luckDock", "Luck", _RIGHT, LuckPanel, tabbed_with="rowDock", shown_at_first=False),
    Dock("groupsDock", "Failures", _RIGHT, FailuresPanel, tabbed_with="firstHitDock"),
    Dock("metricsDock", "Metrics", _RIGHT, MetricsPanel, tabbed_with="firstHitDock", remembers=True),
    Dock("previewDock", "Query", _RIGHT, _plain(QueryPanel), tabbed_with="firstHitDock"),
    Dock("differencesDock", "Differences", _RIGHT, DifferencesPlot, tabbed_with="scoreDock", compares=True),
    Dock("deltaDock", "Δ distribution", _RIGHT, DeltaHistogram, tabbed_with="scoreDock", compares=True),
    Dock("precisionDock", "Precision", _RIGHT, PrecisionPlot, tabbed_with="scoreDock", fits=_has_places),
    Dock("labelBarsDock", "Right and wrong", _RIGHT, LabelBars, tabbed_with="scoreDock", fits=_counts_labels),
    Dock("truthDock", "Truth and prediction", _RIGHT, TruthPanel, tabbed_with="scoreDock", fits=has_numbers),
    Dock("calibrationDock", "Reliability", _RIGHT, CalibrationPanel, tabbed_with="scoreDock", fits=has_probabilities),
    Dock("rocDock", "ROC", _RIGHT, RocPanel, tabbed_with="scoreDock", fits=has_outcomes),
    Dock("levelMatrixDock", "Levels", _RIGHT, LevelMatrixPanel, tabbed_with="rowDock", fits=has_levels),
    Dock("problemsDock", "Problems", _BOTTOM, ProblemsPanel, shown_at_first=False),
    Dock("submissionsDock", "Submissions", _BOTTOM, SubmissionsPanel, tabbed_with="problemsDock", shown_at_first=False),
    Dock("versionsDock", "Versions", _BOTTOM, _plain(VersionsPanel), tabbed_with="problemsDock", shown_at_first=False),
    Dock(
        "suspectsDock",
        "Suspects",
        _BOTTOM,
        SuspectsPanel,
        tabbed_with="problemsDock",
        shown_at_first=False,
        fits=_names_labels,
    ),
    Dock(
        "ladderDock",
        "Confidence",
        _BOTTOM,
        LadderPanel,
        tabbed_with="problemsDock",
        shown_at_first=False,
        fits=_names_labels,
    ),
    Dock("picturesDock", "Pictures", _BOTTOM, PictureGrid, tabbed_with="problemsDock", shown_at_first=False),
    Dock("stageDock", "Predict, then reveal", _BOTTOM, PlaybackPanel, tabbed_with="problemsDock", shown_at_first=False),
)
