"""A repair of the open pair is one step: it keeps the edits, and undo restores everything."""

from __future__ import annotations

import tempfile
from pathlib import Path

import hypothesis.strategies as st
import numpy as np
import pytest
from hypothesis import settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import inspector
from inspector import InputError, Inspection
from inspector.core.data.order import SortKey
from inspector.core.document.change import ChangeKind
from inspector.core.files.check import check_template
from inspector.core.files.problem import Fix
from inspector.core.files.repair_diff import CellChange
from inspector.core.query import Clause
from inspector.core.recovery.journal import Journal
from inspector.core.task import drain
from inspector.ui.commands.terminal_command import score

TRUTH = "id,label\na.jpg,x\nb.jpg,y\nc.jpg,z\nd.jpg,x\n"
BROKEN = "id,label\na.jpg,x y\nb,y x\nc,x z\nd.jpg,y\n"
FIX = Fix("ids-extension", "put the endings back", 2)
LABELS = ("x", "y", "z", "new", "newer")


def open_pair(folder: Path, submission: str = BROKEN, truth: str = TRUTH, metric: str = "map@2") -> Inspection:
    (folder / "truth.csv").write_text(truth)
    (folder / "submission.csv").write_text(submission)
    return inspector.open_pair(folder / "truth.csv", folder / "submission.csv", metric)


def repair(pair: Inspection, fix: Fix = FIX) -> None:
    assert pair.commit(drain(pair.repair_task(drain(pair.repair_preview_task(fix)))))


def labels(pair: Inspection) -> list[list[str]]:
    return [pair.evaluation.labels(row) for row in range(len(pair.evaluation.table))]


def test_a_repair_preview_lists_the_changes_and_makes_none(tmp_path: Path) -> None:
    pair = open_pair(tmp_path)
    repair_preview = drain(pair.repair_preview_task(FIX))
    assert repair_preview.diff.changes == (CellChange(3, "id", "b", "b.jpg"), CellChange(4, "id", "c", "c.jpg"))
    assert (repair_preview.diff.records, repair_preview.before, repair_preview.after) == (2, pair.overall, 0.625)
    assert (pair.overall, pair.undo_name, len(pair.problems)) == (0.25, None, 2)
    assert repair_preview.generation == pair.generation
    pair.edit("a.jpg", ["y"])
    assert repair_preview.generation != pair.generation


def test_a_repair_keeps_the_edits_and_undo_restores_everything(tmp_path: Path) -> None:
    pair, told = open_pair(tmp_path), []
    pair.edit("c.jpg", ["z", "new"])
    pair.edit("a.jpg", ["newer"])
    pair.subscribe(lambda change: told.append(change.kind))
    before = labels(pair), pair.overall, pair.problems
    repair(pair)
    assert labels(pair) == [["newer"], ["y", "x"], ["z", "new"], ["y"]]
    assert (pair.undo_name, pair.problems, pair.is_saved) == (FIX.words, (), False)
    assert pair.evaluation.pair.options.fixes == ("ids-extension",)
    pair.edit("b.jpg", ["newest"])
    after = labels(pair), pair.overall
    pair.undo()
    pair.undo()
    assert (labels(pair), pair.overall, pair.problems) == before
    pair.undo()
    assert labels(pair)[0] == ["x", "y"]
    for _ in range(3):
        pair.redo()
    assert (labels(pair), pair.overall) == after
    assert told == [
        ChangeKind.REPAIR,
        ChangeKind.EDIT,
        ChangeKind.EDIT,
        ChangeKind.REPAIR,
        ChangeKind.EDIT,
        ChangeKind.EDIT,
        ChangeKind.REPAIR,
        ChangeKind.EDIT,
    ]


def test_an_edit_that_a_repair_makes_redundant_is_dropped(tmp_path: Path) -> None:
    pair = open_pair(tmp_path)
    pair.edit("b.jpg", ["y", "x"])
    repair(pair)
    assert (len(pair.evaluation.overlay), labels(pair)[1]) == (0, ["y", "x"])
    pair.undo()
    assert len(pair.evaluation.overlay) == 1


def test_metric_order_filter_and_current_row_are_kept_both_ways(tmp_path: Path) -> None:
    pair = open_pair(tmp_path)
    shown = Clause("three", rows=np.array([0, 1, 3]))
    pair.sort(SortKey("id", descending=True))
    pair.narrow(shown)
    pair.go_to(1)
    repair(pair)
    assert (pair.state.order.rows.tolist(), pair.current, pair.state.clauses) == ([3, 1, 0], 1, (shown,))
    pair.set_metric("map@1")
    pair.sort(SortKey("id"))
    pair.filter_by([])
    pair.undo()
    assert (str(pair.metric), pair.overall, pair.state.order.rows.tolist()) == ("map@1", 0.25, [0, 1, 2, 3])
    pair.redo()
    assert (str(pair.metric), pair.overall) == ("map@1", 0.5)


def test_undoing_a_repair_under_a_metric_that_rejects_it_changes_nothing(tmp_path: Path, monkeypatch) -> None:
    pair = open_pair(tmp_path)
    repair(pair)
    pair.set_metric("map@1")

    def refuse(*_: object) -> None:
        raise InputError("no")

    monkeypatch.setattr(type(pair.evaluation), "of", refuse)
    with pytest.raises(InputError):
        pair.undo()
    assert (pair.undo_name, pair.overall, pair.redo_name) == (FIX.words, 0.5, None)


def test_what_is_saved_after_a_repair_is_the_repaired_file_with_the_edits(tmp_path: Path) -> None:
    pair = open_pair(tmp_path)
    pair.edit("a.jpg", ["z"])
    repair(pair)
    pair.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text() == "id,label\na.jpg,z\nb.jpg,y x\nc.jpg,x z\nd.jpg,y\n"
    assert (tmp_path / "submission.csv").read_text() == BROKEN
    assert pair.is_saved
    pair.undo()
    assert not pair.is_saved


def test_a_repair_saved_over_the_open_file_can_be_undone_and_saved(tmp_path: Path) -> None:
    pair, path = open_pair(tmp_path), tmp_path / "submission.csv"
    repair(pair)
    for change, content in (
        (lambda: None, BROKEN.replace("b,", "b.jpg,").replace("c,", "c.jpg,")),
        (pair.undo, BROKEN),
        (pair.redo, BROKEN.replace("b,", "b.jpg,").replace("c,", "c.jpg,")),
    ):
        change()
        pair.save(path, overwrite=True)
        assert path.read_text() == content
        assert pair.is_saved


def test_playback_steps_are_the_edits_since_the_repair(tmp_path: Path) -> None:
    pair = open_pair(tmp_path)
    pair.edit("a.jpg", ["z"])
    repair(pair)
    assert pair.steps == ([], 0)
    pair.edit("b.jpg", ["z"])
    pair.edit("b.jpg", ["x"])
    pair.undo()
    assert ([edit.name for edit in pair.steps[0]], pair.steps[1]) == (["edit b.jpg"] * 2, 1)


def test_a_second_repair_builds_on_the_first(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, BROKEN + "u,x\n")
    repair(pair)
    drop = Fix("drop-unknown", "leave these rows out", 1)
    repair(pair, drop)
    assert pair.evaluation.pair.options.fixes == ("ids-extension", "drop-unknown")
    assert pair.problems == ()
    pair.undo()
    assert [problem.kind for problem in pair.problems] == ["unknown-ids"]


@pytest.mark.parametrize("name", ["truth.csv", "submission.csv"])
def test_files_that_changed_on_disk_are_not_repaired(tmp_path: Path, name: str) -> None:
    pair = open_pair(tmp_path)
    with (tmp_path / name).open("a") as file:
        file.write("e,x\n")
    with pytest.raises(InputError, match="changed on disk"):
        drain(pair.repair_preview_task(FIX))


@pytest.mark.parametrize(
    ("fix", "submission", "columns"),
    [
        ("header", BROKEN.replace("id,label", "ID,Label"), ["header", "header"]),
        ("delimiter", BROKEN.replace(",", ";"), ["sign between columns"]),
        ("drop-bom", "\ufeff" + BROKEN, ["byte order mark"]),
        ("drop-index", ",id,label\n0,a.jpg,x\n", ["header", ""]),
        ("fill-missing", BROKEN, ["a new row", "a new row"]),
        ("drop-unknown", BROKEN, ["the whole row", "the whole row"]),
    ],
)
def test_the_preview_shows_the_first_changes_of_every_kind(tmp_path: Path, fix, submission, columns) -> None:
    pair = open_pair(tmp_path, submission)
    seen = drain(pair.repair_preview_task(Fix(fix, "", 1))).diff
    assert [place.column for place in seen.changes] == columns
    assert all(place.before != place.after for place in seen.changes)


ODD_TRUTH = "id,label\na.jpg,x\nb.jpg,y\nc.jpg,z\nD.jpg,x\n"
READ = Fix("truth-ids-case", "read the ids of the truth in lower case", 1)


def test_a_repair_of_the_truth_changes_neither_file(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, BROKEN.replace("b,", "b.jpg,"), ODD_TRUTH)
    pair.edit("a.jpg", ["z"])
    seen = drain(pair.repair_preview_task(READ))
    assert seen.diff.changes == (CellChange(5, "id", "D.jpg", "d.jpg"),)
    repair(pair, READ)
    assert labels(pair) == [["z"], ["y", "x"], [], ["y"]]
    pair.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text() == BROKEN.replace("b,", "b.jpg,").replace("x y", "z")
    assert (tmp_path / "truth.csv").read_text() == ODD_TRUTH
    pair.undo()
    assert labels(pair)[3] == []


def test_a_repair_that_would_change_the_id_of_an_edited_row_is_refused(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, BROKEN.replace("b,", "b.jpg,"), ODD_TRUTH)
    pair.edit("D.jpg", ["z"])
    with pytest.raises(InputError, match="ids of 1 edited row"):
        drain(pair.repair_preview_task(READ))


def test_a_pair_that_was_saved_still_needs_the_repairs_of_its_truth(tmp_path: Path) -> None:
    pair = open_pair(tmp_path, BROKEN, ODD_TRUTH)
    repair(pair)
    repair(pair, READ)
    assert score(pair).count("--fix") == 2
    pair.save(tmp_path / "saved.csv")
    assert [part for part in score(pair).split() if part.endswith(("-case", "-extension"))] == ["truth-ids-case"]
    journal = Journal.of(tmp_path, pair.evaluation, tmp_path / "saved.csv")
    assert journal is not None
    assert journal._base.options.fixes == ("truth-ids-case",)


def test_a_template_is_compared_with_the_open_pair(tmp_path: Path) -> None:
    pair = open_pair(tmp_path)
    (tmp_path / "sample.csv").write_text("id,label\na.jpg,x\nb.jpg,x\nd.jpg,x\n")
    found = drain(check_template(pair.evaluation.pair, tmp_path / "sample.csv"))
    assert [(problem.kind, problem.count) for problem in found] == [
        ("template-missing-ids", 1),
        ("template-unknown-ids", 2),
    ]
    repair(pair)
    found = drain(check_template(pair.evaluation.pair, tmp_path / "sample.csv"))
    assert [(problem.kind, problem.examples) for problem in found] == [("template-unknown-ids", ("c.jpg",))]


class Repairer(RuleBasedStateMachine):
    """The model: the predictions after each step, and whether the pair is repaired."""

    @initialize()
    def open(self) -> None:
        self.disk = tempfile.TemporaryDirectory()
        self.folder = Path(self.disk.name)
        self.pair = open_pair(self.folder)
        self.file = {False: [["x", "y"], [], [], ["y"]], True: [["x", "y"], ["y", "x"], ["x", "z"], ["y"]]}
        self.steps = [(False, self.file[False])]
        self.at = 0

    def teardown(self) -> None:
        if hasattr(self, "disk"):
            self.disk.cleanup()

    @property
    def now(self) -> tuple[bool, list[list[str]]]:
        return self.steps[self.at]

    def did(self, repaired: bool, after: list[list[str]]) -> None:
        if (repaired, after) != self.now:
            self.steps[self.at + 1 :] = [(repaired, after)]
            self.at += 1

    @rule(row=st.integers(0, 3), given=st.lists(st.sampled_from(LABELS), max_size=3))
    def edit(self, row: int, given: list[str]) -> None:
        self.pair.edit(f"{'abcd'[row]}.jpg", given)
        repaired, lists = self.now
        self.did(repaired, [*lists[:row], given, *lists[row + 1 :]])

    @precondition(lambda self: not self.now[0])
    @rule()
    def repair(self) -> None:
        repair(self.pair)
        edited = self.now[1]
        fresh = [self.file[True][row] if edited[row] == self.file[False][row] else edited[row] for row in range(4)]
        self.did(True, fresh)

    @rule()
    def undo(self) -> None:
        self.pair.undo()
        self.at = max(0, self.at - 1)

    @rule()
    def redo(self) -> None:
        self.pair.redo()
        self.at = min(len(self.steps) - 1, self.at + 1)

    @rule(metric=st.sampled_from(["map@1", "map@2", "recall@3"]))
    def choose(self, metric: str) -> None:
        self.pair.set_metric(metric)

    @invariant()
    def everything_is_as_a_fresh_reading_has_it(self) -> None:
        if not hasattr(self, "pair"):
            return
        assert labels(self.pair) == self.now[1]
        target = self.folder / "saved.csv"
        target.unlink(missing_ok=True)
        lines = [f"{id_}.jpg,{' '.join(given)}\n" for id_, given in zip("abcd", self.now[1], strict=True)]
        target.write_text("id,label\n" + "".join(lines))
        fresh = inspector.open_pair(self.folder / "truth.csv", target, self.pair.metric, separator=" ")
        assert self.pair.overall == fresh.overall


TestRepairer = Repairer.TestCase
TestRepairer.settings = settings(max_examples=15, stateful_step_count=12, deadline=None)
