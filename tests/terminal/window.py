"""A window in a separate process, as users start it, which edits a row and says what it shows."""

from __future__ import annotations

# Opens a pair, edits its first row, and closes without saving once the edit is on disk or cannot be written.
CODE = """
import sys, inspector
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox
app, inspection = QApplication([]), inspector.open_pair(*sys.argv[1:3], "map@5")
QMessageBox.exec = lambda box: QMessageBox.StandardButton.Discard
def edit():
    from inspector.ui.recovery.autosave import Autosave
    (window,) = (widget for widget in app.topLevelWidgets() if widget.objectName() == "mainWindow")
    autosave = window.findChild(Autosave)
    end = QTimer(window)
    end.setSingleShot(True)
    end.setInterval(0)
    end.timeout.connect(close)
    autosave.failed.connect(end.start)
    inspection.edit("a", ["edited"])
    autosave.written.connect(end.start)
def close():
    (window,) = (widget for widget in app.topLevelWidgets() if widget.objectName() == "mainWindow")
    for name in ("messageText", "leftoverText"):
        label = window.findChild(QLabel, name)
        if label.isVisible():
            print(label.text())
    window.close()
QTimer.singleShot(100, edit)
inspector.show(inspection)
print("closed")
"""
