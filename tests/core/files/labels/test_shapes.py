"""Every form in every container opens without options, and options override the guess."""

from __future__ import annotations

from pathlib import Path

import pytest
from core.files.written import FORMS, NAMED, PACKINGS, Form, opened, predictions, put

import inspector
from inspector import InputError
from inspector.core.data.prediction import Prediction

TRUTH = "id,label\na,x\nb,y z\nc,q\nd,x\n"
LISTS = {"a": ("x", "y", "q"), "b": ("y", "x"), "c": ("z",), "d": ("x", "y")}
SURE = {"a": (0.9, 0.5, 0.25), "b": (0.75, 0.5), "c": (0.5,), "d": (0.9, 0.1)}


def wanted(form: Form) -> dict[str, Prediction]:
    """The content that these forms can hold, which may be a single label or no confidence."""
    cut = {id_: labels[: form.most] for id_, labels in LISTS.items()}
    if form.unique and not form.weighted:  # zeros and ones list labels in the order of the columns
        cut = {id_: tuple(sorted(labels, key=form.labels.index)) for id_, labels in cut.items()}
    given = {id_: SURE[id_][: form.most] if form.weighted else None for id_ in LISTS}
    return {id_: Prediction(cut[id_], given[id_]) for id_ in LISTS}


@pytest.fixture
def truth(tmp_path: Path) -> Path:
    (tmp_path / "truth.csv").write_text(TRUTH)
    return tmp_path / "truth.csv"


@pytest.mark.slow
@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_submission_of_any_form_opens_with_no_option(tmp_path: Path, truth: Path, form: Form, packing: str) -> None:
    path = put(tmp_path, form, [*wanted(form).items()], packing)
    inspection = opened(truth, path)
    assert predictions(inspection) == wanted(form)
    assert {problem.kind for problem in inspection.problems} <= {*form.told_of}
    inspection.save(path, overwrite=True)
    assert predictions(opened(truth, path)) == wanted(form)


@pytest.mark.parametrize("packing", PACKINGS)
@pytest.mark.parametrize("name", ["list", "long", "python list", "json list", "JSON lines", "wide", "parquet"])
def test_a_truth_of_any_form_opens_with_no_option(tmp_path: Path, name: str, packing: str) -> None:
    form = NAMED[name]
    truth = put(tmp_path, form, [*wanted(form).items()], packing)
    (tmp_path / "s.csv").write_text("id,label\na,x\nb,x\nc,z\nd,y\n")
    evaluation = opened(truth, tmp_path / "s.csv").evaluation
    assert {evaluation.table.id(row): {*evaluation.truth(row)} for row in range(4)} == {
        i: {*p} for i, p in LISTS.items()
    }


def test_a_file_with_the_wrong_ending_or_none_is_known_by_its_content(tmp_path: Path, truth: Path) -> None:
    for form, ending in ((NAMED["JSON lines"], ".csv.zst"), (NAMED["parquet"], ""), (NAMED["list"], ".parquet.gz")):
        put(tmp_path, form, [*wanted(form).items()], ".gz").rename(tmp_path / f"odd{ending}")
        assert predictions(opened(truth, tmp_path / f"odd{ending}")) == wanted(form)


LONG = "id,label\na,x\na,y z\nb,y\nb,x\nc,z\nd,x\n"


@pytest.mark.parametrize(
    ("submission", "told", "labels"),
    [
        ("id,label\na,x y\nb,y\n", {"separator": ","}, {"a": ["x y"], "b": ["y"]}),
        ('id,label\na,"x|y,z"\nb,"y|x"\n', {}, {"a": ["x", "y,z"], "b": ["y", "x"]}),
        ('id,label\na,"x|y,z"\nb,"y|x"\n', {"separator": ","}, {"a": ["x|y", "z"], "b": ["y|x"]}),
        ("id,label\na,\"['x', 'y']\"\nb,['y']\n", {"separator": "|"}, {"a": ["['x', 'y']"], "b": ["['y']"]}),
        ("id,label,more\na,x,q\nb,y,q z\n", {"submission_column": "more"}, {"a": ["q"], "b": ["q", "z"]}),
        ("id,label,other\na,x,b\nb,y,a\n", {"id_column": "id"}, {"a": ["x"], "b": ["y"]}),
        ("id,x,y\na,1,0\nb,0,1\n", {"submission_column": "x"}, {"a": ["1"], "b": ["0"]}),
        ("id,x,y\na,1,0\nb,0,1\n", {"shape": "list"}, {"a": ["1"], "b": ["0"]}),
        ("id,n1,n2\na,1,0\nb,7,1\n", {"shape": "list/wide"}, {"a": ["n1"], "b": ["n2"]}),
        ("id,label,rank\na,y,2\na,x,1\nb,y,1\n", {"shape": "long"}, {"a": ["x", "y"], "b": ["y"]}),
        ("id,label\na,x\nb,y\n", {"shape": "list/long"}, {"a": ["x"], "b": ["y"]}),
    ],
)
def test_an_option_overrules_the_guess(tmp_path: Path, truth: Path, submission: str, told: dict, labels: dict) -> None:
    (tmp_path / "s.csv").write_text(submission)
    found = predictions(opened(truth, tmp_path / "s.csv", **told))
    assert {id_: [*found[id_].labels] for id_ in labels} == labels


def test_an_unknown_shape_is_rejected_with_the_known_ones(tmp_path: Path, truth: Path) -> None:
    for shape in ("tall", "list/long/wide", "/", ""):
        with pytest.raises(InputError, match="unknown shape") as caught:
            opened(truth, truth, shape=shape)
        assert "list | long | wide | slots | groups" in caught.value.expected


BOTH = [
    ("id,true,pred\na,x,x y\nb,y z,q\n", {}),
    ("image,target,predicted\na,x,x y\nb,y z,q\n", {}),
    ("id,label,prediction\na,x,x y\nb,y z,q\n", {}),
    ("id,y_true,y_pred\na,x,x y\nb,y z,q\n", {}),
    (",pred,id,label\n0,x y,a,x\n1,q,b,y z\n", {"id_column": "id"}),
    ("id,one,two\na,x,x y\nb,y z,q\n", {"truth_column": "one", "submission_column": "two"}),
]


@pytest.mark.parametrize(("text", "told"), BOTH)
def test_a_combined_file_opens_and_is_saved_with_edited_predictions(tmp_path: Path, text: str, told: dict) -> None:
    path = tmp_path / "both.csv"
    path.write_text(text)
    inspection = inspector.open_pair(path, metric="map@5", **told)
    assert [
        (p.labels, tuple(inspection.evaluation.truth(r))) for r, p in enumerate(predictions(inspection).values())
    ] == [
        (("x", "y"), ("x",)),
        (("q",), ("y", "z")),
    ]
    assert inspection.overall == 0.5
    inspection.edit("b", ["y", "z"])
    with pytest.raises(InputError, match="the truth was read from this file"):
        inspection.save(path, overwrite=True)
    inspection.save(tmp_path / "edited.csv")
    assert (tmp_path / "edited.csv").read_text() == (
        text.replace(",q\n", ",y z\n") if ",q\n" in text else text.replace("q,b", "y z,b")
    )


def test_one_file_that_does_not_hold_both_is_refused(tmp_path: Path, truth: Path) -> None:
    with pytest.raises(InputError, match="does not contain both"):
        inspector.open_pair(truth)
