"""Tails of the distributions that the tests need, without scipy: normal, t, binomial and beta."""

from __future__ import annotations

import math

_STEPS = 100_000
_SMALLEST = 1e-300
_EPSILON = 1e-16


def normal_tail(z: float) -> float:
    """P(Z > z)."""
    return math.erfc(z / math.sqrt(2)) / 2


def t_tail(t: float, df: float) -> float:
    """P(T > t) of Student's t with df degrees of freedom; NaN for a NaN."""
    tail = beta_below(df / (df + t * t), df / 2, 0.5) / 2
    return tail if t >= 0 else 1 - tail


def t_above(tail: float, df: float) -> float:
    """The t with P(T > t) = tail, for a tail of at most one half."""
    low, high = 0.0, 1.0
    while t_tail(high, df) > tail:
        low, high = high, high * 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, df) > tail else (low, middle)
    return (low + high) / 2


def coin_p(heads: int, tosses: int) -> float:
    """The two-sided p of a fair coin: twice the smaller tail, at most 1; 1 without a toss."""
    heads = max(heads, tosses - heads)
    return min(1.0, 2 * beta_below(0.5, heads, tosses - heads + 1)) if tosses else 1.0


def beta_below(x: float, a: float, b: float) -> float:
    """P(X < x) of a beta distribution: the regularised incomplete beta function I_x(a, b).

    Lentz's continued fraction, on the side where it converges fast: Numerical Recipes, 6.4.
    """
    if b <= 0 or x >= 1:
        return 1.0 if x >= 1 or a > 0 else math.nan
    if x <= 0:
        return 0.0
    log_of_1_over_beta = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
    front = math.exp(log_of_1_over_beta + a * math.log(x) + b * math.log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    c, d = 1.0, 1 / _not_zero(1 - (a + b) * x / (a + 1))
    value = d
    for m in range(1, _STEPS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d, c = 1 / _not_zero(1 + term * d), _not_zero(1 + term / c)
            value *= d * c
        if abs(d * c - 1) < _EPSILON:
            break
    return value


def _not_zero(value: float) -> float:
    return value if abs(value) > _SMALLEST else _SMALLEST
