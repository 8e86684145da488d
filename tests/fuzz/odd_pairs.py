"""Odd pairs of files whose true reading is known: how many are read rightly, asked about, or read wrongly.

    python tests/fuzz/odd_pairs.py --pairs 5000 --seed 1 [--keep DIR] [--only NUMBER]

Each pair is drawn from its seed and number alone. The counts of wrong readings are broken down by what is odd about
the pairs; --keep writes every pair that is not read rightly, with the reading that was meant. With --damage one line
of each pair that is read rightly is damaged, which may spoil its own row, but no other; what is refused counts
as asked about. The exit status is 1 when a pair was read wrongly or, without --damage, more than one in twenty was
asked about.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from fuzz.odd.damage import damage_outcome  # noqa: E402
from fuzz.odd.pair import OddPair, odd_pair  # noqa: E402
from fuzz.odd.reading import ASKED, RIGHT, WRONG, Outcome, outcome  # noqa: E402

_MOST_ASKED = 0.05
_SHOWN = 16
Judged = tuple[OddPair, Outcome, int]


def drawn(seed: int, number: int) -> OddPair:
    """The pair of this seed and number."""
    return odd_pair(Random(f"{seed}/{number}"))


def keep(folder: Path, number: int, pair: OddPair, found: Outcome) -> None:
    """Write a pair and what was meant."""
    at = folder / f"{found.kind}-{number}"
    at.mkdir(parents=True, exist_ok=True)
    for name, content in pair.files:
        (at / name).write_bytes(content)
    contents = pair.contents
    meant = {"truth": contents.truth, "grades": contents.grades, "predictions": contents.predictions}
    about = {"outcome": found.kind, "part": found.part, "detail": found.detail, "said": found.said, **pair.about}
    (at / "meant.json").write_text(json.dumps({**about, **meant}, indent=1, ensure_ascii=False))


def main() -> int:
    """Draw, judge and count."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--pairs", type=int, default=5000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--keep", type=Path)
    arguments.add_argument("--only", type=int, help="the number of one pair")
    arguments.add_argument("--damage", action="store_true", help="damage one line of each pair that is read rightly")
    given = arguments.parse_args()
    found = []
    for number in range(given.pairs) if given.only is None else [given.only]:
        pair = drawn(given.seed, number)
        result = outcome(pair)
        if given.damage and result.kind == RIGHT:
            result = damage_outcome(pair, Random(f"{given.seed}/{number}/damage"))
        found.append((pair, result, number))
        if given.keep and result.kind != RIGHT:
            keep(given.keep, number, pair, result)
    counts = Counter(result.kind for _, result, _ in found)
    print(f"{len(found)} pairs: {', '.join(f'{counts[kind]} {kind}' for kind in (RIGHT, ASKED, WRONG))}")
    _report_parts(found)
    _report_oddities(found)
    return int(counts[WRONG] > 0 or (counts[ASKED] > _MOST_ASKED * len(found) and not given.damage))


def _report_parts(found: list[Judged]) -> None:
    """What is wrong or asked, with the smallest pair of each."""
    parts = defaultdict[str, list[Judged]](list)
    for pair, result, number in found:
        if result.kind != RIGHT:
            parts[f"{result.kind}: {result.part}"].append((pair, result, number))
    for part, pairs in sorted(parts.items(), key=lambda item: -len(item[1])):
        pair, result, number = min(pairs, key=lambda judged: sum(len(content) for _, content in judged[0].files))
        print(f"{len(pairs):6} {part}")
        print(f"       --only {number}: {' | '.join(pair.about.values())}\n       {result.detail[:300]}")


def _report_oddities(found: list[Judged]) -> None:
    """The outcomes by what is odd about the pairs, the worst few of each kind."""
    print("  pairs   asked   wrong")
    for aspect in found[0][0].about:
        counts = defaultdict[str, Counter[str]](Counter)
        for pair, result, _ in found:
            counts[pair.about[aspect]][result.kind] += 1
        worst = sorted(counts.items(), key=lambda item: -(item[1][WRONG] + item[1][ASKED] / 100))
        for value, outcomes in worst[:_SHOWN]:
            if outcomes[WRONG] or outcomes[ASKED]:
                print(f"{outcomes.total():7} {outcomes[ASKED]:7} {outcomes[WRONG]:7}  {aspect}: {value}")


if __name__ == "__main__":
    sys.exit(main())
