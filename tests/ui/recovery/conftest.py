"""Where unsaved edits are kept in these tests, and settings that keep nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.ui.recovery import autosave
from inspector.ui.settings import Settings


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "edits"


@pytest.fixture
def keeping(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings that only keep unsaved edits, with a short delay."""
    monkeypatch.setattr(autosave, "_DELAY", 20)
    return Settings(temporary=True, edits=folder)
