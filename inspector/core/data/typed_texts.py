"""Texts that were typed for rows of a submission and are not applied to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from inspector.core.errors import shorten


@dataclass(eq=False)
class TypedTexts:
    """Texts by id. waiting: those that wait for their row, until the user goes on with them or gives them up; draft:
    the one that is being typed now.

    A submission keeps its own also while another one is open, and while its files are read again.
    """

    waiting: Mapping[str, str] = field(default_factory=dict)
    draft: Mapping[str, str] = field(default_factory=dict)

    @property
    def every(self) -> dict[str, str]:
        """All texts by id."""
        return {**self.waiting, **self.draft}

    def words(self, where: str = "") -> str:
        """Whose text is not applied, for the user; empty for none. where: the submission, if it has to be named."""
        names = ", ".join(sorted(map(shorten, self.every)))
        return f"What was typed for {names}{where and f' in {shorten(where)}'} is not applied." if names else ""
