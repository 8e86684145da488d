"""The command `slices` and the Python method: which groups of rows score worst."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import inspector

N = 40
KINDS, SHOPS = np.resize([*"ppq"], N), np.resize(["north", "south", "south", "<b>\nx"], N)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch) -> Path:
    """Numbers that are far too low in one shop, and a second submission that is not."""
    monkeypatch.chdir(tmp_path)
    truth = pd.DataFrame({"id": [f"r{at}" for at in range(N)], "y": np.arange(N) + 100.0, "kind": KINDS, "shop": SHOPS})
    truth.to_csv("t.csv", index=False)
    bad = truth["y"] + np.where(SHOPS == "north", -30.0, np.resize([1.0, -1.0, 2.0], N))
    truth[["id"]].assign(y=bad).to_csv("s.csv", index=False)
    truth[["id"]].assign(y=truth["y"] + np.resize([1.0, -2.0], N)).to_csv("b.csv", index=False)
    return tmp_path


def test_the_group_that_costs_most_for_its_size_comes_first(run, folder: Path) -> None:
    status, out, err = run("slices", "t.csv", "s.csv", "-m", "mae", "--worst", "2")
    assert (status, err) == (0, "")
    head, blank, titles, *lines = out.splitlines()
    assert (head, blank, len(lines)) == ("MAE 8.5", "", 2)
    assert titles.split()[:7] == ["group", "rows", "score", "bias", "of", "cost", "excess"]
    assert lines[0].split()[:5] == ["shop:", "north", "10", "30", "−30"]
    assert lines[0].endswith("shop:north")


def test_json_tells_the_same_as_python(run, folder: Path) -> None:
    status, out, _ = run("slices", "t.csv", "s.csv", "-m", "mae", "--json", "--baseline", "b.csv", "--by", "shop")
    told, pair = json.loads(out), inspector.open_pair("t.csv", "s.csv", "mae")
    pair.baseline = pair.add("b.csv")
    frame = pair.slices("shop")
    assert (status, told["metric"], told["overall"]) == (0, "mae", pair.overall)
    assert told["groups"] == frame.to_dict("records")
    north = frame.set_index("group").loc["north"]
    assert (north["rows"], north["score"], north["baseline_score"], north["bias"]) == (10, 30.0, 1.0, -30.0)
    assert north["part_of_delta"] == pytest.approx((30 - 1.0) * 10 / N)
    assert north["excess"] == pytest.approx(north["share_of_cost"] - 10 / N)
    assert north["p"] < 0.05 < frame.set_index("group").loc["south", "p"]
    assert frame["excess"].is_monotonic_decreasing


def test_the_filter_of_a_group_finds_its_rows(run, folder: Path) -> None:
    pair = inspector.open_pair("t.csv", "s.csv", "mae")
    for group, rows, expression in pair.slices("kind", "shop")[["group", "rows", "filter"]].itertuples(index=False):
        shown = run("rows", "t.csv", "s.csv", "-m", "mae", "--filter", expression)[1]
        assert len(pd.read_csv(io.StringIO(shown))) == rows, group
    printed = run("slices", "t.csv", "s.csv", "-m", "mae", "--by", "kind", "--by", "shop")[1]
    assert len(printed.splitlines()) == 3 + 6  # a name of two lines is in one
    assert "q · north" in printed


def test_rows_that_a_filter_chooses_by_their_score_have_no_p(folder: Path) -> None:
    pair = inspector.open_pair("t.csv", "s.csv", "mae")
    pair.baseline = pair.add("b.csv")
    pair.narrow("kind:q")
    frame = pair.slices()
    assert frame["rows"].max() < 14
    assert frame["p"].notna().any()
    pair.narrow("score>1")
    assert pair.slices()["p"].map(math.isnan).all()


@pytest.mark.parametrize(
    ("by", "said"),
    [
        (["shp"], "there is no column 'shp' to group rows by. Expected: 'true y', 'kind', 'shop'"),
        (["kind", "shop", "kind"], "rows are grouped by one column or by two, not by 3"),
    ],
)
def test_other_columns_are_refused(run, folder: Path, by: list[str], said: str) -> None:
    given = [part for one in by for part in ("--by", one)]
    status, out, err = run("slices", "t.csv", "s.csv", "-m", "mae", *given)
    assert (status, out) == (2, "")
    assert said in err


@pytest.mark.parametrize("command", ["rows", "slices"])
def test_a_filter_that_no_row_matches_says_what_is_near(run, folder: Path, command: str) -> None:
    status, _, err = run(command, "t.csv", "s.csv", "-m", "mae", "--filter", "shop:North")
    assert (status, err.strip()) == (0, "filter: no row has shop North; did you mean shop:north?")


@pytest.mark.parametrize("given", [["compare", "t.csv", "s.csv", "s.csv"], ["luck", "t.csv", "s.csv"]])
def test_commands_on_submissions_say_what_is_near_a_filter(run, folder: Path, given: list[str]) -> None:
    _, _, err = run(*given, "-m", "mae", "--filter", "shop:North")
    assert err.startswith("filter: no row has shop North; did you mean shop:north?\n")


def test_a_report_says_what_is_near_a_filter(run, folder: Path) -> None:
    status, out, err = run("report", "t.csv", "s.csv", "-o", "r.md", "-m", "mae", "--filter", "shop:North")
    assert (status, out) == (0, "Written: r.md\n")
    assert err == "filter: no row has shop North; did you mean shop:north?\n"
