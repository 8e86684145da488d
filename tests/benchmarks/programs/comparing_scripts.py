"""Compares two submissions with one peer: from files to a verdict, and again under a filter. Run by comparing_peers.py.

python tests/benchmarks/programs/comparing_scripts.py PEER TRUTH SUBMISSION SUBMISSION

Prints as JSON the difference of MAP@12, p, the seconds from files to it without imports, and both again under a filter:
of every second row, which begins with the row scores.
"""

import json
import statistics
import sys
import time

import numpy as np
import pandas as pd
from peer_scripts import K, judged

METRIC = f"map(divisor=m)@{K}"
ROUNDS = 5


def timed(work):
    """What the work gives, and its seconds."""
    start = time.perf_counter()
    found = work()
    return found, time.perf_counter() - start


def middle(work, rounds=ROUNDS):
    """What the work gives, and its median seconds."""
    found, seconds = zip(*(timed(work) for _ in range(rounds)), strict=True)
    return found[-1], statistics.median(seconds)


def ours(truth, *submissions):
    """This program: 10,000 sign-flips and a bootstrap interval."""
    import inspector
    from inspector.core.comparison.comparison import Comparison
    from inspector.core.task import drain

    assert inspector.Inspection  # a lazy import, done before the clock starts

    def opened():
        pair = inspector.open_pair(truth, submissions[0], METRIC)
        pair.open(pair.add(submissions[1], name="b"))
        pair.baseline = pair.submissions[0].name
        comparison = Comparison.of(pair.evaluation)
        return comparison, drain(comparison.verdict_task())

    (comparison, whole), first = timed(opened)
    part = half(len(comparison.opened.scores.row))
    found, again = middle(lambda: drain(comparison.verdict_task(part)))
    return whole.delta, whole.p, first, found.p, again


def pytrec_eval(truth, *submissions):
    """As PyTerrier does it: the scores of each query by trec_eval, then a t-test of pairs."""
    import pytrec_eval
    from scipy.stats import ttest_rel

    def scored():
        qrels, *runs = sides(truth, *submissions)
        evaluator = pytrec_eval.RelevanceEvaluator(qrels, {f"map_cut_{K}"})
        each = [evaluator.evaluate(run) for run in runs]
        rows = [np.array([one[query][f"map_cut_{K}"] for query in qrels]) for one in each]
        return rows, ttest_rel(rows[1], rows[0]).pvalue

    (rows, p), first = timed(scored)
    part = half(len(rows[0]))
    found, again = middle(lambda: ttest_rel(rows[1][part], rows[0][part]).pvalue)
    return float((rows[1] - rows[0]).mean()), float(p), first, float(found), again


def ranx(truth, *submissions):
    """Its compare with its own test by random swaps, 1,000 of them; under a filter that test alone."""
    from ranx import Qrels, Run, compare
    from ranx.statistical_tests import fisher_randomization_test

    def scored():
        qrels, *runs = sides(truth, *submissions)
        qrels, runs = Qrels(qrels), [Run(run, name=name) for run, name in zip(runs, "ab", strict=True)]
        name = f"map@{K}"
        report = compare(qrels, runs, [name], stat_test="fisher", make_comparable=True)
        rows = [np.array([run.scores[name][query] for query in runs[0].scores[name]]) for run in runs]
        return rows, next(iter(report.comparisons.values()))[name]["p_value"]

    (rows, p), first = timed(scored)
    part = half(len(rows[0]))
    found, again = middle(lambda: fisher_randomization_test(rows[0][part], rows[1][part])[0], 1)
    return float((rows[1] - rows[0]).mean()), float(p), first, float(found), again


def half(rows):
    """Every second row, the filter."""
    return np.arange(0, rows, 2)


def sides(truth, *submissions):
    """The truth and the runs as dicts."""
    truth = pd.read_csv(truth, dtype=str)
    found = [judged(truth, pd.read_csv(path, dtype=str)) for path in submissions]
    return found[0][0], *(run for _, run in found)


PEERS = {"submission-inspector": ours, "pytrec_eval": pytrec_eval, "ranx": ranx}

if __name__ == "__main__":
    print(json.dumps(PEERS[sys.argv[1]](*sys.argv[2:])))
