"""Ids that the truth has in several columns and the submission as one text."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pyarrow as pa
import pytest

import inspector
from inspector import InputError, Inspection
from inspector.core.files.detection.question import AmbiguousReadingError
from inspector.core.files.matching import joined as matching

Sales = dict[tuple[str, ...], float]


def sales(draw: Random) -> Sales:
    """The sales of two shops and three departments on twelve days, but for some."""
    keys = [(f"{s}", f"{d}", f"2012-11-{day:02}") for s in (3, 4) for d in (1, 2, 5) for day in range(1, 13)]
    return {key: round(draw.uniform(10, 90), 2) for key in draw.sample(keys, 64)}


def truth_of(values: Sales) -> str:
    return "store,dept,date,sales,is_holiday\n" + "".join(
        f"{','.join(key)},{sold},{int(sold) % 2}\n" for key, sold in values.items()
    )


def joined(values: Sales, sign: str, order: Sequence[int] = (0, 1, 2)) -> dict[str, float]:
    return {sign.join(key[i] for i in order): sold for key, sold in values.items()}


def table(values: dict[str, float], names: str = "Id,Sales") -> str:
    return f"{names}\n" + "".join(f"{id_},{sold}\n" for id_, sold in sorted(values.items()))


@pytest.fixture
def opened(tmp_path: Path) -> Callable[..., Inspection]:
    def open_texts(truth: str, submission: str, metric: str = "rmse", **options: str) -> Inspection:
        (tmp_path / "truth.csv").write_text(truth)
        (tmp_path / "submission.csv").write_text(submission)
        return inspector.open_pair(tmp_path / "truth.csv", tmp_path / "submission.csv", metric, **options)

    return open_texts


def text_column(cells: Sequence[str]) -> pa.ChunkedArray:
    return pa.chunked_array([pa.array(cells, pa.string())])


def rmse(values: Sales, predicted: Sales) -> float:
    return math.sqrt(sum((sold - predicted[key]) ** 2 for key, sold in values.items()) / len(values))


def near(values: Sales, draw: Random) -> Sales:
    return {key: round(sold + draw.gauss(0, 5), 2) for key, sold in values.items()}


@pytest.mark.parametrize("sign", ["_", "-", "/", ":", ".", "|", " "])
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0)])
def test_columns_are_joined_as_the_submission_joins_them(opened, sign: str, order: Sequence[int]) -> None:
    values = sales(Random(1))
    predicted = near(values, Random(2))
    found = opened(truth_of(values), table(joined(predicted, sign, order)))
    assert found.overall == pytest.approx(rmse(values, predicted), abs=1e-12)
    assert found.evaluation.pair.truth.id_name == "+".join(("store", "dept", "date")[i] for i in order)
    assert not found.problems


def test_parts_may_contain_the_sign(opened) -> None:
    draw = Random(3)
    shops = [f"air_{draw.getrandbits(64):016x}" for _ in range(4)]
    values = {(shop, f"2017-04-{day:02}"): float(draw.randrange(90)) for shop in shops for day in range(1, 20)}
    predicted = near(values, draw)
    truth = "shop,day,visitors\n" + "".join(f"{','.join(key)},{visitors}\n" for key, visitors in values.items())
    found = opened(truth, table(joined(predicted, "_", (0, 1)), "id,visitors"))
    assert found.overall == pytest.approx(rmse(values, predicted), abs=1e-12)


def test_an_edit_is_saved_and_read_again(opened, tmp_path: Path) -> None:
    values = sales(Random(4))
    found = opened(truth_of(values), table(joined(near(values, Random(5)), "_")))
    id_ = "_".join(next(iter(values)))
    found.edit(id_, ["sales"], [12.5])
    found.save(tmp_path / "saved.csv")
    changed = [line for line in (tmp_path / "saved.csv").read_text().splitlines() if line.startswith(f"{id_},")]
    assert changed == [f"{id_},12.5"]
    assert inspector.open_pair(tmp_path / "truth.csv", tmp_path / "saved.csv", "rmse").overall == found.overall


def test_a_row_of_a_missing_id_is_written_as_the_others_are(opened, tmp_path: Path) -> None:
    draw = Random(6)
    animals = {(f"img{n:03}.jpg", f"{part}"): draw.choice(["cat", "dog"]) for n in range(20) for part in (1, 2)}
    truth = "image,part,label\n" + "".join(f"{','.join(key)},{label}\n" for key, label in animals.items())
    *rows, (last, label) = [("_".join(key), label) for key, label in animals.items()]
    found = opened(truth, "id,label\n" + "".join(f"{id_},{one}\n" for id_, one in rows), "accuracy")
    assert found.overall == 39 / 40
    found.edit(last, [label])
    assert found.overall == 1
    found.save(tmp_path / "saved.csv")
    assert (tmp_path / "saved.csv").read_text().splitlines()[-1] == f"{last},{label}"


def test_a_further_submission_may_join_them_or_not(opened, tmp_path: Path) -> None:
    values = sales(Random(7))
    first, second, third = (near(values, Random(seed)) for seed in (8, 9, 10))
    found = opened(truth_of(values), table(joined(first, "_")))
    (tmp_path / "second.csv").write_text(table(joined(second, "-")))
    columns = "store,dept,date,sales\n" + "".join(f"{','.join(key)},{sold}\n" for key, sold in third.items())
    (tmp_path / "third.csv").write_text(columns)
    for name, predicted in (("second.csv", second), ("third.csv", third)):
        found.open(found.add(tmp_path / name))
        assert found.overall == pytest.approx(rmse(values, predicted), abs=1e-12)


def test_columns_that_both_make_the_ids_are_asked_about(opened) -> None:
    draw = Random(11)
    values = {(f"{a}", f"{b}"): draw.uniform(1, 9) for a in range(8) for b in range(8)}
    truth = "row,column,value\n" + "".join(f"{','.join(key)},{value}\n" for key, value in values.items())
    chance = {f"{a}_{b}": draw.uniform(1, 9) for a, b in values}
    with pytest.raises(AmbiguousReadingError) as asked:
        opened(truth, table(chance, "id,value"))
    assert {one.options.id_column for one in asked.value.readings} == {"row+column", "column+row"}
    found = opened(truth, table(chance, "id,value"), id_column="row+column", submission_id_column="id")
    assert found.overall == pytest.approx(rmse(values, {key: chance["_".join(key)] for key in values}), abs=1e-12)


def test_ids_that_no_columns_make_are_refused_as_before(opened) -> None:
    values = sales(Random(12))
    with pytest.raises(InputError):
        opened(truth_of(values), table({f"row_{number}": 1.5 * number for number in range(64)}))


def test_a_further_submission_in_columns_that_contain_the_sign_is_refused(opened, tmp_path: Path) -> None:
    values = {(f"air_{shop}", f"{day}"): 1.0 * shop * day for shop in range(5) for day in range(9)}
    truth = "shop,day,visitors\n" + "".join(f"{','.join(key)},{visitors}\n" for key, visitors in values.items())
    found = opened(truth, table(joined(near(values, Random(13)), "_", (0, 1)), "id,visitors"))
    (tmp_path / "columns.csv").write_text(truth)
    with pytest.raises(InputError, match="several columns contain"):
        found.add(tmp_path / "columns.csv")


def test_the_parts_of_ids_are_columns_of_the_rows(opened) -> None:
    values = sales(Random(14))
    found = opened(truth_of(values), table(joined(near(values, Random(15)), "_")))
    rows = found.rows()
    assert [*zip(rows["store"], rows["dept"], rows["date"], strict=True)] == [*values]


@pytest.mark.parametrize(("sign", "order"), [(".", (0, 1)), (".", (1, 0)), ("_", (0, 1)), (None, (1, 0))])
def test_of_all_rows_only_those_are_joined_that_may_make_an_id(monkeypatch, sign: str | None, order) -> None:
    columns = [text_column(["0", "1"] * 500), text_column([f"{number}.5" for number in range(1000)])]
    made = [sign.join(columns[i][row].as_py() for i in order) for row in range(0, 50, 7)] if sign else ["7", "x.y.z"]
    counted = [0]
    join = matching.joined
    monkeypatch.setattr(matching, "joined", lambda parts, by: counted.append(len(parts[0])) or join(parts, by))
    assert matching.joining_sign([columns[i] for i in order], text_column([*made, "0.4"])) == sign
    assert max(counted) < 20
