"""Tables that are split by single spaces or by `::`: read where no other delimiter occurs, and saved as they were."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import inspector
from inspector import InputError

LABELS = [f"{number}" for number in range(300, 320)]


def images(draw: Random) -> dict[str, list[str]]:
    return {f"val_{number:05}.jpeg": draw.sample(LABELS, 3) for number in range(50)}


def test_a_list_of_images_and_classes_without_a_header_is_read(tmp_path: Path) -> None:
    draw = Random(1)
    ranked = images(draw)
    (tmp_path / "val.txt").write_text("".join(f"{image} {draw.choice(of)}\n" for image, of in ranked.items()))
    (tmp_path / "top3.csv").write_text("image,top\n" + "".join(f"{i},{' '.join(of)}\n" for i, of in ranked.items()))
    found = inspector.open_pair(tmp_path / "val.txt", tmp_path / "top3.csv", "hit@3")
    assert (found.overall, len(found.evaluation.table)) == (1.0, 50)
    assert not found.problems


@pytest.mark.parametrize("sign", [" ", "::"])
def test_an_edited_table_is_saved_with_its_delimiter(tmp_path: Path, sign: str) -> None:
    ranked = images(Random(2))
    (tmp_path / "truth.csv").write_text("image,label\n" + "".join(f"{i},{of[1]}\n" for i, of in ranked.items()))
    lines = [sign.join((image, of[0])) for image, of in ranked.items()]
    (tmp_path / "given.txt").write_text("\n".join([sign.join(("image", "label")), *lines]) + "\n")
    found = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "given.txt", "accuracy")
    found.edit("val_00001.jpeg", [ranked["val_00001.jpeg"][1]])
    found.save(tmp_path / "saved.txt")
    lines[1] = sign.join(("val_00001.jpeg", ranked["val_00001.jpeg"][1]))
    assert (tmp_path / "saved.txt").read_text().splitlines() == [sign.join(("image", "label")), *lines]
    again = inspector.open_pair(tmp_path / "truth.csv", tmp_path / "saved.txt", "accuracy")
    assert again.overall == found.overall == 1 / 50


def test_lines_of_words_are_no_table(tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("one line of words\nanother\nand a third one\n")
    with pytest.raises(InputError, match="only one column"):
        inspector.open_pair(tmp_path / "words.txt", tmp_path / "words.txt")
