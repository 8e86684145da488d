"""What the cells of odd files hold: ids, labels, and extra columns of every type."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

Rows = list[str]

_WORDS = ["amber", "birch", "cedar", "delta", "ember", "grove", "iris", "jade", "maple", "onyx", "pearl", "raven"]
_ANIMALS = ["whale", "dolphin", "seal", "finch", "heron", "warbler", "orchid", "fern", "moss", "beetle"]
_SORTS = ["fin", "blue", "humpback", "minke", "grey", "spotted", "common", "lesser", "greater", "dwarf", "wood", "sea"]
_COUNTRIES = [a + b for a in "UFGDNP" for b in "STL"]
_TEXTS = (
    "plain words of text",
    'she said "yes", then left',
    "one, two and three",
    "a; b",
    "50 % off | today",
    "it's ok",
)


def _hex(rng: Random, digits: int) -> str:
    return f"{rng.getrandbits(4 * digits):0{digits}x}"


def _distinct(count: int, make: Callable[[], str]) -> Rows:
    found: dict[str, None] = {}
    while len(found) < count:
        found[make()] = None
    return list(found)


IDS: dict[str, Callable[[Random, int], Rows]] = {
    "numbers": lambda rng, n: [str(number) for number in rng.sample(range(1_000, 90_000), n)],
    "row numbers": lambda rng, n: [str(number) for number in range(n)],
    "padded numbers": lambda rng, n: [f"{number:010d}" for number in rng.sample(range(10**8), n)],
    "images": lambda rng, n: _distinct(n, lambda: f"{_hex(rng, 8)}.jpg"),
    "paths": lambda rng, n: _distinct(n, lambda: f"val/n0{rng.randrange(9)}/img_{rng.randrange(10**5)}.JPEG"),
    "prefixed": lambda rng, n: [f"test_{number}" for number in rng.sample(range(10**6), n)],
    "hex": lambda rng, n: _distinct(n, lambda: _hex(rng, 16)),
    "uuids": lambda rng, n: _distinct(n, lambda: "-".join(_hex(rng, digits) for digits in (8, 4, 4, 4, 12))),
    "queries": lambda rng, n: [f"q{number}" for number in range(1, n + 1)],
    "dashes": lambda rng, n: _distinct(n, lambda: f"CBN-{rng.choice('ABC')}{rng.randrange(9)}-{rng.randrange(10**6)}"),
}

LABELS: dict[str, Callable[[Random, int], Rows]] = {
    "hashes": lambda rng, n: _distinct(n, lambda: f"w_{_hex(rng, 7)}"),
    "small numbers": lambda rng, n: [str(number) for number in range(n)],
    "large numbers": lambda rng, n: [str(number) for number in rng.sample(range(10**5, 10**7), n)],
    "padded numbers": lambda rng, n: [f"0{number}" for number in rng.sample(range(10**8, 10**9), n)],
    "words": lambda rng, n: _distinct(n, lambda: f"{rng.choice(_WORDS)}{rng.choice(_ANIMALS)}"),
    "names": lambda rng, n: _distinct(n, lambda: f"{rng.choice(_SORTS)} {rng.choice(_ANIMALS)}".capitalize()),
    "names with commas": lambda rng, n: _distinct(
        n, lambda: f"{rng.choice(_WORDS).title()}, {rng.choice('ABCDEFGHKLM')}"
    ),
    "codes": lambda rng, n: rng.sample(_COUNTRIES, n),
    "letters": lambda rng, n: list("ABCDEFGHIJKLMNOPQR"[:n]),
    "colons": lambda rng, n: _distinct(
        n, lambda: f"{rng.choice(('True', 'False'))}_{rng.choice(_WORDS)}:{_hex(rng, 2)}"
    ),
    "dashes": lambda rng, n: _distinct(n, lambda: f"{rng.randrange(10, 60)}-{rng.randrange(10, 60)}"),
    "like missing values": lambda rng, n: ["None", "NA", "nan", "null", *_distinct(n - 4, lambda: rng.choice(_WORDS))],
}
MOST_LABELS = {"codes": 18, "letters": 18, "like missing values": 16}
WITH_SPACES = {"names", "names with commas"}
NUMERIC = {"small numbers", "large numbers", "padded numbers"}

EXTRAS: dict[str, tuple[tuple[str, ...], Callable[[Random], Callable[[], str]]]] = {
    "date": (("date", "t_dat"), lambda rng: lambda: f"20{rng.randrange(10, 25)}-{rng.randrange(1, 13):02}-11"),
    "time": (
        ("timestamp", "date_time"),
        lambda rng: lambda: f"2014-08-11 {rng.randrange(24):02}:{rng.randrange(60):02}:09",
    ),
    "float": (("area", "price", "lat"), lambda rng: lambda: repr(rng.uniform(-180, 180))),
    "share": (("humidity", "moisture"), lambda rng: lambda: f"{rng.random():.4f}"),
    "number": (("width", "age", "views"), lambda rng: lambda: str(rng.randrange(200_000, 900_000))),
    "text": (("title", "Body", "prompt"), lambda rng: lambda: rng.choice(_TEXTS)),
    "group": (("region", "gender", "source"), lambda rng: lambda: rng.choice(("ALPINE", "COAST", "FOREST"))),
    "flag": (("is_new", "holdout"), lambda rng: lambda: rng.choice("01")),
    "fold": (("fold",), lambda rng: lambda: rng.choice("01234")),
    "words": (("valid", "flipped"), lambda rng: lambda: rng.choice(("True", "False"))),
    "constant": (("version", "site"), lambda rng: (lambda cell: lambda: cell)(rng.choice(("v1", "2021", "-")))),
    "blank": (("comment", "note"), lambda rng: lambda: ""),
    "hash": (("phash", "device"), lambda rng: lambda: _hex(rng, 12)),
    "usage": (("Usage",), lambda rng: lambda: rng.choice(("Public", "Private"))),
}
# Extra columns that could as well be a relevance, a rank, a small number as a label, or the probability of a label.
COULD_BE_RELEVANCE = {"flag", "fold", "words"}
COULD_BE_PROBABILITY = {"flag", "fold", "share", "words", "blank"}
WORDED = {"date", "time", "text", "group", "hash"}
