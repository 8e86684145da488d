"""Several submissions of one truth: each scored as if alone, each with its own edits, compared with a baseline."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import inspector
from inspector import InputError, Inspection
from inspector.core.data.order import SortKey
from inspector.core.document.change import ChangeKind
from inspector.core.document.history import History
from inspector.core.document.submission import Submission
from inspector.core.evaluation.evaluation import Evaluation
from inspector.core.metrics import Metric, parse
from inspector.core.task import drain

LABELS = [f"w_{number}" for number in range(9)]
IDS = [f"q{number}" for number in range(12)]
# Metrics whose overall depends on which labels the files have, on ties, or on a pool.
METRICS = ["map@3", "ndcg@5", "lrap", "gap(ties=id)", "f1(average=macro,labels=both)", "cmap(labels=both)"]

runs = st.dictionaries(
    st.sampled_from(IDS[:10]),
    st.dictionaries(st.sampled_from(LABELS), st.sampled_from([0.1, 0.5, 0.5, 0.9]), min_size=1),
    min_size=4,
)
TRUTH = {id_: {LABELS[i % 5]: 1, LABELS[(i * 2) % 7]: 1} for i, id_ in enumerate(IDS)}


def table(labels: dict[str, str]) -> pd.DataFrame:
    return pd.DataFrame({"id": [*labels], "labels": [*labels.values()]})


@pytest.fixture
def three(tmp_path: Path) -> Inspection:
    """A truth of 12 rows with submissions that hit all, every other row, and none, in files of these names."""
    truth = {id_: LABELS[i % 5] for i, id_ in enumerate(IDS)}
    table(truth).to_csv(tmp_path / "truth.csv", index=False)
    half = {id_: label if i % 2 else "other" for i, (id_, label) in enumerate(truth.items())}
    for name, predicted in {"all": truth, "half": half, "none": dict.fromkeys(IDS[::-1], "w_8")}.items():
        table({id_: f"{label} w_7" for id_, label in predicted.items()}).to_csv(tmp_path / f"{name}.csv", index=False)
    opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "all.csv", "map@2")
    assert [opened.add(tmp_path / "half.csv"), opened.add(tmp_path / "none.csv")] == ["half", "none"]
    return opened


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
@given(runs, runs)
@settings(max_examples=12)
def test_each_submission_scores_as_if_it_were_alone(metric: str, first: dict, second: dict) -> None:
    together = inspector.open_pair(TRUTH, first, metric)
    together.edit(IDS[0], ["typed"], [0.5])
    added = together.submission(together.add(second)).evaluation
    together.undo()
    for evaluation, run in ((together.evaluation, first), (added, second)):
        alone = inspector.open_pair(TRUTH, run, metric).evaluation
        assert np.array_equal(evaluation.under(parse(metric)).scores.row, alone.scores.row, equal_nan=True)
        assert repr(type(alone).of(evaluation.pair, alone.metric).scores.overall) == repr(alone.scores.overall)
        for row in range(len(IDS)):
            assert evaluation.prediction(row) == alone.prediction(row)
            assert evaluation.truth(row) == alone.truth(row)


def test_codes_of_labels_stay_when_a_further_file_adds_labels(three: Inspection) -> None:
    vocab = three.evaluation.table.vocab
    three.edit(IDS[0], ["typed", "new"])
    before = {text: vocab.find(text) for text in (*LABELS[:5], "other", "typed", "new")}
    three.add(table(dict.fromkeys(IDS, "w_0 typed fresh")), "more")
    assert {text: vocab.find(text) for text in before} == before
    assert vocab.text(vocab.find("fresh")) == "fresh"
    assert [vocab.is_unknown(vocab.find(text)) for text in ("typed", "new", "fresh")] == [False, True, False]


def test_the_open_submission_is_switched_with_its_edits_and_its_history(three: Inspection) -> None:
    three.edit(IDS[0], ["w_8"])
    edited = three.overall
    three.open("half")
    assert (three.open_submission.name, three.overall, three.undo_name) == ("half", 0.5, None)
    three.edit(IDS[0], ["w_0"])
    three.open("all")
    assert three.overall == edited
    three.undo()
    assert (three.overall, three.is_saved) == (1.0, True)
    three.open("half")
    assert not three.is_saved
    three.undo()
    assert three.overall == 0.5


def test_a_switch_keeps_metric_notes_filter_order_and_row(three: Inspection) -> None:
    three.set_metric("mrr")
    three.note(IDS[3], "look")
    three.narrow("id:/q1/")
    three.sort(SortKey("id", descending=True))
    three.go_to(3)
    three.open("none")
    assert str(three.metric) == "mrr"
    assert three.notes.by_id[IDS[3]].text == "look"
    assert [three.evaluation.table.id(row) for row in three.state.order.rows] == ["q11", "q10", "q1"]
    assert three.current == 3


def test_only_an_edited_submission_is_sorted_again_on_return(three: Inspection) -> None:
    three.sort(*three.metric.worst_first)
    order = three.state.full_order
    three.open("half")
    assert worst_first(three) == three.state.full_order.rows.tolist() != order.rows.tolist()
    three.open("all")
    assert three.state.full_order is order
    three.edit(IDS[5], ["w_8"])
    assert three.state.full_order is order  # the edited row stays where it is
    three.open("half")
    three.open("all")
    assert worst_first(three) == three.state.full_order.rows.tolist() != order.rows.tolist()


def worst_first(pair: Inspection) -> list[int]:
    """The rows by score, then by cost, both as of now."""
    scores, costs = pair.evaluation.scores.row, pair.evaluation.costs(pair.evaluation.all_rows)
    return np.lexsort([-costs, scores]).tolist()


def test_a_filter_on_a_column_that_the_other_file_lacks_is_switched_off(three: Inspection) -> None:
    extra = table(dict.fromkeys(IDS, "w_1")).assign(model="x")
    three.open(three.add(extra, "extra"))
    three.narrow("model:x")
    three.open("all")
    assert [(clause.text, clause.on) for clause in three.state.clauses] == [("model:x", False)]
    assert len(three.state.order) == len(IDS)


def test_the_difference_is_to_the_baseline_and_follows_edits(three: Inspection) -> None:
    assert three.baseline == "file"
    three.open("half")
    three.baseline = "none"
    assert three.evaluation.delta == 0.5
    assert three.evaluation.deltas(np.arange(4)).tolist() == [0, 1, 0, 1]
    three.edit(IDS[0], ["w_0"])
    assert three.evaluation.deltas(np.arange(4)).tolist() == [1, 1, 0, 1]
    three.set_metric("map@1")
    assert (three.baseline, three.evaluation.delta) == ("none", 7 / 12)
    three.narrow("delta>0")
    assert len(three.state.order) == 7
    three.baseline = "all"
    assert len(three.state.order) == 0
    three.baseline = "file"
    assert len(three.state.order) == 1


def test_a_submission_compared_with_itself_differs_nowhere(three: Inspection) -> None:
    three.baseline = "all"
    three.edit(IDS[0], ["w_8"])
    assert (three.evaluation.delta, three.evaluation.deltas(np.arange(12)).any()) == (0.0, False)


def test_a_baseline_that_was_edited_meanwhile_is_compared_as_it_is_now(three: Inspection) -> None:
    three.baseline = "none"
    three.open("none")
    three.edit(IDS[0], ["w_0"])
    assert three.evaluation.delta == 0.0
    three.open("all")
    assert three.evaluation.deltas(np.arange(2)).tolist() == [0.0, 1.0]


def test_a_metric_scores_the_baseline_once(three: Inspection) -> None:
    three.baseline = "half"
    three.set_metric("recall@1")
    assert three.submission("half").evaluation is three.evaluation.baseline.other


def test_what_changes_is_told_by_its_kind(three: Inspection) -> None:
    kinds: list[ChangeKind] = []
    three.subscribe(lambda change: kinds.append(change.kind))
    three.add(table(dict.fromkeys(IDS, "w_1")), "extra")
    three.baseline = "half"
    three.open("half")
    assert kinds == [ChangeKind.SUBMISSIONS, ChangeKind.BASELINE, ChangeKind.SWITCH]


def test_files_that_differ_only_in_their_endings_are_named_with_these(three: Inspection, tmp_path: Path) -> None:
    three.baseline = "half"
    for ending in ("txt", "tsv"):
        (tmp_path / f"half.{ending}").write_bytes((tmp_path / "half.csv").read_bytes())
        assert three.add(tmp_path / f"half.{ending}") == f"half.{ending}"
    assert three.names == ["all", "half.csv", "none", "half.txt", "half.tsv"]
    assert three.baseline == "half.csv"
    assert three.add(tmp_path / "half.txt", "mine") == "mine"
    assert three.add(tmp_path / "all.csv") == "all (2)"


def test_a_name_is_that_of_the_file_and_never_taken_twice(three: Inspection, tmp_path: Path) -> None:
    assert three.add(tmp_path / "half.csv") == "half (2)"
    with pytest.raises(InputError, match="the name 'half' is taken"):
        three.add(tmp_path / "none.csv", "half")
    with pytest.raises(InputError, match="needs a name"):
        three.add(tmp_path / "none.csv", " ")
    with pytest.raises(KeyError, match="nobody"):
        three.open("nobody")


def test_ids_are_paired_by_id_and_missing_rows_counted(three: Inspection) -> None:
    few = table(dict.fromkeys(IDS[2:], "w_1"))
    added = three.submission(three.add(few, "few")).evaluation
    assert np.flatnonzero(~added.table.submitted).tolist() == [0, 1]
    assert any(problem.kind == "missing-ids" and problem.count == 2 for problem in added.pair.problems)


def test_a_submission_without_a_common_id_is_refused(three: Inspection) -> None:
    with pytest.raises(InputError, match="no id of the truth is in the submission"):
        three.add(table({"a": "w_1", "b": "w_2"}))
    assert len(three.submissions) == 3


def test_a_truth_that_changed_on_disk_is_not_mixed_with_the_open_one(three: Inspection, tmp_path: Path) -> None:
    table(dict.fromkeys(IDS, "w_5")).to_csv(tmp_path / "truth.csv", index=False)
    with pytest.raises(InputError, match="changed"):
        three.add(tmp_path / "half.csv")


def test_a_saved_submission_holds_its_own_edits(three: Inspection, tmp_path: Path) -> None:
    three.edit(IDS[0], ["w_8"])
    three.open("half")
    three.edit(IDS[1], ["w_8"])
    three.save(tmp_path / "edited.csv")
    assert [(one.name, one.saved is not None) for one in three.submissions] == [
        ("all", False),
        ("half", True),
        ("none", False),
    ]
    assert inspector.open_pair(tmp_path / "truth.csv", tmp_path / "edited.csv", "map@2").overall == three.overall


def reloaded(inspection: Inspection, folder: Path) -> Inspection:
    fresh = inspector.open_pair(folder / "truth.csv", folder / f"{inspection.open_submission.name}.csv", "map@2").state
    inspection.commit(drain(inspection.rebase_task(fresh)))
    return inspection


def test_a_reload_carries_the_edits_of_all_submissions_over(three: Inspection, tmp_path: Path) -> None:
    three.baseline = "none"
    three.edit(IDS[0], ["w_8"])
    three.open("half")
    three.edit(IDS[1], ["typed"])
    overalls = {"half": three.overall, "all": 11 / 12, "none": 0.0}
    with (tmp_path / "truth.csv").open("a") as file:
        file.write("more,w_0\n")
    reloaded(three, tmp_path)
    assert [one.name for one in three.submissions] == ["all", "half", "none"]
    assert (three.open_submission.name, three.baseline) == ("half", "none")
    for name, overall in overalls.items():
        three.open(name)
        assert three.overall == pytest.approx(overall * 12 / 13)
        assert three.is_saved == (name == "none")
        assert three.baseline == "none"
    three.open("half")
    assert three.evaluation.labels(1) == ["typed"]
    three.undo()
    assert three.is_saved


@pytest.mark.parametrize(("chosen", "anew"), [(None, "map@2"), ("map@2", None)])
@pytest.mark.usefixtures("three")
def test_a_guessed_metric_stays_guessed_and_a_chosen_one_chosen(
    tmp_path: Path, chosen: str | None, anew: str | None
) -> None:
    files = tmp_path / "truth.csv", tmp_path / "all.csv"
    opened = inspector.open_pair(*files, chosen)
    opened.open(opened.add(tmp_path / "half.csv"))
    assert (str(opened.metric), opened.evaluation.guessed) == ("map@2", chosen is None)
    opened.open("all")
    opened.commit(drain(opened.rebase_task(inspector.open_pair(*files, anew).state)))
    assert (str(opened.metric), opened.evaluation.guessed) == ("map@2", chosen is None)
    opened.set_metric("map@1")
    opened.open("half")
    assert not opened.evaluation.guessed


def test_a_reload_with_a_lost_file_changes_nothing(three: Inspection, tmp_path: Path) -> None:
    three.open("half")
    three.edit(IDS[1], ["typed"])
    before = three.overall
    (tmp_path / "none.csv").unlink()
    with pytest.raises(InputError, match=r"none\.csv"):
        reloaded(three, tmp_path)
    assert (three.overall, len(three.submissions), three.is_saved) == (before, 3, False)


def test_a_repair_of_one_submission_leaves_the_others_comparable(three: Inspection, tmp_path: Path) -> None:
    few = dict.fromkeys(IDS[2:], "w_1 w_2")
    table(few).to_csv(tmp_path / "few.csv", index=False)
    three.open(three.add(tmp_path / "few.csv"))
    three.baseline = "all"
    fix = next(problem.fix for problem in three.problems if problem.fix and problem.fix.name == "fill-missing")
    three.edit(IDS[3], ["w_3"])
    before = three.evaluation.deltas(np.arange(12)).tolist()
    three.commit(drain(three.repair_task(drain(three.repair_preview_task(fix)))))
    assert three.evaluation.table.submitted.all()
    assert three.evaluation.deltas(np.arange(12)).tolist() == before
    assert three.baseline == "all"
    three.undo()
    assert not three.evaluation.table.submitted.all()
    three.open("all")
    assert three.overall == 1.0


def test_a_submission_added_after_a_repair_fits_once_that_is_undone(tmp_path: Path, three: Inspection) -> None:
    table(dict.fromkeys(IDS[2:], "w_1 w_2")).to_csv(tmp_path / "few.csv", index=False)
    alone = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "few.csv", "map@2")
    fix = next(problem.fix for problem in alone.problems if problem.fix and problem.fix.name == "fill-missing")
    alone.commit(drain(alone.repair_task(drain(alone.repair_preview_task(fix)))))
    alone.add(tmp_path / "half.csv")
    alone.keep("filled")
    alone.undo()
    assert all(one.evaluation.table.vocab is alone.evaluation.table.vocab for one in alone.submissions)
    alone.baseline = "half"
    assert (
        alone.evaluation.deltas(np.arange(12)).tolist()
        == (alone.evaluation.scores.row - alone.submission("half").evaluation.scores.row).tolist()
    )


def test_a_repair_of_the_truth_is_not_undone_under_other_submissions(tmp_path: Path) -> None:
    truth, submission = tmp_path / "truth.csv", tmp_path / "sub.csv"
    truth.write_text("id,label\nq1,B\nq2,C\nq3,a\n")
    submission.write_text("id,label\nq1,A B C\nq2,B C A\nq3,C A B\n")
    opened = inspector.open_pair(truth, submission, "map@3")
    (fix,) = [problem.fix for problem in opened.problems if problem.fix]
    opened.commit(drain(opened.repair_task(drain(opened.repair_preview_task(fix)))))
    opened.add(submission, "again")
    with pytest.raises(InputError, match="the repair of the truth cannot be undone"):
        opened.undo()
    opened.remove("again")
    opened.undo()
    opened.add(submission, "again")
    with pytest.raises(InputError, match="the repair of the truth cannot be redone"):
        opened.redo()
    with pytest.raises(InputError, match="the truth cannot be repaired"):
        drain(opened.repair_preview_task(fix))


def test_a_reload_tells_what_became_of_the_edits_of_each_submission(three: Inspection, tmp_path: Path) -> None:
    three.edit(IDS[0], ["w_8"])
    three.open("half")
    changed = (tmp_path / "all.csv").read_text().replace(f"{IDS[0]},w_0", f"{IDS[0]},w_3")
    (tmp_path / "all.csv").write_text(changed)
    fresh = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "half.csv", "map@2").state
    change = drain(three.rebase_task(fresh))
    assert {name: len(one.conflicts) for name, one in change.others_rebased.items()} == {"all": 1, "none": 0}


def test_a_removed_baseline_gives_way_to_the_file_as_loaded(three: Inspection) -> None:
    three.baseline = "half"
    three.remove("half")
    assert (three.baseline, three.evaluation.delta, [one.name for one in three.submissions]) == (
        "file",
        0.0,
        ["all", "none"],
    )
    with pytest.raises(InputError, match="'all' is open"):
        three.remove("all")
    with pytest.raises(KeyError):
        three.open("half")


def test_a_submission_that_is_removed_meanwhile_is_not_opened(three: Inspection) -> None:
    task = three.switch_task("half")
    three.remove("half")
    assert not three.commit(drain(task))
    assert three.open_submission.name == "all"


def test_a_renamed_baseline_stays_the_baseline(three: Inspection) -> None:
    three.baseline = "half"
    three.rename("half", "every other")
    assert (three.baseline, three.evaluation.delta) == ("every other", 0.5)
    three.open("every other")
    assert (three.baseline, three.evaluation.delta) == ("every other", 0.0)
    three.rename("every other", "every other")
    with pytest.raises(InputError, match="the name 'all' is taken"):
        three.rename("every other", "all")
    with pytest.raises(InputError, match="the name 'file' is taken"):
        three.rename("every other", "file")


def test_a_saved_submission_says_what_reading_it_alone_needs(tmp_path: Path) -> None:
    lists = [
        "c",
        "c e",
        "e d1 f2",
        "a b f2",
        "f2 d1 e",
        "a f2",
        "f2 d1",
        "b c a",
        "e f2 a",
        "d1",
        "d1 a",
        "a d1 c",
        "a",
    ]
    lines = "".join(f"q{row},{labels}\n" for row, labels in enumerate(lists))
    for name in ("truth", "alike"):  # alone, cells that are the same text need not be lists
        (tmp_path / f"{name}.csv").write_text(f"id,label\n{lines}")
    (tmp_path / "first.csv").write_text("id,label\n" + "".join(f"q{row},a 0.5\n" for row in range(13)))
    opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "first.csv", "map@2")
    added = opened.submission(opened.add(tmp_path / "alike.csv"))
    saved = drain(opened.save_task(tmp_path / "out.csv", added))
    again = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "out.csv", "map@2", **saved.options.as_dict)
    assert [again.evaluation.labels(row) for row in range(13)] == [labels.split() for labels in lists]


def test_a_submission_added_during_a_reload_is_not_lost(three: Inspection, tmp_path: Path) -> None:
    fresh = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "all.csv", "map@2").state
    reload = drain(three.rebase_task(fresh))
    three.add(tmp_path / "half.csv", "late")
    assert not three.commit(reload)
    assert three.names == ["all", "half", "none", "late"]


def test_a_submission_read_against_files_of_before_is_refused(three: Inspection, tmp_path: Path) -> None:
    late = drain(three.add_task(tmp_path / "half.csv", "late"))
    reloaded(three, tmp_path)
    with pytest.raises(InputError, match="other files were opened meanwhile"):
        three.add_submission(late)
    assert three.names == ["all", "half", "none"]


def test_a_name_taken_meanwhile_gets_a_number(three: Inspection, tmp_path: Path) -> None:
    late = drain(three.add_task(tmp_path / "half.csv", "late"))
    three.keep("late")
    three.add_submission(late)
    assert late.name == "late (2)"


def test_what_was_never_saved_stays_so_over_a_reload(three: Inspection, tmp_path: Path) -> None:
    pair = three.submission("half").evaluation
    three.add_submission(Submission("made", pair.snapshot(), History(was_saved=False)))
    reloaded(three, tmp_path)
    assert not three.submission("made").history.is_saved


def test_scoring_in_a_worker_never_takes_edits_back(three: Inspection, monkeypatch: pytest.MonkeyPatch) -> None:
    half = three.submission("half")
    plain = Evaluation.under

    def edited_meanwhile(evaluation: Evaluation, metric: Metric) -> Evaluation:
        scored = plain(evaluation, metric)
        if evaluation is before:
            monkeypatch.setattr(Evaluation, "under", plain)
            three.open("half")
            three.edit(IDS[0], ["edited"])
        return scored

    before = half.evaluation
    monkeypatch.setattr(Evaluation, "under", edited_meanwhile)
    half.under(parse("mrr"))
    assert half.evaluation.labels(0) == ["edited"]


def test_a_removed_submission_takes_a_baseline_among_its_versions_with_it(three: Inspection) -> None:
    three.keep("kept")
    three.baseline = "kept"
    three.open("half")
    three.remove("all")
    assert (three.baseline, three.names) == ("file", ["half", "none"])
    three.open("none")


@pytest.mark.parametrize("baseline", ["kept", "all"])
def test_a_reload_keeps_what_is_compared_with(three: Inspection, tmp_path: Path, baseline: str) -> None:
    three.keep("kept")
    three.edit(IDS[0], ["w_8"])
    three.baseline = baseline
    delta = three.evaluation.delta
    reloaded(three, tmp_path)
    assert (three.baseline, three.evaluation.delta) == (baseline, pytest.approx(delta))


def test_baselines_do_not_hold_one_another(three: Inspection) -> None:
    for _ in range(3):
        for name, other in (("half", "all"), ("all", "half")):
            three.open(name)
            three.baseline = other
    other = three.evaluation.baseline.other
    assert other is not None
    assert other.baseline.other is None


def test_nothing_is_scored_before_a_switch_or_another_baseline_runs(three: Inspection, monkeypatch) -> None:
    names = [one.name for one in three.others]
    three.baseline = names[0]
    scored = []
    plain = Submission.under
    monkeypatch.setattr(Submission, "under", lambda one, metric: scored.append(one.name) or plain(one, metric))
    tasks = three.switch_task(names[1]), three.baseline_task(names[1])
    assert scored == []
    for task, name in zip(tasks, names, strict=True):
        drain(task)
        assert scored.pop() == name


def test_lists_and_probabilities_are_never_compared_under_two_metrics(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\na,x\nb,y\nc,x y\n")
    (tmp_path / "lists.csv").write_text("id,label\na,x y\nb,y\nc,x\n")
    (tmp_path / "wide.csv").write_text("id,x,y\na,0.9,0.1\nb,0.2,0.8\nc,0.7,0.6\n")
    lists = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "lists.csv", "f1", separator=" ")
    lists.add(tmp_path / "wide.csv")
    for compare in (lists.compare, lambda: lists.open("wide"), lambda: setattr(lists, "baseline", "wide")):
        with pytest.raises(InputError, match=r"f1 would be f1\(threshold=0.5\) for its probabilities"):
            compare()
    lists.set_metric("f1(threshold=0.5)")
    assert lists.compare().overall.tolist() == [pytest.approx((2 / 3 + 1 + 2 / 3) / 3), 1]
    lists.baseline = "wide"
    wide = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "wide.csv", "map@2")
    wide.add(tmp_path / "lists.csv")
    wide.baseline = "lists"
    wide.set_metric("f1")
    assert {str(one.metric) for one in (wide.evaluation, wide.evaluation.baseline.other)} == {"f1(threshold=0.5)"}
