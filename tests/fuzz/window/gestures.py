"""What the random user types: keys, texts and metrics."""

from __future__ import annotations

from random import Random

from PySide6.QtCore import Qt
from window.pairs import LABELS

from inspector.core.data import kind
from inspector.core.metrics import families_of

_Key, _Modifier = Qt.Key, Qt.KeyboardModifier
_CONTROL, _SHIFT, _ALT = _Modifier.ControlModifier, _Modifier.ShiftModifier, _Modifier.AltModifier
_BARE = _Modifier.NoModifier
KEYS = [
    *((key, _BARE) for key in (_Key.Key_Up, _Key.Key_Down, _Key.Key_Left, _Key.Key_Right, _Key.Key_Home, _Key.Key_End)),
    *((key, _BARE) for key in (_Key.Key_Tab, _Key.Key_Return, _Key.Key_Escape, _Key.Key_Delete, _Key.Key_Space)),
    *((key, _BARE) for key in (_Key.Key_F2, _Key.Key_F6, _Key.Key_PageDown, _Key.Key_A, _Key.Key_Backspace)),
    *((key, _CONTROL) for key in (_Key.Key_Z, _Key.Key_A, _Key.Key_C, _Key.Key_V, _Key.Key_F, _Key.Key_K, _Key.Key_Up)),
    *((key, _ALT) for key in (_Key.Key_Up, _Key.Key_Down)),
    *((key, _SHIFT) for key in (_Key.Key_F6, _Key.Key_Tab, _Key.Key_Down)),
    (_Key.Key_Z, _CONTROL | _SHIFT),
]
_FILTERS = (
    "score<1",
    "edited",
    "truth:a",
    "hits=0",
    "first_hit>1",
    "score<",
    "(",
    '"',
    "id~r0",
    "score<0.5 | edited",
    "error>1",
)


def words(random: Random) -> str:
    """Labels, a filter, a number, or what is none of them."""
    labels = " ".join(random.choices(LABELS, k=random.randint(0, 5)))
    other = random.choice(
        [
            *_FILTERS,
            "",
            " ",
            "0",
            "-1",
            "1e999",
            "a 0.5 b 0.25",
            "0.5",
            "208500",
            "0.2 0.3 0.5",
            "a nan",
            "x\ty\nz",
            "\u202e",
            "é" * 40,
        ]
    )
    return random.choice([labels, labels, other])


def metric_text(random: Random) -> str:
    """A metric as it is typed, often with choices, sometimes wrong."""
    family = random.choice([*families_of(random.choice((kind.LABELS, kind.LABELS, kind.NUMBERS))).values()])
    chosen = {
        name: random.choice([*choice.values]) for name, choice in family.choices().items() if random.random() < 0.3
    }
    words = ",".join(f"{name}={value}" for name, value in chosen.items())
    text = (
        family.name
        + (f"({words})" if words else "")
        + random.choice(["", "", "@1", "@3", "@10", "@100000", "@0", "@x"])
    )
    return text if random.random() < 0.95 else text[: random.randint(0, len(text))] + random.choice(["", "?", ")"])
