"""Which of two files dropped together is the truth and which the submission."""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import pytest

from inspector import InputError
from inspector.core.files.schema.role import is_pair, order_pair

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
def test_labels_decide_then_names_then_size_in_either_file_order(tmp_path, truth, submission) -> None:
    for name, text in (truth, submission):
        (tmp_path / name).write_text(text)
    wanted = tmp_path / truth[0], tmp_path / submission[0]
    assert order_pair(*wanted) == wanted
    assert order_pair(*reversed(wanted)) == wanted


def test_an_unreadable_file_is_rejected_by_name(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text(ONE)
    for bad in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(InputError) as caught:
            order_pair(tmp_path / "one.csv", bad)
        assert caught.value.file == bad


def test_a_file_with_a_header_alone_does_not_disturb_the_choice(tmp_path: Path) -> None:
    (tmp_path / "one.csv").write_text("id,label\n")
    (tmp_path / "two.csv").write_text(SEVERAL)
    assert order_pair(tmp_path / "two.csv", tmp_path / "one.csv") == (tmp_path / "one.csv", tmp_path / "two.csv")


LIST = "id,label\na,x\nb,y\nc,z\n"
SPLIT = "id,label,Usage\na,x y,Public\nb,y x,Private\nc,z x,Public\n"
PROBABLE = "id,x,y,z\na,0.5,0.2,0.3\nb,0.1,0.9,0.0\nc,0.4,0.3,0.3\n"
# Larger than the other file, so that size cannot decide.
ONE_HOT = "id,x,y,z\na,1,0,0\nb,0,1,1\nc,0,0,1\n" + "".join(f"d{i},1,0,0\n" for i in range(50))
MANY = LIST + "".join(f"d{i},x\n" for i in range(50))
LONG = "id,label,rank\n" + "".join(f"{i},{label},{k}\n" for i in "abc" for k, label in enumerate("xyz", 1))
QRELS = "301 0 D1 1\n301 0 D2 0\n302 0 D3 1\n"
RUN = "301 Q0 D1 1 9.5 tag\n301 Q0 D4 2 8.5 tag\n302 Q0 D3 1 7.5 tag\n"


@pytest.mark.parametrize(
    ("truth", "submission"),
    [(SPLIT, LIST), (ONE_HOT, PROBABLE), (MANY, LONG), (QRELS + QRELS.replace("D", "E"), RUN), (MANY, PROBABLE)],
    ids=["a split", "probabilities", "long", "trec", "wide"],
)
@pytest.mark.parametrize("kind", ["plain", "gz", "zip"])
def test_truth_and_submission_are_recognised_in_every_shape_and_container(tmp_path, truth, submission, kind) -> None:
    files = tmp_path / "one", tmp_path / "two"
    for file, text in zip(files, (truth, submission), strict=True):
        if kind == "zip":
            with zipfile.ZipFile(file, "w") as archive:
                archive.writestr("some.csv", text)
        else:
            file.write_bytes(gzip.compress(text.encode()) if kind == "gz" else text.encode())
    assert order_pair(*files) == files == order_pair(*reversed(files))


def test_only_the_beginning_of_a_file_is_read(tmp_path: Path) -> None:
    long = "id,label\n" + "".join(f"r{i},x y\n" for i in range(50_000))
    (tmp_path / "two.csv").write_text(long + "a line that is,not,allowed\n")
    (tmp_path / "one.csv").write_text(LIST)
    assert order_pair(tmp_path / "two.csv", tmp_path / "one.csv")[1] == tmp_path / "two.csv"


@pytest.mark.parametrize(
    ("text", "both"),
    [
        ("id,y_true,y_pred\na,x,y\n", True),
        (",image,labels_pred,labels_true\n0,a,x,y\n", True),
        ("id,pred,conf\na,x,0.5\n", False),
        (LIST, False),
        (SPLIT, False),
        (RUN, False),
        ("id,y_true,y_pred\n", False),
    ],
)
def test_a_file_that_holds_both_says_so_by_its_names(tmp_path: Path, text: str, both: bool) -> None:
    (tmp_path / "one.csv").write_text(text)
    assert is_pair(tmp_path / "one.csv") is both
