"""A sample with twelve recommendations for each customer and a few purchases, like H&M's contest."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from inspector.core.samples.sample import write_table

_CUSTOMERS, _ARTICLES, _RANKS = 24_000, 20_000, 12


def write(folder: Path) -> None:
    """Write 1 to 20 purchases per customer; a third of the customers have one among their recommendations."""
    rng = np.random.default_rng(12)
    articles = np.array([f"0{number:09d}" for number in rng.choice(900_000_000, _ARTICLES, replace=False)])
    ids = [row.tobytes().hex() for row in rng.integers(0, 256, (_CUSTOMERS, 32), dtype=np.uint8)]
    popular = np.cumsum(1.0 / np.arange(1, _ARTICLES + 1) ** 0.8)
    popular /= popular[-1]

    def draw(size: int | tuple[int, int]) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
        return np.minimum(np.searchsorted(popular, rng.random(size)), _ARTICLES - 1)

    bought = [draw(int(size)) for size in np.minimum(rng.geometric(0.3, _CUSTOMERS), 20)]
    drawn = draw((_CUSTOMERS, 3 * _RANKS)).tolist()
    recommended = [
        _recommend(drawn[row], bought[row][:1] if row % 3 == 0 else bought[row][:0], rng) for row in range(_CUSTOMERS)
    ]
    order = rng.permutation(_CUSTOMERS)
    header = "customer_id,prediction"
    purchases = [" ".join(articles[bought[row]]) for row in order]
    write_table(folder / "truth.csv", header, [ids[row] for row in order], purchases)
    write_table(folder / "submission.csv", header, ids, [" ".join(articles[row]) for row in recommended])
    write_table(folder / "constant.csv", header, ids, [" ".join(articles[:_RANKS])] * _CUSTOMERS)


def _recommend(
    drawn: list[int], hits: np.ndarray[tuple[int, ...], np.dtype[np.int64]], rng: np.random.Generator
) -> list[int]:
    """Twelve distinct articles, with the hits at random ranks."""
    right = hits.tolist()
    others = [article for article in dict.fromkeys(drawn) if article not in right][: _RANKS - len(right)]
    for article in right:
        others.insert(int(rng.integers(len(others) + 1)), article)
    return others
