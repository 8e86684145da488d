"""Packages bring metrics through entry points; a broken one is a message, and none takes the name of another."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import numpy as np
import pytest

from inspector.core.errors import InputError
from inspector.core.metrics import FAMILIES, Explanation, Metric, choice, parse
from inspector.core.metrics.families.overlap import Accuracy
from inspector.core.metrics.plugins.families import GROUP, Families
from inspector.terminal.text import metrics_text


@dataclass(frozen=True, kw_only=True)
class Longest(Metric):
    """The share of rows whose prediction is the longest possible; `way` does what tests need."""

    name: ClassVar[str] = "longest"
    title: ClassVar[str] = "Longest"
    formula: ClassVar[str] = "labels / 10"
    source: ClassVar[str] = "a test"

    way: str = choice.choice("what it does", plain=("", ""), fail=("", ""), short=("", ""), odd=("", ""))

    def score(self, batch):
        if self.way == "fail":
            raise ZeroDivisionError("no rows")
        scores = np.minimum(batch.predictions.lengths, self.k or 10) / 10
        return {"plain": scores, "short": scores[1:], "odd": scores.tolist()}[self.way]

    def explain(self, batch):
        return Explanation((), 0.0, 1.0, "", float(self.score(batch)[0]))


class NoMetric:
    pass


@dataclass(frozen=True, kw_only=True)
class Unfinished(Metric):
    name: ClassVar[str] = "unfinished"


@dataclass(frozen=True, kw_only=True)
class Another(Longest):
    name: ClassVar[str] = "another"


@pytest.fixture
def brought(monkeypatch):
    """Let a package bring metrics under names; they are gone after the test."""

    def bring(**brought: object) -> None:
        module = ModuleType("a_package")
        monkeypatch.setitem(sys.modules, "a_package", module)
        entries = []
        for name, value in brought.items():
            setattr(module, name, value)
            entries.append(EntryPoint(name, f"a_package:{name}", GROUP))
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries)
        monkeypatch.delitem(FAMILIES.__dict__, "_offered", raising=False)
        monkeypatch.setattr(FAMILIES, "_loaded", {})

    yield bring
    monkeypatch.undo()
    FAMILIES.__dict__.pop("_offered", None)


def test_a_metric_of_a_package_works_like_all_others(brought, read) -> None:
    brought(longest=Longest)
    assert "longest" in [*FAMILIES] and len(FAMILIES) == len([*FAMILIES])
    assert str(parse("longest(way=plain)@3")) == "longest@3"
    assert isinstance(parse("longest"), Longest)
    inspection = read(metric="longest")
    assert inspection.overall == pytest.approx((2 + 1 + 1) / 30)
    inspection.edit("c", ["a", "b", "z"])
    assert inspection.overall == pytest.approx((2 + 1 + 3) / 30)
    assert "longest@K   labels / 10" in metrics_text()


@pytest.mark.parametrize(
    ("way", "words"), [("fail", "ZeroDivisionError"), ("short", r"float64 \(2,\)"), ("odd", "list")]
)
def test_a_metric_that_fails_is_a_message(brought, read, way: str, words: str) -> None:
    brought(longest=Longest)
    with pytest.raises(InputError, match=f"longest.* failed in score.*{words}"):
        read(metric=f"longest(way={way})")


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("broken", NoMetric, "no Metric"),
        ("broken", 3, "no Metric"),
        ("unfinished", Unfinished, "TypeError"),
        ("other", Longest, "calls itself 'longest'"),
        ("map", Longest, "taken"),
        ("otto", Longest, "taken"),
        ("no-name", Longest, "no name of a metric"),
    ],
)
def test_what_cannot_be_used_is_said_where_it_matters(brought, name: str, value: object, words: str) -> None:
    before = [*FAMILIES]
    brought(**{name: value})
    assert [*FAMILIES] == before
    assert words in str(FAMILIES.problems[name]) and words in metrics_text()
    if name in ("broken", "unfinished", "other"):
        with pytest.raises(InputError, match=words):
            parse(f"{name}@5")


def test_a_built_in_name_is_found_without_loading_a_package(brought) -> None:
    brought(map=Longest, accuracy=Longest)
    assert type(parse("map@5")).__module__.startswith("inspector.core.metrics.families")
    assert type(parse("accuracy")) is Accuracy
    assert FAMILIES._loaded == {}


def test_two_packages_of_one_name_are_both_refused(monkeypatch) -> None:
    entries = [EntryPoint("another", f"{place}:Another", GROUP) for place in ("one_package", "two_package")]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: entries * 2)
    found = Families([Accuracy], lambda name: False)
    assert [*found] == ["accuracy"]
    assert "two_package:Another brings another one" in str(found.problems["another"])
    assert "nothing" not in found.problems


def test_damaged_packages_hide_no_built_in_metric(monkeypatch) -> None:
    def fail(group: str) -> None:
        raise ValueError("damaged")

    monkeypatch.setattr("importlib.metadata.entry_points", fail)
    assert [*Families([Accuracy], lambda name: False)] == ["accuracy"]


@pytest.mark.parametrize("text", ["raise SystemExit(1)", "1 / 0", "import nothing_of_this_name", "def ("])
def test_a_package_that_cannot_be_imported_is_a_message(tmp_path: Path, monkeypatch, text: str) -> None:
    (tmp_path / "a_broken_package.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "a_broken_package", raising=False)
    monkeypatch.setattr(
        "importlib.metadata.entry_points", lambda group: [EntryPoint("one", "a_broken_package:One", GROUP)]
    )
    found = Families([Accuracy], lambda name: False)
    assert "one" not in found
    assert "cannot be used" in str(found.problems["one"])


def test_a_real_package_is_found_by_its_entry_point(tmp_path: Path, monkeypatch) -> None:
    folder = tmp_path / "real_package-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: real-package\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(f"[{GROUP}]\nanother = {__name__}:Another\n")
    monkeypatch.syspath_prepend(tmp_path)
    found = Families([Accuracy], lambda name: False)
    assert issubclass(found["another"], Another)


def test_importing_the_metrics_loads_no_package(tmp_path: Path) -> None:
    folder = tmp_path / "loud_package-1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: loud-package\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(f"[{GROUP}]\nloud = loud_package:Loud\n")
    (tmp_path / "loud_package.py").write_text("print('loaded')\n")
    code = "from inspector.core.metrics import FAMILIES, parse; parse('map@5'); print('imported'); list(FAMILIES)"
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": path}
    )
    assert done.stdout.split() == ["imported", "loaded"]
