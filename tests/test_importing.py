"""Importing the package and opening a pair leave the settings of the process alone; only the program changes them.

Each test runs a new process, because such settings last.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

TRUTH = 'id,label\n"a",x\n"b",y z\n"c",q\n'
SUBMISSION = 'id,label\n"a",x y\n"b",y\n"c",z\n'
# Variables that set what the program sets.
UNSET = "ARROW_", "MALLOC_", "NUMPY_", "OPENBLAS_"
# A truth, a submission and a metric of each kind of prediction.
KINDS = {
    "lists": (TRUTH, SUBMISSION, "map@5"),
    "numbers": ("id,price\na,1.5\nb,2\n", "id,price\na,1.25\nb,3\n", "rmse"),
    "classes": ("id,class\na,x\nb,y\n", "id,x,y\na,0.75,0.25\nb,0.5,0.5\n", "mlogloss"),
    "one label a row": ("id,label\na,x\nb,y\n", "id,label\na,x\nb, x\n", "accuracy"),
    "labels with confidences": ("id,label\na,x\nb,y\nc,x\n", "id,label\na,x 0.5\nb,y 0.25\nc,\n", "gap"),
    "a row a label": (
        "id,label\na,x\na,y\nb,y\nb,z\nc,x\nd,z\n",
        "id,label,rank\na,x,1\na,y,2\nb,x,1\nb,z,2\nc,x,1\nd,y,1\n",
        "map@5",
    ),
    "labels with a sign": ("id,label\n1,t:m\n2,f:m\n", "id,label\n1,t:m t:n f\n2,t:m f:m\n", "map@3"),
    "lists in brackets": ("id,label\na,['x']\nb,['y']\n", "id,label\na,\"['x', 'y']\"\nb,nan\n", "map@5"),
    "run": ("q 0 x 1\nq 0 y 0\n", "q Q0 x 1 2.5 a\nq Q0 y 2 1.5 a\n", "map"),
}

# Prints settings of the process, and the functions of the C library that were looked up in it.
STATE = """
import csv, ctypes, gc, json, os, signal, sys, warnings
import numpy, pyarrow
asked = []
class Library(ctypes.CDLL):
    def __getattr__(self, name):
        asked.append(name)
        return super().__getattr__(name)
ctypes.CDLL = Library
def state():
    return {
        "pool": pyarrow.default_memory_pool().backend_name,
        "csv limit": csv.field_size_limit(),
        "environment": dict(os.environ),
        "working directory": os.getcwd(),
        "search path": list(sys.path),
        "handlers": [str(signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGTERM)],
        "hooks": [str(sys.excepthook), str(sys.unraisablehook)],
        "collections": gc.get_threshold(),
        "filters": list(map(str, warnings.filters)),
        "numpy errors": numpy.geterr(),
        "threads of Arrow": [pyarrow.cpu_count(), pyarrow.io_thread_count()],
        "C functions": sorted({"mallopt", "setenv", "setlocale", "setrlimit", "malloc_trim"} & {*asked}),
    }
"""

OPENING = (
    STATE
    + """
before = state()
import inspector
inspection = inspector.open_pair(*sys.argv[1:3], metric="map@5")
print(json.dumps([before, state(), inspection.overall]))
"""
)

STARTING = (
    STATE
    + """
from inspector.allocator import reuse_freed_memory, use_one_blas_thread
before = state()
reuse_freed_memory()
use_one_blas_thread()
print(json.dumps([before, state(), None]))
"""
)

PROGRAM = """
import sys
from inspector import cli
sys.argv = ["submission-inspector", "score", *sys.argv[1:]]
try:
    cli.main()
finally:
    import os, pyarrow
    print(os.environ["OPENBLAS_NUM_THREADS"], pyarrow.default_memory_pool().backend_name)
"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    return written(tmp_path, TRUTH, SUBMISSION)


def written(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / "truth.csv", folder / "submission.csv"]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text, encoding="utf-8")
    return paths


def run(code: str, *arguments: Path | str, **more: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(UNSET)}
    command = [sys.executable, "-c", code, *map(str, arguments)]
    done = subprocess.run(command, env={**environment, **more}, capture_output=True, text=True, check=True, timeout=60)
    return done.stdout


def test_opening_a_pair_from_python_leaves_the_process_as_it_was(files):
    before, after, overall = json.loads(run(OPENING, *files))
    assert before["csv limit"] == 131_072
    assert before == after
    assert overall == pytest.approx((1 + 1 / 2 + 0) / 3)


def test_the_process_check_sees_what_the_program_start_changes():
    before, after, _ = json.loads(run(STARTING))
    changed = dict(after["environment"].items() - before["environment"].items())
    pages = {"NUMPY_MADVISE_HUGEPAGE": "0"}
    assert changed == {"ARROW_DEFAULT_MEMORY_POOL": "system", "OPENBLAS_NUM_THREADS": "1", **pages}
    assert after["C functions"] == (["mallopt"] if sys.platform == "linux" else [])


def test_the_program_has_arrow_take_memory_from_the_system_and_one_thread(files):
    *words, settings = run(PROGRAM, *files).splitlines()
    assert words
    assert settings == "1 system"


def test_an_allocator_that_the_user_chose_stays(files):
    chosen = pa.supported_memory_backends()[0]
    assert chosen != "system"
    assert run(PROGRAM, *files, ARROW_DEFAULT_MEMORY_POOL=chosen).splitlines()[-1] == f"1 {chosen}"


THREADS = """
import os
from inspector.allocator import use_one_blas_thread
use_one_blas_thread()
import numpy
print(len(os.listdir("/proc/self/task")))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="counts threads as Linux lists them")
def test_linear_algebra_has_no_threads_of_its_own_unless_chosen():
    assert run(THREADS).split() == ["1"]
    assert run(THREADS, OPENBLAS_NUM_THREADS="2").split() == ["2"]


@pytest.mark.slow
def test_a_command_looks_for_garbage_rarely_and_compares_nothing(files):
    code = (
        "import gc, sys\nfrom inspector import cli\nusual = gc.get_threshold()[0]\n"
        "try:\n    cli.main()\nfinally:\n    print(gc.get_threshold()[0] > usual, *sys.modules)"
    )
    is_rare, *modules = run(code, "score", *files, "-m", "map@5").splitlines()[-1].split()
    assert is_rare == "True"
    needless = "inspector.core.comparison.", "inspector.core.statistics.judge", "inspector.core.analysis.definitions"
    assert [name for name in modules if name.startswith(needless)] == []


def test_the_program_ends_without_looking_for_garbage(files):
    code = (
        "import atexit, gc, sys\nfrom inspector import cli\n"
        "atexit.register(lambda: print(gc.get_freeze_count(), len(gc.get_objects())))\n"  # run last
        "cli.main()"
    )
    kept, looked_at = map(int, run(code, "metrics").splitlines()[-1].split())
    assert kept > 10 * looked_at


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_opening_a_pair_imports_nothing_that_only_one_command_needs(kind, tmp_path):
    truth, submission, metric = KINDS[kind]
    files = written(tmp_path, truth, submission)
    code = (
        "import sys, inspector\n"
        f"inspector.open_pair(sys.argv[1], sys.argv[2], {metric!r})\n"
        "print(*sorted(name for name in sys.modules))"
    )
    modules = run(code, *files).split()
    rooms = (
        "inspector.core.luck.",
        "inspector.core.report.",
        "inspector.core.host.process",
        "inspector.core.host.child",
    )
    needless = (*rooms, "pandas", "xml.", "importlib.metadata", "multiprocessing", "numpy.ma.", "platformdirs")
    assert [name for name in modules if name.startswith(needless)] == []


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_an_edit_is_kept_for_recovery_without_pandas(kind, tmp_path):
    truth, submission, metric = KINDS[kind]
    files = written(tmp_path, truth, submission)
    code = (
        "import sys, inspector, numpy as np\n"
        "from inspector.core.data.prediction import Prediction\n"
        "from inspector.core.recovery.row_lines import row_lines\n"
        f"inspection = inspector.open_pair(sys.argv[1], sys.argv[2], {metric!r})\n"
        "now = inspection.evaluation.prediction(0)\n"
        "inspection.predict(0, Prediction(now.labels[:-1], now.confidence and now.confidence[:-1]))\n"
        "overlay, table = inspection.evaluation.overlay, inspection.evaluation.table\n"
        "file = table.predictions.take(overlay.rows)\n"
        "lines = row_lines(table, overlay.rows, overlay.predictions, np.ones(len(overlay), bool), file)\n"
        "assert bytes(lines).count(b'\\n') == len(overlay) == 1\n"
        "print('pandas' in sys.modules)"
    )
    assert run(code, *files) == "False\n"
