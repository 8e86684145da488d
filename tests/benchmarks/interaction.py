"""How long a user waits: sorting, filtering, scrolling, selecting, editing and copying, from coded arrays to pixels.

    python tests/benchmarks/interaction.py [hm] [facebook] [retrieval] [--rounds 5] [--only WORDS]

hm: 1,371,980 rows x 12 labels; facebook: 8,607,230 x 3; retrieval: 117,577 x 100 labels of 16 characters. Prints the
median of the rounds, in milliseconds. Nothing here asserts a time.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
# As the program sets them; pyarrow and numpy read them when they are imported.
os.environ.update(ARROW_DEFAULT_MEMORY_POOL="system", NUMPY_MADVISE_HUGEPAGE="0", OPENBLAS_NUM_THREADS="1")

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from PySide6.QtCore import QEventLoop, QItemSelection, QItemSelectionModel, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QTableView

from inspector.allocator import reuse_freed_memory
from inspector.core.arrays.arrow import integers
from inspector.core.arrays.ragged import Ragged
from inspector.core.data.order import SortKey
from inspector.core.data.prediction import Prediction
from inspector.core.data.table import Table
from inspector.core.data.vocab import Vocab
from inspector.core.document.inspection import Inspection
from inspector.core.document.state import State
from inspector.core.evaluation import summary
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.files.formats.columnar import Frame
from inspector.core.files.formats.sheet import Sheet
from inspector.core.files.labels.cell import Grammar
from inspector.core.files.labels.reading import Reading
from inspector.core.files.matching.entries import Entries
from inspector.core.files.pair import Pair
from inspector.core.files.schema.layout import Layout
from inspector.core.metrics import parse
from inspector.core.query import Clause
from inspector.core.rows import copying, export
from inspector.core.rows.columns import columns_of
from inspector.ui.app import make_window
from inspector.ui.collector import collected_between_events
from inspector.ui.edit.copy_controller import CopyController
from inspector.ui.settings import Settings
from inspector.ui.widgets.theme import Theme

COPIED = 100_000
Work = Callable[[int], object]
# A measurement: its name, the preparation of each round, which is not counted, and the measured work.
Measured = tuple[str, Work, Work]


@dataclass(frozen=True)
class Shape:
    """The size of a contest: rows, labels per row, distinct labels, characters of an id and of a label."""

    rows: int
    labels: int
    vocabulary: int
    id_width: int
    label_width: int
    metric: str


SHAPES = {
    "hm": Shape(1_371_980, 12, 105_542, 64, 10, "map@12"),
    "facebook": Shape(8_607_230, 3, 108_390, 8, 10, "map@3"),
    "retrieval": Shape(117_577, 100, 761_757, 16, 16, "map@100"),
}


def hexes(count: int, width: int, rng: np.random.Generator) -> pa.StringArray:
    """Texts of random hexadecimal digits; long ones are distinct with near certainty."""
    digits = np.frombuffer(b"0123456789abcdef", np.uint8)[rng.integers(0, 16, count * width, np.uint8)]
    offsets = np.arange(count + 1, dtype=np.int64) * width
    large = pa.Array.from_buffers(pa.large_string(), count, [None, pa.py_buffer(offsets), pa.py_buffer(digits)])
    return large.cast(pa.string())


def numbered(count: int, width: int, rng: np.random.Generator) -> pa.StringArray:
    """Distinct numbers as texts, in random order."""
    return pc.utf8_lpad(integers(rng.permutation(count)).cast(pa.string()), width, "0")


def lists(shape: Shape, rng: np.random.Generator) -> tuple[Ragged, Ragged]:
    """One to some truth labels and `labels` predictions a row, drawn with a long tail; a third of the rows hit."""
    popular = np.cumsum(1.0 / np.arange(1, shape.vocabulary + 1) ** 0.8)
    popular /= popular[-1]
    sizes = np.minimum(rng.geometric(0.3 if shape.labels > 3 else 1.0, shape.rows), 50)
    codes = np.searchsorted(popular, rng.random(int(sizes.sum()))).astype(np.int32)
    truth = Ragged(np.append(0, np.cumsum(sizes)), codes)
    truth = truth.keep(~truth.repeats())
    predicted = np.searchsorted(popular, rng.random((shape.rows, shape.labels))).astype(np.int32)
    third = np.arange(0, shape.rows, 3)
    predicted[third, third % shape.labels] = truth.codes[truth.offsets[third]]
    return truth, Ragged(np.arange(shape.rows + 1) * shape.labels, predicted.ravel())


def opened(shape: Shape) -> Inspection:
    """An inspection of a random pair of this shape."""
    rng = np.random.default_rng(1)
    truth, predictions = lists(shape, rng)
    ids = numbered(shape.rows, shape.id_width, rng) if shape.id_width < 10 else hexes(shape.rows, shape.id_width, rng)
    labels = hexes(shape.vocabulary, shape.label_width, rng)
    records = np.arange(shape.rows)
    table = Table(ids, truth, predictions, np.ones(shape.rows, bool), Vocab(labels), records)
    sheet, entries = Sheet(("id", "prediction"), (), Frame()), Entries(records)
    readings = [Reading(sheet, Layout(0, (1,)), entries, Grammar(), shape.rows, shape.labels) for _ in range(2)]
    return Inspection(State.of(Evaluation.of(Pair(table, *readings, records, ()), parse(shape.metric))))


def core(inspection: Inspection) -> Iterator[Measured]:
    """Work of the core without a window."""
    state, nothing = inspection.state, lambda _: None
    every, few = (
        state.evaluation.all_rows,
        np.sort(np.random.default_rng(2).permutation(len(state.evaluation.table))[:COPIED]),
    )
    for column in columns_of(state.evaluation):
        for descending in (False, True):
            key = SortKey(column.name, descending)
            yield f"sort by {'-' * descending}{column.name}", nothing, lambda _, key=key: state.sorted([key])
    yield "sort worst first", nothing, lambda _: state.sorted(state.evaluation.metric.worst_first)
    yield "filter by score", nothing, lambda _: inspection.filter_by([Clause("score<0.2")])
    yield "filter by rank", nothing, lambda _: inspection.filter_by([Clause("rank>2")])
    yield "filter by text", nothing, lambda i: inspection.filter_by([Clause(f"{i % 10}a{i % 7}")])
    yield "show all again", nothing, lambda _: inspection.filter_by([])
    yield (
        "score histogram",
        nothing,
        lambda _: summary.score_distribution(state.evaluation.scores.row, state.evaluation.scores.top),
    )
    yield "first-hit histogram", nothing, lambda _: summary.first_hits(state.evaluation.scores.first_hit, 12)
    yield "total losses", nothing, lambda _: state.evaluation.total_losses()
    yield "total losses of all rows shown", nothing, lambda _: state.evaluation.total_losses(every)
    yield "preview of a row", nothing, lambda i: state.evaluation.preview(i, state.evaluation.prediction(i))
    yield "edit without a window", nothing, lambda i: inspection.predict(i, _turned(state, i))
    yield (
        f"copy {COPIED:,} rows",
        nothing,
        lambda _: copying.tab_separated(export.rows_table(state.evaluation, few), True),
    )
    yield "complete a label", nothing, lambda i: state.evaluation.table.vocab.suggest(f"{i + 10}", 12)
    yield (
        "find a label",
        nothing,
        lambda i: state.evaluation.table.vocab.find(
            state.evaluation.table.vocab.text(len(state.evaluation.table.vocab) - i - 1)
        ),
    )


def window(inspection: Inspection, app: QApplication) -> Iterator[Measured]:
    """Actions in the window, up to the last painted pixel."""
    theme = Theme(app)
    shown = make_window(theme, Settings(temporary=True))
    shown.create_workbench(inspection)
    shown.show()
    _settle(app)
    table = shown.findChild(QTableView, "rowTable")
    bar, nothing = table.verticalScrollBar(), lambda _: None
    rows = len(inspection.evaluation.table)

    def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(table, key, modifiers)
        _settle(app)

    def scroll(to: int) -> None:
        bar.setValue(to)
        table.viewport().repaint()

    def top(_: int) -> None:
        press(Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
        table.clearSelection()
        _settle(app)

    def edit(i: int) -> None:
        row = inspection.state.order.row(i)
        inspection.predict(row, _turned(inspection.state, row))
        _settle(app)

    def brush(i: int) -> None:
        before = inspection.state.filter
        shown.bench.docks.by_name[("scoreDock", "firstHitDock")[i % 2]].panel.brush(0.0, 0.1 * (1 + i % 5), False)
        while inspection.state.filter is before:
            app.processEvents()
        _settle(app)

    def select(_: int) -> None:
        inspection.filter_by([])
        last = min(COPIED, table.model().rowCount()) - 1
        span = QItemSelection(table.model().index(0, 0), table.model().index(last, table.model().columnCount() - 1))
        table.selectionModel().select(span, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        _settle(app)

    yield "paint the table", nothing, lambda _: table.viewport().repaint()
    yield "paint the window", nothing, lambda _: shown.repaint()
    yield "scroll to a row", nothing, lambda i: scroll((i * 7919 * 101) % rows)
    yield "key Down", nothing, lambda _: press(Qt.Key.Key_Down)
    yield "key Page Down", nothing, lambda _: press(Qt.Key.Key_PageDown)
    yield "key End (last row)", top, lambda _: press(Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    yield "edit, everything repainted", nothing, edit
    yield "undo, everything repainted", edit, lambda _: (inspection.undo(), _settle(app))
    yield "select all", top, lambda _: press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    yield "edit while all are selected", nothing, edit
    yield "sort while all are selected", nothing, lambda i: _then(app, lambda: inspection.sort(_by_score(i)))
    yield "sort in the window", top, lambda i: _then(app, lambda: inspection.sort(_by_score(i)))
    yield (
        "filter in the window",
        nothing,
        lambda i: _then(app, lambda: inspection.filter_by([Clause(f"score<{0.1 * (1 + i % 5):.1f}")])),
    )
    yield "edit while filtered", nothing, edit
    yield "show all in the window", nothing, lambda _: _then(app, lambda: inspection.filter_by([]))
    yield "brush in a histogram", lambda _: _then(app, lambda: inspection.filter_by([])), brush
    yield f"copy {COPIED:,} selected rows", select, lambda _: _copied(shown.bench.copy_controller)
    shown.hide()  # closing would ask about the edits
    shown.deleteLater()


def _copied(copy_controller: CopyController) -> None:
    copy_controller.copy()
    if copy_controller.worker.is_busy:
        loop = QEventLoop()
        copy_controller.worker.stopped.connect(loop.quit)
        loop.exec()


def _by_score(i: int) -> SortKey:
    return SortKey("score", bool(i % 2))


def _turned(state: State, row: int) -> Prediction:
    """The labels of the row in reverse order, which differ at each call."""
    return state.evaluation.prediction(row).with_labels(state.evaluation.labels(row)[::-1])


def _settle(app: QApplication) -> None:
    """Process all pending paint events."""
    for _ in range(3):
        app.processEvents()


def _then(app: QApplication, work: Callable[[], object]) -> None:
    work()
    _settle(app)


def report(measured: Iterator[Measured], rounds: int) -> None:
    """Print the median wall and CPU time of each, after a first round that does not count.

    CPU time depends less on other processes.
    """
    for name, before, work in measured:
        times, busy = [], []
        for i in range(rounds + 1):
            before(i)
            start, cpu = time.perf_counter(), time.process_time()
            work(i)
            times.append(1000 * (time.perf_counter() - start))
            busy.append(1000 * (time.process_time() - cpu))
        middle, best, cpu = statistics.median(times[1:]), min(times[1:]), statistics.median(busy[1:])
        aside = f"(CPU {cpu:,.2f}, best {best:,.2f}, the first time {times[0]:,.2f})"
        print(f"  {name:<34} {middle:>10.2f} ms   {aside}", flush=True)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shapes", nargs="*", choices=[*SHAPES, []], metavar="SHAPE")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", default="", help="only work with this text in its name")
    given = parser.parse_args()
    reuse_freed_memory()
    app = QApplication([])
    with collected_between_events():  # as the program does
        for name in given.shapes or SHAPES:
            inspection = opened(SHAPES[name])
            print(f"{name}: {SHAPES[name].rows:,} rows x {SHAPES[name].labels} labels, {inspection.metric}")
            for part in (core(inspection), window(inspection, app)):
                report((m for m in part if given.only in m[0]), given.rounds)
    sys.stdout.flush()
    os._exit(0)  # without taking the window apart, which the program does in another order than Python


if __name__ == "__main__":
    main()
