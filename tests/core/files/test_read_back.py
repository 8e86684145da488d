"""An edit that changes how a small file would be read: saving says with which options it is read as it was edited."""

from __future__ import annotations

from pathlib import Path

import pytest

import inspector


@pytest.fixture
def flipping(tmp_path: Path) -> inspector.Inspection:
    """Two rows whose truth is read as lists only because the labels of the submission are."""
    (tmp_path / "truth.csv").write_text("id,label\nr0,x y\nr1,y z\n")
    (tmp_path / "s.csv").write_text("id,label\nr0,\"['x', 'y']\"\nr1,\"['y z', 'q']\"\n")
    return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "map@5")


def test_saving_keeps_the_options_that_the_file_needs(tmp_path: Path, flipping: inspector.Inspection) -> None:
    flipping.edit("r0", ["x y"])
    assert flipping.save(tmp_path / "out.csv") == "To be read like here, it needs --truth-separator ' '"
    assert flipping.saved and flipping.saved.options
    needed = flipping.saved.options.as_dict
    assert needed == {"truth_separator": " "}
    without = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "out.csv", "map@5")
    again = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "out.csv", "map@5", **needed)
    assert (again.overall, again.evaluation.labels(0)) == (flipping.overall, ["x y"])
    assert without.overall != flipping.overall


def test_saving_needs_no_options_where_the_file_is_read_alike(tmp_path: Path, flipping: inspector.Inspection) -> None:
    flipping.edit("r0", ["y", "x"])
    assert not flipping.save(tmp_path / "out.csv")
    assert flipping.saved and not flipping.saved.options.as_dict


def test_saving_says_that_no_options_will_do(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,label\nr0,x y\nr1,y z\n")
    (tmp_path / "s.csv").write_text("id,label\nr0,x y\nr1,y z\n")
    inspection = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "map@5")
    inspection.edit("r0", ["x", "1e5"])
    inspection.edit("r1", ["y", "0.5"])
    assert "it will be read otherwise" in inspection.save(tmp_path / "out.csv")


def test_a_number_that_was_deleted_is_read_alike(tmp_path: Path) -> None:
    (tmp_path / "truth.csv").write_text("id,price\n" + "".join(f"r{n},{n}.5\n" for n in range(20)))
    (tmp_path / "s.csv").write_text("id,price\n" + "".join(f"r{n},{n}.25\n" for n in range(20)))
    opened = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "s.csv", "rmse")
    opened.edit("r3", [])
    assert opened.save(tmp_path / "out.csv") == ""
    again = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "out.csv", "rmse")
    assert again.overall == opened.overall
