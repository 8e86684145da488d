"""The menus, one file each: every command with its text, its keys and what it does.

They are made before the first paint, so what a command needs is imported when it runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.ui.window.menus.analyse import ANALYSE
from inspector.ui.window.menus.edit import EDIT
from inspector.ui.window.menus.file import FILE
from inspector.ui.window.menus.help import HELP
from inspector.ui.window.menus.row import ROW
from inspector.ui.window.menus.submissions import SUBMISSIONS
from inspector.ui.window.menus.view import VIEW

if TYPE_CHECKING:
    from inspector.ui.commands.command import Menus
    from inspector.ui.window.workbench import Workbench

MENUS: Menus[Workbench] = {
    "File": FILE,
    "Edit": EDIT,
    "View": VIEW,
    "Row": ROW,
    "Submissions": SUBMISSIONS,
    "Analyse": ANALYSE,
    "Help": HELP,
}
