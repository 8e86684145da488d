"""A report of numbers says what is off, and nothing about labels."""

from __future__ import annotations

import re
from pathlib import Path

import pandas as pd
import pytest
from core.report.pages import Page

import inspector
from inspector.core.data.order import SortKey

TRUTH = pd.DataFrame({"id": ["a", "b", "<i>c", "d"], "price": [10_000, 20_000, 500, 70], "zone": ["n", "n", "s", "s"]})
SUBMISSION = pd.DataFrame({"id": TRUTH["id"], "price": [13_000, 4_000.5, 500, 71]})


@pytest.fixture
def pair() -> inspector.Inspection:
    return inspector.open_pair(TRUTH, SUBMISSION, "mae", shape="numbers", truth_column="price")


def page_of(inspection: inspector.Inspection, folder: Path) -> Page:
    inspection.report(folder / "report.html", overwrite=True)
    return Page.of((folder / "report.html").read_text(encoding="utf-8"))


def test_it_says_the_score_and_the_errors(pair, tmp_path) -> None:
    page = page_of(pair, tmp_path)
    assert page.facts["MAE"] == "4,750.12"
    assert page.facts["error"] == "−3,249.62 on average; half of 4 are within 1,500.50"
    assert page.facts["furthest off"] == "−15,999.50 (b), +3,000 (a)"
    head, first, *_ = page.tables["Rows, worst first"]
    assert head == ["id", "score", "error", "cost", "truth", "prediction", "how"]
    assert first == ["b", "15,999.50", "−15,999.50", "3,999.88", "20,000", "4,000.50", "|4000.5 − 20000| = 15,999.50"]
    assert "Rows by error" in "".join(page.texts)


def test_with_infinite_scores_it_says_why_there_is_no_interval(tmp_path) -> None:
    truth = pd.DataFrame({"id": [*"abcd"], "y": [1, 0, 1, 0]})
    pair = inspector.open_pair(truth, truth.assign(y=[0.0, 0.3, 0.7, 0.1]), "logloss(clip=none)")
    pair.add(truth.assign(y=[0.4, 0.3, 0.7, 0.1]), "better", shape="numbers")
    page = page_of(pair, tmp_path)
    reason = "Statistics need finite row scores: 1 of 4 rows have an infinite one"
    assert page.facts["its interval"] == f"-  ({reason})"
    assert f"{reason}." in page.texts


def test_it_says_nothing_about_labels(pair, tmp_path) -> None:
    pair.edit("a", ["price"], [9_000])
    pair.report(tmp_path / "report.md")
    for text in ((tmp_path / "report.md").read_text(), pair._repr_html_().partition("</style>")[2]):
        words = re.sub(r'class="\w+"|aria-label', "", text)
        assert not re.search(r"label|first hit|wrong order|[Cc]onfusion|Hits", words)


def test_slices_show_what_perfect_groups_would_win(pair, tmp_path) -> None:
    tables = page_of(pair, tmp_path).tables
    (zones,) = (table for table in tables.values() if table[0][0] == "By zone")
    assert zones[1] == ["n", "2", "9,499.75", "−6,499.75", "100.0%", "+50.0%", "0.25"]
    assert zones[0][5] == "excess"
    first, *lines = tables["Slices"]
    assert first[0] == "Of every column"
    excess = [float(line[5].replace("−", "-").rstrip("%")) for line in lines]
    assert excess == sorted(excess, reverse=True)
    assert ["zone: n", *zones[1][1:]] in lines


def test_each_of_several_numbers_has_a_chart_of_its_errors(tmp_path) -> None:
    truth = TRUTH.assign(rent=[1.0, 2.0, 3.0, 4.0])
    guess = truth[["id", "price", "rent"]].assign(price=[10_000, 20_000, 2_500, 70], rent=[1.5, 2.5, 3.0, 4.0])
    page = page_of(inspector.open_pair(truth, guess, "mae", shape="numbers"), tmp_path)
    titles = [text for text in page.texts if text.startswith("Rows by error")]
    assert [title.partition(",")[0] for title in titles] == ["Rows by error of price", "Rows by error of rent"]


@pytest.mark.slow
def test_what_is_left_out_of_many_targets_is_said(tmp_path) -> None:
    names = [f"t{at}" for at in range(8)]
    true, given = (pd.DataFrame({name: [1.0, 2.0, off] for name in names}, index=[*"abc"]) for off in (3.0, 4.0))
    frames = (side.rename_axis("id").reset_index() for side in (true, given))
    texts = page_of(inspector.open_pair(*frames, "rmse", shape="numbers"), tmp_path).texts
    assert sum(text.startswith("Rows by error of ") for text in texts) == 6
    assert "The errors of 2 more numbers are left out." in texts


def test_slices_of_several_numbers_name_the_one_that_is_furthest_off(tmp_path) -> None:
    truth = TRUTH.assign(rent=[1.0, 2.0, 3.0, 4.0])
    guess = truth[["id", "price", "rent"]].assign(price=[10_000, 20_000, 2_500, 1_070], rent=[1.5, 2.5, 3.0, 4.0])
    tables = page_of(inspector.open_pair(truth, guess, "mae", shape="numbers"), tmp_path).tables
    (zones,) = (table for table in tables.values() if table[0][0] == "By zone")
    place = zones[0].index("mean error")
    assert {line[0]: line[place] for line in zones[1:]} == {"n": "rent +0.5", "s": "price +1,500"}


def test_an_edit_is_shown_with_both_numbers(pair, tmp_path) -> None:
    pair.edit("b", ["price"], [19_000])
    edits = page_of(pair, tmp_path).tables["Edits"]
    assert edits[1] == ["b", "15,999.50", "1,000.00", "4,000.50", "19,000"]


def test_problems_of_all_submissions_as_they_are_stand_beside_the_files(tmp_path) -> None:
    pair = inspector.open_pair(TRUTH, SUBMISSION, "rmsle", shape="numbers", truth_column="price")
    assert "No problems were found in the files." in page_of(pair, tmp_path).texts
    pair.add(SUBMISSION.assign(price=[1, -4, 5, -6]), "low")
    pair.edit("a", ["price"], [-2])
    pair.report(tmp_path / "report.md", overwrite=True)
    text = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert "| low | 2 numbers are below 0, such as -4 | 2 |" in text
    assert "| submission | 1 number is below 0, such as -2 | 1 |" in text


def test_the_title_says_how_many_rows_are_edited(pair, tmp_path) -> None:
    pair.edit("b", ["price"], [19_000])
    pair.report(tmp_path / "report.md", overwrite=True)
    title = (tmp_path / "report.md").read_text(encoding="utf-8").splitlines()[0]
    assert title == "# submission, with 1 edited row: MAE 1,000.25"
    pair.undo()
    pair.report(tmp_path / "report.md", overwrite=True)
    assert (tmp_path / "report.md").read_text(encoding="utf-8").startswith("# submission: MAE 4,750.12")


def test_several_numbers_stand_beside_each_other(tmp_path) -> None:
    truth = pd.DataFrame({"id": ["a", "b"], "x": [1, 2], "y": [3, 4]})
    found = inspector.open_pair(truth, truth.assign(x=[1.5, 2], y=[3, 9]), "rmse", shape="numbers")
    found.add(truth.assign(x=[1, 2.5], y=[3, 5]), name="other", shape="numbers")
    page = page_of(found, tmp_path)
    assert page.tables["Rows, worst first"][1][4:6] == ["2  4", "2  9"]
    assert "error of y" in page.facts


def test_failures_say_the_overall_if_perfect_where_no_sum_tells_it(tmp_path) -> None:
    truth = pd.DataFrame({"id": [*"abcd"], "sold": [0, 0, 1, 1]})
    given = truth.assign(sold=[0.05, 0.99, 0.3, 0.5])
    page = page_of(inspector.open_pair(truth, given, "rocauc", shape="numbers"), tmp_path)
    lines = {line[0]: line[1:3] for line in page.tables["Failures"][1:]}
    assert lines["Sure and wrong"] == ["1", "1.00000"]
    assert lines["Too low"] == ["2", "1.00000"]


def test_a_sort_by_a_column_of_the_files_names_it_as_they_do(tmp_path) -> None:
    pair = inspector.open_pair(TRUTH.assign(my_age=[4, 3, 2, 1]), SUBMISSION, "mae", truth_column="price")
    pair.sort(SortKey("extra:my_age"), SortKey("baseline_score"))
    assert pair.state.order_words == "by my_age rising, then baseline score rising"
    assert "Rows, by my_age rising, then baseline score rising" in page_of(pair, tmp_path).tables


def test_the_cost_has_the_digits_that_tell_rows_apart(tmp_path) -> None:
    truth = pd.DataFrame({"id": range(1_000), "sold": [1.0] * 1_000})
    given = truth.assign(sold=[0.8 - 0.0001 * row for row in range(1_000)])
    lines = page_of(inspector.open_pair(truth, given, "mae", shape="numbers"), tmp_path).tables["Rows, worst first"]
    assert [line[3] for line in lines[1:41:13]] == ["0.000300", "0.000299", "0.000297", "0.000296"]


def test_a_row_that_scores_nothing_has_its_arithmetic_too(tmp_path) -> None:
    truth = pd.DataFrame({"id": [*"abc"], "sold": [0, 0, 1]})
    page = page_of(inspector.open_pair(truth, truth.assign(sold=[0.3, 0.4, 0.1]), "rocauc", shape="numbers"), tmp_path)
    assert {line[0]: line[-1] for line in page.tables["Rows, worst first"][1:]}["c"] == "0 ÷ 2 = 0"


def test_slices_tell_where_others_differ_from_the_open_one(tmp_path) -> None:
    pair = inspector.open_pair(TRUTH, SUBMISSION, "mae", shape="numbers", truth_column="price")
    pair.add(SUBMISSION.assign(price=[13_000, 4_000.5, 500, 91]), "worse", shape="numbers")
    pair.add(SUBMISSION.assign(price=[10_000, 4_000.5, 500, 71]), "better", shape="numbers")
    pair.baseline = pair.submissions[0].name
    (zones,) = (table for table in page_of(pair, tmp_path).tables.values() if table[0][0] == "By zone")
    assert zones[0][-2:] == ["part of the overall Δ of worse", "part of the overall Δ of better"]
    assert {line[0]: line[-2:] for line in zones[1:]} == {
        "n": ["+0.00000", "−750.00"],
        "s": ["+5.00000", "+0.00"],
    }


def test_slices_have_the_figure_of_the_baseline_beside_their_own(pair, tmp_path) -> None:
    pair.edit("b", ["price"], [20_001])
    (zones,) = (table for table in page_of(pair, tmp_path).tables.values() if table[0][0] == "By zone")
    assert zones[0][2:4] == ["mean score", "mean score of submission as loaded"]
    assert {line[0]: line[2:4] for line in zones[1:]} == {"n": ["1,500.50", "9,499.75"], "s": ["0.50", "0.50"]}


@pytest.mark.parametrize(("metric", "adds_up"), [("rmse", False), ("mae", True)])
def test_parts_that_do_not_add_up_to_the_difference_are_told(pair, tmp_path, metric: str, adds_up: bool) -> None:
    pair.set_metric(metric)
    words = f"under {pair.metric.label} the parts do not add up to Δ."
    assert not any(words in text for text in page_of(pair, tmp_path).texts)  # there is nothing to compare
    pair.edit("b", ["price"], [19_000])
    assert any(words in text for text in page_of(pair, tmp_path).texts) == (not adds_up)


def test_the_rule_says_what_was_assumed_of_a_yes_or_no(tmp_path) -> None:
    truth = pd.DataFrame({"id": [*"abcd"], "sold": [0, 0, 1, 1]})
    pair = inspector.open_pair(truth, truth.assign(sold=[0.05, 0.99, 0.3, 0.5]), "f1")
    assert page_of(pair, tmp_path).facts["assumed"] == pair.evaluation.assumption != ""
    named = inspector.open_pair(truth, truth.assign(sold=[0.05, 0.99, 0.3, 0.5]), "f1(average=micro, threshold=0.5)")
    assert "assumed" not in page_of(named, tmp_path).facts


def test_the_chart_of_errors_says_where_they_are_of_logarithms(pair, tmp_path) -> None:
    assert "Rows by error, prediction − truth." in " ".join(page_of(pair, tmp_path).texts)
    pair.set_metric("rmsle")
    page = page_of(pair, tmp_path)
    assert any(text.startswith("Rows by error, log(1 + prediction) − log(1 + truth).") for text in page.texts)
    assert any("≤ log_error <" in text for text in page.texts)


def test_a_yes_or_no_is_as_reliable_under_metrics_of_labels(tmp_path) -> None:
    """Rows of no count, too, which have no label."""
    truth = pd.DataFrame({"id": range(8), "sold": [0, 0, 1, 1, 0, 0, 1, 0]})
    given = truth.assign(sold=[0.05, 0.99, 0.35, 0.55, 0.15, 0.31, 0.95, 0.91])
    of_numbers, of_labels = (page_of(inspector.open_pair(truth, given, one), tmp_path) for one in ("auc", "f1"))
    assert of_labels.tables["Reliability"] == of_numbers.tables["Reliability"]
    said = [[text for text in page.texts if text.startswith("Probability of")] for page in (of_numbers, of_labels)]
    assert said[0] == said[1] and said[0][0].startswith("Probability of sold: predicted")
