"""Makes files with the size and shape of real contests and random content; `pair` returns the two paths.

    python tests/benchmarks/data.py KIND [--rows N] [--folder DIR]

KIND      rows         a row of the submission
hm        1,371,980    a customer of 64 hex digits, 12 articles of ten digits; the truth has 69,984 of the customers
hm-full   1,371,980    the same, with a truth for every customer
facebook  8,607,230    a number, 3 places; one is right
retrieval   117,577    an image, 100 images of 16 hex digits; 0 to 30 are right
landmark    117,703    an image, a landmark and its confidence; some rows of either file are blank
prices    1,400,000    a number and a price
yes-no    1,400,000    a number and a probability; the truth has 0 or 1
classes   1,400,000    a number and the probabilities of ten classes; the truth has the class
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

ROWS = {"hm": 1_371_980, "hm-full": 1_371_980, "facebook": 8_607_230, "retrieval": 117_577, "landmark": 117_703}
ROWS |= {"prices": 1_400_000, "yes-no": 1_400_000, "classes": 1_400_000}
METRICS = {"hm": "map@12", "hm-full": "map@12", "facebook": "map@3", "retrieval": "map@100", "landmark": "gap"}
METRICS |= {"prices": "rmse", "yes-no": "auc", "classes": "mlogloss"}
FOLDER = Path(tempfile.gettempdir()) / "submission-inspector-benchmarks"
_PER_BLOCK = 50_000


def pair(kind: str, rows: int | None = None, folder: Path = FOLDER) -> tuple[Path, Path]:
    """The truth and the submission of a kind; made first when they are missing.

    They are made in another process, because the peak memory of a child starts at that of its parent.
    """
    made = folder / f"{kind}-{rows or ROWS[kind]}"
    if not (made / "submission.csv").exists():
        print(f"making {made} ...", file=sys.stderr)
        arguments = [kind, "--rows", str(rows or ROWS[kind]), "--folder", str(folder)]
        subprocess.run([sys.executable, __file__, *arguments], check=True)
    return made / "truth.csv", made / "submission.csv"


def write_pair(kind: str, rows: int, folder: Path) -> None:
    """Write truth.csv and submission.csv, each with its rows in another order."""
    import numpy as np

    rng = np.random.default_rng(1)
    folder.mkdir(parents=True, exist_ok=True)
    if kind in _WRITERS:
        _WRITERS[kind](rng, rows, folder)
        return
    ids = list(map(str, range(rows))) if kind == "facebook" else _hexes(rng, rows, 64 if "hm" in kind else 16)
    labels, k = {"facebook": (108_390, 3), "retrieval": (762_000, 100)}.get(kind, (105_542, 12))
    names = np.array(_hexes(rng, labels, 16) if kind == "retrieval" else _digits(rng, labels), object)
    chosen = np.sort(rng.choice(rows, max(1, rows * 69_984 // ROWS["hm"]), replace=False)) if kind == "hm" else None
    sizes = _sizes(rng, kind, rows)
    popular = np.cumsum(1.0 / np.arange(1, labels + 1) ** 0.8)
    popular /= popular[-1]
    order = rng.permutation(rows) if chosen is None else rng.permutation(chosen)
    truth = np.searchsorted(popular, rng.random(int(sizes.sum())))
    starts = np.concatenate([[0], np.cumsum(sizes)])
    with (folder / "submission.part").open("w", newline="") as file:
        file.write("id,prediction\n")
        for low in range(0, rows, _PER_BLOCK):
            high = min(rows, low + _PER_BLOCK)
            drawn = np.searchsorted(popular, rng.random((high - low, k)))
            # A third of the rows gets its first true label somewhere in its list.
            hit = np.arange(low, high, 3)[sizes[low:high:3] > 0]
            drawn[hit - low, hit % k] = truth[starts[hit]]
            _draw_repeats_again(drawn, lambda n: np.searchsorted(popular, rng.random(n)))
            cells = map(" ".join, names[drawn].tolist())
            file.writelines(f"{id_},{cell}\n" for id_, cell in zip(ids[low:high], cells, strict=True))
    with (folder / "truth.csv").open("w", newline="") as file:
        file.write("id,prediction\n")
        for low in range(0, len(order), _PER_BLOCK):
            part = order[low : low + _PER_BLOCK].tolist()
            file.writelines(f"{ids[row]},{' '.join(names[truth[starts[row] : starts[row + 1]]])}\n" for row in part)
    (folder / "submission.part").rename(folder / "submission.csv")


def _draw_repeats_again(drawn, draw):
    """Draw again every item that is already further left in its row."""
    import numpy as np

    while True:
        order = np.argsort(drawn, axis=1, kind="stable")
        ranked = np.take_along_axis(drawn, order, axis=1)
        rows, ranks = np.nonzero(ranked[:, 1:] == ranked[:, :-1])
        if not len(rows):
            return
        drawn[rows, order[rows, ranks + 1]] = draw(len(rows))


def _sizes(rng, kind, rows):
    """How many true labels each row has."""
    import numpy as np

    if kind == "facebook":
        return np.ones(rows, np.int64)
    return rng.integers(0, 31, rows) if kind == "retrieval" else np.minimum(rng.geometric(0.3, rows), 50)


def _write_landmark(rng, rows, folder):
    import numpy as np

    ids, labels = _hexes(rng, rows, 16), 14_951
    truth = (labels * rng.random(rows) ** 3).astype(int)
    guess = np.where(rng.random(rows) < 0.4, truth, (labels * rng.random(rows) ** 3).astype(int)).tolist()
    sure, blank, none = np.round(rng.beta(1.5, 2.5, rows), 5).tolist(), rng.random(rows) < 0.014, rng.random(rows) < 0.3
    with (folder / "truth.csv").open("w", newline="") as file:
        file.write("id,landmarks\n")
        file.writelines(f"{ids[i]},{'' if none[i] else truth[i]}\n" for i in rng.permutation(rows).tolist())
    with (folder / "submission.part").open("w", newline="") as file:
        file.write("id,landmarks\n")
        file.writelines(f"{ids[i]},{'' if blank[i] else f'{guess[i]} {sure[i]:g}'}\n" for i in range(rows))
    (folder / "submission.part").rename(folder / "submission.csv")


def _write_prices(rng, rows, folder):
    import pandas as pd

    truth = rng.lognormal(12, 0.5, rows)
    for name, prices in ("truth", truth), ("submission", truth * rng.uniform(0.7, 1.3, rows)):
        pd.DataFrame({"id": range(rows), "price": prices.round(2)}).to_csv(folder / f"{name}.csv", index=False)


def _write_yes_no(rng, rows, folder):
    import pandas as pd

    truth = (rng.random(rows) < 0.2).astype(int)
    shares = rng.normal(0.3 + 0.3 * truth, 0.2).clip(0, 1).round(6)
    for name, numbers in ("truth", truth), ("submission", shares):
        pd.DataFrame({"id": range(rows), "target": numbers}).to_csv(folder / f"{name}.csv", index=False)


def _write_classes(rng, rows, folder):
    import numpy as np
    import pandas as pd

    truth, logits = rng.integers(0, 10, rows), rng.normal(0, 1, (rows, 10))
    logits[np.arange(rows), truth] += 2
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    names, ids = [f"c{number}" for number in range(10)], pd.RangeIndex(rows, name="id")
    pd.DataFrame({"class": np.array(names)[truth]}, ids).to_csv(folder / "truth.csv")
    pd.DataFrame(shares.round(5), ids, names).to_csv(folder / "submission.csv")


_WRITERS = {"landmark": _write_landmark, "prices": _write_prices, "classes": _write_classes, "yes-no": _write_yes_no}


def _hexes(rng, n, width):
    text = rng.bytes(n * width // 2).hex()
    return [text[at : at + width] for at in range(0, n * width, width)]


def _digits(rng, n):
    return [f"0{value:09d}" for value in rng.choice(900_000_000, n, replace=False).tolist()]


def main() -> None:
    """Write the files of one kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=ROWS)
    parser.add_argument("--rows", type=int)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    given = parser.parse_args()
    rows = given.rows or ROWS[given.kind]
    write_pair(given.kind, rows, given.folder / f"{given.kind}-{rows}")


if __name__ == "__main__":
    main()
