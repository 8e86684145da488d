"""The error of an invalid expression, with its position."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.errors import InputError


@dataclass(eq=False)
class QueryError(InputError):
    """An invalid expression. position: of the error in the text, from 0."""

    position: int = 0

    @property
    def where(self) -> str:
        """`filter, character 7: `, counted from 1."""
        return f"filter, character {self.position + 1:,}: "
