"""Signs and line breaks between labels that are read as labels, or as a part of them, are told."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import inspector

TRUE = [["a1", "b2", "c3"], ["b2"], ["c3", "d4", "a1"], ["d4", "b2", "c3"], ["a1", "c3"], ["b2", "a1", "d4"]]
GUESSED = [["b2", "a1"], ["b2", "c3"], ["d4", "a1", "b2"], ["a1", "d4"], ["c3", "b2"], ["d4", "c3"]]


def kinds(folder: Path, true: list[str], guessed: list[str]) -> dict[str, str]:
    for name, cells in (("truth", true), ("submission", guessed)):
        pd.DataFrame({"id": range(len(cells)), "labels": cells}).to_csv(folder / f"{name}.csv", index=False)
    found = inspector.open_pair(folder / "truth.csv", folder / "submission.csv", metric="map@3").problems
    return {problem.kind: problem.message for problem in found}


@pytest.mark.parametrize("sign", ["/", ">", "->"])
def test_a_sign_between_true_labels_is_told(sign: str, tmp_path: Path) -> None:
    told = kinds(tmp_path, [f" {sign} ".join(labels) for labels in TRUE], [*map(" ".join, GUESSED)])
    assert told["sign-as-label"].startswith(f'"{sign}" is read as a label in 5 rows')


def test_line_breaks_between_true_labels_are_told(tmp_path: Path) -> None:
    told = kinds(tmp_path, [*map("\n".join, TRUE)], [*map(" ".join, GUESSED)])
    assert told["lines-as-label"].startswith("5 rows of the truth have line breaks between labels")


def test_plain_lists_and_signs_that_are_labels_are_not_told(tmp_path: Path) -> None:
    found = kinds(tmp_path, [*map(" ".join, TRUE)], [*map(" ".join, GUESSED)])
    assert not found.keys() & {"sign-as-label", "lines-as-label"}
    signs = kinds(tmp_path, ["+", "-", "* +", "- * +", "+ -", "*"], ["+", "- *", "* +", "- *", "-", "*"])
    assert "sign-as-label" not in signs
