"""Damaged files: reading them gives a pair or one clear error, with limited time and memory."""

from __future__ import annotations

import resource
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import hypothesis.strategies as st
import pytest
from core.files.written import FORMS, PACKINGS, Form
from hypothesis import given, settings

import inspector
from inspector import InputError
from inspector.core.data.prediction import Prediction
from inspector.core.files.check import check_pair
from inspector.core.files.options import Options
from inspector.core.task import drain

TRUTH = b"id,label\nr0,x\nr1,y z\nr2,q\nr3,x\n"
ENTRIES = [
    ("r0", Prediction(("x", "y"), (0.5, 0.25))),
    ("r1", Prediction(("y",), (0.9,))),
    ("r2", Prediction(("z", "x"), (0.75, 0.5))),
    ("r3", Prediction(("q",), (1e-07,))),
]
QRELS = b"r0 0 x 1\nr0 0 y 0\nr1 0 y 2\nr2 0 q 1\n# end\n"
TOKENS = [
    *(b"\0", b"\r", b"\n", b"\r\n", b'"', b"'", b",", b"\t", b";", b"|", b"  ", b"[", b"]", b"{", b"}", b"\\", b"#"),
    *(
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\xc3",
        b"\xed\xa0\x80",
        b"\xe2\x80\xa8",
        b"nan",
        b"inf",
        b"-inf",
        b"1e999",
        b"-1",
    ),
    *(b"9" * 30, b"1e5", b"0x10", b"null", b"true", b"[[[[[[", b'{"a":' * 20, b"__import__('os')", b"\x01", b"PAR1"),
    *(
        b"Usage",
        b"rank",
        b"score",
        b"id",
        b"label",
        b"PK\x03\x04",
        b"\x1f\x8b\x08",
        b"\x1b[31m",
        b"a" * 3000,
        b"\n" * 50,
    ),
]
# The limit for opening one file, in seconds: a thousand times the usual time.
SOON = 10
# The limit of address space, in bytes: threads reserve more than a gibibyte that they never use.
ROOM = 3 << 30


@pytest.fixture(autouse=True)
def _within_bounds(monkeypatch) -> Iterator[None]:
    """Limit the address space, because a small bomb must not need more."""
    monkeypatch.setenv("INSPECTOR_MAX_BYTES", str(1 << 22))
    before = resource.getrlimit(resource.RLIMIT_AS)
    now = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (now + ROOM, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@st.composite
def damaged(draw: st.DrawFn, content: bytes) -> bytes:
    """The same bytes with random damage: flipped, removed, doubled, with hostile tokens, lines swapped."""
    for _ in range(draw(st.integers(1, 4))):
        at, size = draw(st.integers(0, len(content))), draw(st.integers(1, 12))
        match draw(st.integers(0, 5)):
            case 0:
                content = content[:at] + bytes([draw(st.integers(0, 255))]) + content[at + 1 :]
            case 1:
                content = content[:at] + content[at + size :]
            case 2:
                content = content[:at] + content[at : at + size] * 2 + content[at + size :]
            case 3:
                content = content[:at] + draw(st.sampled_from(TOKENS)) + content[at:]
            case 4:
                content = content[:at]
            case 5:
                lines = content.splitlines(keepends=True)
                content = b"".join(draw(st.permutations(lines[:8]))) + b"".join(lines[8:])
    return content


def survives(folder: Path, truth: bytes, submission: bytes, name: str) -> None:
    """Open, check, edit and save; nothing but an InputError may come out of any of it."""
    (folder / "truth").write_bytes(truth)
    (folder / name).write_bytes(submission)
    started = time.monotonic()
    try:
        drain(check_pair(folder / "truth", folder / name, Options()))
        inspection = inspector.open_pair(folder / "truth", folder / name, "map@5")
        inspection.save(folder / f"same{name}")
        assert (folder / f"same{name}").read_bytes() == submission
        inspection.edit(inspection.evaluation.table.id(0), ["x", "q"])
        inspection.save(folder / f"edited{name}")
    except InputError as error:
        assert len(str(error)) < 2000
        assert "\n" not in str(error)
    assert time.monotonic() - started < SOON


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@settings(max_examples=max(10, settings().max_examples // 4))
@given(data=st.data())
def test_a_damaged_submission_gives_a_pair_or_one_error(form: Form, data: st.DataObject) -> None:
    content = form.file(
        [(id_, Prediction(p.labels[: form.most], (p.confidence or ())[: form.most])) for id_, p in ENTRIES]
    )
    truth = QRELS if form.name == "TREC run" else TRUTH
    with tempfile.TemporaryDirectory() as folder:
        survives(Path(folder), truth, data.draw(damaged(content)), f"s{form.ending}")


@pytest.mark.slow
@pytest.mark.parametrize("form", [form for form in FORMS if not form.weighted], ids=lambda form: form.name)
@settings(max_examples=max(5, settings().max_examples // 10))
@given(data=st.data())
def test_a_damaged_truth_gives_a_pair_or_one_error(form: Form, data: st.DataObject) -> None:
    content = form.file([(id_, Prediction(p.labels[: form.most])) for id_, p in ENTRIES])
    with tempfile.TemporaryDirectory() as folder:
        survives(Path(folder), data.draw(damaged(content)), TRUTH, "s.csv")


@pytest.mark.slow
@settings(max_examples=max(30, settings().max_examples // 2))
@given(data=st.data())
def test_damaged_judgements_give_a_pair_or_one_error(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as folder:
        survives(Path(folder), data.draw(damaged(QRELS)), TRUTH, "s.csv")


@pytest.mark.slow
@pytest.mark.parametrize("ending", [ending for ending in PACKINGS if ending])
@settings(max_examples=max(10, settings().max_examples // 4))
@given(data=st.data())
def test_a_damaged_container_gives_a_pair_or_one_error(ending: str, data: st.DataObject) -> None:
    content = PACKINGS[ending](TRUTH, "s.csv")
    with tempfile.TemporaryDirectory() as folder:
        survives(Path(folder), TRUTH, data.draw(damaged(content)), f"s.csv{ending}")
