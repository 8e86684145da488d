"""What is wrong with an expression, and where in its text. Knows nothing of rows."""

from __future__ import annotations

from dataclasses import dataclass

from inspector.core.errors import InputError


@dataclass(eq=False)
class QueryError(InputError):
    """An expression that cannot be used. position: of the fault in its text, from 0."""

    position: int = 0

    @property
    def where(self) -> str:
        """`filter, character 7: `, counted from 1."""
        return f"filter, character {self.position + 1:,}: "
