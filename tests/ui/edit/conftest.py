"""What the tests of edits share."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from inspector.ui.edit.bulk_dialog import BulkDialog


@pytest.fixture
def during(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[BulkDialog], None]], None]:
    """Runs a function instead of the event loop of the dialog."""

    def act_in(act: Callable[[BulkDialog], None]) -> None:
        def run(dialog: BulkDialog) -> None:
            dialog.show()
            act(dialog)

        monkeypatch.setattr(BulkDialog, "exec", run)

    return act_in
