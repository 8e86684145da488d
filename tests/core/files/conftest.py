"""A small pair with an edit, for the tests of saving."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.strategies import open_text

from inspector import Inspection

TEXT = b"id,label\nr0,x\nr1,y\n"
SAVED = b"id,label\nr0,x\nr1,z\n"


@pytest.fixture
def edited(tmp_path: Path) -> Inspection:
    """A pair whose submission is TEXT; saved with its edit, it is SAVED."""
    inspection = open_text(tmp_path, TEXT, 2)
    inspection.edit("r1", ["z"])
    return inspection
