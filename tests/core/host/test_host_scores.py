"""A host's metric gives the number that the host gets: of files as saved, with edits, splits and extra arguments."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.host.scripts import AUC, MAP_AT_K, RMSE, agreed, doing, opened, running
from sklearn.metrics import roc_auc_score

import inspector
from inspector.core.arrays.cancel import Cancelled
from inspector.core.errors import InputError
from inspector.core.host.consent import Agreement
from inspector.core.host.frames import Frames
from inspector.core.host.host import Host
from inspector.core.host.rows import RowScores, score_rows
from inspector.core.host.script import Script
from inspector.core.task import drain

ROWS = 60
LABELS = [f"w{number}" for number in range(8)]


def labelled(seed: int = 0) -> tuple[pd.DataFrame, pd.DataFrame]:
    """A truth with a label a row, a submission with five in another order of rows."""
    random = np.random.default_rng(seed)
    ids = [f"im{number}" for number in range(ROWS)]
    truth = pd.DataFrame({"id": ids, "label": random.choice(LABELS, ROWS), "weight": random.integers(1, 9, ROWS)})
    lists = [" ".join(random.permutation(LABELS)[:5]) for _ in ids]
    return truth, pd.DataFrame({"id": ids, "label": lists}).sample(frac=1, random_state=seed)


def numbered() -> tuple[pd.DataFrame, pd.DataFrame]:
    """A truth of zeros and ones, and probabilities."""
    random = np.random.default_rng(1)
    ids = [f"p{number}" for number in range(ROWS)]
    target = random.integers(0, 2, ROWS)
    truth = pd.DataFrame({"id": ids, "target": target})
    return truth, pd.DataFrame({"id": ids, "target": (0.3 * target + 0.7 * random.random(ROWS)).round(4)})


@pytest.fixture(scope="module")
def map_host(tmp_path_factory):
    with running(tmp_path_factory.mktemp("map"), MAP_AT_K) as host:
        yield host


@pytest.fixture(scope="module")
def auc_host(tmp_path_factory):
    with running(tmp_path_factory.mktemp("auc"), AUC) as host:
        yield host


@pytest.fixture(scope="module")
def rmse_host(tmp_path_factory):
    with running(tmp_path_factory.mktemp("rmse"), RMSE) as host:
        yield host


def of(host: Host, inspection: inspector.Inspection, **arguments) -> float:
    evaluation = inspection.evaluation
    return host.score(Frames(evaluation.pair), evaluation.overlay, arguments).overall


def unknown(rows: int) -> RowScores:
    return RowScores(np.full(rows, np.nan), np.zeros(rows, bool))


def rows_of(host: Host, inspection: inspector.Inspection) -> RowScores:
    evaluation = inspection.evaluation
    into = unknown(len(evaluation.table))
    return drain(score_rows(host, Frames(evaluation.pair), evaluation.overlay, into, np.arange(3)))


@pytest.mark.slow
def test_map_written_by_a_host_is_ours_row_by_row(map_host: Host) -> None:
    inspection = opened(*labelled())
    assert of(map_host, inspection) == pytest.approx(inspection.overall, abs=1e-12)
    rows = rows_of(map_host, inspection)
    assert (rows.kind, rows.verified, rows.refused) == ("separable", ROWS, 0)
    np.testing.assert_array_equal(rows.row, inspection.evaluation.scores.row)


@pytest.mark.slow
def test_auc_is_that_of_an_oracle_and_rows_are_influences(auc_host: Host) -> None:
    truth, submission = numbered()
    inspection = opened(truth, submission)
    whole = roc_auc_score(truth["target"], submission["target"])
    assert of(auc_host, inspection) == pytest.approx(whole, abs=1e-12)
    rows = rows_of(auc_host, inspection)
    without = [roc_auc_score(*(np.delete(side["target"], row) for side in (truth, submission))) for row in range(ROWS)]
    assert rows.kind == "influence"
    np.testing.assert_allclose(rows.row, ROWS * whole - (ROWS - 1) * np.array(without), atol=1e-9)


@pytest.mark.slow
def test_extra_arguments_reach_the_metric(rmse_host: Host) -> None:
    truth, submission = numbered()
    truth["w"] = np.arange(ROWS)
    inspection, error = opened(truth, submission, truth_column="target"), (truth["target"] - submission["target"]).abs()
    assert of(rmse_host, inspection) == pytest.approx(np.sqrt((error**2).mean()))
    assert of(rmse_host, inspection, power=1.0, average="mean") == pytest.approx(error.mean())
    weighted = of(rmse_host, inspection, weights_column="w")
    assert weighted == pytest.approx(np.sqrt((truth["w"] * error**2).mean()))
    assert rows_of(rmse_host, inspection).kind == "influence"


def test_right_predictions_do_not_make_a_root_look_separable(rmse_host: Host) -> None:
    truth, _ = numbered()
    assert rows_of(rmse_host, opened(truth, truth)).kind == "influence"


@pytest.mark.slow
def test_each_split_is_called_alone_and_without_usage(tmp_path: Path) -> None:
    truth, submission = labelled()
    truth["Usage"] = np.where(np.arange(ROWS) % 3 == 0, "Public", "Private")
    shown = doing(
        "assert list(solution.columns) == ['id', 'label', 'weight']\n"
        "assert list(solution.index) == list(range(len(solution)))\n"
        "return len(solution)"
    )
    inspection = opened(truth, submission)
    with running(tmp_path, shown) as host:
        found = host.score(Frames(inspection.evaluation.pair), inspection.evaluation.overlay)
    assert (found.overall, dict(found.parts)) == (ROWS, {"public": 20, "private": 40})


@pytest.mark.slow
def test_every_edit_gives_the_score_of_what_would_be_saved(map_host: Host, tmp_path: Path) -> None:
    truth, submission = labelled()
    for name, frame in (("truth.csv", truth), ("submission.csv", submission)):
        frame.to_csv(tmp_path / name, index=False)
    inspection = opened(tmp_path / "truth.csv", tmp_path / "submission.csv")
    frames = Frames(inspection.evaluation.pair)
    for row in (3, 7, 3):
        inspection.edit(f"im{row}", ["w1", f"w{row}"])
        evaluation = inspection.evaluation
        assert map_host.score(frames, evaluation.overlay).overall == pytest.approx(inspection.overall, abs=1e-12)
    inspection.undo()
    inspection.undo()
    found = map_host.score(frames, inspection.evaluation.overlay).overall
    assert found == pytest.approx(inspection.overall, abs=1e-12)


@pytest.mark.slow
def test_rows_that_are_missing_are_named_until_they_are_added(map_host: Host) -> None:
    truth, submission = labelled()
    inspection = opened(truth, submission[submission["id"] != "im9"])
    with pytest.raises(InputError, match=r"no row for 1 ids of the truth.*im9"):
        of(map_host, inspection)
    inspection.edit("im9", ["w2", "w3"])
    inspection.edit("im4", ["w4"])
    assert of(map_host, inspection) == pytest.approx(inspection.overall, abs=1e-12)
    inspection.edit("im5", ["w5"])
    assert of(map_host, inspection) == pytest.approx(inspection.overall, abs=1e-12)


@pytest.mark.slow
def test_a_file_with_a_row_for_each_label_follows_its_edits(tmp_path: Path) -> None:
    truth = pd.DataFrame({"query": list("abcd"), "doc": list("xyzx")})
    lists = {"a": ["x", "y", "z"], "b": ["z", "y", "x"], "c": ["x", "z", "y"]}
    submission = pd.DataFrame([(query, doc) for query, docs in lists.items() for doc in docs], columns=["query", "doc"])
    inspection = opened(truth, submission)
    text = doing(
        "return sum(ord(d) * (i + 1) for i, d in enumerate(submission.doc)) + ord(submission['query'].iloc[-1])"
    )

    def expected() -> int:
        evaluation = inspection.evaluation
        docs = [doc for query in "abcd" for doc in evaluation.labels(evaluation.table.row_of(query))]
        return sum(ord(doc) * place for place, doc in enumerate(docs, start=1)) + ord("d")

    inspection.edit("d", ["x", "y"])
    with running(tmp_path, text) as host:
        for query, docs in (("a", ["z"]), ("c", ["y", "z", "x", "w"]), ("b", ["x", "y", "z"])):
            assert of(host, inspection) == expected()
            inspection.edit(query, docs)
        assert of(host, inspection) == expected()


@pytest.mark.parametrize("ending", ["parquet", "json", "tsv"])
def test_files_that_are_no_csv_are_handed_over_as_such(map_host: Host, tmp_path: Path, ending: str) -> None:
    truth, submission = labelled()
    path = tmp_path / f"submission.{ending}"
    if ending == "parquet":
        submission.to_parquet(path)
    elif ending == "json":
        submission.to_json(path, orient="records")
    else:
        submission.to_csv(path, sep="\t", index=False)
    inspection = opened(truth, path)
    inspection.edit("im1", ["w3"])
    assert of(map_host, inspection) == pytest.approx(inspection.overall, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("bom.csv", lambda text: b"\xef\xbb\xbf" + text),
        ("returns.csv", lambda text: text.replace(b"\n", b"\r\n")),
        ("blank.csv", lambda text: text.replace(b"\n", b"\n\n")),
        ("quoted.csv", lambda text: text.replace(b"im7", b'"im,""7\nx"')),
        ("zeros.csv", lambda text: text.replace(b"im", b"00")),
        ("packed.csv.gz", gzip.compress),
    ],
)
def test_odd_files_are_read_alike_by_both(map_host: Host, tmp_path: Path, name: str, change) -> None:
    for side, frame in zip(("truth_", "submission_"), labelled(), strict=True):
        (tmp_path / f"{side}{name}").write_bytes(change(frame.to_csv(index=False).encode()))
    inspection = opened(tmp_path / f"truth_{name}", tmp_path / f"submission_{name}")
    inspection.edit(inspection.evaluation.table.id(7), ["w3"])
    assert of(map_host, inspection) == pytest.approx(inspection.overall, abs=1e-12)
    assert rows_of(map_host, inspection).row[7] == inspection.evaluation.scores.row[7]


@pytest.mark.slow
def test_one_file_with_both_is_split_into_two(tmp_path: Path) -> None:
    both = labelled()[0].assign(predicted=labelled(1)[0]["label"])
    path = tmp_path / "both.csv"
    both.to_csv(path, index=False)
    inspection = inspector.open_pair(path, metric="accuracy", truth_column="label", submission_column="predicted")
    text = doing(
        "return 100 * (list(solution) == ['id', 'label', 'weight']) + (solution.label == submission.predicted).mean()"
    )
    with running(tmp_path, text) as host:
        assert of(host, inspection) == pytest.approx(100 + inspection.overall, abs=1e-12)


def test_another_name_of_the_id_column_is_said(map_host: Host) -> None:
    truth, submission = labelled()
    inspection = opened(truth, submission.rename(columns={"id": "Image"}))
    evaluation = inspection.evaluation
    found = map_host.score(Frames(evaluation.pair), evaluation.overlay)
    assert found.overall == pytest.approx(inspection.overall, abs=1e-12)


def test_edited_rows_are_scored_again_and_no_others(map_host: Host) -> None:
    inspection = opened(*labelled())
    rows = rows_of(map_host, inspection)
    inspection.edit("im2", ["w0"])
    rows.row[2], rows.known[2] = np.nan, False
    assert rows.known.sum() == ROWS - 1
    evaluation = inspection.evaluation
    drain(score_rows(map_host, Frames(evaluation.pair), evaluation.overlay, rows, np.array([2])))
    np.testing.assert_array_equal(rows.row, evaluation.scores.row)


def test_what_only_looked_separable_becomes_influence(rmse_host: Host) -> None:
    truth = pd.DataFrame({"id": list("abcd"), "target": ["1"] * 4})
    inspection = opened(truth, truth.assign(target=["2"] * 4))
    rows = rows_of(rmse_host, inspection)
    assert rows.kind == "separable"
    inspection.edit("a", ["9"])
    rows.row[0], rows.known[0] = np.nan, False
    evaluation = inspection.evaluation
    drain(score_rows(rmse_host, Frames(evaluation.pair), evaluation.overlay, rows, np.array([0])))
    assert rows.kind == "influence"
    whole = np.sqrt((64 + 3) / 4)
    np.testing.assert_allclose(rows.row, [4 * whole - 3, *[4 * whole - 3 * np.sqrt(66 / 3)] * 3])


class Slow:
    """A metric that has time for one row at a time."""

    def __init__(self, host: Host) -> None:
        self.host, self.asked = host, list[int]()

    def score_each(self, frames: Frames, overlay, rows, *rest, **more):
        each = self.host.score_each(frames, overlay, rows, *rest, **more, within=0.0)
        self.asked += rows[: len(each.values)].tolist()
        return each


def test_the_rows_that_are_seen_come_first(map_host: Host) -> None:
    inspection, into, slow = opened(*labelled()), unknown(ROWS), Slow(map_host)
    evaluation, into.kind = inspection.evaluation, "separable"
    seen = np.array([50, 40])
    task = score_rows(slow, Frames(evaluation.pair), evaluation.overlay, into, seen, overall=inspection.overall)
    for _ in range(4):
        next(task)
    assert slow.asked == [50, 40, 0]
    assert np.flatnonzero(into.known).tolist() == [0, 40, 50]
    assert into.row[50] == evaluation.scores.row[50]


def test_a_batch_of_the_first_rows_has_no_others(map_host: Host) -> None:
    inspection, into = opened(*labelled()), unknown(ROWS)
    evaluation, into.kind = inspection.evaluation, "separable"
    first = np.array([50, 40])
    task = score_rows(map_host, Frames(evaluation.pair), evaluation.overlay, into, first, overall=inspection.overall)
    while not into.known[first].all():
        next(task)
    assert np.flatnonzero(into.known).tolist() == [40, 50]


def test_without_an_agreement_nothing_starts(tmp_path: Path) -> None:
    script = agreed(tmp_path, MAP_AT_K).script
    with pytest.raises(TypeError, match="agreement"):
        Host(script)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Agreements\.give"):
        Agreement(script)
    assert isinstance(script, Script)


def test_a_closed_host_starts_nothing_again(tmp_path: Path) -> None:
    evaluation = opened(*labelled()).evaluation
    host = Host(agreed(tmp_path, MAP_AT_K))
    host.close()
    with pytest.raises(Cancelled):
        host.score(Frames(evaluation.pair), evaluation.overlay)
