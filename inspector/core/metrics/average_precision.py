"""Average precision and its mean, MAP@K, with every divisor that goes by that name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from inspector.core.arrays import Floats, Ints
from inspector.core.metrics import choice
from inspector.core.metrics.base import Batch, Metric, left_out
from inspector.core.metrics.explanation import Explanation, Step
from inspector.core.metrics.hits import Hits


@dataclass(frozen=True, kw_only=True)
class AveragePrecision(Metric):
    """MAP@K: each row's AP@K = (1/D) sum over k <= min(n, K) of P(k) rel(k); overall the mean over rows.

    Source: the evaluation pages of Humpback Whale Identification and H&M Personalized Fashion Recommendations.
    """

    name: ClassVar[str] = "map"
    title: ClassVar[str] = "MAP"
    formula: ClassVar[str] = "AP@K = (1/D) · Σ P(k)·rel(k) over k ≤ min(n, K); mean over rows"
    source: ClassVar[str] = "Kaggle: Humpback Whale Identification (MAP@5), H&M (MAP@12)"

    divisor: str = choice.choice(
        "D, what the sum is divided by",
        min_m_k="min(m, K): truth labels that can be found in K places (Kaggle)",
        m="m: all truth labels (trec_eval, ranx, ir_measures)",
        min_n_k="min(n, K): labels predicted",
        k="K: the cut-off itself",
        hits="the number of hits",
        _1="1: the bare sum",
    )
    repeats: str = choice.repeats()
    empty: str = choice.empty()
    missing: str = choice.missing()

    def score(self, batch: Batch) -> Floats:
        """AP@K of each row."""
        hits = self._ranked(batch).within(self.k)
        total = hits.sums(hits.nth / hits.rank)
        divisor = self._divisors(batch, hits)
        scores = np.divide(total, divisor, out=np.zeros(len(batch)), where=divisor > 0)
        scores[left_out(batch, self.empty, self.missing)] = np.nan
        return scores

    def first_hits(self, batch: Batch) -> Ints:
        """The rank of each row's first hit, 0 where there is none."""
        return self._ranked(batch).first()

    def ceiling(self, batch: Batch) -> Floats:
        """AP@K with every truth label in front and nothing else predicted."""
        found = self._cut(batch.sizes).astype(np.float64)
        if self.divisor == "1":
            return found
        whole = found
        if self.divisor == "m":
            whole = batch.sizes.astype(np.float64)
        elif self.divisor == "k" and self.k is not None:
            whole = np.full(len(batch), float(self.k))
        return np.divide(found, whole, out=np.zeros(len(batch)), where=whole > 0)

    def explain(self, batch: Batch) -> Explanation:
        """P(k) and rel(k) place by place, the sum, and the divisor with its reason."""
        ranked = self._ranked(batch)
        hits = ranked.within(self.k)
        terms = hits.nth / hits.rank
        return Explanation(
            steps=self._steps(
                batch, set(ranked.place.tolist()), dict(zip(hits.place.tolist(), terms.tolist(), strict=True))
            ),
            total=float(hits.sums(terms)[0]),
            divisor=float(self._divisors(batch, hits)[0]),
            divisor_rule=self._divisor_rule(batch, hits),
            score=float(self.score(batch)[0]),
            remark=self._remark(batch),
        )

    def _ranked(self, batch: Batch) -> Hits:
        return batch.hits if self.repeats == "keep-rank" else batch.hits.moved_up(batch.predictions)

    def _predicted(self, batch: Batch) -> Ints:
        """int64 (n,): n, the labels of each row that take a rank."""
        lists = batch.predictions
        return lists.lengths if self.repeats == "keep-rank" else lists.keep(~lists.repeats()).lengths

    def _cut(self, lengths: Ints) -> Ints:
        return lengths if self.k is None else np.minimum(lengths, self.k)

    def _divisors(self, batch: Batch, hits: Hits) -> Floats:
        rules: dict[str, Callable[[], Ints | Floats]] = {
            "min-m-k": lambda: self._cut(batch.sizes),
            "m": lambda: batch.sizes,
            "min-n-k": lambda: self._cut(self._predicted(batch)),
            "k": lambda: self._predicted(batch) if self.k is None else np.full(len(batch), self.k),
            "hits": hits.counts,
            "1": lambda: np.ones(len(batch)),
        }
        return np.where(batch.sizes > 0, rules[self.divisor](), 0).astype(np.float64)

    def _steps(self, batch: Batch, rewarded: set[int], terms: dict[int, float]) -> tuple[Step, ...]:
        truth, repeated = set(batch.truth[0].tolist()), batch.predictions.repeats().tolist()
        steps: list[Step] = []
        found = rank = 0
        for place, code in enumerate(batch.predictions[0].tolist()):
            dropped = repeated[place] and self.repeats == "move-up"
            rank += not dropped
            found += place in rewarded
            steps.append(
                Step(
                    place=place + 1,
                    code=code,
                    hit=code in truth,
                    repeat=repeated[place],
                    beyond=dropped or (self.k is not None and rank > self.k),
                    rel=int(place in rewarded),
                    precision=float("nan") if dropped else found / rank,
                    term=terms.get(place, 0.0),
                )
            )
        return tuple(steps)

    def _divisor_rule(self, batch: Batch, hits: Hits) -> str:
        m, n = int(batch.sizes[0]), int(self._predicted(batch)[0])
        k = "whole list" if self.k is None else str(self.k)
        return {
            "min-m-k": f"min(m = {m}, K = {k})",
            "m": f"m = {m} truth labels",
            "min-n-k": f"min(n = {n}, K = {k})",
            "k": f"K = {n if self.k is None else k}",
            "hits": f"{len(hits.row)} hits",
            "1": "not divided",
        }[self.divisor]

    def _remark(self, batch: Batch) -> str:
        missing, empty = not batch.submitted[0], not batch.sizes[0]
        if missing:
            return f"The submission has no row with this id: it {type(self).choices()['missing'].values[self.missing]}."
        return f"The row has no truth: it {type(self).choices()['empty'].values[self.empty]}." if empty else ""
