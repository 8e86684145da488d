"""Two files dropped together: which is the truth and which the submission."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector import InputError
from inspector.core.files import tell_apart

ONE = "id,label\n" + "a,x\nb,y\n" * 3
SEVERAL = "id,label\n" + "a,x y z\nb,y x\n" * 3


@pytest.mark.parametrize(
    ("truth", "submission"),
    [
        (("one.csv", ONE), ("two.csv", SEVERAL)),
        (("one.csv", ONE), ("two.csv", SEVERAL.replace(" ", "  "))),
        (("one.csv", ONE.replace(",", "\t")), ("two.csv", SEVERAL.replace(",", "\t"))),
        (("one.csv", ONE), ("two.csv", 'id,label\na,"x,y"\nb,"y,x"\n')),
        (("train.csv", ONE), ("other.csv", ONE)),
        (("other.csv", ONE), ("my_submission.csv", ONE)),
        (("solution.csv", ONE * 2), ("predictions.csv", ONE)),
        (("one.csv", ONE), ("two.csv", ONE + "c,z\n")),
        (("one.csv", ONE), ("two.csv", f"id,label\na,{' '.join(map(str, range(60_000)))}\n")),
    ],
    ids=["more labels", "spaces", "tabs", "commas", "a name", "another name", "both names", "size", "a long cell"],
)
def test_labels_decide_then_names_then_size_in_whatever_order_the_files_come(tmp_path, truth, submission) -> None:
    for name, text in (truth, submission):
        (tmp_path / name).write_text(text)
    wanted = tmp_path / truth[0], tmp_path / submission[0]
    assert tell_apart(*wanted) == wanted
    assert tell_apart(*reversed(wanted)) == wanted


def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text(ONE)
    for bad in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(InputError) as caught:
            tell_apart(tmp_path / "one.csv", bad)
        assert caught.value.file == bad


def test_a_file_with_a_header_alone_does_not_disturb_the_choice(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("id,label\n")
    (tmp_path / "two.csv").write_text(SEVERAL)
    assert tell_apart(tmp_path / "two.csv", tmp_path / "one.csv") == (tmp_path / "one.csv", tmp_path / "two.csv")
