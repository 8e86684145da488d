"""A change that the ids have in common is undone in all of them, also in unknown ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from inspector.cli import cli
from inspector.core.files.checks.spelling import rule_of


@pytest.mark.parametrize(
    ("pairs", "damaged", "right"),
    [
        ([("a", "a.jpg"), ("b", "b.jpg")], "c", "c.jpg"),
        ([("a.png", "a"), ("b.png", "b")], "c.png", "c"),
        ([(" a", "a"), ("b ", "b")], " c ", "c"),
        ([("7", "0007"), ("12.0", "0012")], "345.0", "0345"),
        ([("Ab", "ab"), ("CD", "cd")], "EF", "ef"),
        ([("ab", "AB"), ("Cd", "CD")], "ef", "EF"),
    ],
    ids=["put on", "cut off", "blanks", "width", "lower", "upper"],
)
def test_the_spelling_rule_is_what_all_pairs_have_in_common(
    pairs: list[tuple[str, str]], damaged: str, right: str
) -> None:
    rule = rule_of(pairs)
    assert rule is not None
    assert rule(damaged) == right


@pytest.mark.parametrize("pairs", [[("a", "a.jpg"), ("b", "b.png")], [("a", "x"), ("b", "y")]])
def test_pairs_without_anything_in_common_have_no_rule(pairs: list[tuple[str, str]]) -> None:
    assert rule_of(pairs) is None


def test_unknown_ids_are_repaired_together_with_known_ones(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("id,label\na.jpg,x\nb.jpg,y\n")
    whole = "id,label\na.jpg,x\nq.jpg,x\nb.jpg,z\nr.jpg,y\n"
    (tmp_path / "s.csv").write_text(whole.replace(".jpg", ""))
    names = [str(tmp_path / name) for name in ("t.csv", "s.csv", "out.csv")]
    CliRunner().invoke(cli, ["check", *names[:2], "--fix", "ids-extension", "-o", names[2]])
    assert (tmp_path / "out.csv").read_text() == whole
