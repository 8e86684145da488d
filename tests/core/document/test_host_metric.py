"""A pair under a host's own metric, which runs: overalls, row scores, edits, undo, errors and comparisons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from core.host.scripts import AUC, HEAD, MAP_AT_K
from sklearn.metrics import roc_auc_score, root_mean_squared_log_error

import inspector
from inspector.core.errors import InputError
from inspector.core.host.hosts import named_hosts
from inspector.core.metrics.host.scores import HostScores

LABELS = "abcdefg"
FUSSY = f'''{HEAD}
def score(solution, submission, row_id_column_name):
    """The share of right first labels, with {{braces}} and <b>marks</b>."""
    if submission.iloc[:, 1].str.contains("boom").any():
        raise ParticipantVisibleError("boom is no label")
    if submission.iloc[:, 1].str.contains("crash").any():
        os._exit(3)
    if submission.iloc[:, 1].str.contains("bug").any():
        raise KeyError("a bug of the host")
    return float((solution.iloc[:, 1] == submission.iloc[:, 1].str.split().str[0]).mean())
'''

RMSLE = f'''{HEAD}
def score(solution, submission, row_id_column_name):
    """Root mean squared logarithmic error."""
    logs = [np.log1p(side.iloc[:, 1]) for side in (solution, submission)]
    return float(np.sqrt(((logs[0] - logs[1]) ** 2).mean()))
'''


@pytest.fixture(scope="module", autouse=True)
def _end_processes() -> Iterator[None]:
    yield
    named_hosts().close()


def frames(rows: int, seed: int = 0) -> tuple[pd.DataFrame, pd.DataFrame]:
    rng = np.random.default_rng(seed)
    ids = [f"r{row}" for row in range(rows)]
    truth = pd.DataFrame({"id": ids, "label": rng.choice([*LABELS], rows)})
    lists = [" ".join(rng.permutation([*LABELS])[:5]) for _ in ids]
    return truth, pd.DataFrame({"id": ids, "label": lists})


@pytest.fixture(scope="module")
def fussy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("host") / "fussy.py"
    path.write_text(FUSSY)
    return path


def host_scores(inspection: inspector.Inspection) -> HostScores:
    scores = inspection.evaluation.scores
    assert isinstance(scores, HostScores)
    return scores


@pytest.mark.slow
def test_map_in_the_style_of_the_template_is_separable_and_equal_to_ours(tmp_path: Path) -> None:
    (tmp_path / "map.py").write_text(MAP_AT_K)
    pair = frames(60)
    theirs, ours = (inspector.open_pair(*pair, metric) for metric in (str(tmp_path / "map.py"), "map@5"))
    assert theirs.overall == pytest.approx(ours.overall, abs=1e-12)
    assert np.allclose(theirs.rows()["score"], ours.rows()["score"], rtol=0, atol=1e-12)
    assert (host_scores(theirs).kind, host_scores(theirs).is_mean) == ("separable", True)
    assert "separable, verified on 60 rows" in host_scores(theirs).row_words
    theirs.set_metric(f"file(path={tmp_path / 'map.py'}, k=1)")
    ours.set_metric("map@1")
    assert theirs.overall == pytest.approx(ours.overall, abs=1e-12)


@pytest.mark.slow
def test_auc_has_influence_for_row_scores(tmp_path: Path) -> None:
    (tmp_path / "auc.py").write_text(AUC)
    rng = np.random.default_rng(1)
    truth = pd.DataFrame({"id": [f"r{row}" for row in range(12)], "label": rng.permutation([0, 1] * 6).astype(str)})
    guess = rng.integers(0, 100, 12)
    shown = inspector.open_pair(truth, truth.assign(label=guess.astype(str)), str(tmp_path / "auc.py"))
    overall = roc_auc_score(truth["label"].astype(int), guess)
    assert shown.overall == pytest.approx(overall)
    rows = shown.rows()["score"]
    assert host_scores(shown).kind == "influence"
    without = roc_auc_score(truth["label"].astype(int)[1:], guess[1:])
    assert rows[0] == pytest.approx(12 * overall - 11 * without)
    assert "influence: n·s(all)" in host_scores(shown).row_words


@pytest.mark.slow
def test_an_edit_asks_again_and_undo_does_not(fussy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = inspector.open_pair(*frames(20), str(fussy))
    before, truth = shown.overall, frames(20)[0]["label"]
    shown.edit("r3", [next(label for label in LABELS if label != truth[3])])
    shown.edit("r3", [truth[3], "x"])
    after = shown.overall
    assert after == pytest.approx(np.mean(shown.rows()["score"]))
    monkeypatch.setattr(shown, "hosts", None)
    shown.undo()
    shown.undo()
    assert shown.overall == before
    shown.redo()
    shown.redo()
    assert shown.overall == after


@pytest.mark.slow
@pytest.mark.parametrize(
    ("label", "words"), [("boom", "boom is no label"), ("bug", "a bug of the host"), ("crash", "ended")]
)
def test_an_edit_that_gets_no_number_is_not_made(fussy: Path, label: str, words: str) -> None:
    shown = inspector.open_pair(*frames(20), str(fussy))
    before = shown.overall
    with pytest.raises(InputError, match=words):
        shown.edit("r3", [label])
    assert (shown.overall, len(shown.evaluation.overlay), shown.undo_name) == (before, 0, None)
    shown.edit("r3", ["x"])
    assert shown.evaluation.scores.is_settled


def test_the_metric_before_stays_where_a_host_gives_no_number(fussy: Path) -> None:
    truth, submission = frames(20)
    shown = inspector.open_pair(truth, submission.replace({"label": {submission["label"][2]: "boom"}}), "map@5")
    with pytest.raises(InputError, match="boom is no label"):
        shown.set_metric(str(fussy))
    assert str(shown.metric) == "map@5"


def test_sorting_filtering_and_explaining_ask_for_row_scores(fussy: Path) -> None:
    shown = inspector.open_pair(*frames(20), str(fussy))
    shown.narrow("score=1")
    right = [row for row, (a, b) in enumerate(zip(*(f["label"] for f in frames(20)), strict=True)) if b.startswith(a)]
    assert sorted(shown.state.order.rows.tolist()) == right
    explained = inspector.open_pair(*frames(20), str(fussy)).explain(f"r{right[0]}")
    assert (explained.score, explained.asked) == (1.0, "the row scored alone")
    assert "<b>marks</b>" in explained.remark


def test_submissions_are_compared_by_their_separable_rows(fussy: Path) -> None:
    (truth, first), (_, second) = frames(30), frames(30, seed=1)
    ours, theirs = (inspector.open_pair(truth, first, metric) for metric in ("hit@1", str(fussy)))
    for shown in (ours, theirs):
        shown.add(second, "second")
    left, right = (shown.compare(resamples=200).set_index("name") for shown in (ours, theirs))
    for column in ("overall", "delta", "p", "better", "worse"):
        assert left[column].to_numpy() == pytest.approx(right[column].to_numpy(), nan_ok=True)


def test_a_host_metric_as_a_further_metric_is_a_column(fussy: Path) -> None:
    shown = inspector.open_pair(*frames(20), "map@5")
    shown.show_metrics(str(fussy))
    rows = shown.rows()
    assert rows[f"file(path={fussy})"].mean() == pytest.approx(
        shown.evaluation.further.by_metric[f"file(path={fussy})"].overall
    )


@pytest.mark.slow
def test_another_content_gets_another_answer(tmp_path: Path) -> None:
    path, pair = tmp_path / "metric.py", frames(5)
    for value in (0.25, 0.75):
        path.write_text(f"def score(solution, submission, row_id_column_name):\n    return {value}\n")
        shown = inspector.open_pair(*pair, str(path))
        assert shown.overall == value


@pytest.mark.slow
def test_numbers_are_scored_by_the_file_with_their_errors_as_strips(tmp_path: Path) -> None:
    (tmp_path / "metric.py").write_text(RMSLE)
    rng = np.random.default_rng(3)
    truth = pd.DataFrame({"id": [f"r{row}" for row in range(40)], "price": rng.integers(1, 900, 40)})
    submission = truth.assign(price=truth.price * rng.uniform(0.5, 1.5, 40))
    inspection = inspector.open_pair(truth, submission, str(tmp_path / "metric.py"), shape="numbers")
    scores = inspection.evaluation.scores
    assert scores.overall == pytest.approx(root_mean_squared_log_error(truth.price, submission.price), abs=1e-12)
    assert inspection.evaluation.metric.lower_is_better and not scores.first_hit.any()
    assert {step.verdict for step in inspection.evaluation.explain(0).steps} == {"number"}
