"""For every kind of file and every repair that is offered: what it says that it changes is exactly what differs."""

from __future__ import annotations

import io
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hypothesis.strategies as st
import pandas as pd
import pytest
from core.files.written import FORMS, NAMED, Form, entries, opened, predictions, put
from hypothesis import given, settings

import inspector
from inspector.core.data.prediction import Prediction
from inspector.core.files.check import check_pair, repair_pair, write_repaired
from inspector.core.files.options import Options
from inspector.core.files.pair import read_pair
from inspector.core.files.problem import Fix, Problem
from inspector.core.files.repair_diff import RepairDiff
from inspector.core.task import drain

IDS = [f"r{row}" for row in range(5)]
DAMAGES: tuple[Callable[[str], str], ...] = (str, str, str.upper, "{}.jpg".format, "0{}".format)
ID_NAMES = {"TREC run": "topic", "JSON scores": "query", "parquet of structs": "user"} | dict.fromkeys(
    ("JSON hits", "JSON hits by rank", "JSON hits by score"), "query"
)
BLOCKS = {"duplicate-ids", "no-common-ids"}


@dataclass(frozen=True)
class Damaged:
    """A pair on disk. told: options that say how the submission is written."""

    truth: Path
    path: Path
    told: dict[str, Any]

    def problems(self, submission: object = None) -> list[Problem]:
        return drain(check_pair(self.truth, self.path if submission is None else submission, Options(**self.told)))


def lists(folder: Path, path: Path, told: Mapping[str, Any], ids: set[str]) -> dict[str, Prediction]:
    """What a file predicts for each of these ids that it has; every id is in the truth, so none is left out."""
    everything = folder / "everything.csv"
    everything.write_text("id,label\n" + "".join(f"{id_},q\n" for id_ in sorted(ids)))
    inspection = opened(everything, path, **told)
    has = inspection.evaluation.table.submitted
    return {id_: list_ for number, (id_, list_) in enumerate(predictions(inspection).items()) if has[number]}


@st.composite
def damaged(draw: st.DrawFn, form: Form, folder: Path) -> Damaged:
    """A submission with some ids and labels in another spelling, beside a truth that has other ids and labels too."""
    given = draw(entries(form))
    spell = draw(st.sampled_from(DAMAGES))
    which = draw(st.sets(st.sampled_from(IDS)))
    written = [(spell(id_) if id_ in which else id_, prediction) for id_, prediction in given]
    true = draw(st.lists(st.sampled_from(IDS), min_size=1, unique=True))
    label = draw(st.sampled_from(DAMAGES[:3]))
    labels = [label(draw(st.sampled_from([text for text in form.labels if not {*text} & {*' ,"'}]))) for _ in true]
    truth = folder / "truth.csv"
    truth.write_text("id,label\n" + "".join(f"{id_},{text}\n" for id_, text in zip(true, labels, strict=True)))
    ids = {"id_column": "id", "submission_id_column": ID_NAMES.get(form.name, "id")}
    return Damaged(truth, put(folder, form, written), form.told | ids)


def differing_lines(before: str, after: str) -> int:
    """How many lines of `before` were changed or dropped, and how many of `after` are new."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) == len(new):
        return sum(map(str.__ne__, old, new))
    longer, shorter = max(old, new, key=len), min(old, new, key=len)
    rest = iter(longer)
    assert all(line in rest for line in shorter)  # nothing else differs
    return len(longer) - len(shorter)


def refuse_difference(
    fix: Fix, true: set[str], before: Mapping[str, Prediction], after: Mapping[str, Prediction], known: set[str]
) -> None:
    """Fail unless the predictions differ as the repair says."""
    renamed = {*after} - {*before}
    if fix.name.startswith("ids-"):
        assert len(renamed & true) == fix.recovers
        assert [*map(repr, after.values())] == [*map(repr, before.values())] or len(after) == len(before)
        assert sorted(map(repr, after.values())) == sorted(map(repr, before.values()))
    elif fix.name.startswith("labels-"):
        assert [*after] == [*before]
        changes = {
            pair
            for id_ in before
            for pair in zip(before[id_].labels, after[id_].labels, strict=True)
            if pair[0] != pair[1]
        }
        scored = {pair for id_ in true & {*before} for pair in zip(before[id_].labels, after[id_].labels, strict=True)}
        assert len({old for old, _ in changes & scored}) == fix.recovers
        assert {new for _, new in changes} <= known
        assert [list_.confidence for list_ in after.values()] == [list_.confidence for list_ in before.values()]
    elif fix.name == "fill-missing":
        assert renamed == true - {*before}
        assert len(renamed) == fix.recovers
        assert {id_: after[id_] for id_ in before} == before
        assert not any(after[id_].labels for id_ in renamed)
    elif fix.name == "drop-unknown":
        assert after == {id_: list_ for id_, list_ in before.items() if id_ in true}
    else:
        assert after == before


def claims(damaged: Damaged, fix: Fix) -> RepairDiff | None:
    """What the preview of a repair says; a pair that cannot be opened has none."""
    try:
        pair = drain(read_pair(damaged.truth, damaged.path, Options(**damaged.told)))
    except inspector.InputError:
        return None
    return drain(repair_pair(pair, fix.name))[1]


def check_repair(damaged: Damaged, problem: Problem, fix: Fix, folder: Path, spelled: set[str]) -> None:
    out = folder / f"out{''.join(damaged.path.suffixes)}"
    out.unlink(missing_ok=True)
    drain(write_repaired(damaged.truth, damaged.path, Options(**damaged.told, fixes=(fix.name,)), out))
    true = {line.split(",")[0]: line.split(",")[1] for line in damaged.truth.read_text().splitlines()[1:]}
    if fix.in_truth:
        assert out.read_bytes() == damaged.path.read_bytes()
        return
    before, after = (lists(folder, path, damaged.told, spelled | {*true}) for path in (damaged.path, out))
    refuse_difference(fix, {*true}, before, after, {*true.values()})
    left = Damaged(damaged.truth, out, damaged.told).problems()
    kind = "missing-ids" if problem.kind == "no-common-ids" else problem.kind
    again = next((other for other in left if (other.kind, other.where) == (kind, problem.where)), None)
    assert again is None or fix.unit == "ids" or again.fix is None or again.fix.name != fix.name
    if fix.unit == "ids":
        assert problem.count - (again.count if again else 0) == fix.recovers
    diff = claims(damaged, fix)
    if diff is not None and out.suffix not in (".parquet", ".json") and diff.records:
        assert diff.records == differing_lines(damaged.path.read_text(), out.read_text())


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
@settings(max_examples=6)
@given(data=st.data())
def test_a_repair_changes_exactly_what_it_says(form: Form, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pair = data.draw(damaged(form, folder))
        spelled = {spell(id_) for id_ in IDS for spell in DAMAGES}
        try:
            problems = pair.problems()
        except inspector.InputError:
            return  # the file does not read at all, such as one without a label
        # What stands behind a problem that prevents scoring is said of the file without it.
        first = problems[:1] if problems and problems[0].kind in BLOCKS else problems
        for problem in first:
            if problem.fix is not None:
                check_repair(pair, problem, problem.fix, folder, spelled)


# By spelling: a text as in the truth, and as in the submission.
SPELLED = {
    "extension": ("r", "r.jpg"),
    "trim": ("r", " r"),
    "zeros": ("007", "7"),
    "number": ("12", "12.0"),
    "case": ("r", "R"),
}


def odd_pair(folder: Path, form: Form, kind: str, spelling: str) -> Damaged:
    """A pair that needs one repair: of its `ids` or `labels`, with this spelling, or of its rows."""
    right, wrong = SPELLED.get(spelling, ("r", "r"))
    own = {"ids": wrong, "drop": "u"}.get(kind, "r")
    label = wrong if kind == "labels" else "x"
    rows = [("k0", ["x"]), ("k1", ["y", "x"][: form.most]), (own, [label])]
    weighted = [
        (id_, Prediction(tuple(given), (0.75, 0.5)[: len(given)] if form.weighted else None)) for id_, given in rows
    ]
    true = [("k0", "x"), ("k1", "y"), (right if kind == "ids" else "r", right if kind == "labels" else "x")]
    truth = folder / "truth.csv"
    truth.write_text("id,label\n" + "".join(f"{id_},{text}\n" for id_, text in (true[:2] if kind == "drop" else true)))
    ids = {"id_column": "id", "submission_id_column": ID_NAMES.get(form.name, "id")}
    return Damaged(truth, put(folder, form, weighted[:2] if kind == "fill" else weighted), form.told | ids)


def needed(form: Form) -> list[tuple[str, str]]:
    """The repairs that a file of this form can take."""
    is_trec, is_wide = form.name == "TREC run", form.name.startswith("wide")
    found = [("ids", name) for name in SPELLED if not is_trec or name != "trim"]
    # Blanks around a label in a cell are no part of it; the labels of a wide file are its columns.
    found += [("labels", name) for name in SPELLED if name != "trim" and not is_wide]
    return found + [("drop", "unknown")] + ([("fill", "missing")] if form.holds_empty else [])


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_kind_of_file_takes_every_repair(form: Form, tmp_path: Path) -> None:
    for kind, name in needed(form):
        pair = odd_pair(tmp_path, form, kind, name)
        problem = next(found for found in pair.problems() if found.fix and found.fix.name == f"{kind}-{name}")
        assert problem.fix is not None
        check_repair(pair, problem, problem.fix, tmp_path, {SPELLED.get(name, ("",))[-1], "u"} - {""})


@pytest.mark.slow
@pytest.mark.parametrize("form", ["list", "pairs", "confidence column", "python list", "long with ranks", "wide"])
@settings(max_examples=6)
@given(data=st.data())
def test_a_repair_of_a_frame_is_that_of_the_same_file(form: str, data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pair = data.draw(damaged(NAMED[form], folder))
        frame = pd.read_csv(io.StringIO(pair.path.read_text()), dtype=str, keep_default_na=False)
        try:
            problems = pair.problems()
        except inspector.InputError:  # as where half of the true labels stand in brackets, like lists
            with pytest.raises(inspector.InputError):
                pair.problems(frame)
            return
        assert [(problem.kind, problem.fix) for problem in pair.problems(frame)] == [
            (problem.kind, problem.fix) for problem in problems if problem.kind not in ("header", "index-column")
        ]
        for fix in dict.fromkeys(problem.fix for problem in pair.problems(frame)[:1] if problem.fix):
            options = Options(**pair.told, fixes=(fix.name,))
            drain(write_repaired(pair.truth, frame, options, folder / "frame.csv"))
            drain(write_repaired(pair.truth, pair.path, options, folder / "file.csv"))
            read = [pd.read_csv(folder / f"{name}.csv", dtype=str) for name in ("frame", "file")]
            pd.testing.assert_frame_equal(*read)
