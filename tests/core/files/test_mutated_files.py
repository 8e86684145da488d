"""Damaged files of all forms and containers are opened or refused; what is edited and saved is read back the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from fuzz.mutated.drawn import drawn
from fuzz.mutated.outcome import FINE, SLOW, outcome

FILES = 80


@pytest.mark.slow
def test_damaged_files_are_opened_or_refused_and_saved_rightly(tmp_path: Path) -> None:
    found = {}
    for number in range(FILES):
        (folder := tmp_path / str(number)).mkdir()
        found[number] = outcome(drawn(0, number), folder)
    assert not {number: result for number, result in found.items() if result.kind not in (*FINE, SLOW)}
    assert sum(result.compared for result in found.values()) > FILES / 20
    assert sum(result.edits for result in found.values()) > FILES / 2
