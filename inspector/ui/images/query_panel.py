"""The query panel: the current row's picture or text, and examples of its true and predicted labels."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QHideEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QHBoxLayout, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from inspector.core.rows.media import ImageSource, examples
from inspector.ui.images.example_strip import ExampleStrip
from inspector.ui.images.picture import Picture, PictureCache, box_of
from inspector.ui.images.picture_search import ExampleRequest, find_examples, find_picture
from inspector.ui.images.picture_view import PictureView
from inspector.ui.images.picture_viewer import open_viewer
from inspector.ui.tasks.signals import DocumentSignals
from inspector.ui.tasks.worker import Worker
from inspector.ui.widgets.building.build import arrange, named
from inspector.ui.widgets.theme import GAP, GRID
from inspector.ui.widgets.visibility import is_visible

_INVITATION = "Choose the folder with the images, or a column of paths or texts"
_MOST_LABELS, _MOST_TRIED = 3, 12


class QueryPanel(QWidget):
    """Searches for pictures in worker threads, only while visible; a newer request replaces an older one.

    chosen: where the user wants pictures and texts to come from.
    """

    failed = Signal(Exception)
    chosen = Signal(ImageSource)

    def __init__(self, signals: DocumentSignals, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        named(self, "previewPanel", "Query")
        self._signals, self._inspection = signals, signals.inspection
        self._is_stale = False
        self._cache = PictureCache()
        self._picture_worker, self._example_worker = Worker(self), Worker(self)
        self._build()
        for worker in (self._picture_worker, self._example_worker):
            worker.failed.connect(self.failed)
            signals.closing.connect(worker.close)
        for signal in (signals.scored, signals.current_changed):
            signal.connect(self.refresh)
        signals.pictured.connect(self._show_source)

    def ask_folder(self) -> None:
        """Let the user choose the folder with the images."""
        start = str(self._source.folder or "")
        if name := QFileDialog.getExistingDirectory(self, "The folder with the images of the queries", start):
            self.chosen.emit(ImageSource(Path(name), self._source.column))

    def open_viewer(self) -> None:
        """Show the current row's picture at its full size."""
        open_viewer(self._signals, self).failed.connect(self.failed)

    def refresh(self) -> None:
        """Show the current row's query if visible, else on the next paint."""
        self._stop()
        row = self._inspection.current if self._inspection.is_open else None
        self._is_stale = not is_visible(self)
        if row is None or self._is_stale:
            return
        base = self._source.base(self._inspection.evaluation)
        self._text.hide()
        self._view.show()
        if not self._source:
            self._view.show_text(_INVITATION)
            self._strip.show_labels([])
            return
        self._show_query(row, base)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._is_stale:
            self.refresh()
        super().paintEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._stop()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if box_of(event.size(), 1.0) != box_of(event.oldSize(), 1.0):
            self.refresh()

    def _stop(self) -> None:
        for worker in (self._picture_worker, self._example_worker):
            worker.cancel()

    @property
    def _source(self) -> ImageSource:
        return self._inspection.pictures

    def _show_source(self) -> None:
        """Show where pictures and texts come from now, and those of the row."""
        columns = list(self._inspection.evaluation.table.extra) if self._inspection.is_open else []
        self._column.blockSignals(True)
        self._column.clear()
        self._column.addItems(["by the row's id", *(f"by column {name}" for name in columns)])
        self._column.setCurrentIndex(1 + columns.index(self._source.column) if self._source.column in columns else 0)
        self._column.setVisible(bool(columns))
        # Leave the space to the picture; the menu offers the folder, too.
        self._folder.setVisible(bool(columns) or not self._source)
        self._column.blockSignals(False)
        self.refresh()

    def _show_query(self, row: int, base: Path | None) -> None:
        evaluation, source = self._inspection.evaluation, self._source
        name, text, id_ = source.name(evaluation, row), source.text(evaluation, row), evaluation.table.id(row)
        box = box_of(self._view.size(), self.devicePixelRatioF())

        def show(picture: Picture | None) -> None:
            if picture is not None:
                self._view.show_picture(picture, id_)
            elif text:
                self._text.setPlainText(text)
                self._text.show()
                self._view.hide()
            else:
                self._view.show_text(f"There is no picture of {id_} in {base}")

        self._picture_worker.start(find_picture(self._cache, base, name, box), show)
        small = box_of(self._strip.thumbnail, self.devicePixelRatioF())
        requests = self._example_requests(row)
        self._example_worker.start(find_examples(self._cache, base, requests, small), self._strip.show_labels)

    def _example_requests(self, row: int) -> list[ExampleRequest]:
        """Example requests for the row's truth labels, then for its first wrong predictions."""
        evaluation = self._inspection.evaluation
        if not evaluation.table.kind.names_labels:
            return []
        truth = evaluation.truth(row)
        predicted = [label for label in dict.fromkeys(evaluation.labels(row)) if label and label not in truth]
        titles = [(f"true: {label}", label) for label in truth[:_MOST_LABELS]]
        titles += [(f"predicted: {label}", label) for label in predicted[:_MOST_LABELS]]

        def named_rows(label: str) -> tuple[tuple[str, str], ...]:
            others = examples(evaluation, label, _MOST_TRIED, row).tolist()
            return tuple((evaluation.table.id(other), self._source.name(evaluation, other)) for other in others)

        return [ExampleRequest(title, named_rows(label)) for title, label in titles]

    def _choose_column(self, index: int) -> None:
        names = ["", *self._inspection.evaluation.table.extra]
        self.chosen.emit(ImageSource(self._source.folder, names[index]))

    def _build(self) -> None:
        self._folder, self._column = self._make_folder(), self._make_column()
        self._view, self._text = PictureView(QSize(96, 40), self, opens=True), self._make_text()
        self._view.opened.connect(self.open_viewer)
        self._strip = ExampleStrip(self)
        choosers = arrange(QHBoxLayout(), self._folder, (self._column, 1), 0)
        choosers.setAlignment(Qt.AlignmentFlag.AlignLeft)
        shown = arrange(QHBoxLayout(), (self._view, 1), (self._text, 1), self._strip, spacing=GAP)
        arrange(QVBoxLayout(self), (shown, 1), choosers, spacing=GRID, margins=(GAP, GRID, GAP, GRID))

    def _make_folder(self) -> QPushButton:
        hint = "Choose the folder with the images of the queries"
        folder = named(QPushButton("Images…", self), spoken="Folder of images", hint=hint)
        folder.clicked.connect(self.ask_folder)
        return folder

    def _make_column(self) -> QComboBox:
        fit = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        hint = "Where a row's picture or text comes from: its id, or a column that holds a path or a text"
        column = QComboBox(self)
        column.setMinimumContentsLength(GAP)
        column.setSizeAdjustPolicy(fit)
        named(column, spoken="What names the picture, or is the text", hint=hint)
        column.hide()
        column.currentIndexChanged.connect(self._choose_column)
        return column

    def _make_text(self) -> QPlainTextEdit:
        text = QPlainTextEdit(self)
        text.setReadOnly(True)
        text.setTabChangesFocus(True)
        named(text, "queryText", "Text of the query")
        text.hide()
        return text
