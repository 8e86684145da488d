"""What the records of a file mean: a list in a cell, a label a record, a column a label."""

from inspector.core.files.labels.listed import Listed
from inspector.core.files.labels.long import Long
from inspector.core.files.labels.shape import Edited, LabelRequest, Lists, Shape
from inspector.core.files.labels.wide import Wide

_SHAPES: dict[str, Shape] = {"list": Listed(), "long": Long(), "wide": Wide()}


def shape(name: str) -> Shape:
    """The shape with a name of `layout.SHAPES`."""
    return _SHAPES[name]


__all__ = ["Edited", "LabelRequest", "Lists", "Shape", "shape"]
