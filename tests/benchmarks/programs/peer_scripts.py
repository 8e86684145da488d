"""Reads two CSV files and computes the overall and the row scores of MAP@12 with one peer. Run by peers.py.

    python tests/benchmarks/peer_scripts.py PEER TRUTH SUBMISSION [ROWS.json]

Prints the overall and the seconds from files to scores without imports; writes the score of every row to ROWS.json.
All divide by the number of truth labels, as trec_eval does, so that the results agree.
"""

import json
import sys
import time
from importlib import import_module
from pathlib import Path

import pandas as pd

K = 12


def loop(truth: pd.DataFrame, submission: pd.DataFrame) -> dict[str, float]:
    """The loop of most contest notebooks."""
    rows = truth.merge(submission, on="id", how="left", suffixes=("_t", "_p"))
    lists = zip(rows["id"], rows["prediction_t"].str.split(), rows["prediction_p"].str.split(), strict=True)
    return {id_: average_precision(actual, predicted) for id_, actual, predicted in lists}


def average_precision(actual: list[str], predicted: list[str]) -> float:
    """AP@12 of one row."""
    hits, total = 0, 0.0
    for index, label in enumerate(predicted[:K]):
        if label in actual and label not in predicted[:index]:
            hits += 1
            total += hits / (index + 1)
    return total / len(set(actual))


def judged(truth: pd.DataFrame, submission: pd.DataFrame) -> tuple[dict, dict]:
    """The truth and the run as dicts of dicts; a repeated label keeps its first rank."""
    qrels = {id_: dict.fromkeys(cell.split(), 1) for id_, cell in zip(truth["id"], truth["prediction"], strict=True)}
    run = {}
    for id_, cell in zip(submission["id"], submission["prediction"], strict=True):
        labels = cell.split()
        run[id_] = {label: float(K - index) for index, label in reversed(list(enumerate(labels)))}
    return qrels, run


def pytrec_eval(truth: pd.DataFrame, submission: pd.DataFrame) -> dict[str, float]:
    """The wrapper of trec_eval."""
    import pytrec_eval

    qrels, run = judged(truth, submission)
    found = pytrec_eval.RelevanceEvaluator(qrels, {f"map_cut_{K}"}).evaluate(run)
    return {id_: scores[f"map_cut_{K}"] for id_, scores in found.items()}


def ranx(truth: pd.DataFrame, submission: pd.DataFrame) -> dict[str, float]:
    """The library that is compiled by numba."""
    from ranx import Qrels, Run, evaluate

    qrels, run = judged(truth, submission)
    qrels, run = Qrels(qrels), Run(run)
    evaluate(qrels, run, f"map@{K}", make_comparable=True)
    return {id_: float(score) for id_, score in run.scores[f"map@{K}"].items()}


def ir_measures(truth: pd.DataFrame, submission: pd.DataFrame) -> dict[str, float]:
    """The common interface to several libraries."""
    import ir_measures

    return {
        found.query_id: found.value for found in ir_measures.iter_calc([ir_measures.AP @ K], *judged(truth, submission))
    }


PEERS = {"pandas": loop, "pytrec_eval": pytrec_eval, "ranx": ranx, "ir_measures": ir_measures}

if __name__ == "__main__":
    import_module(sys.argv[1])  # before the clock starts
    score = PEERS[sys.argv[1]]
    start = time.perf_counter()
    scores = score(*(pd.read_csv(path, dtype=str) for path in sys.argv[2:4]))
    print(sum(scores.values()) / len(scores), time.perf_counter() - start)
    for path in sys.argv[4:]:
        Path(path).write_text(json.dumps(scores))
