"""Which of two scores of a host's metric is better: chosen, told by a perfect prediction, or guessed from words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import inspector
from inspector.core.host.hosts import named_hosts
from inspector.core.metrics.host.metric import assumed_of

OFF = 'float((abs(solution["y"] - submission["y"])).mean())'
WRONG = "float((solution.iloc[:, 1] != submission.iloc[:, 1].str.split().str[0]).mean())"
TOLD = "better=lower, as a perfect prediction scores lower"


@pytest.fixture(scope="module", autouse=True)
def _end_processes() -> Iterator[None]:
    yield
    named_hosts().close()


def written(folder: Path, returned: str, name: str = "metric.py", before: str = "", extra: str = "") -> str:
    """A metric that returns this, after what is done before."""
    path = folder / name
    head = f"def score(solution, submission, row_id_column_name{extra}):"
    path.write_text(f"import numpy as np\nimport pandas as pd\n{head}\n    {before or 'pass'}\n    return {returned}\n")
    return str(path)


def numbers(noise: float = 1.0) -> tuple[pd.DataFrame, pd.DataFrame]:
    random = np.random.default_rng(3)
    truth = pd.DataFrame({"id": [f"r{row}" for row in range(30)], "y": random.normal(5, 2, 30).round(3)})
    return truth, truth.assign(y=(truth.y + noise * random.normal(0, 1, 30)).round(3))


def labels() -> tuple[pd.DataFrame, pd.DataFrame]:
    random = np.random.default_rng(4)
    truth = pd.DataFrame({"id": [f"r{row}" for row in range(30)], "label": random.choice([*"abc"], 30)})
    return truth, truth.assign(label=[" ".join(random.permutation([*"abc"])) for _ in range(30)])


@pytest.mark.slow
def test_a_loss_without_words_is_one_as_a_perfect_prediction_scores_lower(tmp_path: Path) -> None:
    shown = inspector.open_pair(*numbers(), written(tmp_path, OFF))
    assert (shown.metric.lower_is_better, assumed_of(shown.metric)) == (True, TOLD)
    assert shown.evaluation.assumption == TOLD
    shown.sort(*shown.metric.worst_first)
    rows = shown.evaluation.scores.row
    assert rows[shown.state.order.rows[0]] == rows.max() > 0
    assert "better" not in str(shown.metric)


@pytest.mark.slow
def test_labels_are_asked_about_with_the_true_ones(tmp_path: Path) -> None:
    shown = inspector.open_pair(*labels(), written(tmp_path, WRONG))
    assert (shown.metric.lower_is_better, assumed_of(shown.metric)) == (True, TOLD)
    shown.set_metric(written(tmp_path, f"1 - {WRONG}", "other.py"))
    assert assumed_of(shown.metric) == "better=higher, as a perfect prediction scores higher"


@pytest.mark.slow
def test_probabilities_of_classes_are_asked_about(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    truth = pd.DataFrame({"id": range(30), "label": random.choice(["cat", "cow", "dog"], 30)})
    shares = random.dirichlet([1, 1, 1], 30)
    submission = pd.DataFrame({"id": range(30), "cat": shares[:, 0], "cow": shares[:, 1], "dog": shares[:, 2]})
    names = 'submission[["cat", "cow", "dog"]].to_numpy()'
    brier = f'float((({names} - pd.get_dummies(solution["label"]).to_numpy(float)) ** 2).sum(axis=1).mean())'
    shown = inspector.open_pair(truth, submission, written(tmp_path, brier))
    assert shown.evaluation.pair.has_class_columns
    assert assumed_of(shown.metric) == TOLD


@pytest.mark.slow
def test_a_perfect_prediction_overrules_words_and_says_so(tmp_path: Path) -> None:
    shown = inspector.open_pair(*numbers(), written(tmp_path, OFF, "accuracy.py"))
    assert shown.metric.lower_is_better
    assert assumed_of(shown.metric) == f"{TOLD}, though its words suggest higher: better=higher overrules"


@pytest.mark.slow
def test_numbers_on_another_scale_have_no_perfect_prediction(tmp_path: Path) -> None:
    random = np.random.default_rng(6)
    truth = pd.DataFrame({"id": range(60), "y": random.integers(0, 2, 60)})
    logits = truth.assign(y=(8 * (truth.y - 0.5) + random.normal(0, 1, 60)).round(3))
    loss = 'float(np.logaddexp(0, (1 - 2 * solution["y"]) * submission["y"]).mean())'
    shown = inspector.open_pair(truth, logits, written(tmp_path, loss, "logloss.py"))
    why = "guessed from its words (a perfect prediction could not be scored)"
    assert assumed_of(shown.metric) == f"better=lower, {why}: better=higher overrules"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("returned", "before", "why"),
    [
        ("0.5", "", "as nothing tells (a perfect prediction scores the same)"),
        (
            OFF,
            'assert (solution.y != submission.y).any(), "no"',
            "as nothing tells (a perfect prediction could not be scored)",
        ),
    ],
)
def test_where_a_perfect_prediction_does_not_tell_the_guess_stays(
    tmp_path: Path, returned: str, before: str, why: str
) -> None:
    shown = inspector.open_pair(*numbers(), written(tmp_path, returned, before=before))
    assert not shown.metric.lower_is_better
    assert assumed_of(shown.metric) == f"better=higher, {why}: better=lower overrules"
    shown.edit("r3", [4.5])
    assert shown.evaluation.scores.is_settled


@pytest.mark.slow
def test_one_call_more_is_made_and_none_for_a_direction_that_is_chosen(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    path = written(tmp_path, OFF, before=f"open({str(calls)!r}, 'a').write('x')", extra=", times: float = 1.0")
    for better, count in (("better=higher", 1), ("", 2)):
        calls.write_text("")
        shown = inspector.open_pair(*numbers(), f"{path}({better})" if better else path)
        assert (len(calls.read_text()), assumed_of(shown.metric)) == (count, "" if better else TOLD)
    shown.edit("r3", [4.5])
    assert len(calls.read_text()) == 3
    shown.set_metric(f"{path}(better=lower)")
    shown.set_metric(path)
    assert (len(calls.read_text()), assumed_of(shown.metric)) == (3, TOLD)
    shown.set_metric(f"{path}(times=2)")  # asks also about the file as loaded
    assert len(calls.read_text()) == 6


@pytest.mark.slow
def test_a_worse_submission_tells_what_one_that_is_right_does_not(tmp_path: Path) -> None:
    (truth, first), (_, second) = numbers(0.0), numbers()
    shown = inspector.open_pair(truth, first, written(tmp_path, OFF))
    assert "scores the same" in assumed_of(shown.metric)
    shown = inspector.open_pair(truth, second, written(tmp_path, OFF))
    shown.add(first, "right")
    lines = shown.compare(resamples=200).set_index("name")
    assert lines.loc["right", "verdict"] == "better"


@pytest.mark.slow
def test_a_further_metric_gets_its_direction(tmp_path: Path) -> None:
    shown = inspector.open_pair(*numbers(), "mae")
    shown.show_metrics(written(tmp_path, OFF))
    assert [metric.lower_is_better for metric in shown.evaluation.further.metrics] == [True]
