"""The manual in its window: the list of tasks, search, links between tasks, pictures as wide as the page."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QLineEdit, QListWidget

from inspector import manual
from inspector.ui.manual.manual_window import ManualWindow
from inspector.ui.manual.page_view import PageView


def opened(window) -> ManualWindow:
    window.commands.by_name["show_manual"].trigger()
    return window.findChild(ManualWindow)


def titles(shown: ManualWindow) -> list[str]:
    tasks = shown.findChild(QListWidget)
    return [tasks.item(row).text() for row in range(tasks.count()) if not tasks.item(row).isHidden()]


def test_each_task_is_listed_and_can_be_read(window) -> None:
    shown = opened(window)
    assert titles(shown) == [task.title for task in manual.tasks()]
    for task in manual.tasks():
        shown.go_to(task.name)
        assert shown.page.toPlainText().startswith(task.title)
    shown.close()


def test_search_lists_the_tasks_that_hold_all_words(window) -> None:
    shown = opened(window)
    shown.findChild(QLineEdit, "manualSearch").setText("sign flips")
    assert titles(shown) == ["Compare two runs"]
    assert shown.page.textCursor().selectedText() == "sign flips"
    shown.findChild(QLineEdit, "manualSearch").setText("no such words anywhere")
    assert titles(shown) == []
    shown.close()


def test_a_link_goes_to_its_task_and_nowhere_else(window) -> None:
    shown = opened(window)
    shown.page.anchorClicked.emit(QUrl("luck.md"))
    assert shown.page.toPlainText().startswith("Is it luck?")
    shown.page.anchorClicked.emit(QUrl("https://example.org/"))
    assert shown.page.toPlainText().startswith("Is it luck?")
    shown.close()


@pytest.mark.slow
@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0, 3.0])
def test_pictures_are_no_wider_than_the_page(window, monkeypatch, ratio: float) -> None:
    monkeypatch.setattr(PageView, "devicePixelRatioF", lambda _: ratio)
    shown = opened(window)
    shown.resize(1000, 500)
    name = QUrl("pictures/luck.png")
    image = shown.page.loadResource(QTextDocument.ResourceType.ImageResource.value, name)
    assert 0 < image.deviceIndependentSize().width() <= shown.page.viewport().width()
    shown.close()


def test_the_manual_opens_once(window) -> None:
    first = opened(window)
    assert opened(window) is first
    first.close()
