"""Read one large pair, and print the longest time between two moments at which that can be cancelled, as JSON."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import re
import subprocess
import sys
import time
import traceback
import zipfile
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet

sys.path.insert(0, str(Path(__file__).parents[3]))

from inspector.core.arrays.cancel import cancel_scope
from inspector.core.document.load import open_task
from inspector.core.errors import InputError
from inspector.core.files.options import Options
from inspector.core.files.pair import read_pair

_BYTES_A_ROW = 40


def _lists(rows: int) -> str:
    return "id,label\n" + "".join(f"r{row:08},x{row % 1000:04} y{row % 777:04} z{row % 55:04}\n" for row in range(rows))


def _literals(rows: int) -> str:
    cells = (f"r{row:08},\"['x{row % 1000:04}', 'y{row % 777:04}']\"\n" for row in range(rows))
    return "id,label\n" + "".join(cells)


def _long(rows: int) -> str:
    return "id,label,score\n" + "".join(f"r{row // 5:08},x{row % 1000:04},0.{row % 9973:04}\n" for row in range(rows))


def _wide(rows: int) -> str:
    names = [f"x{label:04}" for label in range(100)]
    cells = ["0.25", "0.5", "0.125", "0"] * 25
    return ",".join(["id", *names]) + "\n" + "".join(f"r{row:08},{','.join(cells)}\n" for row in range(rows // 10))


def _json_lines(rows: int) -> str:
    return "".join(f'{{"id": "r{row:08}", "labels": ["x{row % 1000:04}"]}}\n' for row in range(rows))


def _json_list(rows: int) -> str:
    return "[\n" + _json_lines(rows).strip().replace("\n", ",\n") + "\n]\n"


def _json_by_id(rows: int) -> str:
    return "{\n" + ",\n".join(f'"r{row:08}": ["x{row % 1000:04}"]' for row in range(rows)) + "\n}\n"


def _json_scores(rows: int) -> str:
    return "{\n" + ",\n".join(f'"r{row:08}": {{"x{row % 1000:04}": 0.5}}' for row in range(rows)) + "\n}\n"


def _run(rows: int) -> str:
    lines = (f"r{row // 5:08} Q0 x{row % 1000:04} {row % 5 + 1} {0.9 - row % 5 / 10:.1f} me\n" for row in range(rows))
    return "".join(lines)


def _short_ids(rows: int) -> str:
    return "id,label\n" + "".join(f"{row:x},x\n" for row in range(4 * rows))


FORMATS: dict[str, tuple[str, Callable[[int], str]]] = {
    "lists": (".csv", _lists),
    "literals": (".csv", _literals),
    "long": (".csv", _long),
    "wide": (".csv", _wide),
    "short ids": (".csv", _short_ids),
    "JSON lines": (".jsonl", _json_lines),
    "JSON list": (".json", _json_list),
    "JSON by id": (".json", _json_by_id),
    "JSON scores": (".json", _json_scores),
    "run": (".txt", _run),
    "parquet": (".parquet", _lists),
    **{f"lists{ending}": (f".csv{ending}", _lists) for ending in (".gz", ".bz2", ".xz", ".zst", ".lz4", ".zip")},
}


def write(path: Path, text: str) -> None:
    """Write a file as its ending says."""
    content = text.encode()
    match path.suffix:
        case ".parquet":
            rows = [line.split(",") for line in text.splitlines()[1:]]
            columns = dict(zip(("id", "label"), map(list, zip(*rows, strict=True)), strict=True))
            pa.parquet.write_table(pa.table(columns), path)
            return
        case ".gz":
            content = gzip.compress(content, 1)
        case ".bz2":
            content = bz2.compress(content)
        case ".xz":
            content = lzma.compress(content, preset=0)
        case ".zst" | ".lz4":
            content = bytes(pa.Codec({".zst": "zstd", ".lz4": "lz4"}[path.suffix]).compress(content))
        case ".zip":
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                archive.writestr("s.csv", content)
            return
    path.write_bytes(content)


def make(name: str, folder: Path, megabytes: int) -> tuple[Path, Path]:
    """Write a truth of the same ids and a submission."""
    ending, text_of = FORMATS[name]
    rows = megabytes * 1_000_000 // _BYTES_A_ROW
    text = text_of(rows)
    write(folder / f"s{ending}", text)
    ids = re.findall(r"^\W*([0-9a-z]+)", text.replace('{"id": ', ""), re.MULTILINE)
    (folder / "truth.csv").write_text("id,label\n" + "".join(f"{i},x0001\n" for i in dict.fromkeys(ids) if i != "id"))
    return folder / "truth.csv", folder / f"s{ending}"


class Watch:
    """Measures the time between checks. cpu: of the processors in the longest one; at: our code that ended it."""

    def __init__(self) -> None:
        self.last, self.longest, self.at = time.perf_counter(), 0.0, ""
        self.last_cpu, self.cpu = time.process_time(), 0.0

    def is_wanted(self) -> bool:
        """Called at each check."""
        now = time.perf_counter()
        if now - self.last > self.longest:
            ours = [
                f for f in traceback.extract_stack() if "/inspector/core/" in f.filename and "cancel" not in f.filename
            ]
            place = f"{Path(ours[-1].filename).name}:{ours[-1].lineno}" if ours else "a step"
            self.longest, self.at, self.cpu = now - self.last, place, time.process_time() - self.last_cpu
        self.last, self.last_cpu = time.perf_counter(), time.process_time()
        return True


def main(name: str, folder: Path, megabytes: int) -> None:
    """Write, read, and print what was measured."""
    subprocess.run([sys.executable, __file__, name, folder, str(megabytes), "make"], check=True)
    truth, submission = folder / "truth.csv", next(folder.glob("s.*"))
    watch, step, said = Watch(), "", ""
    started = time.perf_counter()
    task = open_task(read_pair(truth, submission, Options()), "map@5")
    try:
        with cancel_scope(watch.is_wanted):
            while True:
                step = next(task).message
                before = watch.longest
                watch.is_wanted()
                if watch.longest > before:
                    watch.at = f"before {step!r}"
    except StopIteration:
        watch.is_wanted()
    except InputError as error:
        said = str(error)[:200]
    memory = int(re.findall(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())[0]) >> 10
    seconds = time.perf_counter() - started
    at = f"{watch.at} {said}".strip()
    print(
        json.dumps({"longest": watch.longest, "cpu": watch.cpu, "at": at, "seconds": seconds, "memory": f"{memory} MB"})
    )


if __name__ == "__main__":
    if sys.argv[4:] == ["make"]:
        make(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
    else:
        main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))
