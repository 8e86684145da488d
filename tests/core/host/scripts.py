"""Metrics in files as hosts write them, and what opens a pair and runs one with an agreement."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest import mock

import pandas as pd

import inspector
from inspector.core.host.consent import Agreement, Agreements
from inspector.core.host.host import Host
from inspector.core.host.limits import Limits
from inspector.core.host.script import Script

HEAD = '''"""Notes for the host only."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from typing import Literal, Optional

import numpy as np
import pandas as pd
import pandas.api.types


class ParticipantVisibleError(Exception):
    # To show a message to participants.
    pass

'''

MAP_AT_K = (
    HEAD
    + '''
def apk(actual, predicted, k):
    hits, total, seen = 0, 0.0, set()
    for place, label in enumerate(predicted[:k], start=1):
        if label in actual and label not in seen:
            hits += 1
            total += hits / place
        seen.add(label)
    return total / min(len(actual), k)


def score(solution: pd.DataFrame, submission: pd.DataFrame, row_id_column_name: str, k: int = 5) -> float:
    """Mean average precision at K: mean over rows of the sum of P(i) at hits, by min(labels, K)."""
    del solution[row_id_column_name]
    del submission[row_id_column_name]
    truths, lists = solution.iloc[:, 0].str.split(), submission.iloc[:, 0].str.split()
    return float(np.mean([apk(set(truth), list(guess), k) for truth, guess in zip(truths, lists)]))
'''
)

AUC = (
    HEAD
    + '''
import kaggle_metric_utilities
import sklearn.metrics


def score(solution: pd.DataFrame, submission: pd.DataFrame, row_id_column_name: str) -> float:
    """Area under the ROC curve."""
    del solution[row_id_column_name]
    del submission[row_id_column_name]
    if not pandas.api.types.is_numeric_dtype(submission.values):
        raise ParticipantVisibleError(f"Invalid submission data types found: {dict(submission.dtypes)}")
    return kaggle_metric_utilities.safe_call_score(sklearn.metrics.roc_auc_score, solution.values, submission.values)
'''
)

RMSE = (
    HEAD
    + '''
def score(
    solution: pd.DataFrame,
    submission: pd.DataFrame,
    row_id_column_name: str,
    weights_column: Optional[str] = None,
    power: float = 2.0,
    average: Literal["root", "mean"] = "root",
) -> float:
    """Root of the mean squared error."""
    weights = solution[weights_column] if weights_column else 1.0
    target = [name for name in submission.columns if name != row_id_column_name][0]
    if (submission[target] < 0).any():
        raise ParticipantVisibleError("Predictions must not be negative.")
    error = np.mean(weights * (solution[target] - submission[target]).abs() ** power)
    return error ** (1 / power) if average == "root" else error
'''
)


def doing(body: str, top: str = "") -> str:
    """A metric whose `score` does this."""
    lines = "\n".join("    " + line for line in body.splitlines())
    head = "def score(solution, submission, row_id_column_name: str, what: str = '') -> float:"
    return f"{HEAD}\n{top}\n\n{head}\n{lines}\n"


# What `doing` does for the argument `what`, with one warm process for all of it.
MANY = doing(
    "return eval(what, globals(), {'solution': solution, 'submission': submission})",
    """
class Unprintable(Exception):
    def __str__(self):
        raise ValueError


def fail(error):
    raise error


def deeper(number):
    return deeper(number + 1)


def leave(command):
    subprocess.Popen(command, start_new_session=True)
    return 1.0


def forge():
    for file in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(file, b'{"ok": 7, "number": 1}\\n[]\\n{\\n\\xff\\n')


def eat():
    held = []
    while True:
        held.append(b"x" * (1 << 24))
""",
)


def agreed(folder: Path, text: str, name: str = "metric.py") -> Agreement:
    """An agreement to run this file."""
    (folder / name).write_text(text)
    return Agreements(folder / "agreements").give(Script.read(folder / name))


@contextmanager
def running(folder: Path, text: str, **limits: float) -> Iterator[Host]:
    """A metric in its process; at the end nothing of it is left."""
    with mock.patch.dict(os.environ, TMPDIR=str(folder)):
        with closing(Host(agreed(folder, text), Limits(**limits))) as host:  # type: ignore[arg-type]
            yield host
        assert processes(folder) == []


def processes(folder: Path) -> list[int]:
    """The processes of metrics that `running` started for this folder, without those that have ended."""
    mark = f"TMPDIR={folder}".encode()
    found = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [pid for pid in found if pid != os.getpid() and mark in _environment(pid)]


def _environment(pid: int) -> list[bytes]:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return []


def opened(truth: pd.DataFrame | Path, submission: pd.DataFrame | Path, **options: str) -> inspector.Inspection:
    """A pair of two files, or of DataFrames."""
    return inspector.open_pair(truth, submission, "map@5", **options)
