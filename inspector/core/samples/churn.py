"""A sample with a probability of yes for each row, like contests about customers who leave."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from inspector.core.arrays.types import Floats, Ints
from inspector.core.samples.sample import write_columns

_ROWS, _MISTAKES = 5_000, 40
_CONTRACTS = ("Month-to-month", "One year", "Two year")
_SERVICES = ("DSL", "Fiber optic", "No")
_PAYMENTS = ("Bank transfer", "Credit card", "Electronic check", "Mailed check")
# How much each contract, service and payment says about leaving, in log odds.
_BY_CONTRACT, _BY_SERVICE, _BY_PAYMENT = (-0.1, -1.6, -2.8), (0.0, 0.9, -0.9), (-0.2, -0.2, 0.5, 0.0)
# How much of what is known a prediction has of each contract, and its noise.
_SEEN, _NOISE = np.array([0.5, 1.0, 1.0]), np.array([0.8, 0.5, 0.4])
_LETTERS = np.array([*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"])


def write(folder: Path) -> None:
    """Write who left, and probabilities that are much worse for month-to-month contracts; a few are sure and wrong."""
    rng = np.random.default_rng(26)
    contract = rng.choice(3, _ROWS, p=[0.55, 0.21, 0.24])
    service, payment = rng.choice(3, _ROWS, p=[0.34, 0.44, 0.22]), rng.choice(4, _ROWS)
    tenure = np.clip(np.rint(rng.gamma(1.5, 12 + 14 * contract)), 1, 72).astype(np.int64)
    charges = np.round(20 + 30 * (service < 2) + 25 * (service == 1) + rng.gamma(2, 5, _ROWS), 2)
    odds = np.array(_BY_CONTRACT)[contract] + np.array(_BY_SERVICE)[service] + np.array(_BY_PAYMENT)[payment]
    odds = 1.3 * (odds - 0.035 * (tenure - 12) + rng.normal(0, 0.6, _ROWS))
    left = (rng.random(_ROWS) < _probabilities(odds)).astype(np.int64)
    usual = np.bincount(contract, odds)[contract] / np.bincount(contract)[contract]
    known = usual + (odds - usual) * _SEEN[contract] + rng.normal(0, _NOISE[contract])
    guessed = _probabilities(known)
    wrong = rng.choice(_ROWS, _MISTAKES, replace=False)
    guessed[wrong] = np.where(
        left[wrong] == 1, rng.uniform(0.001, 0.02, _MISTAKES), rng.uniform(0.97, 0.999, _MISTAKES)
    )
    ids = _ids(rng)
    named = (np.array(names)[of].tolist() for names, of in zip(_NAMES, (contract, service, payment), strict=True))
    numbers = ([*map(str, tenure.tolist())], [f"{charge:.2f}" for charge in charges])
    header = "customerID,Churn,Contract,InternetService,PaymentMethod,tenure,MonthlyCharges"
    write_columns(folder / "truth.csv", header, [ids, [*map(str, left.tolist())], *named, *numbers])
    write_columns(folder / "submission.csv", "customerID,Churn", [ids, [f"{share:.6f}" for share in guessed]])
    write_columns(folder / "constant.csv", "customerID,Churn", [ids, [f"{left.mean():.4f}"] * _ROWS])


_NAMES = (_CONTRACTS, _SERVICES, _PAYMENTS)


def _probabilities(odds: Floats) -> Floats:
    """float64 (n,): of log odds."""
    shares: Floats = 1 / (1 + np.exp(-odds))
    return shares


def _ids(rng: np.random.Generator) -> list[str]:
    """Ids such as `7590-VHVEG`, each once."""
    numbers: Ints = rng.choice(9_000, _ROWS, replace=False) + 1_000
    letters: NDArray[np.str_] = _LETTERS[rng.integers(0, len(_LETTERS), (_ROWS, 5))]
    return [f"{number}-{''.join(word)}" for number, word in zip(numbers.tolist(), letters.tolist(), strict=True)]
