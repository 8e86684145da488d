"""Files larger than memory: any blocks give the overall of one machine, and files that are not sorted are refused."""

from __future__ import annotations

import math
from pathlib import Path

import pyarrow as pa
import pyarrow.csv as pacsv
import pyarrow.parquet as pq
import pytest
from core.batches.record_batches import SURE, table_of
from core.strategies import Lists, any_pairs, open_lists, weighted_pairs
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from inspector import InputError
from inspector.core.batches import blocks, key_file, stream
from inspector.core.batches.columns import Options
from inspector.core.batches.stream import Scored, stream_task
from inspector.core.metrics import open_scores, parse
from inspector.core.task import drain

small = settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])


def run(truth: Path, submission: Path, metric: str, **options: str) -> Scored:
    return drain(stream_task(truth, submission, parse(metric), Options(**options)))


def written(lists: Lists, folder: Path) -> tuple[Path, Path]:
    """The pair as Parquet, sorted by id, with an id that only the submission has."""
    rows = pa.Table.from_batches([table_of(lists)]).sort_by("id")
    kind = rows.schema.field("prediction").type
    given = rows.filter(rows["prediction"].is_valid()).select(["id", "prediction"])
    extra = pa.table({"id": ["zz"], "prediction": pa.array([[]], kind)})
    paths = folder / "t.parquet", folder / "s.parquet"
    pq.write_table(rows.select(["id", "truth"]), paths[0], row_group_size=2)
    pq.write_table(pa.concat_tables([given, extra]), paths[1], row_group_size=3)
    return paths


def close(found: float, wanted: float) -> bool:
    return (math.isnan(found) and math.isnan(wanted)) or abs(found - wanted) < 1e-12


@given(any_pairs, st.sampled_from(["map@3", "ndcg(missing=skip)@5", "f1(average=micro)", "gmap"]), st.integers(1, 4))
@small
def test_any_blocks_give_the_overall_of_one_machine(tmp_path: Path, lists: Lists, metric: str, rows: int) -> None:
    evaluation = open_lists(lists, "map@5").evaluation
    wanted = open_scores(parse(metric), evaluation.batch(evaluation.all_rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "ROWS", rows)
        found = run(*written(lists, tmp_path), metric)
    assert close(found.overall, wanted.overall)
    assert (found.sums.rows, found.sums.scored, found.unknown) == (len(lists.truths), wanted.counted, 1)


@pytest.mark.slow
@given(
    weighted_pairs(),
    st.sampled_from(["gap", "gap(ties=id-desc)", "gap(divisor=labels)@2", "gap(truthless=ignore, blank=rank)"]),
    st.integers(1, 4),
    st.integers(1, 8),
)
@small
def test_gap_on_disk_is_that_of_one_machine(tmp_path: Path, lists: Lists, metric: str, rows: int, most: int) -> None:
    evaluation = open_lists(lists, "map@5").evaluation
    wanted = open_scores(parse(metric), evaluation.batch(evaluation.all_rows))

    class Small(key_file.KeyFile):
        def __init__(self, folder: Path, *, from_end: bool) -> None:
            super().__init__(folder, from_end=from_end, most=most)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(blocks, "ROWS", rows)
        patch.setattr(stream, "KeyFile", Small)
        found = run(*written(lists, tmp_path), metric)
    assert close(found.overall, wanted.overall)


def pair(folder: Path, truth: str, submission: str) -> tuple[Path, Path]:
    """Two CSV files from their lines, separated by blanks."""
    paths = folder / "t.csv", folder / "s.csv"
    for path, text in zip(paths, (truth, submission), strict=True):
        path.write_text("\n".join(text.split("|")) + "\n")
    return paths


def test_csv_with_cells_of_labels(tmp_path: Path) -> None:
    files = pair(tmp_path, "id,labels|01,x y|02,z", "id,labels|01,q x|03,z")
    found = run(*files, "map@2")
    assert (found.overall, found.unknown) == (0.125, 1)


@pytest.mark.parametrize("rows", [1, 2, 65536])
def test_a_row_for_each_label_is_gathered(tmp_path: Path, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks, "ROWS", rows)
    files = pair(tmp_path, "id,label|a,x|a,y|b,z", "id,label|a,q|a,x|b,z")
    for path in files:
        table = pacsv.read_csv(path)
        pq.write_table(table, path.with_suffix(".parquet"))
    found = run(*(path.with_suffix(".parquet") for path in files), "map@2", shape="long")
    assert found.overall == (0.25 + 1) / 2


def test_a_column_of_confidences_stands_beside_one_label(tmp_path: Path) -> None:
    files = pair(tmp_path, "id,label|a,x|b,y", "id,label,sure|a,x,0.2|b,z,0.9")
    assert run(*files, "gap", confidence_column="sure").overall == 0.25


def test_a_folder_of_parquet_is_read_in_the_order_of_names(tmp_path: Path) -> None:
    for side in ("t", "s"):
        (tmp_path / side).mkdir()
        for number, id_ in enumerate("ab"):
            pq.write_table(pa.table({"id": [id_], "x": ["l"]}), tmp_path / side / f"part-{number}.parquet")
    assert run(tmp_path / "t", tmp_path / "s", "map@1").overall == 1.0


@pytest.mark.parametrize(
    ("submission", "words"),
    [
        ("id,labels|b,x|a,y", "not sorted by id"),
        ("id,labels|a,x|b,x|b,y", "occurs twice"),
        ("id,labels|a,x,7", "cannot be read in blocks"),
    ],
)
def test_what_cannot_be_read_in_one_pass_is_refused(tmp_path: Path, submission: str, words: str) -> None:
    files = pair(tmp_path, "id,labels|a,x|b,y", submission)
    with pytest.raises(InputError, match=words):
        run(*files, "map@3", shape="list")


def test_a_missing_file_and_a_missing_column_are_named(tmp_path: Path) -> None:
    files = pair(tmp_path, "id,labels|a,x", "id,labels|a,x")
    with pytest.raises(InputError, match="does not exist"):
        run(files[0], tmp_path / "none.csv", "map@3")
    with pytest.raises(InputError, match="no column 'other'"):
        run(*files, "map@3", submission_column="other")


def test_ids_sorted_as_numbers_do_for_means_but_not_for_gap(tmp_path: Path) -> None:
    rows = pa.table({"id": [2, 10], "x": pa.array([[("l", 0.5)], [("l", 0.5)]], SURE)})
    pq.write_table(rows, tmp_path / "s.parquet")
    pq.write_table(pa.table({"id": [2, 10], "x": [["l"], ["m"]]}), tmp_path / "t.parquet")
    assert run(tmp_path / "t.parquet", tmp_path / "s.parquet", "map@1").overall == 0.5
    with pytest.raises(InputError, match="sorted as numbers"):
        run(tmp_path / "t.parquet", tmp_path / "s.parquet", "gap")
