"""Fixtures of the open dialog."""

from __future__ import annotations

import pytest
from ui.open.asking import Asking


@pytest.fixture
def asking(qtbot, monkeypatch: pytest.MonkeyPatch) -> Asking:
    return Asking(qtbot, monkeypatch)
