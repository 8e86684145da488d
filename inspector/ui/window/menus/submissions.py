"""The Submissions menu: several submissions of the open truth, and what the open one is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.core.data.kind import LABELS
from inspector.ui.commands.command import SEPARATOR, Command, Entry, Submenu

if TYPE_CHECKING:
    from inspector.ui.window.workbench import Workbench

_ONE = "There is only one submission: add another one first"

SUBMISSIONS: tuple[Entry[Workbench], ...] = (
    Command(
        "add_submissions",
        "&Add submissions…",
        ("Ctrl+Alt+O",),
        "Choose files to compare with the open submission; many at once",
        "open",
        lambda bench: bench.comparisons.controller.ask_files(),
    ),
    Command(
        "add_folder",
        "Add those of a &folder…",
        (),
        "Add every file of a folder as a submission",
        "open",
        lambda bench: bench.comparisons.controller.ask_folder(),
    ),
    Command(
        "show_submissions",
        "&Go to the list",
        ("Alt+1",),
        "Show all submissions with their scores and differences",
        "table",
        lambda bench: bench.comparisons.go_to_list(),
    ),
    SEPARATOR,
    Command(
        "next_submission",
        "&Next submission",
        ("Ctrl+PgDown", "Ctrl+Tab"),
        "Open the next submission of the list; each keeps its edits",
        "down",
        lambda bench: bench.comparisons.step(1),
        why=_ONE,
    ),
    Command(
        "previous_submission",
        "&Previous submission",
        ("Ctrl+PgUp", "Ctrl+Shift+Tab"),
        "Open the previous submission of the list; each keeps its edits",
        "up",
        lambda bench: bench.comparisons.step(-1),
        why=_ONE,
    ),
    SEPARATOR,
    Submenu("compare_with", "&Compare with", "columns"),
    Command(
        "compare_with_file",
        "Compare with the file as &loaded",
        (),
        "Every Δ is then what your edits changed",
        "reset",
        lambda bench: bench.comparisons.controller.compare_with("file"),
        why="It is compared with its file already",
    ),
    Command(
        "swap_submissions",
        "&Swap with the baseline",
        ("Ctrl+Alt+X",),
        "Open what the submission is compared with, and compare it with this one",
        "sort",
        lambda bench: bench.comparisons.controller.swap(),
        why="Compare with another submission first",
    ),
    Command(
        "copy_verdict",
        "Copy the &verdict",
        ("Ctrl+Alt+V",),
        "Copy what the line below the score says",
        "copy",
        lambda bench: bench.comparisons.verdict.copy(),
        why="There is nothing to compare with: add another submission first",
    ),
    Command(
        "verdict_details",
        "T&he verdict in detail…",
        ("Ctrl+Alt+D",),
        "What each test finds: sign-flip, t, signs, Wilcoxon, and what these rows can tell",
        "table",
        lambda bench: bench.comparisons.show_details(),
        why="There is nothing to compare with: add another submission first",
    ),
    SEPARATOR,
    Command(
        "keep_version",
        "&Keep version…",
        ("Ctrl+Alt+K",),
        "Keep the submission as it is edited now, under a name; later edits leave it alone",
        "save",
        lambda bench: bench.comparisons.versions.keep(),
    ),
    Command(
        "show_versions",
        "V&ersions",
        ("Alt+2",),
        "Return to a version, compare with it, rename, delete or export it",
        "table",
        lambda bench: bench.comparisons.show_versions(),
    ),
    SEPARATOR,
    Command(
        "blend_submissions",
        "&Blend…",
        ("Ctrl+Alt+B",),
        "Make one submission of several, with a weight for each, and watch its score",
        "columns",
        lambda bench: bench.comparisons.blending.ask(),
        why=_ONE,
    ),
    Command(
        "show_suspects",
        "S&uspect truths",
        ("Ctrl+Alt+U",),
        "Rows in which submissions agree with each other, and not with the truth",
        "question",
        lambda bench: bench.comparisons.go_to_suspects(),
        kind=LABELS,
    ),
    SEPARATOR,
    Command(
        "remove_submission",
        "&Remove from the list…",
        (),
        "Take the open submission out of the list; its file stays as it is",
        "clear",
        lambda bench: bench.comparisons.controller.remove(bench.inspection.open_submission.name),
        why=_ONE,
    ),
    SEPARATOR,
    Command(
        "show_first_hits",
        "First h&its",
        ("Alt+4",),
        "Ranks of the first hits in the baseline against those in the open submission; a click shows rows",
        "table",
        lambda bench: bench.docks.bring("firstHitMatrixDock"),
        kind=LABELS,
    ),
    Command(
        "show_differences",
        "&Differences",
        ("Alt+5",),
        "All rows that differ from the baseline as a curve; a drag shows rows",
        "sort",
        lambda bench: bench.docks.bring("differencesDock"),
    ),
    Command(
        "show_deltas",
        "Δ distribu&tion",
        ("Alt+6",),
        "How many rows are better or worse than in the baseline, and by how much",
        "columns",
        lambda bench: bench.docks.bring("deltaDock"),
    ),
)
