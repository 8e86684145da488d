"""A window up to its first paint: this program's, or a bare one with an empty table. Run by startup.py.

With `ready`, the program's window up to its last import.

python tests/benchmarks/first_paint.py bare | program | ready [ARGUMENT ...]
"""

import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QApplication, QMainWindow, QTableView


class Painted(QObject):
    """Ends the process once a window has been painted."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802, Qt's name
        if event.type() == QEvent.Type.Paint and watched.isWidgetType() and watched.isWindow():
            QTimer.singleShot(0, lambda: os._exit(0))
        return False


app = QApplication(sys.argv[:1])
painted = Painted()
app.installEventFilter(painted)
if sys.argv[1] == "bare":
    window, table = QMainWindow(), QTableView()
    table.setModel(QStandardItemModel())
    window.setCentralWidget(table)
    window.resize(1280, 800)
    window.show()
    app.exec()
else:
    from inspector.cli import main

    if sys.argv[1] == "ready":
        app.removeEventFilter(painted)
        from inspector.ui.window.main_window import MainWindow

        create_workbench = MainWindow.create_workbench
        MainWindow.create_workbench = lambda self, *given: (
            create_workbench(self, *given),
            QTimer.singleShot(0, lambda: os._exit(0)),
        )[0]
    del sys.argv[1]
    main()
