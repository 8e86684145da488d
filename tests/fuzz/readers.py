"""A coverage-guided search for files that crash the readers; run separately from the tests.

    pip install atheris
    INSPECTOR_REAL_DATA=... nice python tests/fuzz/readers.py 480 /tmp/found

The arguments are the time in seconds and the folder for failing inputs, each saved with its traceback. The search
starts from every form of tests/core/files/written.py in every container, from TREC qrels, and from the beginnings of
the files in INSPECTOR_REAL_DATA, if set. The first byte of an input selects which of the two files it is and its
name; the rest is the content. Opening, checking, editing and saving may only raise InputError, within ten seconds and
with at most ROOM more address space than the process has (threads of a long run reserve more than a gibibyte that
they never use). The search continues after a failure; each position in the code is reported once. The last lines are
libFuzzer's count of inputs.
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

with atheris.instrument_imports(include=["inspector.core.files"]):
    from inspector.core.files import check, preview, save  # noqa: F401, all that reads

from core.files.test_fuzz import ENTRIES, QRELS, ROOM, TOKENS, TRUTH, survives  # noqa: E402
from core.files.written import FORMS, PACKINGS  # noqa: E402

from inspector.core.data.prediction import Prediction  # noqa: E402

NAMES = ["s.csv", "s.jsonl", "s.txt", "s.parquet", *(f"s.csv{ending}" for ending in PACKINGS if ending)]
MOST_LINES, MOST_BYTES = 12, 4000


def seeds() -> Iterator[tuple[int, bytes]]:
    """Complete files to start with: the index of the name, and the content."""
    for form in FORMS:
        entries = [(id_, Prediction(p.labels[: form.most], (p.confidence or ())[: form.most])) for id_, p in ENTRIES]
        yield NAMES.index(f"s{form.ending}"), form.file(entries)
    for ending, packed in PACKINGS.items():
        yield NAMES.index(f"s.csv{ending}"), packed(TRUTH, "s.csv")
    yield len(NAMES) + NAMES.index("s.txt"), QRELS
    named = os.environ.get("INSPECTOR_REAL_DATA")
    for path in sorted(Path(named).rglob("*.*")) if named else ():
        if path.is_file() and path.suffix in (".csv", ".test"):
            beginning = b"".join(path.read_bytes()[: 100 * MOST_BYTES].splitlines(keepends=True)[:MOST_LINES])
            for truth in (0, len(NAMES)):
                yield truth + NAMES.index("s.csv"), beginning[:MOST_BYTES]


def try_one(data: bytes) -> None:
    """Open, check, edit and save a pair of which one file is this input."""
    kind, content = data[:1], data[1:]
    place = kind[0] % (2 * len(NAMES)) if kind else 0
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        try:
            if place < len(NAMES):
                survives(Path(folder), QRELS if NAMES[place] == "s.txt" else TRUTH, content, NAMES[place])
            else:
                survives(Path(folder), content, TRUTH, "s.csv")
        except Exception as error:  # the search continues after any error
            note(data, error)


def note(data: bytes, error: Exception) -> None:
    """Save a failing input, once for each position in the code."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{type(error).__name__}-{Path(at.filename).stem}-{at.lineno}"
    if not (FOUND / place).exists():
        (FOUND / place).write_bytes(data)
        (FOUND / f"{place}.txt").write_text("".join(traceback.format_exception(error)))
        print("FOUND", place, flush=True)


def bound() -> None:
    """Limit the address space to ROOM more, because a small bomb must not need more."""
    os.environ["INSPECTOR_MAX_BYTES"] = str(1 << 22)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + ROOM, resource.RLIM_INFINITY))


if __name__ == "__main__":
    seconds, FOUND = int(sys.argv[1]), Path(sys.argv[2])
    FOUND.mkdir(parents=True, exist_ok=True)
    SCRATCH = tempfile.mkdtemp()
    corpus, words = Path(SCRATCH, "corpus"), Path(SCRATCH, "words")
    corpus.mkdir()
    for number, (place, content) in enumerate(seeds()):
        (corpus / str(number)).write_bytes(bytes([place]) + content)
    hexed = ("".join(f"\\x{byte:02x}" for byte in token[:60]) for token in TOKENS)
    words.write_text("".join(f'"{token}"\n' for token in hexed))
    bound()
    settings = [f"-max_total_time={seconds}", "-timeout=10", "-max_len=6000", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], str(corpus), f"-dict={words}", *settings], try_one)
    atheris.Fuzz()
