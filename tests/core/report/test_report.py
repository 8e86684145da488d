"""A report says the numbers of the pair, in one page that nothing in the files can change."""

from __future__ import annotations

import math
import re
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.metrics.metric_strategies import LABEL_FAMILIES, OF_ONE_CLASS
from core.report.pages import HOSTILE, Page

import inspector
from inspector import InputError, Inspection, resource
from inspector.core.analysis.numbers.problems import AS_LOADED
from inspector.core.report import comparison, write
from inspector.core.report.texts import visible
from inspector.core.task import drain

TRUTH = {"q1": ["orca"], "q2": ["minke", "fin"], "q3": ["blue"], "q4": []}
FIRST = {"q1": ["orca", "fin"], "q2": ["orca", "minke"], "q3": ["fin", "orca"], "q4": ["fin"]}
SECOND = {"q1": ["fin", "orca"], "q2": ["minke", "fin"], "q3": ["fin", "blue"], "q4": ["fin"]}


def opened(metric: str = "map@2") -> Inspection:
    return inspector.open_pair(TRUTH, FIRST, metric)


def page_of(inspection: Inspection, folder: Path) -> Page:
    inspection.report(folder / "report.html", overwrite=True)
    return Page.of((folder / "report.html").read_text(encoding="utf-8"))


def test_the_rule_of_a_run_is_that_of_trec_eval(qrels_and_run, tmp_path) -> None:
    pair = inspector.open_pair(*qrels_and_run, "map")
    assert page_of(pair, tmp_path).facts["source"] == "trec_eval -c: map"
    pair.set_metric("map@5")
    assert page_of(pair, tmp_path).facts["source"] == pair.metric.source
    assert page_of(opened(), tmp_path).facts["source"].startswith("Kaggle")


def test_it_says_the_overall_the_rule_and_the_worst_rows(tmp_path) -> None:
    pair = opened()
    page = page_of(pair, tmp_path)
    assert page.facts["MAP@2"] == f"{pair.overall:.5f}" == "0.31250"
    assert page.facts["its interval"].startswith("{:.4f} to {:.4f}".format(*pair.interval()))
    assert (page.facts["metric"], page.facts["rows"]) == ("map@2", "4, 4 of them scored")
    assert page.facts["a row without truth"] == "zero: counts and scores 0"
    head, *lines = page.tables["Rows, worst first"]
    assert head == ["id", "score", "first hit", "cost", "truth", "prediction", "how"]
    rows = pair.rows().set_index("id")
    assert [line[0] for line in lines] == [pair.evaluation.table.id(row) for row in pair.state.order.rows]
    for id_, score, hit, *_, how in lines:
        assert float(score) == pytest.approx(rows.score[id_], abs=1e-5)
        assert hit == ("none" if math.isnan(rows.first_hit_rank[id_]) else str(int(rows.first_hit_rank[id_])))
        assert float(how.rpartition("= ")[2]) == pytest.approx(rows.score[id_], abs=1e-4)
    by_id = {line[0]: line for line in lines}
    assert by_id["q2"][4:] == ["✓\u00a0minkefin", "orca✓\u00a0minke", "0.5 ÷ 2 (min(m = 2, K = 2)) = 0.25"]


def test_the_cost_of_a_loss_is_what_a_right_row_would_win(tmp_path) -> None:
    truth = pd.DataFrame({"id": ["q", "r"], "label": ["cat", "dog"]})
    given = pd.DataFrame({"id": ["q", "r"], "cat": [0.25, 0.125], "dog": [0.75, 0.875]})
    inspector.open_pair(truth, given, "mlogloss").report(tmp_path / "report.md")
    said = (tmp_path / "report.md").read_text()
    assert "The cost is what the overall would win if the row were right. Hits are marked." in said
    assert "Rows by the rank of the true class" in said


def test_histograms_failures_slices_and_confusions_are_in_it(tmp_path) -> None:
    page = page_of(opened(), tmp_path)
    labels = [attrs["aria-label"] for tag, attrs in page.tags if tag == "svg"]
    assert labels[0].startswith("Rows by score. 0 ≤ score < 0.05: 2, 0.25 ≤ score < 0.3: 1")
    assert labels[1] == "Rows by the rank of the first hit. 1: 1, 2: 1, none: 2"
    assert ["No hit", "2"] in [line[:2] for line in page.tables["Failures"]]
    assert page.tables["Slices"][0][0] == "By number of truth labels"
    assert {tuple(line[:3]) for line in page.tables["Confusions"][1:]} == {
        ("minke", "orca", "1"),
        ("fin", "orca", "1"),
        ("blue", "fin", "1"),
    }


def test_confusions_under_a_metric_of_sets_are_missed_and_wrong_labels(tmp_path) -> None:
    truth, predicted = ["minke fin", "fin", "blue fin"], ["orca minke fin", "orca", "orca fin"]
    sides = (pd.DataFrame({"id": ["a", "b", "c"], "label": side}) for side in (truth, predicted))
    page = page_of(inspector.open_pair(*sides, "f1", separator=" "), tmp_path)
    head, *lines = page.tables["Confusions"]
    assert head == ["missed label", "wrong label", "rows", "cost"]
    assert {tuple(line[:3]) for line in lines} == {("fin", "orca", "1"), ("blue", "orca", "1")}


def test_what_perfect_rows_would_give_is_what_editing_them_gives(tmp_path) -> None:
    pair = opened()
    lines = {line[0]: line for line in page_of(pair, tmp_path).tables["Failures"][1:]}
    pair.edit("q3", ["blue"])  # q4 has no truth, so that no prediction is right
    assert lines["No hit"][:3] == ["No hit", "2", f"{pair.overall:.5f}"]


@pytest.mark.slow
def test_no_folder_of_the_user_is_told(tmp_path) -> None:
    (tmp_path / "secret").mkdir()
    metric = tmp_path / "secret" / "metric.py"
    metric.write_text("def score(solution, submission, row_id_column_name: str) -> float:\n    return 0.25\n")
    pair = inspector.open_pair(TRUTH, FIRST, str(metric))
    for name in ("report.html", "report.md"):
        pair.report(tmp_path / name)
        text = (tmp_path / name).read_text(encoding="utf-8")
        assert "metric.py" in text
        assert "secret" not in text
    assert "secret" not in pair._repr_html_()


def test_edits_are_listed_with_what_they_were(tmp_path) -> None:
    pair = opened()
    assert "Edits" not in page_of(pair, tmp_path).tables
    pair.edit("q3", ["blue"])
    page = page_of(pair, tmp_path)
    assert page.tables["Edits"][1] == ["q3", "0.00000", "1.00000", "1: fin → blue …", "finorca", "✓\u00a0blue"]
    assert page.facts["against submission as loaded"] == "+0.25000 (from 0.31250)"
    assert "Δ" in page.tables["Rows, worst first"][0]


def test_an_edit_of_probabilities_is_listed_with_those_of_the_file(tmp_path) -> None:
    truth = pd.DataFrame({"id": ["q", "r"], "label": ["cat", "dog"]})
    pair = inspector.open_pair(
        truth, pd.DataFrame({"id": ["q", "r"], "cat": [0.7, 0.2], "dog": [0.3, 0.8]}), "mlogloss"
    )
    pair.edit("q", ["cat", "dog"], [0.9, 0.1])
    line = page_of(pair, tmp_path).tables["Edits"][1]
    assert line[-3:] == ["cat 0.7 → 0.9 …", "✓\u00a0cat · 0.7dog · 0.3", "✓\u00a0cat · 0.9dog · 0.1"]


def test_an_edit_of_a_long_list_is_told_by_its_first_rank(tmp_path) -> None:
    long = [f"l{number}" for number in range(30)]
    pair = inspector.open_pair({"q1": ["l5"]}, {"q1": long}, "map@50")
    pair.edit("q1", [*long[:20], "x" * 79 + "ab", *long[21:]])
    pair.report(tmp_path / "report.md")
    line = page_of(pair, tmp_path).tables["Edits"][1]
    assert line[3] == f"21: l20 → {'x' * 79}…"
    assert line[4] == line[5]
    pair.edit("q1", [*long[:20], "x" * 79 + "ac"])
    assert page_of(pair, tmp_path).tables["Edits"][1][3] == f"21: l20 → {'x' * 79}… …"


def test_edits_and_files_of_further_submissions_are_named(tmp_path) -> None:
    for name, line in (("truth.csv", "a,1"), ("best.csv", "a,2"), ("other.csv", "a,3")):
        (tmp_path / name).write_text(f"id,label\n{line}\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "best.csv", "map@2")
    assert page_of(pair, tmp_path).facts["submission"].startswith("best.csv · 1 row: ")
    pair.add(tmp_path / "other.csv")
    pair.edit("a", ["1"])
    pair.make(pair.switch_task("other"))
    page = page_of(pair, tmp_path)
    assert page.facts["truth"].startswith("truth.csv · 1 row: ")
    assert page.facts["submission"].startswith("other.csv · 1 row: ")
    assert page.facts["best"].startswith("best.csv · 1 row: ")
    assert "Not listed here: 1 edited row of best." in page.texts
    for number in range(25):
        pair.add({"a": ["1"]}, f"more{number}")
    assert "6 more submissions are left out." in page_of(pair, tmp_path).texts


def test_notes_and_tags_stand_beside_their_rows_where_there_are_any(tmp_path) -> None:
    pair = opened()
    pair.note("q3", "no whale\n at all")
    page = page_of(pair, tmp_path)
    head, *lines = page.tables["Rows, worst first"]
    assert head[-2:] == ["note", "how"]
    assert {line[0]: line[-2] for line in lines} == {"q1": "", "q2": "", "q3": "no whale at all", "q4": ""}
    pair.edit("q2", ["minke"])
    assert page_of(pair, tmp_path).tables["Edits"][0][-1] == "edited"
    pair.tag(["q2"], ["blurred", "again"])
    page = page_of(pair, tmp_path)
    assert page.tables["Edits"][0][-1] == "tags" and page.tables["Edits"][1][-1] == "again blurred"
    assert page.tables["Rows, worst first"][0][-3:] == ["note", "tags", "how"]


def test_what_sums_up_stands_before_the_list_of_rows(tmp_path) -> None:
    pair = opened()
    pair.add(SECOND, "b")
    pair.baseline = "b"
    pair.edit("q3", ["blue"])
    pair.tag(["q1"], ["again"])
    pair.report(tmp_path / "report.html")
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    headings = re.findall(r"<h2>([^<]+)</h2>", text)
    sums = ["Score", "Rule", "Compared with b", "First hits that moved", "Distribution", "Failures", "Slices"]
    assert headings == [*sums, "Confusions", "Rows, worst first", "Edits", "Notes and tags", "Files"]
    assert re.findall(r'<a href="#s\d+">([^<]+)</a>', text) == headings


def test_every_row_with_a_note_or_a_tag_is_listed(tmp_path) -> None:
    """Also those that lose nothing, which are not among the worst, and those that a filter hides."""
    truth = {f"q{number}": ["a"] for number in range(150)}
    pair = inspector.open_pair(truth, {id_: ["a"] for id_ in truth}, "map@1")
    assert "Notes and tags" not in page_of(pair, tmp_path).tables
    pair.note("q140", "a seal?")
    pair.tag(["q20", "q140"], ["again"])
    pair.narrow("id=q3")
    page = page_of(pair, tmp_path)
    assert page.tables["Notes and tags"] == [
        ["id", "score", "truth", "prediction", "note", "tags"],
        ["q20", "1.00000", "✓\u00a0a", "✓\u00a0a", "", "again"],
        ["q140", "1.00000", "✓\u00a0a", "✓\u00a0a", "a seal?", "again"],
    ]
    pair.tag(truth, ["all"])
    assert "50 more rows with a note or a tag are left out." in page_of(pair, tmp_path).texts
    pair.report(tmp_path / "report.md")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| q0 | 1.00000 | **a** | **a** | all |" in text.partition("## Notes and tags")[2]
    assert "130 more rows with a note or a tag are left out." in text


def test_problems_are_said_to_be_of_the_files_as_loaded_after_edits(tmp_path) -> None:
    pair = inspector.open_pair(TRUTH, {**FIRST, "q3": []}, "map@2")
    said = AS_LOADED
    assert said not in page_of(pair, tmp_path).texts
    pair.edit("q3", ["blue"])
    assert page_of(pair, tmp_path).texts.count(said) == 1


def test_a_saved_file_is_named_without_the_problems_it_put_right(tmp_path) -> None:
    for name, lines in (("truth.csv", "a,1\nb,2\n"), ("sub.csv", "a,\nb,2\n"), ("two.csv", "a,\nb,1\n")):
        (tmp_path / name).write_text(f"id,label\n{lines}")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "sub.csv", "map@2")
    pair.add(tmp_path / "two.csv", "two")
    assert page_of(pair, tmp_path).facts["submission"].startswith("sub.csv · 2 rows")
    for number, name in enumerate(["sub", "two"]):
        pair.open(name)
        pair.edit("a", ["1"])
        pair.save(tmp_path / f"new{number}.csv")
    page = page_of(pair, tmp_path)
    assert page.facts["submission"].startswith("new1.csv (loaded as two.csv) · 2 rows")
    assert page.facts["sub"].startswith("new0.csv (loaded as sub.csv) · 2 rows")
    assert "No problems were found in the files." in page.texts


def test_submissions_are_compared_as_everywhere(tmp_path) -> None:
    pair = opened()
    pair.add(SECOND, "b")
    pair.baseline = "submission"
    page = page_of(pair, tmp_path)
    board = pair.compare().set_index("name")
    (head, first, second) = page.tables["Compared with submission"]
    assert (first[0], first[-1], second[0]) == ("submission", "baseline", "b")
    b = dict(zip(head, second, strict=True))
    assert float(b["overall"]) == pytest.approx(board.overall["b"], abs=1e-5)
    assert float(b["Δ"]) == pytest.approx(board.delta["b"], abs=1e-5)
    assert [int(b[name]) for name in ("better", "worse", "same")] == [
        board[name]["b"] for name in ("better", "worse", "same")
    ]
    assert any("First hits of b against those of submission: 2 better, 1 same, 1 worse" in text for text in page.texts)
    tips = [text for text in page.texts if "→" in text]
    assert {"1 → 2: 1", "2 → 1: 1", "none → 2: 1", "none → none: 1"} <= {*tips}


def test_what_slices_add_to_the_difference_of_the_overalls_adds_up_to_it(tmp_path) -> None:
    pair = opened()
    pair.add(SECOND, "b")
    pair.baseline = "b"
    head, *lines = page_of(pair, tmp_path).tables["Slices"]
    assert head[-1] == "part of the overall Δ against b"
    parts = [float(line[-1].replace("−", "-")) for line in lines]
    assert sum(parts) == pytest.approx(pair.overall - pair.compare().set_index("name").overall["b"], abs=1e-4)


def test_the_file_as_loaded_goes_by_the_name_of_its_submission(tmp_path) -> None:
    pair = opened()
    pair.add(SECOND, "b")
    pair.edit("q3", ["blue"])
    page = page_of(pair, tmp_path)
    assert page.tables["Compared with submission as loaded"][2][0] == "b"
    assert any("whether b is better or worse than submission as loaded" in text for text in page.texts)
    assert any("first hit in submission as loaded" in text for text in page.texts)


def test_the_file_as_loaded_keeps_its_name_after_a_save_as(tmp_path) -> None:
    for name, line in (("truth.csv", "a,1"), ("sub.csv", "a,2")):
        (tmp_path / name).write_text(f"id,label\n{line}\n")
    pair = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "sub.csv", "map@2")
    pair.edit("a", ["1"])
    pair.rename(pair.open_submission.name, "mine")
    assert "against mine as loaded" in page_of(pair, tmp_path).facts
    pair.save(tmp_path / "best.csv")
    assert "against sub as loaded" in page_of(pair, tmp_path).facts


def test_a_filter_narrows_the_rows_and_is_said(tmp_path) -> None:
    pair = opened()
    pair.narrow("score<0.3")
    page = page_of(pair, tmp_path)
    assert len(page.tables["Rows, worst first"]) == 1 + 3
    assert page.facts["3 rows of the filter"] == "0.08333 alone (score<0.3)"
    assert any(text.startswith("Rows by the rank") for text in page.texts)
    assert sum(text == "Only the 3 rows of the filter." for text in page.texts) == 5


def test_rows_are_sorted_again_after_edits(tmp_path) -> None:
    """The table keeps its order while one edits; a report is read later."""
    pair = opened()
    worst = pair.evaluation.table.id(pair.state.order.row(0))
    pair.edit(worst, pair.evaluation.truth(pair.evaluation.table.row_of(worst)))
    assert pair.evaluation.table.id(pair.state.order.row(0)) == worst
    ids = [line[0] for line in page_of(pair, tmp_path).tables["Rows, worst first"][1:]]
    again = pair.state.sorted(pair.state.keys)
    assert ids == [pair.evaluation.table.id(again.row(pos)) for pos in range(len(again))]
    assert ids[0] != worst
    pair.narrow("score<0.3")
    assert page_of(pair, tmp_path).tables["Rows, worst first"][1][0] == ids[0]


@pytest.mark.parametrize("metric", [*LABEL_FAMILIES, "map(empty=skip)@2", "f1(average=micro)", "map(group=id-start)@2"])
def test_every_metric_has_a_report(metric: str, tmp_path) -> None:
    run = {id_: {label: 1 / rank for rank, label in enumerate(labels, 1)} for id_, labels in FIRST.items()}
    most = 1 if metric in OF_ONE_CLASS else None
    truth = {id_: dict.fromkeys(labels[:most], 1) for id_, labels in TRUTH.items() if labels}
    pair = inspector.open_pair(truth, run, metric)
    pair.edit("q3", ["blue", "fin"])
    page = page_of(pair, tmp_path)
    assert page.facts[pair.metric.label] == ("–" if math.isnan(pair.overall) else f"{pair.overall:.5f}")
    pair.report(tmp_path / "report.md")


def test_labels_and_ids_are_text_and_nothing_else(tmp_path) -> None:
    truth = {f"{at}{text}": [text] for at, text in enumerate(HOSTILE)}
    pair = inspector.open_pair(truth, {id_: ["x", *labels] for id_, labels in truth.items()}, "map@3")
    pair.add({**truth}, HOSTILE[0])
    pair.edit(next(iter(truth)), [HOSTILE[1]])
    pair.note(next(iter(truth)), HOSTILE[0])
    pair.tag(truth, ["<b>"])
    page = page_of(pair, tmp_path)
    plain = page_of(opened(), tmp_path)
    assert page.scripts == plain.scripts == [resource.path("report/table.js").read_text(encoding="utf-8")]
    assert {tag for tag, _ in page.tags} <= {tag for tag, _ in plain.tags} | {"a", "input"}
    assert not [name for _, attrs in page.tags for name in attrs if name.startswith("on")]
    ids = [line[0] for line in page.tables["Rows, worst first"][1:]]
    assert sorted(ids) == sorted(visible(id_) for id_ in truth)
    assert {line[-2] for line in page.tables["Rows, worst first"][1:]} == {"<b>"}
    assert HOSTILE[0] in [line[-2] for line in page.tables["Edits"]]
    truths = [line[5].removeprefix("✓\u00a0") for line in page.tables["Rows, worst first"][1:]]
    assert sorted(truths) == sorted(map(visible, HOSTILE))
    assert visible(HOSTILE[4]) == "a\\u202eb\\x00c\\nd\\u2028e"


def test_the_page_loads_nothing_and_runs_only_its_own_script(tmp_path) -> None:
    page = page_of(opened(), tmp_path)
    assert not [attrs for _, attrs in page.tags if "src" in attrs or not (attrs.get("href") or "#").startswith("#")]
    (policy,) = [attrs["content"] for _, attrs in page.tags if attrs.get("http-equiv") == "Content-Security-Policy"]
    assert policy is not None and policy.startswith("default-src 'none';")
    assert len(resource.path("report/table.js").read_bytes()) < 10_000


def test_the_same_pair_gives_the_same_bytes(tmp_path) -> None:
    for name in ("a.html", "b.html", "a.md", "b.md"):
        opened().report(tmp_path / name)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
    assert (tmp_path / "a.md").read_bytes() == (tmp_path / "b.md").read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["html", "md"])
def test_no_file_is_larger_than_the_budget(ending: str, tmp_path) -> None:
    long = ["&" * 500 + str(number) for number in range(300)]
    ids = [f"{number}{'&' * 400}" for number in range(300)]
    pair = inspector.open_pair(dict.fromkeys(ids, long), dict.fromkeys(ids, long[::-1]), "map@200")
    for id_ in ids:
        pair.edit(id_, long[1:])
        pair.note(id_, "&" * 5_000)
    pair.report(tmp_path / f"report.{ending}")
    assert (tmp_path / f"report.{ending}").stat().st_size <= write.BUDGET


def test_what_is_left_out_is_said(tmp_path) -> None:
    pair = inspector.open_pair({f"q{n}": ["a"] for n in range(150)}, {f"q{n}": ["b"] for n in range(150)}, "map@1")
    page = page_of(pair, tmp_path)
    assert len(page.tables["Rows, worst first"]) == 1 + 100
    assert "50 more rows are left out." in page.texts


def test_a_markdown_table_has_its_columns_in_every_line(tmp_path) -> None:
    truth = {f"{at}{text}": [text] for at, text in enumerate(HOSTILE)}
    pair = inspector.open_pair(truth, {id_: ["x", *labels] for id_, labels in truth.items()}, "map@3")
    pair.report(tmp_path / "report.md")
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    rows = text.partition("| id |")[2].partition("\n\n")[0].splitlines()[2:]
    assert len(rows) == len(HOSTILE)
    assert {len(re.findall(r"(?<!\\)\|", row)) for row in rows} == {8}


@pytest.mark.parametrize("name", ["report", "report.pdf", "report.html.gz"])
def test_another_ending_is_refused(name: str, tmp_path) -> None:
    with pytest.raises(InputError, match=r"ends in \.html or \.md"):
        opened().report(tmp_path / name)
    assert not [*tmp_path.iterdir()]


def test_no_file_is_replaced_unless_that_is_said(tmp_path) -> None:
    path = tmp_path / "report.html"
    path.write_text("mine")
    with pytest.raises(InputError, match="already exists"):
        opened().report(path)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("k", [1, 5, 20, 21, 22, 100])
def test_a_matrix_of_many_ranks_keeps_its_rows(k: int) -> None:
    counts = np.random.default_rng(k).integers(0, 9, (k + 2, k + 2))
    folded = comparison._folded(comparison._folded(counts).T).T
    assert folded.sum() == counts.sum()
    assert folded.shape == (len(comparison._names(k)),) * 2
    assert (folded[:20, :20] == counts[: min(k, 20), : min(k, 20)]).all() if k >= 20 else (folded == counts).all()


def test_a_matrix_of_many_ranks_leaves_out_those_that_no_row_has() -> None:
    truth = {f"q{number}": ["right"] for number in range(3)}
    wrong = [f"w{number}" for number in range(30)]
    places = {"q0": 0, "q1": 9, "q2": 29}
    pair = inspector.open_pair(truth, {id_: [*wrong[:at], "right"] for id_, at in places.items()}, "map")
    pair.edit("q0", ["w1", "right"])
    block = drain(comparison.matrices_section(pair._subject(pair.evaluation))).blocks[-1]
    assert (block.names, sum(map(sum, block.counts))) == (("1", "2", "10", "21 to 30"), 3)


def test_a_notebook_shows_the_score_and_the_worst_rows() -> None:
    pair = opened()
    page = Page.of(pair._repr_html_())
    assert page.facts["MAP@2"] == "0.31250"
    assert page.scripts == []
    assert [len(table) for table in page.tables.values()] == [1 + 4]


def test_only_labels_that_earn_credit_are_marked_as_hits(tmp_path) -> None:
    pair = inspector.open_pair({"q1": ["cat", "dog"]}, {"q1": ["cat", "cat", "dog"]}, "map@2")
    line = page_of(pair, tmp_path).tables["Rows, worst first"][1]
    assert line[5].startswith("✓\u00a0catcat")
