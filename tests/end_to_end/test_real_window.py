"""The program in a real window, driven by keyboard and mouse: open, sort, edit, undo, save, quit."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from end_to_end.conftest import PATIENCE, SCREEN, Screen, until
from PySide6.QtGui import QColor, QImage

import inspector
from inspector.ui.widgets.theme import LIGHT

TRUTH = "id,label\nr03,c\nr01,a\nr02,b\nr04,d\n"
SUBMISSION = "id,label\nr04,x y d\nr01,q a z\nr03,c\nr02,b a\n"

# Checks in a row, about a second.
_STEADY = 10
ROWS = {QColor(colour).name() for colour in (LIGHT.base, LIGHT.stripe, LIGHT.now_soft)}


def first_row(picture: QImage) -> int:
    """The top of the first row of the table: the first row background below the header at the left edge."""
    return next(y for y in range(40, picture.height()) if picture.pixelColor(3, y).name() in ROWS)


def has_rows(picture: QImage) -> bool:
    """Whether the table is painted."""
    return any(picture.pixelColor(3, y).name() in ROWS for y in range(40, picture.height()))


def colours(picture: QImage) -> Counter[str]:
    """The colours at every third pixel, and how often each is there."""
    width, height = picture.width(), picture.height()
    return Counter(picture.pixelColor(x, y).name() for x in range(0, width, 3) for y in range(0, height, 3))


def enter_path(screen: Screen, path: Path) -> None:
    """Type a path into a completing line; its list closes once the path is complete.

    A busy machine shows the list some time after the letters, and a key that arrives as it closes is lost.
    """
    before, checks = screen.shown(), list[bool]()
    screen.write(str(path))

    def is_gone() -> bool:
        checks.append(screen.shown() == before)
        return len(checks) >= _STEADY and all(checks[-_STEADY:])

    until(is_gone, "the list of paths is gone")


def test_a_pair_is_opened_sorted_edited_undone_saved_and_closed(screen: Screen, start, tmp_path: Path) -> None:
    truth, submission, saved = (tmp_path / name for name in ("truth.csv", "submission.csv", "saved.csv"))
    truth.write_text(TRUTH)
    submission.write_text(SUBMISSION)
    pair = inspector.open_pair(truth, submission, "map@3")
    before = f"MAP@3 {pair.overall:.6f}"
    pair.edit("r01", ["a", "q"])
    after = f"MAP@3 {pair.overall:.6f}"
    assert before != after

    program = start("open", "--theme", "light")
    (window,) = until(lambda: screen.windows("Submission Inspector"), "the window is there")
    screen.focus(window)

    screen.press("ctrl+o")
    (dialog,) = until(lambda: screen.windows("Open a pair"), "the dialog is there")
    screen.focus(dialog)
    enter_path(screen, truth)
    screen.press("Tab")
    enter_path(screen, submission)
    screen.press("Tab")
    screen.write("map@3")
    screen.press("Return")
    until(lambda: before in screen.title(window), "the title shows the score of the pair")
    assert "*" not in screen.title(window)

    # Sorted by id, the first row is r01; by score, the initial order, it would be r04.
    screen.focus(window)
    until(lambda: has_rows(screen.picture("opened.png")), "the rows are painted")
    screen.click(30, first_row(screen.picture("opened.png")) - 10)
    screen.press("ctrl+Home", "ctrl+l")
    screen.write("a q")
    typed = screen.picture("typed.png")
    assert (typed.width(), typed.height()) == SCREEN
    assert len(colours(typed)) > 20
    assert before in screen.title(window)
    screen.press("Return")
    until(lambda: after in screen.title(window), "the title shows the score after the edit")
    assert "*" in screen.title(window)

    screen.press("ctrl+z")
    until(lambda: before in screen.title(window), "the title shows the score of the file again")
    assert "*" not in screen.title(window)
    screen.press("ctrl+shift+z")
    until(lambda: after in screen.title(window), "the title shows the score of the edit again")

    screen.press("ctrl+shift+s")
    (dialog,) = until(lambda: screen.windows("Save the submission"), "the file dialog is there")
    screen.focus(dialog)
    screen.press("ctrl+a")
    screen.write(str(saved))
    until(saved.exists, "the file is saved", again=lambda: screen.press("Return"))
    until(lambda: "*" not in screen.title(window), "the title has no star any more")
    assert saved.read_bytes() == SUBMISSION.replace("r01,q a z", "r01,a q").encode()
    assert submission.read_text() == SUBMISSION

    screen.focus(window)
    screen.press("ctrl+q")
    assert program.wait(PATIENCE) == 0
    assert (tmp_path / "err.txt").read_text() == ""
    assert (tmp_path / "out.txt").read_text() == ""
