"""A Python file as a metric: its text form, its arguments and its direction. Nothing is run here."""

from __future__ import annotations

from pathlib import Path

import pytest

from inspector.core.errors import InputError
from inspector.core.evaluation.further import parse_metrics
from inspector.core.metrics import parse
from inspector.core.metrics.host.metric import HostMetric, with_folder

TEXT = '''
open("ran", "w").close()
def score(solution, submission, row_id_column_name, beta: float = 1.0, mode: str = "a, (b)", strict=False, *, k: int):
    """Mean of it."""
'''


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / 'of "a, b" (1)= .py'
    path.write_text(TEXT)
    return path


def test_a_path_is_a_metric_and_reading_it_runs_nothing(path: Path) -> None:
    metric = parse(f" {path} ")
    assert isinstance(metric, HostMetric)
    assert (metric.path, metric.label, metric.formula) == (path, path.name, "Mean of it.")
    assert parse(path.name) == metric
    assert not Path("ran").exists()


def test_choices_may_stand_in_parentheses_behind_the_path(path: Path) -> None:
    metric = parse(f"{path}(beta=2.5, k=3)")
    assert metric == parse(str(path)).with_argument("beta", "2.5").with_argument("k", "3")
    assert metric.brief == f"{path.name}(beta=2.5, k=3)"
    assert with_folder(metric.brief, parse(str(path))) == f"{path}(beta=2.5, k=3)"
    assert parse(with_folder(metric.brief, parse(str(path)))) == metric
    with pytest.raises(InputError, match=r"'betta' is not a choice of .*beta.*mode.*strict.*k.*Did you mean beta?"):
        parse(f"{path}(betta=2)")


@pytest.mark.parametrize(
    "changes", [{}, {"beta": "2.5"}, {"mode": 'x="y", (z)'}, {"strict": "true", "mode": "", "k": "3"}]
)
def test_the_text_form_leads_back_to_the_metric(path: Path, changes: dict[str, str]) -> None:
    metric = parse(str(path)).replace(better="lower")
    for name, text in changes.items():
        metric = metric.with_argument(name, text)
    assert parse(str(metric)) == metric
    assert parse_metrics(f"map@5 {metric}, mrr")[1] == metric


def test_arguments_are_those_that_differ_from_the_defaults(path: Path) -> None:
    metric = parse(str(path)).with_argument("beta", "2").with_argument("k", "3").with_argument("strict", "no")
    assert isinstance(metric, HostMetric)
    assert metric.arguments == {"beta": 2, "k": 3}


def test_an_argument_without_default_has_to_be_given(path: Path) -> None:
    metric = parse(str(path))
    assert isinstance(metric, HostMetric)
    with pytest.raises(InputError, match="score needs a value for k"):
        _ = metric.arguments


def test_another_content_is_another_metric(path: Path) -> None:
    before = parse(str(path))
    path.write_text(TEXT + "\n")
    assert parse(str(path)) != before
    path.write_text(TEXT)
    assert parse(str(path)) == before


def test_the_direction_is_guessed_and_can_be_chosen(tmp_path: Path) -> None:
    (tmp_path / "rmse.py").write_text(TEXT)
    metric = parse(str(tmp_path / "rmse.py"))
    assert metric.lower_is_better
    assert str(metric.worst_first[0]) == "-score"
    turned = parse(str(metric.replace(better="higher")))
    assert not turned.lower_is_better
    assert (metric.improvement(-0.5), turned.improvement(-0.5)) == (0.5, -0.5)


@pytest.mark.parametrize("text", ["file", "file(beta=1)", "file(path=gone.py)", "gone.py", "file(path=gone.py)@5"])
def test_a_text_without_a_file_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse(text)


def test_a_relative_path_is_that_of_the_folder_now(path: Path) -> None:
    Path("plain.py").write_text(TEXT)
    assert parse("file(path=plain.py)") == parse(str(path.with_name("plain.py")))


def test_the_file_of_a_metric_cannot_be_swapped_under_it(path: Path) -> None:
    metric = parse(str(path))
    with pytest.raises(InputError, match="is not"):
        metric.replace(path=Path("/other.py"))
    path.with_name("other.py").write_text(TEXT)
    assert metric.with_argument("path", "other.py") == parse("other.py")
