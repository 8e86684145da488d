"""Repairs: each is proposed with its count, changes only what it must, and resolves the finding."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pytest

import inspector
from inspector.core.files.check import check_pair
from inspector.core.files.checks.fixes import FIXES
from inspector.core.files.options import Options
from inspector.core.task import drain

TRUTH = "id,label\n007.jpg,x Y\n008.jpg,q2\n010.jpg,z\n"


@dataclass(frozen=True)
class Broken:
    """A file that needs a repair. kind: of the finding; sets: the count of fixes; whole: the repaired file."""

    fix: str
    kind: str
    sets: int
    submission: str
    whole: str
    truth: str = TRUTH


NUMBERS = "id,label\n120000,x 05\n7,y\n3,40000\n"
GOOD = 'id,label,n\n007.jpg,x  Y,1\n008.jpg,q2,"a,b"\n010.jpg,z,3\n'
CASES = [
    Broken("ids-extension", "unknown-ids", 2, GOOD.replace("007.jpg", "007").replace("010.jpg", "010"), GOOD),
    Broken("ids-extension", "no-common-ids", 3, GOOD.replace(".jpg", ".png"), GOOD),
    Broken("ids-trim", "unknown-ids", 1, GOOD.replace("008.jpg", " 008.jpg "), GOOD),
    Broken("ids-zeros", "unknown-ids", 1, GOOD.replace("008.jpg", "8.jpg"), GOOD),
    Broken(
        "ids-number", "unknown-ids", 2, "id,label\n1.2e5,x\n7.0,y\n3,x\n", "id,label\n120000,x\n7,y\n3,x\n", NUMBERS
    ),
    Broken("ids-case", "missing-ids", 1, "id,label\nAB,x\ncd,y\n", "id,label\nab,x\ncd,y\n", "id,label\nab,x\ncd,y\n"),
    Broken("labels-case", "misspelled-labels", 1, GOOD.replace("x  Y", "X  Y"), GOOD.replace("x  Y", "x Y")),
    Broken("labels-zeros", "misspelled-labels", 1, NUMBERS.replace("x 05", "x 5"), NUMBERS, NUMBERS),
    Broken("labels-number", "misspelled-labels", 1, NUMBERS.replace("40000", "4e4"), NUMBERS, NUMBERS),
    Broken(
        "labels-booleans", "misspelled-labels", 2, "id,y\na,True\nb,False\n", "id,y\na,1\nb,0\n", "id,y\na,1\nb,0\n"
    ),
    Broken("labels-extension", "misspelled-labels", 1, GOOD.replace(",z,", ",z.txt,"), GOOD),
    Broken(
        "labels-trim",
        "misspelled-labels",
        1,
        "id,label\n007.jpg,\"[' x', 'Y']\"\n008.jpg,['q2']\n010.jpg,['z']\n",
        "id,label\n007.jpg,\"['x', 'Y']\"\n008.jpg,['q2']\n010.jpg,['z']\n",
    ),
    Broken(
        "fill-missing",
        "missing-ids",
        1,
        GOOD.replace('008.jpg,q2,"a,b"\n', ""),
        GOOD.replace('008.jpg,q2,"a,b"\n', "") + "008.jpg,,\n",
    ),
    Broken("drop-unknown", "unknown-ids", 1, GOOD + "more,x,\n", GOOD),
    Broken("keep-first", "duplicate-ids", 1, GOOD + "008.jpg,y,\n", GOOD),
    Broken(
        "drop-index",
        "index-column",
        1,
        "".join(f"{i - 1 if i else ''},{line}\n" for i, line in enumerate(GOOD.splitlines())),
        GOOD,
    ),
    Broken("header", "header", 2, "LABEL, id\nx Y,007.jpg\nq2,008.jpg\nz,010.jpg\n", TRUTH),
    Broken("swap-columns", "swapped-columns", 2, "id,label\nx Y,007.jpg\nq2,008.jpg\nz,010.jpg\n", TRUTH),
    Broken("delimiter", "delimiter", 3, GOOD.replace('"a,b"', "ab").replace(",", ";"), GOOD.replace('"a,b"', "ab")),
    Broken("separator", "separator", 1, GOOD.replace("x  Y", "x|Y"), GOOD.replace("x  Y", "x Y")),
    Broken("drop-empty", "empty-rows", 3, GOOD.replace("010", ",,\n010") + ",,\n , ,\n", GOOD),
    Broken("drop-leading", "leading-lines", 2, "# made by a model,\n# of 2026\n" + GOOD, GOOD),
    Broken("drop-bom", "byte-order-mark", 1, "\ufeff" + GOOD, GOOD),
]


# The cells of the truth's column, of which one or two are odd, and those of the submission.
OF_THE_TRUTH = {
    "ids-extension": ("a b c.jpg", "a b c"),
    "ids-trim": ("a;b; c", "a b c"),
    "ids-zeros": ("100 200 7", "100 200 007"),
    "ids-number": ("1.0 2.0 3", "1 2 3"),
    "ids-case": ("a b C", "a b c"),
    "labels-extension": ("a b c.jpg", "a b c"),
    "labels-trim": ("['a'];['b'];[' c']", "['a'] ['b'] ['c']"),
    "labels-zeros": ("100 200 7", "100 200 007"),
    "labels-number": ("1 2 3e1", "1 2 30"),
    "labels-case": ("a b C", "a b c"),
    "labels-booleans": ("no 1 no", "no yes no"),
    "keep-first": ("a b b", "a b c"),
}


@pytest.fixture
def put(tmp_path: Path):
    """Write a truth and a submission; returns their paths as arguments."""

    def write(truth: str, submission: str, name: str = "s.csv") -> tuple[str, str]:
        (tmp_path / "t.csv").write_text(truth, newline="")
        (tmp_path / name).write_text(submission, newline="")
        return str(tmp_path / "t.csv"), str(tmp_path / name)

    return write


def checked(run, *args: str) -> tuple[int, dict[str, dict]]:
    status, out, _ = run("check", "--json", *args)
    return status, {problem["kind"]: problem for problem in json.loads(out)}


def test_every_repair_has_a_case() -> None:
    assert {case.fix for case in CASES} | {f"truth-{name}" for name in OF_THE_TRUTH} == set(FIXES)


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES, ids=[f"{case.fix} of {case.kind}" for case in CASES])
def test_a_repair_is_proposed_made_and_changes_nothing_else(case: Broken, put, run, tmp_path: Path) -> None:
    truth, submission = put(case.truth, case.submission)
    fix = checked(run, truth, submission)[1][case.kind]["fix"]
    assert (fix["name"], fix["recovers"]) == (case.fix, case.sets)
    status, _, complaint = run("check", truth, submission, "--fix", case.fix, "-o", tmp_path / "out.csv")
    assert (status in (0, 1), complaint) == (True, "")
    assert (tmp_path / "out.csv").read_bytes().decode() == case.whole
    assert (tmp_path / "s.csv").read_bytes().decode() == case.submission
    again = checked(run, truth, str(tmp_path / "out.csv"))[1]
    assert case.kind not in again
    assert not {problem["fix"]["name"] for problem in again.values() if problem["fix"]} & {case.fix}


@pytest.mark.slow
@pytest.mark.parametrize("fix", OF_THE_TRUTH)
def test_a_repair_of_the_truth_is_for_reading_only(fix: str, put, run, tmp_path: Path) -> None:
    cells = [text.split(";" if ";" in text else " ") for text in OF_THE_TRUTH[fix]]
    rows = ["{},x\n" if fix.startswith(("ids", "keep")) else f"{row},{{}}\n" for row in range(3)]
    files = ["id,label\n" + "".join(map(str.format, rows, column)) for column in cells]
    pair = put(*files)
    (kind, found), *_ = checked(run, *pair)[1].items()
    count = 2 if fix == "ids-number" else 1
    assert (found["fix"]["name"], found["fix"]["recovers"]) == (f"truth-{fix}", count)
    inspection = inspector.open_pair(*pair, "map@1", fixes=(f"truth-{fix}",))
    assert kind not in {problem.kind for problem in inspection.problems} or fix == "keep-first"
    assert inspection.overall == 1
    inspection.save(tmp_path / "out.csv")
    assert [Path(name).read_text() for name in (*pair, tmp_path / "out.csv")] == [*files, files[1]]


def test_several_repairs_are_made_one_after_the_other(put, run, tmp_path: Path) -> None:
    broken = "\ufeff,LABEL;id\n".replace(",", ";") + "0;X|Y;007\n1;q2;008\n2;;extra\n3;z;008\n"
    fixes = ["drop-index", "keep-first", "ids-extension", "drop-unknown", "drop-bom", "delimiter", "header"]
    fixes += ["separator", "labels-case", "fill-missing"]
    told = [part for fix in fixes for part in ("--fix", fix)]
    status, out, _ = run("check", *put(TRUTH, broken), *told, "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,label\n007.jpg,x Y\n008.jpg,q2\n010.jpg,\n"
    assert status == 0
    assert "predicts nothing" in out


def test_an_error_that_prevents_scoring_hides_no_other_problem(put, run) -> None:
    found = checked(run, *put(TRUTH, "\ufeffid,label\n007.png,X x x\n008.png,q2\n008.png,z\nmore,x\n"))[1]
    assert {"duplicate-ids", "no-common-ids", "unknown-ids", "missing-ids", "byte-order-mark"} <= set(found)
    assert {"repeated-labels", "misspelled-labels"} <= set(found)


def test_dataframes_are_repaired_too() -> None:
    truth = pd.DataFrame({"id": ["a.jpg", "b.jpg"], "label": ["x", "y"]})
    submission = pd.DataFrame({"id": ["a", "b", "b"], "label": [["X", "q"], ["y"], ["z"]]})
    inspection = inspector.open_pair(truth, submission, "map@5", fixes=("keep-first", "ids-extension", "labels-case"))
    assert [inspection.evaluation.labels(row) for row in range(2)] == [["x", "q"], ["y"]]
    assert [problem.kind for problem in inspection.problems] == []
    kinds = [problem.kind for problem in drain(check_pair(truth, submission, Options()))]
    assert kinds[:2] == ["duplicate-ids", "no-common-ids"]


def test_a_repaired_pair_that_is_saved_has_its_repairs_and_its_edits(put, tmp_path: Path) -> None:
    truth, submission = put(TRUTH, "id,label\n007,x Y\n008,q2\n010,z\n")
    inspection = inspector.open_pair(truth, submission, "map@5", fixes=("ids-extension",))
    inspection.edit("008.jpg", ["k"])
    inspection.save(tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text() == "id,label\n007.jpg,x Y\n008.jpg,k\n010.jpg,z\n"


@pytest.mark.parametrize(
    ("template", "kinds"),
    [
        (TRUTH.replace("x Y", ""), set()),
        ("id,Target\n007.jpg,\n008.jpg,\n010.jpg,\n", {"template-header"}),
        ("id,label\n007.jpg,\n008.jpg,\n010.jpg,\n011.jpg,\n", {"template-missing-ids"}),
        ("id,label\n007.jpg,\n010.jpg,\n", {"template-unknown-ids"}),
        ("key,label\n007.jpg,\nx,\n", {"template-header", "template-missing-ids", "template-unknown-ids"}),
    ],
)
def test_header_and_ids_are_checked_against_the_template(put, run, tmp_path: Path, template: str, kinds: set) -> None:
    (tmp_path / "sample_submission.csv").write_text(template)
    status, found = checked(run, *put(TRUTH, TRUTH), "--template", str(tmp_path / "sample_submission.csv"))
    assert (set(found), status) == (kinds, 1 if kinds else 0)


def test_one_id_beside_the_template_is_said_in_the_singular(put, run, tmp_path: Path) -> None:
    (tmp_path / "sample_submission.csv").write_text("id,label\n007.jpg,\n008.jpg,\nx,\n")
    _, found = checked(run, *put(TRUTH, TRUTH + "y,z\n"), "--template", str(tmp_path / "sample_submission.csv"))
    assert found["template-missing-ids"]["message"] == "1 of the 3 ids of the template is missing"
    (tmp_path / "sample_submission.csv").write_text(TRUTH)
    _, found = checked(run, *put(TRUTH, TRUTH + "y,z\n"), "--template", str(tmp_path / "sample_submission.csv"))
    assert found["template-unknown-ids"]["message"] == "1 id is not in the template"


def test_the_exit_status_says_whether_a_site_would_reject_the_file(put, run, tmp_path: Path) -> None:
    assert run("check", *put(TRUTH, TRUTH))[0] == 0
    assert run("check", *put(TRUTH, TRUTH.replace(",z", ",")))[0] == 0
    assert run("check", *put(TRUTH, TRUTH + "more,x\n"))[0] == 1
    both = put(TRUTH, TRUTH + "more,x\n")
    assert run("check", *both, "--fix", "drop-unknown", "-o", tmp_path / "out.csv")[0] == 0
    assert run("check", *both, "--fix", "drop-unknown", "-o", tmp_path / "out.csv")[0] == 2  # the file exists already
    assert run("check", *both, "--fix", "drop-unknown")[0] == 2
    assert run("check", *both, "--fix", "nothing", "-o", tmp_path / "no.csv")[0] == 2
    assert run("check", *put(TRUTH, ""))[0] == 2
    assert not (tmp_path / "no.csv").exists()


@pytest.mark.parametrize("name", ["s.csv", "s.csv.gz"])
def test_a_repaired_file_is_compressed_when_its_name_says_so(put, run, tmp_path: Path, name: str) -> None:
    import gzip

    run("check", *put(TRUTH, TRUTH + "more,x\n"), "--fix", "drop-unknown", "-o", tmp_path / f"out{name}")
    written = (tmp_path / f"out{name}").read_bytes()
    assert (gzip.decompress(written) if name.endswith("gz") else written) == TRUTH.encode()


def test_files_given_the_wrong_way_round_are_pointed_out(put, run, tmp_path: Path) -> None:
    ids = [f"r{row}" for row in range(12)]
    one, three = ("id,label\n" + "".join(f"{id_},{labels}\n" for id_ in ids) for labels in ("x", "x y z"))
    assert "swapped-files" in checked(run, *put(three, one))[1]
    assert "swapped-files" not in checked(run, *put(one, three))[1]
    (tmp_path / "submission.csv").write_text(one)
    (tmp_path / "truth.csv").write_text(one)
    names = str(tmp_path / "submission.csv"), str(tmp_path / "truth.csv")
    assert "swapped-files" in checked(run, *names)[1]
    assert "swapped-files" not in checked(run, *names[::-1])[1]


ONE_LABEL = "id,label\na,x\nb,y\nc,z\n"


@pytest.mark.slow
@pytest.mark.parametrize("sign", [",", ";", "|", "\t"])
def test_a_wrong_label_separator_is_reported_for_single_label_truths(sign, put, run, tmp_path) -> None:
    pair = put(ONE_LABEL, f'id,label\na,"x{sign}y"\nb,"y{sign}z{sign}x"\nc,z\n')
    status, found = checked(run, *pair)
    assert (status, found["separator"]["count"]) == (0, 2)
    assert "most sites expect spaces" in found["separator"]["message"]
    run("check", *pair, "--fix", "separator", "-o", tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text().replace('"', "") == "id,label\na,x y\nb,y z x\nc,z\n"
    assert "separator" not in checked(run, *pair, "--separator", sign)[1]


@pytest.mark.parametrize(
    ("truth", "submission"),
    [
        (ONE_LABEL, "id,label\na,x y\nb,y\nc,z x\n"),
        (ONE_LABEL, "id,label\na,x\nb,y\nc,z\nunknown,x|y\n"),
        ("id,label\na,[x]\nb,[y]\nc,[z]\n", "id,label\na,x|y\nb,y\nc,z\n"),
        ("id,label\na,red fox\nb,red fox\nc,z\n", "id,label\na,red fox|z\nb,z|red fox\nc,z\n"),
    ],
)
def test_a_correct_label_separator_is_not_reported(truth: str, submission: str, put, run) -> None:
    assert "separator" not in checked(run, *put(truth, submission))[1]
